/* States that executions were in, per location. */
#ifndef LEMMAS_SAMPLE_H
#define LEMMAS_SAMPLE_H

#include "cfa/verdict.h"
#include "lemmas/run.h"
#include "util/budget.h"

enum { SAMPLES_MAX = 400 }; /* kept per location */

struct samples {
    uint32_t n_vars, n_locs;
    struct sample_set {
        VEC(value) rows; /* n_vars values each */
        uint32_t n, seen;
        struct int_map hashes; /* of the rows */
    } *at;                     /* one per location */
};

void samples_init(struct samples *s, const struct cfa *c);
void samples_release(struct samples *s);
/* Runs the program from l0 until the budget is over or until new runs show nothing new. A location
 * that no run comes to gets states that the known facts allow (none if known is NULL). */
void samples_collect(struct samples *s, struct runner *r, const struct facts *known, const struct budget *b);
/* Adds a state that did not come from a run, and returns its number at the location. */
uint32_t samples_add(struct samples *s, loc l, const value *state);
static inline const value *sample(const struct samples *s, loc l, uint32_t i) {
    return &s->at[l].rows.at[(size_t)i * s->n_vars];
}

#endif
