/* Which variables matter where: backward liveness over bit sets, on edges and on steps. */
#ifndef CFA_LIVE_H
#define CFA_LIVE_H

#include "cfa/pass.h"

struct live {
    uint64_t *bits; /* `words` per location; bit v: variable v of cfa.vars is live there */
    uint32_t words;
};

/* Live at a location after cfa_split: the steps from there need its value. */
void live_of_steps(const struct cfa *c, struct live *live);
static inline bool live_at(const struct live *live, loc l, uint32_t var) {
    return live->bits[(size_t)l * live->words + var / 64] >> (var % 64) & 1;
}
void live_release(struct live *live);
/* Drops updates of variables that are not live at the target, and steps that repeat another. */
uint32_t cfa_dead_updates(struct cfa *c);

#endif
