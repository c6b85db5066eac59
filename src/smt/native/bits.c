/* Circuits.
 *
 * Sums are ripple-carry chains of XOR and MAJ gates, comparisons the carry chain alone: with a
 * constant argument both fold into chains of ANDs and ORs. Multiplication adds shifted rows, and a
 * constant factor is recoded into signed digits first, so that 2^k - 1 costs one subtraction.
 * Division is the restoring scheme of the school book, one row per bit of the quotient, with a
 * remainder that only grows as wide as the dividend bits seen so far; it gives SMT-LIB's results
 * for a zero divisor without a special case. */
#include "smt/native/bits.h"

#include <assert.h>

static bool value_bit(value v, uint32_t i) { return ((i < 64 ? v.lo >> i : v.hi >> (i - 64)) & 1) != 0; }

void bits_constant(struct bits *r, uint32_t width, value v) {
    assert(width >= 1 && width <= BV_MAX_WIDTH);
    r->n = width;
    for (uint32_t i = 0; i < width; i++) r->at[i] = value_bit(v, i) ? EDGE_TRUE : EDGE_FALSE;
}

bool bits_is_constant(const struct bits *a, value *v) {
    *v = value_of(0);
    for (uint32_t i = 0; i < a->n; i++) {
        if (edge_gate(a->at[i])) return false;
        if (a->at[i] == EDGE_TRUE) *(i < 64 ? &v->lo : &v->hi) |= UINT64_C(1) << (i % 64);
    }
    return true;
}

void bits_not(struct bits *r, const struct bits *a) {
    r->n = a->n;
    for (uint32_t i = 0; i < a->n; i++) r->at[i] = edge_not(a->at[i]);
}

void bits_add(struct bits *r, const struct bits *a, const struct bits *b, edge carry) {
    assert(a->n == b->n);
    r->n = a->n;
    for (uint32_t i = 0; i < r->n; i++) {
        edge x = a->at[i], y = b->at[i], c = carry;
        if (i + 1 < r->n) carry = aig_maj(x, y, c);
        r->at[i] = aig_xor(aig_xor(x, y), c);
    }
}

void bits_neg(struct bits *r, const struct bits *a) {
    struct bits zero, inverted;
    bits_constant(&zero, a->n, value_of(0));
    bits_not(&inverted, a);
    bits_add(r, &zero, &inverted, EDGE_TRUE);
}

void bits_ite(struct bits *r, edge c, const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    r->n = a->n;
    for (uint32_t i = 0; i < a->n; i++) r->at[i] = aig_ite(c, a->at[i], b->at[i]);
}

/* ---- comparisons ---- */

edge bits_eq(const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    edge r = EDGE_TRUE;
    for (uint32_t i = a->n; i-- > 0 && r != EDGE_FALSE;)
        r = aig_and(r, edge_not(aig_xor(a->at[i], b->at[i])));
    return r;
}

/* a < b is the borrow of a - b. */
edge bits_less(const struct bits *a, const struct bits *b, bool is_signed, bool or_equal) {
    assert(a->n == b->n && a->n > 0);
    assert(a->n == b->n);
    edge borrow = or_equal ? EDGE_TRUE : EDGE_FALSE;
    for (uint32_t i = 0; i < a->n; i++) {
        bool swapped = is_signed && i + 1 == a->n;
        edge x = swapped ? b->at[i] : a->at[i], y = swapped ? a->at[i] : b->at[i];
        borrow = aig_maj(edge_not(x), y, borrow);
    }
    return borrow;
}

/* ---- multiplication ---- */

static void shift_constant(struct bits *r, const struct bits *a, uint32_t by) {
    r->n = a->n;
    for (uint32_t i = 0; i < a->n; i++) r->at[i] = i < by ? EDGE_FALSE : a->at[i - by];
}

/* Adds or subtracts a * 2^by. */
static void accumulate(struct bits *sum, const struct bits *a, uint32_t by, bool subtract) {
    struct bits row;
    shift_constant(&row, a, by);
    if (subtract) bits_not(&row, &row);
    bits_add(sum, sum, &row, subtract ? EDGE_TRUE : EDGE_FALSE);
}

