#include "util/fail.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "util/mem.h"

static void (*at_exit_hook)(void);

void fail_at_exit(void (*hook)(void)) { at_exit_hook = hook; }

static _Noreturn void end(int code, const char *kind, const char *advice, const char *format, va_list args) {
    void (*hook)(void) = at_exit_hook;
    at_exit_hook = NULL;
    fflush(stdout);
    fprintf(stderr, "edgewise: %s%s", kind, *kind ? ": " : "");
    vfprintf(stderr, format, args);
    fprintf(stderr, "\n%s", advice);
    if (hook) hook();
    _Exit(code);
}

void fail_internal(const char *format, ...) {
    va_list args;
    va_start(args, format);
    end(EXIT_INTERNAL, "internal error", "This is a bug in edgewise: please report it with the input.\n",
        format, args);
}

void fail_environment(const char *format, ...) {
    va_list args;
    va_start(args, format);
    end(EXIT_INTERNAL, "fatal", "", format, args);
}

void fail_input(const char *format, ...) {
    va_list args;
    va_start(args, format);
    end(EXIT_BAD_INPUT, "", "", format, args);
}

void error_set(struct error *e, const char *file, int line, int column, const char *format, ...) {
    if (e->set) return;
    va_list args;
    va_start(args, format);
    e->set = true;
    e->file = file ? mem_strdup(file) : NULL;
    e->line = line;
    e->column = column;
    if (vasprintf(&e->message, format, args) < 0) e->message = mem_strdup("out of memory");
    va_end(args);
}

char *error_text(const struct error *e) {
    if (!e->file) return mem_strdup(e->message);
    if (!e->line) return mem_printf("%s: %s", e->file, e->message);
    if (!e->column) return mem_printf("%s:%d: %s", e->file, e->line, e->message);
    return mem_printf("%s:%d:%d: %s", e->file, e->line, e->column, e->message);
}

void error_release(struct error *e) {
    free(e->file);
    free(e->message);
    *e = (struct error){0};
}
