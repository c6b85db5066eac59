/* A reader for the property language's one useful sentence. Everything is a token, so blanks and
 * newlines do not matter; properties of other kinds (memory safety, overflow, termination) are
 * recognized by their form and reported as unsupported rather than as bad input. A file may hold
 * several CHECK lines: all must be call-properties, and a call of any of the functions is the
 * error. */
#include "frontend/driver/property.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"
#include "util/strbuf.h"

enum { MAX_PROPERTY_BYTES = 1 << 16 };

struct reader {
    const char *file, *text, *at;
    struct error *e;
};

/* Comments run from # or // to the end of the line. */
static void skip_blanks(struct reader *r) {
    for (;;) {
        while (isspace((unsigned char)*r->at)) r->at++;
        if (*r->at != '#' && (r->at[0] != '/' || r->at[1] != '/')) return;
        r->at += strcspn(r->at, "\n");
    }
}

static int line_of(const struct reader *r) {
    int line = 1;
    for (const char *c = r->text; c < r->at; c++) line += *c == '\n';
    return line;
}

/* Reads `want` or leaves the position alone. */
static bool accept(struct reader *r, const char *want) {
    skip_blanks(r);
    size_t n = strlen(want);
    if (strncmp(r->at, want, n)) return false;
    r->at += n;
    return true;
}

static bool expect(struct reader *r, const char *want) {
    if (accept(r, want)) return true;
    error_set(r->e, r->file, line_of(r), 0, "not a property file: expected '%s' here: %.20s", want, r->at);
    return false;
}

/* A fresh string, NULL if there is no name here. */
static char *identifier(struct reader *r) {
    skip_blanks(r);
    const char *from = r->at;
    while (isalnum((unsigned char)*r->at) || *r->at == '_') r->at++;
    return r->at > from ? mem_printf("%.*s", (int)(r->at - from), from) : NULL;
}

/* "main()" : the name; sets the error if it is not there. */
static char *function(struct reader *r) {
    char *name = identifier(r);
    if (!name)
        error_set(r->e, r->file, line_of(r), 0, "not a property file: expected the name of a function");
    if (accept(r, "(")) {
        while (*r->at && *r->at != ')') r->at++;
        expect(r, ")");
    }
    return name;
}

/* The rest of a formula up to the parenthesis that closes it, without blanks at the ends; a fresh
 * string. */
static char *rest_of_formula(struct reader *r) {
    skip_blanks(r);
    const char *from = r->at;
    int depth = 0;
    while (*r->at && (depth > 0 || *r->at != ')')) {
        depth += (*r->at == '(') - (*r->at == ')');
        r->at++;
    }
    const char *to = r->at;
    while (to > from && isspace((unsigned char)to[-1])) to--;
    return mem_printf("%.*s", (int)(to - from), from);
}

/* "G valid-deref" and its relatives. */
static check_set memory_property(struct reader *r) {
    static const struct {
        const char *name;
        check_set set;
    } known[] = {{"valid-deref", CHECK_BIT(CHECK_BOUNDS) | CHECK_BIT(CHECK_NULL) | CHECK_BIT(CHECK_DANGLING) |
                                     CHECK_BIT(CHECK_INVALID)},
                 {"valid-free", CHECK_BIT(CHECK_FREE)},
                 {"valid-memtrack", CHECK_BIT(CHECK_LEAK)},
                 {"valid-memcleanup", CHECK_BIT(CHECK_CLEANUP)}};
    if (!accept(r, "G")) return 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (accept(r, known[i].name)) return known[i].set;
    return 0;
}

static void formula(struct program *p, struct reader *r) {
    const char *from = r->at;
    if (accept(r, "G") && accept(r, "!") && accept(r, "call") && accept(r, "(")) {
        char *name = function(r);
        if (name) VEC_PUSH(&p->error_functions, name);
        p->checks |= CHECK_BIT(CHECK_ASSERT);
        expect(r, ")");
        return;
    }
    r->at = from;
    if (accept(r, "G") && accept(r, "!") && accept(r, "overflow")) {
        p->checks |= CHECK_BIT(CHECK_OVERFLOW);
        return;
    }
    r->at = from;
    check_set of_memory = memory_property(r);
    p->checks |= of_memory;
    if (of_memory) return;
    r->at = from;
    free(p->unsupported);
    p->unsupported = rest_of_formula(r);
}

static void check_line(struct program *p, struct reader *r) {
    if (!expect(r, "CHECK") || !expect(r, "(") || !expect(r, "init") || !expect(r, "(")) return;
    char *entry = function(r);
    if (entry) {
        free((char *)p->entry);
        p->entry = entry;
    }
    if (!expect(r, ")") || !expect(r, ",")) return;
    if (!accept(r, "LTL")) {
        free(p->unsupported);
        p->unsupported = rest_of_formula(r);
    } else if (expect(r, "(")) {
        formula(p, r);
        expect(r, ")");
    }
    expect(r, ")");
}

static void forget_property(struct program *p) {
    for (uint32_t i = 0; i < p->error_functions.n; i++) free((char *)p->error_functions.at[i]);
    VEC_CLEAR(&p->error_functions);
    free(p->property);
    free(p->unsupported);
    p->property = p->unsupported = NULL;
    p->checks = 0;
}

static char *read_text(const char *file, struct error *e) {
    FILE *f = fopen(file, "rb");
    if (!f) {
        error_set(e, file, 0, 0, "%s", strerror(errno));
        return NULL;
    }
    char *text = mem_zero(MAX_PROPERTY_BYTES + 1, 1);
    size_t n = fread(text, 1, MAX_PROPERTY_BYTES, f);
    bool more = fgetc(f) != EOF;
    fclose(f);
    if (more || memchr(text, 0, n)) error_set(e, file, 0, 0, "not a property file");
    return text;
}

static void trim(char *s) {
    size_t n = strlen(s);
    while (n > 0 && isspace((unsigned char)s[n - 1])) s[--n] = 0;
}

void property_read(struct program *p, const char *file, struct error *e) {
    char *text = read_text(file, e);
    if (!text) return;
    forget_property(p);
    struct reader r = {.file = file, .text = text, .at = text, .e = e};
    do {
        if (!e->set) check_line(p, &r);
        skip_blanks(&r);
    } while (!e->set && *r.at);
    p->property = text;
    trim(text);
    assert(e->set || p->unsupported || p->checks);
}
