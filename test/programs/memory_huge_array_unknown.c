// expect: UNKNOWN options: --32
/* The array is too large for a stack, maybe not for every one: nothing is said of what follows. */
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 200000000) return 0;
    int all[n];
    all[0] = 1;
    if (all[0] == 1) reach_error();
    return 0;
}
