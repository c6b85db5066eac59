/* Cases of questions about products, against enumeration.
 *
 * Random clauses over products, choices, extensions and low bits of three variables of three bits.
 * What products_refute or the check calls a contradiction must have no solution, and every clause
 * that the search says is valid must hold everywhere. Steps of loops that need cases must be found,
 * and not if they are damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "check/cases.h"
#include "smt/products.h"
#include "term/subst.h"
#include "util/options.h"
#include "util/rng.h"

enum { WIDTH = 3, WIDE = 5, VALUES = 1 << WIDTH, VARIABLES = 3, ROUNDS = 600 };

static term variable[VARIABLES];

static term random_word(struct rng *r, uint32_t depth);

static term random_atom(struct rng *r, uint32_t depth) {
    term a = random_word(r, depth), b = random_word(r, depth);
    switch (rng_below(r, 6)) {
    case 0: return term_sle(a, b);
    case 1: return term_ult(a, b);
    case 2:
        return term_eq(term_sext(term_bv_add(a, b), WIDE),
                       term_bv_mul(term_sext(a, WIDE), term_zext(b, WIDE)));
    case 3: return term_not(term_eq(a, b));
    default: return term_eq(a, b);
    }
}

static term random_word(struct rng *r, uint32_t depth) {
    if (!depth || !rng_below(r, 4))
        return rng_below(r, 4) ? variable[rng_below(r, VARIABLES)] : term_bv(WIDTH, rng_below(r, VALUES));
    term a = random_word(r, depth - 1), b = random_word(r, depth - 1);
    switch (rng_below(r, 6)) {
    case 0:
    case 1: return term_bv_mul(a, b);
    case 2: return term_bv_udiv(a, b);
    case 3: return term_ite(random_atom(r, depth - 1), a, b);
    default: return term_bv_add(a, b);
    }
}

static bool holds_at(uint32_t point, const term_vec *literals) {
    struct model m = {0};
    bool all = true;
    for (uint32_t i = 0; i < VARIABLES; i++)
        model_set(&m, variable[i], value_of(point >> (WIDTH * i) & (VALUES - 1)));
    for (uint32_t i = 0; i < literals->n && all; i++) all = term_holds(&m, literals->at[i]);
    model_release(&m);
    return all;
}

static uint32_t solutions(const term_vec *literals) {
    uint32_t n = 0;
    for (uint32_t point = 0; point < 1u << (WIDTH * VARIABLES); point++) n += holds_at(point, literals);
    return n;
}

/* x = p in one case and x = q in the other, times y: not always what is denied. */
static void random_question(struct rng *r, term_vec *literals) {
    term p = random_word(r, 1), q = random_word(r, 1), condition = random_atom(r, 0);
    term x = variable[0], y = variable[1], chosen = rng_below(r, 4) ? term_ite(condition, p, q) : p;
    VEC_PUSH(literals, term_implies(condition, term_eq(x, p)));
    VEC_PUSH(literals, term_or(condition, term_eq(x, q)));
    VEC_PUSH(literals, term_not(term_eq(term_bv_mul(x, y), term_bv_mul(y, chosen))));
    if (rng_below(r, 2)) VEC_PUSH(literals, random_atom(r, 1));
}

static void test_contradictions_have_no_solution(void **state) {
    (void)state;
    struct rng r = {11};
    uint32_t refuted = 0, confirmed = 0, learned = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        term_vec literals = {0}, steps = {0};
        random_question(&r, &literals);
        if (products_refute(&literals, NULL, 0, 1, NULL, &steps)) {
            refuted++;
            assert_int_equal(solutions(&literals), 0);
            confirmed += cases_refuted(&literals, SOLVER_Z3);
        }
        for (uint32_t i = 0; i < steps.n; i++) {
            term_vec step = {0};
            VEC_PUSH(&step, steps.at[i]);
            assert_int_equal(solutions(&step), 1u << (WIDTH * VARIABLES));
            VEC_RELEASE(&step);
            learned++;
        }
        VEC_RELEASE(&literals);
        VEC_RELEASE(&steps);
    }
    assert_true(refuted > ROUNDS / 20);
    assert_true(learned > ROUNDS / 20);
    /* The normal form of a clause may hide a premise that the search has seen. */
    assert_true(confirmed > refuted - refuted / 20);
}

static term square(term t) { return term_bv_mul(t, t); }

/* 0 < i, g < i => c = g * g at g = i - 1, next = c + 2 * i - 1: next = i * i, and not i * i + 1. */
static void test_a_step_over_an_array(void **state) {
    (void)state;
    term i = term_var("i", sort_bv(32)), c = term_var("c", sort_bv(64)), wide = term_sext(i, 64);
    term g = term_sext(term_bv_sub(i, term_bv(32, 1)), 64);
    term next = term_bv_add(c, term_bv_sub(term_bv_mul(term_bv(64, 2), wide), term_bv(64, 1)));
    for (uint64_t wrong = 0; wrong < 2; wrong++) {
        term_vec literals = {0};
        VEC_PUSH(&literals, term_slt(term_bv(32, 0), i));
        VEC_PUSH(&literals, term_implies(term_slt(g, wide), term_eq(c, square(g))));
        VEC_PUSH(&literals, term_not(term_eq(next, term_bv_add(square(wide), term_bv(64, wrong)))));
        assert_true(cases_refuted(&literals, SOLVER_Z3) == !wrong);
        VEC_RELEASE(&literals);
    }
}

int main(void) {
    options_reset();
    terms_init();
    variable[0] = term_var("x", sort_bv(WIDTH));
    variable[1] = term_var("y", sort_bv(WIDTH));
    variable[2] = term_var("z", sort_bv(WIDTH));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contradictions_have_no_solution),
        cmocka_unit_test(test_a_step_over_an_array),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
