/* What the passes of this folder share; nobody else includes it. */
#ifndef CFA_PASS_H
#define CFA_PASS_H

#include "cfa/cfa.h"

void cfa_clear_steps(struct cfa *c);

/* The variables of terms as indices into cfa.vars, each list computed once: list[0] is its length.
 * What is not declared (a step's inputs) is left out. */
struct var_lists {
    const struct cfa *c;
    struct arena arena;
    struct int_map done; /* term -> list */
    term_vec scratch;
};
const uint32_t *vars_of(struct var_lists *v, term t);
void var_lists_release(struct var_lists *v);

/* Keeps the locations with keep[l] set (l0 and lE always) and the edges between them that can be
 * taken; returns the number of locations dropped. */
uint32_t cfa_keep_locs(struct cfa *c, uint8_t *keep);
/* Location l becomes now[l] (LOC_NONE: none): keeps cfa.image right. */
void cfa_map_image(struct cfa *c, const loc *now);
/* Drops commands that no edge uses. */
void cfa_compact_cmds(struct cfa *c);
/* Drops variables that no command mentions; marks do not count and forget what they showed. */
uint32_t cfa_compact_vars(struct cfa *c);
/* Drops the bare draws of classes of sites that have no other; see cfa.h, "Draws". */
void cfa_drop_draws(struct cfa *c);
/* Drops assignments to nothing, which passes that change commands in place leave behind. */
void cfa_drop_empty(struct cfa *c);
/* The same automaton without marks. */
void cfa_drop_marks(struct cfa *c);

typedef VEC(loc) loc_vec;
/* Locations reachable from l0 in reverse postorder of a depth-first search; unreachable ones are
 * missing. */
void cfa_order(const struct cfa *c, const struct cfa_index *by_edge, loc_vec *order);

#endif
