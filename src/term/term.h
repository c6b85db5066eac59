/* Terms: hash-consed expressions with 32-bit handles (as in Yices: indices, not pointers).
 *
 * Representation. There is one table per process. A term is an index into it; equal handles are
 * equal terms and, for terms made through this interface, structurally equal terms have equal
 * handles. Handle 0 (TERM_NONE) is no term. Terms are never freed one by one: terms_release() frees
 * the table. A term's arguments always have smaller handles than the term itself, so a pass in
 * handle order is a pass from the leaves up, and nothing ever recurses over the depth of a term.
 *
 * Normal forms. All constructors simplify; what comes back need not have the operator that was
 * asked for. Invariants of every stored term:
 *   - no operator has only constant arguments (exceptions: what SMT-LIB or 128 bits leave
 *     undetermined, i.e. Int division by zero, Int overflow, fp.to_[us]bv out of range, fp.min and
 *     fp.max of +0 and -0);
 *   - arguments of commutative operators are sorted by handle, a constant first; AND/OR/ADD are
 *     without neutral elements, duplicates (AND, OR) and complementary pairs, and flat, except that
 *     an operand that is itself longer than 32 arguments stays one argument (or building long ones
 *     step by step would be quadratic; term_conjuncts sees through);
 *   - a bit-vector sum is a linear combination: OP_ADD of distinct summands, each c*t with constant
 *     c (OP_MUL with the constant first) or t, with at most one constant, first; -1 - t is BV_NOT
 *     t;
 *   - there is no NOT around ULE, ULT, SLE, SLT (negation flips the relation), AND, OR (De Morgan)
 *     or NOT; NOT stands only around Bool variables, EQ, SELECT, Bool ITE, and float predicates;
 *   - comparisons with a constant have one form: t <= c (ULE/SLE) or c <= t; ULT and SLT with a
 *     constant argument do not occur; those with the extreme values are equalities, e.g. 0 < x is
 *     NOT (0 = x);
 *   - equalities have a constant first; linear ones are divided by common factors and have summands
 *     with positive coefficients on both sides, with the constant on the side where it is positive,
 *     or alone;
 *   - shifts, masks of low bits, and unsigned division and remainder, by constants are MUL,
 *     EXTRACT, ZEXT, SEXT; operators on small trees of ITE with constant leaves (C's truth values)
 *     are applied to the leaves;
 *   - Int inequalities are INT_LE between sums with positive coefficients.
 * Handles, and so the order of arguments, depend on what was built before, but are the same in
 * every run.
 *
 * Semantics are SMT-LIB's, division by zero included (bvudiv x 0 = all ones, bvurem x 0 = x). */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "term/value.h"
#include "util/strbuf.h"
#include "util/vec.h"

typedef uint32_t term;
typedef uint32_t sort;
typedef VEC(term) term_vec;
/* Lists in the order of their handles, in which the normal forms of conjunctions, guards and cubes
 * are kept. */
void terms_sort(term *at, uint32_t n);
bool terms_contain(const term *at, uint32_t n, term t);
/* The same for a list in any order. */
static inline bool terms_include(const term_vec *v, term t) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == t) return true;
    return false;
}
static inline void terms_add_once(term_vec *v, term t) {
    if (!terms_include(v, t)) VEC_PUSH(v, t);
}

#define TERM_NONE 0u

enum sort_kind { SORT_BOOL, SORT_BV, SORT_INT, SORT_ARRAY, SORT_FLOAT };

enum { BV_MAX_WIDTH = 128 };

