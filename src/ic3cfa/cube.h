/* Cubes: conjunctions of literals (Bool terms over the automaton's variables).
 *
 * A cube is interned: two cubes with the same literals are the same pointer. Literals are sorted by
 * handle, without duplicates; none is `true`. The cube without literals is true (all states);
 * blocking it makes a location unreachable. `sig` has one bit per literal (hashed), so that a ⊆ b
 * implies (a->sig & ~b->sig) == 0: most subset tests end there. */
#ifndef IC3CFA_CUBE_H
#define IC3CFA_CUBE_H

#include "term/term.h"
#include "util/arena.h"
#include "util/hash.h"

struct cube {
    uint32_t id; /* dense, from 1 */
    uint32_t n;
    uint64_t sig;
    term lits[];
};

struct cube_table {
    struct arena arena;
    struct index_table index;
    VEC(const struct cube *) all; /* by id; all.at[0] is NULL */
};

/* The cube of these literals, in any order, duplicates and `true` dropped. A conjunction counts as
 * its conjuncts. NULL if the cube is syntactically false: `false` or a pair of complementary
 * literals. */
const struct cube *cube_make(struct cube_table *t, const term *lits, uint32_t n);
bool cube_is_subset(const struct cube *a, const struct cube *b); /* a ⊆ b as sets of literals */
bool cube_has(const struct cube *c, term lit);
term cube_clause(const struct cube *c); /* the negation, as a term */
void cube_table_release(struct cube_table *t);

#endif
