/* Line by line, as replay/instrument.c does it:
 *
 *     declare zeroext i1 @__VERIFIER_nondet_bool() #1
 * becomes
 *     define internal zeroext i1 @__VERIFIER_nondet_bool() {
 *       %v = call i64 @edgewise_draw(i32 SOURCE, i32 TYPE)
 *       %w = trunc i64 %v to i1
 *       ret i1 %w
 *     }
 *
 * and in front of every call of such a function, or of an error function, the number of its place
 * is stored. What does not look as expected stays as it is: the worst that may follow is a program
 * that does not link. */
#include "fuzz/weave.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/toolchain.h"

static const char uninit_prefix[] = "edgewise_uninit_", nondet_prefix[] = "__VERIFIER_nondet_";

enum { MAX_CONSTANTS = 1000, MAX_SOURCES = 1 << 20 };

struct line {
    const char *text;
    size_t n;
};

void weave_init(struct weave *w, const struct subject *subject, const struct cfa *drawn) {
    *w = (struct weave){.subject = subject, .drawn = drawn};
    VEC_PUSH(&w->places, (struct weave_place){0, 0});
}

void weave_release(struct weave *w) {
    for (uint32_t i = 0; i < w->sources.n; i++) free(w->sources.at[i].name);
    VEC_RELEASE(&w->sources);
    VEC_RELEASE(&w->places);
    int_map_release(&w->place_index);
    int_map_release(&w->constants);
}

/* ---- what is an input ---- */

static bool starts(const char *s, const char *prefix) { return !strncmp(s, prefix, strlen(prefix)); }

static bool is_unknown_function(const struct weave *w, const char *name) {
    for (uint32_t i = 0; i < w->drawn->sites.n; i++) {
        const struct cfa_site *site = &w->drawn->sites.at[i];
        if (site->kind == SITE_UNKNOWN && site->name && !strcmp(site->name, name)) return true;
    }
    return false;
}

static bool is_input(const struct weave *w, const char *name) {
    if (starts(name, uninit_prefix)) return true;
    if (starts(name, nondet_prefix)) return strcmp(name + sizeof nondet_prefix - 1, "memory");
    return is_unknown_function(w, name);
}

static bool is_error(const struct weave *w, const char *name) {
    for (uint32_t i = 0; i < w->subject->error_functions.n; i++)
        if (!strcmp(w->subject->error_functions.at[i], name)) return true;
    return false;
}

