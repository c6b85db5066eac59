/* What printf and its relatives write, directive by directive (library/prints.c makes the calls).
 * `to` has room for `max` characters with the final zero; max 0: only the length is asked for. `n`
 * characters came before, and the result is how many there are now. A width below 0 says "to the
 * left", a precision below 0 is none. */
#include "frontend/library/models/any.h"

void edgewise_ledger(const char *) __asm__("__edgewise_ledger");
void *malloc(size_t);
enum { LEFT = 1, ZERO = 2, PLUS = 4, SPACE = 8, ALTERNATIVE = 16, UPPER = 32 };

static size_t put(char *to, size_t max, size_t n, char c) {
    if (n + 1 < max) to[n] = c;
    return n + 1;
}
static size_t fill(char *to, size_t max, size_t n, char c, size_t count) {
    if (!max) return n + count;
    while (count-- > 0) n = put(to, max, n, c);
    return n;
}
static size_t missing(int width, size_t n) {
    size_t least = width < 0 ? -(size_t)width : (size_t)width;
    return least > n ? least - n : 0;
}
M size_t edgewise_print_text(char *to, size_t max, size_t n, const char *s, int flags, int width,
                             int precision) {
    size_t k = 0;
    while ((precision < 0 || k < (size_t)precision) && s[k]) k++;
    int left = (flags & LEFT) || width < 0;
    size_t blanks = missing(width, k);
    if (!left) n = fill(to, max, n, 32, blanks);
    if (!max) n += k;
    else
        for (size_t i = 0; i < k; i++) n = put(to, max, n, s[i]);
    return left ? fill(to, max, n, 32, blanks) : n;
}
M size_t edgewise_print_char(char *to, size_t max, size_t n, int c, int flags, int width) {
    int left = (flags & LEFT) || width < 0;
    size_t blanks = missing(width, 1);
    if (!left) n = fill(to, max, n, 32, blanks);
    n = put(to, max, n, (char)c);
    return left ? fill(to, max, n, 32, blanks) : n;
}
/* The absolute value of a number, of at most `most` digits in this base; sign is a character or
 * 0. */
#define NUMBER(type, name)                                                                                   \
    M size_t name(char *to, size_t max, size_t n, type x, int sign, type base, int most, int flags,          \
                  int width, int precision) {                                                                \
        int left = (flags & LEFT) || width < 0, digits = 0;                                                  \
        for (type power = 1; digits < most && x >= power; power *= base) digits++;                           \
        size_t zeros = precision < 0 ? x == 0 : missing(precision, digits);                                  \
        if ((flags & ALTERNATIVE) && base == 8 && zeros == 0) zeros = 1;                                     \
        int prefix = (flags & ALTERNATIVE) && base == 16 && x != 0;                                          \
        size_t blanks = missing(width, (sign != 0) + 2 * prefix + zeros + digits);                           \
        if ((flags & ZERO) && !left && precision < 0) {                                                      \
            zeros += blanks;                                                                                 \
            blanks = 0;                                                                                      \
        }                                                                                                    \
        if (!max) return n + blanks + (sign != 0) + 2 * prefix + zeros + digits;                             \
        if (!left) n = fill(to, max, n, 32, blanks);                                                         \
        if (sign) n = put(to, max, n, (char)sign);                                                           \
        if (prefix) {                                                                                        \
            n = put(to, max, n, 48);                                                                         \
            n = put(to, max, n, flags & UPPER ? 88 : 120);                                                   \
        }                                                                                                    \
        n = fill(to, max, n, 48, zeros);                                                                     \
        for (int i = digits - 1; i >= 0; i--) {                                                              \
            int d = (int)(x % base);                                                                         \
            if (n + i + 1 < max) to[n + i] = (char)(d < 10 ? 48 + d : (flags & UPPER ? 55 : 87) + d);        \
            x /= base;                                                                                       \
        }                                                                                                    \
        n += digits;                                                                                         \
        return left ? fill(to, max, n, 32, blanks) : n;                                                      \
    }
NUMBER(unsigned, edgewise_print_number)
NUMBER(unsigned long long, edgewise_print_long)
M int edgewise_print_sign(int negative, int flags) {
    return negative ? 45 : flags & PLUS ? 43 : flags & SPACE ? 32 : 0;
}
M int edgewise_print_end(char *to, size_t max, size_t n) {
    if (max) to[n < max ? n : max - 1] = 0;
    return (int)n;
}
M int edgewise_print_result(size_t n) {
    edgewise_ledger("output-succeeds");
    return (int)n;
}
/* asprintf; a pointer that it does not give back is what it was or null. */
M char *edgewise_print_new(char **to, size_t n) {
    char *new = malloc(n + 1);
    if (new || any_int()) *to = new;
    return new;
}
M size_t edgewise_print_room(const char *new, size_t n) { return new ? n + 1 : 0; }
M int edgewise_print_new_end(char *new, size_t max, size_t n) {
    if (!new) return -1;
    new[n] = 0;
    return (int)n;
}
