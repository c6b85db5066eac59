/* A path of steps as one formula: what must hold of its start and its inputs, and the values of
 * the variables at its end. */
#ifndef IC3CFA_PATH_H
#define IC3CFA_PATH_H

#include "cfa/cfa.h"

struct path_formula {
    /* variable -> its value so far, over the values at the start and the inputs */
    struct subst state;
    term_vec guards;
    term_vec inputs; /* the fresh copies, in the order of the steps */
};

/* The path goes on along the step. */
void path_step(struct path_formula *p, const struct cfa_step *s);
void path_release(struct path_formula *p);

#endif
