/* The counterexample as a C file, and the run of the user's program with it. */
#ifndef EVIDENCE_HARNESS_H
#define EVIDENCE_HARNESS_H

#include "evidence/branches.h"
#include "evidence/evidence.h"
#include "evidence/replay.h"

enum { HARNESS_REACHED = 107 }; /* exit code of a program that was driven into the error */

/* A self-contained C file that defines the functions which the program takes its inputs from. */
void harness_print(struct strbuf *b, const struct subject *subject, const struct cfa *unreduced,
                   const input_log *log);

/* Is this a function that hands a pointer in? Compiled with -DEDGEWISE_ROOM, its null pointers point to memory instead. */
bool harness_is_pointer(const struct cfa_site *site);

enum harness_outcome {
    HARNESS_CONFIRMED, /* the compiled program reached the error */
    HARNESS_SYMBOLIC,  /* not confirmed for a reason that does not speak against the trace; see note */
    HARNESS_REFUTED,   /* ran as the trace says, and the error was not reached; see note */
    HARNESS_CRASHED, /* an invalid access to memory ended it before the error: the automaton's memory is more patient */
};

/* Compiles the program with the harness, runs it confined, and tells what came of it; *note is a fresh string. The
 * branches that a confirmed run took are appended to *branches (may be NULL), unless there are thousands. */
enum harness_outcome harness_run(const struct subject *subject, const struct cfa *unreduced,
                                 const input_log *log, branch_log *branches, char **note);

#endif
