// expect: TRUE [options: --check=standard]
#include <assert.h>
#include <stdlib.h>
struct entry {
    int key;
    int id;
};
static int by_key(const void *a, const void *b) {
    const struct entry *x = a;
    const struct entry *y = b;
    return (x->key > y->key) - (x->key < y->key);
}
int main(void) {
    struct entry e[3] = {{2, 0}, {1, 1}, {2, 2}};
    struct entry wanted = {1, 9};
    qsort(e, 3, sizeof *e, by_key);
    assert(e[0].id == 1 && e[1].key == 2 && e[2].key == 2);
    assert(e[1].id + e[2].id == 2);
    struct entry *found = bsearch(&wanted, e, 3, sizeof *e, by_key);
    assert(found == e);
    return 0;
}
