/* The command line: what ties the modules together and everything that prints for a person.
 *
 * stdout carries the answer, its last line is always the verdict; stderr carries everything else
 * (messages, warnings, the status line, the line that explains the verdict). */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "util/fail.h"

/* C programs, from the parsed options to the exit code. */
int pipeline_run(struct error *e);

/* engines.c: are all names of --without known? */
bool engines_check_without(struct error *e);

/* limits.c: signals, --timeout, --memory, and what happens when an engine does not come back. */
void limits_start(void);
/* The process is about to print its result: the watchdog keeps quiet from now on. Returns false when the
 * watchdog was faster (the caller then just waits for the end). */
bool limits_claim_output(void);
/* Called before the process ends in any way, from any thread, also inside a signal handler. */
void limits_at_end(void (*hook)(void));

/* status.c: the live line on a terminal. */
void status_start(const char *subject);
void status_phase(const char *what); /* static text: "compiling", "proving", "checking the proof" */
void status_stop(void);              /* and wipe the line */

#endif
