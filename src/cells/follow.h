/* The automaton without arrays that follows single cells of them (cells.h has the idea and an
 * example).
 *
 * For an array A and a ghost g the variable A@g follows A[g]. A read A[i] is A@g where i = g and
 * any value elsewhere; a write A[i] := v changes A@g where i = g. A step into lE is kept only for
 * the executions in which the ghosts are the indices that it reads. Every execution that reaches lE
 * is followed by one here: take those indices for the ghosts. So an invariant here, with A[g] for
 * A@g, holds for all g there.
 *
 * "Any value elsewhere" forgets what is known of all cells, which a[i] := a[i - 1] + 1 needs.
 * Whoever looks for facts may use their instances at the indices that a step reads.
 *
 * An index that another one determines, as x determines 2 * x + 1, needs no ghost of its own: the
 * cell at 2 * g + 1 is followed. Where no index determines the others, as 2 * x does not determine
 * 2 * x + 1 modulo a power of two, the ghost stands for x. */
#ifndef CELLS_FOLLOW_H
#define CELLS_FOLLOW_H

#include "lemmas/settled.h"
#include "cfa/verdict.h"
#include "lemmas/places.h"

/* Of MAX_GHOSTS: independent ones, and those with what depends on them; the rest are indices of the
 * program. */
enum { MAX_FREE_GHOSTS = 2, MAX_FIXED_GHOSTS = 3 };

/* Which cells are followed:
 *   CELLS_OF_THE_ERROR   those that steps into lE read; nothing is known elsewhere
 *   CELLS_ELSEWHERE      the same, with instances of what is known at the other indices that a step
 *                        reads
 *   CELLS_MOVING         the same, and where the index of a read stays as it is in some step, as m
 *                        in a[i] > a[m], the cell there: a[m] is a[i] after m := i */
enum cells_way { CELLS_OF_THE_ERROR, CELLS_ELSEWHERE, CELLS_MOVING };

struct cells_ghosts {
    /* Variables, terms over them, and indices of the program; n of them. */
    term at[MAX_GHOSTS];
    /* It is a variable that nothing assigns. */
    bool free[MAX_GHOSTS];
    /* It is an index of the program: the array whose cell is followed there. */
    term moves[MAX_GHOSTS];
    uint32_t n;
    /* The variable of which all of them are terms, and then none is free; or TERM_NONE. */
    term variable;
    /* The variables A@g, and A@g -> select(A, g). */
    term_vec cells;
    struct subst meaning;
    /* g = h => A@g = A@h, which is true with A[g] for A@g. */
    term_vec congruences;
    /* With CELLS_ELSEWHERE and CELLS_MOVING, of each step of the automaton: an instance puts an
     * index that the step reads, or another ghost, in the place of each free ghost, and what is
     * read there, an input of the step, in the place of its cell. */
    VEC(place_instances) instances;
    bool with_instances;
};

/* The automaton with steps only (no edges); locations are as in c, which must be split. NULL if
 * there is nothing of that kind to follow; then there is nothing to release. */
struct cfa *cells_follow(const struct cfa *c, enum cells_way way, struct cells_ghosts *g);
/* The same for one ghost that is the settled index: steps to where that is final are kept for the
 * executions in which the ghost has its value. There an invariant holds with the index for the
 * ghost. */
struct cfa *cells_follow_settled(const struct cfa *c, const struct settled *s, struct cells_ghosts *g);
void cells_ghosts_release(struct cells_ghosts *g);

#endif
