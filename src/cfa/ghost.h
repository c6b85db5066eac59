/* Arrays by the cell: an automaton without arrays that follows one cell of each (some, for errors that compare some).
 *
 * A ghost g is a variable that nothing assigns: an arbitrary index, fixed for the whole execution. For an array
 * A the variable A@g follows A[g]. A read A[i] is A@g where i = g and any value elsewhere, a write A[i] := v
 * changes A@g where i = g. A step into lE is kept only for the executions in which the ghosts are the
 * indices that it reads. Every execution of the automaton that reaches lE is followed by one here: take
 * those indices for the ghosts. So an invariant here, with A[g] for A@g, holds for all g there. (Monniaux and
 * Gonnord, "Cell morphing", SAS 2016; we keep the cells that the error asks for.)
 *
 * "Any value elsewhere" forgets what is known of all cells, a[i] := a[i - 1] + 1. Whoever looks for facts may use their instances
 * there (cfa_instances).
 *
 * An index that another one determines, as x determines 2 * x + 1, needs no ghost of its own: the cell at 2 * g + 1
 * is followed. Where no index determines the others, as 2 * x does not determine 2 * x + 1 modulo a power of two, the ghost stands for x. */
#ifndef CFA_GHOST_H
#define CFA_GHOST_H

#include "cfa/settled.h"

enum { MAX_GHOSTS = 5, MAX_FREE_GHOSTS = 2, MAX_FIXED_GHOSTS = 3 };

/* What holds for all ghosts holds for the other indices that a step reads. An instance puts such an index, or another ghost, in the place of
 * each free ghost, and what is read there, an input of the step, in the place of its cell. */
typedef VEC(struct subst) cfa_instances;

struct cfa_ghosts {
    term at[MAX_GHOSTS];    /* variables, terms over them, and indices of the program */
    bool free[MAX_GHOSTS];  /* it is a variable that nothing assigns */
    term moves[MAX_GHOSTS]; /* it is an index of the program: the array whose cell is followed there */
    uint32_t n;
    term variable;                /* of which all of them are terms and none is free; or TERM_NONE */
    struct subst meaning;         /* A@g -> select(A, g) */
    term_vec congruences;         /* g = h => A@g = A@h, which is true with A[g] for A@g */
    VEC(cfa_instances) instances; /* of each step of the automaton, if they were asked for */
    bool with_instances;
};

/* The automaton with steps only (no edges); locations are as in c, which must be split. NULL if it has no array. */
struct cfa *cfa_follow_cells(const struct cfa *c, struct cfa_ghosts *g);
/* The same, with instances. */
struct cfa *cfa_follow_instances(const struct cfa *c, struct cfa_ghosts *g);
/* The same; and where the index of a read stays as it is in some step, as m in a[i] > a[m], the cell there is followed as
 * well: a[m] is a[i] after m := i, and any value where it is not known. NULL if there is none. */
struct cfa *cfa_follow_moving(const struct cfa *c, struct cfa_ghosts *g);
/* The same for one ghost that is the settled index: steps to where that is final are kept for the executions in which the ghost has
 * its value. There an invariant holds with the index for the ghost. */
struct cfa *cfa_follow_settled(const struct cfa *c, const struct cfa_settled *s, struct cfa_ghosts *g);
void cfa_ghosts_release(struct cfa_ghosts *g);

#endif
