// expect: TRUE [options: --volatile=memory]
#include <assert.h>
volatile int flag;
int main(void) {
    flag = 1;
    assert(flag == 1);
    return 0;
}
