/* Text that grows. `text` is always NUL-terminated once anything was appended; all zero is
 * empty. */
#ifndef UTIL_STRBUF_H
#define UTIL_STRBUF_H

#include <stddef.h>

struct strbuf {
    char *text;
    size_t n, capacity;
};

void strbuf_char(struct strbuf *b, char c);
void strbuf_text(struct strbuf *b, const char *s);
void strbuf_bytes(struct strbuf *b, const void *data, size_t n);
void strbuf_printf(struct strbuf *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void strbuf_clear(struct strbuf *b);
/* Hands the text over to the caller, who frees it; never NULL. The buffer is empty afterwards. */
char *strbuf_take(struct strbuf *b);
void strbuf_release(struct strbuf *b);

#endif
