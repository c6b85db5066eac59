// expect: TRUE [options: --32 --engine=cells]
/* Two indices, of which one determines the other. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], b[N], i;
    for (i = 0; i < N; i++) b[i] = a[N - 1 - i];
    for (i = 0; i < N; i++)
        if (a[i] != b[N - 1 - i]) reach_error();
    return 0;
}
