// expect: TRUE [options: --check=bounds]
#include <stdio.h>
int main(void) {
    char name[8];
    int n, t[4] = {0};
    if (scanf("%d,%7s", &n, name) != 2) return 0;
    if (n < 0 || n > 3) return 1;
    t[n] = name[7];
    return t[n];
}
