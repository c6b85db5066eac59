// expect: FALSE
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int id(int n) {
    if (n == 0) return 0;
    int below = id(n - 1);
    return below >= 60 ? 60 : below + 1;
}
int main(void) {
    if (id(__VERIFIER_nondet_int()) == 60) reach_error();
    return 0;
}
