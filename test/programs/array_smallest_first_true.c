// expect: TRUE [options: --engine=cells]
// a[m] is compared with every element: its cell moves with m.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 1000
int a[N];
int main(void) {
    int i, m = 0, t;
    for (i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (i = 1; i < N; i++)
        if (a[i] < a[m]) m = i;
    t = a[0];
    a[0] = a[m];
    a[m] = t;
    for (i = 0; i < N; i++)
        if (a[i] < a[0]) reach_error();
    return 0;
}
