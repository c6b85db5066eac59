/* The clocks, and the one place that says "stop".
 *
 * `stop_requested()` is polled by every engine between solver calls and by the solvers inside them.
 * It turns true when the deadline of --timeout passes, when the memory limit is passed, or when the
 * user interrupts. It never turns false again in this process; a child that was just forked starts
 * with a clear flag.
 *
 * One watchdog thread per process looks at the limits, runs the hooks, and ends a process that does
 * not come back. Limits of parts of the work are budgets (util/budget.h). */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

double clock_wall(void);   /* seconds since the process started */
double clock_cpu(void);    /* of this process */
uint64_t memory_now(void); /* resident bytes of this process */
uint64_t memory_peak(void);

enum stop_reason { STOP_NONE, STOP_TIMEOUT, STOP_MEMORY, STOP_INTERRUPT };

/* Starts the watchdog, which sets the stop flag; 0 means no limit. `seconds` is on clock_wall. */
void stop_set_limits(double seconds, uint64_t bytes);
/* What the memory limit is about, asked ten times a second; without it, memory_now. */
void stop_set_meter(uint64_t (*meter)(void));
/* `end` is called by the watchdog when the flag has been set for so many seconds: the work did not
 * come back. */
void stop_set_last_resort(double seconds, void (*end)(enum stop_reason));
/* In a child right after fork: the flag is clear, the hooks and the last resort are gone, and the
 * watchdog runs anew with these limits. */
void stop_after_fork(double seconds, uint64_t bytes);
void stop_request(enum stop_reason why); /* async-signal-safe */
enum stop_reason stop_requested(void);
const char *stop_text(enum stop_reason why); /* "timeout", "out of memory", "interrupted" */
/* Functions called from the watchdog thread as long as the flag is set, every 50 ms (a solver that
 * misses one interruption gets another). */
void stop_hook_add(void (*hook)(void *), void *context);
void stop_hook_remove(void (*hook)(void *), void *context);

#endif
