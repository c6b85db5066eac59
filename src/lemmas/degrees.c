/* Degrees of variables.
 *
 *     while (i < n) { i++; lines += i; triangles += lines; }
 *
 * After k rounds i has grown like k, lines like k^2 and triangles like k^3. So an equation between
 * them is made of monomials that grow alike: 2 * lines = i * i + i has nothing of a higher degree
 * than 2 if `lines` counts twice, and with that count few monomials are left of the many that have
 * four factors. The degree of a variable is the least solution of
 *
 *     x := x + p    =>  degree(x) >= degree(p) + 1
 *     x := p        =>  degree(x) >= degree(p)
 *
 * with 1 for what never changes: parameters take part as well as counters do. What grows faster
 * than any polynomial we look for (x := 2 * x, x := x * y) has no solution, and counts as 1: such
 * equations (x * u + y * v = c) have all their factors on a par.
 *
 * A system takes all monomials up to a degree: that of the fastest variable, or of the claims,
 * which are what has to follow; at least 2. Limits: six factors, degree six, and as many monomials
 * as there are twice as many states, because more would fit by chance. */
#include "lemmas/degrees.h"

#include <assert.h>
#include <stdlib.h>

#include "util/hash.h"

enum { MAX_DEGREE = 6, ENOUGH = 2, MAX_FACTORS = 8 };

struct degrees {
    const struct cfa *c;
    uint32_t *of; /* per variable; more than MAX_DEGREE: it has none */
};

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t degree_of_variable(const struct degrees *d, term var) {
    uint32_t index = cfa_var_index(d->c, var);
    if (index == UINT32_MAX) return 1; /* an input */
    return d->of[index] > MAX_DEGREE ? 1 : d->of[index];
}

/* Of what is no sum and no product: the greatest of its parts. Terms share their parts, so what is
 * known of one is kept. */
static uint32_t degree_in(const struct degrees *d, term t, struct int_map *kept) {
    uint32_t sum = 0, most = 0;
    bool added;
    if (term_is_var(t)) return degree_of_variable(d, t);
    uint64_t *slot = int_map_put(kept, t, &added);
    if (!added) return (uint32_t)*slot;
    for (uint32_t i = 0; i < term_arity(t); i++) {
        uint32_t part = degree_in(d, term_arg(t, i), kept);
        sum += part;
        most = larger(most, part);
    }
    uint32_t degree = term_op_of(t) == OP_BV_MUL ? sum : most;
    *int_map_put(kept, t, NULL) = degree;
    return degree;
}

static uint32_t degree_of(const struct degrees *d, term t) {
    struct int_map kept = {0};
    uint32_t degree = degree_in(d, t, &kept);
    int_map_release(&kept);
    return degree;
}

/* What the assignment says about its variable's degree. */
static uint32_t degree_after(const struct degrees *d, const struct cfa_assign *a) {
    if (sort_kind_of(term_sort(a->var)) != SORT_BV) return 1;
    term grown = term_bv_sub(a->value, a->var);
    if (!term_mentions(a->value, a->var)) return larger(1, degree_of(d, a->value));
    if (grown == term_bv(term_width(a->var), 0)) return 1;
    /* x := x + p, or it grows faster than polynomials do, or not at all */
    return term_mentions(grown, a->var) ? MAX_DEGREE + 1 : degree_of(d, grown) + 1;
}

static void find_degrees(struct degrees *d) {
    bool changed = true;
    for (uint32_t i = 0; i < d->c->vars.n; i++) d->of[i] = 1;
    for (uint32_t round = 0; changed && round <= MAX_DEGREE; round++) {
        changed = false;
        for (uint32_t i = 0; i < d->c->steps.n; i++)
            for (uint32_t j = 0; j < d->c->steps.at[i].updates.n; j++) {
                const struct cfa_assign *a = &d->c->steps.at[i].updates.at[j];
                uint32_t index = cfa_var_index(d->c, a->var), now = degree_after(d, a);
                if (now <= d->of[index]) continue;
                d->of[index] = now > MAX_DEGREE ? MAX_DEGREE + 1 : now;
                changed = true;
            }
    }
    /* What still grows then grows for ever: x := y + 1, y := x + 1. */
    for (uint32_t i = 0; i < d->c->vars.n && changed; i++)
        if (d->of[i] == MAX_DEGREE) d->of[i] = MAX_DEGREE + 1;
}

/* Of what the program claims: the guards of the steps into the error. */
static uint32_t degree_of_claims(const struct degrees *d) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < d->c->steps.n; i++)
        for (uint32_t j = 0; j < d->c->steps.at[i].guard.n && d->c->steps.at[i].to == d->c->lE; j++)
            most = larger(most, degree_of(d, d->c->steps.at[i].guard.at[j]));
    return most;
}

struct monomial_choice {
    const term *factors;
    const uint32_t *degrees;
    uint32_t n;
    term_vec *columns;
};

/* Appends so-far times all monomials of this degree over the factors from `first` on. */
static void add_of_degree(const struct monomial_choice *m, uint32_t first, uint32_t degree, term so_far) {
    if (!degree) VEC_PUSH(m->columns, so_far);
    for (uint32_t i = first; i < m->n && degree; i++)
        if (m->degrees[i] <= degree)
            add_of_degree(m, i, degree - m->degrees[i], term_bv_mul(so_far, m->factors[i]));
}

/* Degree by degree, as long as they are not too many. */
static void add_monomials(const struct monomial_choice *m, uint32_t last, uint32_t states, uint32_t most) {
    assert(m->n > 0);
    term one = term_bv(term_width(m->factors[0]), 1);
    for (uint32_t degree = 1; degree <= last; degree++) {
        uint32_t before = m->columns->n;
        add_of_degree(m, 0, degree, one);
        if (m->columns->n <= most && states > ENOUGH * m->columns->n) continue;
        m->columns->n = before;
        return;
    }
}

void degrees_monomials(const struct cfa *c, const term_vec *factors, uint32_t states, uint32_t most,
                       term_vec *columns) {
    assert(!columns->n);
    struct degrees d = {.c = c};
    uint32_t n = factors->n < MAX_FACTORS ? factors->n : MAX_FACTORS, fastest = 2, of[MAX_FACTORS];
    if (n < 2) return;
    d.of = mem_zero(c->vars.n + 1, sizeof *d.of);
    find_degrees(&d);
    for (uint32_t i = 0; i < n; i++) {
        of[i] = degree_of(&d, factors->at[i]);
        fastest = larger(fastest, of[i]);
    }
    fastest = larger(fastest, degree_of_claims(&d));
    struct monomial_choice m = {factors->at, of, n, columns};
    add_monomials(&m, fastest < MAX_DEGREE ? fastest : MAX_DEGREE, states, most);
    free(d.of);
}
