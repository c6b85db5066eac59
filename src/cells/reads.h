/* The indices at which a step reads arrays, and which of them determine the others: x determines 2
 * * x + 1. */
#ifndef CELLS_READS_H
#define CELLS_READS_H

#include "cfa/cfa.h"

/* Of the conditions of a step. Every index is free or determined by one that is. */
struct cells_reads {
    term_vec indices, free;
};

void cells_reads_init(struct cells_reads *r, const struct cfa_step *s);
void cells_reads_release(struct cells_reads *r);
/* The one variable of all indices, if no index determines all others: x in a[2 * x] and a[2 * x +
 * 1], where 2 * x has lost a bit. TERM_NONE if there is none. */
term cells_common_variable(const struct cells_reads *r);

/* The index as a term over g where base = g; TERM_NONE if base does not determine it, or if it is
 * base. */
term cells_express(term index, term base, term g);

#endif
