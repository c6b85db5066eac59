/* Contradictions by substitution: what is refuted has no model, by enumeration; and the ends of
 * loops that multiply are refuted. */
#include "fixture.h"

#include "smt/equalities.h"
#include "smt/solver.h"
#include "term/subst.h"
#include "util/rng.h"

enum { WIDTH = 3, VARS = 3, VALUES = 1 << WIDTH, LITERALS = 6 };

static term vars[VARS];

static term random_word(struct rng *r, int depth) {
    term x = vars[rng_below(r, VARS)], c = term_bv(WIDTH, rng_below(r, VALUES));
    if (depth == 0) return rng_below(r, 4) ? x : c;
    term a = random_word(r, depth - 1), b = random_word(r, depth - 1);
    switch (rng_below(r, 5)) {
    case 0: return term_bv_add(a, b);
    case 1: return term_bv_mul(a, b);
    case 2: return term_bv_add(a, c);
    case 3: return term_bv_urem(a, b);
    default: return x;
    }
}

static term random_literal(struct rng *r) {
    term a = random_word(r, (int)rng_below(r, 3)), b = random_word(r, (int)rng_below(r, 2));
    switch (rng_below(r, 7)) {
    case 0:
    case 1: return term_eq(a, b);
    case 2: return term_not(term_eq(a, b));
    case 3: return term_ule(a, b);
    case 4: return term_ult(a, b);
    case 5: return term_sle(a, b);
    default: return term_slt(a, b);
    }
}

static bool has_model(const term *literals, uint32_t n) {
    bool found = false;
    for (uint32_t all = 0; all < VALUES * VALUES * VALUES && !found; all++) {
        struct model m = {0};
        for (uint32_t i = 0; i < VARS; i++) model_set(&m, vars[i], value_of(all >> i * WIDTH & (VALUES - 1)));
        found = true;
        for (uint32_t i = 0; i < n && found; i++) found = term_holds(&m, literals[i]);
        model_release(&m);
    }
    return found;
}

static void name_variables(void) {
    static const char *const names[VARS] = {"x", "y", "z"};
    for (uint32_t i = 0; i < VARS; i++) vars[i] = term_var(names[i], sort_bv(WIDTH));
}

/* Facts as of a solver, assumptions, and both mixed. */
static void test_enumeration(void **state) {
    (void)state;
    struct rng r = {20261117};
    uint32_t refuted = 0;
    name_variables();
    for (uint32_t round = 0; round < 3000; round++) {
        term literals[LITERALS];
        struct fact_list facts = {0};
        uint32_t n = 2 + rng_below(&r, LITERALS - 1), known = rng_below(&r, n + 1);
        for (uint32_t i = 0; i < n; i++) literals[i] = random_literal(&r);
        for (uint32_t i = 0; i < known; i++) fact_list_add(&facts, literals[i]);
        if (equalities_refute(&facts, literals + known, n - known)) {
            assert_false(has_model(literals, n));
            refuted++;
        }
        fact_list_release(&facts);
    }
    assert_true(refuted > 300);
}

/* The equations that are suggested follow from the literals. */
static void test_suggestions(void **state) {
    (void)state;
    struct rng r = {7};
    uint32_t suggested = 0;
    name_variables();
    for (uint32_t round = 0; round < 3000; round++) {
        term_vec literals = {0}, equations = {0};
        term a = random_word(&r, 1), b = random_word(&r, 1), one = term_bv(WIDTH, 1);
        bool is_signed = rng_below(&r, 2), strict = rng_below(&r, 2);
        term more = strict ? term_bv_add(a, one) : a;
        term below = is_signed ? (strict ? term_slt(a, b) : term_sle(a, b))
                     : strict  ? term_ult(a, b)
                               : term_ule(a, b);
        term_conjuncts(below, &literals);
        term_conjuncts(is_signed ? term_sle(b, more) : term_ule(b, more), &literals);
        equalities_suggest(&literals, &equations);
        for (uint32_t i = 0; i < equations.n; i++) {
            VEC_PUSH(&literals, term_not(equations.at[i]));
            assert_false(has_model(literals.at, literals.n));
            literals.n--;
            suggested++;
        }
        VEC_RELEASE(&literals);
        VEC_RELEASE(&equations);
    }
    assert_true(suggested > 300);
}

/* i <= n, s = i * i; n <= i, s != n * n; and the core leaves out what has nothing to do with it. */
static void test_end_of_a_loop(void **state) {
    (void)state;
    term i = term_var("i", sort_bv(32)), n = term_var("n", sort_bv(32)), s = term_var("s", sort_bv(32));
    struct solver *solver = solver_new();
    solver_assert(solver, term_ule(i, n));
    solver_assert(solver, term_eq(s, term_bv_mul(i, i)));
    term query[] = {term_ule(n, i), term_ult(term_bv(32, 5), n), term_not(term_eq(s, term_bv_mul(n, n)))};
    assert_int_equal(solver_check(solver, query, 3), ANSWER_UNSAT);
    assert_true(solver_in_core(solver, 0));
    assert_false(solver_in_core(solver, 1));
    assert_true(solver_in_core(solver, 2));
    solver_free(solver);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_enumeration, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_suggestions, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_end_of_a_loop, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
