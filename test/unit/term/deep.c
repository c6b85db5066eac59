/* Terms of a million nodes, one below the other: nothing may recurse over the depth or be
 * quadratic. */
#include "fixture.h"

#include <string.h>

enum { DEPTH = 1000000 };

static term chain(term x, term y) {
    term t = x;
    for (uint32_t i = 0; i < DEPTH / 2; i++) t = term_bv_udiv(term_bv_xor(t, y), x);
    return t;
}

static uint64_t chain_value(uint64_t x, uint64_t y) {
    uint64_t t = x;
    for (uint32_t i = 0; i < DEPTH / 2; i++) t = (t ^ y) / x;
    return t;
}

static void test_chain(void **state) {
    (void)state;
    term x = bv_var("x", 32), y = bv_var("y", 32), t = chain(x, y);
    assert_true(term_size(t) > DEPTH);
    struct model m = {0};
    model_set(&m, x, value_of(1));
    model_set(&m, y, value_of(0x1234567));
    assert_int_equal(term_eval(&m, t).lo, chain_value(1, 0x1234567));
    struct subst s = {0};
    subst_set(&s, x, y);
    subst_set(&s, y, x);
    assert_term(subst_apply(&s, t), chain(y, x));
    subst_release(&s);
    model_release(&m);
    char *text = term_text(t);
    assert_true(strlen(text) > DEPTH);
    free(text);
}

static void test_sums_and_conjunctions(void **state) {
    (void)state;
    term sum = term_bv(32, 0), all = term_true(), any = term_false();
    for (uint32_t i = 0; i < DEPTH / 20; i++) {
        term x = term_fresh("x", sort_bv(32)), b = term_fresh("b", sort_bool());
        sum = term_bv_add(sum, x);
        all = term_and(all, b);
        any = i % 2 ? term_or(any, b) : term_and(any, b);
    }
    struct model m = {0};
    assert_int_equal(term_eval(&m, sum).lo, 0);
    assert_false(term_holds(&m, all));
    assert_true(term_holds(&m, term_not(all)));
    assert_term(term_not(term_not(any)), any);
    term_vec literals = {0};
    term_conjuncts(all, &literals);
    assert_int_equal(literals.n, DEPTH / 20);
    VEC_RELEASE(&literals);
    model_release(&m);
}

static void test_negation(void **state) {
    (void)state;
    term t = bool_var("t"), a = bool_var("a"), b = bool_var("b");
    for (uint32_t i = 0; i < DEPTH / 2; i++) {
        term c = term_eq(bv_var("n", 32), term_bv(32, i));
        t = term_or(term_and(t, c), i % 2 ? a : b);
    }
    term n = term_not(t);
    assert_term(term_not(n), t);
    struct model m = {0};
    assert_false(term_holds(&m, t));
    assert_true(term_holds(&m, n));
    model_release(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_chain), TEST(test_sums_and_conjunctions),
                                       TEST(test_negation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
