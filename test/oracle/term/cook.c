/* The two ways to cook a recipe. */
#include <assert.h>
#include <stdio.h>

#include "recipe.h"

#include "util/bits.h"
#include "util/fail.h"
#include "util/strbuf.h"

/* ---- the constructors ---- */

static term cook_step(const struct step *s, const term *a, uint32_t width) {
    char name[32];
    switch (s->op) {
    case OP_CONST: return term_const(s->s, s->constant);
    case OP_VAR: recipe_var_name(s, name, sizeof name); return term_var(name, s->s);
    case OP_NOT: return term_not(a[0]);
    case OP_AND: return s->n == 2 ? term_and(a[0], a[1]) : term_and_n(a, s->n);
    case OP_OR: return s->n == 2 ? term_or(a[0], a[1]) : term_or_n(a, s->n);
    case OP_EQ: return term_eq(a[0], a[1]);
    case OP_ITE: return term_ite(a[0], a[1], a[2]);
    case RECIPE_IMPLIES: return term_implies(a[0], a[1]);
    case RECIPE_BOOL_TO_BV: return term_bool_to_bv(a[0], width);
    case OP_BV_ADD: return term_bv_add(a[0], a[1]);
    case RECIPE_SUB: return term_bv_sub(a[0], a[1]);
    case RECIPE_NEG: return term_bv_neg(a[0]);
    case OP_BV_MUL: return term_bv_mul(a[0], a[1]);
    case OP_BV_UDIV: return term_bv_udiv(a[0], a[1]);
    case OP_BV_UREM: return term_bv_urem(a[0], a[1]);
    case OP_BV_SDIV: return term_bv_sdiv(a[0], a[1]);
    case OP_BV_SREM: return term_bv_srem(a[0], a[1]);
    case OP_BV_AND: return term_bv_and(a[0], a[1]);
    case OP_BV_OR: return term_bv_or(a[0], a[1]);
    case OP_BV_XOR: return term_bv_xor(a[0], a[1]);
    case OP_BV_NOT: return term_bv_not(a[0]);
    case OP_BV_SHL: return term_bv_shl(a[0], a[1]);
    case OP_BV_LSHR: return term_bv_lshr(a[0], a[1]);
    case OP_BV_ASHR: return term_bv_ashr(a[0], a[1]);
    case OP_BV_CONCAT: return term_concat(a[0], a[1]);
    case OP_BV_EXTRACT: return term_extract(a[0], s->p0, s->p1);
    case OP_BV_ZEXT: return term_zext(a[0], width);
    case OP_BV_SEXT: return term_sext(a[0], width);
    case OP_BV_ULT: return term_ult(a[0], a[1]);
    case OP_BV_ULE: return term_ule(a[0], a[1]);
    case OP_BV_SLT: return term_slt(a[0], a[1]);
    case OP_BV_SLE: return term_sle(a[0], a[1]);
    case OP_INT_ADD: return term_int_add(a[0], a[1]);
    case RECIPE_INT_SUB: return term_int_sub(a[0], a[1]);
    case OP_INT_MUL: return term_int_mul(a[0], a[1]);
    case OP_INT_DIV: return term_int_div(a[0], a[1]);
    case OP_INT_MOD: return term_int_mod(a[0], a[1]);
    case OP_INT_LT: return term_int_lt(a[0], a[1]);
    case OP_INT_LE: return term_int_le(a[0], a[1]);
    case OP_SELECT: return term_select(a[0], a[1]);
    case OP_STORE: return term_store(a[0], a[1], a[2]);
    case OP_CONST_ARRAY: return term_const_array(s->s, a[0]);
    default:
        if (s->op >= OP_FP_FROM_BITS) return term_fp_convert(s->op, a[0], s->s);
        return term_fp(s->op, a[0], s->n > 1 ? a[1] : TERM_NONE, s->n > 2 ? a[2] : TERM_NONE);
    }
}

