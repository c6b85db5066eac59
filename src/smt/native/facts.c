#include "smt/native/facts.h"

#include <assert.h>

static term negated_variable(term t) {
    return term_op_of(t) == OP_NOT && term_is_var(term_arg(t, 0)) ? term_arg(t, 0) : TERM_NONE;
}

static void link_fact(struct fact_list *f, uint32_t fact, term literal) {
    term var = negated_variable(literal);
    if (var == TERM_NONE) return;
    if (!f->links.n) VEC_PUSH(&f->links, (struct fact_link){0, 0});
    uint64_t *head = int_map_put(&f->first, var, NULL);
    VEC_PUSH(&f->links, (struct fact_link){fact, (uint32_t)*head});
    *head = f->links.n - 1;
}

static void link_all(struct fact_list *f, uint32_t fact) {
    term t = f->all.at[fact];
    if (term_op_of(t) == OP_OR)
        for (uint32_t i = 0; i < term_arity(t); i++) link_fact(f, fact, term_arg(t, i));
    else link_fact(f, fact, t);
}

void fact_list_add(struct fact_list *f, term t) {
    assert(t != TERM_NONE);
    VEC_PUSH(&f->all, t);
    link_all(f, f->all.n - 1);
}

static void sweep(struct fact_list *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->all.n; i++)
        if (f->all.at[i] != TERM_NONE) f->all.at[n++] = f->all.at[i];
    f->all.n = n;
    f->dead = 0;
    int_map_clear(&f->first);
    VEC_CLEAR(&f->links);
    for (uint32_t i = 0; i < n; i++) link_all(f, i);
}

uint32_t fact_list_retire(struct fact_list *f, term activation) {
    assert(term_is_var(activation));
    int_map_put(&f->retired, activation, NULL);
    uint64_t *head = int_map_get(&f->first, activation);
    uint32_t killed = 0;
    for (uint32_t l = head ? (uint32_t)*head : 0; l; l = f->links.at[l].next) {
        term *t = &f->all.at[f->links.at[l].fact];
        killed += *t != TERM_NONE;
        *t = TERM_NONE;
    }
    f->dead += killed;
    f->garbage += killed;
    if (f->dead > 64 && f->dead > f->all.n / 2) sweep(f);
    return killed;
}

bool fact_list_retired(const struct fact_list *f, term var) { return int_map_get(&f->retired, var) != NULL; }

uint32_t fact_list_live(const struct fact_list *f) { return f->all.n - f->dead; }

void fact_list_release(struct fact_list *f) {
    VEC_RELEASE(&f->all);
    VEC_RELEASE(&f->links);
    int_map_release(&f->first);
    int_map_release(&f->retired);
}
