// expect: FALSE
#include <assert.h>
#include <stdio.h>
int main(void) {
    long long n;
    short k;
    if (scanf("%lld %hd", &n, &k) != 2) return 0;
    assert(n != 123456789012 || k != -7);
}
