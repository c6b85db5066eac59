/* IEEE 754 arithmetic in software, exact for every format up to 15 exponent and 113 significand
 * bits.
 *
 * The host's float types would do for three formats, at the price of the host's rounding state and
 * of double rounding; one implementation for all formats is shorter than the special cases. A
 * finite number is m * 2^e with an integer m. Each operation computes its exact result, or enough
 * of its bits and whether anything non-zero follows them (sticky), in 256 bits; round_pack rounds
 * once, to nearest even.
 *
 * SMT-LIB leaves three things open, which op_apply_float reports as not determined: conversion to a
 * bit-vector out of range (evaluated as 0), and min and max of zeros of different sign (the second
 * one). */
#include "term/internal.h"

struct float_layout {
    uint32_t exponent, precision; /* precision counts the hidden bit */
};

enum float_class { FLOAT_ZERO, FLOAT_FINITE, FLOAT_INF, FLOAT_NAN };

struct float_number {
    enum float_class class;
    bool negative;
    int32_t e;
    u128 m; /* below 2^precision; normal numbers have exactly `precision` bits */
};

struct wide {
    u128 high, low;
};

/* ---- 256 bits ---- */

static uint32_t wide_length(struct wide x) { return x.high ? 128 + bits_length(x.high) : bits_length(x.low); }

static struct wide wide_left(struct wide x, uint32_t by) {
    if (by == 0) return x;
    if (by >= 256) return (struct wide){0, 0};
    if (by >= 128) return (struct wide){x.low << (by - 128), 0};
    return (struct wide){x.high << by | x.low >> (128 - by), x.low << by};
}

/* Shifts right; sets *sticky if a bit is lost. */
static struct wide wide_right(struct wide x, uint32_t by, bool *sticky) {
    if (by == 0) return x;
    if (by >= 256) {
        *sticky |= x.high || x.low;
        return (struct wide){0, 0};
    }
    if (by >= 128) {
        *sticky |= x.low || bits_cut(x.high, by - 128);
        return (struct wide){0, x.high >> (by - 128)};
    }
    *sticky |= bits_cut(x.low, by) != 0;
    return (struct wide){x.high >> by, x.low >> by | x.high << (128 - by)};
}

