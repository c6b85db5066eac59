/* Quantifiers become loops (quantifiers.c), clauses of functions and loops are lifted out
 * (clauses.c). For --enforce=f, the file that declares f with a contract and calls it from the
 * entry function, or that is the only one with a contract, gets a function that holds f to it
 * (enforce.c), and the entry function calls that instead:
 *
 *     void harness(void) { char *b; size_t *s, m; skip(b, s, m); }       ...
 *                                                                        edgewise_enforced_skip(b,
 *                                                                        s, m); } */
#include "frontend/source/rewrite.h"

#include <assert.h>
#include <string.h>

#include "frontend/source/clauses.h"
#include "frontend/source/enforce.h"
#include "frontend/source/entry.h"
#include "frontend/source/fresh.h"
#include "frontend/source/quantifiers.h"
#include "frontend/source/replace.h"
#include "util/mem.h"

static bool has(const text_list *list, const char *function) {
    for (uint32_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], function)) return true;
    return false;
}

void rewrite_release(struct rewriting *r) {
    for (uint32_t i = 0; i < r->enforced.n; i++) free((char *)r->enforced.at[i]);
    VEC_RELEASE(&r->enforced);
    for (uint32_t i = 0; i < r->replaced.n; i++) free((char *)r->replaced.at[i]);
    VEC_RELEASE(&r->replaced);
    free(r->entry);
    free(r->assigned);
    *r = (struct rewriting){0};
}

/* Calls of f in the entry function become calls of the function that holds it to its contract;
 * false if there are none. */
static bool redirect(struct tokens *t, const char *entry, const char *f) {
    uint32_t brace = 0, name = tokens_definition(t, entry, &brace),
             end = name < t->all.n ? tokens_close(t, brace) : 0;
    bool any = false;
    char *other = mem_printf(ENFORCE_PREFIX "%s", f);
    for (uint32_t i = brace; i < end && i < t->all.n; i++)
        if (tokens_is(t, i, f) && tokens_is(t, tokens_next(t, i), "(")) {
            tokens_replace(t, i, i + 1, other);
            any = true;
        }
    if (any) {
        uint32_t first = tokens_declaration(t, name);
        char *old = tokens_code(t, first, first + 1),
             *with = mem_printf("extern __typeof__(%s) %s; %s", f, other, old);
        tokens_replace(t, first, first + 1, with);
        free(old);
        free(with);
    }
    free(other);
    return any;
}

/* Appends what the contract allows to change. */
static void note_assigned(const struct clauses *c, struct rewriting *r) {
    struct strbuf b = {0};
    strbuf_text(&b, r->assigned ? r->assigned : "");
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_ASSIGNS) strbuf_printf(&b, " %s ;", c->all.at[k].text);
    free(r->assigned);
    r->assigned = strbuf_take(&b);
}

/* Where nobody named an entry function that calls f, one is made. */
static void enforce(struct tokens *t, const struct clauses *c, const struct program *p, struct rewriting *r,
                    struct strbuf *out) {
    bool own = !options_given("entry");
    if (has(&r->enforced, c->function) || !enforce_possible(c) ||
        (!own && !redirect(t, p->entry, c->function)))
        return;
    bool replaced = has(&options.replace, c->function);
    char *original = mem_printf("%s%s", replaced ? REPLACE_PREFIX : "", c->function);
    if (replaced) strbuf_printf(out, "extern __typeof__(%s) %s;\n", c->function, original);
    enforce_print(c, original, out);
    note_assigned(c, r);
    free(original);
    if (own) {
        char *callee = mem_printf(ENFORCE_PREFIX "%s", c->function);
        entry_print(t, c->function, callee, &c->parameters, ENTRY_NULL, out);
        r->entry = mem_printf(ENTRY_PREFIX "%s", c->function);
        free(callee);
    }
    r->objects = true;
    VEC_PUSH(&r->enforced, mem_strdup(c->function));
}

/* Definitions of replaced functions get another name; the first file with the contract defines what
 * stands in for them. */
static void replace(struct tokens *t, const struct clause_list *list, struct rewriting *r,
                    struct strbuf *out) {
    for (uint32_t i = 0; i < options.replace.n; i++) {
        const char *name = options.replace.at[i];
        const struct clauses *c = clauses_of(list, name);
        replace_rename(t, name);
        if (!c || !enforce_possible(c) || has(&r->replaced, name)) continue;
        replace_print(c, out);
        VEC_PUSH(&r->replaced, mem_strdup(name));
    }
}

