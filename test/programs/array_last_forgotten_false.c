// expect: FALSE
/* Only the last element can be wrong. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], i, most = a[0];
    for (i = 0; i < N - 1; i++)
        if (a[i] > most) most = a[i];
    if (a[N - 1] > most) reach_error();
    return 0;
}
