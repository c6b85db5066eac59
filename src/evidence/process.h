/* Child processes: a compiler, or the program under test, which is not trusted. No shell is involved. */
#ifndef EVIDENCE_PROCESS_H
#define EVIDENCE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/strbuf.h"

enum { TOKEN_FD = 3 }; /* what the child writes here is kept apart from its output */

struct process {
    const char *const *argv; /* NULL-terminated; argv[0] is looked up in PATH */
    double seconds;  /* CPU time, at least 1, or four times as much wall time; then all of it is killed */
    uint64_t memory; /* bytes of address space; 0: no limit */
    bool confined;   /* no network, no writing, no new processes: see sandbox.h */
    /* what came of it */
    bool started, timed_out;
    int exit_code; /* -1: ended by `signal` */
    int signal;
    struct strbuf output; /* stdout and stderr, their first OUTPUT_KEPT bytes */
    struct strbuf token;
};

/* Runs to the end. False if it could not be started at all. */
bool process_run(struct process *p);
/* Kills what process_run is waiting for, with all that it has started; for a signal handler. */
void process_kill_running(void);
void process_release(struct process *p);

#endif
