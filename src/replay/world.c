/* A read of volatile memory,
 *
 *     %3 = load volatile i32, ptr @g, align 4, !dbg !20
 *
 * goes on with a value of the trace:
 *
 *     %edgewise.world.1 = load volatile i32, ptr @g, align 4
 *     %edgewise.world.2 = zext i32 %edgewise.world.1 to i64
 *     %edgewise.world.3 = call i64 @edgewise_volatile_3_9(ptr @g, i64 %edgewise.world.2)
 *     %3 = trunc i64 %edgewise.world.3 to i32
 *
 * Nobody else writes to local variables, so a read from the stack keeps what it has read: the same
 * read may lead there and elsewhere, and a value that it cannot have would confirm what no
 * execution does. A variable without a definition becomes an object of EXTERN_BYTES, because only
 * the file that is missing knows how large it is. */
#include "replay/world.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "replay/contents.h"
#include "replay/instrument.h"
#include "system/toolchain.h"

enum { EXTERN_BYTES = 1 << 20, NUMBERED = sizeof "edgewise.world.4294967295" };

static bool is_volatile_read(const struct cfa_site *site) {
    return site->kind == SITE_ENVIRONMENT && site->name && !strcmp(site->name, SITE_VOLATILE) &&
           instrument_is_scalar(site->sort);
}

static uint64_t place_of(const struct cfa_site *site) { return place_key(site->pos.line, site->pos.column); }

void world_init(struct world *w, const struct cfa *c) {
    *w = (struct world){0};
    for (uint32_t i = 0; i < c->sites.n; i++)
        if (is_volatile_read(&c->sites.at[i])) int_map_put(&w->wanted, place_of(&c->sites.at[i]), NULL);
}

void world_release(struct world *w) {
    int_map_release(&w->wanted);
    int_map_release(&w->set);
    for (uint32_t i = 0; i < w->declared.n; i++) free(w->declared.at[i]);
    VEC_RELEASE(&w->declared);
}

/* ---- LLVM's text ---- */

/* "@x = external global i32, align 4" */
static void note_declaration(struct world *w, const char *text) {
    char name[256];
    const char *kind = strstr(text, " = external ");
    if (!kind || sscanf(text, "@%255[A-Za-z0-9_] =", name) != 1) return;
    if (strstr(kind, " global ") || strstr(kind, " constant ")) VEC_PUSH(&w->declared, mem_strdup(name));
}

/* The parts of a read; `width` in bits. */
struct read {
    char result[256], type[16], bits[16];
    const char *pointer;
    int pointer_length;
    uint32_t width;
    uint64_t place;
};

static bool parse_type(struct read *r) {
    unsigned width;
    if (!strcmp(r->type, "float")) width = 32;
    else if (!strcmp(r->type, "double")) width = 64;
    else if (sscanf(r->type, "i%u", &width) != 1) return false;
    r->width = width;
    snprintf(r->bits, sizeof r->bits, "i%u", width);
    return width >= 8 && width <= 64;
}

static bool parse_read(const struct int_map *places, const char *text, struct read *r) {
    const char *comma = strstr(text, ", ptr "), *end = NULL, *debug = strstr(text, ", !dbg !");
    unsigned id;
    if (!comma || !debug || sscanf(text, "  %255s = load volatile %15[^,],", r->result, r->type) != 2)
        return false;
    for (const char *at = comma; (at = strstr(at, ", align "));) end = at++;
    if (!end || sscanf(debug, ", !dbg !%u", &id) != 1 || !parse_type(r)) return false;
    uint64_t *place = int_map_get(places, id);
    r->pointer = comma + sizeof ", ptr " - 1;
    r->pointer_length = (int)(end - r->pointer);
    r->place = place ? *place : 0;
    return place && r->pointer_length > 0;
}

/* %name := cast of %from; the name of the result. */
static const char *cast(struct world *w, struct strbuf *out, char name[NUMBERED], const char *how,
                        const char *type, const char *from, const char *to) {
    char before[NUMBERED];
    snprintf(before, sizeof before, "%s", from);
    if (!strcmp(type, to)) return name;
    snprintf(name, NUMBERED, "edgewise.world.%u", ++w->fresh);
    strbuf_printf(out, "  %%%s = %s %s %%%s to %s\n", name, how, type, before, to);
    return name;
}

static void print_name(struct strbuf *b, uint64_t place) {
    strbuf_printf(b, "edgewise_volatile_%u_%u", (unsigned)(place >> 32), (unsigned)place);
}