term recipe_term(const struct recipe *r) {
    term made[RECIPE_MAX];
    for (uint32_t i = 0; i < r->n; i++) {
        term args[ARGS_MAX] = {0};
        for (uint32_t k = 0; k < r->at[i].n; k++) args[k] = made[r->at[i].args[k]];
        made[i] = cook_step(&r->at[i], args, sort_width(r->at[i].s));
        if (term_sort(made[i]) != r->at[i].s) fail_internal("step %u has another sort", i);
    }
    return made[r->n - 1];
}

/* ---- Z3 ---- */

Z3_sort z3_sort(struct kitchen *k, sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return Z3_mk_bool_sort(k->c);
    case SORT_BV: return Z3_mk_bv_sort(k->c, sort_width(s));
    case SORT_INT: return Z3_mk_int_sort(k->c);
    case SORT_FLOAT: return Z3_mk_fpa_sort(k->c, sort_exponent(s), sort_significand(s));
    default: return Z3_mk_array_sort(k->c, z3_sort(k, sort_index(s)), z3_sort(k, sort_element(s)));
    }
}

static Z3_ast z3_bits(struct kitchen *k, uint32_t width, u128 x) {
    char digits[48];
    size_t n = sizeof digits;
    digits[--n] = 0;
    do digits[--n] = (char)('0' + (int)(x % 10));
    while (x /= 10);
    return Z3_mk_numeral(k->c, digits + n, Z3_mk_bv_sort(k->c, width));
}

struct chain {
    struct kitchen *k;
    sort s;
    Z3_ast a;
};

static void chain_store(void *context, value index, value element) {
    struct chain *c = context;
    c->a = Z3_mk_store(c->k->c, c->a, z3_value(c->k, sort_index(c->s), index),
                       z3_value(c->k, sort_element(c->s), element));
}

Z3_ast z3_value(struct kitchen *k, sort s, value v) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return v.lo ? Z3_mk_true(k->c) : Z3_mk_false(k->c);
    case SORT_BV: return z3_bits(k, sort_width(s), u128_of(v.lo, v.hi));
    case SORT_INT: return Z3_mk_int64(k->c, (int64_t)v.lo, z3_sort(k, s));
    case SORT_FLOAT:
        return Z3_mk_fpa_to_fp_bv(k->c, z3_bits(k, sort_width(s), u128_of(v.lo, v.hi)), z3_sort(k, s));
    default: break;
    }
    Z3_ast base = Z3_mk_const_array(k->c, z3_sort(k, sort_index(s)),
                                    z3_value(k, sort_element(s), array_value_default(v)));
    struct chain c = {k, s, base};
    array_value_visit(v, chain_store, &c);
    return c.a;
}

