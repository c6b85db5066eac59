/* Conversions as circuits: between formats, and from and to integers. Where a float does not fit
 * into the integer the result is 0, which is what the evaluator says. */
#include "smt/native/blast_float.h"

#include <assert.h>

/* A sign-extended or cut copy. */
static void resize_signed(struct bits *r, uint32_t width) {
    edge sign = r->at[r->n - 1];
    while (r->n < width) r->at[r->n++] = sign;
    r->n = width;
}

/* Numbers that were subnormal are normalized unless they are so small for the target that their
 * exponent is below 1 as it stands: rounding then shifts them right in any case. */
void float_from_float(struct format from, struct format to, const struct bits *a, struct bits *r) {
    struct unpacked u;
    struct bits special;
    int64_t rebias = (int64_t)float_bias(to) - (int64_t)float_bias(from);
    uint32_t own = float_exponent_width(from), other = float_exponent_width(to);
    float_unpack(from, a, &u);
    resize_signed(&u.e, own > other ? own : other);
    float_add_constant(&u.e, rebias);
    if (rebias >= 0) float_normalize(&u.m, &u.e, from.precision - 1, false);
    float_round(to, u.sign, &u.m, &u.e, rebias < (int64_t)from.precision, r);
    float_pack_inf(to, u.sign, &special);
    bits_ite(r, u.inf, &special, r);
    float_pack_nan(to, &special);
    bits_ite(r, u.nan, &special, r);
}

void float_from_integer(struct format f, const struct bits *a, bool is_signed, struct bits *r) {
    struct bits m = *a, minus, e;
    edge sign = is_signed ? a->at[a->n - 1] : EDGE_FALSE;
    bits_neg(&minus, a);
    bits_ite(&m, sign, &minus, a);
    bits_constant(&e, float_exponent_width(f), value_of((uint64_t)float_bias(f) + m.n - 1));
    float_normalize(&m, &e, m.n - 1, false);
    float_round(f, sign, &m, &e, false, r);
}

/* m as a fixed-point number with p - 1 bits behind the point, shifted left by the exponent. */
static void truncate(struct format f, struct unpacked *u, uint32_t width, struct bits *r) {
    struct bits fixed = u->m, by = u->e;
    float_resize(&fixed, width + f.precision - 1);
    float_add_constant(&by, -(int64_t)float_bias(f));
    edge below_one = by.at[by.n - 1];
    bits_shift(r, &fixed, &by, SHIFT_LEFT);
    for (uint32_t i = 0; i < width; i++) r->at[i] = aig_and(edge_not(below_one), r->at[i + f.precision - 1]);
    r->n = width;
}

void float_to_integer(struct format f, const struct bits *a, bool is_signed, uint32_t width, struct bits *r) {
    struct unpacked u;
    struct bits minus, limit;
    float_unpack(f, a, &u);
    truncate(f, &u, width, r);
    assert(r->n == width);
    bits_constant(&limit, u.e.n, value_of((uint64_t)float_bias(f) + width));
    edge fits = aig_and(bits_less(&u.e, &limit, true, false), edge_not(aig_or(u.nan, u.inf)));
    edge top = r->at[width - 1];
    /* unsigned: not negative; signed: below 2^(width-1), or negative and equal to that */
    edge least = aig_and(u.sign, edge_not(float_any(r, 0, width - 1)));
    fits = aig_and(fits, is_signed ? aig_or(edge_not(top), least) : edge_not(u.sign));
    bits_neg(&minus, r);
    if (is_signed) bits_ite(r, u.sign, &minus, r);
    for (uint32_t i = 0; i < width; i++) r->at[i] = aig_and(fits, r->at[i]);
}
