// expect: FALSE [options: --engine=tree-ic3-itp --check=assert]
// The third round leads to the error: no interpolant may cut it off.
#include <assert.h>
int main(void) {
    int x = 0, y = 0;
    while (x < 3) {
        x++;
        y += 2;
    }
    assert(y != 6);
}
