/* Bit-vector operators other than sums, slices and relations. Shifts by constants, masks of low
 * bits, and divisions by powers of two become slices (bv_slice.c) or scalings (bv_linear.c). */
#include "term/internal.h"

static bool is_bits(term t, u128 bits) { return is_const(t) && const_bits(t) == bits; }
static bool is_ones(term t) { return is_bits(t, bits_mask(width_of(t))); }

static void check_pair(term a, term b) {
    assert(term_sort(a) == term_sort(b) && sort_kind_of(term_sort(a)) == SORT_BV);
    (void)a, (void)b;
}

struct with_const {
    enum term_op op;
    term other;
    bool left; /* the constant is the left operand */
};

static term binary(enum term_op op, term a, term b) {
    return term_build(op, term_sort(a), (term[]){a, b}, 2, 0, 0);
}

static term with_const_leaf(term leaf, const void *context) {
    const struct with_const *w = context;
    return w->left ? binary(w->op, w->other, leaf) : binary(w->op, leaf, w->other);
}

/* op(ite(..constants..), constant) moves into the leaves. */
static term lift(enum term_op op, term a, term b) {
    if (is_const(b)) return ite_map_leaves(a, with_const_leaf, &(struct with_const){op, b, false});
    if (is_const(a)) return ite_map_leaves(b, with_const_leaf, &(struct with_const){op, a, true});
    return TERM_NONE;
}

static term finish(enum term_op op, term a, term b) {
    term r = lift(op, a, b);
    return r ? r : make2(op, term_sort(a), a, b);
}

static term finish_sorted(enum term_op op, term a, term b) {
    bool swap = is_const(b) || (!is_const(a) && a > b);
    return swap ? finish(op, b, a) : finish(op, a, b);
}

/* ---- multiplication and division ---- */

/* A factor as constant + scale * t, where that is all it is: multiplying out such factors makes one
 * product. */
struct factor {
    term t;
    u128 scale, constant;
};

static struct factor factor_of(term t) {
    struct factor f = {t, 1, 0};
    if (is_op(t, OP_BV_NOT)) /* ~x = -1 - x */
        f = (struct factor){arg(t, 0), bits_mask(width_of(t)), bits_mask(width_of(t))};
    else if (is_op(t, OP_BV_ADD) && node_of(t)->arity == 2 && is_const(arg(t, 0))) {
        f.constant = const_bits(arg(t, 0));
        f.t = arg(t, 1);
    }
    if (is_scaled(f.t)) {
        f.scale *= const_bits(arg(f.t, 0));
        f.t = arg(f.t, 1);
    }
    return f;
}

/* (c + p*x) * (d + q*y) = pq*xy + pd*x + cq*y + cd: a normal form of polynomials as far as factors
 * have one variable. */
term term_bv_mul(term a, term b) {
    check_pair(a, b);
    if (is_const(b)) {
        term t = a;
        a = b, b = t;
    }
    if (is_const(a)) return term_scale(a, b);
    struct factor x = factor_of(a), y = factor_of(b);
    term product =
        x.t < y.t ? make2(OP_BV_MUL, term_sort(a), x.t, y.t) : make2(OP_BV_MUL, term_sort(a), y.t, x.t);
    struct linear l;
    linear_init(&l, term_sort(a));
    linear_add(&l, product, bits_cut(x.scale * y.scale, l.width));
    linear_add(&l, x.t, bits_cut(x.scale * y.constant, l.width));
    linear_add(&l, y.t, bits_cut(x.constant * y.scale, l.width));
    l.constant = bits_cut(l.constant + x.constant * y.constant, l.width);
    term r = linear_term(&l);
    linear_release(&l);
    return r;
}

term term_bv_udiv(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_UDIV, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) {
        u128 d = const_bits(b);
        if (d == 0) return bv_const(w, bits_mask(w));
        if (bits_power_of_two(d)) return term_bv_lshr(a, bv_const(w, bits_trailing_zeros(d)));
    }
    return finish(OP_BV_UDIV, a, b);
}

term term_bv_urem(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_UREM, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) {
        u128 d = const_bits(b);
        if (d == 0) return a;
        if (bits_power_of_two(d)) return term_bv_and(bv_const(w, d - 1), a);
    }
    if (a == b || is_bits(a, 0)) return bv_const(w, 0);
    return finish(OP_BV_UREM, a, b);
}

