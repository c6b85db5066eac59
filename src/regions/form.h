/* Terms over regions: what a term may be when each column lies in a given region.
 *
 * A form is a term flattened for evaluation: leaves are columns (plus an offset) and the
 * unknown. */
#ifndef REGIONS_FORM_H
#define REGIONS_FORM_H

#include "regions/columns.h"

struct form_node {
    term t;
    bool is_column, unknown, negated;
    bool is_zero;          /* the node says that the column (with sign and offset) is 0 */
    sort sort;             /* of the column */
    uint32_t column, slot; /* slot: index into the form's columns */
    uint64_t offset;
    uint32_t args; /* index into form.args; as many as the term has */
};

struct form {
    const struct columns *k;
    VEC(struct form_node) nodes; /* arguments first */
    VEC(uint32_t) args;
    VEC(uint32_t) columns; /* those that it depends on, by level */
    VEC(struct range) ranges;
    double combinations; /* of the regions of its columns */
};

void form_init(struct form *f, const struct columns *k, term t);
void form_release(struct form *f);
/* Is one of the regions unseen? */
bool form_unseen(const struct form *f, const uint32_t *regions);
/* regions[i]: the region of f->columns.at[i]; none is unseen. */
struct range form_range(struct form *f, const uint32_t *regions);
/* The regions of a column (at most 64, so a set of bits) that a range of values of its sort
 * touches. */
uint64_t form_regions(const struct column *a, struct range r);

#endif
