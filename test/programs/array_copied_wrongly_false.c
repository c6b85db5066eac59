// expect: FALSE
/* Behind loops of 100,000 iterations, and only if the arrays do not start alike. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], b[N], c[N], i;
    for (i = 0; i < N; i++) c[i] = a[i];
    for (i = 0; i < N; i++) c[i] = b[i];
    for (i = 0; i < N; i++)
        if (a[i] != c[i]) reach_error();
    return 0;
}
