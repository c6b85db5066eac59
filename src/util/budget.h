/* Time as a value: how long a piece of work may take, handed down to it as a parameter.
 *
 * A budget is a deadline on one of two clocks. The wall clock is for what the user asked for
 * (--timeout) and for what other processes do; CPU time is for what an engine allots to its own
 * parts, because the portfolio freezes engines and the wall clock runs on meanwhile. A part of a
 * budget may be on the other clock:
 *
 *     struct budget whole = budget_wall(60);
 *     struct budget pass = budget_part(&whole, BUDGET_CPU, 0.3, 30);   30 % of what is left, at
 *                                                                      most 30 s
 *     while (work && !budget_over(&pass)) ...
 *
 * A budget that is all zero has no end of its own. The stop flag (util/clock.h) ends every budget:
 * a process has one such flag, since a signal sets it.
 *
 * Whoever works in a process that others schedule has a weight besides, which multiplies its share
 * of the cores: it asks for more when it is about to be done, and for less when it makes no
 * progress. */
#ifndef UTIL_BUDGET_H
#define UTIL_BUDGET_H

#include <stdbool.h>

enum budget_clock { BUDGET_WALL, BUDGET_CPU };

struct budget {
    enum budget_clock clock;
    /* On that clock; 0: none. */
    double deadline;
    /* In memory that is shared with the process that schedules this one; NULL: nobody does. */
    volatile double *weight;
};

/* So many seconds from now; none are left if that is not positive. */
struct budget budget_wall(double seconds);
struct budget budget_cpu(double seconds);
/* This share of what is left of `whole`, and at most so many seconds. The part has the weight of
 * the whole. */
struct budget budget_part(const struct budget *whole, enum budget_clock clock, double share, double most);
/* The seconds of such a part. */
double budget_seconds(const struct budget *whole, double share, double most);

/* Infinite if the budget has no deadline; negative after it. The stop flag is not looked at. */
double budget_left(const struct budget *b);
/* What is left as the limit of a single query, which must be positive. */
double budget_query(const struct budget *b);
/* The deadline has passed, or the stop flag is set. */
bool budget_over(const struct budget *b);
/* The share of the cores, as a multiple of what the scheduler gives to this engine; 1 in the
 * beginning. */
void budget_ask(const struct budget *b, double weight);

#endif
