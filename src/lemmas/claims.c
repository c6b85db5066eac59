/* What the program claims of the elements of its arrays, in terms of cells (cfa/ghost.h): that the one that the error asks for is
 * right; that what a step needs does not come together; that what a loop has asked of each element held for those it has passed. Whether any of
 * that is so, the filter finds out. */
#include "lemmas/parameters.h"

/* Where the equation holds, an index is a parameter, or a term over one: what takes its place in other conditions. */
static void add_places(struct workshop *w, term equation, struct int_map *place, term_vec *gone) {
    if (term_op_of(equation) != OP_EQ || sort_kind_of(term_sort(term_arg(equation, 0))) != SORT_BV) return;
    for (uint32_t i = 0; i < 2; i++)
        if (parameters_only(w, term_arg(equation, i)) &&
            !parameters_mentioned(w, term_arg(equation, 1 - i))) {
            *int_map_put(place, term_arg(equation, 1 - i), NULL) = term_arg(equation, i);
            term_free_vars(term_arg(equation, 1 - i), gone);
        }
    term_vec vars = {0};
    term fits;
    equation = parameters_narrowed(w, equation, &fits);
    term_free_vars(equation, &vars);
    for (uint32_t k = 0; k < vars.n && parameters_mentioned(w, equation); k++) {
        if (parameters_only(w, vars.at[k]) || term_sort(vars.at[k]) != term_sort(term_arg(equation, 0)))
            continue;
        term p = parameters_solve(w, equation, vars.at[k]);
        if (p != TERM_NONE) *int_map_put(place, vars.at[k], NULL) = p;
    }
    VEC_RELEASE(&vars);
}

static bool mentions_any(term t, const term_vec *vars) {
    for (uint32_t i = 0; i < vars->n; i++)
        if (term_mentions(t, vars->at[i])) return true;
    return false;
}

/* A step into lE has the conditions under which the element at a place is wrong. Their negation is what the program
 * claims of every element. */
static void describe_claim(struct workshop *w, const struct cfa_step *s) {
    struct int_map place = {0};
    term_vec gone = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) add_places(w, s->guard.at[i], &place, &gone);
    term wrong = term_true();
    for (uint32_t i = 0; i < s->guard.n; i++) {
        term literal = term_replace(&place, s->guard.at[i]);
        if (!parameters_only(w, literal) && !mentions_any(literal, &gone)) wrong = term_and(wrong, literal);
    }
    int_map_release(&place);
    VEC_RELEASE(&gone);
    if (!term_is_const(wrong)) terms_add_once(&w->claims, term_not(wrong));
}

/* Only cells and parameters: no index of a loop, no input. */
static bool about_elements(const struct workshop *w, term t, const term_vec *compared) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool good = !parameters_only(w, t);
    for (uint32_t i = 0; i < vars.n && good; i++)
        good = cfa_has_var(w->c, vars.at[i]) && !terms_include(compared, vars.at[i]);
    VEC_RELEASE(&vars);
    return good;
}

/* A step on conditions about several cells at index i, where i = g: that they hold together may be what never happens. */
static void describe_coincidence(struct workshop *w, const struct cfa_step *s, term g, term i,
                                 const term_vec *compared) {
    struct subst by = {0};
    term together = term_true();
    uint32_t n = 0;
    subst_set(&by, i, g);
    for (uint32_t j = 0; j < s->guard.n; j++) {
        term literal = subst_apply(&by, s->guard.at[j]);
        if (literal == s->guard.at[j] || !about_elements(w, literal, compared)) continue;
        together = term_and(together, literal);
        n++;
    }
    subst_release(&by);
    if (n > 1 && !term_is_const(together)) terms_add_once(&w->claims, term_not(together));
}

/* i = h for the other parameters h, which i is not where it is g. */
static void rule_out_others(const struct workshop *w, term g, term i, struct int_map *place) {
    for (uint32_t k = 0; k < w->c->vars.n; k++) {
        term h = w->c->vars.at[k].var;
        if (parameters_is(w, k) && h != g && term_sort(h) == term_sort(i))
            *int_map_put(place, term_eq(i, h), NULL) = term_false();
    }
}

/* On what conditions about the element at i a loop goes on: where it has been, they held for each. */
static void describe_seen(struct workshop *w, const struct cfa_step *s, term g, term i,
                          const term_vec *compared) {
    struct int_map place = {0};
    struct subst by = {0};
    rule_out_others(w, g, i, &place);
    subst_set(&by, i, g);
    for (uint32_t j = 0; j < s->guard.n && s->from == s->to; j++) {
        term literal = subst_apply(&by, term_replace(&place, s->guard.at[j]));
        if (literal != s->guard.at[j] && about_elements(w, literal, compared))
            terms_add_once(&w->claims, literal);
    }
    subst_release(&by);
    int_map_release(&place);
}

static void describe_loops(struct workshop *w, term g) {
    term_vec compared = {0}, solved = {0};
    parameters_compared(w, g, &compared, &solved);
    for (uint32_t i = 0; i < w->c->steps.n; i++)
        for (uint32_t k = 0; k < compared.n && w->c->steps.at[i].to != w->c->lE; k++)
            if (term_is_var(compared.at[k])) {
                describe_coincidence(w, &w->c->steps.at[i], g, compared.at[k], &compared);
                describe_seen(w, &w->c->steps.at[i], g, compared.at[k], &compared);
            }
    VEC_RELEASE(&compared);
    VEC_RELEASE(&solved);
}

void describe_claims(struct workshop *w) {
    for (uint32_t i = 0; i < w->c->steps.n; i++)
        if (w->c->steps.at[i].to == w->c->lE) describe_claim(w, &w->c->steps.at[i]);
    for (uint32_t i = 0; i < w->c->vars.n; i++)
        if (parameters_is(w, i)) describe_loops(w, w->c->vars.at[i].var);
}
