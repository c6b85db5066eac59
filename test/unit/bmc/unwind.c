/* Bounded search in the order of the program, and the check of its proofs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "bmc/unwind.h"
#include "check/bounded.h"
#include "replay/replay.h"
#include "unit/programs.h"
#include "util/options.h"

static struct verdict unwound(struct cfa *c) {
    struct verdict v = {0};
    unwind_prove(c, NULL, &(struct budget){0}, &v);
    return v;
}

static void assert_true_and_checked(struct cfa *c) {
    struct verdict v = unwound(c);
    assert_int_equal(v.kind, VERDICT_TRUE);
    assert_int_equal(v.proof, PROOF_BOUNDED);
    bool unsure = true;
    assert_null(evidence_check_proof(c, &v, SOLVER_Z3, &unsure));
    assert_false(unsure);
    verdict_clear(&v);
    cfa_free(c);
}

static void assert_false_and_replayed(struct cfa *c) {
    struct verdict v = unwound(c);
    assert_int_equal(v.kind, VERDICT_FALSE);
    assert_null(replay_check_trace(c, &v));
    verdict_clear(&v);
    cfa_free(c);
}

/* s = 0; then n times: i = 0; while (i < 3 && read()) { i++; s++; }; at the end: s != least fails.
 * By depth each loop would stand in as many depths as all loops before it have rounds. */
static struct cfa *loops_in_a_row(uint32_t n, uint64_t never) {
    struct cfa *c = cfa_new();
    term s = declare(c, "s"), i = declare(c, "i"), in = declare(c, "in");
    uint32_t site = nondet_site(c);
    loc at = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign(c, s, bv(0)), at);
    for (uint32_t k = 0; k < n; k++) {
        loc head = cfa_add_loc(c, (struct src_pos){0}), next = cfa_add_loc(c, (struct src_pos){0});
        cfa_add_edge(c, at, cfa_assign(c, i, bv(0)), head);
        term open = term_and(term_ult(i, bv(3)), term_eq(in, bv(0)));
        cmd count =
            cfa_assign_n(c, (struct cfa_assign[]){{i, term_bv_add(i, bv(1))}, {s, term_bv_add(s, bv(1))}}, 2);
        cmd read = cfa_havoc(c, in, site);
        cfa_add_edge(c, head, cfa_seq(c, read, cfa_seq(c, cfa_assume(c, open), count)), head);
        cfa_add_edge(c, head, cfa_skip(), next);
        at = next;
    }
    cfa_add_edge(c, at, cfa_assume(c, term_eq(s, bv(never))), c->lE);
    return ready(c);
}

static void loops_end_one_after_the_other(void **unused) {
    (void)unused;
    assert_true_and_checked(loops_in_a_row(6, 19));
    assert_false_and_replayed(loops_in_a_row(6, 18));
}

static void constants_end_loops(void **unused) {
    (void)unused;
    assert_true_and_checked(count_to(100, 1, 100));
    assert_false_and_replayed(count_to(300, 7, 300));
    assert_false_and_replayed(machine(true));
    assert_false_and_replayed(up_and_down(true));
}

static void loops_without_end_stay_open(void **unused) {
    (void)unused;
    options.max_k = 32;
    struct cfa *c = machine(false);
    struct verdict v = unwound(c);
    options.max_k = 0;
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_int_equal(v.bound, 32);
    verdict_clear(&v);
    cfa_free(c);
}

/* A proof that claims less than there is: the longest path, or that there is no error. */
static void wrong_proofs_are_refused(void **unused) {
    (void)unused;
    bool unsure;
    struct cfa *safe = loops_in_a_row(4, 13), *unsafe = loops_in_a_row(4, 12), *endless = machine(false);
    char *too_short = evidence_check_bounded(safe, 5, SOLVER_Z3, &unsure);
    char *reachable = evidence_check_bounded(unsafe, 100, SOLVER_Z3, &unsure);
    char *never_ends = evidence_check_bounded(endless, 3, SOLVER_Z3, &unsure);
    assert_non_null(too_short);
    assert_non_null(reachable);
    assert_non_null(never_ends);
    free(too_short);
    free(reachable);
    free(never_ends);
    cfa_free(safe);
    cfa_free(unsafe);
    cfa_free(endless);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_end_one_after_the_other),
        cmocka_unit_test(constants_end_loops),
        cmocka_unit_test(loops_without_end_stay_open),
        cmocka_unit_test(wrong_proofs_are_refused),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
