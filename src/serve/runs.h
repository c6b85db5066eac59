/* The queue of runs. Every function may be called from any thread; a run is named by its id, and
 * only with the session that it belongs to: to others it does not exist.
 *
 * A run is QUEUED, then RUNNING, then DONE; each has a folder with program.c, progress.jsonl, and
 * at the end out, err and report.html. The newest RUNS_KEPT are kept. */
#ifndef SERVE_RUNS_H
#define SERVE_RUNS_H

#include <stdbool.h>
#include <stddef.h>

#include "util/strbuf.h"

enum {
    RUNS_TOKEN = 33, /* 32 hexadecimal digits and the end */
    RUNS_KEPT = 40,
    RUNS_WAITING = 16,
    RUNS_PROGRAM_BYTES = 1 << 20,
    RUNS_SECONDS = 300
};

enum run_state { RUN_NONE, RUN_QUEUED, RUN_RUNNING, RUN_DONE };

/* What the page may choose: names of runs.c's table with "name=value" in a query; what is not in
 * the table is refused. */
struct runs_choice {
    const char *name, *value;
};

/* Runs in folders below this one; `confined`: with --confine, so that a program cannot have files
 * of the user's read by the compiler. */
void runs_start(const char *folder, bool confined);
/* Ends the executor and what it runs. */
void runs_stop(void);
/* 32 random hexadecimal digits. */
void runs_token(char token[RUNS_TOKEN]);

/* Queues a program. NULL and the id of the run in `id`, or why not: static text. */
const char *runs_add(const char *session, const char *program, size_t n, const struct runs_choice *choices,
                     size_t n_choices, char id[RUNS_TOKEN]);
enum run_state runs_state(const char *session, const char *id, unsigned *ahead);
/* Asks a run to end: at once if it waits, by SIGINT if it runs, by force some seconds later. False:
 * there is none. */
bool runs_end(const char *session, const char *id);
/* A file of the run, from an offset on; false if there is no such run or file. */
bool runs_read(const char *session, const char *id, const char *file, size_t from, struct strbuf *text);
/* The exit code; only of a run that is DONE. -1: it was ended from outside. */
int runs_exit_code(const char *session, const char *id);

#endif
