/* A BTOR2 model: words, memories and one step of a transition system (Niemetz, Preiner, Wolf,
 * Biere: "Btor2, BtorMC and Boolector 3.0", CAV 2018).
 *
 * Representation. Nodes are numbered from 1 in the order of the file, whatever their numbers there;
 * node 0 is none. A reference is 2 * node + sign: BTOR2 writes -n for the bitwise complement of
 * node n. Invariants, which the reader checks and btor2_check asserts:
 *   - the arguments of a node have smaller numbers than the node;
 *   - sorts of arguments are those that the operator wants; only words have a sign;
 *   - every state has at most one init and one next, each of the state's sort (a memory may be
 *     initialized by a word: every element then has that value);
 *   - bads, constraints, fairs and the conditions of justices are words of one bit.
 *
 * Meaning. In each step every input has an arbitrary value. A state starts as its init says
 * (without one: arbitrary) and goes on as its next says (without one: arbitrary, like an input).
 * Constraints hold in every step up to and including the bad one. Division by zero is SMT-LIB's:
 * the quotient is all ones, the remainder is the dividend. */
#ifndef BTOR2_MODEL_H
#define BTOR2_MODEL_H

#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/arena.h"
#include "util/fail.h"
#include "util/vec.h"

/* What a row's arguments and result are. */
enum btor2_shape {
    SHAPE_LEAF,   /* input, state and constants: no arguments */
    SHAPE_EXTEND, /* w -> w + parameter */
    SHAPE_SLICE,  /* w -> high - low + 1 */
    SHAPE_WORD,   /* w, w, ... -> w */
    SHAPE_REDUCE, /* w, w, ... -> 1 */
    SHAPE_BIT,    /* 1, 1 -> 1 */
    SHAPE_EQUAL,  /* any sort twice -> 1 */
    SHAPE_CONCAT, /* v, w -> v + w */
    SHAPE_READ,   /* memory, index -> element */
    SHAPE_WRITE,  /* memory, index, element -> memory */
    SHAPE_ITE,    /* 1, any sort twice -> that sort */
};

/* clang-format off */
#define BTOR2_OPS(OP) /* OP(constant, name in the file, number of arguments, shape) */ \
OP(INPUT, "input", 0, LEAF) OP(STATE, "state", 0, LEAF) OP(CONST, "const", 0, LEAF) \
OP(SEXT, "sext", 1, EXTEND) OP(UEXT, "uext", 1, EXTEND) OP(SLICE, "slice", 1, SLICE) \
OP(NOT, "not", 1, WORD) OP(INC, "inc", 1, WORD) OP(DEC, "dec", 1, WORD) OP(NEG, "neg", 1, WORD) \
OP(REDAND, "redand", 1, REDUCE) OP(REDOR, "redor", 1, REDUCE) OP(REDXOR, "redxor", 1, REDUCE) \
OP(IFF, "iff", 2, BIT) OP(IMPLIES, "implies", 2, BIT) OP(EQ, "eq", 2, EQUAL) OP(NEQ, "neq", 2, EQUAL) \
OP(UGT, "ugt", 2, REDUCE) OP(UGTE, "ugte", 2, REDUCE) OP(ULT, "ult", 2, REDUCE) OP(ULTE, "ulte", 2, REDUCE) \
OP(SGT, "sgt", 2, REDUCE) OP(SGTE, "sgte", 2, REDUCE) OP(SLT, "slt", 2, REDUCE) OP(SLTE, "slte", 2, REDUCE) \
OP(AND, "and", 2, WORD) OP(NAND, "nand", 2, WORD) OP(OR, "or", 2, WORD) OP(NOR, "nor", 2, WORD) \
OP(XOR, "xor", 2, WORD) OP(XNOR, "xnor", 2, WORD) \
OP(ROL, "rol", 2, WORD) OP(ROR, "ror", 2, WORD) OP(SLL, "sll", 2, WORD) OP(SRL, "srl", 2, WORD) \
OP(SRA, "sra", 2, WORD) \
OP(ADD, "add", 2, WORD) OP(SUB, "sub", 2, WORD) OP(MUL, "mul", 2, WORD) \
OP(UDIV, "udiv", 2, WORD) OP(UREM, "urem", 2, WORD) OP(SDIV, "sdiv", 2, WORD) OP(SREM, "srem", 2, WORD) \
OP(SMOD, "smod", 2, WORD) \
OP(UADDO, "uaddo", 2, REDUCE) OP(SADDO, "saddo", 2, REDUCE) OP(USUBO, "usubo", 2, REDUCE) \
OP(SSUBO, "ssubo", 2, REDUCE) \
OP(UMULO, "umulo", 2, REDUCE) OP(SMULO, "smulo", 2, REDUCE) OP(UDIVO, "udivo", 2, REDUCE) \
OP(SDIVO, "sdivo", 2, REDUCE) \
OP(CONCAT, "concat", 2, CONCAT) OP(READ, "read", 2, READ) OP(ITE, "ite", 3, ITE) OP(WRITE, "write", 3, WRITE)
/* clang-format on */
#define OP(constant, name, arity, shape) BTOR2_##constant,
enum btor2_op { BTOR2_OPS(OP) BTOR2_OP_COUNT };
#undef OP

typedef uint32_t btor2_ref; /* 2 * node + sign */
typedef VEC(btor2_ref) btor2_refs;

struct btor2_sort {
    /* Of a word; 0 for a memory. */
    uint32_t width;
    /* Of a memory: the widths of its indices and elements. */
    uint32_t index, element;
};

struct btor2_node {
    enum btor2_op op;
    struct btor2_sort sort;
    btor2_ref args[3];
    /* SEXT and UEXT: bits added; SLICE: high and low. */
    uint32_t params[2];
    /* CONST: index into constants; INPUT and STATE: index into inputs and states. */
    uint32_t index;
    uint32_t line;
};

struct btor2_state {
    uint32_t node;
    /* 0: none. */
    btor2_ref init, next;
};

struct btor2_model {
    VEC(struct btor2_node) nodes; /* nodes.at[0] is none */
    VEC(uint32_t) inputs;         /* nodes */
    VEC(struct btor2_state) states;
    VEC(mpz_ptr) constants; /* not negative, below 2^width */
    btor2_refs bads, constraints, fairs, outputs;
    VEC(btor2_refs) justices;
    VEC(const char *) symbols; /* by node; NULL: none */
    struct arena arena;
};

static inline uint32_t btor2_node_of(btor2_ref r) { return r / 2; }
static inline bool btor2_negated(btor2_ref r) { return r % 2 != 0; }
static inline const struct btor2_node *btor2_at(const struct btor2_model *m, btor2_ref r) {
    return &m->nodes.at[r / 2];
}
static inline bool btor2_is_memory(const struct btor2_node *n) { return n->sort.width == 0; }

extern const char *const btor2_op_names[BTOR2_OP_COUNT];
extern const uint8_t btor2_op_arity[BTOR2_OP_COUNT];
extern const uint8_t btor2_op_shape[BTOR2_OP_COUNT];

/* Reads a file; NULL and *e, with the line, if it cannot be read or is not a model. */
struct btor2_model *btor2_read(const char *path, struct error *e);
/* The same from memory: any bytes whatsoever. `name` is for messages. */
struct btor2_model *btor2_parse(const char *text, size_t n, const char *name, struct error *e);
void btor2_free(struct btor2_model *m);
/* Asserts the invariants above; nothing in release builds. */
void btor2_check(const struct btor2_model *m);

#endif
