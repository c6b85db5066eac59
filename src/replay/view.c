#include "replay/view.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/story.h"

enum { MAX_LITERAL = 60 };

static uint64_t name_key(uint32_t scope, const char *name, size_t n) {
    return hash_mix(hash_bytes(name, n), scope);
}

void view_init(struct view_state *v, const struct events *e) {
    *v = (struct view_state){.e = e, .d = e->c->debug};
    for (uint32_t i = v->d->objects.n; i-- > 0;) {
        const struct debug_object *o = &v->d->objects.at[i];
        if (o->name) *int_map_put(&v->objects, name_key(o->scope, o->name, strlen(o->name)), NULL) = i + 1;
    }
}

void view_release(struct view_state *v) {
    int_map_release(&v->variables);
    int_map_release(&v->memory);
    int_map_release(&v->objects);
    int_map_release(&v->shaped);
}

static uint32_t type_of_object(const struct view_state *v, const struct debug_object *o) {
    const uint64_t *known = o->type ? NULL : int_map_get(&v->shaped, (uint64_t)(o - v->d->objects.at));
    return known ? (uint32_t)*known : o->type;
}

/* Memory from malloc has the type of what points to it. */
static void suggest_type(struct view_state *v, uint32_t pointer, uint64_t address) {
    const struct debug_type *t = &v->d->types.at[pointer];
    const struct debug_object *o = t->kind == DEBUG_POINTER ? debug_find(v->d, address) : NULL;
    if (!o || o->type || o->text || o->is_function) return;
    uint64_t offset = address - o->address;
    enum debug_kind k = v->d->types.at[t->element].kind;
    if ((o->slot ? offset % o->slot : offset) || !v->d->types.at[t->element].bits || k == DEBUG_UNKNOWN ||
        k == DEBUG_CHAR)
        return;
    bool added;
    uint64_t *known = int_map_put(&v->shaped, (uint64_t)(o - v->d->objects.at), &added);
    if (added) *known = t->element;
}

void view_see(struct view_state *v, uint32_t event) {
    const struct event *e = &v->e->all.at[event];
    const struct debug_note *n = event_note(v->e, event);
    if (e->kind == NOTE_VARIABLE && n->name) {
        *int_map_put(&v->variables, name_key(n->scope, n->name, strlen(n->name)), NULL) = (uint64_t)event + 1;
        if (e->sort) suggest_type(v, n->type, e->v.lo);
    }
    if (e->kind != NOTE_LOAD && e->kind != NOTE_STORE) return;
    *int_map_put(&v->memory, e->address, NULL) = (uint64_t)event + 1;
    const struct debug_object *o = debug_find(v->d, e->address);
    if (o && o->name)
        *int_map_put(&v->objects, name_key(o->scope, o->name, strlen(o->name)), NULL) =
            (uint64_t)(o - v->d->objects.at) + 1;
}

bool view_variable(const struct view_state *v, uint32_t scope, const char *name, value *x) {
    const uint64_t *known = int_map_get(&v->variables, name_key(scope, name, strlen(name)));
    if (known) *x = v->e->all.at[*known - 1].v;
    return known != NULL;
}

/* ---- values ---- */

static void print_quoted(struct strbuf *b, const char *s, size_t n) {
    strbuf_char(b, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (i == MAX_LITERAL) {
            strbuf_text(b, "\"...");
            return;
        }
        if (c == '"' || c == '\\') strbuf_printf(b, "\\%c", c);
        else if (c == '\n') strbuf_text(b, "\\n");
        else if (c == 0) strbuf_text(b, "\\0");
        else if (c < 32 || c >= 127) strbuf_printf(b, "\\x%02x", c);
        else strbuf_char(b, (char)c);
    }
    strbuf_char(b, '"');
}

static void print_literal(struct strbuf *b, const struct debug_object *o, uint64_t offset) {
    size_t n = o->bytes;
    if (n && !o->text[n - 1]) n--; /* the end that every literal has */
    if (offset > n) strbuf_text(b, "(behind a string)");
    else print_quoted(b, o->text + offset, n - offset);
}

static void print_object(const struct view_state *v, struct strbuf *b, const struct debug_object *o,
                         uint64_t *offset) {
    (void)v;
    strbuf_text(b, o->name);
    if (o->slot && *offset >= o->slot) strbuf_printf(b, "#%" PRIu64, *offset / o->slot + 1);
    if (o->slot) *offset %= o->slot;
}

