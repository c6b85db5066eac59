// expect: TRUE
/* Functions that clang is told to inline have their parameters set. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
static inline __attribute__((always_inline)) void chk(int l){assert(l<10);} int main(void){for(int i=0;i<10;i++) chk(i);}
