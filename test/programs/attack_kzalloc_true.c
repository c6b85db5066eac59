// expect: TRUE
/* No counterexample of these is blamed on us. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
void*kzalloc(unsigned long,int); int main(void){int*p=kzalloc(4,0); if(!p) return 0; assert(*p==0);}
