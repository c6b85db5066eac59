// expect: FALSE
/* 2 is more than 1. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void abort(void);
void reach_error(void) { abort(); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    long sum = 0;
    for (int i = 0; i < n; i++) sum += __VERIFIER_nondet_uchar() % 3;
    if (n >= 0 && (sum < 0 || sum > (long)n)) reach_error();
    return 0;
}
