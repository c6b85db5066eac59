// expect: TRUE [options: --check=standard]
// By C's rules exit gives all memory back, also what a variable of a caller leads to.
#include <stdlib.h>

static int parse(int n) {
    if (n > 5) exit(2);
    return n * 2;
}

int main(int argc, char **argv) {
    int *p = malloc(4);
    (void)argv;
    if (!p) return 1;
    *p = 3;
    int r = parse(argc < 0 ? 0 : argc);
    free(p);
    return r;
}
