// expect: TRUE [options: --check=standard]
// What the program is given in argv is no access of the program, so that other checks are proved beside it.
#include <stdlib.h>

int main(int argc, char **argv) {
    int *p = malloc(sizeof *p);
    (void)argv;
    if (!p) return 1;
    *p = argc;
    free(p);
    return 0;
}
