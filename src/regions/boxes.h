/* Boxes: products of sets of regions, one per column. The excluded states of a lemma are one. */
#ifndef REGIONS_BOXES_H
#define REGIONS_BOXES_H

#include "regions/mdd.h"

/* A box inside P, which is not empty. */
mdd box_of(struct mdd_table *t, mdd P);
/* The columns that a box speaks of. */
uint32_t box_columns(const struct mdd_table *t, mdd box);
/* A larger box that has nothing in common with `avoid`, as P: columns are forgotten, then others
 * get more regions. */
mdd box_grow(struct mdd_table *t, mdd P, mdd avoid);

#endif
