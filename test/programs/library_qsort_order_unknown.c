// expect: UNKNOWN
/* C does not say where equal elements come to lie; the library of this machine keeps their order. */
#include <assert.h>
#include <stdlib.h>
struct entry {
    int key;
    int id;
};
static int by_key(const void *a, const void *b) {
    return ((const struct entry *)a)->key - ((const struct entry *)b)->key;
}
int main(void) {
    struct entry e[2] = {{2, 0}, {2, 1}};
    qsort(e, 2, sizeof *e, by_key);
    assert(e[0].id == 0);
}