static bool wide_less(struct wide a, struct wide b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

static struct wide wide_add(struct wide a, struct wide b) {
    u128 low = a.low + b.low;
    return (struct wide){a.high + b.high + (low < a.low), low};
}

static struct wide wide_sub(struct wide a, struct wide b) {
    return (struct wide){a.high - b.high - (a.low < b.low), a.low - b.low};
}

/* ---- packing ---- */

static int32_t bias(struct float_layout f) { return (int32_t)(((uint32_t)1 << (f.exponent - 1)) - 1); }
/* The exponent of the last bit of the smallest numbers. */
static int32_t least_exponent(struct float_layout f) { return 2 - bias(f) - (int32_t)f.precision; }

static struct float_number unpack(struct float_layout f, u128 x) {
    uint32_t fraction = f.precision - 1;
    u128 e = bits_cut(x >> fraction, f.exponent), m = bits_cut(x, fraction);
    struct float_number r = {FLOAT_FINITE, x >> (fraction + f.exponent) & 1, least_exponent(f), m};
    if (e == bits_mask(f.exponent)) r.class = m ? FLOAT_NAN : FLOAT_INF;
    else if (e) r.m |= (u128)1 << fraction, r.e += (int32_t)e - 1;
    else if (!m) r.class = FLOAT_ZERO;
    return r;
}

static u128 pack(struct float_layout f, bool negative, u128 exponent, u128 fraction) {
    return ((u128)negative << f.exponent | exponent) << (f.precision - 1) | fraction;
}

static u128 pack_nan(struct float_layout f) {
    return pack(f, false, bits_mask(f.exponent), (u128)1 << (f.precision - 2));
}
static u128 pack_inf(struct float_layout f, bool negative) {
    return pack(f, negative, bits_mask(f.exponent), 0);
}
static u128 pack_zero(struct float_layout f, bool negative) { return pack(f, negative, 0, 0); }

/* The number nearest to (m + something below 1 if sticky) * 2^e; ties go to the even one. */
static u128 round_pack(struct float_layout f, bool negative, struct wide m, int32_t e, bool sticky) {
    int32_t top = e + (int32_t)wide_length(m) - 1, last = top - (int32_t)f.precision + 1;
    if (last < least_exponent(f)) last = least_exponent(f);
    u128 kept;
    if (last <= e) {
        assert(!sticky);
        kept = wide_left(m, (uint32_t)(e - last)).low;
    } else {
        uint32_t by = (uint32_t)(last - e);
        struct wide above = wide_right(m, by - 1, &sticky);
        bool half = above.low & 1;
        bool lost = false;
        kept = wide_right(above, 1, &lost).low;
        if (half && (sticky || kept & 1)) kept++;
    }
    if (kept >> f.precision) kept >>= 1, last++;
    if (!(kept >> (f.precision - 1))) return pack(f, negative, 0, kept);
    int32_t biased = last + (int32_t)f.precision - 1 + bias(f);
    if (biased >= (int32_t)bits_mask(f.exponent)) return pack_inf(f, negative);
    return pack(f, negative, (u128)biased, bits_cut(kept, f.precision - 1));
}

static u128 repack(struct float_layout f, struct float_number x) {
    switch (x.class) {
    case FLOAT_NAN: return pack_nan(f);
    case FLOAT_INF: return pack_inf(f, x.negative);
    case FLOAT_ZERO: return pack_zero(f, x.negative);
    default: return round_pack(f, x.negative, (struct wide){0, x.m}, x.e, false);
    }
}

/* ---- arithmetic on finite numbers that are not zero ---- */

struct exact {
    bool negative;
    int32_t e;
    struct wide m;
};

static int32_t exact_top(struct exact x) { return x.e + (int32_t)wide_length(x.m); }

/* The one that reaches higher is shifted up to 254 bits. If the other then loses bits, the two are
 * so far apart that no more than one leading bit cancels. */
static u128 add_exact(struct float_layout f, struct exact a, struct exact b) {
    if (exact_top(a) < exact_top(b)) {
        struct exact t = a;
        a = b, b = t;
    }
    uint32_t up = 254 - wide_length(a.m);
    a.m = wide_left(a.m, up);
    a.e -= (int32_t)up;
    bool sticky = false;
    if (b.e >= a.e) b.m = wide_left(b.m, (uint32_t)(b.e - a.e));
    else b.m = wide_right(b.m, (uint32_t)(a.e - b.e), &sticky);
    if (a.negative == b.negative) return round_pack(f, a.negative, wide_add(a.m, b.m), a.e, sticky);
    bool swap = wide_less(a.m, b.m);
    assert(!swap || !sticky);
    struct wide d = swap ? wide_sub(b.m, a.m) : wide_sub(a.m, b.m);
    if (sticky) d = wide_sub(d, (struct wide){0, 1}); /* b is a little more than b.m */
    if (!d.high && !d.low) return pack_zero(f, false);
    return round_pack(f, swap ? b.negative : a.negative, d, a.e, sticky);
}

static struct exact exact_of(struct float_number x) { return (struct exact){x.negative, x.e, {0, x.m}}; }

static struct exact product(struct float_number a, struct float_number b) {
    struct exact r = {a.negative != b.negative, a.e + b.e, {0, 0}};
    u128_mul_wide(a.m, b.m, &r.m.high, &r.m.low);
    return r;
}

static struct float_number normalized(struct float_layout f, struct float_number x) {
    uint32_t up = f.precision - bits_length(x.m);
    x.m <<= up;
    x.e -= (int32_t)up;
    return x;
}

static u128 divide(struct float_layout f, struct float_number a, struct float_number b) {
    a = normalized(f, a), b = normalized(f, b);
    uint32_t n = f.precision + 3;
    u128 q = 0, r = a.m;
    for (uint32_t i = 0; i < n; i++) {
        q <<= 1;
        if (r >= b.m) r -= b.m, q |= 1;
        r <<= 1;
    }
    return round_pack(f, a.negative != b.negative, (struct wide){0, q}, a.e - b.e - (int32_t)n + 1, r != 0);
}

/* Digit by digit: two bits of the radicand give one bit of the root. */
static u128 square_root(struct float_layout f, struct float_number a) {
    a = normalized(f, a);
    if (a.e % 2) a.m <<= 1, a.e--;
    uint32_t pairs = f.precision + 2, k = pairs - (bits_length(a.m) + 1) / 2;
    struct wide x = wide_left((struct wide){0, a.m}, 2 * k);
    u128 root = 0, rest = 0;
    for (uint32_t i = pairs; i--;) {
        bool lost = false;
        rest = rest << 2 | (wide_right(x, 2 * i, &lost).low & 3);
        u128 trial = root << 2 | 1;
        root <<= 1;
        if (rest >= trial) rest -= trial, root |= 1;
    }
    return round_pack(f, false, (struct wide){0, root}, a.e / 2 - (int32_t)k, rest != 0);
}

/* x - n*y, n the integer nearest to x/y, ties to even. */
static u128 remainder_of(struct float_layout f, struct float_number x, struct float_number y) {
    if (y.e > x.e + 1) return repack(f, x); /* y is normal here, so |x| < |y|/2 */
    if (y.e == x.e + 1) y.m <<= 1, y.e--;
    bool odd = x.m / y.m & 1;
    u128 r = x.m % y.m;
    for (int32_t i = y.e; i < x.e; i++) {
        r <<= 1;
        odd = r >= y.m;
        if (odd) r -= y.m;
    }
    bool up = 2 * r > y.m || (2 * r == y.m && odd);
    if (up) r = y.m - r;
    if (!r) return pack_zero(f, x.negative);
    return round_pack(f, x.negative != up, (struct wide){0, r}, y.e, false);
}

static u128 round_to_integral(struct float_layout f, struct float_number x) {
    if (x.e >= 0) return repack(f, x);
    uint32_t by = (uint32_t)-x.e;
    bool sticky = false;
    struct wide above = wide_right((struct wide){0, x.m}, by - 1, &sticky);
    u128 n = above.low >> 1;
    if (above.low & 1 && (sticky || n & 1)) n++;
    return n ? round_pack(f, x.negative, (struct wide){0, n}, 0, false) : pack_zero(f, x.negative);
}

/* ---- all classes ---- */

static u128 add(struct float_layout f, struct float_number a, struct float_number b) {
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN) return pack_nan(f);
    if (a.class == FLOAT_INF)
        return b.class == FLOAT_INF && a.negative != b.negative ? pack_nan(f) : repack(f, a);
    if (b.class == FLOAT_INF) return repack(f, b);
    if (a.class == FLOAT_ZERO && b.class == FLOAT_ZERO) return pack_zero(f, a.negative && b.negative);
    if (a.class == FLOAT_ZERO) return repack(f, b);
    if (b.class == FLOAT_ZERO) return repack(f, a);
    return add_exact(f, exact_of(a), exact_of(b));
}

