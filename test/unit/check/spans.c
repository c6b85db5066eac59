/* Spans of operations, against all values of small bit-vectors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "check/spans.h"
#include "term/term.h"
#include "term/subst.h"

enum { WIDTH = 4, SIZE = 1 << WIDTH };

static term x, y;
static struct span of_x, of_y;

static struct span bounds(const void *context, term var) {
    (void)context;
    return var == x ? of_x : of_y;
}

static int as_signed(uint64_t v) { return v < SIZE / 2 ? (int)v : (int)v - SIZE; }

/* Does the span hold every value of t for x and y within theirs? */
static void check_values(term t) {
    struct span s = span_of_term(t, bounds, NULL);
    for (int a = (int)of_x.lo; a <= of_x.hi; a++)
        for (int b = (int)of_y.lo; b <= of_y.hi; b++) {
            struct model m = {0};
            model_set(&m, x, value_of((uint64_t)a & (SIZE - 1)));
            model_set(&m, y, value_of((uint64_t)b & (SIZE - 1)));
            int v = as_signed(term_eval(&m, t).lo);
            assert_true(s.lo <= v && v <= s.hi);
            model_release(&m);
        }
}

static void spans_hold_all_values(void **unused) {
    (void)unused;
    for (of_x.lo = -8; of_x.lo < 8; of_x.lo++)
        for (of_x.hi = of_x.lo; of_x.hi < 8; of_x.hi += 3)
            for (of_y.lo = -8; of_y.lo < 8; of_y.lo++)
                for (of_y.hi = of_y.lo; of_y.hi < 8; of_y.hi += 4) {
                    check_values(term_bv_udiv(x, y));
                    check_values(term_bv_urem(x, y));
                    check_values(term_bv_sdiv(x, y));
                    check_values(term_bv_srem(x, y));
                    check_values(term_bv_lshr(x, y));
                    check_values(term_bv_ashr(x, y));
                }
}

static void remainders_are_bounded(void **unused) {
    (void)unused;
    of_x = (struct span){-8, 7};
    struct span rest = span_of_term(term_bv_urem(x, term_bv(WIDTH, 3)), bounds, NULL);
    struct span quotient = span_of_term(term_bv_udiv(x, term_bv(WIDTH, 3)), bounds, NULL);
    assert_true(rest.lo == 0 && rest.hi == 2);
    assert_true(quotient.lo == 0 && quotient.hi == 5);
}

static int start(void **unused) {
    (void)unused;
    terms_init();
    x = term_var("x", sort_bv(WIDTH));
    y = term_var("y", sort_bv(WIDTH));
    return 0;
}

static int end(void **unused) {
    (void)unused;
    terms_release();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_hold_all_values),
        cmocka_unit_test(remainders_are_bounded),
    };
    return cmocka_run_group_tests(tests, start, end);
}
