// expect: TRUE [options: --check=standard]
#include <assert.h>
struct pair {
    int x;
    int y;
};
static int sum(const struct pair *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i].x * a[i].y;
    return s;
}
static int twice(int n) {
    int *p = &(int){n};
    again:;
    if (*p < 2 * n) {
        ++*p;
        goto again;
    }
    return *p;
}
int main(void) {
    int *last = &(int){0};
    for (int i = 0; i < 3; i++) {
        int *p = &(int){i};
        if (i == 2) *p = 7;
        *last += *p;
    }
    assert(*last == 8);
    assert(sum((struct pair[]){{1, 2}, {3, 4}}, 2) == 14);
    assert(twice(3) == 6);
    return 0;
}
