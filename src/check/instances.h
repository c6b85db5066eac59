/* Instances of facts about all elements of arrays (forall.c). */
#ifndef CHECK_INSTANCES_H
#define CHECK_INSTANCES_H

#include "cfa/cfa.h"
#include "smt/solver.h"

/* The instances of the facts that speak of the indices at which these terms read arrays, up to a
 * limit; none without ghosts. */
void evidence_instances(const struct cfa *c, const term_vec *reading, const term_vec *facts,
                        term_vec *instances);
/* What the solver was told & assumptions & instances: the instances that models violate are added
 * to the assumptions, until none is left to be violated. */
enum answer check_with_instances(struct solver *s, const term_vec *instances, term_vec *assumptions);

#endif
