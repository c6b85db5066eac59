/* Facts that are tightened mean the same as before: random facts about two variables of four bits,
 * by enumeration of all their values. And what people expect of ring buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "report/strongest.h"
#include "util/rng.h"

enum { WIDTH = 4, VALUES = 1 << WIDTH, ROUNDS = 1500 };

static term x, y;

static term number(uint64_t n) { return term_bv(WIDTH, n); }

static enum c_kind kind_of(void *context, term var) {
    (void)context;
    return var == x ? C_SIGNED : C_UNSIGNED;
}

static term random_side(struct rng *r) {
    term v = rng_below(r, 3) ? x : y, c = number(rng_below(r, VALUES));
    switch (rng_below(r, 5)) {
    case 0: return term_bv_add(v, c);
    case 1: return term_bv_and(v, c);
    case 2: return term_zext(term_extract(v, WIDTH - 1, 2), WIDTH);
    default: return v;
    }
}

static term random_fact(struct rng *r, int depth) {
    term a = random_side(r), b = rng_below(r, 4) ? number(rng_below(r, VALUES)) : random_side(r);
    if (depth) {
        term c = random_fact(r, depth - 1), d = random_fact(r, depth - 1);
        return rng_below(r, 3) ? term_or(c, d) : term_not(term_and(c, d));
    }
    if (rng_below(r, 2)) {
        term swap = a;
        a = b;
        b = swap;
    }
    switch (rng_below(r, 5)) {
    case 0: return term_eq(a, b);
    case 1: return term_ult(a, b);
    case 2: return term_slt(a, b);
    case 3: return term_sle(a, b);
    default: return term_ule(a, b);
    }
}

static bool all_hold(const term_vec *facts, uint64_t a, uint64_t b) {
    struct model m = {0};
    bool good = true;
    model_set(&m, x, (value){.lo = a});
    model_set(&m, y, (value){.lo = b});
    for (uint32_t i = 0; i < facts->n && good; i++) good = term_holds(&m, facts->at[i]);
    assert_int_equal(m.unset, 0);
    model_release(&m);
    return good;
}

static void same_meaning(const term_vec *before, const term_vec *after) {
    for (uint64_t a = 0; a < VALUES; a++)
        for (uint64_t b = 0; b < VALUES; b++) assert_int_equal(all_hold(before, a, b), all_hold(after, a, b));
}

static void test_meaning(void **state) {
    (void)state;
    struct rng r = {20261118};
    struct budget b = budget_cpu(1000);
    uint32_t shorter = 0;
    for (int round = 0; round < ROUNDS; round++) {
        term_vec before = {0}, after = {0};
        for (uint64_t n = 1 + rng_below(&r, 5); n; n--)
            VEC_PUSH(&before, random_fact(&r, (int)rng_below(&r, 2)));
        for (uint32_t i = 0; i < before.n; i++) VEC_PUSH(&after, before.at[i]);
        tighten(&after, kind_of, NULL);
        same_meaning(&before, &after);
        if (round % 5 == 0) strongest(&after, kind_of, NULL, &b);
        same_meaning(&before, &after);
        shorter += after.n < before.n;
        VEC_RELEASE(&before);
        VEC_RELEASE(&after);
    }
    assert_true(shorter > ROUNDS / 10);
}

/* What is said of a ring buffer of 8, in one step. */
static void test_ring(void **state) {
    (void)state;
    term count = term_var("count", sort_bv(32)), eight = term_bv(32, 8), one = term_bv(32, 1);
    term_vec facts = {0};
    VEC_PUSH(&facts, term_or(term_eq(count, term_bv(32, 0)), term_ule(term_bv_sub(count, one), eight)));
    VEC_PUSH(&facts, term_or(term_eq(count, eight), term_ule(term_bv_add(count, one), eight)));
    VEC_PUSH(&facts, term_eq(term_bv_and(count, term_bv(32, 0xfffffff0)), term_bv(32, 0)));
    tighten(&facts, kind_of, NULL);
    assert_int_equal(facts.n, 1);
    assert_true(facts.at[0] == term_ule(count, eight));
    VEC_RELEASE(&facts);
}

/* What follows from several facts together goes. */
static void test_together(void **state) {
    (void)state;
    term a = term_var("a", sort_bv(32)), c = term_var("b", sort_bv(32));
    struct budget b = budget_cpu(1000);
    term_vec facts = {0};
    VEC_PUSH(&facts, term_ule(a, term_bv(32, 9)));
    VEC_PUSH(&facts, term_or(term_eq(c, a), term_ult(a, term_bv(32, 5))));
    VEC_PUSH(&facts, term_ult(c, term_bv(32, 8)));
    strongest(&facts, kind_of, NULL, &b);
    /* a <= 7 follows from the two others, and so does a <= 9 */
    assert_int_equal(facts.n, 2);
    for (uint32_t i = 0; i < facts.n; i++) assert_true(facts.at[i] != term_ule(a, term_bv(32, 9)));
    VEC_RELEASE(&facts);
}

static int setup(void **state) {
    (void)state;
    terms_init();
    x = term_var("x", sort_bv(WIDTH));
    y = term_var("y", sort_bv(WIDTH));
    return 0;
}

static int teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meaning), cmocka_unit_test(test_ring),
                                       cmocka_unit_test(test_together)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
