/* The states over regions that are reachable, per location, and how they were reached. */
#ifndef REGIONS_REACH_H
#define REGIONS_REACH_H

#include "cfa/live.h"
#include "cfa/verdict.h"
#include "regions/abstract.h"

/* One image: `fresh` are the states at the edge's target that were not known before. */
struct hop {
    uint32_t edge;
    mdd fresh;
};

struct reach {
    struct cfa *c;
    struct abstract a;
    struct cfa_index by;
    struct live live;
    loc_vec order;
    mdd *sets; /* 2 per location: reached; of these, not yet followed */
    VEC(struct hop) hops;
    bool past_error; /* does not stop when lE is reached */
};

void reach_init(struct reach *r, struct cfa *c, const struct grain *grain, uint64_t limit);
void reach_release(struct reach *r);
/* Follows all edges until nothing is new, lE is reached, or there is no more room or time; true if
 * nothing is new. */
bool reach_run(struct reach *r);
/* All that was reached has to be followed again. */
void reach_again(struct reach *r);
/* Are all variables of the column live at l? */
bool reach_column_live(const struct reach *r, const struct column *k, loc l);
static inline mdd reach_set(const struct reach *r, loc l) { return r->sets[2 * l]; }
/* A path over regions: edges, and the states wanted at their targets; the last edge, into lE, comes
 * first. */
struct stop {
    uint32_t edge;
    mdd into;
};
typedef VEC(struct stop) stop_vec;

/* lE was reached: an execution that follows the hops backwards, as a trace. False if there is none
 * along *path, and then *dead_end is the stop that was not reached. */
bool reach_trace(struct reach *r, struct verdict *v, stop_vec *path, uint32_t *dead_end);
/* Cuts that may tell the path from an execution; true if there are new ones. */
bool reach_refine(struct reach *r, const stop_vec *path, uint32_t dead_end, struct grain *grain);

/* Cuts at the ends of what values occur within regions (hulls.c); true if there are new ones. */
bool reach_hulls(struct cfa *c, struct grain *grain, uint64_t limit);

/* lE was not reached: lemmas that exclude it and are inductive, weaker and mostly smaller than the
 * sets. */
bool reach_lemmas(struct reach *r, struct facts *invariant);
/* The same for large programs: lemmas that hold at all locations, as far as possible. */
bool reach_lemmas_everywhere(struct reach *r, struct facts *invariant);

#endif