static u128 mul(struct float_layout f, struct float_number a, struct float_number b) {
    bool negative = a.negative != b.negative;
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN) return pack_nan(f);
    if (a.class == FLOAT_INF || b.class == FLOAT_INF)
        return a.class == FLOAT_ZERO || b.class == FLOAT_ZERO ? pack_nan(f) : pack_inf(f, negative);
    if (a.class == FLOAT_ZERO || b.class == FLOAT_ZERO) return pack_zero(f, negative);
    struct exact p = product(a, b);
    return round_pack(f, negative, p.m, p.e, false);
}

static u128 division(struct float_layout f, struct float_number a, struct float_number b) {
    bool negative = a.negative != b.negative;
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN) return pack_nan(f);
    if (a.class == b.class && a.class != FLOAT_FINITE) return pack_nan(f); /* 0/0, inf/inf */
    if (a.class == FLOAT_INF || b.class == FLOAT_ZERO) return pack_inf(f, negative);
    if (a.class == FLOAT_ZERO || b.class == FLOAT_INF) return pack_zero(f, negative);
    return divide(f, a, b);
}

static u128 fma_of(struct float_layout f, struct float_number a, struct float_number b,
                   struct float_number c) {
    bool negative = a.negative != b.negative;
    bool special = a.class != FLOAT_FINITE || b.class != FLOAT_FINITE;
    if (special) return add(f, unpack(f, mul(f, a, b)), c);
    if (c.class == FLOAT_NAN || c.class == FLOAT_INF) return repack(f, c);
    struct exact p = product(a, b);
    if (c.class == FLOAT_ZERO) return round_pack(f, negative, p.m, p.e, false);
    return add_exact(f, p, exact_of(c));
}

