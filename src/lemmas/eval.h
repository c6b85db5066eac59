/* Evaluation of many terms on many states. term_eval keeps its results in a hash table; here they are in arrays
 * indexed by the term's handle, and a stamp tells which are of the present state: moving on to the next state
 * costs nothing but setting its variables. */
#ifndef LEMMAS_EVAL_H
#define LEMMAS_EVAL_H

#include "term/subst.h"
#include "term/term.h"

struct eval {
    VEC(value) values; /* by term handle */
    VEC(uint32_t) stamps; /* values[t] is good iff stamps[t] == stamp */
    uint32_t stamp;
    term_vec stack;
};

void eval_begin(struct eval *e); /* forgets everything */
void eval_set(struct eval *e, term var, value v);
/* Variables that were not set are 0. */
value eval_term(struct eval *e, term t);
static inline bool eval_holds(struct eval *e, term t) { return eval_term(e, t).lo != 0; }
void eval_release(struct eval *e);

#endif