/* The entry function is defined here and has parameters. */
static void make_entry(const struct tokens *t, const char *entry, struct rewriting *r, struct strbuf *out) {
    uint32_t brace, name = tokens_definition(t, entry, &brace);
    formal_list parameters = {0};
    if (name >= t->all.n || r->entry) return;
    formals_read(&parameters, t, tokens_next(t, name));
    bool named = true, pointers = false;
    for (uint32_t i = 0; i < parameters.n; i++) {
        named &= parameters.at[i].name != NULL && strcmp(parameters.at[i].declaration, "...");
        pointers |= parameters.at[i].pointer;
    }
    if (parameters.n && named) {
        entry_print(t, entry, entry, &parameters, entry_sees_variables(t) ? ENTRY_SHARED : ENTRY_OBJECTS,
                    out);
        r->entry = mem_printf(ENTRY_PREFIX "%s", entry);
        r->objects |= pointers;
    }
    formals_release(&parameters);
}

/* The program is linked with a main of ours, if that is not where it starts. */
static void rename_main(struct tokens *t) {
    for (uint32_t i = 0; i < t->all.n; i++)
        if (tokens_is(t, i, "main")) tokens_replace(t, i, i + 1, "edgewise_user_main");
}

/* CBMC takes a second declaration of an uninterpreted function with other qualifiers, which C
 * forbids: the first one counts. */
static void drop_repeated(struct tokens *t) {
    text_list seen = {0};
    for (uint32_t i = 1; i < t->all.n; i++) {
        if (t->all.at[i].kind != TOKEN_WORD || strncmp(t->all.at[i].text, "__CPROVER_uninterpreted_", 24))
            continue;
        uint32_t open = tokens_next(t, i), close = tokens_is(t, open, "(") ? tokens_close(t, open) : t->all.n;
        uint32_t end = close < t->all.n ? tokens_next(t, close) : close, first = tokens_declaration(t, i);
        if (!tokens_is(t, end, ";") || first == i || tokens_is(t, first, "return")) continue;
        char *text = tokens_code(t, first, i + 1); /* the result's type and the name */
        bool again = false;
        for (uint32_t k = 0; k < seen.n && !again; k++) again = !strcmp(seen.at[k], text);
        if (again && strlen(text) < 80 && !strpbrk(text, "={(")) tokens_replace(t, first, end, "");
        VEC_PUSH(&seen, text);
    }
    for (uint32_t k = 0; k < seen.n; k++) free((char *)seen.at[k]);
    VEC_RELEASE(&seen);
}

/* Stubs for CBMC define compilers' builtins, which clang refuses. Calls of a builtin mean what
 * clang means by them; the definition stays under another name. */
static void rename_builtins(struct tokens *t) {
    for (uint32_t i = 0; i < t->all.n; i++) {
        if (t->all.at[i].kind != TOKEN_WORD || strncmp(t->all.at[i].text, "__builtin_", 10)) continue;
        uint32_t open = tokens_next(t, i), close = tokens_is(t, open, "(") ? tokens_close(t, open) : t->all.n;
        if (close >= t->all.n || !tokens_is(t, tokens_next(t, close), "{")) continue;
        char *name = tokens_code(t, i, i + 1), *other = mem_printf("edgewise%s", name);
        tokens_replace(t, i, i + 1, other);
        free(name);
        free(other);
    }
}

char *rewrite_text(const char *text, const struct program *p, struct rewriting *r) {
    struct tokens t;
    struct clause_list list = {0};
    struct strbuf out = {0}, more = {0}, words = {0};
    tokens_read(&t, text);
    drop_repeated(&t);
    rename_builtins(&t);
    quantifiers_rewrite(&t);
    clauses_lift(&t, &list, options.loop_contracts);
    for (uint32_t i = 0; i < options.enforce.n; i++) {
        const struct clauses *c = clauses_of(&list, options.enforce.at[i]);
        if (c) enforce(&t, c, p, r, &more);
    }
    if (strcmp(p->entry, "main") && !options.enforce.n) make_entry(&t, p->entry, r, &more);
    replace(&t, &list, r, &more);
    if (strstr(more.n ? more.text : "", "edgewise_clause"))
        fresh_print(strstr(more.text, "edgewise_is_own") != NULL, &words);
    bool changed = t.owned.n > 0 || more.n;
    if (changed && (strcmp(p->entry, "main") || r->entry)) rename_main(&t);
    if (changed) {
        tokens_print(&t, 0, t.all.n, &out);
        strbuf_text(&out, words.n ? words.text : "");
        strbuf_text(&out, more.n ? more.text : "");
    }
    tokens_release(&t);
    clauses_release(&list);
    strbuf_release(&more);
    strbuf_release(&words);
    return changed ? strbuf_take(&out) : NULL;
}
