/* Reachability over regions: verdicts, their evidence, and what regions cannot tell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "check/bounded.h"
#include "check/check.h"
#include "replay/replay.h"
#include "regions/reach.h"
#include "regions/regions.h"
#include "unit/programs.h"
#include "util/options.h"

static void expect(struct cfa *c, enum verdict_kind kind) {
    struct verdict v = {0};
    bool unsure = false;
    regions_prove(c, &(struct budget){0}, &v);
    assert_int_equal(v.kind, kind);
    if (kind == VERDICT_TRUE) assert_null(evidence_check_proof(c, &v, SOLVER_Z3, &unsure));
    if (kind == VERDICT_FALSE) assert_null(replay_check_trace(c, &v));
    assert_false(unsure);
    verdict_clear(&v);
    cfa_free(c);
}

static void machines_are_decided(void **unused) {
    (void)unused;
    expect(machine(false), VERDICT_TRUE);
    expect(machine(true), VERDICT_FALSE);
}

static void counters_are_followed_from_constant_to_constant(void **unused) {
    (void)unused;
    expect(count_to(10, 1, 10), VERDICT_TRUE);
    expect(count_to(10, 3, 12), VERDICT_TRUE);
    expect(count_to(10, 3, 13), VERDICT_FALSE);
}

static void what_regions_cannot_tell_is_unknown(void **unused) {
    (void)unused;
    expect(count_to(100000, 1, 100000), VERDICT_TRUE);
    expect(count_to(100000, 3, 100002), VERDICT_UNKNOWN);
}

/* x, y := y, x again and again; x and y start as 1 and 2: never equal, but `together` 1 and 2. */
static struct cfa *exchange(bool together) {
    struct cfa *c = cfa_new();
    term x = declare(c, "x"), y = declare(c, "y");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign_n(c, (struct cfa_assign[]){{x, bv(1)}, {y, bv(2)}}, 2), head);
    cfa_add_edge(c, head, cfa_assign_n(c, (struct cfa_assign[]){{x, y}, {y, x}}, 2), head);
    term both = term_and(term_eq(x, bv(2)), term_eq(y, bv(together ? 1 : 2)));
    cfa_add_edge(c, head, cfa_assume(c, both), c->lE);
    return ready(c);
}

static void parallel_assignments_are_exact(void **unused) {
    (void)unused;
    expect(exchange(false), VERDICT_TRUE);
    expect(exchange(true), VERDICT_FALSE);
}

enum { SEATS = 24 };

/* Each of SEATS variables is 1 or 5; all move on by one seat, again and again; error if the last
 * one is `sought`. */
static struct cfa *carousel(uint64_t sought) {
    struct cfa *c = cfa_new();
    struct cfa_assign moves[SEATS];
    term seat[SEATS], fair = term_true();
    cmd start = cfa_skip();
    for (int i = 0; i < SEATS; i++) {
        char name[8];
        snprintf(name, sizeof name, "s%d", i);
        seat[i] = declare(c, name);
        start = cfa_seq(c, start, cfa_havoc(c, seat[i], nondet_site(c)));
        fair = term_and(fair, term_or(term_eq(seat[i], bv(1)), term_eq(seat[i], bv(5))));
    }
    for (int i = 0; i < SEATS; i++) moves[i] = (struct cfa_assign){seat[i], seat[(i + 1) % SEATS]};
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_seq(c, start, cfa_assume(c, fair)), head);
    cfa_add_edge(c, head, cfa_assign_n(c, moves, SEATS), head);
    cfa_add_edge(c, head, cfa_assume(c, term_eq(seat[SEATS - 1], bv(sought))), c->lE);
    return ready(c);
}

/* 2^24 combinations of cases, but small diagrams. */
static void wide_parallel_assignments_are_not_enumerated(void **unused) {
    (void)unused;
    expect(carousel(3), VERDICT_TRUE);
    expect(carousel(5), VERDICT_FALSE);
}

/* y := x (any value), then n increments of y; error if y != x + expected. Only the difference is
 * finite. */
