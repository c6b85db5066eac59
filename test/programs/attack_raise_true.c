// expect: TRUE
/* Functions of the C library do what the library does, or are cut by name. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <signal.h>
int main(void){raise(SIGKILL); assert(0);}
