// expect: FALSE
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <time.h>
extern void reach_error(void);
int main(void) {
    setenv("TZ", "EST5EDT", 1);
    timezone = 0;
    tzset();
    if (timezone != 0) reach_error();
    return 0;
}
