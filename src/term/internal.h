/* What the files of this module share: the table itself, raw construction, and the parts of the
 * simplifier that call one another. */
#ifndef TERM_INTERNAL_H
#define TERM_INTERNAL_H

#include "term/subst.h"
#include "term/term.h"
#include "util/arena.h"
#include "util/bits.h"
#include "util/fail.h"
#include "util/hash.h"
#include "util/vec.h"

/* AND, OR and sums are flattened as long as the operand has at most so many arguments; a longer one
 * stays one argument, or building a chain of n of them would cost n^2. */
enum { FLAT_MAX = 32 };
/* Trees of ITE with constant leaves are moved out of operators up to this many ITEs. */
enum { ITE_TREE_MAX = 16 };

struct node {
    uint16_t op, sort;
    uint32_t arity;
    /* into words: the arguments, then the parameters, a constant's value, or a variable's index */
    uint32_t first;
    term negation; /* the complement of a Bool term once it was asked for, else TERM_NONE */
};

struct var {
    const char *name;
    term var, primed, unprimed;
};

struct terms {
    VEC(struct node) nodes;
    VEC(uint32_t) words;
    struct index_table table;
    VEC(struct var) vars;
    struct index_table names; /* of indices into vars */
    VEC(uint32_t) marks;      /* by term: the epoch of the last traversal that met it */
    uint32_t epoch;
    uint64_t fresh; /* counts term_fresh */
    bool odd_names; /* some variable's name begins with ?, as those of lets do */
    struct arena arena;
};
extern struct terms terms;

static inline struct node *node_of(term t) {
    assert(t && t < terms.nodes.n);
    return &terms.nodes.at[t];
}
static inline enum term_op op_of(term t) { return (enum term_op)node_of(t)->op; }
static inline bool is_op(term t, enum term_op op) { return node_of(t)->op == op; }
static inline term arg(term t, uint32_t i) {
    assert(i < node_of(t)->arity);
    return terms.words.at[node_of(t)->first + i];
}
static inline uint32_t width_of(term t) { return sort_width(node_of(t)->sort); }
static inline bool is_const(term t) { return node_of(t)->op <= OP_CONST; }
/* The bits of a constant; Int as two's complement of 128 bits. */
static inline u128 const_bits(term t) {
    value v = term_value(t);
    return u128_of(v.lo, v.hi);
}
static inline value value_from(u128 x) { return (value){u128_low(x), u128_high(x)}; }
static inline u128 value_bits(value v) { return u128_of(v.lo, v.hi); }
static inline term bv_const(uint32_t width, u128 bits) {
    bits = bits_cut(bits, width);
    return term_bv128(width, u128_low(bits), u128_high(bits));
}

/* ---- term.c ---- */
/* The term with exactly this operator, these arguments and parameters: no simplification. */
term term_make(enum term_op op, sort s, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
static inline term make1(enum term_op op, sort s, term a) { return term_make(op, s, &a, 1, 0, 0); }
static inline term make2(enum term_op op, sort s, term a, term b) {
    return term_make(op, s, (term[]){a, b}, 2, 0, 0);
}
uint32_t op_params(enum term_op op); /* how many parameters terms of the operator have */
/* Starts a traversal; mark_visit tells whether it meets t for the first time. One traversal at a
 * time. */
void mark_start(void);
bool mark_visit(term t);
void sorts_init(void);
void sorts_release(void);
void term_eval_release(void);
void subst_table_release(void);
void print_release(void);
bool term_name_used(const char *name);

/* ---- op.c ---- */
/* What an operator means on values. False where the result is not determined (Int overflow,
 * conversion of a float out of range, Int division by zero): the operator is then not folded; *r is
 * what evaluation uses. */
struct op_site {
    enum term_op op;
    /* operand: sort of the first argument, or of the second for ITE and STORE */
    sort result, operand;
    uint32_t n, p0, p1;
};
bool op_apply(const struct op_site *site, const value *args, value *r);
bool op_apply_float(const struct op_site *site, const value *args, value *r);
/* Folds when all arguments are constants, else TERM_NONE. */
term fold(enum term_op op, sort result, const term *args, uint32_t n, uint32_t p0, uint32_t p1);
static inline term fold2(enum term_op op, sort result, term a, term b) {
    return is_const(a) && is_const(b) ? fold(op, result, (term[]){a, b}, 2, 0, 0) : TERM_NONE;
}

/* ---- bv_linear.c: linear combinations over BV (modulo 2^width) and Int ---- */
struct monomial {
    term t;
    term whole; /* coefficient * t if that term is known, else TERM_NONE */
    u128 coefficient;
};
struct linear {
    sort s;
    uint32_t width; /* 128 and signed for Int */
    /* overflow: an Int coefficient left 128 bits, the combination is useless */
    bool is_int, overflow;
    u128 constant;
    uint32_t n, capacity;
    struct monomial *at, some[8];
};
void linear_init(struct linear *l, sort s);
void linear_release(struct linear *l);
void linear_add(struct linear *l, term t, u128 factor);
void linear_normalize(struct linear *l); /* sorted, distinct, no zero coefficient */
term linear_term(struct linear *l);      /* normalizes */
void linear_scale(struct linear *l, u128 factor);
bool terms_differ_by_constant(term a, term b, u128 *difference); /* a - b */
term term_sum(const term *args, uint32_t n);
term term_scale(term constant, term t); /* TERM_NONE if an Int coefficient overflows */
static inline bool is_scaled(term t) {
    return (is_op(t, OP_BV_MUL) || is_op(t, OP_INT_MUL)) && is_const(arg(t, 0));
}

/* ---- float_rules.c: identities of floats; TERM_NONE where none applies ---- */
term float_rules_test(enum term_op op, term a);
term float_rules_compare(enum term_op op, term a, term b); /* LT, LE, EQ */
term float_rules_arithmetic(enum term_op op, term a, term b);
term float_rules_convert(enum term_op op, term a, sort target);
/* "bits < 0", signed, where bits are a float's, or a choice of such. */
term float_rules_sign(term bits, uint32_t fuel);

/* ---- ite.c ---- */
typedef term leaf_map(term leaf, const void *context);
/* If t is a small tree of ITE whose leaves are constants: the tree with mapped leaves, else
 * TERM_NONE. */
term ite_map_leaves(term t, leaf_map *f, const void *context);
/* The same for a chain of ITE in which one branch of each is a constant; used to decide
 * relations. */
term ite_map_chain(term t, leaf_map *f, const void *context);

/* ---- bool.c ---- */
/* The complement of a Bool term if it exists (for relations: made), else TERM_NONE. */
term literal_complement(term a);

/* ---- equal.c ---- */
bool indices_distinct(term a, term b); /* provably different in every model, cheaply */
/* The greatest common divisor of the coefficients' magnitudes. */
u128 linear_gcd(const struct linear *l);

/* Builds op with these arguments through the simplifying constructors. */
term term_build(enum term_op op, sort result, const term *args, uint32_t n, uint32_t p0, uint32_t p1);

/* Takes the parentheses out of the C expression in b->text from `from` on that change nothing
 * (print_tidy.c). */
void print_tidy(struct strbuf *b, size_t from);

#endif
