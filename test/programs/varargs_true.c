// expect: TRUE
#include "varargs.h"

int main(void) {
    int x = 3;
    struct pair p = {1, 2};
    struct large l = {{1, 2, 3, 4, 5}};
    CHECK(sum("ildps", 1, 10000000000LL, 0.5, &x, p) == 10000000007.5);
    CHECK(sum("iLi", 5, l, 6) == 20);
}
