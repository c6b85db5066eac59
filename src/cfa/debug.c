#include "cfa/debug.h"

#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

enum { MAX_NESTING = 32 };

struct cfa_debug *debug_new(void) {
    struct cfa_debug *d = MEM_NEW(struct cfa_debug);
    d->users = 1;
    VEC_PUSH(&d->types, (struct debug_type){0});
    VEC_PUSH(&d->scopes, (struct debug_scope){0});
    VEC_PUSH(&d->notes, (struct debug_note){0});
    return d;
}

struct cfa_debug *debug_share(struct cfa_debug *d) {
    if (d) d->users++;
    return d;
}

void debug_free(struct cfa_debug *d) {
    if (!d) return;
    assert(d->users > 0);
    if (--d->users) return;
    for (uint32_t i = 0; i < d->types.n; i++) {
        VEC_RELEASE(&d->types.at[i].members);
        VEC_RELEASE(&d->types.at[i].constants);
    }
    VEC_RELEASE(&d->types);
    VEC_RELEASE(&d->objects);
    VEC_RELEASE(&d->scopes);
    VEC_RELEASE(&d->notes);
    VEC_RELEASE(&d->uses);
    arena_release(&d->arena);
    free(d);
}

const char *debug_keep(struct cfa_debug *d, const char *text, size_t n) {
    char *kept = arena_alloc(&d->arena, n + 1);
    memcpy(kept, text, n);
    kept[n] = 0;
    return kept;
}

static int by_address(const void *a, const void *b) {
    const struct debug_object *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

void debug_sort(struct cfa_debug *d) {
    if (d->objects.n) qsort(d->objects.at, d->objects.n, sizeof *d->objects.at, by_address);
}

/* Objects do not touch, so an address just behind one belongs to it alone. */
const struct debug_object *debug_find(const struct cfa_debug *d, uint64_t address) {
    uint32_t low = 0, high = d->objects.n;
    while (low < high) { /* the first object that begins behind the address */
        uint32_t middle = low + (high - low) / 2;
        if (d->objects.at[middle].address <= address) low = middle + 1;
        else high = middle;
    }
    if (!low) return NULL;
    const struct debug_object *o = &d->objects.at[low - 1];
    return address - o->address <= o->bytes ? o : NULL;
}

bool debug_is_hidden(const struct cfa_debug *d, const struct debug_object *o) {
    const struct debug_type *t = &d->types.at[o->type];
    while (t->kind == DEBUG_ARRAY) t = &d->types.at[t->element];
    return (o->name && !strcmp(o->name, DEBUG_VARARGS)) || (t->name && strstr(t->name, "__va_list_tag"));
}

bool debug_is_scalar(const struct cfa_debug *d, uint32_t type) {
    switch (d->types.at[type].kind) {
    case DEBUG_SIGNED:
    case DEBUG_UNSIGNED:
    case DEBUG_BOOL:
    case DEBUG_CHAR:
    case DEBUG_FLOAT:
    case DEBUG_POINTER:
    case DEBUG_ENUM: return true;
    default: return false;
    }
}

/* Do these bytes of the member have a name of their own? */
static bool leads_to_part(const struct cfa_debug *d, const struct debug_member *m, uint64_t offset,
                          uint64_t bytes) {
    struct strbuf scratch = {0};
    bool part = debug_path(d, &scratch, m->type, offset - m->offset / 8, bytes) != 0;
    strbuf_release(&scratch);
    return part;
}

/* The member that holds the bytes; the smallest one of a union, because the others are often views
 * of the whole, but rather one that has a name for exactly these bytes. */
static const struct debug_member *member_at(const struct cfa_debug *d, const struct debug_type *t,
                                            uint64_t offset, uint64_t bytes) {
    const struct debug_member *found = NULL;
    bool exact = false;
    for (uint32_t i = 0; i < t->members.n; i++) {
        const struct debug_member *m = &t->members.at[i];
        if (m->offset % 8 || m->bits % 8) continue; /* a bit-field: no path of bytes leads to it */
        if (m->offset / 8 > offset || offset + bytes > (m->offset + m->bits) / 8) continue;
        bool part = t->kind == DEBUG_UNION && leads_to_part(d, m, offset, bytes);
        if (found && (exact > part || (exact == part && m->bits >= found->bits))) continue;
        found = m;
        exact = part;
    }
    return found;
}

uint32_t debug_path(const struct cfa_debug *d, struct strbuf *b, uint32_t type, uint64_t offset,
                    uint64_t bytes) {
    for (int depth = 0; depth < MAX_NESTING; depth++) {
        const struct debug_type *t = &d->types.at[type];
        if (t->kind == DEBUG_STRUCT || t->kind == DEBUG_UNION) {
            const struct debug_member *m = member_at(d, t, offset, bytes);
            if (!m) return offset == 0 && bytes == t->bits / 8 ? type : 0;
            if (*m->name) strbuf_printf(b, ".%s", m->name);
            offset -= m->offset / 8;
            type = m->type;
        } else if (t->kind == DEBUG_ARRAY) {
            uint64_t size = d->types.at[t->element].bits / 8;
            if (!size || offset % size + bytes > size) return 0;
            strbuf_printf(b, "[%llu]", (unsigned long long)(offset / size));
            offset %= size;
            type = t->element;
        } else {
            return offset == 0 && bytes == t->bits / 8 ? type : 0;
        }
    }
    return 0;
}
