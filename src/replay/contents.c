/* An object comes to life where it is allocated, or where clang's -ftrivial-auto-var-init sets it
 * to 0:
 *
 *     %call = call ptr @malloc(i64 noundef 16), !dbg !26
 *     call void @llvm.memset.p0.i64(ptr align 16 %v, i8 0, i64 400, i1 false), !dbg !31, !annotation !32
 *
 * Behind such a line goes a call of edgewise_fill_LINE_COLUMN(object, size). The position of an
 * array of variable length is that of its alloca, which differs from that of the memset. */
#include "replay/contents.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/toolchain.h"

void contents_init(struct contents *k, const struct cfa *c) {
    *k = (struct contents){0};
    for (uint32_t i = 0; i < c->sites.n; i++) {
        const struct site_memory *m = &c->sites.at[i].memory;
        if (m->line) int_map_put(&k->wanted, place_key(m->line, m->column), NULL);
    }
}

void contents_release(struct contents *k) {
    int_map_release(&k->wanted);
    int_map_release(&k->set);
    int_map_release(&k->variable);
}

static void print_name(struct strbuf *b, uint64_t place) {
    strbuf_printf(b, "edgewise_fill_%u_%u", (unsigned)(place >> 32), (unsigned)place);
}

/* ---- LLVM's text ---- */

static bool place_of(const struct int_map *places, const char *text, uint64_t *place) {
    unsigned id;
    const char *at = strstr(text, "!dbg !");
    uint64_t *found = at && sscanf(at, "!dbg !%u", &id) == 1 ? int_map_get(places, id) : NULL;
    if (found) *place = *found;
    return found != NULL;
}

/* The last word of an operand: "ptr align 16 %v" -> "%v". */
static const char *operand(const char *from, size_t n, char *to, size_t size) {
    size_t end = n;
    while (end && from[end - 1] == ' ') end--;
    size_t begin = end;
    while (begin && from[begin - 1] != ' ' && from[begin - 1] != '(') begin--;
    if (end - begin >= size) return NULL;
    snprintf(to, size, "%.*s", (int)(end - begin), from + begin);
    return to;
}

static void add_call(struct contents *k, uint64_t place, const char *pointer, const char *type,
                     const char *size, struct strbuf *out) {
    strbuf_text(out, "  call void @");
    print_name(out, place);
    strbuf_printf(out, "(ptr %s, %s %s)\n", pointer, type, size);
    int_map_put(&k->set, place, NULL);
}

static const char *word_type(const char *from) { return !strncmp(from, "i32", 3) ? "i32" : "i64"; }

static void add_after_memset(struct contents *k, const struct int_map *places, const char *text,
                             struct strbuf *out) {
    char pointer[256], size[256];
    const char *open = strstr(text, "@llvm.memset"), *comma, *third, *end;
    if (!open || !strstr(text, "!annotation") || !(open = strchr(open, '(')) || !(comma = strchr(open, ',')))
        return;
    if (!(third = strchr(comma + 1, ',')) || !(end = strchr(third + 1, ','))) return;
    if (!operand(open + 1, (size_t)(comma - open - 1), pointer, sizeof pointer)) return;
    if (!operand(third + 1, (size_t)(end - third - 1), size, sizeof size)) return;
    uint64_t place, *own = int_map_get(&k->variable, hash_bytes(pointer, strlen(pointer)));
    bool found = place_of(places, text, &place) && int_map_get(&k->wanted, place);
    if (!found && own) place = *own;
    if (found || own) add_call(k, place, pointer, word_type(third + 2), size, out);
}

static void add_after_allocation(struct contents *k, const struct int_map *places, const char *text,
                                 struct strbuf *out) {
    char pointer[256], size[256];
    const char *name = strstr(text, "@malloc("), *close = name ? strchr(name, ')') : NULL;
    uint64_t place;
    if (!close || sscanf(text, "  %255s =", pointer) != 1 || pointer[0] != '%' ||
        !place_of(places, text, &place))
        return;
    if (!int_map_get(&k->wanted, place) || !operand(name + 8, (size_t)(close - name - 8), size, sizeof size))
        return;
    add_call(k, place, pointer, word_type(name + 8), size, out);
}

static void note_alloca(struct contents *k, const struct int_map *places, const char *text) {
    char pointer[256];
    uint64_t place;
    if (sscanf(text, "  %255s = alloca", pointer) != 1 || !place_of(places, text, &place) ||
        !int_map_get(&k->wanted, place))
        return;
    *int_map_put(&k->variable, hash_bytes(pointer, strlen(pointer)), NULL) = place;
}

void contents_add(struct contents *k, const struct int_map *places, const char *line, size_t n,
                  struct strbuf *out) {
    char text[1024];
    if (n && line[0] == '}') int_map_clear(&k->variable);
    if (n >= sizeof text || n < 3 || line[0] != ' ') return;
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    if (strstr(text, " = alloca ")) note_alloca(k, places, text);
    else if (strstr(text, "call void @llvm.memset")) add_after_memset(k, places, text, out);
    else if (strstr(text, "@malloc(")) add_after_allocation(k, places, text, out);
}