/* Signed digits from the least bit up: a run of ones 01..1 becomes 10..0 - 1. What is added comes
 * before what is subtracted, so that 3x is 4x - x and not -x + 4x. */
static void mul_constant(struct bits *r, const struct bits *a, value c) {
    int8_t digit[BV_MAX_WIDTH] = {0};
    bool carry = false;
    for (uint32_t i = 0; i < a->n; i++) {
        bool one = value_bit(c, i) != carry, next = i + 1 < a->n && value_bit(c, i + 1);
        if (one) digit[i] = next ? -1 : 1;
        carry = (value_bit(c, i) && carry) || (one && next);
    }
    bits_constant(r, a->n, value_of(0));
    for (uint32_t i = 0; i < a->n; i++)
        if (digit[i] > 0) accumulate(r, a, i, false);
    for (uint32_t i = 0; i < a->n; i++)
        if (digit[i] < 0) accumulate(r, a, i, true);
}

static uint32_t constants_in(const struct bits *a) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->n; i++) n += edge_gate(a->at[i]) == 0;
    return n;
}

/* ---- narrow arguments ----
 *
 * C computes on int what is given as char or short: most bits of the arguments are copies of their
 * sign. */

/* The least width from which sign extension gives a. */
static uint32_t signed_width(const struct bits *a) {
    uint32_t n = a->n;
    while (n > 1 && a->at[n - 2] == a->at[a->n - 1]) n--;
    return n;
}

