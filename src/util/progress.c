#include "util/progress.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

#include "util/clock.h"

static _Atomic(const char *) phase = "", leader;
/* Decided in the upper half, all in the lower one. */
static _Atomic uint64_t checks;
static struct progress_history history;

void progress_phase(const char *what) {
    assert(what);
    atomic_store(&phase, what);
}

void progress_checks(uint32_t decided, uint32_t all) {
    assert(decided <= all);
    atomic_store(&checks, (uint64_t)decided << 32 | all);
}

void progress_lead(const char *label) { atomic_store(&leader, label); }

const char *progress_phase_now(void) { return atomic_load(&phase); }

const char *progress_leader(void) { return atomic_load(&leader); }

uint32_t progress_decided(uint32_t *all) {
    uint64_t both = atomic_load(&checks);
    *all = (uint32_t)both;
    return (uint32_t)(both >> 32);
}

static struct progress_engine *engine_named(const char *label) {
    for (uint32_t i = 0; i < history.engines.n; i++)
        if (!strcmp(history.engines.at[i].label, label)) return &history.engines.at[i];
    VEC_PUSH(&history.engines, ((struct progress_engine){.label = label, .first = clock_wall()}));
    return &VEC_LAST(&history.engines);
}

static void thin_out(struct progress_engine *e) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < e->points.n; i += 2) e->points.at[kept++] = e->points.at[i];
    e->points.n = kept;
}

static bool same_counters(const struct progress_point *a, const struct progress_point *b) {
    return a->frames == b->frames && a->lemmas == b->lemmas && a->obligations == b->obligations &&
           a->depth == b->depth && a->regions == b->regions && a->runs == b->runs;
}

void progress_engine(const char *label, double seconds, const struct stats *live) {
    assert(label);
    struct progress_engine *e = engine_named(label);
    struct progress_point now = {.at = clock_wall(),
                                 .frames = live->frames,
                                 .lemmas = live->lemmas + live->supplied_kept,
                                 .obligations = live->obligations,
                                 .depth = live->bmc_depth,
                                 .regions = live->regions_images,
                                 .runs = live->fuzz_executions};
    e->seconds = seconds;
    if (e->points.n && same_counters(&VEC_LAST(&e->points), &now)) return;
    if (e->points.n == PROGRESS_POINTS) thin_out(e);
    VEC_PUSH(&e->points, now);
}

void progress_outcome(const char *label, const char *outcome) { engine_named(label)->outcome = outcome; }

const struct progress_history *progress_history(void) { return &history; }

void progress_forget(void) {
    for (uint32_t i = 0; i < history.engines.n; i++) VEC_RELEASE(&history.engines.at[i].points);
    VEC_RELEASE(&history.engines);
}
