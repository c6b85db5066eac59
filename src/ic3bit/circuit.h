/* A circuit of several copies of a model, and its clauses in some solver.
 *
 * Variable 0 is the constant, as everywhere. Every other variable is a gate of the hasher or a
 * leaf. Leaves stand among the gates with operands 0, 0, which no gate has. A variable has a
 * *name*, a literal of the solver, once it was asked for; then all clauses of its cone are there.
 * Constants never get a name. */
#ifndef IC3BIT_CIRCUIT_H
#define IC3BIT_CIRCUIT_H

#include "ic3bit/reduce.h"
#include "sat/logged.h"

typedef VEC(int) name_vec;

struct circuit {
    struct aiger gates; /* and leaves; no inputs, no latches */
    struct hasher hasher;
    literal_vec uses; /* by variable: number of gates that have it as an operand */
    name_vec name;    /* by variable: 0 if it has none yet */
    struct sat_sink sink;
    literal_vec stack, operands; /* scratch */
    name_vec clause;
};

void circuit_init(struct circuit *c);
void circuit_release(struct circuit *c);
uint32_t circuit_leaf(struct circuit *c);
uint32_t circuit_and(struct circuit *c, uint32_t a, uint32_t b);
static inline uint32_t circuit_or(struct circuit *c, uint32_t a, uint32_t b) {
    return circuit_and(c, a ^ 1, b ^ 1) ^ 1;
}
static inline uint32_t circuit_size(const struct circuit *c) { return c->gates.ands.n; }
static inline bool circuit_is_gate(const struct circuit *c, uint32_t lit) {
    return lit > 1 && c->gates.ands.at[lit / 2 - 1].a;
}
/* The gates of a copy of the model, whose leaves are in `map` (by variable of the model)
 * already. */
void circuit_copy(struct circuit *c, const struct aiger *m, uint32_t *map);
static inline uint32_t circuit_mapped(const uint32_t *map, uint32_t lit) { return map[lit / 2] ^ (lit & 1); }

/* The circuit as the formulas of which interpolants are built; constants are its literals 0 and
 * 1. */
struct logged_formulas circuit_formulas(struct circuit *c);

/* From now on clauses go to this solver; all names are forgotten. */
void circuit_sink(struct circuit *c, struct sat_sink sink);
struct sat_sink sink_of_sat(struct sat *s);
/* The name of a literal that is not constant; writes the clauses of its cone. */
int circuit_name(struct circuit *c, uint32_t lit);
/* The literal must hold; constants are fine. */
void circuit_require(struct circuit *c, uint32_t lit);
/* After SAT: the value of a literal; false for what has no name. */
bool circuit_value(const struct circuit *c, struct sat *s, uint32_t lit);

#endif
