/* Functions of <string.h>, <ctype.h>, <stdlib.h> as they are compiled along with a program that
 * calls one of them. What the standard leaves to the library (the number that strcmp or isalpha
 * returns, what strtol makes of its text) is arbitrary; the locale is "C". test/oracle/library
 * compares each with the real function. */
#include "frontend/library/models/any.h"

/* In round i, a copy of `to` from `from` writes to[i] and reads from[i]: if it overlaps, one of
 * them is sooner or later where the other one has begun. */
static void both_apart(const char *to, const char *from, size_t i) {
    APART(to + i, from);
    APART(from + i, to);
}
M void edgewise_memcpy(char *to, const char *from, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (i) both_apart(to, from, i);
        to[i] = from[i];
    }
}
M void edgewise_memmove(char *to, const char *from, size_t n) {
    if (to <= from)
        for (size_t i = 0; i < n; i++) to[i] = from[i];
    else
        for (size_t i = n; i > 0; i--) to[i - 1] = from[i - 1];
}
M void edgewise_memset(char *to, char c, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = c;
}
static int less(void) {
    int n = any_int();
    if (n >= 0) __builtin_unreachable();
    return n;
}
static int greater(void) {
    int n = any_int();
    if (n <= 0) __builtin_unreachable();
    return n;
}
static int yes(int b) {
    int n = any_int();
    if (!b) return 0;
    if (n == 0) __builtin_unreachable();
    return n;
}
static int order(unsigned char a, unsigned char b) { return a < b ? less() : a > b ? greater() : 0; }
M int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a;
    const unsigned char *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i]) return order(p[i], q[i]);
    return 0;
}
M void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    return 0;
}
M size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}
M size_t strnlen(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    return n;
}
M int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return order(a[i], b[i]);
}
M int strncmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    if (i == n) return 0;
    return order(a[i], b[i]);
}
M char *strcpy(char *to, const char *from) {
    size_t i = 0;
    both_apart(to, from, i);
    while ((to[i] = from[i])) both_apart(to, from, ++i);
    return to;
}
M char *stpcpy(char *to, const char *from) {
    size_t i = 0;
    both_apart(to, from, i);
    while ((to[i] = from[i])) both_apart(to, from, ++i);
    return to + i;
}
M char *strncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    while (i < n && from[i]) {
        both_apart(to, from, i);
        to[i] = from[i];
        i++;
    }
    while (i < n) to[i++] = 0;
    return to;
}
M char *strcat(char *to, const char *from) {
    size_t n = 0;
    size_t i = 0;
    while (to[n]) n++;
    both_apart(to + n, from, i);
    while ((to[n + i] = from[i])) both_apart(to + n, from, ++i);
    return to;
}
M char *strncat(char *to, const char *from, size_t max) {
    size_t n = 0;
    size_t i = 0;
    while (to[n]) n++;
    while (i < max && from[i]) {
        both_apart(to + n, from, i);
        to[n + i] = from[i];
        i++;
    }
    to[n + i] = 0;
    return to;
}
M char *strchr(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}
M char *strrchr(const char *s, int c) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = (char *)s;
        if (!*s) return found;
    }
}
M char *index(const char *s, int c) {
    for (;; s++) {
        if (*s == (char)c) return (char *)s;
        if (!*s) return 0;
    }
}
M char *rindex(const char *s, int c) {
    char *found = 0;
    for (;; s++) {
        if (*s == (char)c) found = (char *)s;
        if (!*s) return found;
    }
}
M void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n > 0)
        if (p[--n] == (unsigned char)c) return (void *)(p + n);
    return 0;
}
M void *mempcpy(void *to, const void *from, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
    return (char *)to + n;
}
M void *memccpy(void *to, const void *from, int c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if ((((char *)to)[i] = ((const char *)from)[i]) == (char)c) return (char *)to + i + 1;
    return 0;
}
M int bcmp(const void *a, const void *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (((const char *)a)[i] != ((const char *)b)[i]) return yes(1);
    return 0;
}
static int lower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; }
M int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && lower(a[i]) == lower(b[i])) i++;
    return order(lower((unsigned char)a[i]), lower((unsigned char)b[i]));
}
M int strncasecmp(const char *a, const char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] && lower(a[i]) == lower(b[i])) i++;
    return i == n ? 0 : order(lower((unsigned char)a[i]), lower((unsigned char)b[i]));
}
static int among(char c, const char *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}
M size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && among(s[n], set)) n++;
    return n;
}
M size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !among(s[n], set)) n++;
    return n;
}
M char *strpbrk(const char *s, const char *set) {
    for (; *s; s++)
        if (among(*s, set)) return (char *)s;
    return 0;
}
M char *strstr(const char *s, const char *what) {
    for (;; s++) {
        size_t i = 0;
        while (what[i] && s[i] == what[i]) i++;
        if (!what[i]) return (char *)s;
        if (!*s) return 0;
    }
}
M size_t strlcpy(char *to, const char *from, size_t max) {
    size_t n = 0;
    for (; from[n]; n++)
        if (n + 1 < max) to[n] = from[n];
    if (max) to[n < max ? n : max - 1] = 0;
    return n;
}
M size_t strlcat(char *to, const char *from, size_t max) {
    size_t n = 0;
    size_t i = 0;
    while (n < max && to[n]) n++;
    for (; from[i]; i++)
        if (n + i + 1 < max) to[n + i] = from[i];
    if (n < max) to[n + i < max ? n + i : max - 1] = 0;
    return n + i;
}
M char *stpncpy(char *to, const char *from, size_t n) {
    size_t i = 0;
    size_t end;
    while (i < n && from[i]) {
        to[i] = from[i];
        i++;
    }
    end = i;
    while (i < n) to[i++] = 0;
    return to + end;
}
M void *memmem(const void *s, size_t n, const void *what, size_t k) {
    for (size_t at = 0; at + k <= n; at++) {
        size_t i = 0;
        while (i < k && ((const char *)s)[at + i] == ((const char *)what)[i]) i++;
        if (i == k) return (char *)s + at;
    }
    return 0;
}
M char *strcasestr(const char *s, const char *what) {
    for (;; s++) {
        size_t i = 0;
        while (what[i] && lower(s[i]) == lower(what[i])) i++;
        if (!what[i]) return (char *)s;
        if (!*s) return 0;
    }
}
M char *strchrnul(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}
M void *rawmemchr(const void *s, int c) {
    const char *p = s;
    while (*p != (char)c) p++;
    return (void *)p;
}
M char *strsep(char **rest, const char *set) {
    char *s = *rest;
    char *end = s;
    if (!s) return 0;
    while (*end && !among(*end, set)) end++;
    *rest = *end ? end + 1 : 0;
    if (*end) *end = 0;
    return s;
}
static char *token(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    while (*s && among(*s, set)) s++;
    char *end = s;
    while (*end && !among(*end, set)) end++;
    *rest = end;
    if (end == s) return 0;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}