static bool known_nonnegative(term t) {
    if (is_const(t)) return !bits_sign(const_bits(t), width_of(t));
    if (is_op(t, OP_BV_ZEXT)) return true;
    return is_op(t, OP_BV_AND) && is_const(arg(t, 0)) && known_nonnegative(arg(t, 0));
}

term term_bv_sdiv(term a, term b) {
    check_pair(a, b);
    term r = fold2(OP_BV_SDIV, term_sort(a), a, b);
    if (r) return r;
    if (is_bits(b, 1)) return a;
    if (is_ones(b)) return term_bv_neg(a);
    if (is_bits(b, 0))
        return term_ite(term_slt(a, b), bv_const(width_of(a), 1),
                        bv_const(width_of(a), bits_mask(width_of(a))));
    if (known_nonnegative(a) && known_nonnegative(b)) return term_bv_udiv(a, b);
    return finish(OP_BV_SDIV, a, b);
}

term term_bv_srem(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_SREM, term_sort(a), a, b);
    if (r) return r;
    if (is_bits(b, 0)) return a;
    if (is_bits(b, 1) || is_ones(b) || a == b || is_bits(a, 0)) return bv_const(w, 0);
    if (known_nonnegative(a) && known_nonnegative(b)) return term_bv_urem(a, b);
    /* The sign of the divisor does not matter; the smallest number is its own negative. */
    if (is_const(b) && bits_sign(const_bits(b), w) && const_bits(b) != (u128)1 << (w - 1))
        return term_bv_srem(a, term_bv_neg(b));
    return finish(OP_BV_SREM, a, b);
}

/* ---- bitwise ---- */

term term_bv_not(term a) {
    assert(sort_kind_of(term_sort(a)) == SORT_BV);
    return term_bv_sub(bv_const(width_of(a), bits_mask(width_of(a))), a);
}

static bool complements(term a, term b) {
    return (is_op(a, OP_BV_NOT) && arg(a, 0) == b) || (is_op(b, OP_BV_NOT) && arg(b, 0) == a);
}

/* a & mask with a constant that is not trivial: low bits become a slice, and constants are
 * merged. */
static term and_mask(term mask, term a) {
    uint32_t w = width_of(a);
    u128 m = const_bits(mask);
    if (m == 0) return mask;
    if (m == bits_mask(w)) return a;
    if (bits_power_of_two(m + 1)) return term_zext(term_extract(a, bits_length(m) - 1, 0), w);
    if (is_op(a, OP_BV_AND) && is_const(arg(a, 0)))
        return term_bv_and(bv_const(w, m & const_bits(arg(a, 0))), arg(a, 1));
    if (is_op(a, OP_BV_ZEXT) || is_op(a, OP_BV_CONCAT)) {
        uint32_t low = width_of(arg(a, is_op(a, OP_BV_CONCAT)));
        term part = term_bv_and(bv_const(low, m), term_extract(a, low - 1, 0));
        if (is_op(a, OP_BV_ZEXT)) return term_zext(part, w);
        return term_concat(term_bv_and(bv_const(w - low, m >> low), arg(a, 0)), part);
    }
    return finish(OP_BV_AND, mask, a);
}

term term_bv_and(term a, term b) {
    check_pair(a, b);
    term r = fold2(OP_BV_AND, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) return and_mask(b, a);
    if (is_const(a)) return and_mask(a, b);
    if (a == b) return a;
    if (complements(a, b)) return bv_const(width_of(a), 0);
    if (is_op(a, OP_BV_AND) && (arg(a, 0) == b || arg(a, 1) == b)) return a;
    if (is_op(b, OP_BV_AND) && (arg(b, 0) == a || arg(b, 1) == a)) return b;
    return finish_sorted(OP_BV_AND, a, b);
}

static term or_const(term c, term a) {
    uint32_t w = width_of(a);
    u128 m = const_bits(c);
    if (m == 0) return a;
    if (m == bits_mask(w)) return c;
    if (is_op(a, OP_BV_OR) && is_const(arg(a, 0)))
        return term_bv_or(bv_const(w, m | const_bits(arg(a, 0))), arg(a, 1));
    if (is_op(a, OP_BV_ZEXT) || is_op(a, OP_BV_CONCAT)) {
        uint32_t low = width_of(arg(a, is_op(a, OP_BV_CONCAT)));
        term high = is_op(a, OP_BV_ZEXT) ? bv_const(w - low, 0) : arg(a, 0);
        return term_concat(term_bv_or(bv_const(w - low, m >> low), high),
                           term_bv_or(bv_const(low, m), term_extract(a, low - 1, 0)));
    }
    return finish(OP_BV_OR, c, a);
}

