// expect: FALSE
/* Functions of the C library do what the library does, or are cut by name. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
#include <stdio.h>
int main(void){int n=0; printf("ab%n",&n); assert(n==0);}
