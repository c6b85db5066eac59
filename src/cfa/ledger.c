#include "cfa/ledger.h"

#include <assert.h>
#include <string.h>

#include "cfa/cfa.h"
#include "cfa/pass.h"

enum { PLACES_SHOWN = 5 };

static const struct {
    const char *name, *sentence;
} rows[] = {
#define ROW(id, name, sentence) {name, sentence},
    LEDGER_ROWS(ROW)
#undef ROW
};

const char *ledger_name(enum ledger_kind k) {
    assert(k < LEDGER_KINDS);
    return rows[k].name;
}

const char *ledger_sentence(enum ledger_kind k) {
    assert(k < LEDGER_KINDS);
    return rows[k].sentence;
}

static bool same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

static bool same_entry(const struct cfa_assumption *a, const struct cfa_assumption *b) {
    return a->kind == b->kind && a->pos.file == b->pos.file && a->pos.line == b->pos.line &&
           same_text(a->detail, b->detail) && same_text(a->pos.function, b->pos.function);
}

void cfa_ledger_add(struct cfa *c, enum ledger_kind k, struct src_pos pos, const char *detail) {
    assert(k < LEDGER_KINDS && pos.file < c->files.n);
    struct cfa_assumption fresh = {k, pos, detail};
    for (uint32_t i = c->ledger.n; i-- > 0;)
        if (same_entry(&c->ledger.at[i], &fresh)) return;
    fresh.pos.function = cfa_intern(c, pos.function);
    fresh.detail = cfa_intern(c, detail);
    VEC_PUSH(&c->ledger, fresh);
}

uint32_t cfa_ledger_count(const struct cfa *c, enum ledger_kind k) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->ledger.n; i++) n += c->ledger.at[i].kind == k;
    return n;
}

void cfa_ledger_names(struct strbuf *b, const struct cfa *c) {
    bool first = true;
    for (int k = 0; k < LEDGER_KINDS; k++) {
        if (!cfa_ledger_count(c, (enum ledger_kind)k)) continue;
        strbuf_printf(b, "%s%s", first ? "" : ", ", rows[k].name);
        first = false;
    }
}

static bool has_place(const struct cfa_assumption *a) { return a->pos.line || a->detail; }

/* Names come from outside, and what is printed here also stands in comments of other formats. */
static void print_clean(struct strbuf *b, const char *text) {
    for (; *text; text++) strbuf_char(b, (unsigned char)*text < ' ' ? '?' : *text);
}

static void print_place(struct strbuf *b, const struct cfa *c, const struct cfa_assumption *a) {
    if (a->detail) print_clean(b, a->detail);
    if (!a->pos.line) return;
    if (a->detail) strbuf_text(b, " at ");
    print_clean(b, c->files.at[a->pos.file]);
    strbuf_printf(b, ":%u", a->pos.line);
}

/* " (log at a.c:7; counter at a.c:8; and 3 more)" */
static void print_places(struct strbuf *b, const struct cfa *c, enum ledger_kind k) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->ledger.n; i++) {
        const struct cfa_assumption *a = &c->ledger.at[i];
        if (a->kind != k || !has_place(a) || n++ >= PLACES_SHOWN) continue;
        strbuf_text(b, n == 1 ? " (" : "; ");
        print_place(b, c, a);
    }
    if (n > PLACES_SHOWN) strbuf_printf(b, "; and %u more", n - PLACES_SHOWN);
    if (n) strbuf_char(b, ')');
}

void cfa_ledger_print(struct strbuf *b, const struct cfa *c, const char *before) {
    for (int k = 0; k < LEDGER_KINDS; k++) {
        if (!cfa_ledger_count(c, (enum ledger_kind)k)) continue;
        strbuf_printf(b, "%sAssuming %s: %s", before, rows[k].name, rows[k].sentence);
        print_places(b, c, (enum ledger_kind)k);
        strbuf_char(b, '\n');
    }
}
