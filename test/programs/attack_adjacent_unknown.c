// expect: UNKNOWN
/* Addresses are unknown wherever a program can observe them. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(void){int a,b; assert(&a+1!=&b);}
