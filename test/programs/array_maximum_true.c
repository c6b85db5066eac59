// expect: TRUE [options: --engine=cells]
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define N 100000
int main(void) {
    int a[N]; /* whatever is in there */
    int max = 0;
    for (int i = 0; i < N; i++)
        if (a[i] > max) max = a[i];
    int any = __VERIFIER_nondet_int();
    if (any >= 0 && any < N && a[any] > max) reach_error();
    return 0;
}
