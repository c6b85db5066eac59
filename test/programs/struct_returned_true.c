// expect: TRUE
#include <stdlib.h>
#include <assert.h>
#include <stdbool.h>
size_t nondet_size_t(void);
struct cur { size_t len; unsigned char *ptr; };
struct buf { size_t len; unsigned char *buffer; size_t capacity; };
static struct cur from(const struct buf *b) { struct cur c; c.ptr = b->buffer; c.len = b->len; return c; }
static bool ok(const struct cur *c) { return c != NULL && (c->len == 0 || (c->len > 0 && c->ptr)); }
int main(void) {
    struct buf buf;
    __CPROVER_assume(buf.capacity < 1000);
    buf.buffer = buf.capacity == 0 ? NULL : malloc(buf.capacity);
    __CPROVER_assume(buf.len <= buf.capacity && (buf.capacity == 0 || buf.buffer));
    struct buf old = buf;
    size_t index; unsigned char byte;
    if (buf.len > 0 && buf.buffer) {
        __CPROVER_assume(index < buf.len);
        byte = buf.buffer[index];
    }
    struct cur c = from(&buf);
    assert(ok(&c));
    return 0;
}
