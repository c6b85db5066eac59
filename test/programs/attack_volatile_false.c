// expect: FALSE [options: --volatile=new]
/* What is around main: arguments, functions of sections, assembly, volatile. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
volatile int v; int main(void){int a=v,b=v; assert(a==b);}
