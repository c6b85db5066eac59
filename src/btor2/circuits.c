/* Textbook circuits: ripple-carry adders, shift-and-add multipliers, restoring dividers, barrel
 * shifters. The hasher removes gates with constant or equal inputs, so that operations with
 * constants come out small. */
#include "btor2/circuits.h"

#include <assert.h>
#include <string.h>

#include "util/mem.h"

static lit and_of(struct hasher *h, lit a, lit b) { return hasher_and(h, a, b); }
static lit or_of(struct hasher *h, lit a, lit b) { return hasher_and(h, a ^ 1, b ^ 1) ^ 1; }

lit circuit_xor(struct hasher *h, lit a, lit b) { return and_of(h, or_of(h, a, b), and_of(h, a, b) ^ 1); }

lit circuit_mux(struct hasher *h, lit c, lit a, lit b) {
    if (a == b) return a;
    return or_of(h, and_of(h, c, a), and_of(h, c ^ 1, b));
}

lit circuit_equal(struct hasher *h, const lit *a, const lit *b, uint32_t width) {
    lit all = 1;
    for (uint32_t i = 0; i < width; i++) all = and_of(h, all, circuit_xor(h, a[i], b[i]) ^ 1);
    return all;
}

static lit *new_word(uint32_t width) { return mem_zero(width + 1, sizeof(lit)); } /* all false */

static void complement(lit *out, const lit *a, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) out[i] = a[i] ^ 1;
}

/* out = a + b + carry; returns the carry out. `out` may be a or b. */
static lit add(struct hasher *h, lit *out, const lit *a, const lit *b, uint32_t width, lit carry) {
    for (uint32_t i = 0; i < width; i++) {
        lit half = circuit_xor(h, a[i], b[i]), sum = circuit_xor(h, half, carry);
        carry = or_of(h, and_of(h, a[i], b[i]), and_of(h, half, carry));
        out[i] = sum;
    }
    return carry;
}

/* out = a - b; returns whether a >= b. */
static lit subtract(struct hasher *h, lit *out, const lit *a, const lit *b, uint32_t width) {
    lit *minus = new_word(width);
    complement(minus, b, width);
    lit carry = add(h, out, a, minus, width, 1);
    free(minus);
    return carry;
}

static lit unsigned_at_least(struct hasher *h, const lit *a, const lit *b, uint32_t width) {
    lit *difference = new_word(width), result = subtract(h, difference, a, b, width);
    free(difference);
    return result;
}

/* a >= b as signed numbers: the order of unsigned ones with the sign bits complemented. */
static lit signed_at_least(struct hasher *h, const lit *a, const lit *b, uint32_t width) {
    lit *x = new_word(width), *y = new_word(width);
    memcpy(x, a, width * sizeof *x);
    memcpy(y, b, width * sizeof *y);
    x[width - 1] ^= 1;
    y[width - 1] ^= 1;
    lit result = unsigned_at_least(h, x, y, width);
    free(x);
    free(y);
    return result;
}

/* out = a * b modulo 2^width. */
static void multiply(struct hasher *h, lit *out, const lit *a, const lit *b, uint32_t width) {
    lit *row = new_word(width), *sum = new_word(width);
    for (uint32_t i = 0; i < width; i++) {
        if (b[i] == 0) continue;
        for (uint32_t k = 0; k < width; k++) row[k] = k < i ? 0 : and_of(h, a[k - i], b[i]);
        add(h, sum, sum, row, width, 0);
    }
    memcpy(out, sum, width * sizeof *out);
    free(row);
    free(sum);
}

static void choose(struct hasher *h, lit *out, lit c, const lit *a, const lit *b, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) out[i] = circuit_mux(h, c, a[i], b[i]);
}

/* Restoring division. With b = 0 every trial subtraction succeeds: the quotient is all ones, and
 * what is left is a. */
