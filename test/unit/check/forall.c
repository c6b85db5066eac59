/* Facts about all elements of arrays: a proof by hand is accepted, every damage to it is not; and no execution that
 * reaches the error is lost when single cells are followed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "bmc/bmc.h"
#include "cfa/ghost.h"
#include "cfa/reduce.h"
#include "check/bounded.h"
#include "check/check.h"
#include "check/unreduced.h"
#include "util/options.h"

enum { WIDTH = 8, N = 100 };

static term bv(uint64_t n) { return term_bv(WIDTH, n); }

struct loops {
    struct cfa *c;
    term a, b, i, g;
    loc copying, comparing;
};

/* for (i = 0; i < copied; i++) b[f(i)] = a[i];  for (i = 0; i < N; i++) assert(a[i] == b[f(i)]); */
static struct loops make_at(uint64_t copied, term (*f)(term i)) {
    struct loops l = {.c = cfa_new()};
    struct src_pos nowhere = {0};
    sort array = sort_array(sort_bv(WIDTH), sort_bv(WIDTH));
    l.a = term_var("a", array), l.b = term_var("b", array), l.i = term_var("i", sort_bv(WIDTH));
    l.g = term_var("g", sort_bv(WIDTH));
    cfa_add_var(l.c, l.a, "a", false, nowhere);
    cfa_add_var(l.c, l.b, "b", false, nowhere);
    cfa_add_var(l.c, l.i, "i", false, nowhere);
    l.copying = cfa_add_loc(l.c, nowhere), l.comparing = cfa_add_loc(l.c, nowhere);
    struct cfa *c = l.c;
    cmd next = cfa_assign(c, l.i, term_bv_add(l.i, bv(1)));
    cmd copy = cfa_assign(c, l.b, term_store(l.b, f(l.i), term_select(l.a, l.i)));
    term same = term_eq(term_select(l.a, l.i), term_select(l.b, f(l.i))), inside = term_ult(l.i, bv(N));
    cfa_add_edge(c, c->l0, cfa_assign(c, l.i, bv(0)), l.copying);
    cfa_add_edge(c, l.copying, cfa_seq(c, cfa_assume(c, term_ult(l.i, bv(copied))), cfa_seq(c, copy, next)),
                 l.copying);
    cfa_add_edge(c, l.copying,
                 cfa_seq(c, cfa_assume(c, term_ule(bv(copied), l.i)), cfa_assign(c, l.i, bv(0))),
                 l.comparing);
    cfa_add_edge(c, l.comparing, cfa_seq(c, cfa_assume(c, term_and(inside, same)), next), l.comparing);
    cfa_add_edge(c, l.comparing, cfa_assume(c, term_and(inside, term_not(same))), c->lE);
    cfa_split(c, 64);
    return l;
}

static term same_index(term i) { return i; }
static term odd_index(term i) { return term_bv_add(bv(1), term_bv_mul(bv(2), i)); }
static term index_from_the_end(term i) { return term_bv_sub(bv(N - 1), i); }
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

/* The error of the program that copies one element too few is an error where cells are followed, at the same depth. */
static void check_errors_are_kept(term (*f)(term i), uint32_t followed) {
    for (uint64_t copied = N - 2; copied <= N; copied++) {
        struct loops l = make_at(copied, f);
        struct cfa_ghosts ghosts;
        struct cfa *cells = cfa_follow_cells(l.c, &ghosts);
        assert_non_null(cells);
        assert_int_equal(ghosts.n, followed);
        for (uint32_t k = 0; k < ghosts.n; k++) assert_int_equal(ghosts.free[k], k == 0);
        struct verdict v = {0};
        bmc_prove(cells, NULL, &v);
        assert_int_equal(v.kind, copied < N ? VERDICT_FALSE : VERDICT_TRUE);
        if (copied < N) assert_int_equal(v.trace.n, 1 + copied + 1 + copied + 1);
        verdict_clear(&v);
        cfa_ghosts_release(&ghosts);
        cfa_free(cells);
        cfa_free(l.c);
    }
}

static void test_errors_are_kept(void **state) {
    (void)state;
    check_errors_are_kept(same_index, 1);
    check_errors_are_kept(odd_index, 2); /* g, and 2 * g + 1 */
    check_errors_are_kept(index_from_the_end, 2);
}

int main(void) {
    terms_init();
    options_reset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proof_by_hand),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_errors_are_kept),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