static uint32_t unsigned_width(const struct bits *a) {
    uint32_t n = a->n;
    while (n > 1 && a->at[n - 1] == EDGE_FALSE) n--;
    return n;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static struct bits cut_to(const struct bits *a, uint32_t n) {
    assert(n <= a->n);
    struct bits r = *a;
    r.n = n;
    return r;
}

static void extend(struct bits *r, uint32_t n, edge top) {
    assert(n >= r->n);
    while (r->n < n) r->at[r->n++] = top;
}

static void mul_full(struct bits *r, const struct bits *a, const struct bits *b);

/* A product of p and q bits has p + q bits. */
void bits_mul(struct bits *r, const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    assert(a->n == b->n && r != a && r != b);
    uint32_t n = signed_width(a) + signed_width(b);
    if (n >= a->n) {
        mul_full(r, a, b);
        return;
    }
    struct bits x = cut_to(a, n), y = cut_to(b, n);
    mul_full(r, &x, &y);
    extend(r, a->n, r->at[n - 1]);
}

static void mul_full(struct bits *r, const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    value c;
    if (bits_is_constant(a, &c)) {
        mul_constant(r, b, c);
        return;
    }
    if (bits_is_constant(b, &c)) {
        mul_constant(r, a, c);
        return;
    }
    /* The rows are selected by the argument with more constant bits: 0 drops a row. */
    if (constants_in(a) > constants_in(b)) {
        const struct bits *swap = a;
        a = b;
        b = swap;
    }
    bits_constant(r, a->n, value_of(0));
    for (uint32_t i = 0; i < a->n; i++) {
        if (b->at[i] == EDGE_FALSE) continue;
        struct bits row = {a->n, {0}};
        for (uint32_t j = i; j < a->n; j++) row.at[j] = aig_and(a->at[j - i], b->at[i]);
        bits_add(r, r, &row, EDGE_FALSE);
    }
}

/* ---- division ---- */

/* One row: rest := 2 * rest + next, then b is subtracted if it fits. Returns the quotient bit. The
 * rest is a prefix of the dividend or a remainder of one, so after the shift only its low `used`
 * bits can be set. */
static edge divide_row(struct bits *rest, edge next, const struct bits *b, uint32_t used) {
    assert(used <= b->n);
    for (uint32_t i = b->n; i-- > 1;) rest->at[i] = rest->at[i - 1];
    rest->at[0] = next;
    edge fits = EDGE_TRUE; /* rest >= b, on the low bits: no borrow */
    for (uint32_t i = 0; i < used; i++) fits = aig_maj(rest->at[i], edge_not(b->at[i]), fits);
    for (uint32_t i = used; i < b->n; i++) fits = aig_and(fits, edge_not(b->at[i]));
    edge borrow = EDGE_FALSE;
    for (uint32_t i = 0; i < used; i++) {
        edge x = rest->at[i], y = b->at[i], difference = aig_xor(aig_xor(x, y), borrow);
        borrow = aig_maj(edge_not(x), y, borrow);
        rest->at[i] = aig_ite(fits, difference, x);
    }
    return fits;
}

static edge is_zero(const struct bits *a) {
    edge zero = EDGE_TRUE;
    for (uint32_t i = 0; i < a->n; i++) zero = aig_and(zero, edge_not(a->at[i]));
    return zero;
}

/* At the width of what can be set in a and b; above it, a quotient has bits only when b is 0, and
 * then all of them. */
void bits_udivrem(struct bits *quotient, struct bits *remainder, const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    uint32_t n = larger(unsigned_width(a), unsigned_width(b));
    struct bits divisor = cut_to(b, n);
    quotient->n = n;
    bits_constant(remainder, n, value_of(0));
    for (uint32_t i = n; i-- > 0;) quotient->at[i] = divide_row(remainder, a->at[i], &divisor, n - i);
    extend(quotient, a->n, n < a->n ? is_zero(&divisor) : EDGE_FALSE);
    extend(remainder, a->n, EDGE_FALSE);
}

static void absolute(struct bits *r, const struct bits *a) {
    bits_neg(r, a);
    bits_ite(r, a->at[a->n - 1], r, a);
}

static void negate_if(struct bits *r, edge c, const struct bits *a) {
    struct bits negative;
    bits_neg(&negative, a);
    bits_ite(r, c, &negative, a);
}

/* Both signed divisions (the quotient only if there is a place for it), at a width that their
 * results fit into: the least number divided by -1 needs one bit more. Division by 0 gives 1 or -1,
 * and the dividend as remainder, at every width. */
static void sdivrem(struct bits *quotient, struct bits *remainder, const struct bits *a,
                    const struct bits *b) {
    uint32_t n = larger(signed_width(a), signed_width(b)) + 1;
    if (n > a->n) n = a->n;
    struct bits x, y, narrow_a = cut_to(a, n), narrow_b = cut_to(b, n), q, m;
    edge sign_a = narrow_a.at[n - 1], sign_b = narrow_b.at[n - 1];
    absolute(&x, &narrow_a);
    absolute(&y, &narrow_b);
    if (quotient || !bits_urem_small(&m, &x, &y)) bits_udivrem(&q, &m, &x, &y);
    if (quotient) {
        negate_if(quotient, aig_xor(sign_a, sign_b), &q);
        extend(quotient, a->n, quotient->at[n - 1]);
    }
    negate_if(remainder, sign_a, &m); /* it has the sign of the dividend */
    extend(remainder, a->n, remainder->at[n - 1]);
}

void bits_sdiv(struct bits *r, const struct bits *a, const struct bits *b) {
    assert(a->n == b->n);
    struct bits remainder;
    sdivrem(r, &remainder, a, b);
}

void bits_srem(struct bits *r, const struct bits *a, const struct bits *b) { sdivrem(NULL, r, a, b); }

/* ---- shifts ---- */

static edge shifted_bit(const struct bits *a, uint32_t i, uint32_t by, enum shift how, edge fill) {
    assert(i < a->n);
    if (how == SHIFT_LEFT) return i >= by ? a->at[i - by] : fill;
    return i + by < a->n ? a->at[i + by] : fill;
}

/* A stage per bit of the amount that can shift by less than the width; the others shift everything
 * out. */
void bits_shift(struct bits *r, const struct bits *a, const struct bits *amount, enum shift how) {
    edge fill = how == SHIFT_RIGHT_SIGNED ? a->at[a->n - 1] : EDGE_FALSE, out = EDGE_FALSE;
    *r = *a;
    for (uint32_t stage = 0; stage < amount->n; stage++) {
        if (stage > 7 || UINT32_C(1) << stage >= a->n) {
            out = aig_or(out, amount->at[stage]);
            continue;
        }
        struct bits before = *r;
        for (uint32_t i = 0; i < a->n; i++)
            r->at[i] =
                aig_ite(amount->at[stage], shifted_bit(&before, i, 1u << stage, how, fill), before.at[i]);
    }
    for (uint32_t i = 0; i < a->n; i++) r->at[i] = aig_ite(out, fill, r->at[i]);
}
