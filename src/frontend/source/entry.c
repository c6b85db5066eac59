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
 * from being another one. What the pointers in a struct lead to is not said: the rules for pointers
 * that were never set apply. */
#include "frontend/source/entry.h"

#include <string.h>

static bool is_restricted(const struct formal *p) { return strstr(p->declaration, "restrict") != NULL; }

/* What the pointer is: an earlier argument, a new block, or null. */
static void print_object(const formal_list *all, uint32_t i, struct strbuf *out) {
    const struct formal *p = &all->at[i];
    for (uint32_t k = 0; k < i; k++)
        if (all->at[k].pointer && !is_restricted(p) && !is_restricted(&all->at[k]) &&
            formals_alike(p, &all->at[k]))
            strbuf_printf(out, "__VERIFIER_nondet_bool() ? (void *)%s : ", all->at[k].name);
    if (p->elements)
        strbuf_text(out, "__VERIFIER_nondet_bool() ? malloc(__VERIFIER_nondet_size_of_block()) : 0");
    else strbuf_printf(out, "__VERIFIER_nondet_bool() ? malloc(sizeof(*%s)) : 0", p->name);
}

static void print_declaration(const struct formal *p, struct strbuf *out) {
    int before = (int)strcspn(p->declaration, "[") - (int)strlen(p->name);
    if (p->pointer && strchr(p->declaration, '[') && before > 0)
        strbuf_printf(out, "    %.*s *%s", before, p->declaration, p->name);
    else strbuf_printf(out, "    %s", p->declaration);
}

void entry_print(const char *function, const char *callee, const formal_list *all, bool objects,
                 struct strbuf *out) {
    strbuf_printf(out,
                  "\n# 1 \"entry\"\n"
                  "extern void *malloc(__SIZE_TYPE__); extern _Bool __VERIFIER_nondet_bool(void);"
                  " extern __SIZE_TYPE__ __VERIFIER_nondet_size_of_block(void);\n"
                  "void " ENTRY_PREFIX "%s(void) {\n",
                  function);
    for (uint32_t i = 0; i < all->n; i++) {
        print_declaration(&all->at[i], out);
        if (all->at[i].pointer) strbuf_text(out, " = ");
        if (all->at[i].pointer && objects) print_object(all, i, out);
        else if (all->at[i].pointer) strbuf_text(out, "0");
        strbuf_text(out, ";\n");
    }
    strbuf_printf(out, "    %s(", callee);
    for (uint32_t i = 0; i < all->n; i++) strbuf_printf(out, "%s%s", i ? ", " : "", all->at[i].name);
    strbuf_text(out, ");\n}\n");
}
