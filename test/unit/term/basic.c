#include "fixture.h"

#include <string.h>

static void test_leaves(void **state) {
    (void)state;
    term x = bv_var("x", 32);
    assert_term(x, bv_var("x", 32));
    assert_string_equal(term_name(x), "x");
    assert_true(term_fresh("x", sort_bv(32)) != term_fresh("x", sort_bv(32)));
    term y = term_prime(x);
    assert_string_equal(term_name(y), "x'");
    assert_term(term_prime(x), y);
    assert_term(term_unprime(y), x);
    assert_term(term_unprime(x), TERM_NONE);
    assert_true(value_same(term_value(term_bv(8, 0x1ff)), value_of(0xff)));
    assert_term(term_bv(8, 256), term_bv(8, 0));
}

static void test_bool(void **state) {
    (void)state;
    term a = bool_var("a"), b = bool_var("b"), c = bool_var("c");
    assert_term(term_and(a, term_not(a)), term_false());
    assert_term(term_or(a, term_not(a)), term_true());
    assert_term(term_and(a, term_and(b, c)), term_and(c, term_and(b, a)));
    assert_term(term_not(term_and(a, b)), term_or(term_not(a), term_not(b)));
    assert_term(term_not(term_not(term_and(a, b))), term_and(a, b));
    assert_term(term_and(a, term_or(a, b)), a);
    assert_term(term_and(a, term_or(term_not(a), b)), term_and(a, b));
    assert_term(term_or(a, term_and(a, b)), a);
    assert_term(term_ite(a, term_true(), b), term_or(a, b));
    assert_term(term_ite(term_not(a), b, c), term_ite(a, c, b));
    assert_term(term_eq(a, term_not(a)), term_false());
    assert_term(term_eq(term_not(a), b), term_not(term_eq(a, b)));
    assert_term(term_implies(a, a), term_true());
}

static void test_linear(void **state) {
    (void)state;
    term x = bv_var("x", 32), y = bv_var("y", 32);
    assert_term(term_bv_add(x, y), term_bv_add(y, x));
    assert_term(term_bv_sub(term_bv_add(x, y), y), x);
    assert_term(term_bv_sub(x, x), term_bv(32, 0));
    assert_term(term_bv_add(x, x), term_bv_shl(x, term_bv(32, 1)));
    assert_term(term_bv_mul(term_bv_add(x, term_bv(32, 2)), term_bv(32, 3)),
                term_bv_add(term_bv(32, 6), term_bv_mul(x, term_bv(32, 3))));
    assert_term(term_bv_not(term_bv_not(x)), x);
    assert_term(term_bv_add(term_bv_not(x), term_bv(32, 1)), term_bv_neg(x));
    assert_term(term_eq(term_bv_add(x, term_bv(32, 5)), term_bv(32, 3)), term_eq(term_bv(32, 0xfffffffe), x));
    assert_term(term_eq(term_bv_add(x, term_bv(32, 1)), term_bv_add(y, term_bv(32, 1))), term_eq(x, y));
    assert_term(term_eq(term_bv_sub(x, y), term_bv(32, 0)), term_eq(y, x));
    assert_term(term_eq(x, term_bv_add(x, term_bv(32, 1))), term_false());
    /* products of such factors are multiplied out: (x + 1) * (x - 1) = x*x - 1, ~x * x = -x -
     * x*x */
    assert_term(term_bv_mul(term_bv_add(x, term_bv(32, 1)), term_bv_sub(x, term_bv(32, 1))),
                term_bv_sub(term_bv_mul(x, x), term_bv(32, 1)));
    assert_term(term_bv_mul(term_bv_not(x), x), term_bv_neg(term_bv_add(x, term_bv_mul(x, x))));
    assert_term(term_eq(term_bv_mul(term_bv(32, 3), x), term_bv(32, 9)), term_eq(x, term_bv(32, 3)));
    assert_term(term_eq(term_bv_mul(term_bv(32, 2), x), term_bv(32, 9)), term_false());
    assert_term(term_eq(term_bv_sub(x, y), term_bv(32, 5)),
                term_eq(term_bv_sub(y, x), term_bv_neg(term_bv(32, 5))));
}