static u128 rem(struct float_layout f, struct float_number a, struct float_number b) {
    if (a.class == FLOAT_NAN || b.class == FLOAT_NAN || a.class == FLOAT_INF || b.class == FLOAT_ZERO)
        return pack_nan(f);
    if (a.class == FLOAT_ZERO || b.class == FLOAT_INF) return repack(f, a);
    return remainder_of(f, a, b);
}

static u128 sqrt_of(struct float_layout f, struct float_number a) {
    if (a.class == FLOAT_NAN || (a.negative && a.class != FLOAT_ZERO)) return pack_nan(f);
    return a.class == FLOAT_FINITE ? square_root(f, a) : repack(f, a);
}

/* -1, 0, 1 as a is below, at or above b; neither is NaN. Patterns are ordered like the numbers. */
static int order(struct float_layout f, u128 x, u128 y) {
    u128 sign = (u128)1 << (f.exponent + f.precision - 1);
    i128 a = (i128)(x & ~sign), b = (i128)(y & ~sign);
    if (x & sign) a = -a;
    if (y & sign) b = -b;
    return a < b ? -1 : a > b;
}

/* ---- conversions ---- */

static u128 from_integer(struct float_layout f, bool negative, u128 magnitude) {
    return magnitude ? round_pack(f, negative, (struct wide){0, magnitude}, 0, false) : pack_zero(f, false);
}

/* Rounds towards zero; false if the result does not fit. */
static bool to_integer(struct float_number x, bool is_signed, uint32_t width, u128 *r) {
    u128 m = 0;
    *r = 0;
    if (x.class == FLOAT_NAN || x.class == FLOAT_INF) return false;
    if (x.class == FLOAT_FINITE) {
        if (x.e > 0 && x.e + (int32_t)bits_length(x.m) > 128) return false;
        m = x.e >= 0 ? x.m << x.e : x.e > -128 ? x.m >> -x.e : 0;
    }
    u128 limit = is_signed ? bits_mask(width - 1) + x.negative : x.negative ? 0 : bits_mask(width);
    if (m > limit) return false;
    *r = bits_cut(x.negative ? -m : m, width);
    return true;
}

static struct float_layout format_of(sort s) {
    return (struct float_layout){sort_exponent(s), sort_significand(s)};
}

