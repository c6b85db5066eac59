#include "frontend/source/listing.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/formals.h"
#include "util/mem.h"

/* The name of the function whose parameters end at `close`, behind which a body follows; t->all.n
 * if it is none: `int f(int a) __attribute__((cold)) {` ends with an attribute's bracket. */
static uint32_t name_before(const struct tokens *t, uint32_t close) {
    for (;;) {
        if (!tokens_is(t, close, ")")) return t->all.n;
        uint32_t open = tokens_open(t, close);
        uint32_t name = open < t->all.n ? tokens_before(t, open) : t->all.n;
        if (name >= t->all.n || t->all.at[name].kind != TOKEN_WORD) return t->all.n;
        if (!tokens_is(t, name, "__attribute__") && !tokens_is(t, name, "__asm__")) return name;
        close = tokens_before(t, name);
        if (close >= t->all.n) return t->all.n;
    }
}

static bool is_integer(const struct formal *p) {
    static const char *const others[] = {"struct", "union", "float", "double", "(", "[", "*", "void", "..."};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strstr(p->declaration, others[k])) return false;
    /* a typedef's name may be that of a structure: only what is known to be a number counts */
    static const char *const words[] = {"int",    "long", "short", "char",  "unsigned", "signed",
                                        "size_t", "_t ",  "bool",  "_Bool", "enum"};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (strstr(p->declaration, words[k])) return true;
    return false;
}

static void print_parameter(const struct formal *p, struct strbuf *out) {
    char kind = !p->name ? 'o' : p->elements ? 'e' : p->pointer ? 'p' : is_integer(p) ? 'i' : 'o';
    strbuf_printf(out, "\t%c:%s:%s", kind, p->name ? p->name : "", p->declaration);
}

static void print_function(const struct tokens *t, uint32_t name, struct strbuf *out) {
    formal_list parameters = {0};
    assert(t->all.at[name].kind == TOKEN_WORD);
    formals_read(&parameters, t, tokens_next(t, name));
    strbuf_printf(out, "%.*s", (int)t->all.at[name].length, t->all.at[name].text);
    for (uint32_t i = 0; i < parameters.n; i++) print_parameter(&parameters.at[i], out);
    strbuf_char(out, '\n');
    formals_release(&parameters);
}

/* Does the token stand in the file that the first line marker names? */
static bool is_in_file(const struct tokens *t, uint32_t i) {
    char *place = tokens_place(t, i), *name = strchr(place, '"');
    const char *first = strchr(t->all.at[0].text, '"');
    size_t length = first && strchr(first + 1, '"') ? (size_t)(strchr(first + 1, '"') - first) : 0;
    bool here = length && name && !strncmp(name, first, length + 1);
    free(place);
    return here;
}

void listing_print(const struct tokens *t, struct strbuf *out) {
    for (uint32_t i = tokens_next(t, UINT32_MAX); i < t->all.n; i = tokens_next(t, i)) {
        if (tokens_is(t, i, "(") || tokens_is(t, i, "[")) i = tokens_close(t, i);
        if (!tokens_is(t, i, "{")) continue;
        uint32_t name = name_before(t, tokens_before(t, i));
        if (name < t->all.n && is_in_file(t, name)) print_function(t, name, out);
        i = tokens_close(t, i);
    }
}