static Z3_ast z3_float_step(struct kitchen *k, const struct step *s, const Z3_ast *a) {
    Z3_context c = k->c;
    Z3_ast rne = Z3_mk_fpa_rne(c), rtz = Z3_mk_fpa_rtz(c);
    switch (s->op) {
    case OP_FP_ADD: return Z3_mk_fpa_add(c, rne, a[0], a[1]);
    case OP_FP_SUB: return Z3_mk_fpa_sub(c, rne, a[0], a[1]);
    case OP_FP_MUL: return Z3_mk_fpa_mul(c, rne, a[0], a[1]);
    case OP_FP_DIV: return Z3_mk_fpa_div(c, rne, a[0], a[1]);
    case OP_FP_REM: return Z3_mk_fpa_rem(c, a[0], a[1]);
    case OP_FP_FMA: return Z3_mk_fpa_fma(c, rne, a[0], a[1], a[2]);
    case OP_FP_NEG: return Z3_mk_fpa_neg(c, a[0]);
    case OP_FP_ABS: return Z3_mk_fpa_abs(c, a[0]);
    case OP_FP_SQRT: return Z3_mk_fpa_sqrt(c, rne, a[0]);
    case OP_FP_RINT: return Z3_mk_fpa_round_to_integral(c, rne, a[0]);
    case OP_FP_MIN: return Z3_mk_fpa_min(c, a[0], a[1]);
    case OP_FP_MAX: return Z3_mk_fpa_max(c, a[0], a[1]);
    case OP_FP_LT: return Z3_mk_fpa_lt(c, a[0], a[1]);
    case OP_FP_LE: return Z3_mk_fpa_leq(c, a[0], a[1]);
    case OP_FP_EQ: return Z3_mk_fpa_eq(c, a[0], a[1]);
    case OP_FP_IS_NAN: return Z3_mk_fpa_is_nan(c, a[0]);
    case OP_FP_IS_INF: return Z3_mk_fpa_is_infinite(c, a[0]);
    case OP_FP_IS_ZERO: return Z3_mk_fpa_is_zero(c, a[0]);
    case OP_FP_IS_NORMAL: return Z3_mk_fpa_is_normal(c, a[0]);
    case OP_FP_IS_SUBNORMAL: return Z3_mk_fpa_is_subnormal(c, a[0]);
    case OP_FP_IS_NEG: return Z3_mk_fpa_is_negative(c, a[0]);
    case OP_FP_FROM_BITS: return Z3_mk_fpa_to_fp_bv(c, a[0], z3_sort(k, s->s));
    case OP_FP_TO_BITS: return Z3_mk_fpa_to_ieee_bv(c, a[0]);
    case OP_FP_FROM_FP: return Z3_mk_fpa_to_fp_float(c, rne, a[0], z3_sort(k, s->s));
    case OP_FP_FROM_SBV: return Z3_mk_fpa_to_fp_signed(c, rne, a[0], z3_sort(k, s->s));
    case OP_FP_FROM_UBV: return Z3_mk_fpa_to_fp_unsigned(c, rne, a[0], z3_sort(k, s->s));
    case OP_FP_TO_SBV: return Z3_mk_fpa_to_sbv(c, rtz, a[0], sort_width(s->s));
    default: assert(s->op == OP_FP_TO_UBV); return Z3_mk_fpa_to_ubv(c, rtz, a[0], sort_width(s->s));
    }
}

/* Equality of arrays, index by index: Z3 4.8.12 takes constant arrays with different elements for
 * possibly equal when the index sort is finite. */
static Z3_ast z3_eq(struct kitchen *k, sort s, Z3_ast a, Z3_ast b) {
    if (sort_kind_of(s) != SORT_ARRAY) return Z3_mk_eq(k->c, a, b);
    uint32_t w = sort_width(sort_index(s));
    Z3_ast same[1 << MAX_INDEX_WIDTH];
    assert(w <= MAX_INDEX_WIDTH);
    for (uint32_t i = 0; i < 1u << w; i++) {
        Z3_ast at = z3_bits(k, w, i);
        same[i] = Z3_mk_eq(k->c, Z3_mk_select(k->c, a, at), Z3_mk_select(k->c, b, at));
    }
    return Z3_mk_and(k->c, 1u << w, same);
}

