/* For
 *
 *     bool skip(const char *buf, size_t *start, size_t max)
 *         requires(0 < max && is_fresh(buf, max) && is_fresh(start, sizeof(*start)))  assigns(*start)  ensures(old(*start) <= *start);
 *
 * the text is, in short,
 *
 *     bool edgewise_enforced_skip(const char *buf, size_t *start, size_t max) {
 *         buf = null, or a new block of any size n0;  start = null, or a new block of any size n1;
 *         assume(0 < max && is_fresh(buf, max) && ...);             is_fresh(p, n): p is a new
 *                                                                   block that was not asked for,
 *                                                                   of n bytes
 *         size_t old0 = *start;  remember one byte of each block, at any place;
 *         bool result = skip(buf, start, max);
 *         assert(old0 <= *start);
 *         assert(the byte of buf is as before);                     and that of start, unless it is
 *                                                                   in *start
 *         return result;
 *     }
 *
 * So is_fresh chooses nothing: every block of every size is there already, and the assumption keeps
 * the executions in which it is the right one. Pointers that the contract says nothing of are null
 * or lead to a block of their own. What the caller passes does not matter, as with CBMC. Everything
 * is C, so the compiled program confirms a failure.
 *
 * assigns is checked by what changes, not by what is written: a byte that is written with its old
 * value is not noticed.
 *
 * Cut, by name: is_fresh of a pointer that is no parameter, or in ensures; targets of assigns that
 * do not begin with a parameter; obeys_contract. */
#include "frontend/source/enforce.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "util/mem.h"

static bool is_letter(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool mentions(const char *text, const char *word) {
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if ((at == text || !is_letter(at[-1])) && !is_letter(at[n])) return true;
    return false;
}

struct enforce_parameter {
    const char *name;
    bool pointer;
    /* It leads to one element, because nothing says otherwise; else to a block of any size. */
    bool single;
    /* All that it leads to may be assigned. */
    bool assigned;
};
typedef VEC(struct enforce_parameter) enforced_list;

/* ---- old values ---- */

/* The text with every __CPROVER_old(e) replaced by a variable, which is declared in *before. */
static char *without_old(const char *text, uint32_t *number, struct strbuf *before) {
    struct tokens t;
    struct strbuf out = {0};
    tokens_read(&t, text);
    for (uint32_t i = 0; i < t.all.n; i++) {
        uint32_t open = tokens_next(&t, i),
                 close = tokens_is(&t, open, "(") ? tokens_close(&t, open) : t.all.n;
        if (tokens_is(&t, i, "__CPROVER_return_value")) strbuf_text(&out, "edgewise_result");
        else if (tokens_is(&t, i, "__CPROVER_old") && close < t.all.n) {
            char *e = tokens_code(&t, open + 1, close);
            strbuf_printf(before, "    __typeof__(%s) edgewise_old_%u = (%s);\n", e, *number, e);
            strbuf_printf(&out, "edgewise_old_%u", (*number)++);
            free(e);
            i = close;
        } else tokens_print(&t, i, i + 1, &out);
    }
    tokens_release(&t);
    return strbuf_take(&out);
}

/* ---- what may be assigned ---- */

/* Is edgewise_at_I, an address in the block of the parameter, inside the target? "" : the target is
 * in another block. */
static void print_covered(const char *target, const char *parameter, uint32_t i, struct strbuf *out) {
    static const char *const whole[] = {"__CPROVER_object_whole(", "__CPROVER_object_from(",
                                        "__CPROVER_object_upto("};
    if (!mentions(target, parameter)) return;
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++)
        if (!strncmp(target, whole[k], strlen(whole[k]))) {
            strbuf_text(out, k == 0 ? " || 1" : " || __CPROVER_part_of_object_in_assigns()");
            return;
        }
    strbuf_printf(
        out,
        " || (edgewise_at_%u >= (const char *)&(%s) && edgewise_at_%u < (const char *)&(%s) + sizeof(%s))", i,
        target, i, target, target);
}

/* Targets are parted by commas. */
static void print_all_covered(const struct clauses *c, const char *parameter, uint32_t i,
                              struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++) {
        if (c->all.at[k].kind != CLAUSE_ASSIGNS) continue;
        struct tokens t;
        tokens_read(&t, c->all.at[k].text);
        for (uint32_t from = 0, at = 0; at <= t.all.n; at++) {
            if (tokens_is(&t, at, "(") || tokens_is(&t, at, "[")) at = tokens_close(&t, at);
            if (at < t.all.n && !tokens_is(&t, at, ",")) continue;
            char *target = tokens_code(&t, from, at < t.all.n ? at : t.all.n);
            if (*target) print_covered(target, parameter, i, out);
            free(target);
            from = at + 1;
        }
        tokens_release(&t);
    }
}