static bool is_aggregate(const struct view_state *v, uint32_t type) {
    enum debug_kind k = v->d->types.at[type].kind;
    return k == DEBUG_STRUCT || k == DEBUG_UNION || k == DEBUG_ARRAY;
}

/* &r, &r.buf[3], &a[8] one behind the end, &r + 2 bytes. */
static void print_address(const struct view_state *v, struct strbuf *b, const struct debug_object *o,
                          uint64_t offset, uint32_t element) {
    size_t begin = b->n;
    uint32_t type = type_of_object(v, o);
    uint64_t bytes = v->d->types.at[element].bits / 8;
    bool heap = strchr(o->name, '@') != NULL;
    if (!heap) strbuf_char(b, '&');
    print_object(v, b, o, &offset);
    if (offset == 0 && (!bytes || type == element || !is_aggregate(v, type))) return;
    const struct debug_type *t = &v->d->types.at[type];
    uint64_t item = t->kind == DEBUG_ARRAY ? v->d->types.at[t->element].bits / 8 : 0;
    if (item && offset == item * t->count && offset) {
        strbuf_printf(b, "[%" PRIu64 "]", t->count);
        return;
    }
    size_t before = b->n;
    if (is_aggregate(v, type) && debug_path(v->d, b, type, offset, bytes ? bytes : 1)) {
        if (heap) { /* &malloc@3.next: now it is a part */
            char *text = mem_strdup(b->text + begin);
            b->n = begin;
            strbuf_printf(b, "&%s", text);
            free(text);
        }
        return;
    }
    b->n = before;
    b->text[before] = 0;
    if (offset) strbuf_printf(b, " + %" PRIu64 " bytes", offset);
}

/* The characters from the address to the end of the string, if all are known: ` "ab"` behind
 * `&s[0]`. */
static void print_string_at(const struct view_state *v, struct strbuf *b, const struct debug_object *o,
                            uint64_t address) {
    char text[MAX_LITERAL];
    for (size_t n = 0; n < sizeof text && address + n < o->address + o->bytes; n++) {
        const uint64_t *known = int_map_get(&v->memory, address + n);
        const struct event *e = known ? &v->e->all.at[*known - 1] : NULL;
        if (!e || !e->sort || sort_width(e->sort) != 8) return;
        text[n] = (char)e->v.lo;
        if (text[n]) continue;
        strbuf_char(b, ' ');
        print_quoted(b, text, n);
        return;
    }
}

void view_print_pointer(const struct view_state *v, struct strbuf *b, uint32_t type, uint64_t address) {
    const struct debug_object *o = address ? debug_find(v->d, address) : NULL;
    if (!address) strbuf_text(b, "NULL");
    else if (!o) strbuf_printf(b, "0x%" PRIx64, address);
    else if (o->text) print_literal(b, o, address - o->address);
    else if (o->is_function) strbuf_text(b, o->name);
    else {
        uint32_t element = v->d->types.at[type].element;
        print_address(v, b, o, address - o->address, element);
        if (v->d->types.at[element].kind == DEBUG_CHAR) print_string_at(v, b, o, address);
    }
}

static void print_enum(struct strbuf *b, const struct debug_type *t, value x) {
    uint64_t mask = t->bits < 64 ? ((uint64_t)1 << t->bits) - 1 : UINT64_MAX;
    for (uint32_t i = 0; i < t->constants.n; i++)
        if (((uint64_t)t->constants.at[i].value & mask) == (x.lo & mask)) {
            strbuf_text(b, t->constants.at[i].name);
            return;
        }
    value_print_c(b, sort_bv((uint32_t)t->bits), x, true);
}

/* The shortest decimal that is this number among those of this many bits, and the hexadecimal where
 * the decimal is not exact at a glance. */
static void print_shortest(struct strbuf *b, uint64_t bits, double d, const char *suffix) {
    char text[64];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, d);
        if (bits == 32 ? strtof(text, NULL) == (float)d : strtod(text, NULL) == d) break;
    }
    bool whole = !strpbrk(text, ".e");
    strbuf_printf(b, "%s%s%s", text, whole ? ".0" : "", suffix);
    if (!whole) strbuf_printf(b, " (%a)", d);
}

static void print_float(struct strbuf *b, uint64_t bits, value x) {
    double d;
    float f;
    uint32_t low = (uint32_t)x.lo;
    memcpy(&f, &low, sizeof f);
    memcpy(&d, &x.lo, sizeof d);
    if (bits == 32) d = (double)f;
    if (isnan(d)) strbuf_text(b, "NaN");
    else if (isinf(d)) strbuf_text(b, d < 0 ? "-infinity" : "infinity");
    else print_shortest(b, bits, d, "");
}

