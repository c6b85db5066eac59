// expect: FALSE
/* stpncpy writes, as its kin do. */
#include <string.h>
char *stpncpy(char *, const char *, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char to[4] = "zzz", text[2] = "a";
    text[0] = (char)__VERIFIER_nondet_int();
    stpncpy(to, text, 3);
    if (to[0] == 'k' && !to[2]) reach_error();
    return 0;
}
