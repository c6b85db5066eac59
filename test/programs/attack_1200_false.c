// expect: FALSE
/* No execution is cut away because memory runs out in the model. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(void){for(int i=0;i<1200;i++) if(!malloc(1u<<20)) return 0; assert(0);}
