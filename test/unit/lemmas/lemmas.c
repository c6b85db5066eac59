/* Suppliers and the filter: what is kept is inductive, and enough for the programs here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "check/check.h"
#include "lemmas/lemmas.h"
#include "smt/solver.h"
#include "unit/programs.h"
#include "util/options.h"

static loc loop_of(const struct cfa *c) {
    for (uint32_t i = 0; i < c->steps.n; i++)
        if (c->steps.at[i].from == c->steps.at[i].to) return c->steps.at[i].to;
    fail();
    return 0;
}

static struct facts supplied(struct cfa *c) {
    struct facts known;
    facts_init(&known, c->locs.n);
    struct budget b = budget_cpu(10);
    lemmas_supply(c, &known, &b);
    bool unsure;
    char *wrong = check_inductive(c, &known, SOLVER_Z3, &unsure);
    assert_null(wrong);
    return known;
}

static bool implies(const struct facts *known, loc l, term fact) {
    struct solver *s = solver_new_kind(SOLVER_Z3, SOLVER_FINDS);
    for (uint32_t i = 0; i < known->at[l].n; i++) solver_assert(s, known->at[l].at[i]);
    term negated = term_not(fact);
    enum answer a = solver_check(s, &negated, 1);
    solver_free(s);
    return a == ANSWER_UNSAT;
}

static void sums_are_found(void **unused) {
    (void)unused;
    struct cfa *c = up_and_down(false);
    struct facts known = supplied(c);
    term x = term_var("x", sort_bv(32)), y = term_var("y", sort_bv(32)), n = term_var("n", sort_bv(32));
    assert_true(implies(&known, loop_of(c), term_eq(term_bv_add(x, y), n)));
    assert_false(implies(&known, loop_of(c), term_ule(x, bv(1000))));
    facts_release(&known);
    cfa_free(c);
}

static void bounds_and_parity_are_found(void **unused) {
    (void)unused;
    struct cfa *c = count_to(1000, 2, 1000);
    struct facts known = supplied(c);
    term x = term_var("x", sort_bv(32));
    assert_true(implies(&known, loop_of(c), term_ule(x, bv(1001))));
    assert_true(implies(&known, loop_of(c), term_eq(term_extract(x, 0, 0), term_bv(1, 0))));
    assert_false(implies(&known, loop_of(c), term_ule(x, bv(999))));
    facts_release(&known);
    cfa_free(c);
}

static void values_are_found(void **unused) {
    (void)unused;
    struct cfa *c = machine(false);
    struct facts known = supplied(c);
    assert_true(implies(&known, loop_of(c), term_ule(term_var("mode", sort_bv(32)), bv(1))));
    facts_release(&known);
    cfa_free(c);
}

/* The state after the input 42 is rare: whether sampling met it or not, no wrong set of values may
 * survive.
 */
static void rare_states_are_not_missed(void **unused) {
    (void)unused;
    struct cfa *c = machine(true);
    struct facts known = supplied(c);
    assert_false(implies(&known, loop_of(c), term_not(term_eq(term_var("mode", sort_bv(32)), bv(2)))));
    facts_release(&known);
    cfa_free(c);
}

static void suppliers_can_be_switched_off(void **unused) {
    (void)unused;
    struct error e = {0};
    assert_true(options_set("without=affine,bits,bounds,pairs,guarded,values,atoms,cases,sums", &e));
    struct cfa *c = up_and_down(false);
    struct facts known = supplied(c);
    assert_int_equal(facts_count(&known), 0);
    facts_release(&known);
    cfa_free(c);
    options_reset();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_found),
        cmocka_unit_test(bounds_and_parity_are_found),
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(rare_states_are_not_missed),
        cmocka_unit_test(suppliers_can_be_switched_off),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
