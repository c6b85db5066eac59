// expect: FALSE
#include "seahorn/seahorn.h"
extern int nd(void);
int main(void) {
    int n = nd();
    assume(n > 4 && n < 9);
    sassert(n != 7);
    return 0;
}
