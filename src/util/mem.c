#include "util/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/fail.h"

static bool failed;

bool mem_failed(void) { return failed; }

static void *checked(void *block, size_t bytes) {
    failed = failed || (!block && bytes);
    if (!block && bytes) fail_environment("out of memory (%zu bytes wanted)", bytes);
    return block;
}

void *mem_alloc(size_t bytes) { return checked(malloc(bytes ? bytes : 1), bytes); }

void *mem_zero(size_t count, size_t size) {
    return checked(calloc(count ? count : 1, size ? size : 1), count * size);
}

void *mem_resize(void *block, size_t bytes) { return checked(realloc(block, bytes ? bytes : 1), bytes); }

char *mem_strdup(const char *s) {
    size_t n = strlen(s) + 1;
    return memcpy(mem_alloc(n), s, n);
}

char *mem_printf(const char *format, ...) {
    va_list args;
    char *s = NULL;
    va_start(args, format);
    if (vasprintf(&s, format, args) < 0) s = NULL;
    va_end(args);
    return checked(s, 1);
}
