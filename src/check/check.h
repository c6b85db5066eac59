/* Is a proof right? Every TRUE is rechecked here by code that shares nothing with the engines but
 * terms and the automaton. See README.md for the map of the files. */
#ifndef CHECK_CHECK_H
#define CHECK_CHECK_H

#include "cfa/verdict.h"
#include "util/budget.h"
#include "util/options.h"
#include "util/strbuf.h"

/* TRUE: initiation, consecution along every step, exclusion of lE, decided by fresh solvers of
 * `kind` (SOLVER_*). NULL if the invariant holds, else a fresh string that says what fails. "cannot
 * say" (a limit) is a failure too, with *unsure set. */
char *check_invariant(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* Initiation and consecution only. */
char *check_inductive(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* The same for facts about all values of their ghosts: variables that are not the automaton's
 * (forall.c). */
char *check_for_all_ghosts(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);
/* More lemmas than anybody reads: to drop some of them takes longer than to check them all. */
enum { MANY_LEMMAS = 3000 };
/* Drops the facts that the proof does not need; leaves all of them when they are more than that or
 * the budget is over before. */
void check_minimize_invariant(struct cfa *c, struct facts *invariant, int kind, const struct budget *b);
void check_minimize_for_all_ghosts(struct cfa *c, struct facts *invariant, int kind, const struct budget *b);
/* The kind of solver that checks what --solver found, and the kind that found it. */
int check_other_solver(void);
int check_own_solver(void);
/* Who has confirmed what was asked so far: that solver, and intervals where they had to help with
 * floats or, on the reduced automaton, where the refuter has seen obligations. */
const char *check_done_by(bool on_reduced);

/* --certificate: every obligation as a check-sat of its own; all are unsat. */
void certificate_print(struct strbuf *b, struct cfa *c, const struct verdict *v);

#endif
