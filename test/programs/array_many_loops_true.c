// expect: TRUE [options: --engine=cells]
/* What is behind a loop is known only after what holds in it. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], b[N], i;
    for (i = 0; i < N; i++) a[i] = 42;
    for (i = 0; i < N; i++) b[i] = a[i];
    for (i = 0; i < N; i++) b[i] = b[i] + i;
    for (i = 0; i < N; i++)
        if (b[i] != 42 + i) reach_error();
    return 0;
}
