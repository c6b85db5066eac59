/* clang marks the stores that -ftrivial-auto-var-init makes with !annotation, and gives them the
 * position of the declaration, which is where the front end draws the value of an uninitialized
 * variable:
 *
 *     store i32 0, ptr %x, align 4, !dbg !16, !annotation !17
 * becomes
 *     %edgewise.1 = call i64 @edgewise_uninit_3_9()
 *     %edgewise.2 = trunc i64 %edgewise.1 to i32
 *     store i32 %edgewise.2, ptr %x, align 4
 *
 * Functions inlined several times share a position; their draws come in the order of execution in
 * both worlds. */
#include "replay/instrument.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/companion.h"
#include "system/toolchain.h"

struct module {
    const struct subject *subject;
    const struct cfa *c;
    struct int_map places; /* number of a !DILocation -> place_key */
    struct int_map wanted; /* place_keys of uninitialized scalars */
    struct int_map labels; /* numbers of the !DILabels that are the error */
    struct int_map *set;
    struct probes *probes;
    struct contents *contents;
    struct world *world;
    struct strbuf *out;
    uint32_t fresh; /* number of the last %edgewise.N */
    /* entering: the last line began the definition of an error function */
    bool calls_reached, entering;
};

bool instrument_is_scalar(sort s) {
    enum sort_kind k = sort_kind_of(s);
    return k == SORT_BOOL || ((k == SORT_BV || k == SORT_FLOAT) && sort_width(s) <= 64);
}

static void find_wanted(struct module *m) {
    for (uint32_t i = 0; i < m->c->sites.n; i++) {
        const struct cfa_site *site = &m->c->sites.at[i];
        if (site->kind == SITE_UNINIT && instrument_is_scalar(site->sort))
            int_map_put(&m->wanted, place_key(site->pos.line, site->pos.column), NULL);
    }
}

static bool defines(const char *line, size_t n, const char *function) {
    const char *at = memchr(line, '@', n);
    if (strncmp(line, "define ", 7) || !at) return false;
    size_t length = strlen(function);
    bool quoted = at[1] == '"';
    at += quoted ? 2 : 1;
    return !strncmp(at, function, length) && at[length] == (quoted ? '"' : '(');
}

static bool is_error_function(const struct subject *s, const char *line, size_t n) {
    for (uint32_t i = 0; i < s->error_functions.n; i++)
        if (defines(line, n, s->error_functions.at[i])) return true;
    return false;
}

/* Is this an automatic initialization of a scalar at a wanted place? Then its type and pointer. */
static bool is_uninitialized(struct module *m, const char *line, size_t n, char *type, char *pointer,
                             uint64_t *place) {
    char zero[32], text[512];
    unsigned alignment, id;
    if (n >= sizeof text || !memmem(line, n, "!annotation", 11)) return false;
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    if (sscanf(text, "  store %15s %31s ptr %255[^,], align %u, !dbg !%u", type, zero, pointer, &alignment,
               &id) != 5)
        return false;
    uint64_t *at = int_map_get(&m->places, id);
    if (!at || !int_map_get(&m->wanted, *at)) return false;
    *place = *at;
    return (type[0] == 'i' && strchr("1368", type[1])) || !strcmp(type, "float") || !strcmp(type, "double");
}

static void print_name(struct strbuf *b, uint64_t place) {
    strbuf_printf(b, "edgewise_uninit_%u_%u", (unsigned)(place >> 32), (unsigned)place);
}

/* %edgewise.N as a value of the type. */
static void print_draw(struct module *m, const char *type, const char *pointer, uint64_t place) {
    struct strbuf *b = m->out;
    bool is_float = type[0] != 'i';
    const char *bits = !is_float ? type : type[0] == 'f' ? "i32" : "i64";
    strbuf_printf(b, "  %%edgewise.%u = call i64 @", ++m->fresh);
    print_name(b, place);
    strbuf_text(b, "()\n");
    if (strcmp(bits, "i64")) {
        strbuf_printf(b, "  %%edgewise.%u = trunc i64 %%edgewise.%u to %s\n", m->fresh + 1, m->fresh, bits);
        m->fresh++;
    }
    if (is_float) {
        strbuf_printf(b, "  %%edgewise.%u = bitcast %s %%edgewise.%u to %s\n", m->fresh + 1, bits, m->fresh,
                      type);
        m->fresh++;
    }
    strbuf_printf(b, "  store %s %%edgewise.%u, ptr %s\n", type, m->fresh, pointer);
}