static void test_relations(void **state) {
    (void)state;
    term x = bv_var("x", 8), y = bv_var("y", 8), zero = term_bv(8, 0);
    assert_term(term_ult(x, zero), term_false());
    assert_term(term_ule(x, term_bv(8, 255)), term_true());
    assert_term(term_ult(zero, x), term_not(term_eq(x, zero)));
    assert_term(term_ult(x, term_bv(8, 5)), term_ule(x, term_bv(8, 4)));
    assert_term(term_not(term_ule(x, term_bv(8, 4))), term_ule(term_bv(8, 5), x));
    assert_term(term_not(term_slt(x, y)), term_sle(y, x));
    assert_term(term_and(term_slt(x, y), term_sle(y, x)), term_false());
    assert_term(term_sle(term_bv(8, 128), x), term_true());
    term wide = term_zext(x, 32);
    assert_term(term_slt(wide, term_bv(32, 256)), term_true());
    assert_term(term_slt(wide, term_bv(32, 100)), term_ule(x, term_bv(8, 99)));
    assert_term(term_slt(term_sext(x, 32), term_bv(32, 100)), term_sle(x, term_bv(8, 99)));
    assert_term(term_slt(term_sext(x, 32), term_sext(y, 32)), term_slt(x, y));
    assert_term(term_slt(term_zext(x, 32), term_zext(y, 32)), term_ult(x, y));
    assert_term(term_ule(term_bv_urem(x, term_bv(8, 10)), term_bv(8, 9)), term_true());
}

static void test_truth_values(void **state) {
    (void)state;
    term a = bool_var("a"), one = term_bv(32, 1), zero = term_bv(32, 0);
    term as_int = term_zext(term_bool_to_bv(a, 1), 32);
    assert_term(term_not(term_eq(as_int, zero)), a);
    assert_term(term_eq(as_int, one), a);
    assert_term(term_eq(as_int, zero), term_not(a));
    assert_term(term_eq(term_bv_add(as_int, one), term_bv(32, 2)), a);
    assert_term(term_slt(zero, as_int), a);
    assert_term(term_eq(term_bv_xor(as_int, one), zero), a);
    assert_term(term_eq(as_int, term_bv(32, 7)), term_false());
}

static void test_slices(void **state) {
    (void)state;
    term c = bv_var("c", 8), x = bv_var("x", 32);
    assert_term(term_extract(term_bv_add(term_sext(c, 32), term_bv(32, 1)), 7, 0),
                term_bv_add(c, term_bv(8, 1)));
    assert_term(term_concat(term_extract(x, 31, 16), term_extract(x, 15, 0)), x);
    assert_term(term_extract(term_concat(c, x), 39, 32), c);
    assert_term(term_eq(term_zext(c, 32), term_bv(32, 256)), term_false());
    assert_term(term_bv_urem(x, term_bv(32, 16)), term_bv_and(x, term_bv(32, 15)));
    assert_term(term_bv_udiv(x, term_bv(32, 16)), term_bv_lshr(x, term_bv(32, 4)));
    term high = term_bv_shl(term_zext(c, 32), term_bv(32, 8));
    assert_term(term_bv_or(high, term_zext(c, 32)), term_zext(term_concat(c, c), 32));
}

static void test_arrays(void **state) {
    (void)state;
    sort s = sort_array(sort_bv(32), sort_bv(8));
    term a = term_var("a", s), i = bv_var("i", 32), j = bv_var("j", 32), v = bv_var("v", 8),
         w = bv_var("w", 8);
    term i1 = term_bv_add(i, term_bv(32, 1));
    assert_term(term_select(term_store(a, i, v), i), v);
    assert_term(term_select(term_store(a, i, v), i1), term_select(a, i1));
    assert_int_equal(term_op_of(term_select(term_store(a, i, v), j)), OP_SELECT);
    assert_term(term_store(term_store(a, i, v), i, w), term_store(a, i, w));
    assert_term(term_store(term_store(term_store(a, i, v), i1, v), i, w),
                term_store(term_store(a, i, w), i1, v));
    assert_term(term_store(a, i, term_select(a, i)), a);
    assert_term(term_select(term_const_array(s, v), j), v);
}

