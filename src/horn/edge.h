/* One clause as an edge. */
#ifndef HORN_EDGE_H
#define HORN_EDGE_H

#include "cfa/cfa.h"

/* exists locals: constraint & the target's variables become the values. */
struct horn_edge {
    loc from, to;
    term_vec constraint; /* literals over the source's variables and locals */
    term_vec locals;
    term_vec targets, values; /* in parallel */
};

/* Does the edge divide integers by anything but a number? SMT-LIB leaves open what x / 0 is. */
bool horn_divides(const struct horn_edge *e);
/* Takes locals away that an equation of the constraint defines. */
void horn_solve(struct horn_edge *e);
/* Adds the edge; `choice` of `rule` (TERM_NONE: there is only one) selects it among those of its
 * source, so that a run is determined by what it draws. `rule_site` is the site of `rule`. */
void horn_add_edge(struct cfa *c, const struct horn_edge *e, term rule, uint32_t rule_site, uint32_t choice);
void horn_edge_release(struct horn_edge *e);

#endif