static void divide(struct hasher *h, const lit *a, const lit *b, uint32_t width, lit *quotient,
                   lit *remainder) {
    uint32_t wide = width + 1;
    lit *rest = new_word(wide), *divisor = new_word(wide), *trial = new_word(wide);
    memcpy(divisor, b, width * sizeof *b);
    for (uint32_t i = width; i-- > 0;) {
        memmove(rest + 1, rest, (wide - 1) * sizeof *rest);
        rest[0] = a[i];
        lit fits = subtract(h, trial, rest, divisor, wide);
        quotient[i] = fits;
        choose(h, rest, fits, trial, rest, wide);
    }
    memcpy(remainder, rest, width * sizeof *rest);
    free(rest);
    free(divisor);
    free(trial);
}

static void negate(struct hasher *h, lit *out, const lit *a, uint32_t width) {
    lit *zero = new_word(width);
    subtract(h, out, zero, a, width);
    free(zero);
}

static void negate_if(struct hasher *h, lit *out, lit c, const lit *a, uint32_t width) {
    lit *minus = new_word(width);
    negate(h, minus, a, width);
    choose(h, out, c, minus, a, width);
    free(minus);
}

/* bvsdiv, bvsrem and bvsmod of SMT-LIB, from the unsigned division of the absolute values. */
static void divide_signed(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width,
                          lit *out) {
    lit *x = new_word(width), *y = new_word(width), *q = new_word(width), *r = new_word(width);
    lit sign_a = a[width - 1], sign_b = b[width - 1];
    negate_if(h, x, sign_a, a, width);
    negate_if(h, y, sign_b, b, width);
    divide(h, x, y, width, q, r);
    if (op == BTOR2_SDIV) {
        negate_if(h, out, circuit_xor(h, sign_a, sign_b), q, width);
    } else {
        negate_if(h, out, sign_a, r, width);
        if (op == BTOR2_SMOD) { /* signs differ and the remainder is not 0: add the divisor */
            lit any = 0;
            for (uint32_t i = 0; i < width; i++) any = or_of(h, any, r[i]);
            add(h, x, out, b, width, 0);
            choose(h, out, and_of(h, any, circuit_xor(h, sign_a, sign_b)), x, out, width);
        }
    }
    free(x);
    free(y);
    free(q);
    free(r);
}

/* Bit i of a word that is shifted by n: bit i - n (left) or i + n (right), `fill` outside. */
static lit shifted_bit(const lit *a, uint32_t width, uint32_t i, uint64_t n, bool left, lit fill) {
    if (left) return i >= n ? a[i - n] : fill;
    return i + n < width ? a[i + n] : fill;
}

static void shift(struct hasher *h, enum btor2_op op, const lit *a, const lit *by, uint32_t width, lit *out) {
    lit fill = op == BTOR2_SRA ? a[width - 1] : 0;
    lit *now = new_word(width), *next = new_word(width);
    memcpy(now, a, width * sizeof *a);
    for (uint32_t stage = 0; stage < width; stage++) {
        uint64_t n = stage < 32 ? (uint64_t)1 << stage : UINT32_MAX; /* beyond any width */
        for (uint32_t i = 0; i < width; i++)
            next[i] = circuit_mux(h, by[stage], shifted_bit(now, width, i, n, op == BTOR2_SLL, fill), now[i]);
        memcpy(now, next, width * sizeof *now);
    }
    memcpy(out, now, width * sizeof *out);
    free(now);
    free(next);
}