static Z3_ast z3_step(struct kitchen *k, const struct step *s, const Z3_ast *a, sort operand) {
    Z3_context c = k->c;
    uint32_t width = sort_width(s->s), operand_width = sort_width(operand);
    char name[32];
    switch (s->op) {
    case OP_CONST: return z3_value(k, s->s, s->constant);
    case OP_VAR:
        recipe_var_name(s, name, sizeof name);
        return Z3_mk_const(c, Z3_mk_string_symbol(c, name), z3_sort(k, s->s));
    case OP_NOT: return Z3_mk_not(c, a[0]);
    case OP_AND: return Z3_mk_and(c, s->n, a);
    case OP_OR: return Z3_mk_or(c, s->n, a);
    case OP_EQ: return z3_eq(k, operand, a[0], a[1]);
    case OP_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
    case RECIPE_IMPLIES: return Z3_mk_implies(c, a[0], a[1]);
    case RECIPE_BOOL_TO_BV: return Z3_mk_ite(c, a[0], z3_bits(k, width, 1), z3_bits(k, width, 0));
    case OP_BV_ADD: return Z3_mk_bvadd(c, a[0], a[1]);
    case RECIPE_SUB: return Z3_mk_bvsub(c, a[0], a[1]);
    case RECIPE_NEG: return Z3_mk_bvneg(c, a[0]);
    case OP_BV_MUL: return Z3_mk_bvmul(c, a[0], a[1]);
    case OP_BV_UDIV: return Z3_mk_bvudiv(c, a[0], a[1]);
    case OP_BV_UREM: return Z3_mk_bvurem(c, a[0], a[1]);
    case OP_BV_SDIV: return Z3_mk_bvsdiv(c, a[0], a[1]);
    case OP_BV_SREM: return Z3_mk_bvsrem(c, a[0], a[1]);
    case OP_BV_AND: return Z3_mk_bvand(c, a[0], a[1]);
    case OP_BV_OR: return Z3_mk_bvor(c, a[0], a[1]);
    case OP_BV_XOR: return Z3_mk_bvxor(c, a[0], a[1]);
    case OP_BV_NOT: return Z3_mk_bvnot(c, a[0]);
    case OP_BV_SHL: return Z3_mk_bvshl(c, a[0], a[1]);
    case OP_BV_LSHR: return Z3_mk_bvlshr(c, a[0], a[1]);
    case OP_BV_ASHR: return Z3_mk_bvashr(c, a[0], a[1]);
    case OP_BV_CONCAT: return Z3_mk_concat(c, a[0], a[1]);
    case OP_BV_EXTRACT: return Z3_mk_extract(c, s->p0, s->p1, a[0]);
    case OP_BV_ZEXT: return Z3_mk_zero_ext(c, width - operand_width, a[0]);
    case OP_BV_SEXT: return Z3_mk_sign_ext(c, width - operand_width, a[0]);
    case OP_BV_ULT: return Z3_mk_bvult(c, a[0], a[1]);
    case OP_BV_ULE: return Z3_mk_bvule(c, a[0], a[1]);
    case OP_BV_SLT: return Z3_mk_bvslt(c, a[0], a[1]);
    case OP_BV_SLE: return Z3_mk_bvsle(c, a[0], a[1]);
    case OP_INT_ADD: return Z3_mk_add(c, 2, a);
    case RECIPE_INT_SUB: return Z3_mk_sub(c, 2, a);
    case OP_INT_MUL: return Z3_mk_mul(c, 2, a);
    case OP_INT_DIV: return Z3_mk_div(c, a[0], a[1]);
    case OP_INT_MOD: return Z3_mk_mod(c, a[0], a[1]);
    case OP_INT_LT: return Z3_mk_lt(c, a[0], a[1]);
    case OP_INT_LE: return Z3_mk_le(c, a[0], a[1]);
    case OP_SELECT: return Z3_mk_select(c, a[0], a[1]);
    case OP_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
    case OP_CONST_ARRAY: return Z3_mk_const_array(c, z3_sort(k, sort_index(s->s)), a[0]);
    default: return z3_float_step(k, s, a);
    }
}

Z3_ast recipe_z3(struct kitchen *k, const struct recipe *r) {
    Z3_ast made[RECIPE_MAX];
    for (uint32_t i = 0; i < r->n; i++) {
        const struct step *s = &r->at[i];
        Z3_ast args[ARGS_MAX] = {0};
        for (uint32_t j = 0; j < s->n; j++) args[j] = made[s->args[j]];
        made[i] = z3_step(k, s, args, s->n ? r->at[s->args[0]].s : s->s);
    }
    return made[r->n - 1];
}
