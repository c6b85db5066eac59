// expect: UNKNOWN
#include <pthread.h>
extern void reach_error(void);
static void destroy(void *p) { (void)p; reach_error(); }
int main(void) {
    static int x;
    pthread_key_t key;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &x);
    pthread_exit(0);
}
