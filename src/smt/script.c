#include "smt/script.h"

#include "term/subst.h"

void script_declare(FILE *f, term t, struct int_map *declared) {
    term_vec vars = {0};
    struct strbuf b = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        bool added;
        int_map_put(declared, vars.at[i], &added);
        if (!added) continue;
        strbuf_text(&b, "(declare-fun ");
        term_print_symbol(&b, term_name(vars.at[i]));
        strbuf_text(&b, " () ");
        sort_print(&b, term_sort(vars.at[i]));
        strbuf_text(&b, ")\n");
    }
    if (b.n) fputs(b.text, f);
    strbuf_release(&b);
    VEC_RELEASE(&vars);
}

void script_term(FILE *f, term t) {
    struct strbuf b = {0};
    term_print(&b, t);
    fputs(b.text, f);
    strbuf_release(&b);
}

static void script_assert(FILE *f, term t, struct int_map *declared) {
    script_declare(f, t, declared);
    fputs("(assert ", f);
    script_term(f, t);
    fputs(")\n", f);
}

void script_query(FILE *f, const struct fact_list *facts, const term *assumptions, uint32_t n) {
    struct int_map declared = {0};
    fputs("(set-logic ALL)\n", f);
    for (uint32_t i = 0; i < facts->all.n; i++)
        if (facts->all.at[i] != TERM_NONE) script_assert(f, facts->all.at[i], &declared);
    for (uint32_t i = 0; i < facts->retired.capacity; i++)
        if (facts->retired.used[i]) script_assert(f, term_not((term)facts->retired.keys[i]), &declared);
    for (uint32_t i = 0; i < n; i++) script_assert(f, assumptions[i], &declared);
    fputs("(check-sat)\n", f);
    int_map_release(&declared);
}
