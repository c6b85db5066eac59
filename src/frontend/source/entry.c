/* For --entry=f with
 *
 *     int f(int a, const char *s, struct node *x, struct node *y)
 *
 * the text is
 *
 *     void edgewise_entry_f(void) {
 *         int a;                                                          never set: arbitrary
 *         const char *s = any() ? malloc(any size) : 0;                   null, or a new block
 *         struct node *x = any() ? malloc(sizeof(*x)) : 0;
 *         struct node *y = any() ? x : any() ? malloc(sizeof(*y)) : 0;    or another argument of
 *                                                                         its type
 *         f(a, s, x, y);
 *     }
 *
 * behind the file's own text, so that static functions and local types are in sight. Since it is C,
 * the compiled program builds the same arguments and confirms a failure. `restrict` keeps a pointer
 * from being another one. What the pointers in a struct lead to is not said beyond
 * --entry-depth levels: the rules for pointers that were never set apply.
 *
 * A caller may also hand in the address of a global variable. Where the file defines one that
 * others can see, a pointer from nowhere is one more choice, because such a pointer may lead to any
 * of them; where it defines none, that choice would only make proofs harder. */
#include "frontend/source/entry.h"

#include <string.h>

#include "frontend/source/members.h"
#include "util/mem.h"
#include "util/options.h"

static bool is_restricted(const struct formal *p) { return strstr(p->declaration, "restrict") != NULL; }

/* Is the declaration [from, to), up to its "=", the definition of a variable that other files can
 * see? A declaration that is not understood counts as one. */
static bool defines_variable(const struct tokens *t, uint32_t from, uint32_t to) {
    static const char *const no_definition[] = {"typedef", "extern", "static", "_Static_assert",
                                                "static_assert"};
    uint32_t last = from;
    bool record = false;
    for (uint32_t i = from; i < to && !tokens_is(t, i, "="); i = tokens_next(t, i)) {
        for (size_t k = 0; k < sizeof no_definition / sizeof *no_definition; k++)
            if (tokens_is(t, i, no_definition[k])) return false;
        /* a function, or a pointer */
        if (tokens_is(t, i, "(")) return tokens_is(t, tokens_next(t, i), "*");
        if (tokens_is(t, i, "__attribute__")) i = tokens_next(t, i);
        if (tokens_is(t, i, "{")) record = true;
        if (tokens_is(t, i, "{") || tokens_is(t, i, "(")) i = tokens_close(t, i);
        last = i;
    }
    return last != from && !(record && tokens_is(t, last, "}"));
}

bool entry_sees_variables(const struct tokens *t) {
    uint32_t first = tokens_next(t, UINT32_MAX);
    for (uint32_t i = first; i < t->all.n; i = tokens_next(t, i)) {
        if (tokens_is(t, i, "(") || tokens_is(t, i, "[")) i = tokens_close(t, i);
        if (tokens_is(t, i, "{")) {
            bool body = tokens_is(t, tokens_before(t, i), ")");
            i = tokens_close(t, i);
            if (body) first = tokens_next(t, i);
        }
        if (!tokens_is(t, i, ";")) continue;
        if (first < i && defines_variable(t, first, i)) return true;
        first = tokens_next(t, i);
    }
    return false;
}

/* What the pointer is: an earlier argument, anything that others can reach, a new block, or
 * null. */
static void print_object(const formal_list *all, uint32_t i, bool shared, struct strbuf *out) {
    const struct formal *p = &all->at[i];
    if (shared && !is_restricted(p))
        strbuf_text(out, "__VERIFIER_nondet_bool() ? __VERIFIER_nondet_pointer() : ");
    for (uint32_t k = 0; k < i; k++)
        if (all->at[k].pointer && !is_restricted(p) && !is_restricted(&all->at[k]) &&
            formals_alike(p, &all->at[k]))
            strbuf_printf(out, "__VERIFIER_nondet_bool() ? (void *)%s : ", all->at[k].name);
    if (p->elements)
        strbuf_text(out, "__VERIFIER_nondet_bool() ? malloc(__VERIFIER_nondet_size_of_block()) : 0");
    else strbuf_printf(out, "__VERIFIER_nondet_bool() ? malloc(sizeof(*%s)) : 0", p->name);
}

