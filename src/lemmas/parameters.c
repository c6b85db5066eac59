/* Parameters: variables that no step assigns, as the ghosts of cfa/ghost.h. Their value is arbitrary and stays, so what
 * holds depends on where it lies: before the index of a loop, or before its end. */
#include "lemmas/supplier.h"

static bool is_parameter(const struct workshop *w, uint32_t i) {
    sort s = term_sort(w->c->vars.at[i].var);
    return w->r.parameter[i] && sort_kind_of(s) == SORT_BV && sort_width(s) <= 64;
}

bool parameters_mentioned(const struct workshop *w, term t) {
    for (uint32_t i = 0; i < w->c->vars.n; i++)
        if (is_parameter(w, i) && term_mentions(t, w->c->vars.at[i].var)) return true;
    return false;
}

static bool contains(const term_vec *v, term t) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == t) return true;
    return false;
}

static void add_once(term_vec *v, term t) {
    if (!contains(v, t)) VEC_PUSH(v, t);
}

/* The greatest value that a guard lets something have, if it does so by a constant. */
static bool limit_in(term literal, uint64_t *limit) {
    enum term_op op = term_op_of(literal);
    if (op != OP_BV_SLE && op != OP_BV_ULE) return false;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    if (term_is_const(b)) *limit = term_value(b).lo;
    else if (term_is_const(a)) *limit = term_value(a).lo - 1;
    return term_is_const(a) || term_is_const(b);
}

/* What t compares with the parameter for equality: for a ghost, what is used as an index. */
static void add_compared(term t, term g, term_vec *compared) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < 2 * subterms.n; i++) {
        term equality = subterms.at[i / 2];
        if (term_op_of(equality) == OP_EQ && term_arg(equality, i % 2) == g) add_once(compared, term_arg(equality, 1 - i % 2));
    }
    VEC_RELEASE(&subterms);
}

static void find_compared(const struct cfa *c, term g, term_vec *compared) {
    for (uint32_t i = 0; i < c->steps.n; i++) {
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++) add_compared(c->steps.at[i].guard.at[j], g, compared);
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++) add_compared(c->steps.at[i].updates.at[j].value, g, compared);
    }
}

/* g is below what it is compared with, or below the end of a loop. */
static void describe(struct workshop *w, term g) {
    const struct cfa *c = w->c;
    uint32_t width = term_width(g);
    term_vec compared = {0};
    find_compared(c, g, &compared);
    for (uint32_t i = 0; i < compared.n; i++) add_once(&w->parameter_atoms, term_ult(g, compared.at[i]));
    VEC_RELEASE(&compared);
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++) {
            uint64_t limit = 0;
            if (limit_in(c->steps.at[i].guard.at[j], &limit) && limit > 0 && limit <= width_mask(width) / 2)
                add_once(&w->parameter_atoms, term_ule(g, term_bv(width, limit)));
        }
}

void parameters_describe(struct workshop *w) {
    for (uint32_t i = 0; i < w->c->vars.n; i++)
        if (is_parameter(w, i)) describe(w, w->c->vars.at[i].var);
}
