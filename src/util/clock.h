/* Time, and the one place that says "stop".
 *
 * `stop_requested()` is polled by every engine between solver calls and by the solvers inside them.
 * It turns true when the deadline of --timeout passes, when the memory limit is passed, when the user
 * interrupts, or when another engine was faster; it never turns false again. */
#ifndef UTIL_CLOCK_H
#define UTIL_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

double clock_wall(void);   /* seconds since the process started */
double clock_cpu(void);    /* of this process */
uint64_t memory_now(void); /* resident bytes of this process */
uint64_t memory_peak(void);

enum stop_reason { STOP_NONE, STOP_TIMEOUT, STOP_MEMORY, STOP_INTERRUPT, STOP_OTHER };

/* Starts a watchdog thread that sets the stop flag; 0 means no limit. `on_stop` (may be NULL) runs
 * once in that thread, e.g. to interrupt a solver in the middle of a query. */
void stop_set_limits(double seconds, uint64_t bytes);
/* In a child right after fork: the flag is clear, the hooks are gone, and the watchdog runs anew with these limits. */
void stop_after_fork(double seconds, uint64_t bytes);
void stop_request(enum stop_reason why); /* async-signal-safe */
enum stop_reason stop_requested(void);
const char *stop_text(enum stop_reason why); /* "timeout", "out of memory", "interrupted" */
/* Functions called from the watchdog thread as long as the flag is set, every 50 ms (a solver that
 * misses one interruption gets another). At most 64 are registered at once. */
void stop_hook_add(void (*hook)(void *), void *context);
void stop_hook_remove(void (*hook)(void *), void *context);

#endif