static void test_array_values(void **state) {
    (void)state;
    value a = array_value_const(value_of(7)), b = array_value_store(a, value_of(1), value_of(10));
    value c = array_value_store(b, value_of(2), value_of(20)),
          d = array_value_store(a, value_of(1), value_of(11));
    assert_true(value_same(array_value_select(a, value_of(1)), value_of(7)));
    assert_true(value_same(array_value_select(c, value_of(1)), value_of(10)));
    assert_true(value_same(array_value_select(d, value_of(1)), value_of(11)));
    assert_true(value_same(array_value_select(b, value_of(2)), value_of(7)));
    assert_false(array_value_equal(b, c));
    assert_true(array_value_equal(array_value_store(c, value_of(2), value_of(7)), b));
    /* Over one-bit indices two exceptions hide the default. */
    sort s = sort_array(sort_bv(1), sort_bv(8));
    value e = array_value_store(array_value_store(a, value_of(0), value_of(1)), value_of(1), value_of(2));
    value f = array_value_const(value_of(9));
    f = array_value_store(array_value_store(f, value_of(0), value_of(1)), value_of(1), value_of(2));
    assert_true(value_equal(s, e, f));
    assert_false(value_equal(sort_array(sort_bv(2), sort_bv(8)), e, f));
}

static void test_eval(void **state) {
    (void)state;
    term x = bv_var("x", 8), y = bv_var("y", 8);
    term t = term_ite(term_ult(x, y), term_bv_mul(x, y), term_bv_udiv(x, y));
    struct model m = {0};
    model_set(&m, x, value_of(20));
    model_set(&m, y, value_of(30));
    assert_int_equal(term_eval(&m, t).lo, 600 & 255);
    model_set(&m, y, value_of(0));
    assert_int_equal(term_eval(&m, t).lo, 255);
    assert_int_equal(m.unset, 0);
    assert_true(term_holds(&m, term_eq(bv_var("z", 8), y)));
    assert_int_equal(m.unset, 1);
    model_release(&m);
}

static void test_subst(void **state) {
    (void)state;
    term x = bv_var("x", 8), y = bv_var("y", 8);
    struct subst s = {0};
    subst_set(&s, x, y);
    subst_set(&s, y, x);
    assert_term(subst_apply(&s, term_ult(x, y)), term_ult(y, x));
    subst_set(&s, y, term_bv(8, 0));
    assert_term(subst_apply(&s, term_ult(x, y)), term_false());
    subst_release(&s);
    term_vec vars = {0};
    term_free_vars(term_ult(x, term_bv_mul(x, y)), &vars);
    assert_int_equal(vars.n, 2);
    term_free_vars(x, &vars);
    assert_int_equal(vars.n, 2);
    VEC_RELEASE(&vars);
    assert_true(term_mentions(term_ult(x, y), y));
    assert_false(term_mentions(term_ult(x, term_prime(x)), y));
    assert_term(term_primed(term_ult(x, y)), term_ult(term_prime(x), term_prime(y)));
}

static void test_print(void **state) {
    (void)state;
    term x = bv_var("x", 8), p = term_bv_mul(x, x);
    assert_text(term_ule(term_bv(8, 5), x), "(bvule #x05 x)");
    assert_text(term_eq(bv_var("a b", 3), term_bv(3, 5)), "(= (_ bv5 3) |a b|)");
    assert_text(term_ult(p, term_bv_udiv(p, x)), "(let ((?1 (bvmul x x))) (bvult ?1 (bvudiv ?1 x)))");
    sort s = sort_array(sort_bv(32), sort_bv(8));
    assert_text(term_const_array(s, x), "((as const (Array (_ BitVec 32) (_ BitVec 8))) x)");
    assert_text(term_int_le(term_var("n", sort_int()), term_int(-3)), "(<= n (- 3))");
}

static void assert_c(term t, const char *text) {
    struct strbuf b = {0};
    assert_true(term_print_c(&b, t, NULL, NULL));
    assert_string_equal(b.text, text);
    strbuf_release(&b);
}

static enum c_kind kind_by_name(void *context, term var) {
    (void)context;
    char first = *term_name(var);
    return first == 'i' ? C_SIGNED : first == 'u' ? C_UNSIGNED : first == 'p' ? C_POINTER : C_UNKNOWN;
}

static const char *constant_by_name(void *context, term var, uint64_t bits) {
    (void)context;
    return *term_name(var) == 'e' && bits == 2 ? "BLUE" : NULL;
}

