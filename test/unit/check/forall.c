/* Facts about all elements of arrays: a proof by hand is accepted, every damage to it is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "cfa/reduce.h"
#include "check/bounded.h"
#include "check/check.h"
#include "check/unreduced.h"
#include "unit/copying.h"
#include "util/options.h"

static term same_index(term i) { return i; }
static struct loops make(uint64_t copied) { return make_at(copied, same_index); }

/* copying: i <= N, g < i => a[g] = b[g];  comparing: g < N => a[g] = b[g] */
static void proof_by_hand(const struct loops *l, struct facts *f, uint64_t limit) {
    term same = term_eq(term_select(l->a, l->g), term_select(l->b, l->g));
    facts_init(f, l->c->locs.n);
    facts_add(f, l->copying, term_ule(l->i, bv(N)));
    facts_add(f, l->copying, term_implies(term_ult(l->g, l->i), same));
    facts_add(f, l->comparing, term_implies(term_ult(l->g, bv(limit)), same));
}

/* By the steps of the automaton, and by its edges as if it were the unreduced one. */
static bool accepted(const struct loops *l, const struct facts *f) {
    bool unsure;
    char *wrong = evidence_check_forall(l->c, f, SOLVER_Z3, &unsure), *why;
    bool by_steps = !wrong;
    free(wrong);
    VEC_CLEAR(&l->c->image);
    for (loc at = 0; at < l->c->locs.n; at++) VEC_PUSH(&l->c->image, at);
    struct verdict v = {.kind = VERDICT_TRUE, .proof = PROOF_FORALL, .invariant = *f};
    struct budget minute = budget_cpu(60);
    assert_int_equal(evidence_check_unreduced(l->c, l->c, &v, SOLVER_Z3, &minute, NULL, &why), by_steps);
    free(why);
    return by_steps;
}

static void test_proof_by_hand(void **state) {
    (void)state;
    struct loops l = make(N);
    struct facts f;
    proof_by_hand(&l, &f, N);
    assert_true(accepted(&l, &f));
    facts_release(&f);
    cfa_free(l.c);
}

static void test_damaged(void **state) {
    (void)state;
    struct loops l = make(N), short_of_one = make(N - 1);
    struct facts f;
    proof_by_hand(&l, &f, N - 1); /* not strong enough for the last element */
    assert_false(accepted(&l, &f));
    facts_release(&f);
    proof_by_hand(&l, &f, N + 1); /* too strong to be true */
    assert_false(accepted(&l, &f));
    facts_release(&f);
    proof_by_hand(&short_of_one, &f, N); /* the proof of another program */
    assert_false(accepted(&short_of_one, &f));
    facts_release(&f);
    for (uint32_t drop = 0; drop < 2; drop++) { /* i <= N is not needed, the last facts are */
        proof_by_hand(&l, &f, N);
        f.at[drop ? l.copying : l.comparing].n--;
        assert_false(accepted(&l, &f));
        facts_release(&f);
    }
    cfa_free(l.c);
    cfa_free(short_of_one.c);
}

int main(void) {
    terms_init();
    options_reset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_by_hand),
        cmocka_unit_test(test_damaged),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