/* x | y where the bits of one that can be 1 lie below a scaling by a power of two of the other is a
 * concatenation: this is how C puts bytes together. */
static term or_disjoint(term a, term b) {
    if (!is_op(a, OP_BV_MUL) || !is_op(b, OP_BV_ZEXT) || !is_const(arg(a, 0))) return TERM_NONE;
    u128 c = const_bits(arg(a, 0));
    uint32_t w = width_of(a), low = width_of(arg(b, 0));
    if (!bits_power_of_two(c) || bits_trailing_zeros(c) < low) return TERM_NONE;
    return term_concat(term_extract(a, w - 1, low), arg(b, 0));
}

term term_bv_or(term a, term b) {
    check_pair(a, b);
    term r = fold2(OP_BV_OR, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) return or_const(b, a);
    if (is_const(a)) return or_const(a, b);
    if (a == b) return a;
    if (complements(a, b)) return bv_const(width_of(a), bits_mask(width_of(a)));
    if (is_op(a, OP_BV_OR) && (arg(a, 0) == b || arg(a, 1) == b)) return a;
    if (is_op(b, OP_BV_OR) && (arg(b, 0) == a || arg(b, 1) == a)) return b;
    r = or_disjoint(a, b);
    if (!r) r = or_disjoint(b, a);
    return r ? r : finish_sorted(OP_BV_OR, a, b);
}

static term xor_const(term c, term a) {
    uint32_t w = width_of(a);
    if (const_bits(c) == 0) return a;
    if (is_ones(c)) return term_bv_not(a);
    if (is_op(a, OP_BV_XOR) && is_const(arg(a, 0)))
        return term_bv_xor(bv_const(w, const_bits(c) ^ const_bits(arg(a, 0))), arg(a, 1));
    if (is_op(a, OP_BV_NOT)) return term_bv_xor(bv_const(w, ~const_bits(c)), arg(a, 0));
    return finish(OP_BV_XOR, c, a);
}

term term_bv_xor(term a, term b) {
    check_pair(a, b);
    term r = fold2(OP_BV_XOR, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) return xor_const(b, a);
    if (is_const(a)) return xor_const(a, b);
    if (a == b) return bv_const(width_of(a), 0);
    if (complements(a, b)) return bv_const(width_of(a), bits_mask(width_of(a)));
    if (is_op(a, OP_BV_NOT)) return term_bv_not(term_bv_xor(arg(a, 0), b));
    if (is_op(b, OP_BV_NOT)) return term_bv_not(term_bv_xor(a, arg(b, 0)));
    /* x ^ (x ^ y) = y */
    for (int turn = 0; turn < 2; turn++) {
        if (is_op(a, OP_BV_XOR) && arg(a, 0) == b) return arg(a, 1);
        if (is_op(a, OP_BV_XOR) && arg(a, 1) == b) return arg(a, 0);
        term t = a;
        a = b, b = t;
    }
    return finish_sorted(OP_BV_XOR, a, b);
}

/* ---- shifts ---- */

term term_bv_shl(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_SHL, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b))
        return const_bits(b) >= w ? bv_const(w, 0) : term_bv_mul(bv_const(w, (u128)1 << const_bits(b)), a);
    if (is_bits(a, 0)) return a;
    return finish(OP_BV_SHL, a, b);
}

term term_bv_lshr(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_LSHR, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) {
        if (const_bits(b) >= w) return bv_const(w, 0);
        return term_zext(term_extract(a, w - 1, (uint32_t)const_bits(b)), w);
    }
    if (is_bits(a, 0)) return a;
    return finish(OP_BV_LSHR, a, b);
}

term term_bv_ashr(term a, term b) {
    check_pair(a, b);
    uint32_t w = width_of(a);
    term r = fold2(OP_BV_ASHR, term_sort(a), a, b);
    if (r) return r;
    if (is_const(b)) {
        uint32_t by = const_bits(b) >= w ? w - 1 : (uint32_t)const_bits(b);
        return term_sext(term_extract(a, w - 1, by), w);
    }
    if (is_bits(a, 0) || is_ones(a)) return a;
    if (is_op(a, OP_BV_ZEXT)) return term_bv_lshr(a, b);
    return finish(OP_BV_ASHR, a, b);
}
