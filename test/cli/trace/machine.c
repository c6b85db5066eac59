extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
enum state { IDLE, ARMED = 5, FIRED };
enum state s = IDLE;
void step(int event) {
    switch (s) {
    case IDLE:
        if (event == 1) s = ARMED;
        break;
    case ARMED:
        s = event > 10 ? FIRED : IDLE;
        break;
    default: break;
    }
}
int main(void) {
    for (int i = 0; i < 3; i++) {
        step(__VERIFIER_nondet_int());
        if (s == FIRED) {
            reach_error();
        }
    }
    return 0;
}
