/* From a property that is k-inductive to an invariant that is inductive: layers.c. */
#ifndef IC3BIT_LAYERS_H
#define IC3BIT_LAYERS_H

#include "ic3bit/ic3.h"

struct layers;

/* The model's bad literal is k-inductive together with the lemmas (which are copied), and no
 * counterexample has k states or fewer. */
struct layers *layers_new(const struct aiger *m, const cube_vec *lemmas, uint32_t k);
/* Works until the CPU time `end` (0: to the end). BIT_SAFE with lemmas and a region; or
 * BIT_UNKNOWN: paused if without a reason, else it is no use to call again. */
struct ic3_result layers_resume(struct layers *e, double end);
void layers_free(struct layers *e);

#endif
