/* Elimination of inputs against enumeration: for random cubes over two 3-bit variables and one
 * input, the result must hold in exactly the states for which some value of the input makes the
 * cube true. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ic3cfa/inputs.h"
#include "util/rng.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH };

static term x, y, in;

static term random_term(struct rng *r) {
    switch (rng_below(r, 7)) {
    case 0: return x;
    case 1: return y;
    case 2: return term_bv(WIDTH, rng_below(r, VALUES));
    case 3: return term_bv_add(x, in);
    case 4: return term_bv_add(term_bv_mul(term_bv(WIDTH, rng_below(r, VALUES)), in), y);
    case 5: return term_bv_add(y, term_bv(WIDTH, rng_below(r, VALUES)));
    default: return in;
    }
}

static term random_literal(struct rng *r) {
    term a = random_term(r), b = random_term(r), lit;
    switch (rng_below(r, 5)) {
    case 0: lit = term_eq(a, b); break;
    case 1: lit = term_ult(a, b); break;
    case 2: lit = term_ule(a, b); break;
    case 3: lit = term_slt(a, b); break;
    default: lit = term_sle(a, b); break;
    }
    return rng_below(r, 3) ? lit : term_not(lit);
}

static bool holds(const term_vec *lits, uint64_t vx, uint64_t vy, uint64_t vin) {
    struct model m = {0};
    bool all = true;
    model_set(&m, x, value_of(vx));
    model_set(&m, y, value_of(vy));
    model_set(&m, in, value_of(vin));
    for (uint32_t i = 0; i < lits->n && all; i++) all = term_holds(&m, lits->at[i]);
    model_release(&m);
    return all;
}

static bool exists(const term_vec *lits, uint64_t vx, uint64_t vy) {
    for (uint64_t v = 0; v < VALUES; v++)
        if (holds(lits, vx, vy, v)) return true;
    return false;
}

static void test_against_enumeration(void **state) {
    (void)state;
    struct rng r = {7};
    uint32_t eliminated = 0;
    for (int round = 0; round < 3000; round++) {
        term_vec before = {0}, after = {0};
        for (uint32_t n = 1 + rng_below(&r, 3); n; n--) term_conjuncts(random_literal(&r), &before);
        for (uint32_t i = 0; i < before.n; i++) VEC_PUSH(&after, before.at[i]);
        if (inputs_mentioned(&before, in) && inputs_eliminate(&after, in)) {
            eliminated++;
            assert_false(inputs_mentioned(&after, in));
            for (uint64_t vx = 0; vx < VALUES; vx++)
                for (uint64_t vy = 0; vy < VALUES; vy++)
                    assert_int_equal(holds(&after, vx, vy, 0), exists(&before, vx, vy));
        }
        VEC_RELEASE(&before);
        VEC_RELEASE(&after);
    }
    assert_true(eliminated > 300); /* the rules do apply */
}

int main(void) {
    terms_init();
    x = term_var("x", sort_bv(WIDTH));
    y = term_var("y", sort_bv(WIDTH));
    in = term_var("in", sort_bv(WIDTH));
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_enumeration)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
