/* The indices at which a step reads arrays, and which of them determine the others: x determines 2 * x + 1. */
#ifndef CFA_READS_H
#define CFA_READS_H

#include "cfa/cfa.h"

/* Of the conditions of a step. Every index is free or determined by one that is. */
struct cfa_reads {
    term_vec indices, free;
};

void cfa_reads_init(struct cfa_reads *r, const struct cfa_step *s);
void cfa_reads_release(struct cfa_reads *r);
/* The one variable of all indices, if no index determines all others: x in a[2 * x] and a[2 * x + 1], where 2 * x has lost a bit. TERM_NONE
 * if there is none. */
term cfa_common_variable(const struct cfa_reads *r);

/* The index as a term over g where base = g; TERM_NONE if base does not determine it, or if it is base. */
term cfa_express(term index, term base, term g);
/* Adds the index terms of the reads in t, each once, in the order of their handles. */
void cfa_indices_read(term t, term_vec *indices);

#endif