M char *strtok_r(char *s, const char *set, char **rest) { return token(s, set, rest); }
M char *strtok(char *s, const char *set) {
    static char *rest;
    return token(s, set, &rest);
}
M int ffs(int x) { return __builtin_ffs(x); }
M int ffsl(long x) { return __builtin_ffsl(x); }
M int ffsll(long long x) { return __builtin_ffsll(x); }
M __INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }
M int abs(int x) { return x < 0 ? -x : x; }
M long labs(long x) { return x < 0 ? -x : x; }
M long long llabs(long long x) { return x < 0 ? -x : x; }
M int isdigit(int c) { return yes(c >= 48 && c <= 57); }
M int isupper(int c) { return yes(c >= 65 && c <= 90); }
M int islower(int c) { return yes(c >= 97 && c <= 122); }
M int isalpha(int c) { return yes((c >= 65 && c <= 90) || (c >= 97 && c <= 122)); }
M int isalnum(int c) { return yes((c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)); }
M int isspace(int c) { return yes(c == 32 || (c >= 9 && c <= 13)); }
M int isxdigit(int c) { return yes((c >= 48 && c <= 57) || (c >= 65 && c <= 70) || (c >= 97 && c <= 102)); }
M int iscntrl(int c) { return yes((c >= 0 && c < 32) || c == 127); }
M int isprint(int c) { return yes(c >= 32 && c < 127); }
M int isgraph(int c) { return yes(c > 32 && c < 127); }
M int isblank(int c) { return yes(c == 32 || c == 9); }
M int isascii(int c) { return yes(c >= 0 && c < 128); }
M int ispunct(int c) {
    return yes(c > 32 && c < 127 && !((c >= 48 && c <= 57) || (c >= 65 && c <= 90) || (c >= 97 && c <= 122)));
}
M int toascii(int c) { return c & 127; }
M int toupper(int c) { return c >= 97 && c <= 122 ? c - 32 : c; }
M int tolower(int c) { return c >= 65 && c <= 90 ? c + 32 : c; }
/* A number that the type cannot hold is undefined: any value. */
#define DECIMAL(type, most, any_value, name)                                                                 \
    M type name(const char *s) {                                                                             \
        type n = 0;                                                                                          \
        int minus = 0, over = 0;                                                                             \
        while (*s == 32 || (*s >= 9 && *s <= 13)) s++;                                                       \
        if (*s == 45 || *s == 43) minus = *s++ == 45;                                                        \
        while (*s >= 48 && *s <= 57) {                                                                       \
            over |= n > ((most) - 9) / 10;                                                                   \
            n = n * 10 + (*s++ - 48);                                                                        \
        }                                                                                                    \
        if (over) {                                                                                          \
            SETS_ERRNO;                                                                                      \
            return any_value();                                                                              \
        }                                                                                                    \
        return minus ? -n : n;                                                                               \
    }
