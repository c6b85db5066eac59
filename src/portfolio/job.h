/* An engine in a process of its own.
 *
 * A job is forked when it starts, so it sees all facts that the parent knew by then; it writes one message to
 * a pipe (wire.h) when it is done and ends. It may be frozen (SIGSTOP) and thawed to share the cores, it is
 * killed when it is no longer wanted, and it dies with its parent. Its counters are visible while it runs. */
#ifndef PORTFOLIO_JOB_H
#define PORTFOLIO_JOB_H

#include <sys/types.h>

#include "portfolio/wire.h"
#include "util/stats.h"

/* What a job does: fills the message. */
typedef void job_work(struct cfa *c, const struct facts *known, struct wire *message);

enum job_state { JOB_WAITING, JOB_RUNNING, JOB_FROZEN, JOB_DONE };

struct job {
    const char *name; /* static */
    enum job_state state;
    pid_t pid;
    int pipe;  /* the end that the parent reads */
    term base; /* the number of terms at the fork */
    struct strbuf received;
    double run, since;  /* seconds that it ran before; when it was thawed */
    struct stats *live; /* shared with the child */
};

/* When jobs end by themselves, on the clock of clock_wall: a little before the parent's own deadline, so that
 * their last messages arrive. 0: never. */
double job_deadline(void);
/* Forks. False if that is not possible. `memory` in bytes, 0: no limit. */
bool job_start(struct job *j, job_work *work, struct cfa *c, const struct facts *known, uint64_t memory);
void job_freeze(struct job *j);
void job_thaw(struct job *j);
double job_seconds(const struct job *j); /* that it has run */
/* Takes what is in the pipe. When the child has closed it, the job is JOB_DONE and true is returned: the
 * message is in j->received (empty if the child died). */
bool job_poll(struct job *j);
/* Kills the child if there is one, and frees everything. */
void job_end(struct job *j);

#endif
