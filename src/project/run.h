/* One job of a plan, without any other state: edgewise is started on it, and what it says becomes
 * the job's result. */
#ifndef PROJECT_RUN_H
#define PROJECT_RUN_H

#include "project/plan.h"

/* The path of this program, static. */
const char *run_self(void);
/* Runs the job in this process's place and writes its result under `run`, which is absolute. True
 * if the job has a result afterwards, be it one that was there before. A signal that ends this
 * process ends the job, without a result. */
bool run_job(const struct plan_job *j, const char *run);

/* Runs a command of the system (argv[0] is looked up in PATH) with `input` (may be NULL) as its
 * standard input. Its standard output goes to *output, or to ours if that is NULL; its messages go
 * to ours unless `quiet`. Its exit code, -1 if it could not be started or was killed. */
int run_program(const char *const *argv, const char *input, struct strbuf *output, bool quiet);

#endif
