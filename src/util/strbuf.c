#include "util/strbuf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

static void reserve(struct strbuf *b, size_t more) {
    if (b->n + more + 1 <= b->capacity) return;
    b->capacity = 2 * b->capacity > b->n + more + 1 ? 2 * b->capacity : b->n + more + 32;
    b->text = mem_resize(b->text, b->capacity);
}

void strbuf_bytes(struct strbuf *b, const void *data, size_t n) {
    reserve(b, n);
    memcpy(b->text + b->n, data, n);
    b->n += n;
    b->text[b->n] = 0;
}

void strbuf_char(struct strbuf *b, char c) { strbuf_bytes(b, &c, 1); }

void strbuf_text(struct strbuf *b, const char *s) { strbuf_bytes(b, s, strlen(s)); }

void strbuf_printf(struct strbuf *b, const char *format, ...) {
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    reserve(b, (size_t)n);
    vsnprintf(b->text + b->n, (size_t)n + 1, format, again);
    va_end(again);
    b->n += (size_t)n;
}

void strbuf_clear(struct strbuf *b) {
    b->n = 0;
    if (b->text) b->text[0] = 0;
}

char *strbuf_take(struct strbuf *b) {
    char *text = b->text ? b->text : mem_strdup("");
    *b = (struct strbuf){0};
    return text;
}

void strbuf_release(struct strbuf *b) { free(strbuf_take(b)); }
