// expect: TRUE
/* What holds of addresses wherever objects lie: they are aligned, apart, not null, and distances inside an object are fixed. */
#include <stdint.h>
#include <stdlib.h>
extern void reach_error(void);
#define CHECK(c) do { if (!(c)) reach_error(); } while (0)
int a, b, row[10];
int main(void) {
    CHECK(&a != &b && (uintptr_t)&a % 4 == 0 && (uintptr_t)&a != 0);
    CHECK((uintptr_t)&a < (uintptr_t)&b || (uintptr_t)&a > (uintptr_t)&b);
    uintptr_t d = (uintptr_t)&b - (uintptr_t)&a;
    CHECK(d >= 4 && d <= (uintptr_t)-4);
    *(int *)(d + (uintptr_t)&a) = 5;
    CHECK(b == 5 && a == 0);
    CHECK(&row[0] < &row[5] && &row[9] - &row[1] == 8);
    char *p = malloc(4), *q = malloc(4);
    if (!p || !q) return 0;
    CHECK((uintptr_t)p != (uintptr_t)q && (uintptr_t)p % 8 == 0);
    uintptr_t tagged = (uintptr_t)p | 1;
    CHECK((tagged & 1) == 1);
    *(char *)(tagged & ~(uintptr_t)1) = 3;
    CHECK(*p == 3);
    return 0;
}
