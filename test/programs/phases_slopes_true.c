// expect: TRUE
// Two phases, each with an equation of its own; no execution of a few thousand steps comes to the second.
#include <assert.h>
int main(void) {
    int level = 7;
    for (int t = 0; t < 480000; t++)
        if (t < 180000) level += 5;
        else level -= 3;
    assert(level == 7);
}
