/* Circuits of the float operators, on IEEE bit patterns: sign, exponent, fraction from the top, and
 * one NaN.
 *
 * Invariant: every vector that stands for a float is canonical, that is, a NaN has the evaluator's
 * pattern (sign 0, of the fraction only the top bit). Hence equality of floats is equality of
 * bits. */
#ifndef SMT_NATIVE_BLAST_FLOAT_H
#define SMT_NATIVE_BLAST_FLOAT_H

#include "smt/native/bits.h"

/* ---- for blast.c ---- */
bool float_sort_supported(sort s);
/* of a term with a float operator; not looking at its arguments */
bool float_operator_supported(term t);
void float_canonical(sort s, struct bits *r);
/* The bits of t, whose operator is a float operator and whose first two arguments are a and b. */
void float_blast(term t, const struct bits *a, const struct bits *b, struct bits *r);
bool float_was_blasted(void); /* was any float operator, in this process? */

/* ---- shared by blast_float*.c ---- */
struct format {
    uint32_t exponent, precision; /* precision counts the hidden bit */
};

struct unpacked {
    edge sign, nan, inf, zero;
    struct bits e; /* biased and signed, exponent_width bits; 1 for subnormal numbers */
    struct bits m; /* precision bits with the hidden one; meaningless for NaN and infinities */
};

struct format float_format(sort s);
uint32_t float_bias(struct format f);
uint32_t float_exponent_width(struct format f); /* in which no exponent computed here overflows */
void float_unpack(struct format f, const struct bits *x, struct unpacked *u);

void float_pack_nan(struct format f, struct bits *r);
void float_pack_inf(struct format f, edge sign, struct bits *r);
void float_pack_zero(struct format f, edge sign, struct bits *r);
/* Rounds m * 2^(e - bias - (m.n - 1)) to nearest even: e is the biased exponent of m's top bit.
 * That bit is set, or e <= 0, or e = 1 (a subnormal number), or m is 0. The last bit of m may be
 * sticky. `underflow`: e may be below 1. m is used up. */
void float_round(struct format f, edge sign, struct bits *m, const struct bits *e, bool underflow,
                 struct bits *r);
/* Shifts m left until its top bit is set, by at least `most` if so many zeros lead, and reduces e
 * by as much; `limited`: but not below 1. */
void float_normalize(struct bits *m, struct bits *e, uint32_t most, bool limited);
/* Shifts right; bits that are lost are kept as a disjunction in the last bit. */
void float_shift_sticky(struct bits *m, const struct bits *amount);

/* vectors */
/* is one of the bits from .. to-1 set? */
edge float_any(const struct bits *a, uint32_t from, uint32_t to);
/* zeros above, or cut; r->n at most becomes 128 */
void float_resize(struct bits *r, uint32_t width);
void float_append(struct bits *r, uint32_t zeros); /* zeros below */
void float_add_constant(struct bits *r, int64_t c);
void float_subtract(struct bits *r, const struct bits *a, const struct bits *b); /* a - b */

/* arithmetic and conversions */
void float_add(struct format f, const struct bits *a, const struct bits *b, struct bits *r);
void float_mul(struct format f, const struct bits *a, const struct bits *b, struct bits *r);
void float_div(struct format f, const struct bits *a, const struct bits *b, struct bits *r);
void float_sqrt(struct format f, const struct bits *a, struct bits *r);
void float_rint(struct format f, const struct bits *a, struct bits *r);
void float_from_float(struct format from, struct format to, const struct bits *a, struct bits *r);
void float_from_integer(struct format f, const struct bits *a, bool is_signed, struct bits *r);
void float_to_integer(struct format f, const struct bits *a, bool is_signed, uint32_t width, struct bits *r);

#endif
