/* The array method: proofs about all elements of arrays of any size, by following one cell of each
 * (cell morphing: Monniaux and Gonnord, SAS 2016; we keep the cells that the error asks for).
 *
 *     int a[100000];                                     // SIZE elements: unrolling takes for ever
 *     for (int i = 0; i < SIZE; i++) a[i] = 7;
 *     for (int j = 0; j < SIZE; j++) assert(a[j] == 7);
 *
 * 1. Follow (follow.h). A *ghost* g stands for an arbitrary index that never changes. The array
 *    goes; the variable a@g follows a[g], and the automaton has no arrays any more:
 *
 *     i = 0;  while (i < SIZE) { if (i == g) a@g = 7;  i++; }
 *     j = 0;  while (j < SIZE) { x = j == g ? a@g : any();  if (j == g && x != 7) error();  j++; }
 *
 *    The error is kept only for j = g, which loses nothing because g is any index.
 * 2. Describe (places.h). What is known of a@g depends on where g lies. The list of *places* is
 *    read off the automaton: g < i and g < j because i and j are compared with g, g <= SIZE - 1
 *    because the loops end there; and the *claims*: a@g = 7, because that is what the error asks
 *    for.
 * 3. Guess and filter (src/lemmas). Candidates are `place => fact about cells`. A place that no
 *    state was seen in starts with `false`. What survives the filter here is
 *
 *     first loop:  g < i => a@g = 7          second loop:  g <= SIZE - 1 => a@g = 7
 *
 * 4. Translate back. With a[g] for a@g these are facts about all elements, because g was arbitrary.
 *    That certificate (PROOF_FORALL) is checked on the automaton with arrays by check/forall.c,
 *    which shares nothing with this folder.
 *
 * Variants, each tried when those before it do not suffice: facts are used for the other indices
 * that a step reads (a[i] = a[i - 1] + 1); the cell at an index that is written once and stays, a
 * sentinel (settled.h); cells at an index of the program that moves (a[i] > a[m]); IC3 on the
 * automaton of the first kind.
 *
 * Limits: an error that is found on the automaton of cells may be none, so there is no FALSE; facts
 * about more than two independent cells are not looked for; arrays of arrays are not followed. */
#ifndef CELLS_CELLS_H
#define CELLS_CELLS_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* Are there arrays? */
bool cells_possible(const struct cfa *c);
/* TRUE with PROOF_FORALL, or with PROOF_INVARIANT for a settled index; else UNKNOWN. */
void cells_prove(struct cfa *c, const struct budget *b, struct verdict *v);

#endif
