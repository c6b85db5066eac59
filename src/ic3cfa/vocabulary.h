/* Words for interpolants: atoms that a program's conditions suggest, and interpolants over them. */
#ifndef IC3CFA_VOCABULARY_H
#define IC3CFA_VOCABULARY_H

#include "cfa/cfa.h"
#include "smt/interpolate.h"

struct vocabulary {
    term_vec relations; /* over state variables */
};

/* For every comparison s ~ t of the automaton's conditions: s = t, s <= t and t <= s. */
void vocabulary_init(struct vocabulary *v, const struct cfa *c);
void vocabulary_release(struct vocabulary *v);

/* UNSAT: *p holds of all states at the end of the path that starts anywhere at l0, and contradicts
 * the target, literals over the state and inputs that the path does not draw. SAT: the path leads
 * to the target. UNKNOWN as interpolate. */
enum answer vocabulary_interpolant(const struct vocabulary *v, const struct cfa *c, const uint32_t *path,
                                   uint32_t n, const term_vec *target, term *p);
/* The same for a frame, a conjunction over the states before the step, and a target that mentions
 * no inputs. */
enum answer vocabulary_step_interpolant(const struct vocabulary *v, const struct cfa *c, uint32_t step,
                                        const term_vec *frame, const term_vec *target, term *p);

#endif
