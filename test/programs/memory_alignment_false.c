// expect: FALSE
/* Addresses are unknown wherever a program can observe them. */
#include <assert.h>
#include <stdlib.h>
#include <stdint.h>
#include <string.h>
int main(void){char a[2],b; assert((long)&b%4==0||(long)&a%4==0);}
