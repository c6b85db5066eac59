// expect: FALSE
/* The marker is overwritten where another index meets it. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int a[100], pos = __VERIFIER_nondet_int(), other = __VERIFIER_nondet_int(), i = 0;
    if (pos < 0 || pos >= 100 || other < 0 || other >= 100) return 0;
    a[pos] = 7;
    a[other] = 8;
    a[99] = 7;
    while (a[i] != 7) i++;
    if (i > pos) reach_error();
    return 0;
}
