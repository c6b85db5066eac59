/* How a run goes: the phase, the checks that are decided, and what each engine was at over time.
 *
 *     progress_phase("proving");
 *     progress_checks(3, 12);
 *     progress_engine("IC3", 1.5, &its_counters);     every tenth of a second
 *     progress_outcome("IC3", "decided");
 *
 * The main thread writes. The thread of the status line reads what `progress_leader`,
 * `progress_phase_now` and `progress_decided` say, each of which is one atomic value; the history
 * is for the end, when there is no other thread. */
#ifndef UTIL_PROGRESS_H
#define UTIL_PROGRESS_H

#include <stdint.h>

#include "util/stats.h"
#include "util/vec.h"

/* The counters of an engine at a moment of the run. */
struct progress_point {
    /* Seconds of wall time since the start. */
    double at;
    uint64_t frames, lemmas, obligations, depth, regions, runs;
};

struct progress_engine {
    /* As verdict.engine; static text. */
    const char *label;
    /* When it first ran, and for how long. */
    double first, seconds;
    /* "decided", "gave up", "supplied facts"; NULL: it was stopped. */
    const char *outcome;
    /* By time. At most PROGRESS_POINTS: when there are more, every second one is dropped. */
    VEC(struct progress_point) points;
};

enum { PROGRESS_POINTS = 400 };

struct progress_history {
    VEC(struct progress_engine) engines;
};

/* Static text. */
void progress_phase(const char *what);
void progress_checks(uint32_t decided, uint32_t all);
void progress_engine(const char *label, double seconds, const struct stats *live);
void progress_outcome(const char *label, const char *outcome);
/* The engine whose counters `stats` shows; static text, NULL: none. */
void progress_lead(const char *label);

const char *progress_phase_now(void);
const char *progress_leader(void);
/* How many checks are decided, and of how many; *all is 0 if there is one question only. */
uint32_t progress_decided(uint32_t *all);
const struct progress_history *progress_history(void);
void progress_forget(void);

#endif
