// expect: TRUE
#include <string.h>
char *strsep(char **, const char *);
char *stpncpy(char *, const char *, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    char s[] = ",a;b", t[] = "x,,y", to[4] = "zzz", *rest = t;
    if (__VERIFIER_nondet_int()) s[2] = ',';
    char *first = strtok(s, ",;"), *second = strtok(0, ",;");
    if (first != s + 1 || second != s + 3 || s[2] != 0 || strtok(0, ",")) reach_error();
    if (strsep(&rest, ",") != t || *strsep(&rest, ",") || *strsep(&rest, ",") != 'y' || strsep(&rest, ",")) reach_error();
    if (stpncpy(to, "q", 3) != to + 1 || to[2] || to[0] != 'q') reach_error();
    return 0;
}
