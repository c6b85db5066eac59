/* Evidence: every verdict is rechecked here by code that shares nothing with the engines but terms and
 * the automaton. */
#ifndef EVIDENCE_EVIDENCE_H
#define EVIDENCE_EVIDENCE_H

#include "cfa/verdict.h"
#include "util/fail.h"

/* TRUE: initiation, consecution along every step, exclusion of lE, decided by fresh solvers of `kind`
 * (SOLVER_*). NULL if the invariant holds, else a fresh string that says what fails. "cannot say" (a limit)
 * is a failure too, with *unsure set. */
char *evidence_check_invariant(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* Drops the facts that the proof does not need. */
void evidence_minimize_invariant(struct cfa *c, struct facts *invariant);

/* FALSE: the trace evaluated step by step on the reduced automaton. NULL if it leads to lE. */
char *evidence_check_trace(struct cfa *c, const struct verdict *v);

#endif
