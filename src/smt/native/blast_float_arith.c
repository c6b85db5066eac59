/* Float arithmetic as circuits; blast_float.c tells how the parts work together.
 *
 *   add    the operand of the smaller magnitude is shifted right by the difference of the
 *          exponents, with three bits more: guard, round and sticky. If it loses bits, at most one
 *          leading bit cancels;
 *   mul    of the significands as they are. If one number is subnormal, at most p zeros lead the
 *          product; if both are, it is below half of the least number, and its zeros do not matter;
 *   div    the restoring scheme on normalized significands, p + 2 bits of the quotient and a sticky
 *          one;
 *   sqrt   digit by digit, two bits of the radicand for one of the root;
 *   rint   a shift to fixed point, rounding, and back. */
#include "smt/native/blast_float.h"

#include <assert.h>

/* The special cases of an operation, each stronger than those before it: r := special if c. Zeros
 * need none: a significand of 0 rounds to one, whatever the exponent. */
static void override(struct bits *r, edge c, const struct bits *special) { bits_ite(r, c, special, r); }

static void override_nan(struct format f, edge c, struct bits *r) {
    struct bits nan;
    float_pack_nan(f, &nan);
    override(r, c, &nan);
}

static void override_inf(struct format f, edge c, edge sign, struct bits *r) {
    struct bits inf;
    float_pack_inf(f, sign, &inf);
    override(r, c, &inf);
}

static void override_zero(struct format f, edge c, edge sign, struct bits *r) {
    struct bits zero;
    float_pack_zero(f, sign, &zero);
    override(r, c, &zero);
}

static void invert_if(struct bits *r, edge c) {
    for (uint32_t i = 0; i < r->n; i++) r->at[i] = aig_xor(r->at[i], c);
}

/* ---- sums ---- */

/* a + b of finite numbers, |a| >= |b|. */
static void add_finite(struct format f, const struct unpacked *a, const struct unpacked *b, struct bits *r) {
    struct bits by, e = a->e, x = a->m, y = b->m;
    edge minus = aig_xor(a->sign, b->sign);
    float_subtract(&by, &a->e, &b->e);
    by.n = f.exponent;
    float_append(&x, 3);
    float_append(&y, 3);
    float_shift_sticky(&y, &by);
    float_resize(&x, f.precision + 4);
    float_resize(&y, f.precision + 4);
    invert_if(&y, minus);
    bits_add(&x, &x, &y, minus);
    /* x - x is +0, but -0 + -0 is -0 */
    edge sign = aig_and(a->sign, aig_or(edge_not(minus), float_any(&x, 0, x.n)));
    float_add_constant(&e, 1);
    float_normalize(&x, &e, x.n, true);
    float_round(f, sign, &x, &e, false, r);
}

void float_add(struct format f, const struct bits *a, const struct bits *b, struct bits *r) {
    struct bits large, small, x = *a, y = *b;
    struct unpacked p, q;
    x.n = y.n = a->n - 1;
    edge swap = bits_less(&x, &y, false, false);
    bits_ite(&large, swap, b, a);
    bits_ite(&small, swap, a, b);
    float_unpack(f, &large, &p);
    float_unpack(f, &small, &q);
    add_finite(f, &p, &q, r);
    /* NaN has the greatest magnitude, an infinity the next. */
    override_inf(f, p.inf, p.sign, r);
    override_nan(f, aig_or(p.nan, aig_and(q.inf, aig_xor(p.sign, q.sign))), r);
}

/* ---- products ---- */

void float_mul(struct format f, const struct bits *a, const struct bits *b, struct bits *r) {
    struct unpacked p, q;
    struct bits e, m;
    float_unpack(f, a, &p);
    float_unpack(f, b, &q);
    edge sign = aig_xor(p.sign, q.sign), zero = aig_or(p.zero, q.zero), inf = aig_or(p.inf, q.inf);
    edge nan = aig_or(aig_or(p.nan, q.nan), aig_and(zero, inf));
    float_resize(&p.m, 2 * f.precision);
    float_resize(&q.m, 2 * f.precision);
    bits_mul(&m, &p.m, &q.m);
    bits_add(&e, &p.e, &q.e, EDGE_FALSE);
    float_add_constant(&e, 1 - (int64_t)float_bias(f));
    float_normalize(&m, &e, f.precision, false);
    float_round(f, sign, &m, &e, true, r);
    override_inf(f, inf, sign, r);
    override_nan(f, nan, r);
}

/* ---- quotients ---- */

/* One row: a bit of the quotient is whether b fits into rest < 2b; rest := 2 * (rest - b if it
 * fits). */
static edge divide_row(struct bits *rest, const struct bits *b) {
    struct bits difference;
    float_subtract(&difference, rest, b);
    edge fits = edge_not(difference.at[difference.n - 1]);
    bits_ite(rest, fits, &difference, rest);
    for (uint32_t i = rest->n - 1; i-- > 0;) rest->at[i + 1] = rest->at[i];
    rest->at[0] = EDGE_FALSE;
    /* 2 * (rest mod b) < 2^(p+1): the top bit, which is the sign of the next difference, is 0. */
    rest->at[rest->n - 1] = EDGE_FALSE;
    return fits;
}

/* The quotient of two normalized significands in p + 2 bits, of which the first or the second is
 * set, and sticky. */
