/* Float circuits against the evaluator, exhaustively on a format of 7 bits, and float queries of
 * the native solver, those that go to CaDiCaL included. oracle_float tests the larger formats. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "smt/boxes/boxes.h"
#include "smt/native/native.h"
#include "util/options.h"

enum { LANES = 64 };

static int setup(void **state) {
    (void)state;
    options_reset();
    terms_init();
    native_hard_after = NATIVE_HARD_AFTER;
    boxes_wanted = false;
    return 0;
}

static int teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

/* ---- circuits ---- */

static uint64_t word_of(const uint64_t *words, edge e) {
    return edge_sign(e) ? ~words[edge_gate(e)] : words[edge_gate(e)];
}

/* Of an input: bit i of lane k is bit i of y + k if the input is y's, else of x. */
static uint64_t gate_word(const uint64_t *words, const struct gate *g, term y, uint64_t x, uint64_t first) {
    uint64_t r = 0;
    if (g->kind == GATE_CONSTANT) return 0;
    for (uint64_t k = 0; g->kind == GATE_INPUT && k < LANES; k++)
        r |= ((g->in[0] == y ? first + k : x) >> g->in[1] & 1) << k;
    if (g->kind == GATE_INPUT) return r;
    uint64_t a = word_of(words, g->in[0]), b = word_of(words, g->in[1]);
    if (g->kind == GATE_AND) return a & b;
    if (g->kind == GATE_XOR) return a ^ b;
    uint64_t c = word_of(words, g->in[2]);
    return g->kind == GATE_ITE ? (a & b) | (~a & c) : (a & b) | (a & c) | (b & c);
}

static value canonical(sort s, uint64_t bits) { return term_value(term_float_bits(s, value_of(bits))); }

static void check_lanes(term t, term x, term y, uint64_t *words, uint64_t at, uint64_t first) {
    struct bits b;
    blast_bits(t, &b);
    for (uint32_t i = 0; i < aig_gates(); i++) words[i] = gate_word(words, aig_gate(i), y, at, first);
    for (uint32_t k = 0; k < LANES; k++) {
        struct model m = {0};
        model_set(&m, x, canonical(term_sort(x), at));
        model_set(&m, y, canonical(term_sort(y), first + k));
        uint64_t got = 0;
        for (uint32_t i = 0; i < b.n; i++) got |= (word_of(words, b.at[i]) >> k & 1) << i;
        assert_int_equal(got, term_eval(&m, t).lo);
        model_release(&m);
    }
}

/* All pairs of patterns, NaNs that are not canonical among them. */
static void check_all(term t, term x, term y) {
    uint64_t end = UINT64_C(1) << term_width(x);
    struct bits b;
    blast_acquire();
    assert_true(blast_supports(t));
    blast_bits(t, &b);
    uint64_t *words = calloc(aig_gates(), sizeof *words);
    for (uint64_t at = 0; at < end; at++)
        for (uint64_t first = 0; first < end; first += LANES) check_lanes(t, x, y, words, at, first);
    free(words);
    blast_release();
}

static void test_all_pairs(void **state) {
    (void)state;
    static const enum term_op binary[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV, OP_FP_MIN,
                                          OP_FP_MAX, OP_FP_LT,  OP_FP_LE,  OP_FP_EQ};
    static const enum term_op unary[] = {OP_FP_NEG,          OP_FP_ABS,    OP_FP_SQRT,    OP_FP_RINT,
                                         OP_FP_IS_NAN,       OP_FP_IS_INF, OP_FP_IS_ZERO, OP_FP_IS_NORMAL,
                                         OP_FP_IS_SUBNORMAL, OP_FP_IS_NEG};
    sort s = sort_float(3, 4);
    term x = term_var("x", s), y = term_var("y", s);
    for (size_t i = 0; i < sizeof binary / sizeof *binary; i++)
        check_all(term_fp(binary[i], x, y, TERM_NONE), x, y);
    for (size_t i = 0; i < sizeof unary / sizeof *unary; i++)
        check_all(term_fp(unary[i], y, TERM_NONE, TERM_NONE), x, y);
    check_all(term_eq(x, y), x, y);
    check_all(term_fp_convert(OP_FP_TO_SBV, y, sort_bv(4)), x, y);
    check_all(term_fp_convert(OP_FP_TO_UBV, y, sort_bv(3)), x, y);
    check_all(term_fp_convert(OP_FP_FROM_FP, y, sort_float(5, 11)), x, y);
    check_all(term_fp_convert(OP_FP_FROM_FP, y, sort_float(3, 3)), x, y);
}

