// expect: TRUE
/* What is around main: arguments, functions of sections, assembly, volatile. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(int c,char**v){assert(v[c]==0); assert(c>=0);}
