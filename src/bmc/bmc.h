/* Bounded model checking and k-induction on the automaton. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include "cfa/verdict.h"

void bmc_prove(struct cfa *c, const struct facts *known, struct verdict *v);
void kind_prove(struct cfa *c, const struct facts *known, struct verdict *v);

#endif
