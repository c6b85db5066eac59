// expect: TRUE
/* A counter that goes by threes stays divisible by three: provable at 32 bits only if the solver sees remainders as sums do. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, x = 0;
    if (n > 1000000) return 0;
    while (i < n) {
        i++;
        x += 3;
    }
    if (x % 3 != 0) reach_error();
    return 0;
}
