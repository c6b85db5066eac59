/* scanf in the compiled program that replays a counterexample: the format is read when it runs. */
#include "frontend/library/models/scan_format.h"

static void edgewise_scan_one(const struct scan_conversion *c, int count, int k, void *to) {
    __SIZE_TYPE__ bytes = scan_bytes(c, sizeof(void *));
    if (c->kind == 'f') edgewise_scan_bytes(count, k, to, bytes);
    else if (bytes == 1) edgewise_scan_1(count, k, to);
    else if (bytes == 2) edgewise_scan_2(count, k, to);
    else if (bytes == 4) edgewise_scan_4(count, k, to);
    else edgewise_scan_8(count, k, to);
}

static int edgewise_vscan(const char *format, __builtin_va_list arguments) {
    int n = 0, k = 0;
    struct scan_conversion c;
    for (const char *at = format; (c = scan_next(at)).kind; at = c.end) n += c.assigns;
    int count = edgewise_scan_begin(n);
    for (const char *at = format; (c = scan_next(at)).kind; at = c.end) {
        if (!c.assigns) continue;
        void *to = __builtin_va_arg(arguments, void *);
        if (c.kind == 's') edgewise_scan_text(count, k++, to, c.width ? c.width : (__SIZE_TYPE__)-1 >> 1);
        else if (c.kind == 'c') edgewise_scan_bytes(count, k++, to, c.width ? c.width : 1);
        else edgewise_scan_one(&c, count, k++, to);
    }
    return count;
}
#define STREAM void *stream,
#define SCANS(stream, name)                                                                                  \
    M int name(stream const char *format, ...) {                                                             \
        __builtin_va_list arguments;                                                                         \
        __builtin_va_start(arguments, format);                                                               \
        int count = edgewise_vscan(format, arguments);                                                       \
        __builtin_va_end(arguments);                                                                         \
        return count;                                                                                        \
    }
SCANS(, scanf)
SCANS(, __isoc99_scanf)
SCANS(, __isoc23_scanf)
SCANS(STREAM, fscanf)
SCANS(STREAM, __isoc99_fscanf)
SCANS(STREAM, __isoc23_fscanf)
