// expect: FALSE
#define _DEFAULT_SOURCE
#include <math.h>
extern void reach_error(void);
int main(void) {
    volatile double x = -0.5;
    signgam = 1;
    lgamma(x);
    if (signgam == -1) reach_error();
    return 0;
}