/* "*p" alone among the targets: then no byte of a single element has to be looked at, and it stays
 * one value in the automaton. */
static bool is_assigned(const struct clauses *c, const char *parameter) {
    char *target = mem_printf("*%s", parameter), *apart = mem_printf("* %s", parameter);
    bool is = false;
    for (uint32_t k = 0; k < c->all.n && !is; k++) {
        if (c->all.at[k].kind != CLAUSE_ASSIGNS) continue;
        for (const char *at = c->all.at[k].text; at && !is; at = strchr(at, ',')) {
            at += strspn(at, " ,");
            size_t n = strcspn(at, ",");
            while (n && at[n - 1] == ' ') n--;
            is = (n == strlen(target) && !strncmp(at, target, n)) ||
                 (n == strlen(apart) && !strncmp(at, apart, n));
        }
    }
    free(target);
    free(apart);
    return is;
}

/* Characters come in any number; of all else there is one, unless a clause asks for another size in
 * so many words. */
static bool is_single(const struct clauses *c, const char *declaration, const char *name) {
    if (strstr(declaration, "char") || strstr(declaration, "void") || strstr(declaration, "int8") ||
        strchr(declaration, '['))
        return false;
    char *asked = mem_printf("__CPROVER_is_fresh( %s,", name),
         *close = mem_printf("__CPROVER_is_fresh(%s,", name);
    bool single = true;
    for (uint32_t k = 0; k < c->all.n; k++) {
        const char *text = c->all.at[k].text,
                   *at = strstr(text, asked) ? strstr(text, asked) + strlen(asked) : NULL;
        if (!at && strstr(text, close)) at = strstr(text, close) + strlen(close);
        if (at && strncmp(at + strspn(at, " "), "sizeof", 6)) single = false;
    }
    free(asked);
    free(close);
    return single;
}

/* ---- printing ---- */

static void print_support(const enforced_list *all, struct strbuf *out) {
    strbuf_text(
        out, "\n# 1 \"contract\"\n"
             "extern void *malloc(__SIZE_TYPE__); extern void __CPROVER_assume(_Bool); extern void "
             "__CPROVER_assert(_Bool, const char *);\n"
             "extern _Bool __CPROVER_is_fresh_of_another_pointer(void), "
             "__CPROVER_is_fresh_of_another_size(void), __CPROVER_pointer_in_range_of_another_object(void),"
             " __CPROVER_part_of_object_in_assigns(void);\n"
             "extern __SIZE_TYPE__ __VERIFIER_nondet_size_of_block(void), __VERIFIER_nondet_offset(void); "
             "extern _Bool __VERIFIER_nondet_bool(void);\n"
             "static _Bool edgewise_ensuring;\n");
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer)
            strbuf_printf(out,
                          "static const void *edgewise_p%u; static __SIZE_TYPE__ edgewise_n%u; static _Bool "
                          "edgewise_asked%u;\n",
                          i, i, i);
    strbuf_text(out, "_Bool __CPROVER_is_fresh(const void *p, __SIZE_TYPE__ n) {\n    if (!p) return 0;\n");
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer)
            strbuf_printf(out,
                          "    if (!edgewise_ensuring && p == edgewise_p%u) { _Bool right = "
                          "!edgewise_asked%u && (n == edgewise_n%u%s); edgewise_asked%u = 1;"
                          " return right; }\n",
                          i, i, i, all->at[i].single ? " || __CPROVER_is_fresh_of_another_size()" : "", i);
    strbuf_text(
        out, "    return __CPROVER_is_fresh_of_another_pointer();\n}\n"
             "_Bool __CPROVER_pointer_in_range_dfcc(const void *least, const void *p, const void *most) {\n");
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer)
            strbuf_printf(out,
                          "    if (least && least == edgewise_p%u && (const char *)most <= (const char "
                          "*)least + edgewise_n%u) return (const char *)least <= (const char *)p && (const "
                          "char *)p <= (const char *)most;\n",
                          i, i);
    strbuf_text(out, "    return __CPROVER_pointer_in_range_of_another_object();\n}\n");
}