/* clang-format off */
#define TERM_OP_ROWS(OP) /* OP(name, SMT-LIB name) */ \
OP(TRUE, "true") OP(FALSE, "false") OP(CONST, "") OP(VAR, "") \
OP(NOT, "not") OP(AND, "and") OP(OR, "or") OP(EQ, "=") OP(ITE, "ite") \
OP(BV_ADD, "bvadd") OP(BV_MUL, "bvmul") OP(BV_UDIV, "bvudiv") OP(BV_UREM, "bvurem") OP(BV_SDIV, "bvsdiv") \
OP(BV_SREM, "bvsrem") \
OP(BV_AND, "bvand") OP(BV_OR, "bvor") OP(BV_XOR, "bvxor") OP(BV_NOT, "bvnot") \
OP(BV_SHL, "bvshl") OP(BV_LSHR, "bvlshr") OP(BV_ASHR, "bvashr") \
OP(BV_CONCAT, "concat") OP(BV_EXTRACT, "extract") OP(BV_ZEXT, "zero_extend") OP(BV_SEXT, "sign_extend") \
OP(BV_ULT, "bvult") OP(BV_ULE, "bvule") OP(BV_SLT, "bvslt") OP(BV_SLE, "bvsle") \
OP(INT_ADD, "+") OP(INT_MUL, "*") OP(INT_DIV, "div") OP(INT_MOD, "mod") OP(INT_LT, "<") OP(INT_LE, "<=") \
OP(SELECT, "select") OP(STORE, "store") OP(CONST_ARRAY, "const") \
OP(FP_ADD, "fp.add") OP(FP_SUB, "fp.sub") OP(FP_MUL, "fp.mul") OP(FP_DIV, "fp.div") OP(FP_REM, "fp.rem") \
OP(FP_FMA, "fp.fma") \
OP(FP_NEG, "fp.neg") OP(FP_ABS, "fp.abs") OP(FP_SQRT, "fp.sqrt") OP(FP_RINT, "fp.roundToIntegral") \
OP(FP_MIN, "fp.min") OP(FP_MAX, "fp.max") \
OP(FP_LT, "fp.lt") OP(FP_LE, "fp.leq") OP(FP_EQ, "fp.eq") \
OP(FP_IS_NAN, "fp.isNaN") OP(FP_IS_INF, "fp.isInfinite") OP(FP_IS_ZERO, "fp.isZero") \
OP(FP_IS_NORMAL, "fp.isNormal") \
OP(FP_IS_SUBNORMAL, "fp.isSubnormal") OP(FP_IS_NEG, "fp.isNegative") \
OP(FP_FROM_BITS, "to_fp") OP(FP_TO_BITS, "fp.to_ieee_bv") OP(FP_FROM_FP, "to_fp") \
OP(FP_FROM_SBV, "to_fp") OP(FP_FROM_UBV, "to_fp_unsigned") OP(FP_TO_SBV, "fp.to_sbv") \
OP(FP_TO_UBV, "fp.to_ubv")
/* clang-format on */
#define OP(name, smt) OP_##name,
enum term_op { TERM_OP_ROWS(OP) OP_COUNT };
#undef OP

/* ---- the table ---- */
void terms_init(void); /* once, before anything else here */
void terms_release(void);
uint32_t terms_count(void); /* handles 1 .. terms_count()-1 are in use */

/* ---- sorts ---- */
sort sort_bool(void);
sort sort_bv(uint32_t width); /* 1 .. BV_MAX_WIDTH */
sort sort_int(void);
sort sort_array(sort index, sort element);
/* The significand counts its hidden bit: (8,24), (11,53), (15,64), (15,113), (5,11). */
sort sort_float(uint32_t exponent_bits, uint32_t significand_bits);
enum sort_kind sort_kind_of(sort s);
/* Of BV: its width; of Bool: 1; of float: that of its IEEE encoding (x87 80-bit: 79 = 15+64). */
uint32_t sort_width(sort s);
sort sort_index(sort array);
sort sort_element(sort array);
uint32_t sort_exponent(sort f);
uint32_t sort_significand(sort f);

