// expect: TRUE [options: --check=standard]
#include <assert.h>
#include <math.h>
#include <time.h>
int main(void) {
    time_t stored;
    time_t now = time(&stored);
    assert(now == stored);
    assert(isnan(nan("")));
    long double whole;
    assert(modfl(-2.5L, &whole) == -0.5L && whole == -2);
    return 0;
}
