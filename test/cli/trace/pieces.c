/* Parts of unions, variable arguments, characters, and values that come from one of two places. */
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
#define MAX(a, b) ((a) > (b) ? (a) : (b))
union word {
    unsigned w;
    unsigned char b[4];
};
static int total(int n, ...) {
    va_list ap;
    int s = 0;
    va_start(ap, n);
    while (n--)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int main(void) {
    union word u;
    unsigned n = __VERIFIER_nondet_uint();
    u.w = n;
    u.b[3] = (unsigned char)(n >> 8);
    if (u.b[3] != 200)
        return 0;
    int most = MAX(total(2, 3, 4), (int)(n & 7));
    char *text = calloc(4, 1);
    if (!text)
        return 0;
    text[2] = (char)(most + 2);
    assert(text[2] != 9 || u.b[3] != 200);
    return 0;
}
