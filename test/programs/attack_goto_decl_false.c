// expect: FALSE
/* No counterexample of these is blamed on us. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(void){int r=0; goto x; {int y=3; x: y=7; r=y;} assert(r==8);}