/* The amount is taken modulo the width, by division where that is no power of two. */
static void rotate(struct hasher *h, bool left, const lit *a, const lit *by, uint32_t width, lit *out) {
    lit *amount = new_word(width), *modulus = new_word(width), *quotient = new_word(width),
        *now = new_word(width), *next = new_word(width);
    for (uint32_t i = 0; i < width && i < 32; i++) modulus[i] = width >> i & 1;
    /* else the width itself needs as many bits as the word has, or more */
    bool modulus_fits = width > 2;
    if (width == 1) amount[0] = 0;
    else if (!modulus_fits) amount[0] = by[0];
    else divide(h, by, modulus, width, quotient, amount);
    memcpy(now, a, width * sizeof *a);
    for (uint32_t stage = 0; stage < width && stage < 32 && (uint64_t)1 << stage < width; stage++) {
        uint32_t n = 1u << stage;
        for (uint32_t i = 0; i < width; i++) {
            uint32_t from = left ? (i + width - n) % width : (i + n) % width;
            next[i] = circuit_mux(h, amount[stage], now[from], now[i]);
        }
        memcpy(now, next, width * sizeof *now);
    }
    memcpy(out, now, width * sizeof *out);
    free(amount);
    free(modulus);
    free(quotient);
    free(now);
    free(next);
}

/* ---- overflow ---- */

/* In one bit more than the operands have: the sum, difference or product overflows if the bits
 * above disagree. */
static lit product_overflows(struct hasher *h, const lit *a, const lit *b, uint32_t width, bool is_signed) {
    uint32_t wide = 2 * width;
    lit *x = new_word(wide), *y = new_word(wide), *p = new_word(wide), result = 0;
    for (uint32_t i = 0; i < wide; i++) {
        x[i] = i < width ? a[i] : is_signed ? a[width - 1] : 0;
        y[i] = i < width ? b[i] : is_signed ? b[width - 1] : 0;
    }
    multiply(h, p, x, y, wide);
    lit top = is_signed ? p[width - 1] : 0;
    for (uint32_t i = width; i < wide; i++) result = or_of(h, result, circuit_xor(h, p[i], top));
    free(x);
    free(y);
    free(p);
    return result;
}

static lit sum_overflows(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width) {
    bool minus = op == BTOR2_SSUBO || op == BTOR2_USUBO;
    lit *sum = new_word(width);
    lit carry = minus ? subtract(h, sum, a, b, width) : add(h, sum, a, b, width, 0);
    lit sa = a[width - 1], sb = b[width - 1] ^ (minus ? 1u : 0u), s = sum[width - 1];
    free(sum);
    if (op == BTOR2_UADDO) return carry;
    if (op == BTOR2_USUBO) return carry ^ 1;
    /* equal signs, another result */
    return and_of(h, circuit_xor(h, sa, sb) ^ 1, circuit_xor(h, sa, s));
}

/* The least number divided by -1. */
static lit quotient_overflows(struct hasher *h, const lit *a, const lit *b, uint32_t width) {
    lit all = a[width - 1];
    for (uint32_t i = 0; i + 1 < width; i++) all = and_of(h, all, a[i] ^ 1);
    for (uint32_t i = 0; i < width; i++) all = and_of(h, all, b[i]);
    return all;
}

static lit overflow(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width) {
    switch (op) {
    case BTOR2_UMULO:
    case BTOR2_SMULO: return product_overflows(h, a, b, width, op == BTOR2_SMULO);
    case BTOR2_UDIVO: return 0;
    case BTOR2_SDIVO: return quotient_overflows(h, a, b, width);
    default: return sum_overflows(h, op, a, b, width);
    }
}

/* ---- dispatch ---- */

static void constant_word(lit *out, uint32_t width, bool one) {
    memset(out, 0, width * sizeof *out);
    if (one) out[0] = 1;
}

static void bitwise(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width,
                    lit *out) {
    for (uint32_t i = 0; i < width; i++) {
        lit both = and_of(h, a[i], b[i]), any = or_of(h, a[i], b[i]);
        lit one = op == BTOR2_AND || op == BTOR2_NAND ? both
                  : op == BTOR2_OR || op == BTOR2_NOR ? any
                                                      : circuit_xor(h, a[i], b[i]);
        out[i] = one ^ (op == BTOR2_NAND || op == BTOR2_NOR || op == BTOR2_XNOR ? 1u : 0u);
    }
}

