#include "smt/z3/integers.h"

#include <assert.h>
#include <stdio.h>

#include "smt/z3/z3_context.h"
#include "util/bits.h"

enum { MAX_READS = 24 };

static Z3_ast keep(struct integers *k, Z3_ast a) {
    Z3_inc_ref(z3_context(), a);
    VEC_PUSH(&k->kept, a);
    return a;
}

static Z3_ast get(const struct integers *k, term t) {
    const uint64_t *at = int_map_get(&k->done, t);
    assert(at);
    return (Z3_ast)(uintptr_t)*at;
}

/* ---- numbers ---- */

static Z3_ast number(struct integers *k, i128 n) {
    char digits[48], *at = digits + sizeof digits - 1;
    bool negative = n < 0;
    u128 rest = negative ? -(u128)n : (u128)n;
    *at = 0;
    do {
        *--at = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest);
    if (negative) *--at = '-';
    Z3_context c = z3_context();
    return keep(k, Z3_mk_numeral(c, at, Z3_mk_int_sort(c)));
}

static Z3_ast power(struct integers *k, uint32_t n) { return number(k, (i128)1 << n); }

static Z3_ast plus(struct integers *k, Z3_ast a, Z3_ast b) {
    return keep(k, Z3_mk_add(z3_context(), 2, (Z3_ast[]){a, b}));
}

static Z3_ast minus(struct integers *k, Z3_ast a, Z3_ast b) {
    return keep(k, Z3_mk_sub(z3_context(), 2, (Z3_ast[]){a, b}));
}

static Z3_ast times(struct integers *k, Z3_ast constant, Z3_ast a) {
    return keep(k, Z3_mk_mul(z3_context(), 2, (Z3_ast[]){constant, a}));
}

static Z3_ast choice(struct integers *k, Z3_ast c, Z3_ast a, Z3_ast b) {
    return keep(k, Z3_mk_ite(z3_context(), c, a, b));
}

static Z3_ast below(struct integers *k, Z3_ast a, Z3_ast b) { return keep(k, Z3_mk_lt(z3_context(), a, b)); }

/* An unknown from 0 to 2^width - 1. */
static Z3_ast unknown(struct integers *k, uint32_t width) {
    Z3_context c = z3_context();
    Z3_ast x = keep(k, Z3_mk_fresh_const(c, "word", Z3_mk_int_sort(c)));
    VEC_PUSH(&k->sides, keep(k, Z3_mk_ge(c, x, number(k, 0))));
    VEC_PUSH(&k->sides, below(k, x, power(k, width)));
    return x;
}

/* v - q 2^width, which is in range. */
static Z3_ast wrapped(struct integers *k, Z3_ast v, uint32_t width) {
    Z3_context c = z3_context();
    Z3_ast q = keep(k, Z3_mk_fresh_const(c, "wraps", Z3_mk_int_sort(c)));
    Z3_ast r = minus(k, v, times(k, power(k, width), q));
    VEC_PUSH(&k->sides, keep(k, Z3_mk_ge(c, r, number(k, 0))));
    VEC_PUSH(&k->sides, below(k, r, power(k, width)));
    return r;
}

static Z3_ast as_signed(struct integers *k, Z3_ast x, uint32_t width) {
    return choice(k, below(k, x, power(k, width - 1)), x, minus(k, x, power(k, width)));
}

/* ---- bit-vectors ---- */

static i128 signed_constant(term t) { return bits_signed(u128_of(term_value(t).lo, 0), term_width(t)); }

static Z3_ast sum(struct integers *k, term t) {
    Z3_ast v = get(k, term_arg(t, 0));
    k->sums = true;
    for (uint32_t i = 1; i < term_arity(t); i++) v = plus(k, v, get(k, term_arg(t, i)));
    return wrapped(k, v, term_width(t));
}

static Z3_ast multiple(struct integers *k, term t) {
    Z3_ast c = number(k, signed_constant(term_arg(t, 0)));
    return wrapped(k, times(k, c, get(k, term_arg(t, 1))), term_width(t));
}

/* x = above 2^(high + 1) + r 2^low + rest */
static Z3_ast part(struct integers *k, term t) {
    term x = term_arg(t, 0);
    uint32_t high = term_param(t, 0), low = term_param(t, 1), width = term_width(x);
    Z3_ast r = unknown(k, high - low + 1), all = times(k, power(k, low), r);
    if (high + 1 < width) all = plus(k, all, times(k, power(k, high + 1), unknown(k, width - high - 1)));
    if (low) all = plus(k, all, unknown(k, low));
    VEC_PUSH(&k->sides, keep(k, Z3_mk_eq(z3_context(), get(k, x), all)));
    return r;
}

static Z3_ast sign_extension(struct integers *k, term t) {
    Z3_ast x = get(k, term_arg(t, 0));
    uint32_t width = term_width(term_arg(t, 0));
    Z3_ast more = minus(k, power(k, term_width(t)), power(k, width));
    return choice(k, below(k, x, power(k, width - 1)), x, plus(k, x, more));
}