void contents_declare(const struct contents *k, bool m32, struct strbuf *out) {
    for (uint32_t i = 0; i < k->set.capacity; i++) {
        if (!k->set.used[i]) continue;
        strbuf_text(out, "declare void @");
        print_name(out, k->set.keys[i]);
        strbuf_text(out, m32 ? "(ptr, i32)\n" : "(ptr, i64)\n");
    }
}

/* ---- values ---- */

static void print_bytes(struct strbuf *b, value v, uint32_t bytes) {
    for (uint32_t i = 0; i < bytes && i < 16; i++)
        strbuf_printf(b, "%s%u", i ? "," : "",
                      (unsigned)((i < 8 ? v.lo >> (8 * i) : v.hi >> (8 * (i - 8))) & 255));
}

/* put(at, bytes, n): at most up to the end of the object. */
static void print_put(struct strbuf *b, const char *at, value v, uint32_t bytes) {
    strbuf_printf(b, "        PUT(%s, %uu, ", at, bytes);
    print_bytes(b, v, bytes);
    strbuf_text(b, ")\n");
}

struct elements {
    struct strbuf *b;
    const struct site_memory *memory;
};

static void print_element(void *context, value index, value element) {
    struct elements *e = context;
    char at[64];
    snprintf(at, sizeof at, "%" PRIu64 "ull", e->memory->offset + index.lo * e->memory->stride);
    if (index.lo < UINT32_MAX) print_put(e->b, at, element, e->memory->bytes);
}

bool contents_may_be_address(const struct cfa_site *site, value v) {
    return (site->memory.line || site->memory.symbol) && sort_kind_of(site->sort) == SORT_BV &&
           (site->memory.bytes == 4 || site->memory.bytes == 8) && v.lo;
}

void contents_print(struct strbuf *b, const struct cfa_site *site, value v) {
    const struct site_memory *m = &site->memory;
    char at[64];
    if (sort_kind_of(site->sort) != SORT_ARRAY) {
        snprintf(at, sizeof at, "%" PRIu64 "ull", m->offset);
        bool address = contents_may_be_address(site, v);
        if (address)
            strbuf_printf(
                b, "#ifdef EDGEWISE_ROOM\n        if (sizeof(void *) == %u) PUT_ROOM(%s) else\n#endif\n",
                m->bytes, at);
        print_put(b, at, v, m->bytes);
        return;
    }
    value rest = array_value_default(v);
    if (!value_same(rest, value_of(0))) {
        strbuf_printf(b, "        for (unsigned long long i = %" PRIu64 "; i < size; i += %" PRIu64 ")\n    ",
                      m->offset, m->stride);
        print_put(b, "i", rest, m->bytes);
    }
    array_value_visit(v, print_element, &(struct elements){b, m});
}

/* How often the site was drawn before entry i of the log: the object came to life that often
 * before. */
static uint32_t lives_before(const input_log *log, uint32_t i) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < i; k++) n += log->at[k].site == log->at[i].site;
    return n;
}

static void print_function(const struct cfa *c, const input_log *log, uint64_t place, struct strbuf *b) {
    strbuf_text(b, "void ");
    print_name(b, place);
    strbuf_text(b, "(unsigned char *object, unsigned long size) {\n    static unsigned lives;\n    unsigned "
                   "life = lives++;\n");
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (!site->memory.line || place_key(site->memory.line, site->memory.column) != place) continue;
        strbuf_printf(b, "    if (object && life == %u) {\n", lives_before(log, i));
        contents_print(b, site, log->at[i].value);
        strbuf_text(b, "    }\n");
    }
    strbuf_text(b, "    (void)life;\n}\n");
}

void contents_macros(struct strbuf *out) {
    strbuf_text(out, "#define PUT(at, n, ...) { static const unsigned char v[] = {__VA_ARGS__}; "
                     "for (unsigned j = 0; j < n && at + j < size; j++) object[at + j] = v[j]; }\n");
    strbuf_text(out, "static char edgewise_room[65536];\n"
                     "#define PUT_ROOM(at) { void *p = edgewise_room; for (unsigned j = 0; j < sizeof p && "
                     "at + j < size; j++) "
                     "object[at + j] = ((unsigned char *)&p)[j]; }\n");
}

void contents_define(const struct contents *k, const struct cfa *c, const input_log *log,
                     struct strbuf *out) {
    contents_macros(out);
    for (uint32_t i = 0; i < k->set.capacity; i++)
        if (k->set.used[i]) print_function(c, log, k->set.keys[i], out);
    strbuf_text(out, "char *edgewise_room_used = edgewise_room;\n");
}