static lit reduction(struct hasher *h, enum btor2_op op, const lit *a, uint32_t width) {
    lit result = op == BTOR2_REDAND ? 1 : 0;
    for (uint32_t i = 0; i < width; i++)
        result = op == BTOR2_REDAND  ? and_of(h, result, a[i])
                 : op == BTOR2_REDOR ? or_of(h, result, a[i])
                                     : circuit_xor(h, result, a[i]);
    return result;
}

static lit comparison(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width) {
    switch (op) {
    case BTOR2_UGTE: return unsigned_at_least(h, a, b, width);
    case BTOR2_ULT: return unsigned_at_least(h, a, b, width) ^ 1;
    case BTOR2_ULTE: return unsigned_at_least(h, b, a, width);
    case BTOR2_UGT: return unsigned_at_least(h, b, a, width) ^ 1;
    case BTOR2_SGTE: return signed_at_least(h, a, b, width);
    case BTOR2_SLT: return signed_at_least(h, a, b, width) ^ 1;
    case BTOR2_SLTE: return signed_at_least(h, b, a, width);
    case BTOR2_SGT: return signed_at_least(h, b, a, width) ^ 1;
    default: assert(false); return 0;
    }
}

static void step_by_one(struct hasher *h, bool up, const lit *a, uint32_t width, lit *out) {
    lit *one = new_word(width);
    constant_word(one, width, true);
    if (up) add(h, out, a, one, width, 0);
    else subtract(h, out, a, one, width);
    free(one);
}

static void unsigned_division(struct hasher *h, bool quotient, const lit *a, const lit *b, uint32_t width,
                              lit *out) {
    lit *other = new_word(width);
    divide(h, a, b, width, quotient ? out : other, quotient ? other : out);
    free(other);
}

void circuit_operator(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width,
                      lit *out) {
    assert(width > 0);
    switch (op) {
    case BTOR2_NOT: complement(out, a, width); return;
    case BTOR2_INC:
    case BTOR2_DEC: step_by_one(h, op == BTOR2_INC, a, width, out); return;
    case BTOR2_NEG: negate(h, out, a, width); return;
    case BTOR2_REDAND:
    case BTOR2_REDOR:
    case BTOR2_REDXOR: out[0] = reduction(h, op, a, width); return;
    case BTOR2_IFF: out[0] = circuit_xor(h, a[0], b[0]) ^ 1; return;
    case BTOR2_IMPLIES: out[0] = or_of(h, a[0] ^ 1, b[0]); return;
    case BTOR2_EQ: out[0] = circuit_equal(h, a, b, width); return;
    case BTOR2_NEQ: out[0] = circuit_equal(h, a, b, width) ^ 1; return;
    case BTOR2_AND:
    case BTOR2_NAND:
    case BTOR2_OR:
    case BTOR2_NOR:
    case BTOR2_XOR:
    case BTOR2_XNOR: bitwise(h, op, a, b, width, out); return;
    case BTOR2_ROL:
    case BTOR2_ROR: rotate(h, op == BTOR2_ROL, a, b, width, out); return;
    case BTOR2_SLL:
    case BTOR2_SRL:
    case BTOR2_SRA: shift(h, op, a, b, width, out); return;
    case BTOR2_ADD: add(h, out, a, b, width, 0); return;
    case BTOR2_SUB: subtract(h, out, a, b, width); return;
    case BTOR2_MUL: multiply(h, out, a, b, width); return;
    case BTOR2_UDIV:
    case BTOR2_UREM: unsigned_division(h, op == BTOR2_UDIV, a, b, width, out); return;
    case BTOR2_SDIV:
    case BTOR2_SREM:
    case BTOR2_SMOD: divide_signed(h, op, a, b, width, out); return;
    case BTOR2_UADDO:
    case BTOR2_SADDO:
    case BTOR2_USUBO:
    case BTOR2_SSUBO:
    case BTOR2_UMULO:
    case BTOR2_SMULO:
    case BTOR2_UDIVO:
    case BTOR2_SDIVO: out[0] = overflow(h, op, a, b, width); return;
    default: out[0] = comparison(h, op, a, b, width);
    }
}
