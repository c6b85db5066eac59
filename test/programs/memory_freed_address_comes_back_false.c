// expect: FALSE
/* Addresses are unknown wherever a program can observe them. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(void){char*p=malloc(4); uintptr_t o=(uintptr_t)p; free(p); char*q=malloc(4); if(!q) return 0; assert((uintptr_t)q!=o);}
