// expect: TRUE [options: --engine=cells]
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], i;
    for (i = N - 1; i >= 0; i--) a[i] = i;
    for (i = 0; i < N; i++)
        if (a[i] != i) reach_error();
    return 0;
}
