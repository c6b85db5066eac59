#include "frontend/source/allow.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/log.h"
#include "util/mem.h"
#include "util/vec.h"

enum { MOST_BYTES = 1 << 24 };
#define WORD "edgewise:"
#define ALLOW "allow("

struct allowance {
    uint32_t file, line; /* file: an index */
    check_set set;
    char *reason;
    char *shown[CHECK_CLASS_COUNT]; /* what was asked for so far; owned */
};

static VEC(struct allowance) all;
static VEC(char *) files; /* that were read */

/* ---- one comment ---- */

struct comment {
    const char *text, *end; /* between the signs that enclose it */
    uint32_t line;          /* that it speaks of */
    uint32_t first;         /* where it begins */
};

static const char *skip_blanks(const char *at, const char *end) {
    while (at < end && isspace((unsigned char)*at)) at++;
    return at;
}

static bool begins(const char *at, const char *end, const char *word) {
    size_t n = strlen(word);
    return (size_t)(end - at) >= n && !strncmp(at, word, n);
}

/* The list of classes without blanks; a fresh string. */
static char *tight(const char *from, const char *to) {
    struct strbuf b = {0};
    for (; from < to; from++)
        if (!isspace((unsigned char)*from)) strbuf_char(&b, *from);
    return b.n ? strbuf_take(&b) : mem_strdup("");
}

/* The rest of the comment in one line; a fresh string. */
static char *reason_in(const char *at, const char *end) {
    struct strbuf b = {0};
    at = skip_blanks(at, end);
    while (end > at && isspace((unsigned char)end[-1])) end--;
    for (; at < end; at++) strbuf_char(&b, iscntrl((unsigned char)*at) ? ' ' : *at);
    return b.n ? strbuf_take(&b) : mem_strdup("");
}

static void complain(const struct comment *c, const char *what, const char *detail) {
    warning("%s:%u: this comment allows nothing: %s%s", files.at[files.n - 1], c->first, what, detail);
}

static void take_comment(const struct comment *c) {
    const char *at = skip_blanks(c->text, c->end);
    if (!begins(at, c->end, WORD)) return;
    at = skip_blanks(at + strlen(WORD), c->end);
    const char *close = memchr(at, ')', (size_t)(c->end - at));
    if (!begins(at, c->end, ALLOW) || !close) {
        complain(c, "what is known is 'edgewise: allow(CLASS) REASON'", "");
        return;
    }
    struct error e = {0};
    char *classes = tight(at + strlen(ALLOW), close), *reason = reason_in(close + 1, c->end);
    bool list = isalpha((unsigned char)*classes);
    check_set set = list ? checks_parse(classes, 0, &e) : 0;
    if (e.set) complain(c, "there is a class that --list-checks does not know in ", classes);
    else if (!set) complain(c, "there is no class in it", "");
    else if (!*reason) complain(c, "it gives no reason", "");
    else VEC_PUSH(&all, (struct allowance){files.n - 1, c->line, set, reason, {0}});
    if (e.set || !set || !*reason) free(reason);
    free(classes);
    error_release(&e);
}

/* ---- one file ---- */

struct scan {
    const char *at, *end;
    uint32_t line;
    bool fresh; /* nothing but blanks on this line so far */
};

static void skip_literal(struct scan *s) {
    char quote = *s->at++;
    while (s->at < s->end && *s->at != quote && *s->at != '\n')
        s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    if (s->at < s->end && *s->at == quote) s->at++;
    s->fresh = false;
}

/* Is the rest of the line empty? */
static bool ends_line(const struct scan *s) {
    const char *at = s->at;
    while (at < s->end && *at != '\n' && isspace((unsigned char)*at)) at++;
    return at == s->end || *at == '\n';
}

static void read_comment(struct scan *s) {
    bool block = s->at[1] == '*';
    struct comment c = {.text = s->at + 2, .end = s->end, .first = s->line};
    for (s->at += 2; s->at < s->end; s->at++) {
        bool over = block ? begins(s->at, s->end, "*/") : *s->at == '\n';
        if (over) break;
        s->line += *s->at == '\n';
    }
    c.end = s->at;
    if (block && s->at < s->end) s->at += 2;
    c.line = s->fresh && ends_line(s) ? s->line + 1 : c.first;
    take_comment(&c);
}

static void scan_text(struct scan *s) {
    while (s->at < s->end) {
        if (begins(s->at, s->end, "//") || begins(s->at, s->end, "/*")) {
            read_comment(s);
        } else if (*s->at == '"' || *s->at == '\'') {
            skip_literal(s);
        } else {
            s->line += *s->at == '\n';
            s->fresh = *s->at == '\n' || (s->fresh && isspace((unsigned char)*s->at));
            s->at++;
        }
    }
}

static uint32_t read_file(const char *name) {
    for (uint32_t i = 0; i < files.n; i++)
        if (!strcmp(files.at[i], name)) return i;
    VEC_PUSH(&files, mem_strdup(name));
    FILE *f = fopen(name, "rb");
    if (!f) return files.n - 1; /* a name that #line gave, or standard input */
    char *text = mem_alloc(MOST_BYTES);
    size_t n = fread(text, 1, MOST_BYTES, f);
    fclose(f);
    scan_text(&(struct scan){text, text + n, 1, true});
    free(text);
    return files.n - 1;
}

/* ---- what is asked ---- */

const char *allow_reason(const char *file, uint32_t line, enum check_class class) {
    assert(class < CHECK_CLASS_COUNT);
    if (!*file || !line) return NULL;
    uint32_t index = read_file(file);
    for (uint32_t i = 0; i < all.n; i++) {
        struct allowance *a = &all.at[i];
        if (a->file != index || a->line != line || !(a->set & CHECK_BIT(class))) continue;
        if (!a->shown[class]) a->shown[class] = mem_printf("%s: %s", check_rows[class].name, a->reason);
        return a->shown[class];
    }
    return NULL;
}

void allow_forget(void) {
    for (uint32_t i = 0; i < all.n; i++) {
        for (int k = 0; k < CHECK_CLASS_COUNT; k++) free(all.at[i].shown[k]);
        free(all.at[i].reason);
    }
    for (uint32_t i = 0; i < files.n; i++) free(files.at[i]);
    VEC_RELEASE(&all);
    VEC_RELEASE(&files);
}
