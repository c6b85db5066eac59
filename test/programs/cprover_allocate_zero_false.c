// expect: FALSE
// __CPROVER_allocate without zeros leaves the memory as it was found.
#include <assert.h>
int main(void) {
    int *p = __CPROVER_allocate(sizeof(int), 0);
    assert(*p == 0);
    return 0;
}