static void print_arguments(const enforced_list *all, struct strbuf *out) {
    for (uint32_t i = 0; i < all->n; i++) {
        if (!all->at[i].pointer) continue;
        const struct enforce_parameter *p = &all->at[i];
        if (p->single)
            strbuf_printf(
                out,
                "    edgewise_n%u = sizeof(*%s); %s = __VERIFIER_nondet_bool() ? malloc(sizeof(*%s)) : 0;", i,
                p->name, p->name, p->name);
        else
            strbuf_printf(out,
                          "    edgewise_n%u = __VERIFIER_nondet_size_of_block(); %s = "
                          "__VERIFIER_nondet_bool() ? malloc(edgewise_n%u) : 0;",
                          i, p->name, i);
        strbuf_printf(out, " edgewise_p%u = %s;\n", i, p->name);
    }
}

static void print_requires(const struct clauses *c, struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_REQUIRES)
            strbuf_printf(out, "%s\n    __CPROVER_assume((%s) ? 1 : 0);\n", c->all.at[k].place,
                          c->all.at[k].text);
}

static void print_bytes_before(const enforced_list *all, struct strbuf *out) {
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer && !all->at[i].assigned)
            strbuf_printf(out,
                          "    __SIZE_TYPE__ edgewise_k%u = __VERIFIER_nondet_offset(); const char "
                          "*edgewise_at_%u = edgewise_p%u && edgewise_k%u < edgewise_n%u ?"
                          " (const char *)edgewise_p%u + edgewise_k%u : 0; char edgewise_byte_%u = "
                          "edgewise_at_%u ? *edgewise_at_%u : 0;\n",
                          i, i, i, i, i, i, i, i, i, i);
}

static void print_bytes_after(const struct clauses *c, const enforced_list *all, struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_ASSIGNS) strbuf_printf(out, "%s\n", c->all.at[k].place);
    for (uint32_t i = 0; i < all->n; i++) {
        if (!all->at[i].pointer || all->at[i].assigned) continue;
        strbuf_printf(out, "    __CPROVER_assert(!edgewise_at_%u || *edgewise_at_%u == edgewise_byte_%u", i,
                      i, i);
        print_all_covered(c, all->at[i].name, i, out);
        strbuf_printf(out, ", \"assigns: what %s leads to changes\");\n", all->at[i].name);
    }
}

static void print_call(const struct clauses *c, const enforced_list *all, bool returns, struct strbuf *out) {
    strbuf_printf(out, "    %s%s%s(", returns ? c->result : "", returns ? " edgewise_result = " : "",
                  c->function);
    for (uint32_t i = 0; i < all->n; i++) strbuf_printf(out, "%s%s", i ? ", " : "", all->at[i].name);
    strbuf_text(out, ");\n    edgewise_ensuring = 1;\n");
}

static void print_function(const struct clauses *c, const enforced_list *all, struct strbuf *out) {
    bool returns = strcmp(c->result, "void") != 0;
    struct strbuf before = {0}, after = {0};
    uint32_t old = 0;
    for (uint32_t k = 0; k < c->all.n; k++) {
        if (c->all.at[k].kind != CLAUSE_ENSURES) continue;
        char *text = without_old(c->all.at[k].text, &old, &before);
        strbuf_printf(&after, "%s\n    __CPROVER_assert((%s) ? 1 : 0, \"ensures\");\n", c->all.at[k].place,
                      text);
        free(text);
    }
    strbuf_printf(out, "%s " ENFORCE_PREFIX "%s(", c->result, c->function);
    for (uint32_t i = 0; i < c->parameters.n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", c->parameters.at[i].declaration);
    strbuf_printf(out, "%s) {\n", c->parameters.n ? "" : "void");
    print_arguments(all, out);
    print_requires(c, out);
    print_bytes_before(all, out);
    strbuf_text(out, before.n ? before.text : "");
    print_call(c, all, returns, out);
    strbuf_text(out, after.n ? after.text : "");
    print_bytes_after(c, all, out);
    strbuf_text(out, returns ? "    return edgewise_result;\n}\n" : "}\n");
    strbuf_release(&before);
    strbuf_release(&after);
}

bool enforce_possible(const struct clauses *c) {
    for (uint32_t i = 0; i < c->parameters.n; i++)
        if (!c->parameters.at[i].name) return false;
    return true;
}

void enforce_print(const struct clauses *c, struct strbuf *out) {
    enforced_list all = {0};
    assert(enforce_possible(c));
    for (uint32_t i = 0; i < c->parameters.n; i++) {
        const struct formal *p = &c->parameters.at[i];
        bool single = p->pointer && is_single(c, p->declaration, p->name);
        VEC_PUSH(&all,
                 (struct enforce_parameter){p->name, p->pointer, single, single && is_assigned(c, p->name)});
    }
    print_support(&all, out);
    print_function(c, &all, out);
    VEC_RELEASE(&all);
}
