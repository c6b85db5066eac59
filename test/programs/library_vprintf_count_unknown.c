// expect: UNKNOWN
#include <stdarg.h>
#include <stdio.h>
extern void reach_error(void);
static void show(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
}
int main(void) {
    int n = 0;
    show("abc%n", &n);
    if (n == 3) reach_error();
    return 0;
}
