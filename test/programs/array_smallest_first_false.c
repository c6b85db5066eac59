// expect: FALSE
// As array_smallest_first_true.c, but the last element is not looked at.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 4
int a[N];
int main(void) {
    int i, m = 0, t;
    for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 1; i < N - 1; i++)
        if (a[i] < a[m]) m = i;
    t = a[0];
    a[0] = a[m];
    a[m] = t;
    for (i = 0; i < N; i++)
        if (a[i] < a[0]) reach_error();
    return 0;
}
