#include "util/log.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/clock.h"
#include "util/options.h"
#include "util/vec.h"

#ifndef NDEBUG
void log_printf(const char *file, int line, const char *format, ...) {
    static int on = -1;
    if (on < 0) on = getenv("EDGEWISE_LOG") != NULL;
    if (!on) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "[%s:%d] ", file, line);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}
#endif

void verbose(const char *format, ...) {
    if (!options.verbose || options.quiet) return;
    va_list args;
    va_start(args, format);
    fprintf(stderr, "[%7.2f] ", clock_wall());
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

void warning(const char *format, ...) {
    static VEC(char *) said;
    char *text = NULL;
    va_list args;
    va_start(args, format);
    int length = vasprintf(&text, format, args);
    va_end(args);
    if (length < 0 || options.quiet) {
        free(text);
        return;
    }
    for (uint32_t i = 0; i < said.n; i++)
        if (!strcmp(said.at[i], text)) {
            free(text);
            return;
        }
    VEC_PUSH(&said, text);
    fprintf(stderr, "edgewise: warning: %s\n", text);
}
