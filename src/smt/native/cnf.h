/* Gates into clauses, for one solver: the cone that its queries reach, and no more.
 *
 * Each gate that is reached gets a variable; its defining clauses are added lazily and per polarity
 * (Plaisted and Greenbaum 1986): a literal that is only ever assumed or asserted needs the
 * implications from it, not those towards it. Hence the values of gate variables mean nothing in a
 * model: only input bits do.
 *
 * A conjunction is flattened over the ANDs below it that have no variable yet, so x = 17 over 32
 * bits is one variable, 32 binary clauses and at most one long one.
 *
 * Invariant: the variables of a gate's definition are fixed when the gate gets its variable and are
 * its `cone` for the SAT solver's domain; the clauses of a polarity that is added later mention no
 * others. When all inputs of a cone are assigned, propagation has made false every literal whose
 * implications were wanted and whose gate is false, so the SAT solver may stop there: the clauses
 * hold of the gates' real values, though variables of gates may be unassigned. */
#ifndef SMT_NATIVE_CNF_H
#define SMT_NATIVE_CNF_H

#include "sat/small.h"
#include "smt/native/blast.h"
#include "util/hash.h"

struct cell_bit {
    uint32_t variable, cell;
};

struct cnf {
    struct small *sat;
    struct small_cones cones; /* points into the two vectors below */
    /* by variable, one more: its definition in `input` and `literal` */
    VEC(uint32_t) start;
    VEC(uint32_t) input;     /* variables */
    VEC(uint32_t) literal;   /* the same with signs */
    VEC(uint32_t) gate;      /* by variable */
    VEC(uint8_t) polarity;   /* by variable: bit 0: positive done, bit 1: negative done */
    struct int_map variable; /* gate -> variable */
    /* reads of array variables that have a bit among the variables */
    term_vec cells;
    struct int_map cell_of;         /* read -> index into cells */
    VEC(struct cell_bit) cell_bits; /* their bits */
    uint64_t clauses;               /* added so far */
    VEC(uint32_t) stack, leaves;    /* scratch */
};

void cnf_init(struct cnf *c);
void cnf_release(struct cnf *c);
/* The literal of an edge, such that asserting or assuming it (not its negation) means the edge is
 * true. */
uint32_t cnf_literal(struct cnf *c, edge e);
void cnf_clause(struct cnf *c, const uint32_t *lits, uint32_t n);
/* The variable of a gate or 0. */
uint32_t cnf_variable(const struct cnf *c, uint32_t gate);
/* The value of an input bit in the model; false where the query does not depend on it. */
bool cnf_value(const struct cnf *c, edge input);

#endif
