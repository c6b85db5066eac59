/* The arithmetic of polynomials against enumeration.
 *
 * Whatever algebra_refutes calls a contradiction must have no solution among all values of three
 * variables of three bits, with products, shifts, divisions and remainders in random facts.
 * Identities that people would use must be found. A combination that was damaged must be refused by
 * algebra_verify, whoever made it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "check/algebra.h"
#include "term/subst.h"
#include "util/rng.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARIABLES = 3, ROUNDS = 3000 };

static term variable[VARIABLES];

static term number(uint64_t n) { return term_bv(WIDTH, n); }

static term random_polynomial(struct rng *r, uint32_t depth) {
    if (!depth || !rng_below(r, 4)) {
        return rng_below(r, 4) ? variable[rng_below(r, VARIABLES)] : number(rng_below(r, VALUES));
    }
    term a = random_polynomial(r, depth - 1), b = random_polynomial(r, depth - 1);
    switch (rng_below(r, 8)) {
    case 0:
    case 1: return term_bv_add(a, b);
    case 2:
    case 3: return term_bv_mul(a, b);
    case 4: return term_bv_not(a);
    case 5: return term_bv_shl(a, number(rng_below(r, WIDTH)));
    case 6: return term_bv_lshr(a, number(1 + rng_below(r, WIDTH - 1)));
    default: return rng_below(r, 2) ? term_bv_udiv(a, b) : term_bv_urem(a, b);
    }
}

static term random_fact(struct rng *r) {
    term e = term_eq(random_polynomial(r, 2), random_polynomial(r, 2));
    if (rng_below(r, 5)) return e;
    return term_or(e, term_eq(variable[0], number(rng_below(r, VALUES))));
}

static bool has_solution(const term_vec *facts, term wrong) {
    for (uint32_t point = 0; point < 1u << (WIDTH * VARIABLES); point++) {
        struct model m = {0};
        for (uint32_t i = 0; i < VARIABLES; i++)
            model_set(&m, variable[i], value_of(point >> (WIDTH * i) & (VALUES - 1)));
        bool all = term_holds(&m, wrong);
        for (uint32_t i = 0; i < facts->n && all; i++) all = term_holds(&m, facts->at[i]);
        model_release(&m);
        if (all) return true;
    }
    return false;
}

/* A consequence of the facts, so that there is something to find: a sum of multiples of their
 * sides. */
static term likely_wrong(struct rng *r, const term_vec *facts) {
    term left = number(0), right = number(0);
    for (uint32_t i = 0; i < facts->n; i++) {
        if (term_op_of(facts->at[i]) != OP_EQ || term_sort(term_arg(facts->at[i], 0)) != sort_bv(WIDTH))
            continue;
        term by = random_polynomial(r, 1);
        left = term_bv_add(left, term_bv_mul(by, term_arg(facts->at[i], 0)));
        right = term_bv_add(right, term_bv_mul(by, term_arg(facts->at[i], 1)));
    }
    if (!rng_below(r, 3)) right = term_bv_add(right, number(rng_below(r, 2)));
    return term_not(term_eq(left, right));
}

static void test_refutations_are_right(void **state) {
    (void)state;
    struct rng r = {5};
    uint32_t refuted = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        term_vec facts = {0}, guard = {0};
        for (uint32_t n = 1 + (uint32_t)rng_below(&r, 3); n; n--) VEC_PUSH(&facts, random_fact(&r));
        term wrong = likely_wrong(&r, &facts);
        if (wrong != term_true() && wrong != term_false() && algebra_refutes(&facts, &guard, wrong)) {
            refuted++;
            assert_false(has_solution(&facts, wrong));
        }
        VEC_RELEASE(&facts);
    }
    assert_true(refuted > ROUNDS / 10);
}

/* t = 2a + 1 and s = (a + 1)^2 stay so when a, t and s take one step of the square root's loop. */
static void test_square_root_is_found(void **state) {
    (void)state;
    term a = term_var("a", sort_bv(32)), s = term_var("s", sort_bv(32)), t = term_var("t", sort_bv(32));
    term one = term_bv(32, 1), two = term_bv(32, 2), next = term_bv_add(a, one);
    term_vec facts = {0}, guard = {0};
    VEC_PUSH(&facts, term_eq(t, term_bv_add(term_bv_mul(two, a), one)));
    VEC_PUSH(&facts, term_eq(s, term_bv_mul(next, next)));
    term after = term_bv_add(next, one), t_next = term_bv_add(t, two);
    term right = term_eq(term_bv_add(s, t_next), term_bv_mul(after, after));
    term wrong = term_eq(term_bv_add(s, t), term_bv_mul(after, after));
    assert_true(algebra_refutes(&facts, &guard, term_not(right)));
    assert_false(algebra_refutes(&facts, &guard, term_not(wrong)));
    VEC_RELEASE(&facts);
}

static void test_damaged_combinations_are_refused(void **state) {
    (void)state;
    struct rng r = {9};
    uint32_t made = 0;
    for (uint32_t round = 0; round < ROUNDS / 4; round++) {
        ideal_equations known = {0};
        ideal_combination how = {0};
        for (uint32_t i = 0; i < 2; i++)
            VEC_PUSH(&known, (struct ideal_equation){random_polynomial(&r, 2), variable[i]});
        term by = variable[rng_below(&r, VARIABLES)];
        struct ideal_equation goal = {term_bv_mul(by, known.at[0].a), term_bv_mul(by, known.at[0].b)};
        if (goal.a != goal.b && ideal_contains(&known, goal, &how) && how.n) {
            made++;
            assert_true(algebra_verify(&known, goal, &how));
            goal.b = term_bv_add(goal.b, number(1));
            assert_false(algebra_verify(&known, goal, &how));
            goal.b = term_bv_mul(by, known.at[0].b);
            how.at[0].of = known.n;
            assert_false(algebra_verify(&known, goal, &how));
        }
        VEC_RELEASE(&how);
        VEC_RELEASE(&known);
    }
    assert_true(made > 100);
}

int main(void) {
    terms_init();
    variable[0] = term_var("x", sort_bv(WIDTH));
    variable[1] = term_var("y", sort_bv(WIDTH));
    variable[2] = term_var("z", sort_bv(WIDTH));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refutations_are_right),
        cmocka_unit_test(test_square_root_is_found),
        cmocka_unit_test(test_damaged_combinations_are_refused),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
