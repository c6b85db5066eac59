/* The certificates of bounded search and of k-induction, rechecked by an unrolling of its own that
 * shares nothing with src/bmc. As in check.h: NULL if it holds, else a fresh string; *unsure tells
 * "cannot say".
 */
#ifndef CHECK_BOUNDED_H
#define CHECK_BOUNDED_H

#include "cfa/verdict.h"

/* Any TRUE verdict: calls check_invariant or one of the two below, by v->proof. */
char *evidence_check_proof(struct cfa *c, const struct verdict *v, int kind, bool *unsure);

/* No path from l0 has more than `depth` steps, and none of them ends in lE. */
char *evidence_check_bounded(struct cfa *c, uint64_t depth, int kind, bool *unsure);
/* `invariant` is inductive; no path of at most `depth` steps leads from l0 to lE; none of exactly
 * `depth` steps along which `invariant` holds leads from anywhere to lE. */
char *evidence_check_k_induction(struct cfa *c, const struct facts *invariant, uint64_t depth, int kind,
                                 bool *unsure);
/* `invariant` mentions variables that are not the automaton's. It is inductive, whatever their
 * values, and a step into lE is impossible where it holds for all values (forall.c). */
char *evidence_check_forall(struct cfa *c, const struct facts *invariant, int kind, bool *unsure);

#endif