/* At the entry of an error function, behind the label of its first block if that has a name. */
static void enter(struct module *m) {
    strbuf_text(m->out, "  call void @edgewise_reached()\n");
    m->calls_reached = true;
    m->entering = false;
}

/* "!34 = !DILabel(scope: !35, name: "ERROR", file: !1, line: 3)" */
static void find_labels(struct module *m, const char *text) {
    if (!companion_label()) return;
    char *wanted = mem_printf("name: \"%s\"", companion_label());
    for (const char *at = text; (at = strstr(at, " = !DILabel("));) {
        const char *begin = at;
        while (begin > text && begin[-1] != '\n') begin--;
        size_t n = strcspn(at, "\n");
        unsigned id;
        if (memmem(at, n, wanted, strlen(wanted)) && sscanf(begin, "!%u", &id) == 1)
            int_map_put(&m->labels, id, NULL);
        at += n;
    }
    free(wanted);
}

/* "    #dbg_label(!34, !36)" */
static bool is_error_label(const struct module *m, const char *line, size_t n) {
    static const char begin[] = "#dbg_label(!";
    const char *at = m->labels.n ? memmem(line, n, begin, sizeof begin - 1) : NULL;
    unsigned id;
    return at && sscanf(at + sizeof begin - 1, "%u", &id) == 1 && int_map_get(&m->labels, id);
}

static void copy_line(struct module *m, const char *line, size_t n) {
    char type[16], pointer[256];
    uint64_t place;
    bool label = n && line[0] != ' ' && memchr(line, ':', n);
    if ((m->entering && !label) || is_error_label(m, line, n)) enter(m);
    if (is_uninitialized(m, line, n, type, pointer, &place)) {
        int_map_put(m->set, place, NULL);
        print_draw(m, type, pointer, place);
        return;
    }
    if (m->world && world_replace(m->world, &m->places, line, n, m->out)) return;
    if (m->probes) probes_add(m->probes, m->c, line, n, m->out);
    strbuf_bytes(m->out, line, n);
    strbuf_char(m->out, '\n');
    if (m->contents) contents_add(m->contents, &m->places, line, n, m->out);
    if (m->entering) enter(m);
    m->entering = is_error_function(m->subject, line, n);
}

void instrument_module(const struct subject *s, const struct cfa *c, const char *text, struct int_map *set,
                       struct probes *probes, struct contents *contents, struct world *world,
                       struct strbuf *out) {
    struct module m = {
        .subject = s, .c = c, .set = set, .probes = probes, .contents = contents, .world = world, .out = out};
    if (probes) probes_read(probes, text);
    if (set) find_wanted(&m);
    find_labels(&m, text);
    toolchain_places(text, &m.places);
    while (*text) {
        size_t n = strcspn(text, "\n");
        copy_line(&m, text, n);
        text += n + (text[n] == '\n');
    }
    if (probes) probes_declare(out);
    if (contents) contents_declare(contents, s->m32, out);
    if (world) world_declare(world, out);
    if (m.calls_reached) strbuf_text(out, "declare void @edgewise_reached()\n");
    for (uint32_t i = 0; set && i < set->capacity; i++) {
        if (!set->used[i]) continue;
        strbuf_text(out, "declare i64 @");
        print_name(out, set->keys[i]);
        strbuf_text(out, "()\n");
    }
    int_map_release(&m.places);
    int_map_release(&m.labels);
    int_map_release(&m.wanted);
}

static void print_function(const struct cfa *c, const input_log *log, uint64_t place, struct strbuf *b) {
    uint32_t n = 0;
    strbuf_text(b, "unsigned long long ");
    print_name(b, place);
    strbuf_text(b, "(void) {\n    static const unsigned long long values[] = {");
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (site->kind != SITE_UNINIT || place_key(site->pos.line, site->pos.column) != place ||
            !instrument_is_scalar(site->sort)) /* an array of variable length has the place of its length */
            continue;
        strbuf_printf(b, "%s0x%" PRIx64 "u", n++ ? ", " : "", log->at[i].value.lo);
    }
    strbuf_printf(b, "%s};\n    static unsigned next;\n    return next < %uu ? values[next++] : 0;\n}\n",
                  n ? "" : "0", n);
}

void instrument_values(const struct cfa *c, const input_log *log, const struct int_map *set,
                       struct strbuf *out) {
    for (uint32_t i = 0; i < set->capacity; i++)
        if (set->used[i]) print_function(c, log, set->keys[i], out);
}