static void print_read(struct world *w, const struct read *r, struct strbuf *out) {
    char name[NUMBERED];
    snprintf(name, sizeof name, "edgewise.world.%u", ++w->fresh);
    strbuf_printf(out, "  %%%s = load volatile %s, ptr %.*s\n", name, r->type, r->pointer_length, r->pointer);
    cast(w, out, name, "bitcast", r->type, name, r->bits);
    cast(w, out, name, "zext", r->bits, name, "i64");
    strbuf_printf(out, "  %%edgewise.world.%u = call i64 @", w->fresh + 1);
    print_name(out, r->place);
    strbuf_printf(out, "(ptr %.*s, i64 %%%s)\n", r->pointer_length, r->pointer, name);
    snprintf(name, sizeof name, "edgewise.world.%u", ++w->fresh);
    if (r->width < 64) cast(w, out, name, "trunc", "i64", name, r->bits);
    /* under the name that the rest of the function knows; a cast to the same type is none */
    strbuf_printf(out, "  %s = bitcast %s %%%s to %s\n", r->result, r->bits, name, r->type);
}

bool world_replace(struct world *w, const struct int_map *places, const char *line, size_t n,
                   struct strbuf *out) {
    char text[1024];
    struct read r;
    if (!n || n >= sizeof text || (line[0] != '@' && !w->wanted.n)) return false;
    snprintf(text, sizeof text, "%.*s", (int)n, line);
    if (line[0] == '@') note_declaration(w, text);
    if (!strstr(text, " = load volatile ") || !parse_read(places, text, &r)) return false;
    if (!int_map_get(&w->wanted, r.place)) return false;
    int_map_put(&w->set, r.place, NULL);
    print_read(w, &r, out);
    return true;
}

void world_declare(const struct world *w, struct strbuf *out) {
    for (uint32_t i = 0; i < w->set.capacity; i++) {
        if (!w->set.used[i]) continue;
        strbuf_text(out, "declare i64 @");
        print_name(out, w->set.keys[i]);
        strbuf_text(out, "(ptr, i64)\n");
    }
}

/* ---- values ---- */

static void print_function(const struct cfa *c, const input_log *log, uint64_t place, struct strbuf *b) {
    uint32_t n = 0;
    strbuf_text(b, "unsigned long long ");
    print_name(b, place);
    strbuf_text(b, "(char *at, unsigned long long old) {\n    static const unsigned long long values[] = {");
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (is_volatile_read(site) && place_of(site) == place)
            strbuf_printf(b, "%s0x%" PRIx64 "u", n++ ? ", " : "", log->at[i].value.lo);
    }
    strbuf_printf(b,
                  "%s};\n    static unsigned next;\n    if (at > (char *)__builtin_frame_address(0)) "
                  "return old;\n    return next < %uu ? values[next++] : old;\n}\n",
                  n ? "" : "0", n);
}

void world_define(const struct world *w, const struct cfa *c, const input_log *log, struct strbuf *out) {
    for (uint32_t i = 0; i < w->set.capacity; i++)
        if (w->set.used[i]) print_function(c, log, w->set.keys[i], out);
}

/* ---- variables without a definition ---- */

static bool is_declared(const struct world *w, const char *name) {
    for (uint32_t i = 0; i < w->declared.n; i++)
        if (!strcmp(w->declared.at[i], name)) return true;
    return false;
}

static void print_variable(const struct cfa *c, const input_log *log, const char *name, struct strbuf *b) {
    strbuf_printf(b,
                  "unsigned char %s[%d] __attribute__((aligned(64)));\n"
                  "__attribute__((constructor(101))) static void edgewise_begin_%s(void) {\n"
                  "    unsigned char *object = %s;\n    unsigned long size = sizeof %s;\n",
                  name, EXTERN_BYTES, name, name, name);
    for (uint32_t i = 0; i < log->n; i++) {
        const struct cfa_site *site = &c->sites.at[log->at[i].site];
        if (site->memory.symbol && !strcmp(site->memory.symbol, name))
            contents_print(b, site, log->at[i].value);
    }
    strbuf_text(b, "    (void)object, (void)size;\n}\n");
}

bool world_stubs(const struct world *w, const struct cfa *c, const input_log *log, const char *messages,
                 struct strbuf *out) {
    text_list names = {0};
    toolchain_undefined(messages, &names);
    contents_macros(out);
    for (uint32_t i = 0; i < names.n; i++) {
        if (is_declared(w, names.at[i])) print_variable(c, log, names.at[i], out);
        else strbuf_printf(out, "long long %s() { return 0; }\n", names.at[i]);
    }
    bool found = names.n > 0;
    toolchain_release(&names);
    return found;
}