/* A number with a sign, 15 bits of exponent and a fraction that is wider than a double's; shown
 * rounded to a double. An x87 number has 80 bits in memory, where the first bit of the fraction is
 * the one that other formats imply, and 79 in a term. */
static void print_long_double(struct strbuf *b, uint32_t width, value x) {
    uint32_t above = width > 80 ? width - 80 : 0; /* bits of the fraction in x.hi */
    bool explicit_one = width == 80;
    uint64_t exponent = (width == 79 ? x.lo >> 63 | x.hi << 1 : x.hi >> above) & 0x7fff;
    bool negative = x.hi >> (width - 65) & 1;
    uint64_t fraction = width == 79 || explicit_one ? x.lo << 1 : x.hi << (64 - above) | x.lo >> above;
    bool one = explicit_one ? x.lo >> 63 : exponent != 0;
    double d = (double)fraction / 18446744073709551616.0 + (one ? 1 : 0);
    if (exponent == 0x7fff) strbuf_text(b, fraction ? "NaN" : negative ? "-infinity" : "infinity");
    else print_shortest(b, 64, ldexp(negative ? -d : d, exponent ? (int)exponent - 16383 : -16382), "L");
}

/* 'a', and '\t' (9), because a program compares control characters with numbers; false if the value
 * is no character of text. */
static bool print_char(struct strbuf *b, uint64_t c) {
    static const char codes[] = "\n\t\r", letters[] = "ntr";
    const char *code = c ? strchr(codes, (int)c) : NULL;
    if (c == 0) strbuf_text(b, "'\\0'");
    else if (c < 128 && code) strbuf_printf(b, "'\\%c' (%u)", letters[code - codes], (unsigned)c);
    else if (c >= 32 && c < 127) strbuf_printf(b, c == '\'' || c == '\\' ? "'\\%c'" : "'%c'", (char)c);
    else return false;
    return true;
}

void view_print_value(const struct view_state *v, struct strbuf *b, uint32_t type, sort s, value x) {
    const struct debug_type *t = &v->d->types.at[type];
    bool number = sort_kind_of(s) == SORT_BV || sort_kind_of(s) == SORT_FLOAT;
    bool wide = number && sort_width(s) > 64 && (sort_kind_of(s) == SORT_FLOAT || t->kind == DEBUG_FLOAT);
    if (wide) {
        print_long_double(b, sort_width(s), x);
        return;
    }
    if (t->kind == DEBUG_FLOAT && number && (t->bits == 32 || t->bits == 64) && sort_width(s) == t->bits)
        print_float(b, t->bits, x);
    else if (sort_kind_of(s) == SORT_FLOAT && (sort_width(s) == 32 || sort_width(s) == 64))
        print_float(b, sort_width(s), x);
    else if (t->kind == DEBUG_POINTER && number) view_print_pointer(v, b, type, x.lo);
    else if (t->kind == DEBUG_ENUM && number && t->bits <= 64) print_enum(b, t, x);
    else if (t->kind == DEBUG_CHAR && number && t->name && !strcmp(t->name, "char") && print_char(b, x.lo)) {
    } else
        value_print_c(b, s, x,
                      t->kind != DEBUG_UNSIGNED && t->kind != DEBUG_BOOL &&
                          !(t->kind == DEBUG_CHAR && t->is_unsigned));
}

uint32_t view_print_place(const struct view_state *v, struct strbuf *b, uint64_t address, uint64_t bytes) {
    const struct debug_object *o = debug_find(v->d, address);
    if (!o || !o->name) {
        strbuf_printf(b, "*(0x%" PRIx64 ")", address);
        return 0;
    }
    uint64_t offset = address - o->address;
    uint32_t type = type_of_object(v, o);
    print_object(v, b, o, &offset);
    size_t begin = b->n;
    const struct debug_type *t = &v->d->types.at[type];
    /* malloc(n * sizeof *p): an array of what p points to */
    if (o->type != type && !is_aggregate(v, type)) {
        if (bytes != t->bits / 8 || offset % bytes) return 0;
        strbuf_printf(b, "[%" PRIu64 "]", offset / bytes);
        return type;
    }
    uint32_t part = debug_path(v->d, b, type, offset, bytes);
    if (!part && b->n == begin && bytes == 1) strbuf_printf(b, "[%" PRIu64 "]", offset);
    else if (!part && b->n == begin && offset) strbuf_printf(b, "+%" PRIu64, offset);
    return part;
}
