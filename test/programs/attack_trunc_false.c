// expect: FALSE
/* Addresses are unknown wherever a program can observe them. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int x; int main(void){uint32_t a=(uint32_t)(uintptr_t)&x; assert(a==(uintptr_t)&x);}
