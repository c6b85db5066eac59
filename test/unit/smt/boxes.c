/* Decisions about floats by intervals: both procedures, their models and cores; oracle_boxes has
 * random queries. */
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "smt/boxes/cover.h"
#include "smt/boxes/interval.h"
#include "util/options.h"
#include "util/stats.h"

enum { BOXES = 5000 };

static sort single(void) { return sort_float(8, 24); }
static term x_of(void) { return term_var("x", single()); }

static term number(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof f);
    return term_float_bits(single(), value_of(bits));
}

static term fp(enum term_op op, term a, term b) { return term_fp(op, a, b, TERM_NONE); }
static term between(float lo, term t, float hi) {
    return term_and(fp(OP_FP_LE, number(lo), t), fp(OP_FP_LE, t, number(hi)));
}

static enum answer decide(const term *c, uint32_t n, bool *core) {
    struct model m = {0};
    enum answer a = interval_decide(NULL, 0, c, n, BOXES, 10, core, &m);
    for (uint32_t i = 0; i < n && a == ANSWER_SAT; i++) assert_true(term_holds(&m, c[i]));
    model_release(&m);
    return a;
}

/* Both say that there is no solution. */
static void assert_refuted(const term *c, uint32_t n) {
    bool core[8];
    assert_int_equal(decide(c, n, core), ANSWER_UNSAT);
    assert_true(cover_refutes(c, n, BOXES, 10));
}

/* x - x*x*x/6 over [-1, 1] is at most 0.8333..: the maximum is at the end. */
static term sine(void) {
    term x = x_of(), cube = fp(OP_FP_MUL, x, fp(OP_FP_MUL, x, x));
    return fp(OP_FP_SUB, x, fp(OP_FP_DIV, cube, number(6)));
}

static void test_polynomial(void **state) {
    (void)state;
    term c[] = {between(-1, x_of(), 1), fp(OP_FP_LT, number(0.84f), sine())};
    assert_refuted(c, 2);
    c[1] = fp(OP_FP_LT, number(0.8333f), sine());
    bool core[2];
    assert_int_equal(decide(c, 2, core), ANSWER_SAT);
    assert_false(cover_refutes(c, 2, BOXES, 10));
}

static void test_core(void **state) {
    (void)state;
    term y = term_var("y", single());
    term c[] = {between(2, y, 3), between(-1, x_of(), 1),
                fp(OP_FP_LT, number(2), fp(OP_FP_MUL, x_of(), x_of()))};
    bool core[3];
    assert_int_equal(decide(c, 3, core), ANSWER_UNSAT);
    assert_false(core[0]);
    assert_true(core[1] && core[2]);
}

/* NaN fails every comparison: without a bound on x, x < 1 and x >= 1 may both be false. */
static void test_nan(void **state) {
    (void)state;
    term x = x_of(), c[] = {term_not(fp(OP_FP_LT, x, number(1))), term_not(fp(OP_FP_LE, number(1), x)),
                            term_not(fp(OP_FP_IS_NAN, x, TERM_NONE))};
    bool core[3];
    assert_int_equal(decide(c, 2, core), ANSWER_SAT);
    assert_false(cover_refutes(c, 2, BOXES, 10));
    assert_refuted(c, 3);
}

/* Zeros are equal to each other and not the same. */
static void test_zeros(void **state) {
    (void)state;
    term x = x_of(), y = term_var("y", single());
    term c[] = {fp(OP_FP_EQ, x, y), fp(OP_FP_EQ, x, number(0)), term_not(term_eq(x, y))};
    bool core[3];
    assert_int_not_equal(decide(c, 3, core), ANSWER_UNSAT);
    assert_false(cover_refutes(c, 3, BOXES, 10));
    term q[] = {c[1], fp(OP_FP_LT, fp(OP_FP_DIV, number(1), x), number(0))}; /* 1/-0 is -infinity */
    assert_int_not_equal(decide(q, 2, core), ANSWER_UNSAT);
    assert_false(cover_refutes(q, 2, BOXES, 10));
}

/* x - 8 * (int)(x / 8) stays in one period, which ranges alone do not see. */
static void test_linear(void **state) {
    (void)state;
    term x = x_of(), n = term_fp_convert(OP_FP_TO_SBV, fp(OP_FP_DIV, x, number(8)), sort_bv(32));
    term p = fp(OP_FP_SUB, x, fp(OP_FP_MUL, number(8), term_fp_convert(OP_FP_FROM_SBV, n, single())));
    term c[] = {between(0, x, 1000), fp(OP_FP_LT, number(8.01f), p)};
    assert_refuted(c, 2);
}

static void test_table(void **state) {
    (void)state;
    term t = term_const_array(sort_array(sort_bv(32), single()), number(7)), i = term_var("i", sort_bv(32));
    for (uint32_t k = 0; k < 5; k++) t = term_store(t, term_bv(32, k), number((float)k));
    term read = term_select(t, i), small = term_ule(i, term_bv(32, 4));
    term c[] = {small, fp(OP_FP_LT, number(4), read)};
    assert_refuted(c, 2);
    c[0] = term_ule(i, term_bv(32, 5));
    bool core[2];
    assert_int_not_equal(decide(c, 2, core), ANSWER_UNSAT);
    assert_false(cover_refutes(c, 2, BOXES, 10));
}

/* The front asks boxes: the model and the core are theirs. Which implementation it asks depends on
 * the role, whatever the backend: only the one that finds has models. */
static void ask_front(int kind, enum solver_role role) {
    uint64_t checks = stats.box_checks;
    struct solver *s = solver_new_kind(kind, role);
    term a = term_var("a", sort_bool()), high = fp(OP_FP_LT, number(0.84f), sine());
    solver_assert(s, between(-1, x_of(), 1));
    solver_assert_if(s, a, high);
    assert_int_equal(solver_check(s, &a, 1), ANSWER_UNSAT);
    assert_true(solver_in_core(s, 0));
    assert_int_equal(stats.box_checks - checks, role == SOLVER_CHECKS);
    if (role == SOLVER_FINDS) assert_int_equal(solver_check(s, NULL, 0), ANSWER_SAT);
    solver_free(s);
}

static void test_front(void **state) {
    (void)state;
    for (int kind = SOLVER_NATIVE; kind <= SOLVER_Z3; kind++) {
        ask_front(kind, SOLVER_FINDS);
        ask_front(kind, SOLVER_CHECKS);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_polynomial, setup, teardown),
        cmocka_unit_test_setup_teardown(test_core, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nan, setup, teardown),
        cmocka_unit_test_setup_teardown(test_zeros, setup, teardown),
        cmocka_unit_test_setup_teardown(test_linear, setup, teardown),
        cmocka_unit_test_setup_teardown(test_table, setup, teardown),
        cmocka_unit_test_setup_teardown(test_front, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
