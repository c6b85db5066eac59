// expect: UNKNOWN
#include <pthread.h>
extern void reach_error(void);
static int done;
static void set(void) { done = 1; }
int main(void) {
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, set);
    if (done) reach_error();
    return 0;
}
