// expect: TRUE [options: --check=standard -D_GNU_SOURCE]
/* What sprintf and its relatives write follows from their formats. */
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define SAYS(text, ...)                                                                                      \
    do {                                                                                                     \
        char b[32];                                                                                          \
        int n = snprintf(b, sizeof b, __VA_ARGS__);                                                          \
        assert(n == (int)strlen(text));                                                                      \
        assert(!strcmp(b, text));                                                                            \
    } while (0)
int main(void) {
    SAYS("-0007", "%05d", -7);
    SAYS("7    |", "%-5d|", 7);
    SAYS("ff FF 0xff", "%x %X %#x", 255, 255, 255);
    SAYS("-9223372036854775808", "%lld", (long long)INT64_MIN);
    SAYS("  ab", "%4.2s", "abc");
    SAYS("x   ", "%*c", -4, 'x');
    char cut[3];
    int n = snprintf(cut, 3, "%d", 12345);
    assert(n == 5 && !strcmp(cut, "12"));
    int data = 1000000;
    n = printf("%s%d\n", "abcde1234151", data);
    assert(n == 20);
    char *p;
    if (asprintf(&p, "%u!", 77u) < 0) return 0;
    assert(!strcmp(p, "77!"));
    free(p);
    return 0;
}
