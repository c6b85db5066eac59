// expect: TRUE
/* A pointer of unknown value may lead to every object that it can reach, and to no other. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
extern void*__VERIFIER_nondet_pointer(void); int main(void){int a=1; int*p=__VERIFIER_nondet_pointer(); if(p!=&a) return 0; assert(*p==1);}
