/* The second way to ask Z3: fresh solvers, made of tactics.
 *
 * A fresh solver sees the facts and the assumptions themselves. What stood for the assumptions of
 * other checks is not there, and would keep tactics from solving for variables; they take a single
 * hard question apart far better than the incremental core does, and the check of a proof lives on
 * such questions. In this order:
 *   - sums as sums of integers (integers.h), and
 *   - an assumption that is a disjunction, as that one of the facts of an invariant fails, case by
 *     case;
 *   - with any values for products and quotients (coarse.h);
 *   - arrays as reads: stores are written out, and reads are values that agree where their indices
 *     do. Z3 has tactics for each of that and does not use them by itself; an obligation that its
 *     array solver does not decide in 20 s takes 1 s;
 *   - as it is, by Z3's usual tactics.
 * Of integers, of any values for products and of reads only a contradiction counts. */
#ifndef SMT_Z3_Z3_TACTICS_H
#define SMT_Z3_Z3_TACTICS_H

#include <z3.h>

#include "term/term.h"

/* To be asked between z3_context_enter and z3_context_leave. */
struct z3_question {
    term_vec literals; /* facts, then assumptions */
    uint32_t facts;    /* how many of the literals are facts */
    double deadline;   /* of wall time; 0: none */
    /* asked last, or NULL: has the model, or tells why there is no answer. The caller releases
     * it */
    Z3_solver solver;
};

Z3_lbool z3_tactics_check(struct z3_question *q);
void z3_question_release(struct z3_question *q); /* the solver */
/* Three of the ways by themselves: true if they found a contradiction. */
bool z3_refuted_coarsely(struct z3_question *q);
bool z3_refuted_by_reads(struct z3_question *q);
bool z3_refuted_as_integers(struct z3_question *q);

#endif
