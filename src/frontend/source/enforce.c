/* For
 *
 *     bool skip(const char *buf, size_t *start, size_t max)
 *         requires(0 < max && is_fresh(buf, max) && is_fresh(start, sizeof(*start)))
 *         assigns(*start)  ensures(old(*start) <= *start);
 *
 * the text is, in short,
 *
 *     bool edgewise_enforced_skip(const char *buf, size_t *start, size_t max) {
 *         void *b0 = a new block of any size n0, *b1 = a new block of sizeof(*start) bytes;
 *         buf = b0;    if (any()) { assume(requires, for buf = 0 and start any of b1 and 0); buf =
 *                      0; }
 *         start = b1;  if (any()) { assume(requires, for start = 0 and ...); start = 0; }
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
 * or lead to a block of their own. The assumptions before drop no execution that the one behind
 * them keeps, because its other arguments are among those that they choose from; where a contract
 * does not allow null they are false by constants alone, and the pointer is a constant from there
 * on. What the caller passes does not matter, as with CBMC. Everything is C, so the compiled
 * program confirms a failure.
 *
 * assigns is checked by what changes, not by what is written: a byte that is written with its old
 * value is not noticed.
 *
 * Cut, by name: is_fresh of a pointer that is no parameter, or in ensures; targets of assigns that
 * do not begin with a parameter; obeys_contract. */
#include "frontend/source/enforce.h"

#include <assert.h>
#include <string.h>

#include "frontend/source/assigns.h"
#include "frontend/source/fresh.h"
#include "util/mem.h"

struct enforce_parameter {
    const char *name;
    bool pointer;
    /* It leads to one element, because nothing says otherwise; else to a block of any size. */
    bool single;
    /* All that it leads to may be assigned. */
    bool assigned;
    /* It leads to one integer, which then is a number and no address, so that a compiled run can be
     * given it. */
    bool number;
    /* It leads to one pointer, whose bytes are no numbers: all of it is remembered. */
    bool to_pointer;
};
typedef VEC(struct enforce_parameter) enforced_list;

/* ---- old values ---- */

char *enforce_without_old(const char *text, uint32_t *number, struct strbuf *before) {
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

/* ---- sizes ---- */

static bool leads_to_pointer(const char *declaration) {
    const char *star = strchr(declaration, '*');
    return star && strchr(star + 1, '*');
}

/* Characters come in any number; of all else there is one, unless a clause asks for another size in
 * so many words. */
static bool is_single(const struct clauses *c, const char *declaration, const char *name) {
    bool bytes = strstr(declaration, "char") || strstr(declaration, "void") || strstr(declaration, "int8");
    if ((bytes && !leads_to_pointer(declaration)) || strchr(declaration, '[')) return false;
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

static bool leads_to_number(const struct formal *p) {
    static const char *const others[] = {"const", "volatile", "float", "double", "void", "["};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++)
        if (strstr(p->declaration, others[k])) return false;
    const char *star = strchr(p->declaration, '*');
    return p->elements && star && !strchr(star + 1, '*');
}

/* ---- printing ---- */

/* Which blocks were made for parameters, and the answer to is_fresh for them (fresh.c). Objects are
 * told apart by their numbers, because to compare addresses is to observe them. */
static void print_support(const enforced_list *all, struct strbuf *out) {
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer)
            strbuf_printf(out,
                          "static const void *edgewise_p%u; static __SIZE_TYPE__ edgewise_n%u, edgewise_o%u;"
                          " static _Bool edgewise_asked%u;\n",
                          i, i, i, i);
    strbuf_text(out, "__SIZE_TYPE__ " FRESH_OBJECT "(const void *p) {\n");
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer) strbuf_printf(out, "    if (p && p == edgewise_p%u) return %uu;\n", i, i + 1);
    strbuf_text(out, "    return (__SIZE_TYPE__)p;\n}\n__PTRDIFF_TYPE__ " FRESH_OFFSET
                     "(const void *p) { (void)p; return 0; }\n"
                     "_Bool edgewise_is_own(const void *p, __SIZE_TYPE__ n) {\n"
                     "    __SIZE_TYPE__ o = " FRESH_OBJECT "(p);\n"
                     "    if (" FRESH_OFFSET "(p)) return __CPROVER_is_fresh_of_another_pointer();\n");
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer)
            strbuf_printf(out,
                          "    if (o == edgewise_o%u) { _Bool right = !edgewise_asked%u && (n == "
                          "edgewise_n%u%s); edgewise_asked%u = 1; return right; }\n",
                          i, i, i, all->at[i].single ? " || __CPROVER_is_fresh_of_another_size()" : "", i);
    strbuf_text(out, "    return __CPROVER_is_fresh_of_another_pointer();\n}\n");
}

