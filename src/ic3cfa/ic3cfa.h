/* IC3 on control-flow automata: see README.md for the map from the papers to the files. */
#ifndef IC3CFA_IC3CFA_H
#define IC3CFA_IC3CFA_H

#include "cfa/verdict.h"

/* Decides whether lE is reachable in c (after cfa_reduce). `known` (may be NULL) are facts proven
 * to hold at every location at all times. Configured by `options`. */
void ic3cfa_prove(struct cfa *c, const struct facts *known, struct verdict *v);
/* FMCAD15's comparison engines on the same terms, automaton and solvers. They work alone: no
 * facts. */
void ic3smt_prove(struct cfa *c, struct verdict *v);
void tree_ic3_prove(struct cfa *c, struct verdict *v);
/* With interpolants in the place of weakest preconditions. */
void tree_ic3_itp_prove(struct cfa *c, struct verdict *v);

#endif