static void divide(const struct bits *a, const struct bits *b, struct bits *q) {
    struct bits rest = *a, divisor = *b;
    uint32_t n = a->n + 2;
    float_resize(&rest, n);
    float_resize(&divisor, n);
    q->n = n + 1;
    for (uint32_t i = n; i > 0; i--) q->at[i] = divide_row(&rest, &divisor);
    q->at[0] = float_any(&rest, 0, rest.n);
}

void float_div(struct format f, const struct bits *a, const struct bits *b, struct bits *r) {
    struct unpacked p, q;
    struct bits e, m;
    float_unpack(f, a, &p);
    float_unpack(f, b, &q);
    edge sign = aig_xor(p.sign, q.sign);
    edge nan = aig_or(aig_or(p.nan, q.nan), aig_or(aig_and(p.zero, q.zero), aig_and(p.inf, q.inf)));
    float_normalize(&p.m, &p.e, f.precision - 1, false);
    float_normalize(&q.m, &q.e, f.precision - 1, false);
    divide(&p.m, &q.m, &m);
    float_subtract(&e, &p.e, &q.e);
    float_add_constant(&e, float_bias(f));
    float_normalize(&m, &e, 1, false);
    float_round(f, sign, &m, &e, true, r);
    override_zero(f, q.inf, sign, r);
    override_inf(f, aig_or(p.inf, q.zero), sign, r);
    override_nan(f, nan, r);
}

/* ---- roots ---- */

/* The root, p + 2 bits and sticky, of a radicand of p + 1 bits with two more before the point than
 * m's top; one of its first two bits is set. */
static void root_of(const struct bits *x, struct bits *root) {
    uint32_t rows = x->n + 1, width = rows + 3;
    struct bits rest, trial, difference, found = {0};
    bits_constant(&rest, width, value_of(0));
    bits_constant(&found, width, value_of(0));
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t k = width; k-- > 2;) rest.at[k] = rest.at[k - 2];
        for (uint32_t k = 0; k < 2; k++) /* the next two bits from the top, zeros after the last */
            rest.at[1 - k] = 2 * i + k < x->n ? x->at[x->n - 1 - 2 * i - k] : EDGE_FALSE;
        trial = found; /* 4 * found + 1 */
        trial.n -= 2;
        float_append(&trial, 2);
        trial.at[0] = EDGE_TRUE;
        float_subtract(&difference, &rest, &trial);
        edge fits = edge_not(difference.at[width - 1]);
        bits_ite(&rest, fits, &difference, &rest);
        found.n--;
        float_append(&found, 1);
        found.at[0] = fits;
    }
    edge sticky = float_any(&rest, 0, width);
    *root = found;
    root->n = rows;
    float_append(root, 1);
    root->at[0] = sticky;
}

void float_sqrt(struct format f, const struct bits *a, struct bits *r) {
    struct unpacked p;
    struct bits m, e, doubled;
    float_unpack(f, a, &p);
    float_normalize(&p.m, &p.e, f.precision - 1, false);
    /* The number is m * 2^(e - bias), 1 <= m < 2; the bias is odd. Even exponents leave m, odd ones
     * double it. */
    edge odd = edge_not(p.e.at[0]);
    doubled = p.m;
    float_append(&doubled, 1);
    float_resize(&p.m, f.precision + 1);
    bits_ite(&m, odd, &doubled, &p.m);
    struct bits radicand = m;
    root_of(&radicand, &m);
    /* (e - odd - bias) / 2 + bias = (e - odd + bias) / 2 */
    e = p.e;
    float_add_constant(&e, float_bias(f));
    for (uint32_t i = 0; i + 1 < e.n; i++) e.at[i] = e.at[i + 1];
    /* Formats of few exponents and many digits have subnormal roots. */
    float_round(f, p.sign, &m, &e, float_bias(f) < f.precision, r);
    override_inf(f, p.inf, EDGE_FALSE, r);
    override_nan(f, aig_or(p.nan, aig_and(p.sign, edge_not(p.zero))), r);
}

/* ---- integral numbers ---- */

void float_rint(struct format f, const struct bits *a, struct bits *r) {
    struct unpacked p;
    struct bits zero, by, e, limit, up;
    int64_t integral =
        (int64_t)float_bias(f) + f.precision - 1; /* from this exponent on, numbers are integers */
    float_unpack(f, a, &p);
    bits_constant(&limit, p.e.n, value_of((uint64_t)integral));
    bits_constant(&zero, p.e.n, value_of(0));
    edge same = aig_or(bits_less(&limit, &p.e, true, true), aig_or(p.nan, p.inf));
    float_subtract(&by, &limit, &p.e);
    bits_ite(&by, same, &zero, &by);
    float_append(&p.m, 2);
    float_shift_sticky(&p.m, &by);
    bits_constant(&up, f.precision + 1, value_of(0));
    up.at[0] = aig_and(p.m.at[1], aig_or(p.m.at[0], p.m.at[2]));
    for (uint32_t i = 0; i < f.precision; i++) p.m.at[i] = p.m.at[i + 2];
    p.m.n = f.precision;
    float_resize(&p.m, f.precision + 1);
    bits_add(&p.m, &p.m, &up, EDGE_FALSE);
    bits_constant(&e, p.e.n, value_of((uint64_t)integral + 1));
    float_normalize(&p.m, &e, f.precision, false);
    float_round(f, p.sign, &p.m, &e, false, r);
    override(r, same, a);
}
