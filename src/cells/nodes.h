/* Proofs about linked structures of any size: facts about an arbitrary node and its successor.
 *
 *     while (any()) { n = malloc(sizeof *n); n->value = 1; n->next = head; head = n; }
 *     for (n = head; n; n = n->next) assert(n->value == 1);
 *
 * The nodes of one place that allocates are a pool (pools.h): fields are arrays over the numbers of
 * the nodes, and a counter says how many there are. Two ghosts g and h stand for arbitrary nodes.
 * At both loops
 *
 *     g < count  =>  value[g] == 1
 *     g < count  =>  next[g] is null or the address of a node that exists
 *     n          is null or the address of a node that exists
 *
 * are inductive, and exclude the failure: take the node of n for g. Candidates say of a node, of
 * all but the one that a variable points to, of that one alone, and of those with a flag's value:
 *
 *     where a pointer leads        null, an existing node (so that it never dangles), not to x
 *     data                         what the program compares fields with, constants
 *     acyclicity                   next[g] leads to an older node than g, or to a younger one
 *     disjointness                 next[g] = next[h] only where both are null
 *     age                          next[g] leads to the node made before g, or after it; what is
 *                                  said of nodes that are not younger than x's, or not older
 *     counts                       how many are left: all, those up to x's, or from there on
 *     a node and its successor     next[g] leads to h  =>  value[g] <= value[h], prev[h] leads to g
 *
 * What is inductive together (sieve.h) is a proof of the form PROOF_FORALL, checked like any other.
 *
 * Limits: no fact about more than two nodes; how many there are is known only where they are linked
 * in the order, or against the order, in which they were made; nodes that are not of a pool (one
 * that is allocated once) take part by what points to them only. */
#ifndef CELLS_NODES_H
#define CELLS_NODES_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* TRUE with PROOF_FORALL, or *v is as it was and the result false. */
bool nodes_prove(struct cfa *c, const struct budget *b, struct verdict *v);

#endif
