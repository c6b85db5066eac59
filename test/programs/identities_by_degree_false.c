// expect: FALSE
extern unsigned __VERIFIER_nondet_uint(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
    unsigned bound = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned k = 0; k != bound; k++) sum += k * (k + 1) + (k == 25);
    if (3 * sum != bound * (bound - 1) * (bound + 1)) reach_error();
    return 0;
}
