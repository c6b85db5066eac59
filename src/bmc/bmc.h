/* Bounded model checking and k-induction on the automaton. */
#ifndef BMC_BMC_H
#define BMC_BMC_H

#include "cfa/verdict.h"
#include "util/budget.h"

/* FALSE with a trace, or TRUE with PROOF_BOUNDED when every path ends, or UNKNOWN; v->bound grows
 * meanwhile.
 */
void bmc_prove(struct cfa *c, const struct facts *known, struct verdict *v);
/* The same, giving up when the budget is over, or after so many steps (0: no limit). */
void bmc_prove_within(struct cfa *c, const struct facts *known, const struct budget *b, uint32_t depth,
                      struct verdict *v);

/* k-induction with the known facts as strengthening: FALSE with a trace, or TRUE with
 * PROOF_K_INDUCTION (or PROOF_INVARIANT if k is 1), or UNKNOWN. */
void kind_prove(struct cfa *c, const struct facts *known, struct verdict *v);

#endif
