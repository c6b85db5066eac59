// expect: TRUE [options: --engine=cells]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 100000
int a[N], b[N];
int main(void) {
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) b[i] = a[i];
    for (int i = 0; i < N; i++)
        if (a[i] != b[i]) reach_error();
    return 0;
}
