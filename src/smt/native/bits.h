/* Vectors of edges, least significant bit first, and arithmetic on them: the circuits of the
 * bit-vector operators. All are pure functions of their inputs; results never alias arguments
 * unless said. */
#ifndef SMT_NATIVE_BITS_H
#define SMT_NATIVE_BITS_H

#include "smt/native/aig.h"
#include "term/term.h"

struct bits {
    uint32_t n; /* width */
    edge at[BV_MAX_WIDTH];
};

void bits_constant(struct bits *r, uint32_t width, value v);
bool bits_is_constant(const struct bits *a, value *v);
/* r = a + b + carry, modulo 2^n; r may be a or b. */
void bits_add(struct bits *r, const struct bits *a, const struct bits *b, edge carry);
void bits_not(struct bits *r, const struct bits *a); /* r may be a */
void bits_neg(struct bits *r, const struct bits *a);
void bits_mul(struct bits *r, const struct bits *a, const struct bits *b);
/* SMT-LIB: division by 0 gives all ones, and the dividend as remainder. */
void bits_udivrem(struct bits *quotient, struct bits *remainder, const struct bits *a, const struct bits *b);
/* r = a mod b if b is a constant with a small odd part (residue.c); false, and nothing done, if it
 * is not. */
bool bits_urem_small(struct bits *r, const struct bits *a, const struct bits *b);
void bits_sdiv(struct bits *r, const struct bits *a, const struct bits *b);
void bits_srem(struct bits *r, const struct bits *a, const struct bits *b);
enum shift { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_SIGNED };
void bits_shift(struct bits *r, const struct bits *a, const struct bits *amount, enum shift how);
/* r may be a or b */
void bits_ite(struct bits *r, edge c, const struct bits *a, const struct bits *b);
edge bits_eq(const struct bits *a, const struct bits *b);
edge bits_less(const struct bits *a, const struct bits *b, bool is_signed, bool or_equal);

#endif
