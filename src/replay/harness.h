/* The counterexample as a C file, and the run of the user's program with it. */
#ifndef REPLAY_HARNESS_H
#define REPLAY_HARNESS_H

#include "replay/branches.h"
#include "system/subject.h"
#include "replay/replay.h"

/* Exit codes of a program that was driven into the error, and into another one. */
enum { HARNESS_REACHED = 107, HARNESS_OTHER = 106 };

/* A self-contained C file that defines the functions which the program takes its inputs from. */
void harness_print(struct strbuf *b, const struct subject *subject, const struct cfa *unreduced,
                   const input_log *log);

/* Does the input say whether an allocation fails? Each allocation draws one, so that the compiled
 * program's allocations can be made to fail in the same order. */
bool harness_fails_allocation(const struct cfa_site *site);
/* Does an allocation fail? The program must then be linked with HARNESS_WRAP. */
bool harness_has_failing(const struct cfa *c, const input_log *log);
#define HARNESS_WRAP                                                                                         \
    "-Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=reallocarray,--wrap=valloc,--wrap=memalign,"      \
    "--wrap=aligned_alloc,--wrap=posix_memalign,--wrap=strdup,--wrap=strndup"

/* With how many arguments main is to be called, in a program that is linked with
 * HARNESS_WRAP_MAIN; -1: the trace does not say, or more than can be made. */
int64_t harness_arguments(const struct subject *subject, const struct cfa *c, const input_log *log);
#define HARNESS_WRAP_MAIN "-Wl,--wrap=main"

/* Is this a function that hands a pointer in? Compiled with -DEDGEWISE_ROOM, its null pointers
 * point to memory instead. */
bool harness_is_pointer(const struct cfa_site *site);

enum harness_outcome {
    HARNESS_CONFIRMED, /* the compiled program reached the error */
    /* not confirmed for a reason that does not speak against the trace; see note */
    HARNESS_SYMBOLIC,
    HARNESS_REFUTED, /* ran as the trace says, and the error was not reached; see note */
    /* ran out of time, though the trace is short: neither a confirmation nor a contradiction */
    HARNESS_LATE,
    HARNESS_SILENT, /* AddressSanitizer reports nothing, or something else; see note */
    /* an invalid access to memory ended it before the error: the automaton's memory is more
     * patient */
    HARNESS_CRASHED,
};

/* The program's files are compiled once, and kept for all its counterexamples, until this is
 * called. */
void harness_forget(void);

/* Compiles the program with the harness, runs it confined, and tells what came of it; *note is a
 * fresh string. The branches that a confirmed run took are appended to *branches (may be NULL),
 * unless there are thousands. */
enum harness_outcome harness_run(const struct subject *subject, const struct cfa *unreduced,
                                 const input_log *log, branch_log *branches, char **note);

#endif
