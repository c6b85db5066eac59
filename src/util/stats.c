#include "util/stats.h"

#include <string.h>

#include "util/clock.h"

struct stats stats;
static double totals[TIMER_COUNT];

double timer_start(void) { return clock_wall(); }

void timer_stop(enum timer t, double start) { totals[t] += clock_wall() - start; }

double timer_total(enum timer t) { return totals[t]; }

void stats_visit(void (*counter)(void *, const char *, const char *, const char *, uint64_t),
                 void (*timer)(void *, const char *, const char *, double), void *context) {
#define COUNTER(field, group, help)                                                                          \
    if (stats.field) counter(context, #field, group, help, stats.field);
    COUNTER_ROWS(COUNTER)
#undef COUNTER
#define TIMER(id, help)                                                                                      \
    if (totals[TIMER_##id] > 0) timer(context, #id, help, totals[TIMER_##id]);
    TIMER_ROWS(TIMER)
#undef TIMER
}

void stats_reset(void) {
    memset(&stats, 0, sizeof stats);
    memset(totals, 0, sizeof totals);
}

void stats_adopt(const struct stats *counters, const double *timers) {
    stats = *counters;
    memcpy(totals, timers, sizeof totals);
}
