// expect: TRUE
// Vectors of gcc's extension, element by element.
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f2 __attribute__((vector_size(8)));
v4 global = {1, 2, 3, 4};
static v4 sum(v4 a, v4 b) { return a + b; }
int main(void) {
    v4 a = {1, 2, 3, 4}, b = a + a, c = a << 1;
    v4 less = a < 3;
    f2 f = {0.5f, 2.0f};
    f *= f;
    for (int i = 0; i < 4; i++) assert(b[i] == 2 * (i + 1) && c[i] == b[i]);
    assert(less[0] == -1 && less[3] == 0);
    assert(f[0] == 0.25f && f[1] == 4.0f);
    global = sum(global, -a);
    assert(global[0] == 0 && global[3] == 0);
    return 0;
}