/* The blocks, one per pointer; no pointer is null yet. */
static void print_blocks(const enforced_list *all, struct strbuf *out) {
    for (uint32_t i = 0; i < all->n; i++) {
        const struct enforce_parameter *p = &all->at[i];
        if (!p->pointer) continue;
        /* a size that is a constant stays one, so that the block is no array */
        if (p->single)
            strbuf_printf(out, "    edgewise_n%u = sizeof(*%s); edgewise_p%u = " FRESH_BLOCK "(sizeof(*%s));",
                          i, p->name, i, p->name);
        else
            strbuf_printf(out,
                          "    edgewise_n%u = __VERIFIER_nondet_size_of_block(); edgewise_p%u = " FRESH_BLOCK
                          "(edgewise_n%u);",
                          i, i, i);
        strbuf_printf(out,
                      " edgewise_o%u = " FRESH_OBJECT "(edgewise_p%u);"
                      " void *edgewise_a%u = (void *)edgewise_p%u;\n",
                      i, i, i, i);
        if (p->number)
            strbuf_printf(out,
                          "    %s = edgewise_a%u; *%s = (__typeof__(*%s))__VERIFIER_nondet_ulonglong();\n",
                          p->name, i, p->name, p->name);
    }
}

static void print_requires(const struct clauses *c, struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_REQUIRES)
            strbuf_printf(out, "%s\n    __CPROVER_assume((%s) ? 1 : 0);\n", c->all.at[k].place,
                          c->all.at[k].text);
}

/* Pointer i may be null if the contract holds so for some choice of the others: see above. */
static void print_null(const struct clauses *c, const enforced_list *all, uint32_t i, struct strbuf *out) {
    assert(all->n == c->parameters.n && all->at[i].pointer);
    strbuf_printf(out, "    if (__VERIFIER_nondet_bool()) {\n        {");
    for (uint32_t k = 0; k < all->n; k++) {
        if (!all->at[k].pointer) continue;
        formals_print_variable(&c->parameters.at[k], out);
        if (k == i) strbuf_text(out, " = 0;");
        else strbuf_printf(out, " = __VERIFIER_nondet_bool() ? (void *)edgewise_p%u : 0;", k);
    }
    strbuf_printf(out, "\n        edgewise_clause = %d;\n", FRESH_WEIGHED);
    print_requires(c, out);
    strbuf_printf(out, "        }\n        edgewise_a%u = 0;\n    }\n", i);
}

static void print_arguments(const struct clauses *c, const enforced_list *all, struct strbuf *out) {
    print_blocks(all, out);
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer) print_null(c, all, i, out);
    strbuf_printf(out, "    edgewise_clause = %d;\n", FRESH_ASSUMED);
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].pointer) strbuf_printf(out, "    %s = edgewise_a%u;\n", all->at[i].name, i);
}

static void print_bytes_before(const enforced_list *all, struct strbuf *out) {
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].to_pointer && !all->at[i].assigned)
            strbuf_printf(
                out,
                "    void *const *edgewise_at_%u = (void *const *)edgewise_p%u; void *edgewise_byte_%u "
                "= *edgewise_at_%u;\n",
                i, i, i, i);
        else if (all->at[i].pointer && !all->at[i].assigned)
            strbuf_printf(out,
                          "    __SIZE_TYPE__ edgewise_k%u = __VERIFIER_nondet_offset(); const char "
                          "*edgewise_at_%u = edgewise_k%u < edgewise_n%u ?"
                          " (const char *)edgewise_p%u + edgewise_k%u : 0; char edgewise_byte_%u = "
                          "edgewise_at_%u ? *edgewise_at_%u : 0;\n",
                          i, i, i, i, i, i, i, i, i);
}

