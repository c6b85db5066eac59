/* How often the program under test was run. The counters are in memory that is shared with engines
 * in processes of their own, because what was executed is said with every verdict, also when
 * another engine was faster. */
#ifndef SYSTEM_EXECUTIONS_H
#define SYSTEM_EXECUTIONS_H

#include <stdatomic.h>
#include <stdint.h>

struct executions {
    /* Runs of a compiled program on the values of a counterexample. */
    _Atomic uint64_t replays;
    /* Runs on inputs that a search has chosen. */
    _Atomic uint64_t searched;
};

/* Children that are forked after the first call count into the same memory. */
struct executions *executions(void);

#endif