/* ---- queries ---- */

static term single(uint64_t bits) { return term_float_bits(sort_float(8, 24), value_of(bits)); }

/* x * y = 6 with 2 <= x < 4 and 2 <= y < 3, and x * y = 6 with both below 2. */
static void check_product(void) {
    sort s = sort_float(8, 24);
    term x = term_var("x", s), y = term_var("y", s), guard = term_var("guard", sort_bool());
    term two = single(0x40000000), three = single(0x40400000), four = single(0x40800000),
         six = single(0x40c00000);
    struct solver *solver = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS);
    struct model m = {0};
    term product = term_eq(term_fp(OP_FP_MUL, x, y, TERM_NONE), six);
    solver_assert(solver, term_fp(OP_FP_LT, single(0x3f800000), x, TERM_NONE));
    solver_assert(solver, term_fp(OP_FP_LT, single(0x3f800000), y, TERM_NONE));
    solver_assert_if(solver, guard, product);
    term some[] = {guard, term_fp(OP_FP_LT, x, four, TERM_NONE), term_fp(OP_FP_LT, y, three, TERM_NONE)};
    assert_int_equal(solver_check(solver, some, 3), ANSWER_SAT);
    solver_model(solver, product, &m);
    assert_true(term_holds(&m, product) && term_holds(&m, some[1]) && term_holds(&m, some[2]));
    model_release(&m);
    term none[] = {some[1], guard, term_fp(OP_FP_LT, x, two, TERM_NONE),
                   term_fp(OP_FP_LT, y, two, TERM_NONE)};
    assert_int_equal(solver_check(solver, none, 4), ANSWER_UNSAT);
    assert_true(solver_in_core(solver, 1) && solver_in_core(solver, 2) && solver_in_core(solver, 3));
    solver_retire(solver, guard);
    assert_int_equal(solver_check(solver, none + 2, 2), ANSWER_SAT);
    solver_free(solver);
}

static void test_queries(void **state) {
    (void)state;
    check_product();
}

static void test_hard_queries(void **state) {
    (void)state;
    native_hard_after = 0;
    check_product();
}

/* x = x & !(x == x) has one model, the NaN of the evaluator. */
static void test_nan(void **state) {
    (void)state;
    term x = term_var("x", sort_float(11, 53)), y = term_var("y", sort_float(11, 53));
    struct solver *solver = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS);
    solver_assert(solver, term_fp(OP_FP_IS_NAN, x, TERM_NONE, TERM_NONE));
    solver_assert(solver, term_fp(OP_FP_IS_NAN, y, TERM_NONE, TERM_NONE));
    assert_int_equal(solver_check(solver, NULL, 0), ANSWER_SAT);
    assert_true(solver_value(solver, x).lo == UINT64_C(0x7ff8000000000000));
    term differ = term_not(term_eq(x, y));
    assert_int_equal(solver_check(solver, &differ, 1), ANSWER_UNSAT);
    solver_free(solver);
}

static void test_support(void **state) {
    (void)state;
    term x = term_var("x", sort_float(11, 53)), q = term_var("q", sort_float(15, 113));
    blast_acquire();
    assert_true(blast_supports(term_fp(OP_FP_LT, term_fp(OP_FP_SQRT, x, 0, 0), x, 0)));
    assert_false(blast_supports(term_fp(OP_FP_LT, term_fp(OP_FP_FMA, x, x, x), x, 0)));
    assert_false(blast_supports(term_fp(OP_FP_IS_NAN, q, 0, 0)));
    assert_false(blast_supports(term_eq(term_fp_convert(OP_FP_TO_UBV, x, sort_bv(128)), term_bv(128, 1))));
    blast_release();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_all_pairs, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_queries, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_hard_queries, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_nan, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_support, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
