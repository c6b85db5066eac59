/* Slices: concatenation, extraction, extensions. Their recursion is bounded by the width, since
 * each step into a part makes it narrower, except where extraction goes through arithmetic: there
 * the operands are examined first, and only a few nodes deep (NARROW_FUEL). */
#include "term/internal.h"

#include <assert.h>

enum { NARROW_FUEL = 16 };

struct extension {
    bool sign;
    uint32_t width;
};

static term extend_leaf(term leaf, const void *context) {
    const struct extension *e = context;
    return e->sign ? term_sext(leaf, e->width) : term_zext(leaf, e->width);
}

static term extend_raw(enum term_op op, term a, uint32_t width) {
    return term_make(op, sort_bv(width), &a, 1, width - width_of(a), 0);
}

term term_zext(term a, uint32_t width) {
    assert(width >= width_of(a) && width <= BV_MAX_WIDTH);
    uint32_t w = width_of(a);
    assert(sort_kind_of(term_sort(a)) == SORT_BV && width >= w);
    if (width == w) return a;
    if (is_const(a)) return bv_const(width, const_bits(a));
    if (is_op(a, OP_BV_ZEXT)) return term_zext(arg(a, 0), width);
    term r = ite_map_leaves(a, extend_leaf, &(struct extension){false, width});
    return r ? r : extend_raw(OP_BV_ZEXT, a, width);
}

term term_sext(term a, uint32_t width) {
    assert(width >= width_of(a) && width <= BV_MAX_WIDTH);
    uint32_t w = width_of(a);
    assert(sort_kind_of(term_sort(a)) == SORT_BV && width >= w);
    if (width == w) return a;
    if (is_const(a)) return bv_const(width, (u128)bits_signed(const_bits(a), w));
    if (is_op(a, OP_BV_ZEXT)) return term_zext(arg(a, 0), width);
    if (is_op(a, OP_BV_SEXT)) return term_sext(arg(a, 0), width);
    term r = ite_map_leaves(a, extend_leaf, &(struct extension){true, width});
    return r ? r : extend_raw(OP_BV_SEXT, a, width);
}

/* ---- concatenation ---- */

/* Neighbouring slices of one term are one slice. */
static term join_slices(term high, term low) {
    if (!is_op(high, OP_BV_EXTRACT) || !is_op(low, OP_BV_EXTRACT) || arg(high, 0) != arg(low, 0))
        return TERM_NONE;
    if (term_param(high, 1) != term_param(low, 0) + 1) return TERM_NONE;
    return term_extract(arg(high, 0), term_param(high, 0), term_param(low, 1));
}

term term_concat(term high, term low) {
    assert(width_of(high) + width_of(low) <= BV_MAX_WIDTH);
    uint32_t h = width_of(high), l = width_of(low);
    if (h + l > BV_MAX_WIDTH) fail_internal("concatenation of %u and %u bits", h, l);
    if (is_const(high) && is_const(low))
        return bv_const(h + l, const_bits(high) << (l % 128) | const_bits(low));
    if (is_const(high) && const_bits(high) == 0) return term_zext(low, h + l);
    if (is_op(high, OP_BV_ZEXT)) return term_zext(term_concat(arg(high, 0), low), h + l);
    if (is_op(high, OP_BV_CONCAT)) return term_concat(arg(high, 0), term_concat(arg(high, 1), low));
    term joined = join_slices(high, low);
    if (joined) return joined;
    if (is_op(low, OP_BV_CONCAT)) {
        term next = arg(low, 0);
        joined = is_const(high) && is_const(next) ? term_concat(high, next) : join_slices(high, next);
        if (joined) return term_concat(joined, arg(low, 1));
    }
    return make2(OP_BV_CONCAT, sort_bv(h + l), high, low);
}

/* ---- extraction ---- */

struct slice {
    uint32_t high, low;
};

static term extract_leaf(term leaf, const void *context) {
    const struct slice *s = context;
    return term_extract(leaf, s->high, s->low);
}

static term extract_raw(term a, uint32_t high, uint32_t low) {
    assert(high >= low && high < width_of(a));
    return term_make(OP_BV_EXTRACT, sort_bv(high - low + 1), &a, 1, high, low);
}

