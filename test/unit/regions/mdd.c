/* Decision diagrams against sets that are written out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "regions/mdd.h"

enum { LEVELS = 3, A = 3, B = 2, C = 4, ALL = A * B * C };
static const uint8_t sizes[LEVELS] = {A, B, C};

static uint32_t state = 1;
static uint32_t draw(void) { return state = state * 1664525 + 1013904223; }

static bool holds(const struct mdd_table *t, mdd d, uint32_t at) {
    d = mdd_kid(t, d, 0, at / (B * C));
    d = mdd_kid(t, d, 1, at / C % B);
    d = mdd_kid(t, d, 2, at % C);
    return d == MDD_ALL;
}

static uint32_t written_out(const struct mdd_table *t, mdd d) {
    uint32_t set = 0;
    for (uint32_t i = 0; i < ALL; i++) set |= (uint32_t)holds(t, d, i) << i;
    return set;
}

static mdd point(struct mdd_table *t, uint32_t at) {
    mdd d = mdd_literal(t, 0, 1u << at / (B * C));
    d = mdd_and(t, d, mdd_literal(t, 1, 1u << at / C % B));
    return mdd_and(t, d, mdd_literal(t, 2, 1u << at % C));
}

static mdd random_set(struct mdd_table *t, uint32_t *set) {
    mdd d = MDD_NONE;
    *set = draw() >> 3 & ((1u << ALL) - 1);
    for (uint32_t i = 0; i < ALL; i++)
        if (*set >> i & 1) d = mdd_or(t, d, point(t, i));
    return d;
}

static uint32_t without_b(uint32_t set) {
    uint32_t result = 0;
    for (uint32_t i = 0; i < ALL; i++)
        for (uint32_t b = 0; b < B && set >> i & 1; b++)
            result |= 1u << (i / (B * C) * B * C + b * C + i % C);
    return result;
}

static void operations_are_those_of_sets(void **unused) {
    (void)unused;
    struct mdd_table t;
    mdd_init(&t, sizes, LEVELS, 100000);
    for (int i = 0; i < 200; i++) {
        uint32_t x, y;
        mdd a = random_set(&t, &x), b = random_set(&t, &y);
        assert_int_equal(written_out(&t, a), x);
        assert_int_equal(mdd_disjoint(&t, a, b), !(x & y));
        assert_int_equal(written_out(&t, mdd_and(&t, a, b)), x & y);
        assert_int_equal(written_out(&t, mdd_or(&t, a, b)), x | y);
        assert_int_equal(written_out(&t, mdd_minus(&t, a, b)), x & ~y);
        assert_int_equal(written_out(&t, mdd_exists(&t, a, 1)), without_b(x));
        assert_int_equal(mdd_or(&t, mdd_minus(&t, a, b), mdd_and(&t, a, b)), a);
    }
    mdd_release(&t);
}

/* Pairs (x, y) of values below A: y becomes x where x is not spoken of. */
static void renaming_moves_a_level(void **unused) {
    (void)unused;
    static const uint8_t pairs[] = {A, A, C};
    struct mdd_table t;
    mdd_init(&t, pairs, LEVELS, 100000);
    for (uint32_t x = 1; x < (1u << A) - 1; x++)
        for (uint32_t z = 1; z < (1u << C) - 1; z++) {
            mdd third = mdd_literal(&t, 2, z), here = mdd_and(&t, mdd_literal(&t, 0, x), third),
                next = mdd_and(&t, mdd_literal(&t, 1, x), third);
            assert_int_equal(mdd_rename(&t, next, 1, 0), here);
            assert_int_equal(mdd_rename(&t, here, 0, 1), next);
            assert_int_equal(mdd_rename(&t, third, 0, 1), third);
        }
    mdd_release(&t);
}

static void collection_keeps_the_roots(void **unused) {
    (void)unused;
    struct mdd_table t;
    uint32_t x, y;
    mdd_init(&t, sizes, LEVELS, 100000);
    mdd a = random_set(&t, &x), b = random_set(&t, &y), *roots[] = {&a};
    uint32_t before = t.nodes.n, size = mdd_size(&t, a);
    mdd_collect(&t, roots, 1);
    assert_true(t.nodes.n < before);
    assert_int_equal(written_out(&t, a), x);
    assert_int_equal(mdd_size(&t, a), size);
    (void)b;
    mdd_release(&t);
}

static void a_full_table_says_so(void **unused) {
    (void)unused;
    struct mdd_table t;
    uint32_t x;
    mdd_init(&t, sizes, LEVELS, 20);
    for (int i = 0; i < 10; i++) random_set(&t, &x);
    assert_true(t.full);
    mdd_release(&t);
}

/* What mdd_check is for: it sees a child that is not below its node, and a node that could be left
 * out. */
static void test_check(void **unused) {
    (void)unused;
    static const uint8_t three[] = {2, 3, 2};
    struct mdd_table t;
    mdd_init(&t, three, 3, 1000);
    mdd low = mdd_literal(&t, 2, 1), high = mdd_or(&t, mdd_literal(&t, 0, 2), low);
    assert_true(mdd_check(&t));
    mdd *kid = &t.kids.at[t.nodes.at[high].kids], kept = *kid;
    *kid = high;
    assert_false(mdd_check(&t));
    *kid = kept;
    assert_true(mdd_check(&t));
    t.kids.at[t.nodes.at[low].kids] = t.kids.at[t.nodes.at[low].kids + 1];
    assert_false(mdd_check(&t));
    mdd_release(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_check),
        cmocka_unit_test(operations_are_those_of_sets),
        cmocka_unit_test(renaming_moves_a_level),
        cmocka_unit_test(collection_keeps_the_roots),
        cmocka_unit_test(a_full_table_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
