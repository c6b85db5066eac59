// expect: TRUE
#include <assert.h>
#include <unistd.h>
int main(void) {
    char block[4];
    assert(read(-1, block, sizeof block) == -1);
}
