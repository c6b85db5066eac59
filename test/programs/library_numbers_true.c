// expect: TRUE
#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
extern void explicit_bzero(void *, size_t);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < -100 || n > 100) return 0;
    div_t d = div(n, 7);
    lldiv_t e = lldiv(-7, 2);
    if (d.quot * 7 + d.rem != n || e.quot != -3 || e.rem != -1) reach_error();
    if (ntohl(htonl((unsigned)n)) != (unsigned)n || htons(1) != 256) reach_error();
    if (atol("42") != 42 || atoll(" -9876543210") != -9876543210) reach_error();
    char key[3] = "ab";
    explicit_bzero(key, 2);
    if (key[0] || key[1]) reach_error();
    return 0;
}
