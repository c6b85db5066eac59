// expect: TRUE [options: --isr=tick]
#include <assert.h>
static int ticks, other;
void tick(void) {
    if (ticks < 5) ticks++;
}
int main(void) {
    other = 2;
    int before = ticks;
    assert(before <= 5 && other == 2);
    return 0;
}
