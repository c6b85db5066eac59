// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
void on_event(void (*)(void));
static int x;
static void handler(void) { x = 1; }
int main(void) {
    on_event(handler);
    CHECK(x == 0);
}