static bool is_obstacle(const char *name) {
    static const char *const names[] = {
        "setjmp", "_setjmp", "__sigsetjmp", "sigsetjmp", "longjmp", "siglongjmp",  "pthread_create",
        "fork",   "vfork",   "signal",      "sigaction", "dlopen",  "swapcontext", "makecontext"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

uint32_t weave_source(struct weave *w, const char *name) {
    for (uint32_t i = 0; i < w->sources.n; i++)
        if (!strcmp(w->sources.at[i].name, name)) return i;
    struct weave_source s = {.name = mem_strdup(name)};
    if (starts(name, uninit_prefix)) sscanf(name + sizeof uninit_prefix - 1, "%u_%u", &s.line, &s.column);
    VEC_PUSH(&w->sources, s);
    return w->sources.n - 1;
}

/* ---- declarations ---- */

/* The type of a result as edgewise_draw knows it: its width, and 256 for floating point; 0: cannot
 * be drawn. */
static uint32_t drawn_type(const char *type) {
    unsigned width;
    if (!strcmp(type, "float")) return 256 + 32;
    if (!strcmp(type, "double")) return 256 + 64;
    if (type[0] != 'i' || sscanf(type, "i%u", &width) != 1) return 0;
    return width <= 64 ? width : 0;
}

static void print_body(struct strbuf *b, uint32_t source, const char *type, uint32_t code) {
    unsigned width = code & 255;
    assert(width >= 1 && width <= 64 && source <= MAX_SOURCES);
    const char *result = "%edgewise.v";
    strbuf_printf(b, " {\n  %%edgewise.v = call i64 @edgewise_draw(i32 %u, i32 %u)\n", source, code);
    if (width < 64) {
        strbuf_printf(b, "  %%edgewise.w = trunc i64 %%edgewise.v to i%u\n", width);
        result = "%edgewise.w";
    }
    if (code & 256) {
        strbuf_printf(b, "  %%edgewise.x = bitcast i%u %s to %s\n", width, result, type);
        result = "%edgewise.x";
    }
    strbuf_printf(b, "  ret %s %s\n}\n", type, result);
}

/* The name behind the '@' at `at` of a line; false if it is not plain. */
static bool plain_name(struct line l, size_t at, char *name, size_t room) {
    size_t n = 0;
    for (at++; at < l.n && n + 1 < room; at++, n++) {
        char c = l.text[at];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '_' || c == '.';
        if (!letter) break;
        name[n] = c;
    }
    name[n] = 0;
    return n > 0 && at < l.n && l.text[at] == '(';
}

/* The end of the parameter list that opens behind `at`. */
static size_t end_of_parameters(struct line l, size_t at) {
    int depth = 0;
    for (; at < l.n; at++) {
        if (l.text[at] == '(') depth++;
        if (l.text[at] == ')' && --depth == 0) return at + 1;
    }
    return 0;
}

/* "declare zeroext i1 @name(...)": true if a definition was printed in its place. */
static bool define(struct weave *w, struct line l, struct strbuf *out) {
    static const size_t skipped = sizeof "declare " - 1;
    const char *sign = memchr(l.text, '@', l.n);
    char name[512], type[32] = "";
    if (!sign || !plain_name(l, (size_t)(sign - l.text), name, sizeof name)) return false;
    if (is_obstacle(name)) w->obstacle = "jumps, threads or signals";
    if (!is_input(w, name)) return false;
    const char *begin = sign - 1;
    while (begin > l.text && begin[-1] != ' ') begin--;
    snprintf(type, sizeof type, "%.*s", (int)(sign - 1 - begin), begin);
    size_t end = end_of_parameters(l, (size_t)(sign - l.text));
    uint32_t code = drawn_type(type);
    if (!code || !end) return false;
    strbuf_text(out, "define internal ");
    strbuf_bytes(out, l.text + skipped, end - skipped);
    print_body(out, weave_source(w, name), type, code);
    return true;
}

/* ---- calls ---- */

static uint32_t number_place(struct weave *w, uint64_t place) {
    bool added;
    uint64_t *number = int_map_put(&w->place_index, place, &added);
    if (!added) return (uint32_t)*number;
    assert(place != 0);
    *number = w->places.n;
    VEC_PUSH(&w->places, (struct weave_place){(uint32_t)(place >> 32), (uint32_t)place});
    return w->places.n - 1;
}

/* Does the line call a function whose place matters? */
static bool calls_input(const struct weave *w, struct line l) {
    const char *call = memmem(l.text, l.n, "call ", 5);
    char name[512];
    if (!call || l.text[0] != ' ') return false;
    for (size_t at = (size_t)(call - l.text); at < l.n; at++)
        if (l.text[at] == '@' && plain_name(l, at, name, sizeof name))
            return is_error(w, name) || is_input(w, name);
    return false;
}

static void note_place(struct weave *w, struct line l, const struct int_map *places, struct strbuf *out) {
    const char *debug = memmem(l.text, l.n, "!dbg !", 6);
    if (!debug || !calls_input(w, l)) return;
    uint64_t *place = int_map_get(places, strtoul(debug + 6, NULL, 10));
    if (place) strbuf_printf(out, "  store volatile i32 %u, ptr @edgewise_place\n", number_place(w, *place));
}

/* "  %5 = icmp ult i32 %4, 268435455, !dbg !7": the optimizer may turn it into something else. */
static void note_constant(struct weave *w, struct line l) {
    const char *compare = memmem(l.text, l.n, " = icmp ", 8);
    const char *comma = compare ? memchr(compare, ',', l.n - (size_t)(compare - l.text)) : NULL;
    char *end;
    if (!comma || w->constants.n >= MAX_CONSTANTS) return;
    long long n = strtoll(comma + 1, &end, 10);
    if (end != comma + 1) int_map_put(&w->constants, (uint64_t)n, NULL);
}

void weave_module(struct weave *w, const char *text, struct strbuf *out) {
    struct int_map places = {0};
    toolchain_places(text, &places);
    while (*text) {
        struct line l = {text, strcspn(text, "\n")};
        text += l.n + (text[l.n] == '\n');
        if (l.n > 8 && !strncmp(l.text, "declare ", 8) && define(w, l, out)) continue;
        note_place(w, l, &places, out);
        note_constant(w, l);
        strbuf_bytes(out, l.text, l.n);
        strbuf_char(out, '\n');
    }
    strbuf_text(out, "declare i64 @edgewise_draw(i32, i32)\n@edgewise_place = external global i32\n");
    int_map_release(&places);
}
