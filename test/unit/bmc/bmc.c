/* Bounded search, k-induction, and the checker of their certificates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bmc/bmc.h"
#include "check/bounded.h"
#include "check/check.h"
#include "replay/replay.h"
#include "unit/programs.h"
#include "util/options.h"

static struct verdict bounded(struct cfa *c, uint32_t depth) {
    struct verdict v = {0};
    bmc_prove_within(c, NULL, &(struct budget){0}, depth, &v);
    return v;
}

static void assert_proof(struct cfa *c, const struct verdict *v) {
    bool unsure = true;
    char *wrong = evidence_check_proof(c, v, SOLVER_Z3, &unsure);
    assert_null(wrong);
    assert_false(unsure);
}

static void assert_trace(struct cfa *c, struct verdict *v, uint32_t length) {
    assert_int_equal(v->kind, VERDICT_FALSE);
    assert_int_equal(v->trace.n, length);
    char *wrong = replay_check_trace(c, v);
    assert_null(wrong);
}

static void loop_with_known_count_is_proved(void **unused) {
    (void)unused;
    struct cfa *c = count_to(100, 1, 100);
    struct verdict v = bounded(c, 0);
    assert_int_equal(v.kind, VERDICT_TRUE);
    assert_int_equal(v.proof, PROOF_BOUNDED);
    assert_int_equal(v.proof_depth, 101);
    assert_proof(c, &v);
    verdict_clear(&v);
    cfa_free(c);
}

static void checker_refuses_wrong_certificates(void **unused) {
    (void)unused;
    bool unsure;
    struct cfa *safe = count_to(10, 3, 12), *unsafe = count_to(10, 3, 13);
    char *too_short = evidence_check_bounded(safe, 4, SOLVER_Z3, &unsure);
    assert_non_null(too_short);
    char *reachable = evidence_check_bounded(unsafe, 12, SOLVER_Z3, &unsure);
    assert_non_null(reachable);
    struct facts none;
    facts_init(&none, safe->locs.n);
    char *not_inductive = evidence_check_k_induction(safe, &none, 2, SOLVER_Z3, &unsure);
    assert_non_null(not_inductive);
    facts_release(&none);
    free(too_short);
    free(reachable);
    free(not_inductive);
    cfa_free(safe);
    cfa_free(unsafe);
}

static void deep_error_is_found(void **unused) {
    (void)unused;
    struct cfa *c = count_to(300, 7, 300);
    struct verdict v = bounded(c, 0);
    assert_trace(c, &v, 45); /* 1 to the loop, 43 rounds, 1 to the error */
    verdict_clear(&v);
    cfa_free(c);
}

static void inputs_are_in_the_trace(void **unused) {
    (void)unused;
    struct cfa *c = machine(true);
    struct verdict v = bounded(c, 0);
    assert_trace(c, &v, 4);
    verdict_clear(&v);
    cfa_free(c);
    c = up_and_down(true);
    v = bounded(c, 0);
    assert_trace(c, &v, 2);
    verdict_clear(&v);
    cfa_free(c);
}

static void depth_limit_is_unknown(void **unused) {
    (void)unused;
    struct cfa *c = machine(false);
    struct verdict v = bounded(c, 20);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_int_equal(v.bound, 20);
    verdict_clear(&v);
    cfa_free(c);
}

static void induction_proves_the_machine(void **unused) {
    (void)unused;
    struct cfa *c = machine(false);
    struct verdict v = {0};
    kind_prove(c, NULL, &v);
    assert_int_equal(v.kind, VERDICT_TRUE);
    assert_proof(c, &v);
    verdict_clear(&v);
    cfa_free(c);
}

static void induction_uses_lemmas(void **unused) {
    (void)unused;
    struct cfa *c = up_and_down(false);
    struct facts known;
    facts_init(&known, c->locs.n);
    term sum = term_bv_add(term_var("x", sort_bv(32)), term_var("y", sort_bv(32)));
    facts_add(&known, c->steps.at[0].to == c->lE ? c->steps.at[0].from : c->steps.at[0].to,
              term_eq(sum, term_var("n", sort_bv(32))));
    struct verdict v = {0};
    kind_prove(c, &known, &v);
    assert_int_equal(v.kind, VERDICT_TRUE);
    assert_int_equal(v.proof, PROOF_INVARIANT);
    assert_proof(c, &v);
    verdict_clear(&v);
    facts_release(&known);
    cfa_free(c);
}

static void induction_finds_errors(void **unused) {
    (void)unused;
    struct cfa *c = machine(true);
    struct verdict v = {0};
    kind_prove(c, NULL, &v);
    assert_trace(c, &v, 4);
    verdict_clear(&v);
    cfa_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loop_with_known_count_is_proved),
        cmocka_unit_test(checker_refuses_wrong_certificates),
        cmocka_unit_test(deep_error_is_found),
        cmocka_unit_test(inputs_are_in_the_trace),
        cmocka_unit_test(depth_limit_is_unknown),
        cmocka_unit_test(induction_proves_the_machine),
        cmocka_unit_test(induction_uses_lemmas),
        cmocka_unit_test(induction_finds_errors),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
