/* What became of each check, and how people are told. */
#ifndef REPORT_CHECKS_H
#define REPORT_CHECKS_H

#include "cfa/cfa.h"
#include "replay/steps.h"
#include "replay/story.h"

enum check_status {
    STATUS_SKIPPED,   /* not asked for (--only) */
    STATUS_UNDECIDED, /* `reason` says why */
    STATUS_PROVED,    /* no execution fails here */
    /* no execution comes here: proved as well, and perhaps not what was meant */
    STATUS_UNREACHABLE,
    /* `story` is an execution that does, and the compiled program has done it */
    STATUS_FAILED,
};

struct check_answer {
    enum check_status status;
    char *reason;       /* UNDECIDED; owned */
    char *note;         /* PROVED, FAILED: the evidence; owned */
    struct story story; /* FAILED, or an unconfirmed counterexample */
    struct steps steps; /* the same in C's words */
};

/* "PROVED", ... */
const char *check_status_word(enum check_status s);
/* --list-checks: one line per check that was asked for, by function. */
void checks_print_list(struct strbuf *b, const struct cfa *c, const struct check_answer *results);
/* --list-checks without a file: one line per class. */
void checks_print_classes(struct strbuf *b);
/* The table: grouped by function, functions with failures first, each failure with its execution;
 * in the end one line of counts; nothing if there are no checks. The proved checks of a function
 * are one line, unless `all` are asked for. */
void checks_print_table(struct strbuf *b, const struct cfa *c, const struct check_answer *results, bool all);
uint32_t checks_count(const struct cfa *c, const struct check_answer *results, enum check_status s);
/* Is there an execution that fails, or would if the compiled program showed it? */
bool check_has_trace(const struct check_answer *r);
void check_answer_release(struct check_answer *r);

#endif