static void assert_typed(term t, const char *text) {
    struct strbuf b = {0};
    assert_true(term_print_c_words(
        &b, t, &(struct term_words){.kind_of = kind_by_name, .constant_of = constant_by_name}));
    assert_string_equal(b.text, text);
    strbuf_release(&b);
}

static void test_print_c_typed(void **state) {
    (void)state;
    term i = bv_var("i", 32), n = bv_var("in", 32), u = bv_var("u", 32), c = bv_var("uc", 8),
         p = bv_var("p", 64);
    assert_typed(term_sle(i, n), "i <= in");
    assert_typed(term_sle(term_bv(32, 0xfffffff6), i), "i >= -10");
    assert_typed(term_ule(i, term_bv(32, 7)), "0 <= i && i <= 7");
    assert_typed(term_ule(term_bv(32, 0xfffffff6), i), "i >= -10 && i < 0");
    assert_typed(term_eq(i, n), "in == i");
    assert_typed(term_eq(i, term_bv(32, 0xffffffff)), "i == -1");
    assert_typed(term_ule(c, term_bv(8, 200)), "uc <= 200");
    assert_typed(term_ult(u, term_bv(32, 5)), "u <= 4");
    assert_typed(term_eq(p, term_bv(64, 0)), "(unsigned long long)p == 0");
    assert_typed(term_sle(term_bv(32, 0), i), "i >= 0");
    /* what belongs together, and the shortest words for it */
    term e = bv_var("e", 32), v = bv_var("uv", 32),
         low = term_and(term_sle(term_bv(32, 3), i), term_sle(i, n));
    assert_typed(low, "3 <= i && i <= in");
    assert_typed(term_eq(e, term_bv(32, 2)), "e == BLUE");
    assert_typed(term_or(term_and(term_ult(u, v), term_eq(i, n)), term_slt(n, i)),
                 "in < i || (in == i && u < uv)");
    term sum = term_bv_add(term_extract(u, 2, 0), term_extract(v, 2, 0));
    assert_typed(term_eq(term_zext(sum, 32), v), "(uv + u) % 8u == uv");
    assert_typed(term_eq(term_bv_and(u, term_bv_or(v, e)), term_bv_not(v)), "uv + (u & (e | uv)) == -1");
}

static void test_print_c(void **state) {
    (void)state;
    term x = bv_var("x", 32), y = bv_var("y", 32), c = bv_var("c", 8);
    assert_c(term_eq(x, term_bv(32, 5)), "x == 5u");
    assert_c(term_not(term_eq(x, term_bv(32, 0xffffffff))), "x != -1");
    assert_c(term_sle(x, term_bv(32, 10)), "(int)x <= 10");
    assert_c(term_ult(x, y), "(unsigned int)x < y");
    assert_c(term_bv_sub(term_bv_sub(x, y), term_bv(32, 1)), "x - y - 1u");
    assert_c(term_bv_sub(x, y), "(unsigned int)x - y");
    assert_c(term_eq(c, term_bv(8, 200)), "(unsigned char)c == 200u");
    struct strbuf b = {0};
    assert_false(term_print_c(&b, bv_var("wide", 65), NULL, NULL));
    strbuf_release(&b);
}

static void test_constant_arrays(void **state) {
    (void)state;
    sort s = sort_array(sort_bv(5), sort_bv(8));
    term four = term_const_array(s, term_bv(8, 4)), one = term_const_array(s, term_bv(8, 1));
    term other = term_store(one, term_bv(5, 6), term_bv(8, 4));
    assert_term(term_eq(four, term_store(other, term_bv(5, 16), term_bv(8, 4))), term_false());
    term a = term_store(term_store(one, term_bv(5, 2), term_bv(8, 7)), term_bv(5, 3), term_bv(8, 9));
    term b = term_store(term_store(one, term_bv(5, 3), term_bv(8, 9)), term_bv(5, 2), term_bv(8, 7));
    assert_term(term_eq(a, b), term_true());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(test_leaves),          TEST(test_bool),         TEST(test_linear),
        TEST(test_relations),       TEST(test_truth_values), TEST(test_slices),
        TEST(test_arrays),          TEST(test_array_values), TEST(test_eval),
        TEST(test_subst),           TEST(test_print),        TEST(test_print_c),
        TEST(test_constant_arrays), TEST(test_print_c_typed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
