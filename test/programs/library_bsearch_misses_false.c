// expect: FALSE [options: --check=memory]
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int a[] = {1, 3, 5, 7, 9};
    int key = 4;
    int *p = bsearch(&key, a, 5, sizeof *a, compare);
    return *p;
}
