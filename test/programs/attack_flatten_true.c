// expect: TRUE
/* Functions that clang is told to inline have their parameters set. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
static void chk(int l){assert(l<10);} __attribute__((flatten)) int main(void){for(int i=0;i<10;i++) chk(i); chk(1); chk(2);}
