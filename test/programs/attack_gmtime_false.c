// expect: FALSE
/* Functions of the C library do what the library does, or are cut by name. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
int main(void){time_t a=0,b=100000; struct tm*x=gmtime(&a); if(!x) return 0; int d=x->tm_mday; gmtime(&b); assert(x->tm_mday==d);}
