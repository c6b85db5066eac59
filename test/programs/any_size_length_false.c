// expect: FALSE [options: --check=memory]
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);
int main(void) {
    size_t n = __VERIFIER_nondet_uint(), length = 0;
    char *s = malloc(n + 1);
    if (!s) return 0;
    for (size_t i = 0; i < n; i++) s[i] = 1;
    s[n] = __VERIFIER_nondet_char();
    for (char *p = s; *p; p++) length++;
    free(s);
    return length > n;
}
