#include "util/budget.h"

#include <assert.h>
#include <math.h>

#include "util/clock.h"

/* Solvers take 0 for "no limit". */
#define SHORTEST_QUERY 0.01

static double now_on(enum budget_clock clock) { return clock == BUDGET_CPU ? clock_cpu() : clock_wall(); }

/* The clocks start at 0, so a deadline of exactly 0 could only lie in the past. */
static struct budget from_now(enum budget_clock clock, double seconds) {
    double deadline = now_on(clock) + seconds;
    return (struct budget){.clock = clock, .deadline = deadline == 0 ? -1 : deadline};
}

struct budget budget_wall(double seconds) { return from_now(BUDGET_WALL, seconds); }

struct budget budget_cpu(double seconds) { return from_now(BUDGET_CPU, seconds); }

double budget_left(const struct budget *b) {
    return b->deadline == 0 ? INFINITY : b->deadline - now_on(b->clock);
}

double budget_seconds(const struct budget *whole, double share, double most) {
    assert(share > 0 && share <= 1 && most > 0);
    double part = share * budget_left(whole);
    return part < most ? part : most;
}

struct budget budget_part(const struct budget *whole, enum budget_clock clock, double share, double most) {
    struct budget part = from_now(clock, budget_seconds(whole, share, most));
    part.weight = whole->weight;
    return part;
}

double budget_query(const struct budget *b) {
    double left = budget_left(b);
    if (isinf(left)) return 0;
    return left > SHORTEST_QUERY ? left : SHORTEST_QUERY;
}

bool budget_over(const struct budget *b) { return stop_requested() || budget_left(b) <= 0; }

void budget_ask(const struct budget *b, double weight) {
    assert(weight > 0);
    if (b->weight) *b->weight = weight;
}
