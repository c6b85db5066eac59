// expect: FALSE
// a loop that runs once too often, found after ten rounds
#include <assert.h>

int main(void) {
    int budget = 10;
    for (int i = 0; i <= 10; i++) budget--;
    assert(budget >= 0);
    return 0;
}
