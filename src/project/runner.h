/* Who runs the jobs. A job is one line for a shell, so anything that starts programs will do:
 *
 *     --runner=local                       processes of this machine (pool.h)
 *     --runner=ninja                       a build.ninja in the folder of the run; jobs of more
 *                                          than 4 GB one at a time
 *     --runner=slurm                       job arrays; lost nodes are made up for by Slurm; the
 *                                          report is a job that depends on them
 *     --runner='parallel --sshlogin a,b'   a program that reads lines of shell from its standard
 *                                          input */
#ifndef PROJECT_RUNNER_H
#define PROJECT_RUNNER_H

#include "project/plan.h"

/* The words that run job N, quoted for a shell: a fresh string. */
char *runner_line(const char *run, uint32_t n);
/* A word as sh reads it back. */
void runner_quote(struct strbuf *b, const char *word);

/* Each runs what has no result, waits, and returns false with *e set if that did not work; jobs may
 * still have no result. */
bool runner_ninja(const struct plan *p, const char *run, uint32_t processes, struct error *e);
bool runner_launcher(const struct plan *p, const char *run, const char *command, struct error *e);
/* Returns at once with --detach. `report` is the line that makes the report at the end. */
bool runner_slurm(const struct plan *p, const char *run, const char *report, struct error *e);
/* What Slurm says of the jobs that were submitted, for --status; nothing if there are none. */
void runner_slurm_status(const char *run, struct strbuf *b);

#endif
