// expect: UNKNOWN
/* What a number becomes that does not fit is undefined: the automaton may choose 0, the compiled program does not. */
extern double __VERIFIER_nondet_double(void);
extern void reach_error(void);
int main(void) {
    double d = __VERIFIER_nondet_double();
    if (d > 1e20 && d < 1e25 && (long long)d == 0) reach_error();
    return 0;
}
