/* The command line: what ties the modules together and everything that prints for a person.
 *
 * stdout carries the answer, its last line is always the verdict; stderr carries everything else
 * (messages, warnings, the status line, the line that explains the verdict). */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>

#include "util/fail.h"
#include "util/options.h"

/* C programs, from the parsed options to the exit code. */
int pipeline_run(struct error *e);

/* hardware.c: is this file a BTOR2 model (by its first line)? And from there to the exit code. */
bool hardware_is_model(const char *path);
int hardware_main(const char *path, struct error *e);
/* systems.c: the same for Horn clauses and VMT systems. */
bool systems_is_system(const char *path);
int systems_main(const char *path, struct error *e);
/* --emit=aiger: an automaton without large arrays as a circuit. */
struct cfa;
struct strbuf;
void hardware_print_aiger(struct strbuf *b, const struct cfa *c, struct error *e);

/* engines.c: are all names of --without known, and can the chosen engine do what it is told? */
bool engines_check_options(struct error *e);

/* limits.c: signals, --timeout, --memory, and what happens when an engine does not come back. */
void limits_start(void);
/* The process is about to print its result: the watchdog keeps quiet from now on. Returns false
 * when the watchdog was faster (the caller then just waits for the end). */
bool limits_claim_output(void);
/* Called before the process ends in any way, from any thread, also inside a signal handler. */
void limits_at_end(void (*hook)(void));

/* report.c: can all files that the options name be written, and are they none of the inputs (those
 * of the command line and `more`, which is NULL for hardware)? What an earlier run has left there
 * is removed. */
bool report_prepare(const text_list *more, struct error *e);

/* status.c: the live line on a terminal, and --progress-file; false with *e set if that cannot be
 * written. */
bool status_start(const char *subject, struct error *e);
void status_phase(const char *what); /* static text: "compiling", "proving", "checking the proof" */
void status_stop(void);              /* and wipe the line */

/* report.c: what was typed, for the page of --html. */
void report_command(int argc, char **argv);

#endif
