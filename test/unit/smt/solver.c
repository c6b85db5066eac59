/* The contract of solver.h, on every kind of solver. */
#include "fixture.h"
#include "smt/native/facts.h"
#include "smt/solver.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

static const int kinds[] = {SOLVER_NATIVE, SOLVER_Z3, SOLVER_BOTH, SOLVER_SMTLIB};
enum { KINDS = sizeof kinds / sizeof *kinds };

static struct solver *new_of_kind(int k) {
    options.solver_command = "z3 -in";
    return solver_new_kind(kinds[k], SOLVER_FINDS);
}

static void test_core_and_model(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(32)), y = term_var("y", sort_bv(32)),
         unused = term_var("unused", sort_bv(7));
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        solver_assert(s, term_eq(y, term_bv_add(x, term_bv(32, 1))));
        term as[] = {term_ult(y, term_bv(32, 7)), term_eq(x, term_bv(32, 9)), term_ult(term_bv(32, 2), x)};
        assert_int_equal(solver_check(s, as, 3), ANSWER_UNSAT);
        assert_true(solver_in_core(s, 0));
        assert_true(solver_in_core(s, 1));
        assert_false(solver_in_core(s, 2));
        assert_int_equal(solver_check(s, as + 1, 2), ANSWER_SAT);
        assert_int_equal(solver_value(s, x).lo, 9);
        assert_int_equal(solver_value(s, y).lo, 10);
        (void)solver_value(s, unused);
        assert_int_equal(solver_check(s, NULL, 0), ANSWER_SAT);
        solver_free(s);
    }
}

static void test_constant_assumptions(void **state) {
    (void)state;
    term p = term_var("p", sort_bool());
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        term as[] = {term_true(), p, term_false()};
        assert_int_equal(solver_check(s, as, 2), ANSWER_SAT);
        assert_int_equal(solver_check(s, as, 3), ANSWER_UNSAT);
        assert_false(solver_in_core(s, 1));
        assert_true(solver_in_core(s, 2));
        term contradiction[] = {p, term_not(p)};
        assert_int_equal(solver_check(s, contradiction, 2), ANSWER_UNSAT);
        assert_true(solver_in_core(s, 0) && solver_in_core(s, 1));
        solver_assert(s, term_false());
        assert_int_equal(solver_check(s, NULL, 0), ANSWER_UNSAT);
        solver_free(s);
    }
}

static void test_activation(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(8)), a = term_var("a", sort_bool()), b = term_var("b", sort_bool());
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        term as[] = {a, b, term_eq(x, term_bv(8, 3))};
        solver_assert_if(s, a, term_ult(x, term_bv(8, 3)));
        solver_assert_if(s, b, term_ult(term_bv(8, 1), x));
        assert_int_equal(solver_check(s, as, 3), ANSWER_UNSAT);
        assert_true(solver_in_core(s, 0));
        assert_false(solver_in_core(s, 1));
        assert_int_equal(solver_check(s, as + 1, 2), ANSWER_SAT);
        assert_int_equal(solver_value(s, a).lo, 0); /* its fact does not hold */
        assert_int_equal(solver_check(s, as, 2), ANSWER_SAT);
        assert_int_equal(solver_value(s, x).lo, 2);
        assert_int_equal(solver_facts(s), 2);
        solver_retire(s, a);
        assert_int_equal(solver_facts(s), 1);
        assert_int_equal(solver_garbage(s), 1);
        assert_int_equal(solver_check(s, as + 1, 2), ANSWER_SAT);
        assert_int_equal(solver_value(s, x).lo, 3);
        solver_free(s);
    }
}

/* A guard that other terms mention takes part although it is not assumed. */
static void test_mentioned_guard(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(8)), a = term_var("a", sort_bool()), b = term_var("b", sort_bool());
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        solver_assert_if(s, a, term_ult(x, term_bv(8, 3)));
        solver_assert(s, term_or(a, b));
        term as[] = {term_not(b), term_eq(x, term_bv(8, 3))};
        assert_int_equal(solver_check(s, as, 2), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, as, 1), ANSWER_SAT);
        assert_true(solver_value(s, x).lo < 3);
        solver_free(s);
    }
}

