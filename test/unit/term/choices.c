/* Choices that use what their conditions say: equal to the term before, by evaluation; and small
 * where that is the point. */
#include "fixture.h"

#include "util/rng.h"

enum { WIDTH = 2, VARS = 3, VALUES = 1 << WIDTH, CELLS = 16 };

static term vars[VARS];

/* What was resolved before: results of one call serve the next ones. */
static struct int_map done;

static term resolved(term t) { return term_resolve_choices(&done, t); }

static term random_word(struct rng *r, int depth);

static term random_condition(struct rng *r, int depth) {
    term a = random_word(r, depth), b = random_word(r, depth), c = term_bv(WIDTH, rng_below(r, VALUES));
    switch (rng_below(r, 5)) {
    case 0: return term_ult(a, b);
    case 1: return term_not(term_eq(a, c));
    case 2: return term_and(term_eq(a, c), term_sle(a, b));
    default: return term_eq(rng_below(r, 2) ? a : vars[rng_below(r, VARS)], c);
    }
}

static term random_word(struct rng *r, int depth) {
    term x = vars[rng_below(r, VARS)];
    if (depth == 0) return rng_below(r, 5) ? x : term_bv(WIDTH, rng_below(r, VALUES));
    term a = random_word(r, depth - 1), b = random_word(r, depth - 1);
    switch (rng_below(r, 6)) {
    case 0: return term_bv_add(a, b);
    case 1: return term_bv_mul(a, x);
    default: return term_ite(random_condition(r, depth - 1), a, b);
    }
}

static void test_equal(void **state) {
    (void)state;
    static const char *const names[VARS] = {"x", "y", "z"};
    struct rng r = {20261118};
    uint32_t changed = 0;
    for (uint32_t i = 0; i < VARS; i++) vars[i] = bv_var(names[i], WIDTH);
    for (int round = 0; round < 3000; round++) {
        term t = random_word(&r, 4), u = resolved(t);
        changed += t != u;
        for (uint32_t all = 0; all < VALUES * VALUES * VALUES; all++) {
            struct model m = {0};
            for (uint32_t i = 0; i < VARS; i++)
                model_set(&m, vars[i], value_of(all >> i * WIDTH & (VALUES - 1)));
            assert_true(value_same(term_eval(&m, t), term_eval(&m, u)));
            model_release(&m);
        }
    }
    assert_true(changed > 300);
    int_map_release(&done);
}

/* h[x] = h[x] + 1 for each of the cells of h. */
static void test_cells(void **state) {
    (void)state;
    term x = bv_var("x", 32), h[CELLS], read = term_bv(32, 0), one = term_bv(32, 1);
    for (uint32_t i = 0; i < CELLS; i++) {
        h[i] = term_fresh("h", sort_bv(32));
        read = term_ite(term_eq(x, term_bv(32, i)), h[i], read);
    }
    for (uint32_t i = 0; i < CELLS; i++) {
        term here = term_eq(x, term_bv(32, i));
        assert_term(resolved(term_ite(here, term_bv_add(read, one), h[i])),
                    term_ite(here, term_bv_add(h[i], one), h[i]));
    }
    int_map_release(&done);
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_equal), TEST(test_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
