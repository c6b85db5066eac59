/* Functions of <stdio.h> and <unistd.h> that bring bytes in from outside. What they bring is
 * arbitrary, how much of it is not:
 *
 *     char line[80];
 *     if (fgets(line, 80, stdin)) ...    there is a 0 at line[k], for some k < 80
 *
 * The same text is compiled beside the program when a counterexample is replayed, in the place of
 * the library's functions; the harness then returns the numbers and bytes of the trace
 * (replay/harness.c). Both must draw in the same order. scanf is taken apart by its format: for
 * the proof by formats.c, in the compiled program by edgewise_vscan below. */
#ifndef SETS_ERRNO
#define SETS_ERRNO edgewise_errno = (int)__edgewise_outside_number("errno")
#endif
#include "frontend/library/models/any.h"

/* An arbitrary number; arbitrary bytes, or what this is not known to leave alone. `by` names the
 * function that brings them. */
long __edgewise_outside_number(const char *by);
void __edgewise_outside_bytes(void *to, size_t n, const char *by);

M char *fgets(char *s, int n, void *stream) {
    long count = __edgewise_outside_number("fgets");
    SETS_ERRNO;
    if (n <= 0) return 0;
    if (n == 1) {
        s[0] = 0;
        return s;
    }
    if (count == 0) return 0; /* the end of the file: nothing is written */
    SUPPOSE(count < n);
    if (count > 0) s[count] = 0; /* so far it may write, and no further */
    __edgewise_outside_bytes(s, n, "fgets");
    if (count < 0) return 0; /* an error, after some bytes */
    s[count] = 0;
    return s;
}
M char *gets(char *s) {
    long count = __edgewise_outside_number("gets");
    SETS_ERRNO;
    if (count <= 0) return 0;
    s[count] = 0;
    __edgewise_outside_bytes(s, count, "gets");
    s[count] = 0;
    return s;
}
M size_t fread(void *to, size_t size, size_t n, void *stream) {
    long items = __edgewise_outside_number("fread");
    SETS_ERRNO;
    if (size == 0 || n == 0) return 0;
    SUPPOSE(items >= 0 && (size_t)items <= n);
    if (items > 0) ((char *)to)[items * size - 1] = 0;
    __edgewise_outside_bytes(to, n * size, "fread");
    return items;
}
M size_t fread_unlocked(void *to, size_t size, size_t n, void *stream) { return fread(to, size, n, stream); }
static long bring(int file, void *to, size_t n, const char *by) {
    long count = __edgewise_outside_number(by);
    SETS_ERRNO;
    SUPPOSE(count < 0 || (size_t)count <= n);
    if (file < 0 || count < 0) return -1;
    if (count > 0) {
        ((char *)to)[count - 1] = 0;
        __edgewise_outside_bytes(to, n, by);
    }
    return count;
}
M long read(int file, void *to, size_t n) { return bring(file, to, n, "read"); }
M long recv(int socket, void *to, size_t n, int flags) { return bring(socket, to, n, "recv"); }

/* ---- scanf ---- */

/* How many of n conversions are assigned; -1 at the end of the file. */
M int edgewise_scan_begin(int n) {
    long count = __edgewise_outside_number("scanf");
    SETS_ERRNO;
    SUPPOSE(count >= -1 && count <= n);
    return count;
}
/* Conversion k, of an integer; one function per size, so that memory is split as the program
 * does. */
#define SCANS_INTEGER(type, name)                                                                            \
    M void name(int count, int k, type *to) {                                                                \
        if (k < count) *to = (type)__edgewise_outside_number("scanf");                                       \
    }
SCANS_INTEGER(char, edgewise_scan_1)
SCANS_INTEGER(short, edgewise_scan_2)
SCANS_INTEGER(int, edgewise_scan_4)
M void edgewise_scan_8(int count, int k, long long *to) {
    if (k >= count) return;
    unsigned long long half = (unsigned)__edgewise_outside_number("scanf");
    *to = half << 32 | (unsigned)__edgewise_outside_number("scanf");
}
/* Conversion k, of so many characters, or of a float of so many bytes. */
M void edgewise_scan_bytes(int count, int k, void *to, size_t bytes) {
    if (k < count) __edgewise_outside_bytes(to, bytes, "scanf");
}
/* %s and %[ with room for `most` characters and a 0. */
M void edgewise_scan_text(int count, int k, char *to, size_t most) {
    if (k >= count) return;
    long n = __edgewise_outside_number("scanf");
    SUPPOSE(n >= 1 && (size_t)n <= most);
    to[n] = 0;
    __edgewise_outside_bytes(to, n, "scanf");
    to[n] = 0;
}