/* A caller hands in one of two truth values, not any byte; of other types nothing is set. */
static void print_truth_value(const char *name, struct strbuf *out) {
    strbuf_printf(out,
                  "    if (__builtin_types_compatible_p(__typeof__(%s), _Bool)) { _Bool edgewise_truth = "
                  "__VERIFIER_nondet_bool(); __builtin_memcpy((void *)&%s, &edgewise_truth, 1); }\n",
                  name, name);
}

/* The pointers in the structure at `path`, so many levels deep: null, the structure itself where
 * the type is its own, or a new block. */
static void print_members(const struct tokens *t, const struct formal *p, const char *path, uint32_t depth,
                          struct strbuf *out) {
    formal_list members = {0};
    if (depth) members_read(&members, t, p);
    for (uint32_t i = 0; i < members.n; i++) {
        const struct formal *m = &members.at[i];
        if (!m->pointer || !m->name) continue;
        char *at = mem_printf("%s->%s", path, m->name);
        strbuf_printf(out, "    if (%s) *(void **)(void *)&%s = ", path, at);
        if (formals_alike(m, p)) strbuf_printf(out, "__VERIFIER_nondet_bool() ? (void *)%s : ", path);
        if (m->elements)
            strbuf_text(out, "__VERIFIER_nondet_bool() ? malloc(__VERIFIER_nondet_size_of_block()) : 0;\n");
        else strbuf_printf(out, "__VERIFIER_nondet_bool() ? malloc(sizeof(*%s)) : 0;\n", at);
        struct strbuf inner = {0};
        if (!m->elements) print_members(t, m, at, depth - 1, &inner);
        /* what leads back is done already */
        if (inner.n)
            strbuf_printf(out, "    if (%s && (void *)%s != (void *)%s) {\n%s    }\n", path, at, path,
                          inner.text);
        strbuf_release(&inner);
        free(at);
    }
    formals_release(&members);
}

void entry_print(const struct tokens *t, const char *function, const char *callee, const formal_list *all,
                 enum entry_pointers pointers, struct strbuf *out) {
    strbuf_printf(out,
                  "\n# 1 \"entry\"\n"
                  "extern void *malloc(__SIZE_TYPE__); extern _Bool __VERIFIER_nondet_bool(void);"
                  " extern __SIZE_TYPE__ __VERIFIER_nondet_size_of_block(void);"
                  " extern void *__VERIFIER_nondet_pointer(void); extern void __CPROVER_assume(_Bool);\n"
                  "void " ENTRY_PREFIX "%s(void) {\n",
                  function);
    for (uint32_t i = 0; i < all->n; i++) {
        formals_print_variable(&all->at[i], out);
        if (all->at[i].pointer) strbuf_text(out, " = ");
        if (all->at[i].pointer && pointers != ENTRY_NULL) print_object(all, i, pointers == ENTRY_SHARED, out);
        else if (all->at[i].pointer) strbuf_text(out, "0");
        strbuf_text(out, ";\n");
        if (!all->at[i].pointer) print_truth_value(all->at[i].name, out);
    }
    for (uint32_t i = 0; i < all->n && pointers != ENTRY_NULL; i++)
        if (all->at[i].pointer && !all->at[i].elements)
            print_members(t, &all->at[i], all->at[i].name, (uint32_t)options.entry_depth, out);
    for (uint32_t i = 0; i < options.assume.n && pointers != ENTRY_NULL; i++)
        strbuf_printf(out, "# 1 \"--assume\"\n    __CPROVER_assume((%s) ? 1 : 0);\n", options.assume.at[i]);
    strbuf_printf(out, "    %s(", callee);
    for (uint32_t i = 0; i < all->n; i++) strbuf_printf(out, "%s%s", i ? ", " : "", all->at[i].name);
    strbuf_text(out, ");\n}\n");
}
