/* Loops within loops: a weak topological order of the locations (Bourdoncle, "Efficient chaotic
 * iteration strategies with widenings", 1993).
 *
 * Representation. Every location has a position. A step that leads to a position not behind its own
 * leads to the head of a loop that both ends belong to. Loops are disjoint or nested; the head is
 * the first of its loop, and a loop's locations have consecutive positions. What l0 does not reach
 * has a position as well. */
#ifndef CFA_NESTING_H
#define CFA_NESTING_H

#include "cfa/cfa.h"

struct nesting {
    uint32_t n;
    uint32_t *position;
    /* Per location: the head of the innermost loop that it belongs to (a head: itself), or
     * LOC_NONE. */
    loc *loop;
    /* Per head: that of the loop around its loop, or LOC_NONE. */
    loc *outer;
};

/* The order of the steps' graph. */
void nesting_init(struct nesting *n, const struct cfa *c, const struct cfa_index *by_step);
void nesting_release(struct nesting *n);
/* Does l belong to the loop of this head, or to one within? */
bool nesting_within(const struct nesting *n, loc l, loc head);

/* A location and how often each loop around it was iterated, in the order in which an unrolling
 * comes to them: whatever follows a loop is behind all of its rounds. Words are compared one by
 * one: for each loop around, from outside, the head's position and the rounds so far, then the
 * location's position. */
struct nesting_place {
    uint32_t loops;
    uint32_t *words; /* 2 * loops + 1 */
};

/* The place of l when one comes from `from` (NULL: at the start). Loops that both are in keep their
 * rounds; a step to the head of one of them begins the next round. */
struct nesting_place nesting_place_after(const struct nesting *n, struct arena *arena,
                                         const struct nesting_place *from, loc l);
/* Less than, equal to, or greater than 0. */
int nesting_place_compare(const struct nesting_place *a, const struct nesting_place *b);
/* Of the innermost loop: 0 in the first round. There is a loop around. */
uint32_t nesting_place_rounds(const struct nesting_place *p);
/* Should an unrolling ask a solver, before this round, whether there is one at all? After 2, 4, 8,
 * ... rounds. */
bool nesting_asks_before(uint32_t round);

#endif
