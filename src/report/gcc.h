/* --format=gcc: lines as of a compiler, "file:line:column: error: message [class]". Every line that
 * these functions append has that form, and severities are error (a compiled run has failed),
 * warning (not decided) and note (a step of the execution). */
#ifndef REPORT_GCC_H
#define REPORT_GCC_H

#include "report/checks.h"

/* Where every check has a status: those that failed or are undecided, in the order of the
 * program. */
void gcc_print_checks(struct strbuf *b, const struct cfa *c, const struct check_answer *results);
/* Of a single question: its counterexample; one that is not confirmed is a warning. */
void gcc_print_trace(struct strbuf *b, const struct steps *steps, const struct story *story, bool confirmed);
/* Of a single question: nothing is known. */
void gcc_print_unknown(struct strbuf *b, const char *file, const char *reason);

#endif
