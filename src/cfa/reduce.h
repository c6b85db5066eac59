/* The reductions, each exact: lE (and each cut) is reachable after one iff it was before, and a
 * sequence of nondeterministic values that leads there before leads there after (values of sites
 * that were dropped as irrelevant do not matter). Each works in place and returns what it
 * removed. */
#ifndef CFA_REDUCE_H
#define CFA_REDUCE_H

#include "cfa/cfa.h"

/* Runs the reductions that the options ask for to a fixpoint, then large blocks, then cfa_split;
 * fills the cfa_* and reduce_* counters. `c` is used up and the result (maybe the same object)
 * returned. */
struct cfa *cfa_reduce(struct cfa *c);

uint32_t
cfa_prune(struct cfa *c); /* drops locations that l0 does not reach or that reach neither lE nor a cut */
uint32_t cfa_propagate(struct cfa *c); /* constants and copies, by a forward dataflow analysis */
uint32_t cfa_slice(struct cfa *c);     /* drops variables that no assume depends on, transitively */
uint32_t cfa_dead(struct cfa *c);      /* drops assignments to variables that are not live */
uint32_t cfa_bisim(struct cfa *c);     /* merges locations with the same outgoing behaviour */
uint32_t cfa_large_blocks(struct cfa *c, int lbe, double max_paths); /* LBE_* of util/options.h */

/* Marks loop heads: the targets of back edges of a depth-first search from l0. */
void cfa_mark_loop_heads(struct cfa *c);

/* spl of SPIN18, Def. 6: fills c->steps. Disjunctive assumes are split as well while that stays
 * below max_paths per edge. Steps whose guard simplifies to false are left out. */
void cfa_split(struct cfa *c, double max_paths);

#endif