static bool convert(const struct op_site *s, u128 x, u128 *r) {
    uint32_t w = sort_width(s->operand);
    switch (s->op) {
    case OP_FP_FROM_BITS: *r = repack(format_of(s->result), unpack(format_of(s->result), x)); return true;
    case OP_FP_TO_BITS: *r = x; return true;
    case OP_FP_FROM_FP: *r = repack(format_of(s->result), unpack(format_of(s->operand), x)); return true;
    case OP_FP_FROM_SBV:
        *r = from_integer(format_of(s->result), bits_sign(x, w), bits_sign(x, w) ? bits_cut(-x, w) : x);
        return true;
    case OP_FP_FROM_UBV: *r = from_integer(format_of(s->result), false, x); return true;
    default:
        return to_integer(unpack(format_of(s->operand), x), s->op == OP_FP_TO_SBV, sort_width(s->result), r);
    }
}

/* ---- predicates, min, max ---- */

static bool test(enum term_op op, struct float_layout f, struct float_number a) {
    bool normal = a.class == FLOAT_FINITE && a.m >> (f.precision - 1);
    switch (op) {
    case OP_FP_IS_NAN: return a.class == FLOAT_NAN;
    case OP_FP_IS_INF: return a.class == FLOAT_INF;
    case OP_FP_IS_ZERO: return a.class == FLOAT_ZERO;
    case OP_FP_IS_NORMAL: return normal;
    case OP_FP_IS_SUBNORMAL: return a.class == FLOAT_FINITE && !normal;
    default: assert(op == OP_FP_IS_NEG); return a.negative && a.class != FLOAT_NAN;
    }
}

static bool compare(enum term_op op, struct float_layout f, u128 x, u128 y) {
    if (unpack(f, x).class == FLOAT_NAN || unpack(f, y).class == FLOAT_NAN) return false;
    int o = order(f, x, y);
    return op == OP_FP_LT ? o < 0 : op == OP_FP_LE ? o <= 0 : o == 0;
}

static bool min_max(bool max, struct float_layout f, u128 x, u128 y, u128 *r) {
    if (unpack(f, x).class == FLOAT_NAN || unpack(f, y).class == FLOAT_NAN) {
        *r = unpack(f, x).class == FLOAT_NAN ? y : x;
        return true;
    }
    int o = order(f, x, y);
    *r = (max ? o > 0 : o < 0) ? x : y;
    return o != 0 || x == y;
}

bool op_apply_float(const struct op_site *s, const value *args, value *v) {
    u128 x = value_bits(args[0]), y = s->n > 1 ? value_bits(args[1]) : 0, r = 0;
    bool determined = true;
    if (s->op >= OP_FP_FROM_BITS) {
        determined = convert(s, x, &r);
        *v = value_from(r);
        return determined;
    }
    struct float_layout f = format_of(s->operand);
    struct float_number a = unpack(f, x), b = unpack(f, y);
    u128 sign = (u128)1 << (sort_width(s->operand) - 1);
    switch (s->op) {
    case OP_FP_ADD: r = add(f, a, b); break;
    case OP_FP_SUB: b.negative = !b.negative, r = add(f, a, b); break;
    case OP_FP_MUL: r = mul(f, a, b); break;
    case OP_FP_DIV: r = division(f, a, b); break;
    case OP_FP_REM: r = rem(f, a, b); break;
    case OP_FP_FMA: r = fma_of(f, a, b, unpack(f, value_bits(args[2]))); break;
    case OP_FP_NEG: r = a.class == FLOAT_NAN ? x : x ^ sign; break;
    case OP_FP_ABS: r = x & ~sign; break;
    case OP_FP_SQRT: r = sqrt_of(f, a); break;
    case OP_FP_RINT: r = a.class == FLOAT_FINITE ? round_to_integral(f, a) : repack(f, a); break;
    case OP_FP_MIN:
    case OP_FP_MAX: determined = min_max(s->op == OP_FP_MAX, f, x, y, &r); break;
    case OP_FP_LT:
    case OP_FP_LE:
    case OP_FP_EQ: r = compare(s->op, f, x, y); break;
    default: r = test(s->op, f, a); break;
    }
    *v = value_from(r);
    return determined;
}
