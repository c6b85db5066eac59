/* Ranges hold every value that the operators can give: all values of 4 bits are tried. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "regions/range.h"
#include "term/subst.h"

static term x, y;

static bool inside(struct range r, struct range v) { return r.lo <= v.lo && v.lo <= r.hi; }

static struct range value_at(term t, uint64_t a, uint64_t b) {
    struct model m = {0};
    model_set(&m, x, value_of(a));
    model_set(&m, y, value_of(b));
    struct range v = range_of(term_sort(t), term_eval(&m, t).lo);
    model_release(&m);
    return v;
}

/* The range of f(x, y) for x in a and y in b, each argument of t being x, y or a constant. */
static struct range applied(term t, struct range a, struct range b) {
    struct range args[3];
    for (uint32_t i = 0; i < term_arity(t); i++) {
        term arg = term_arg(t, i);
        args[i] = arg == x ? a : arg == y ? b : range_of(term_sort(arg), term_value(arg).lo);
    }
    return range_apply(t, args);
}

static void try_all(term t) {
    sort s = sort_bv(4);
    if (term_is_const(t) || term_is_var(t)) return;
    for (int64_t al = -8; al < 8; al += 3)
        for (int64_t ah = al; ah < 8; ah += 2)
            for (int64_t bl = -8; bl < 8; bl += 3)
                for (int64_t bh = bl; bh < 8; bh += 5) {
                    struct range r = applied(t, (struct range){al, ah}, (struct range){bl, bh});
                    for (int64_t a = al; a <= ah; a++)
                        for (int64_t b = bl; b <= bh; b++)
                            assert_true(inside(r, value_at(t, range_bits(s, a), range_bits(s, b))));
                }
}

static void operators_of_two(void **unused) {
    (void)unused;
    term (*const binary[])(term, term) = {
        term_bv_add,  term_bv_sub, term_bv_mul, term_bv_udiv, term_bv_urem, term_bv_sdiv,
        term_bv_srem, term_bv_and, term_bv_or,  term_bv_xor,  term_bv_shl,  term_bv_lshr,
        term_bv_ashr, term_ult,    term_ule,    term_slt,     term_sle,     term_eq};
    for (uint32_t i = 0; i < sizeof binary / sizeof *binary; i++) {
        term t = binary[i](x, y);
        if (term_arity(t) == 2 && term_arg(t, 0) != term_arg(t, 1) && !term_arity(term_arg(t, 0)) &&
            !term_arity(term_arg(t, 1)))
            try_all(t);
        for (uint64_t c = 0; c < 16; c++) {
            t = binary[i](x, term_bv(4, c));
            bool flat = true;
            for (uint32_t j = 0; j < term_arity(t); j++) flat = flat && !term_arity(term_arg(t, j));
            if (flat) try_all(t);
        }
    }
}

static void operators_of_one(void **unused) {
    (void)unused;
    try_all(term_bv_not(x));
    try_all(term_zext(x, 9));
    try_all(term_sext(x, 9));
    try_all(term_extract(x, 2, 0));
    try_all(term_extract(x, 3, 1));
}

static void what_is_shifted_stays_together(void **unused) {
    (void)unused;
    sort s = sort_bv(4);
    for (uint64_t lo = 0; lo < 16; lo++)
        for (uint64_t hi = lo; hi < 16 && (lo < 8) == (hi < 8); hi++)
            for (uint64_t k = 0; k < 16; k++)
                for (int negated = 0; negated < 2; negated++) {
                    struct range r = range_shifted(s, lo, hi, negated, k);
                    for (uint64_t v = lo; v <= hi; v++)
                        assert_true(inside(r, range_of(s, (negated ? k - v : k + v) & 15)));
                }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operators_of_two),
        cmocka_unit_test(operators_of_one),
        cmocka_unit_test(what_is_shifted_stays_together),
    };
    terms_init();
    x = term_var("x", sort_bv(4));
    y = term_var("y", sort_bv(4));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
