/* Sampling. Runs are of very different lengths, so that beginnings, middles and ends of loops are
 * all seen; a location's set is a reservoir once it is full (every state seen has the same chance
 * to stay), after the first quarter, which stays for good: the first iterations tell most. */
#include "lemmas/sample.h"

#include <assert.h>
#include <stdlib.h>

#include "util/clock.h"
#include "util/stats.h"

void samples_init(struct samples *s, const struct cfa *c) {
    *s = (struct samples){.n_vars = c->vars.n, .n_locs = c->locs.n};
    s->at = mem_zero(c->locs.n, sizeof *s->at);
}

void samples_release(struct samples *s) {
    for (uint32_t l = 0; l < s->n_locs; l++) {
        VEC_RELEASE(&s->at[l].rows);
        int_map_release(&s->at[l].hashes);
    }
    free(s->at);
}

/* Keeps the state if it is new and lucky; true if it is new. */
static bool record(struct samples *s, struct rng *rng, loc l, const value *state) {
    struct sample_set *set = &s->at[l];
    bool added;
    int_map_put(&set->hashes, hash_bytes(state, s->n_vars * sizeof *state), &added);
    if (!added) return false;
    stats.samples++;
    set->seen++;
    uint32_t slot = set->n;
    if (set->n == SAMPLES_MAX) {
        slot = rng_below(rng, set->seen);
        if (slot < SAMPLES_MAX / 4) slot += SAMPLES_MAX / 4;
        if (slot >= SAMPLES_MAX) return true;
    } else {
        set->n++;
        VEC_RESIZE(&set->rows, set->n * s->n_vars);
    }
    if (s->n_vars) memcpy(&set->rows.at[(size_t)slot * s->n_vars], state, s->n_vars * sizeof *state);
    return true;
}

uint32_t samples_add(struct samples *s, loc l, const value *state) {
    struct sample_set *set = &s->at[l];
    VEC_RESIZE(&set->rows, (set->n + 1) * s->n_vars);
    if (s->n_vars) memcpy(&set->rows.at[(size_t)set->n * s->n_vars], state, s->n_vars * sizeof *state);
    return set->n++;
}

/* At most `length` steps on from a state; returns how many new states it met. */
static uint32_t run_on(struct samples *s, struct runner *r, loc at, value *state, uint32_t length,
                       bool insist, const struct budget *b) {
    uint32_t fresh = 0;
    for (uint32_t i = 0; i < length && at != r->c->lE; i++) {
        if (i % 1024 == 1023 && budget_over(b)) break;
        at = runner_step(r, at, state, insist);
        if (at == LOC_NONE) break;
        fresh += record(s, &r->rng, at, state);
    }
    return fresh;
}

static uint32_t execute(struct samples *s, struct runner *r, value *state, uint32_t length, bool insist,
                        const struct budget *b) {
    runner_start(r, state);
    return run_on(s, r, r->c->l0, state, length, insist, b);
}

static bool some_unseen(const struct samples *s, const struct cfa *c) {
    for (loc l = 0; l < s->n_locs; l++)
        if (l != c->l0 && l != c->lE && !s->at[l].n) return true;
    return false;
}

/* Locations that no execution came to (they lie behind long loops) get states that the known facts
 * before them allow. */
static void jump(struct samples *s, struct runner *r, const struct facts *known, value *state,
                 const struct budget *b) {
    enum { JUMPS = 40, AFTER_JUMP = 60 };
    for (bool progress = true; progress && some_unseen(s, r->c);) {
        progress = false;
        for (uint32_t i = 0; i < r->c->steps.n; i++) {
            const struct cfa_step *step = &r->c->steps.at[i];
            bool seen = step->from == r->c->l0 || s->at[step->from].n;
            if (!seen || step->to == r->c->lE || s->at[step->to].n) continue;
            for (uint32_t j = 0; j < JUMPS && !budget_over(b); j++)
                if (runner_jump(r, i, &known->at[step->from], state)) {
                    record(s, &r->rng, step->to, state);
                    run_on(s, r, step->to, state, AFTER_JUMP, false, b);
                }
            progress |= s->at[step->to].n > 0;
        }
    }
}

void samples_collect(struct samples *s, struct runner *r, const struct facts *known, const struct budget *b) {
    /* Jumps may take as long again. */
    struct budget longer = budget_cpu(2 * budget_left(b));
    value *state = mem_zero(s->n_vars + 1, sizeof *state);
    uint32_t barren = 0; /* runs in a row that showed nothing */
    for (uint32_t run = 0; run < 600 && barren < 60; run++) {
        static const uint32_t lengths[] = {12, 40, 200, 1000};
        bool fresh = execute(s, r, state, lengths[run % 4], run % 8 < 4, b) > 0;
        barren = fresh ? 0 : barren + 1;
        if (budget_over(b)) break;
    }
    if (known) jump(s, r, known, state, &longer);
    free(state);
}
