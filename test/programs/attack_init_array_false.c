// expect: FALSE
/* What is around main: arguments, functions of sections, assembly, volatile. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
static int n; static void s(void){n=5;} __attribute__((section(".init_array"),used)) static void(*q)(void)=s; int main(void){assert(n==0);}