static struct cfa *ring(uint32_t n, uint64_t expected) {
    struct cfa *c = cfa_new();
    term x = declare(c, "x"), y = declare(c, "y"), i = declare(c, "i");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cmd start = cfa_seq(c, cfa_havoc(c, x, nondet_site(c)),
                        cfa_assign_n(c, (struct cfa_assign[]){{y, x}, {i, bv(0)}}, 2));
    cfa_add_edge(c, c->l0, start, head);
    cmd move =
        cfa_assign_n(c, (struct cfa_assign[]){{y, term_bv_add(y, bv(1))}, {i, term_bv_add(i, bv(1))}}, 2);
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_not(term_eq(i, bv(n)))), move), head);
    term wrong = term_not(term_eq(y, term_bv_add(x, bv(expected))));
    cfa_add_edge(c, head, cfa_assume(c, term_and(term_eq(i, bv(n)), wrong)), c->lE);
    return ready(c);
}

static void differences_are_followed(void **unused) {
    (void)unused;
    expect(ring(5, 5), VERDICT_TRUE);
    expect(ring(5, 4), VERDICT_FALSE);
}

static uint32_t regions_of(const struct cfa *c, term t, bool without_sums) {
    struct columns k;
    struct grain grain = {.without_sums = without_sums};
    columns_init(&k, c, &grain);
    const uint64_t *slot = int_map_get(&k.index, t);
    uint32_t n = slot ? k.at.at[*slot - 1].regions.n : 0;
    columns_release(&k);
    return n;
}

/* x is compared with 0, 50, .. 200, and moves by each of the steps. */
static struct cfa *mover(const uint64_t *steps, uint32_t n, term *x) {
    struct cfa *c = cfa_new();
    *x = declare(c, "x");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign(c, *x, bv(0)), head);
    for (uint64_t i = 0; i <= 200; i += 50) cfa_add_edge(c, head, cfa_assume(c, term_eq(*x, bv(i))), c->lE);
    for (uint32_t i = 0; i < n; i++)
        cfa_add_edge(c, head, cfa_assign(c, *x, term_bv_add(*x, bv(steps[i]))), head);
    return ready(c);
}

/* Steps of 25 add cuts halfway; steps that lead to every number would take all the room there is,
 * and add none. */
static void cuts_are_carried_if_they_fit(void **unused) {
    (void)unused;
    static const uint64_t steps[] = {25, 37, 42};
    term x;
    struct cfa *still = mover(steps, 0, &x);
    uint32_t own = regions_of(still, x, false);
    cfa_free(still);
    for (uint32_t n = 1; n <= 3; n += 2) {
        struct cfa *c = mover(steps, n, &x);
        uint32_t all = regions_of(c, x, false);
        if (n == 1) assert_true(all > own);
        else assert_int_equal(all, own);
        cfa_free(c);
    }
}

static void sums_are_columns_unless_they_are_not_wanted(void **unused) {
    (void)unused;
    struct cfa *c = ring(5, 5);
    term difference = term_bv_sub(c->vars.at[1].var, c->vars.at[0].var);
    uint32_t as_it_is = regions_of(c, difference, false),
             negated = regions_of(c, term_bv_neg(difference), false);
    assert_true(as_it_is > 1 || negated > 1);
    assert_int_equal(regions_of(c, difference, true), 0);
    assert_int_equal(regions_of(c, term_bv_neg(difference), true), 0);
    cfa_free(c);
}

/* Lemmas for all locations at once are a proof as well. */
static void check_everywhere(struct cfa *c) {
    struct reach r;
    struct facts invariant;
    struct grain none = {0};
    bool unsure = false;
    facts_init(&invariant, c->locs.n);
    reach_init(&r, c, &none, 1000000);
    assert_true(reach_run(&r));
    assert_true(reach_lemmas_everywhere(&r, &invariant));
    assert_null(check_invariant(c, &invariant, SOLVER_Z3, &unsure));
    assert_false(unsure);
    reach_release(&r);
    facts_release(&invariant);
    cfa_free(c);
}

static void lemmas_hold_everywhere(void **unused) {
    (void)unused;
    check_everywhere(machine(false));
    check_everywhere(count_to(10, 3, 12));
    check_everywhere(exchange(false));
    check_everywhere(ring(5, 5));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_are_decided),
        cmocka_unit_test(counters_are_followed_from_constant_to_constant),
        cmocka_unit_test(what_regions_cannot_tell_is_unknown),
        cmocka_unit_test(parallel_assignments_are_exact),
        cmocka_unit_test(wide_parallel_assignments_are_not_enumerated),
        cmocka_unit_test(lemmas_hold_everywhere),
        cmocka_unit_test(differences_are_followed),
        cmocka_unit_test(cuts_are_carried_if_they_fit),
        cmocka_unit_test(sums_are_columns_unless_they_are_not_wanted),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