/* Rebuilding must change nothing but memory. */
static void test_rebuild(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(32));
    struct solver *s = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS);
    solver_assert(s, term_ult(x, term_bv(32, 1000000)));
    uint64_t before = stats.solver_rebuilds;
    for (uint32_t i = 0; i < 60; i++) {
        term a = term_fresh("a", sort_bool());
        for (uint32_t j = 0; j < 100; j++)
            solver_assert_if(s, a, term_not(term_eq(x, term_bv(32, 7 * j + i))));
        term as[] = {a, term_eq(x, term_bv(32, 70 + i))};
        assert_int_equal(solver_check(s, as, 2), ANSWER_UNSAT);
        as[1] = term_eq(x, term_bv(32, 71 + i));
        assert_int_equal(solver_check(s, as, 2), ANSWER_SAT);
        solver_retire(s, a);
    }
    assert_true(stats.solver_rebuilds > before);
    term as[] = {term_eq(x, term_bv(32, 70)), term_ult(term_bv(32, 999999), x)};
    assert_int_equal(solver_check(s, as, 1), ANSWER_SAT);
    assert_int_equal(solver_check(s, as + 1, 1), ANSWER_UNSAT);
    solver_free(s);
}

static void test_arrays(void **state) {
    (void)state;
    sort array = sort_array(sort_bv(8), sort_bv(16));
    term m = term_var("m", array), i = term_var("i", sort_bv(8)), j = term_var("j", sort_bv(8)),
         v = term_var("v", sort_bv(16));
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        term stored = term_store(m, i, v);
        solver_assert(s, term_not(term_eq(term_select(stored, j), v)));
        term as[] = {term_eq(i, j), term_eq(term_select(m, j), v),
                     term_eq(term_select(m, i), term_bv(16, 4))};
        assert_int_equal(solver_check(s, as, 1), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, as + 1, 1), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, as + 2, 1), ANSWER_SAT);
        value map = solver_value(s, m);
        assert_int_equal(array_value_select(map, solver_value(s, i)).lo, 4);
        assert_true(array_value_select(map, solver_value(s, j)).lo != solver_value(s, v).lo);
        solver_free(s);
    }
}

/* Sessions that the oracle found and shrank. */
static void test_shrunk(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(3)), a = term_var("a", sort_bool()), i = term_var("i", sort_bv(20));
    term m = term_var("m", sort_array(sort_bv(20), sort_bv(64))), read = term_select(m, i);
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        /* false as a gate, not as a term */
        term absurd = term_ult(term_bv_or(term_bv(3, 4), x), x);
        assert_int_equal(solver_check(s, &absurd, 1), ANSWER_UNSAT);
        assert_true(solver_in_core(s, 0));
        solver_assert_if(s, a,
                         term_not(term_eq(term_bv(64, 0), read))); /* the bits of a cell were never decided */
        assert_int_equal(solver_check(s, &a, 1), ANSWER_SAT);
        assert_true(array_value_select(solver_value(s, m), solver_value(s, i)).lo != 0);
        solver_free(s);
    }
}

/* A cell that is read only as the index of another one takes part in the model, and in
 * contradictions. */
static void test_nested_reads(void **state) {
    (void)state;
    term m = term_var("nested", sort_array(sort_bv(8), sort_bv(8))), i = term_var("ni", sort_bv(8));
    term inner = term_select(m, i), outer = term_select(m, inner);
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        term seven = term_eq(outer, term_bv(8, 7));
        assert_int_equal(solver_check(s, &seven, 1), ANSWER_SAT);
        value map = solver_value(s, m);
        assert_int_equal(array_value_select(map, array_value_select(map, solver_value(s, i))).lo, 7);
        term as[] = {seven, term_eq(i, term_bv(8, 3)), term_eq(term_select(m, term_bv(8, 3)), term_bv(8, 5)),
                     term_eq(term_select(m, term_bv(8, 5)), term_bv(8, 9))};
        assert_int_equal(solver_check(s, as, 4), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, as, 3), ANSWER_SAT);
        solver_free(s);
    }
}

