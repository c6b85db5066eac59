/* An event loop whose states are few; x is known by the range it lies in only. BACK: what x becomes when the loop starts over;
   BROKEN: what must not be. */
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int mode = 1, x = 30, locked = 0;
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 1 && mode == 1 && x <= 50) {
            x = x % 25 + 100;
            mode = 2;
        } else if (event == 2 && mode == 2 && x > 50) {
            locked = 1;
            mode = 3;
        } else if (event == 3 && locked == 1) {
            locked = 0;
            x = BACK;
            mode = 1;
        }
        if (BROKEN) reach_error();
        if (locked == 1 && mode != 3) reach_error();
    }
}
