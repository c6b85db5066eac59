/* What Z3 is asked when its incremental core has not answered: as cases, coarsely, arrays as reads. */
#include "fixture.h"

#include "smt/coarse.h"
#include "smt/solver.h"

static term word(const char *name) { return term_var(name, sort_bv(32)); }

/* What is replaced is any value: whatever a term is, its coarse form is for some values of the unknowns. */
static void test_coarse(void **state) {
    (void)state;
    term x = word("x"), y = word("y"), six = term_bv(32, 6), four = term_bv(32, 4);
    struct coarse c = {0};
    assert_true(coarse_term(&c, term_bv_add(x, term_bv_urem(y, four))) ==
                term_bv_add(x, term_bv_urem(y, four)));
    assert_false(c.some);
    term product = term_bv_mul(x, y), hard = coarse_term(&c, product);
    assert_true(c.some && term_is_var(hard) && hard != x && hard != y);
    assert_true(coarse_term(&c, term_ult(product, x)) == term_ult(hard, x));
    term rest = coarse_term(&c, term_bv_urem(x, six));
    assert_true(term_is_var(rest) && rest != hard);
    coarse_release(&c);
}

/* Six counters below k, one of them goes up: each case is easy, all at once are not; the remainder does not matter. */
static void test_cases(void **state) {
    (void)state;
    enum { N = 6 };
    struct solver *s = solver_new_kind(SOLVER_Z3);
    term k = word("k"), n = word("n"), one = term_bv(32, 1), next = term_bv_add(k, one);
    term face = term_bv_urem(word("in"), term_bv(32, N)), escapes = term_false();
    for (uint32_t i = 0; i < N; i++) {
        term count = term_fresh("count", sort_bv(32));
        solver_assert(s, term_ule(count, k));
        term then = term_ite(term_eq(face, term_bv(32, i)), term_bv_add(count, one), count);
        escapes = term_or(escapes, term_ult(next, then));
    }
    term query[] = {term_ult(k, n), escapes};
    solver_set_limit(s, 60);
    assert_int_equal(solver_check(s, query, 2), ANSWER_UNSAT);
    assert_int_equal(solver_check(s, &escapes, 1), ANSWER_SAT); /* k + 1 may wrap around */
    solver_free(s);
}

/* Elements move up by one, v[i] = v[i + 1]: the obligation that Z3's own solver for arrays does not decide in 20 s. */
static void test_reads(void **state) {
    (void)state;
    sort words = sort_array(sort_bv(32), sort_bv(32));
    term i = word("i"), g = word("g"), v = term_var("v", words), w = term_var("w", words);
    term one = term_bv(32, 1), last = term_bv(32, 99999), next = term_bv_add(g, one);
    term moved = term_eq(term_select(v, g), term_select(w, next));
    term still = term_eq(term_select(v, next), term_select(w, next));
    struct subst after = {0};
    subst_set(&after, i, term_bv_add(i, one));
    subst_set(&after, v, term_store(v, i, term_select(v, term_bv_add(i, one))));
    term facts[] = {term_implies(term_ult(g, i), moved),
                    term_implies(term_and(term_ule(i, next), term_ult(g, last)), still)};
    struct solver *s = solver_new_kind(SOLVER_Z3);
    solver_assert(s, term_ult(i, last));
    for (uint32_t k = 0; k < 2; k++) solver_assert(s, facts[k]);
    solver_set_limit(s, 60);
    term lost = term_not(subst_apply(&after, facts[0]));
    assert_int_equal(solver_check(s, &lost, 1), ANSWER_UNSAT);
    subst_set(&after, v, term_store(v, i, term_select(v, i)));
    lost = term_not(subst_apply(&after, facts[0]));
    assert_int_equal(solver_check(s, &lost, 1), ANSWER_SAT);
    subst_release(&after);
    solver_free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_coarse, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_cases, setup, teardown),
                                       cmocka_unit_test_setup_teardown(test_reads, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
