// expect: TRUE
/* Null pointers in the initializer that nobody reads are no pointers that a library function could overwrite. */
#include <pthread.h>
extern void reach_error(void);
int main(void) {
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    int x = 0;
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    if (x != 1) reach_error();
    return 0;
}
