/* What conditions and assignments do to a state. */
#ifndef SWEEP_TRANSFER_H
#define SWEEP_TRANSFER_H

#include "sweep/reading.h"

struct transfer_kit {
    struct reading_cache reader;
    struct state_mentions mentions;
};
void transfer_release(struct transfer_kit *t);

/* The condition holds; the state becomes unreached if it cannot. */
void transfer_assume(struct transfer_kit *t, struct sweep_state *s, term condition);
void transfer_assign(struct transfer_kit *t, struct sweep_state *s, const struct cfa_assign *pairs,
                     uint32_t n);
void transfer_havoc(struct transfer_kit *t, struct sweep_state *s, term var);

#endif
