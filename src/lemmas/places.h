/* Places: what is told to the suppliers about an automaton that follows single cells of arrays
 * (cells/cells.h).
 *
 * A ghost g is a variable that no step assigns: an arbitrary index. What holds of the cell at g
 * depends on where g lies, for instance before the index of a loop that has filled the array up to
 * there:
 *
 *     for (i = 0; i < 100; i++) a[i] = 7;          place g < i:  the cell is 7
 *
 * So lemmas have the form `place => fact about cells`, and the places are conditions of one list,
 * each with the kind that says how it is combined with others (classes.c). Nothing here is trusted:
 * a list that is incomplete costs proofs, and one with senseless conditions costs time. */
#ifndef LEMMAS_PLACES_H
#define LEMMAS_PLACES_H

#include "cfa/cfa.h"

enum place_kind {
    /* g < i: before an index that the program moves. */
    PLACE_MOVING = 1,
    /* g <= 99, g < n: only ghosts, constants, and what no loop changes. */
    PLACE_FIXED = 2,
    /* g <= 99 and 2 * g + 1 <= 99: the same for several cells at once. */
    PLACE_WITHIN = 4,
    /* g < n before a loop that begins with i := n. */
    PLACE_START = 8,
    /* found = 1: no place, but what the program has found out about elements. */
    PLACE_FLAG = 16,
    /* a@g <= a@h: no place either, but what the program claims of elements, a candidate. */
    PLACE_CLAIM = 32,
    PLACE_POSITION = PLACE_MOVING | PLACE_FIXED | PLACE_WITHIN | PLACE_START
};

struct place_condition {
    term when;
    enum place_kind kind;
};

/* Substitutions after which the facts known at the source of a step hold, too: what is known of the
 * cell at g, said of the cell at another index that the step reads. */
typedef VEC(struct subst) place_instances;

/* Invariant: positions come first, then flags, then claims; no flags and no claims without
 * positions; no condition twice among the claims or among the rest. */
struct places {
    const struct cfa *c;
    /* Variables of c of at most 64 bits. */
    term_vec ghosts;
    /* The variables that follow elements of arrays. */
    term_vec cells;
    VEC(struct place_condition) all;
    /* Per step of c; NULL: facts are used for no other indices. */
    const place_instances *instances;
};

/* Adds the condition unless it is there. A position that is about ghosts, constants and variables
 * that no loop changes becomes PLACE_FIXED or PLACE_WITHIN. */
void places_add(struct places *p, term when, enum place_kind kind);
/* Is the condition there, with one of these kinds? */
bool places_include(const struct places *p, term when, unsigned kinds);
/* Does no step assign the variable but those from l0? */
bool places_is_steady(const struct cfa *c, term var);
bool places_is_ghost(const struct places *p, term var);
bool places_mention_ghost(const struct places *p, term t);
bool places_mention_cell(const struct places *p, term t);
/* It has variables, and all of them are ghosts. */
bool places_only_ghosts(const struct places *p, term t);
/* For asserts: the invariant above. */
bool places_check(const struct places *p);
void places_release(struct places *p);

#endif