static void print_bytes_after(const struct clauses *c, const enforced_list *all,
                              const assigns_targets *targets, struct strbuf *out) {
    for (uint32_t k = 0; k < c->all.n; k++)
        if (c->all.at[k].kind == CLAUSE_ASSIGNS) strbuf_printf(out, "%s\n", c->all.at[k].place);
    for (uint32_t i = 0; i < all->n; i++) {
        if (!all->at[i].pointer || all->at[i].assigned) continue;
        strbuf_printf(out, "    __CPROVER_assert(!edgewise_at_%u || *edgewise_at_%u == edgewise_byte_%u", i,
                      i, i);
        char *address = mem_printf("(const char *)edgewise_at_%u", i);
        assigns_print_covered(targets, all->at[i].name, address, out);
        free(address);
        strbuf_printf(out, ", \"assigns: what %s leads to changes\");\n", all->at[i].name);
    }
}

static void print_call(const struct clauses *c, const enforced_list *all, const char *callee, bool returns,
                       struct strbuf *out) {
    strbuf_printf(out, "    edgewise_clause = 1;\n    %s%s%s(", returns ? c->result : "",
                  returns ? " edgewise_result = " : "", callee);
    for (uint32_t i = 0; i < all->n; i++) strbuf_printf(out, "%s%s", i ? ", " : "", all->at[i].name);
    strbuf_text(out, ");\n    edgewise_clause = 2;\n");
}

static void print_function(const struct clauses *c, const enforced_list *all, const assigns_targets *targets,
                           const char *callee, struct strbuf *out) {
    bool returns = strcmp(c->result, "void") != 0;
    struct strbuf before = {0}, after = {0};
    uint32_t old = 0;
    for (uint32_t k = 0; k < c->all.n; k++) {
        if (c->all.at[k].kind != CLAUSE_ENSURES) continue;
        char *text = enforce_without_old(c->all.at[k].text, &old, &before);
        strbuf_printf(&after, "%s\n    __CPROVER_assert((%s) ? 1 : 0, \"ensures\");\n", c->all.at[k].place,
                      text);
        free(text);
    }
    strbuf_printf(out, "%s " ENFORCE_PREFIX "%s(", c->result, c->function);
    for (uint32_t i = 0; i < c->parameters.n; i++)
        strbuf_printf(out, "%s%s", i ? ", " : "", c->parameters.at[i].declaration);
    strbuf_printf(out, "%s) {\n", c->parameters.n ? "" : "void");
    print_arguments(c, all, out);
    print_requires(c, out);
    print_bytes_before(all, out);
    strbuf_text(out, before.n ? before.text : "");
    assigns_print_before(targets, out);
    print_call(c, all, callee, returns, out);
    strbuf_text(out, after.n ? after.text : "");
    print_bytes_after(c, all, targets, out);
    strbuf_text(out, returns ? "    return edgewise_result;\n}\n" : "}\n");
    strbuf_release(&before);
    strbuf_release(&after);
}

bool enforce_possible(const struct clauses *c) {
    for (uint32_t i = 0; i < c->parameters.n; i++)
        if (!c->parameters.at[i].name) return false;
    return true;
}

void enforce_print(const struct clauses *c, const char *callee, struct strbuf *out) {
    enforced_list all = {0};
    assigns_targets targets = {0};
    assert(enforce_possible(c));
    assigns_read(c, &targets);
    for (uint32_t i = 0; i < c->parameters.n; i++) {
        const struct formal *p = &c->parameters.at[i];
        bool single = p->pointer && is_single(c, p->declaration, p->name),
             assigned = single && assigns_whole(&targets, p->name);
        VEC_PUSH(&all, (struct enforce_parameter){p->name, p->pointer, single, assigned,
                                                  single && leads_to_number(p),
                                                  single && leads_to_pointer(p->declaration)});
    }
    print_support(&all, out);
    print_function(c, &all, &targets, callee, out);
    assigns_release(&targets);
    VEC_RELEASE(&all);
}
