#include <assert.h>
int main(void) {
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1;
    float half = 0.5f;
    assert(sum == 1.0 && half < 1);
    return 0;
}
