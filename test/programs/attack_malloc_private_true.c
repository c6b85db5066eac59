// expect: TRUE
/* A pointer of unknown value may lead to every object that it can reach, and to no other. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int*bar(void); int main(void){int*x=malloc(4); int*y=bar(); if(!x) return 0; *x=1; *y=2; assert(x!=y);}
