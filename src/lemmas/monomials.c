/* What equalities about cells of arrays are made of: the columns of one system of equations
 * (affine.c) at one place.
 *
 *     for (i = 1; i < n; i++) c[i] = c[i - 1] + 2 * i - 1;          g < i  =>  c[g] = g * g
 *     for (i = 0; i < n; i++) sum += a[i];                          sum = i * n, if all are n
 *
 * Factors are the ghosts and the variables that the program compares with them or claims something
 * of: there are few, an index and a size. Their products up to degree 3 come first, then other
 * variables, then cells, because elimination expresses what comes late by what comes early. A
 * column is a term of the width in question; narrower variables take part by their signed value,
 * wider ones by their low bits. Few states do with lower degrees, since many products fit them by
 * chance. Limit: three or four factors; what has a higher degree is not looked for here. */
#include <assert.h>

#include "lemmas/supplier.h"

enum { MAX_FACTORS = 4, ENOUGH = 2 };

static term at_width(term t, uint32_t width) {
    return term_width(t) > width ? term_extract(t, width - 1, 0) : term_sext(t, width);
}

static bool has_one_variable(term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    uint32_t n = vars.n;
    VEC_RELEASE(&vars);
    return n == 1;
}

/* Does a position, or a condition of the error that relates several variables, speak of it? */
static bool is_spoken_of(const struct workshop *w, term var) {
    for (uint32_t i = 0; i < w->places->all.n; i++)
        if (w->places->all.at[i].kind & PLACE_POSITION && term_mentions(w->places->all.at[i].when, var))
            return true;
    for (uint32_t i = 0; i < w->c->steps.n; i++) {
        const struct cfa_step *s = &w->c->steps.at[i];
        for (uint32_t j = 0; j < s->guard.n && s->to == w->c->lE; j++)
            if (term_mentions(s->guard.at[j], var) && !has_one_variable(s->guard.at[j])) return true;
    }
    return false;
}

static bool is_cell(const struct workshop *w, term var) { return terms_include(&w->places->cells, var); }

static void choose_factors(const struct workshop *w, loc l, uint32_t width, term_vec *factors) {
    const term_vec *columns = &w->columns[l];
    for (int ghosts = 1; ghosts >= 0; ghosts--)
        for (uint32_t i = 0; i < columns->n && factors->n < MAX_FACTORS; i++) {
            term t = columns->at[i];
            if (!term_is_var(t) || term_width(t) == 1 || is_cell(w, t)) continue;
            if (places_is_ghost(w->places, t) != ghosts) continue;
            if (ghosts || is_spoken_of(w, t)) terms_add_once(factors, at_width(t, width));
        }
}

static void add_squares(const term_vec *factors, term_vec *columns) {
    for (uint32_t i = 0; i < factors->n; i++)
        for (uint32_t j = i; j < factors->n; j++)
            terms_add_once(columns, term_bv_mul(factors->at[i], factors->at[j]));
}

/* x * x * y; x * y * z is seldom meant. */
static void add_cubes(const term_vec *factors, term_vec *columns) {
    for (uint32_t i = 0; i < factors->n; i++)
        for (uint32_t j = 0; j < factors->n; j++) {
            term square = term_bv_mul(factors->at[i], factors->at[i]);
            terms_add_once(columns, term_bv_mul(square, factors->at[j]));
        }
}

/* Is there anything of the width that is no ghost? */
static bool has_width(const struct workshop *w, loc l, uint32_t width) {
    const term_vec *columns = &w->columns[l];
    for (uint32_t i = 0; i < columns->n; i++)
        if (term_is_var(columns->at[i]) && term_width(columns->at[i]) == width &&
            !places_is_ghost(w->places, columns->at[i]))
            return true;
    return false;
}

void monomials_choose(const struct workshop *w, loc l, uint32_t width, uint32_t states, term_vec *columns) {
    assert(workshop_by_place(w) && width > 1 && width <= 64);
    if (!has_width(w, l, width)) return;
    term_vec factors = {0}, squares = {0}, cubes = {0};
    choose_factors(w, l, width, &factors);
    for (uint32_t i = 0; i < factors.n; i++) VEC_PUSH(columns, factors.at[i]);
    add_squares(&factors, &squares);
    add_cubes(&factors, &cubes);
    uint32_t n = factors.n + w->columns[l].n;
    for (uint32_t i = 0; i < squares.n && states > ENOUGH * (n + squares.n); i++)
        terms_add_once(columns, squares.at[i]);
    for (uint32_t i = 0; i < cubes.n && states > ENOUGH * (n + squares.n + cubes.n); i++)
        terms_add_once(columns, cubes.at[i]);
    for (int cells = 0; cells <= 1; cells++)
        for (uint32_t i = 0; i < w->columns[l].n && columns->n < MONOMIALS_MAX; i++) {
            term t = w->columns[l].at[i];
            bool fits = cells ? term_width(t) == width : term_width(t) <= width && term_width(t) > 1;
            if (term_is_var(t) && is_cell(w, t) == cells && fits) terms_add_once(columns, at_width(t, width));
        }
    VEC_RELEASE(&factors);
    VEC_RELEASE(&squares);
    VEC_RELEASE(&cubes);
}
