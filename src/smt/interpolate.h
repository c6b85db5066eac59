/* Craig interpolants of bit-vector formulas: a formula P with
 *
 *     A => P      and      P & B unsatisfiable
 *
 * over the variables that A and B have in common, in words as far as the vocabulary reaches. */
#ifndef SMT_INTERPOLATE_H
#define SMT_INTERPOLATE_H

#include "smt/solver.h"

/* An interpolation problem: two conjunctions that mention variables of the same name only where
 * they mean the same. */
struct interpolate_problem {
    const term *a, *b;
    uint32_t a_n, b_n;
    /* Layers of atoms over common variables: those of layer i are words[i].at[0 ..]. A layer is
     * added when those before it cannot tell A from B; the last resort, which has no layer here,
     * is the bits of the common variables. */
    const term_vec *words;
    uint32_t layers;
    /* Conflicts of the SAT solver in all. */
    uint32_t conflicts;
};

/* UNSAT: *p is an interpolant, and *layer is the number of layers that it took, `layers` + 1 with
 * bits. SAT: A & B is satisfiable. UNKNOWN: the limit, a stop, or a term that is not made of
 * Booleans and bit-vectors. */
enum answer interpolate(const struct interpolate_problem *q, term *p, uint32_t *layer);

#endif
