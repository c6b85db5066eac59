/* Evaluation of many terms on many states. term_eval keeps its results in a hash table; here they
 * are in arrays indexed by the term's handle, and a stamp tells which are of the present state:
 * moving on to the next state costs nothing but setting its variables. */
#ifndef LEMMAS_SHEET_H
#define LEMMAS_SHEET_H

#include "term/subst.h"
#include "term/term.h"

struct sheet {
    VEC(value) values;    /* by term handle */
    VEC(uint32_t) stamps; /* values[t] is good iff stamps[t] == stamp */
    uint32_t stamp;
    term_vec stack;
};

void sheet_begin(struct sheet *e); /* forgets everything */
void sheet_set(struct sheet *e, term var, value v);
/* Variables that were not set are 0. */
value sheet_value(struct sheet *e, term t);
static inline bool sheet_holds(struct sheet *e, term t) { return sheet_value(e, t).lo != 0; }
void sheet_release(struct sheet *e);

#endif