/* ---- looking at a term ---- */
enum term_op term_op_of(term t);
sort term_sort(term t);
uint32_t term_width(term t); /* sort_width(term_sort(t)) */
uint32_t term_arity(term t);
term term_arg(term t, uint32_t i);
/* EXTRACT: high, low; ZEXT, SEXT: bits added; FP_TO_[SU]BV: width */
uint32_t term_param(term t, uint32_t i);
/* TRUE, FALSE, CONST (bit-vector, int, float); arrays are never constants */
bool term_is_const(term t);
value term_value(term t);      /* of a constant */
const char *term_name(term t); /* of a variable */
bool term_is_var(term t);

/* ---- leaves ---- */
term term_true(void);
term term_false(void);
term term_bool(bool b);
term term_bv(uint32_t width, uint64_t bits);
term term_bv128(uint32_t width, uint64_t low, uint64_t high);
term term_int(int64_t n);
term term_float_bits(sort f, value bits);
/* any sort that has constants; arrays: a chain of STORE over CONST_ARRAY */
term term_const(sort s, value v);
/* The variable of this name; the same name with another sort is an error (fail_internal). */
term term_var(const char *name, sort s);
/* A variable whose name, made from the prefix, is new. */
term term_fresh(const char *prefix, sort s);
/* The primed copy x' of a variable; term_unprime is its inverse (TERM_NONE for a variable that is
 * no copy). */
term term_prime(term var);
term term_unprime(term var);

/* ---- Bool ---- */
term term_not(term a);
term term_and(term a, term b);
term term_or(term a, term b);
term term_and_n(const term *args, uint32_t n);
term term_or_n(const term *args, uint32_t n);
term term_implies(term a, term b);
term term_eq(term a, term b); /* any sort; for floats: identical values (all NaNs are one) */
term term_ite(term c, term a, term b);

/* ---- bit-vectors ---- */
term term_bv_add(term a, term b);
term term_bv_sub(term a, term b);
term term_bv_neg(term a);
term term_bv_mul(term a, term b);
term term_bv_udiv(term a, term b);
term term_bv_urem(term a, term b);
term term_bv_sdiv(term a, term b);
term term_bv_srem(term a, term b);
term term_bv_and(term a, term b);
term term_bv_or(term a, term b);
term term_bv_xor(term a, term b);
term term_bv_not(term a);
term term_bv_shl(term a, term b);
term term_bv_lshr(term a, term b);
term term_bv_ashr(term a, term b);
term term_concat(term high, term low);
term term_extract(term a, uint32_t high, uint32_t low);
term term_zext(term a, uint32_t width); /* to the width given, which is at least a's */
term term_sext(term a, uint32_t width);
term term_ult(term a, term b);
term term_ule(term a, term b);
term term_slt(term a, term b);
term term_sle(term a, term b);
term term_bool_to_bv(term b, uint32_t width); /* ite(b, 1, 0) */

/* ---- integers ---- */
term term_int_add(term a, term b);
term term_int_sub(term a, term b);
term term_int_mul(term a, term b);
term term_int_div(term a, term b); /* SMT-LIB: rounds so that the remainder is not negative */
term term_int_mod(term a, term b);
term term_int_lt(term a, term b);
term term_int_le(term a, term b);

/* ---- arrays ---- */
term term_select(term a, term i);
term term_store(term a, term i, term v);
term term_const_array(sort array, term element);

/* ---- floats: round to nearest even, except that FP_TO_*BV rounds towards zero ---- */
term term_fp(enum term_op op, term a, term b,
             term c); /* arithmetic, comparisons, predicates; unused arguments TERM_NONE */
term term_fp_convert(enum term_op op, term a, sort target); /* FP_FROM_*, FP_TO_* */

/* Any operator: makes a term like `like` with other arguments of the same sorts. */
term term_rebuild(term like, const term *args);
/* An operator on arguments that nobody has looked at: TERM_NONE unless their number and sorts are
 * those of the operator and the result has the sort `s`. The parameters are those of term_param;
 * the arguments must be terms. */
term term_checked(enum term_op op, sort s, const term *args, uint32_t n, uint32_t p0, uint32_t p1);

#endif
