/* The check of an obligation about products, case by case.
 *
 * smt/products.h finds clauses `premises => a = b` with which the obligation contradicts itself
 * even if products had any values. Nothing of its search is believed. Each clause has to pass the
 * check of identities (algebra.h), which multiplies out by itself; then a fresh solver of the other
 * kind is asked for
 *
 *     literals & clauses        with unknowns for products,
 *
 * and its contradiction is one of the literals, because every clause holds always. */
#include "check/cases.h"

#include <assert.h>

#include "check/algebra.h"
#include "smt/equalities.h"
#include "smt/products.h"
#include "smt/z3/coarse.h"
#include "util/seconds.h"

bool cases_wanted(const term_vec *literals) {
    bool products = false;
    for (uint32_t i = 0; i < literals->n && !products; i++) products = equalities_wanted(literals->at[i]);
    return products;
}

/* Is the clause true whatever the values of its variables are? */
static bool is_valid(term clause) {
    term_vec denied = {0}, none = {0};
    term_conjuncts(term_not(clause), &denied);
    bool valid = algebra_refutes(&denied, &none, term_true());
    VEC_RELEASE(&denied);
    return valid;
}

bool cases_refuted(const term_vec *literals, int kind) {
    assert(literals->n > 0);
    term_vec steps = {0};
    struct coarse coarse = {0};
    bool refuted = products_refute(literals, NULL, 0, CHECK_CASES_SECONDS, NULL, &steps);
    for (uint32_t i = 0; i < steps.n && refuted; i++) refuted = is_valid(steps.at[i]);
    struct solver *solver = solver_new_kind(kind, SOLVER_CHECKS);
    solver_set_limit(solver, CHECK_CASES_SECONDS);
    for (uint32_t i = 0; i < literals->n; i++) solver_assert(solver, coarse_term(&coarse, literals->at[i]));
    for (uint32_t i = 0; i < steps.n; i++) solver_assert(solver, coarse_term(&coarse, steps.at[i]));
    /* literals & steps, with unknowns for products */
    refuted = refuted && solver_check(solver, NULL, 0) == ANSWER_UNSAT;
    solver_free(solver);
    coarse_release(&coarse);
    VEC_RELEASE(&steps);
    return refuted;
}
