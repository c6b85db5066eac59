// expect: UNKNOWN [options: --engine=cells --timeout=8]
/* One element is not copied: an engine that follows single cells must not prove this, and cannot refute it. */
extern void reach_error(void);
#define N 100000
int a[N], b[N];
int main(void) {
    for (int i = 0; i < N; i++) a[i] = 1;
    for (int i = 0; i < N - 1; i++) b[i] = a[i];
    for (int i = 0; i < N; i++)
        if (a[i] != b[i]) reach_error();
    return 0;
}