/* Integers and floats move a native instance to Z3, with its facts. */
static void test_moves_to_z3(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(8)), n = term_var("n", sort_int()), a = term_var("a", sort_bool()),
         r = term_var("r", sort_bool());
    sort single = sort_float(8, 24);
    term f = term_var("f", single);
    for (int k = 0; k < KINDS; k++) {
        struct solver *s = new_of_kind(k);
        solver_assert_if(s, a, term_ult(x, term_bv(8, 5)));
        solver_assert_if(s, r, term_false());
        solver_retire(s, r);
        term as[] = {a, term_eq(x, term_bv(8, 6)), term_int_lt(n, term_int(-70))};
        assert_int_equal(solver_check(s, as, 2), ANSWER_UNSAT);
        assert_int_equal(solver_check(s, as, 3), ANSWER_UNSAT);
        assert_false(solver_in_core(s, 2));
        assert_int_equal(solver_check(s, as + 1, 2), ANSWER_SAT);
        assert_true((int64_t)solver_value(s, n).lo < -70);
        term half = term_float_bits(single, value_of(0x3f000000));
        term sum =
            term_eq(term_fp(OP_FP_ADD, f, half, TERM_NONE), term_float_bits(single, value_of(0x40200000)));
        assert_int_equal(solver_check(s, &sum, 1), ANSWER_SAT);
        struct model m = {0}; /* 2.0, or another float that rounds to 2.5 */
        solver_model(s, sum, &m);
        assert_true(term_holds(&m, sum));
        model_release(&m);
        solver_free(s);
    }
}

/* x * y = a product of two primes: too hard for the limit, and the instance goes on working. */
static void test_limit(void **state) {
    (void)state;
    term x = term_var("x", sort_bv(64)), y = term_var("y", sort_bv(64)),
         bound = term_bv(64, UINT64_C(1) << 31);
    term hard[] = {term_eq(term_bv_mul(x, y), term_bv(64, UINT64_C(1000000007) * UINT64_C(1234567891))),
                   term_ult(x, bound), term_ult(y, bound), term_ult(term_bv(64, 1), x), term_ult(x, y)};
    for (int k = 0; k < 2; k++) {
        struct solver *s = new_of_kind(k);
        solver_set_limit(s, 0.2);
        double start = clock_wall();
        enum answer a = solver_check(s, hard, 5);
        assert_true(clock_wall() - start < 20);
        if (a == ANSWER_UNKNOWN) assert_true(solver_why_unknown(s)[0] != 0);
        assert_int_equal(a, ANSWER_UNKNOWN);
        solver_set_limit(s, 0);
        assert_int_equal(solver_check(s, hard + 1, 3), ANSWER_SAT);
        solver_free(s);
    }
}

static void test_fact_list(void **state) {
    (void)state;
    struct fact_list f = {0};
    term p = term_var("p", sort_bool());
    for (uint32_t i = 0; i < 300; i++) {
        term a = term_fresh("a", sort_bool());
        fact_list_add(&f, term_or(term_not(a), p));
        if (i % 3) assert_int_equal(fact_list_retire(&f, a), 1);
        assert_int_equal(fact_list_retired(&f, a), i % 3 != 0);
    }
    assert_int_equal(fact_list_live(&f), 100);
    assert_int_equal(f.garbage, 200);
    assert_true(f.all.n < 250); /* swept */
    fact_list_release(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_core_and_model, setup, teardown),
        cmocka_unit_test_setup_teardown(test_constant_assumptions, setup, teardown),
        cmocka_unit_test_setup_teardown(test_activation, setup, teardown),
        cmocka_unit_test_setup_teardown(test_mentioned_guard, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rebuild, setup, teardown),
        cmocka_unit_test_setup_teardown(test_arrays, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shrunk, setup, teardown),
        cmocka_unit_test_setup_teardown(test_nested_reads, setup, teardown),
        cmocka_unit_test_setup_teardown(test_moves_to_z3, setup, teardown),
        cmocka_unit_test_setup_teardown(test_limit, setup, teardown),
        cmocka_unit_test_setup_teardown(test_fact_list, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
