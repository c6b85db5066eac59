/* The gate graph: what bit-vector terms become before they become clauses.
 *
 * An and-inverter graph with three more kinds of gates, because their clauses are fewer and
 * propagate better than those of the ANDs they would decompose into: XOR (sums), ITE (shifts,
 * choices) and MAJ (carries: one variable and, in one polarity, three clauses per bit of a
 * comparison).
 *
 * A gate is an index, an edge is 2 * gate + sign; gate 0 is the constant, so edge 0 is false and
 * edge 1 true. Inputs of a gate have smaller indices. Gates are structurally hashed and normalized:
 *   AND(a,b)    a > b, two-level rewriting (Brummayer and Biere, MEMICS 2006);
 *   XOR(a,b)    a > b, no complemented input: the signs move to the output;
 *   ITE(c,a,b)  c and a not complemented; no constant, no two inputs over one gate;
 *   MAJ(a,b,c)  a > b > c, three different gates, at most one complemented.
 *
 * There is one graph per process, shared by all native solvers, so a term is blasted once; it lives
 * as long as one of them does. */
#ifndef SMT_NATIVE_AIG_H
#define SMT_NATIVE_AIG_H

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t edge;

#define EDGE_FALSE 0u
#define EDGE_TRUE 1u

enum gate_kind { GATE_CONSTANT, GATE_INPUT, GATE_AND, GATE_XOR, GATE_ITE, GATE_MAJ };

struct gate {
    edge in[3]; /* INPUT: the term variable and the bit's number */
    enum gate_kind kind;
};

void aig_acquire(void);
void aig_release(void);
uint32_t aig_gates(void);                   /* gates 0 .. aig_gates()-1 exist */
const struct gate *aig_gate(uint32_t gate); /* valid until the next gate is made */

static inline edge edge_not(edge e) { return e ^ 1; }
static inline uint32_t edge_gate(edge e) { return e >> 1; }
static inline bool edge_sign(edge e) { return e & 1; }

edge aig_input(uint32_t var, uint32_t bit); /* a new gate: the caller keeps inputs unique */
edge aig_and(edge a, edge b);
edge aig_or(edge a, edge b);
edge aig_xor(edge a, edge b);
edge aig_ite(edge c, edge a, edge b);
edge aig_maj(edge a, edge b, edge c);

#endif