static bool is_word(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

static Z3_ast word(struct integers *k, term t) {
    if (term_is_const(t)) return number(k, (i128)term_value(t).lo);
    bool words = true;
    for (uint32_t i = 0; i < term_arity(t); i++)
        words = words && (is_word(term_arg(t, i)) || (term_op_of(t) == OP_ITE && i == 0));
    if (term_op_of(t) == OP_SELECT && k->reads.n < MAX_READS) VEC_PUSH(&k->reads, t);
    if (!words) return unknown(k, term_width(t));
    switch (term_op_of(t)) {
    case OP_BV_ADD: return sum(k, t);
    case OP_BV_NOT: return minus(k, minus(k, power(k, term_width(t)), number(k, 1)), get(k, term_arg(t, 0)));
    case OP_BV_MUL: return term_is_const(term_arg(t, 0)) ? multiple(k, t) : unknown(k, term_width(t));
    case OP_BV_ZEXT: return get(k, term_arg(t, 0));
    case OP_BV_SEXT: return sign_extension(k, t);
    case OP_BV_EXTRACT: return part(k, t);
    case OP_BV_CONCAT:
        return plus(k, times(k, power(k, term_width(term_arg(t, 1))), get(k, term_arg(t, 0))),
                    get(k, term_arg(t, 1)));
    case OP_ITE: return choice(k, get(k, term_arg(t, 0)), get(k, term_arg(t, 1)), get(k, term_arg(t, 2)));
    default: return unknown(k, term_width(t));
    }
}

/* ---- conditions ---- */

static Z3_ast any_condition(struct integers *k) {
    Z3_context c = z3_context();
    return keep(k, Z3_mk_fresh_const(c, "condition", Z3_mk_bool_sort(c)));
}

static Z3_ast ordered(struct integers *k, term t, bool strict, bool is_signed) {
    Z3_ast a = get(k, term_arg(t, 0)), b = get(k, term_arg(t, 1));
    uint32_t width = term_width(term_arg(t, 0));
    if (is_signed) a = as_signed(k, a, width), b = as_signed(k, b, width);
    return strict ? below(k, a, b) : keep(k, Z3_mk_le(z3_context(), a, b));
}

static Z3_ast connective(struct integers *k, term t) {
    VEC(Z3_ast) args = {0};
    for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(&args, get(k, term_arg(t, i)));
    Z3_context c = z3_context();
    Z3_ast a = term_op_of(t) == OP_AND ? Z3_mk_and(c, args.n, args.at) : Z3_mk_or(c, args.n, args.at);
    VEC_RELEASE(&args);
    return keep(k, a);
}

static Z3_ast condition(struct integers *k, term t) {
    Z3_context c = z3_context();
    bool words = term_arity(t) == 2 && is_word(term_arg(t, 0));
    bool bools = term_arity(t) > 0;
    for (uint32_t i = 0; i < term_arity(t); i++) bools = bools && term_sort(term_arg(t, i)) == sort_bool();
    switch (term_op_of(t)) {
    case OP_TRUE: return keep(k, Z3_mk_true(c));
    case OP_FALSE: return keep(k, Z3_mk_false(c));
    case OP_NOT: return keep(k, Z3_mk_not(c, get(k, term_arg(t, 0))));
    case OP_AND:
    case OP_OR: return connective(k, t);
    case OP_EQ:
        if (!words && !bools) return any_condition(k);
        return keep(k, Z3_mk_eq(c, get(k, term_arg(t, 0)), get(k, term_arg(t, 1))));
    case OP_ITE:
        return bools ? choice(k, get(k, term_arg(t, 0)), get(k, term_arg(t, 1)), get(k, term_arg(t, 2)))
                     : any_condition(k);
    case OP_BV_ULE: return words ? ordered(k, t, false, false) : any_condition(k);
    case OP_BV_ULT: return words ? ordered(k, t, true, false) : any_condition(k);
    case OP_BV_SLE: return words ? ordered(k, t, false, true) : any_condition(k);
    case OP_BV_SLT: return words ? ordered(k, t, true, true) : any_condition(k);
    default: return any_condition(k);
    }
}

Z3_ast integers_term(struct integers *k, term t) {
    term_vec parts = {0};
    assert(term_sort(t) == sort_bool());
    term_subterms(t, &parts); /* arguments first */
    for (uint32_t i = 0; i < parts.n; i++) {
        term u = parts.at[i];
        if (int_map_get(&k->done, u)) continue;
        bool is_bool = term_sort(u) == sort_bool();
        if (!is_bool && !is_word(u)) continue; /* nobody asks for it */
        Z3_ast a = is_bool ? condition(k, u) : word(k, u);
        *int_map_put(&k->done, u, NULL) = (uint64_t)(uintptr_t)a;
    }
    VEC_RELEASE(&parts);
    return get(k, t);
}

void integers_finish(struct integers *k) {
    Z3_context c = z3_context();
    for (uint32_t i = 0; i < k->reads.n; i++)
        for (uint32_t j = 0; j < i; j++) {
            term a = k->reads.at[i], b = k->reads.at[j];
            if (term_arg(a, 0) != term_arg(b, 0) || !is_word(term_arg(a, 1))) continue;
            Z3_ast there = keep(k, Z3_mk_eq(c, get(k, term_arg(a, 1)), get(k, term_arg(b, 1))));
            Z3_ast same = keep(k, Z3_mk_eq(c, get(k, a), get(k, b)));
            VEC_PUSH(&k->sides, keep(k, Z3_mk_implies(c, there, same)));
        }
}

void integers_release(struct integers *k) {
    for (uint32_t i = 0; i < k->kept.n; i++) Z3_dec_ref(z3_context(), k->kept.at[i]);
    VEC_RELEASE(&k->kept);
    VEC_RELEASE(&k->sides);
    VEC_RELEASE(&k->reads);
    int_map_release(&k->done);
}
