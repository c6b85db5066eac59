/* What the program claims of the elements of its arrays, in terms of cells. Three kinds of
 * candidates:
 *
 *     if (a[i] != b[i]) error();             the element that the error asks for is right:    a@g = b@g
 *     if (a[i] < 0 && b[i] < 0) bad = 1;     two conditions never hold together:  !(a@g < 0 && b@g < 0)
 *     while (a[i] != x) i++;                 what a loop goes on by held where it has been:   a@g != x
 *
 * Whether any of that is so, the filter finds out. */
#include "cells/places.h"

#include <assert.h>

static void add_claim(struct places *places, term claim) { places_add(places, claim, PLACE_CLAIM); }

/* Where the equation holds, an index is a ghost, or a term over one: what takes its place in other
 * conditions. */
static void add_places(struct places *places, term equation, struct int_map *place, term_vec *gone) {
    if (term_op_of(equation) != OP_EQ || sort_kind_of(term_sort(term_arg(equation, 0))) != SORT_BV) return;
    for (uint32_t i = 0; i < 2; i++)
        if (places_only_ghosts(places, term_arg(equation, i)) &&
            !places_mention_ghost(places, term_arg(equation, 1 - i))) {
            *int_map_put(place, term_arg(equation, 1 - i), NULL) = term_arg(equation, i);
            term_free_vars(term_arg(equation, 1 - i), gone);
        }
    term_vec vars = {0};
    term fits;
    equation = cells_narrowed(places, equation, &fits);
    term_free_vars(equation, &vars);
    for (uint32_t k = 0; k < vars.n && places_mention_ghost(places, equation); k++) {
        if (places_only_ghosts(places, vars.at[k]) ||
            term_sort(vars.at[k]) != term_sort(term_arg(equation, 0)))
            continue;
        term p = cells_solve(places, equation, vars.at[k]);
        if (p != TERM_NONE) *int_map_put(place, vars.at[k], NULL) = p;
    }
    VEC_RELEASE(&vars);
}

static bool mentions_any(term t, const term_vec *vars) {
    for (uint32_t i = 0; i < vars->n; i++)
        if (term_mentions(t, vars->at[i])) return true;
    return false;
}

/* A step into lE has the conditions under which the element at a place is wrong. Their negation is
 * what the program claims of every element. */
static void describe_claim(struct places *places, const struct cfa_step *s) {
    assert(s->to == places->c->lE);
    struct int_map place = {0};
    term_vec gone = {0};
    for (uint32_t i = 0; i < s->guard.n; i++) add_places(places, s->guard.at[i], &place, &gone);
    term wrong = term_true();
    for (uint32_t i = 0; i < s->guard.n; i++) {
        term literal = term_replace(&place, s->guard.at[i]);
        if (!places_only_ghosts(places, literal) && !mentions_any(literal, &gone))
            wrong = term_and(wrong, literal);
    }
    int_map_release(&place);
    VEC_RELEASE(&gone);
    if (!term_is_const(wrong)) add_claim(places, term_not(wrong));
}

/* Only cells and ghosts: no index of a loop, no input. */
static bool about_elements(const struct places *places, term t, const term_vec *compared) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool good = !places_only_ghosts(places, t);
    for (uint32_t i = 0; i < vars.n && good; i++)
        good = cfa_has_var(places->c, vars.at[i]) && !terms_include(compared, vars.at[i]);
    VEC_RELEASE(&vars);
    return good;
}

/* A step on conditions about several cells at index i, where i = g: that they hold together may be
 * what never happens. */
static void describe_coincidence(struct places *places, const struct cfa_step *s, term g, term i,
                                 const term_vec *compared) {
    assert(s->to != places->c->lE && places_is_ghost(places, g));
    struct subst by = {0};
    term together = term_true();
    uint32_t n = 0;
    subst_set(&by, i, g);
    for (uint32_t j = 0; j < s->guard.n; j++) {
        term literal = subst_apply(&by, s->guard.at[j]);
        if (literal == s->guard.at[j] || !about_elements(places, literal, compared)) continue;
        together = term_and(together, literal);
        n++;
    }
    subst_release(&by);
    if (n > 1 && !term_is_const(together)) add_claim(places, term_not(together));
}

/* i = h for the other ghosts h, which i is not where it is g. */
static void rule_out_others(const struct places *places, term g, term i, struct int_map *place) {
    for (uint32_t k = 0; k < places->ghosts.n; k++) {
        term h = places->ghosts.at[k];
        if (h != g && term_sort(h) == term_sort(i)) *int_map_put(place, term_eq(i, h), NULL) = term_false();
    }
}

/* On what conditions about the element at i a loop goes on: where it has been, they held for
 * each. */
static void describe_seen(struct places *places, const struct cfa_step *s, term g, term i,
                          const term_vec *compared) {
    assert(s->to != places->c->lE && places_is_ghost(places, g));
    struct int_map place = {0};
    struct subst by = {0};
    rule_out_others(places, g, i, &place);
    subst_set(&by, i, g);
    for (uint32_t j = 0; j < s->guard.n && s->from == s->to; j++) {
        term literal = subst_apply(&by, term_replace(&place, s->guard.at[j]));
        if (literal != s->guard.at[j] && about_elements(places, literal, compared))
            add_claim(places, literal);
    }
    subst_release(&by);
    int_map_release(&place);
}

static void describe_loops(struct places *places, term g) {
    term_vec compared = {0}, solved = {0};
    cells_compared(places, g, &compared, &solved);
    for (uint32_t i = 0; i < places->c->steps.n; i++)
        for (uint32_t k = 0; k < compared.n && places->c->steps.at[i].to != places->c->lE; k++)
            if (term_is_var(compared.at[k])) {
                describe_coincidence(places, &places->c->steps.at[i], g, compared.at[k], &compared);
                describe_seen(places, &places->c->steps.at[i], g, compared.at[k], &compared);
            }
    VEC_RELEASE(&compared);
    VEC_RELEASE(&solved);
}

void cells_claims(struct places *places) {
    for (uint32_t i = 0; i < places->c->steps.n; i++)
        if (places->c->steps.at[i].to == places->c->lE) describe_claim(places, &places->c->steps.at[i]);
    for (uint32_t i = 0; i < places->ghosts.n; i++) describe_loops(places, places->ghosts.at[i]);
}
