// expect: TRUE [options: --engine=cells]
/* What holds of all elements depends on a flag. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], b[N], i, same = 1;
    for (i = 0; i < N; i++)
        if (a[i] != b[i]) same = 0;
    for (i = 0; same && i < N; i++)
        if (a[i] != b[i]) reach_error();
    return 0;
}
