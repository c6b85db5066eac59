// expect: FALSE
/* Found by execution behind loops of 100,000 iterations; the arrays start with arbitrary contents, which is part of the trace. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], b[N], i;
    for (i = 0; i < N; i++) a[i] = 42;
    for (i = 0; i < N; i++) b[i] = a[i];
    for (i = 0; i < N; i++) b[i] = b[i] + i;
    for (i = 0; i < N; i++)
        if (b[i] != 42) reach_error();
    return 0;
}
