// expect: FALSE
/* gmtime's result is overwritten by the next call. */
#include <time.h>
extern void reach_error(void);
int main(void) {
    time_t early = 0, late = 100000000;
    struct tm *t = gmtime(&early);
    int year = t->tm_year;
    gmtime(&late);
    if (t->tm_year != year) reach_error();
    return 0;
}
