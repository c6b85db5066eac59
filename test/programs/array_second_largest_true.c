// expect: TRUE [options: --engine=cells]
/* The claim about each element has two sides. */
extern void reach_error(void);
#define N 100000
int main(void) {
    int a[N], i, first = a[0], second = a[0];
    for (i = 1; i < N; i++) {
        if (a[i] >= first) {
            second = first;
            first = a[i];
        } else if (a[i] > second) {
            second = a[i];
        }
    }
    for (i = 0; i < N; i++)
        if (a[i] > second && a[i] != first) reach_error();
    return 0;
}
