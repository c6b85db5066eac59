// expect: UNKNOWN
/* Functions of the C library do what the library does, or are cut by name. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <pthread.h>
static int n; static void s(void){n=1;} static pthread_once_t o=PTHREAD_ONCE_INIT; int main(void){pthread_once(&o,s); assert(n==0);}