DECIMAL(int, __INT_MAX__, any_int, atoi)
DECIMAL(long, __LONG_MAX__, any_long, atol)
DECIMAL(long long, __LONG_LONG_MAX__, any_long_long, atoll)
struct ints {
    int quot;
    int rem;
};
struct longs {
    long quot;
    long rem;
};
struct long_longs {
    long long quot;
    long long rem;
};
M struct ints div(int a, int b) {
    struct ints d = {a / b, a % b};
    return d;
}
M struct longs ldiv(long a, long b) {
    struct longs d = {a / b, a % b};
    return d;
}
M struct long_longs lldiv(long long a, long long b) {
    struct long_longs d = {a / b, a % b};
    return d;
}
M struct long_longs imaxdiv(long long a, long long b) {
    struct long_longs d = {a / b, a % b};
    return d;
}
M unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
M unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }
M unsigned short htons(unsigned short x) { return __builtin_bswap16(x); }
M unsigned short ntohs(unsigned short x) { return __builtin_bswap16(x); }
#define END(p)                                                                                               \
    if (p) *p = (char *)s + (size_t)any_long();
M long strtol(const char *s, char **end, int base) {
    SETS_ERRNO;
    END(end) return any_long();
}
M unsigned long strtoul(const char *s, char **end, int base) {
    SETS_ERRNO;
    END(end) return any_long();
}
M long long strtoll(const char *s, char **end, int base) {
    SETS_ERRNO;
    END(end) return any_long_long();
}
M unsigned long long strtoull(const char *s, char **end, int base) {
    SETS_ERRNO;
    END(end) return any_long_long();
}
M double strtod(const char *s, char **end) {
    SETS_ERRNO;
    END(end) return any();
}
M float strtof(const char *s, char **end) {
    SETS_ERRNO;
    END(end) return anyf();
}
M const unsigned short **__ctype_b_loc(void) { /* of the C locale, as glibc has it; from -128 on */
    static const unsigned short t[384] = {[128 ... 136] = 2,     [137] = 8195,          [138 ... 141] = 8194,
                                          [142 ... 159] = 2,     [160] = 24577,         [161 ... 175] = 49156,
                                          [176 ... 185] = 55304, [186 ... 192] = 49156, [193 ... 198] = 54536,
                                          [199 ... 218] = 50440, [219 ... 224] = 49156, [225 ... 230] = 54792,
                                          [231 ... 250] = 50696, [251 ... 254] = 49156, [255] = 2};
    static const unsigned short *p = t + 128;
    return &p;
}
M long time(long *seconds) {
    long now = any_long();
    SETS_ERRNO;
    if (seconds) *seconds = now;
    return now;
}
M int *__errno_location(void) { return &edgewise_errno; }
void *malloc(size_t);
void *aligned_alloc(size_t, size_t);
M char *strdup(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; copy && i <= n; i++) copy[i] = s[i];
    return copy;
}
M char *strndup(const char *s, size_t max) {
    size_t n = 0;
    while (n < max && s[n]) n++;
    char *copy = malloc(n + 1);
    for (size_t i = 0; copy && i < n; i++) copy[i] = s[i];
    if (copy) copy[n] = 0;
    return copy;
}
M int posix_memalign(void **p, size_t align, size_t n) {
    if (align == 0 || align % sizeof(void *) != 0 || (align & (align - 1)) != 0) return 22;
    void *new = aligned_alloc(align, n);
    if (!new) return 12;
    *p = new;
    return 0;
}
