/* Offset sets against their definition: membership in a window around zero. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frontend/pointers/offsets.h"
#include "util/rng.h"

enum { WINDOW = 200 };

static bool member(const struct offsets *o, int64_t x) {
    for (uint32_t i = 0; i < o->n; i++) {
        int64_t d = x - o->r[i];
        if (o->stride ? d % (int64_t)o->stride == 0 : d == 0) return true;
    }
    return false;
}

static struct offsets random_set(struct rng *rng) {
    struct offsets o = offsets_exact((int64_t)rng_below(rng, 40) - 20);
    for (uint32_t i = rng_below(rng, 4); i > 0; i--) {
        struct offsets more = offsets_exact((int64_t)rng_below(rng, 40) - 20);
        offsets_join(&o, &more);
    }
    if (rng_below(rng, 2)) o = offsets_shift(&o, 0, 1 + rng_below(rng, 24));
    return o;
}

/* The join contains both and says truly whether it grew. */
static void join(void **state) {
    (void)state;
    struct rng rng = {1};
    for (int round = 0; round < 3000; round++) {
        struct offsets a = random_set(&rng), b = random_set(&rng), j = a;
        bool grew = offsets_join(&j, &b);
        bool different = false;
        for (int64_t x = -WINDOW; x <= WINDOW; x++) {
            if (member(&a, x) || member(&b, x)) assert_true(member(&j, x));
            different |= member(&j, x) != member(&a, x);
        }
        assert_true(!different || grew);
        assert_false(offsets_join(&j, &b));
        assert_false(offsets_join(&j, &a));
    }
}

static void many_members_get_a_stride(void **state) {
    (void)state;
    struct offsets o = offsets_exact(8);
    for (int64_t i = 0; i < 100; i++) {
        struct offsets next = offsets_exact(8 + 12 * i);
        offsets_join(&o, &next);
    }
    assert_int_equal(o.stride, 12);
    assert_int_equal(o.n, 1);
    assert_int_equal(o.r[0], 8);
}

static void shift(void **state) {
    (void)state;
    struct rng rng = {2};
    for (int round = 0; round < 2000; round++) {
        struct offsets a = random_set(&rng);
        int64_t constant = (int64_t)rng_below(&rng, 30) - 15;
        uint64_t scale = rng_below(&rng, 10);
        struct offsets s = offsets_shift(&a, constant, scale);
        for (int64_t x = -WINDOW / 2; x <= WINDOW / 2; x++) {
            if (!member(&a, x)) continue;
            for (int64_t k = -3; k <= 3; k++) assert_true(member(&s, x + constant + k * (int64_t)scale));
        }
    }
}

/* Overlap is exact: two accesses overlap iff members of the two sets are that close. */
static void overlap(void **state) {
    (void)state;
    struct rng rng = {3};
    for (int round = 0; round < 2000; round++) {
        struct offsets a = random_set(&rng), b = random_set(&rng);
        uint64_t wa = 1 + rng_below(&rng, 8), wb = 1 + rng_below(&rng, 8);
        bool found = false;
        for (int64_t x = -700; x <= 700 && !found; x++)
            for (int64_t y = x - 8; y <= x + 8 && !found; y++)
                found = member(&a, x) && member(&b, y) && x < y + (int64_t)wb && y < x + (int64_t)wa;
        assert_int_equal(found, offsets_overlap(&a, wa, &b, wb));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(join), cmocka_unit_test(many_members_get_a_stride),
                                       cmocka_unit_test(shift), cmocka_unit_test(overlap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
