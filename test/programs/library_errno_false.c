// expect: FALSE
/* Through a pointer that was taken before the call. */
#include <errno.h>
#include <unistd.h>
extern void reach_error(void);
int main(void) {
    int *number = &errno;
    *number = 0;
    close(-1);
    if (*number != 0) reach_error();
    return 0;
}
