// expect: TRUE
// Two phases, each with an equation of its own; no execution of a few thousand steps comes to the second.
#include <assert.h>
int main(void) {
    int level = 7;
    for (int t = 0; t < 600000; t++)
        if (t < 150000) level += 6;
        else level -= 2;
    assert(level == 7);
}
