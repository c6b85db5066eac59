/* Questions with unknowns in the place of what is hard: products and quotients of any value. More
 * is possible then, so a contradiction is one of the question itself; a model says nothing. Most
 * obligations of a proof do not depend on what the remainder of a number is, and a solver that
 * bit-blasts pays for it all the same. */
#ifndef SMT_Z3_COARSE_H
#define SMT_Z3_COARSE_H

#include "term/subst.h"

/* What stands for what; release the map when done. The same hard term is the same unknown in all
 * terms. */
struct coarse {
    struct int_map done;
    bool some; /* anything has been replaced */
};

term coarse_term(struct coarse *c, term t);
void coarse_release(struct coarse *c);

#endif
