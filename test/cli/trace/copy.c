#include <assert.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);
int main(void) {
    char s[8] = "ab";
    char t[8];
    s[2] = __VERIFIER_nondet_char();
    memcpy(t, s, 4);
    assert(strlen(t) == 2);
    return 0;
}
