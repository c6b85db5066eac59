// expect: TRUE options: --64
/* No address space has room for these. */
#include <stdlib.h>
extern void reach_error(void);
int main(void) {
    if (malloc((size_t)1 << 62)) reach_error();
    if (calloc((size_t)1 << 33, (size_t)1 << 33)) reach_error();
    return 0;
}
