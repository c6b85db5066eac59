/* For --replace=skip with
 *
 *     bool skip(const char *buf, size_t *start, size_t max)
 *         requires(0 < max && is_fresh(buf, max))  assigns(*start)  ensures(old(*start) <= *start);
 *
 * calls of skip lead to
 *
 *     bool skip(const char *buf, size_t *start, size_t max) {
 *         assert(0 < max && is_fresh(buf, max));          the caller's obligation
 *         size_t old0 = *start;
 *         *start = any value;  bool result = any value;
 *         assume(old0 <= *start);                         skip's, which --enforce=skip proves
 *         return result;
 *     }
 *
 * and its own definition, where there is one, gets another name: `bool skip(...); bool
 * edgewise_original_skip(...) {`. With --enforce=skip beside, the definition is held to the
 * contract while the calls in it, direct or through others, lead to the contract: a proof by
 * induction on the depth of calls.
 *
 * Limits: is_fresh in ensures and frees are cut, by name. */
#include "frontend/source/replace.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/assigns.h"
#include "frontend/source/enforce.h"
#include "frontend/source/fresh.h"
#include "util/mem.h"

void replace_rename(struct tokens *t, const char *function) {
    uint32_t brace, name = tokens_definition(t, function, &brace);
    if (name >= t->all.n) return;
    uint32_t first = tokens_declaration(t, name), open = tokens_next(t, name), close = tokens_close(t, open);
    char *before = tokens_code(t, first, name), *parameters = tokens_code(t, open, close + 1);
    char *with = mem_printf("%s%s; %s " REPLACE_PREFIX "%s", function, parameters, before, function);
    tokens_replace(t, name, name + 1, with);
    free(before);
    free(parameters);
    free(with);
}

static void print_clauses(const struct clauses *c, enum clause_kind kind, uint32_t *old,
                          struct strbuf *before, struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++) {
        if (c->all.at[k].kind != kind) continue;
        char *text = enforce_without_old(c->all.at[k].text, old, before);
        strbuf_printf(out, "%s\n    ", c->all.at[k].place);
        if (kind == CLAUSE_REQUIRES)
            strbuf_printf(out, "__CPROVER_assert((%s) ? 1 : 0, \"requires of %s\");\n", text, c->function);
        else strbuf_printf(out, "__CPROVER_assume((%s) ? 1 : 0);\n", text);
        free(text);
    }
}

static bool frees(const struct clauses *c) {
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_FREES && *c->all.at[k].text) return true;
    return false;
}

static void print_head(const struct clauses *c, struct strbuf *out) {
    strbuf_printf(out, "%s %s(", c->result, c->function);
    for (uint32_t i = 0; i < c->parameters.n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", c->parameters.at[i].declaration);
    strbuf_printf(out, "%s) {\n    int edgewise_before = edgewise_clause;\n", c->parameters.n ? "" : "void");
}

void replace_print(const struct clauses *c, struct strbuf *out) {
    bool returns = strcmp(c->result, "void") != 0;
    struct strbuf before = {0},
                  requires
    = {0}, ensures = {0};
    assigns_targets targets = {0};
    uint32_t old = 0;
    assert(enforce_possible(c));
    assigns_read(c, &targets);
    print_clauses(c, CLAUSE_REQUIRES, &old, &before, &requires);
    print_clauses(c, CLAUSE_ENSURES, &old, &before, &ensures);
    print_head(c, out);
    strbuf_printf(out,
                  "    edgewise_clause = %d; edgewise_object_0 = edgewise_object_1 = "
                  "edgewise_object_2 = edgewise_object_3 = edgewise_object_4 = 0;\n%s",
                  FRESH_CHECKED, requires.n ? requires.text : "");
    if (frees(c))
        strbuf_text(
            out, "    extern void __CPROVER_frees_of_a_contract(void); __CPROVER_frees_of_a_contract();\n");
    strbuf_text(out, before.n ? before.text : "");
    assigns_print_before(&targets, out);
    assigns_print_any(&targets, out);
    if (returns) strbuf_printf(out, "    %s edgewise_result;\n", c->result);
    strbuf_printf(out, "    edgewise_clause = %d;\n%s    edgewise_clause = edgewise_before;\n%s}\n",
                  FRESH_ENSURED, ensures.n ? ensures.text : "",
                  returns ? "    return edgewise_result;\n" : "");
    assigns_release(&targets);
    strbuf_release(&before);
    strbuf_release(&requires);
    strbuf_release(&ensures);
}