static term extract_extension(term a, uint32_t high, uint32_t low) {
    assert(high >= low && high < width_of(a));
    term x = arg(a, 0);
    uint32_t n = width_of(x), w = high - low + 1;
    if (high < n) return term_extract(x, high, low);
    if (is_op(a, OP_BV_ZEXT)) return low >= n ? bv_const(w, 0) : term_zext(term_extract(x, n - 1, low), w);
    return term_sext(term_extract(x, n - 1, low < n ? low : n - 1), w);
}

static term extract_concat(term a, uint32_t high, uint32_t low) {
    assert(high >= low && high < width_of(a));
    uint32_t n = width_of(arg(a, 1));
    if (high < n) return term_extract(arg(a, 1), high, low);
    if (low >= n) return term_extract(arg(a, 0), high - n, low - n);
    return term_concat(term_extract(arg(a, 0), high - n, 0), term_extract(arg(a, 1), n - 1, low));
}

/* A slice of x * 2^k. */
static term extract_shifted(term a, uint32_t high, uint32_t low) {
    if (!is_scaled(a) || !bits_power_of_two(const_bits(arg(a, 0)))) return TERM_NONE;
    uint32_t k = bits_trailing_zeros(const_bits(arg(a, 0)));
    term x = arg(a, 1);
    if (low >= k) return term_extract(x, high - k, low - k);
    if (high < k) return bv_const(high - low + 1, 0);
    return low ? term_concat(term_extract(x, high - k, 0), bv_const(k - low, 0)) : TERM_NONE;
}

static bool is_bitwise(enum term_op op) { return op >= OP_BV_AND && op <= OP_BV_NOT; }
static bool is_arithmetic(enum term_op op) { return op == OP_BV_ADD || op == OP_BV_MUL; }

/* Would the slice disappear in, or at least reach, the leaves of t? Breadth first, with little
 * fuel. */
static bool narrowable(term t, bool low_bits) {
    term queue[NARROW_FUEL];
    uint32_t n = 0;
    queue[n++] = t;
    for (uint32_t i = 0; i < n; i++) {
        term u = queue[i];
        enum term_op op = op_of(u);
        if (op == OP_CONST || op == OP_VAR || op == OP_SELECT || (op >= OP_BV_CONCAT && op <= OP_BV_SEXT))
            continue;
        bool through = is_bitwise(op) || op == OP_ITE || (low_bits && is_arithmetic(op));
        if (!through || n + node_of(u)->arity > NARROW_FUEL) return false;
        for (uint32_t k = op == OP_ITE; k < node_of(u)->arity; k++) queue[n++] = arg(u, k);
    }
    return true;
}

static term extract_through(term a, uint32_t high, uint32_t low) {
    enum term_op op = op_of(a);
    if (op == OP_BV_NOT) return term_bv_not(term_extract(arg(a, 0), high, low));
    if (!is_bitwise(op) && !is_arithmetic(op) && op != OP_ITE) return TERM_NONE;
    if (is_arithmetic(op) && low) return TERM_NONE;
    if (!narrowable(a, low == 0)) return TERM_NONE;
    term args[NARROW_FUEL];
    uint32_t n = node_of(a)->arity;
    for (uint32_t i = 0; i < n; i++)
        args[i] = op == OP_ITE && !i ? arg(a, 0) : term_extract(arg(a, i), high, low);
    return term_build(op, sort_bv(high - low + 1), args, n, 0, 0);
}

term term_extract(term a, uint32_t high, uint32_t low) {
    assert(sort_kind_of(term_sort(a)) == SORT_BV && low <= high && high < width_of(a));
    if (low == 0 && high == width_of(a) - 1) return a;
    if (is_const(a)) return bv_const(high - low + 1, const_bits(a) >> low);
    switch (op_of(a)) {
    case OP_BV_EXTRACT: return term_extract(arg(a, 0), high + term_param(a, 1), low + term_param(a, 1));
    case OP_BV_ZEXT:
    case OP_BV_SEXT: return extract_extension(a, high, low);
    case OP_BV_CONCAT: return extract_concat(a, high, low);
    default: break;
    }
    term r = ite_map_leaves(a, extract_leaf, &(struct slice){high, low});
    if (!r) r = extract_shifted(a, high, low);
    if (!r) r = extract_through(a, high, low);
    return r ? r : extract_raw(a, high, low);
}
