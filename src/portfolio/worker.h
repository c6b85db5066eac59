/* Work in a process of its own.
 *
 * A worker is forked when it starts, so it sees all that the parent knew by then; it writes one
 * message to a pipe (wire.h) when it is done and ends. It may be frozen (SIGSTOP) and thawed to
 * share the cores, it is killed when it is no longer wanted, and it dies with its parent. Its
 * counters are visible while it runs, and so is the weight that it asks for (util/budget.h). */
#ifndef PORTFOLIO_WORKER_H
#define PORTFOLIO_WORKER_H

#include <sys/types.h>

#include "portfolio/wire.h"
#include "util/budget.h"
#include "util/stats.h"

/* Fills the message, in the child. The context is the parent's, as it was at the fork. */
typedef void worker_task(const void *context, const struct budget *b, struct wire *message);

enum worker_state { WORKER_WAITING, WORKER_RUNNING, WORKER_FROZEN, WORKER_DONE };

/* In memory of both processes: the child writes, the parent reads. */
struct worker_shared {
    struct stats live;
    volatile double weight;
};

struct worker {
    enum worker_state state;
    pid_t pid;
    /* The end that the parent reads. */
    int pipe;
    /* The number of terms at the fork. */
    term base;
    struct strbuf received;
    /* Seconds that it ran before, and when it was thawed. */
    double run, since;
    /* NULL until it starts. */
    struct worker_shared *shared;
};

/* When workers end by themselves: a little before the parent's own deadline, so that their last
 * messages arrive. */
struct budget worker_budget(const struct budget *parents);
/* Forks. False if that is not possible. `memory` in bytes, 0: no limit. */
bool worker_start(struct worker *w, worker_task *task, const void *context, const struct budget *b,
                  uint64_t memory);
void worker_freeze(struct worker *w);
void worker_thaw(struct worker *w);
/* Asks it to say what it knows and to end. */
void worker_finish(struct worker *w);
/* That it has run. */
double worker_seconds(const struct worker *w);
/* What it asks for; 1 before it starts. */
double worker_weight(const struct worker *w);
/* Takes what is in the pipe. When the child has closed it, the worker is WORKER_DONE and true is
 * returned: the message is in w->received (empty if the child died). */
bool worker_poll(struct worker *w);
/* Kills the child if there is one, and frees everything. */
void worker_end(struct worker *w);

#endif
