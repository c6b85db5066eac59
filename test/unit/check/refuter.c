/* The refuter against enumeration: what has a solution is never refuted, nor with only those facts
 * that it has used. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "check/refuter.h"
#include "check/spans.h"
#include "term/subst.h"
#include "util/rng.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARS = 3, FACTS = 6, RUNS = 1000, DEEP = 3 };

static struct rng rng;
static term vars[VARS];
static struct {
    unsigned without, refuted;
} count;

static uint32_t below(uint32_t n) { return rng_below(&rng, n); }
static term constant(void) { return term_bv(WIDTH, below(VALUES)); }

/* ---- random terms ---- */

static term number(uint32_t depth) {
    if (!depth || !below(3)) return vars[below(VARS)];
    term a = number(depth - 1), b = below(3) ? constant() : number(depth - 1);
    switch (below(9)) {
    case 0: return term_bv_add(a, b);
    case 1: return term_bv_sub(a, b);
    case 2: return term_bv_mul(a, b);
    case 3: return term_bv_sdiv(a, b);
    case 4: return term_bv_srem(a, b);
    case 5: return term_bv_udiv(a, b);
    case 6: return term_bv_urem(a, b);
    case 7: return term_extract(below(2) ? term_sext(a, 2 * WIDTH) : term_zext(a, 2 * WIDTH), WIDTH - 1, 0);
    default: return term_bv_not(a);
    }
}

static term comparison(uint32_t depth) {
    term a = below(3) ? vars[below(VARS)] : number(depth), b = below(4) ? constant() : number(depth);
    if (below(2)) {
        term swap = a;
        a = b, b = swap;
    }
    switch (below(5)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(a, b);
    case 2: return term_slt(a, b);
    case 3: return term_sle(a, b);
    default: return term_eq(a, b);
    }
}

static term formula(uint32_t depth) {
    if (!depth || !below(3)) return comparison(2);
    term a = formula(depth - 1), b = formula(depth - 1);
    switch (below(4)) {
    case 0: return term_and(a, b);
    case 1: return term_or(a, b);
    case 2: return term_not(a);
    default: return term_or(a, term_or(b, comparison(1)));
    }
}

/* ---- the judge ---- */

static void set_state(struct model *m, uint32_t code) {
    model_clear(m);
    for (uint32_t i = 0; i < VARS; i++, code /= VALUES) model_set(m, vars[i], value_of(code % VALUES));
}

static bool satisfiable(term t) {
    struct model m = {0};
    bool found = false;
    for (uint32_t code = 0; code < VALUES * VALUES * VALUES && !found; code++) {
        set_state(&m, code);
        found = term_holds(&m, t);
    }
    model_release(&m);
    return found;
}

static term query(const term_vec *facts, const bool *used, const term_vec *guard, term wrong) {
    term all = wrong;
    for (uint32_t i = 0; i < guard->n; i++) all = term_and(all, guard->at[i]);
    for (uint32_t i = 0; i < facts->n; i++)
        if (!used || used[i]) all = term_and(all, facts->at[i]);
    return all;
}

static void one_query(struct refuter *r) {
    term_vec facts = {0}, guard = {0};
    bool used[FACTS] = {false};
    for (uint32_t i = below(FACTS + 1); i > 0; i--) VEC_PUSH(&facts, formula(DEEP));
    for (uint32_t i = below(3); i > 0; i--) VEC_PUSH(&guard, comparison(1));
    term wrong = formula(DEEP);
    bool refuted = refuter_refutes(r, &facts, &guard, wrong, used);
    bool solvable = satisfiable(query(&facts, NULL, &guard, wrong));
    assert_false(refuted && solvable);
    if (refuted) assert_false(satisfiable(query(&facts, used, &guard, wrong)));
    count.without += !solvable;
    count.refuted += refuted;
    VEC_RELEASE(&facts);
    VEC_RELEASE(&guard);
}

static void only_what_has_no_solution_is_refuted(void **unused) {
    (void)unused;
    struct refuter r;
    rng = (struct rng){7};
    /* the refuter remembers facts from one query to the next */
    for (uint32_t i = 0; i < RUNS; i++) {
        if (i % 100 == 0) refuter_init(&r);
        one_query(&r);
        if (i % 100 == 99) refuter_release(&r);
    }
    printf("%u without a solution, %u refuted\n", count.without, count.refuted);
    assert_true(count.refuted > count.without / 2);
}

/* A clause of which one literal is left, arithmetic on an interval, cases: what proofs of event
 * loops are made of. */
static void event_loops_are_seen(void **unused) {
    (void)unused;
    struct refuter r;
    term x = term_var("wide", sort_bv(32)), y = vars[0];
    term_vec facts = {0}, guard = {0};
    refuter_init(&r);
    VEC_PUSH(&facts, term_or(term_not(term_eq(y, term_bv(WIDTH, 3))), term_slt(term_bv(32, 277), x)));
    VEC_PUSH(&facts, term_slt(x, term_bv(32, 600000)));
    VEC_PUSH(&guard, term_eq(y, term_bv(WIDTH, 3)));
    term next = term_bv_add(term_bv_srem(x, term_bv(32, 15)), term_bv(32, 248));
    assert_true(refuter_refutes(&r, &facts, &guard, term_slt(term_bv(32, 277), next), NULL));
    assert_false(refuter_refutes(&r, &facts, &guard, term_slt(term_bv(32, 255), next), NULL));
    assert_true(refuter_refutes(&r, &facts, &guard,
                                term_slt(term_bv_add(x, term_bv(32, 500141)), term_bv(32, 500000)), NULL));
    /* Between -124 and -107, unsigned: each of the two by itself is possible for -14 .. 14. */
    term rest = term_bv_srem(x, term_bv(32, 15)), high = term_ult(term_bv(32, (uint32_t)-124), rest),
         low = term_ult(rest, term_bv(32, (uint32_t)-107));
    VEC_CLEAR(&facts);
    assert_true(refuter_refutes(&r, &facts, &guard, term_and(high, low), NULL));
    assert_true(refuter_refutes(&r, &facts, &guard,
                                term_or(term_and(high, low), term_eq(rest, term_bv(32, 15))), NULL));
    assert_false(refuter_refutes(&r, &facts, &guard, high, NULL));
    assert_false(refuter_refutes(&r, &facts, &guard, low, NULL));
    refuter_release(&r);
    VEC_RELEASE(&facts);
    VEC_RELEASE(&guard);
}

static int start(void **unused) {
    (void)unused;
    terms_init();
    for (uint32_t i = 0; i < VARS; i++)
        vars[i] = term_var((const char *[]){"x", "y", "z"}[i], sort_bv(WIDTH));
    return 0;
}

static int end(void **unused) {
    (void)unused;
    terms_release();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_what_has_no_solution_is_refuted),
        cmocka_unit_test(event_loops_are_seen),
    };
    return cmocka_run_group_tests(tests, start, end);
}
