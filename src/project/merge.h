/* The report of a run: every job of the plan with its result, in the plan's order, compared with
 * the run before and with a baseline. It speaks of what is there: a job without a result is named
 * as such. */
#ifndef PROJECT_MERGE_H
#define PROJECT_MERGE_H

#include "project/last.h"
#include "project/plan.h"
#include "project/result.h"

struct merge_finding {
    struct result_finding f;
    uint32_t job;
    /* Not in the last run; not in the baseline (if there is one). */
    bool fresh, beyond_baseline;
};

struct merge {
    const struct plan *plan;
    struct last last;
    VEC(struct result_record) results; /* by job */
    VEC(struct merge_finding) findings;
    uint32_t counts[RESULT_KINDS];
    /* Findings of the last run that are gone, in jobs that have a verdict now: owned. */
    text_list fixed;
    /* Jobs that were TRUE or FALSE and are undecided, jobs that take more than half as long
     * again. */
    VEC(uint32_t) undecided, slower;
    bool has_baseline, has_last;
};

/* --baseline may be NULL. False with *e set. */
bool merge_init(struct merge *m, const struct plan *p, const char *run, const char *baseline,
                struct error *e);
void merge_release(struct merge *m);
/* TRUE if all are; FALSE for a finding (with a baseline: a new one); ERROR, then UNKNOWN. */
enum result_kind merge_verdict(const struct merge *m);
int merge_exit_code(const struct merge *m);

/* The reports. Only JUnit and HTML say how long anything took: the others are the same for the same
 * results. */
void merge_text(const struct merge *m, struct strbuf *b);
void merge_markdown(const struct merge *m, struct strbuf *b);
void merge_junit(const struct merge *m, struct strbuf *b);
void merge_html(const struct merge *m, struct strbuf *b);
void merge_sarif(const struct merge *m, struct strbuf *b);
/* For --baseline of later runs: one finding per line. */
void merge_baseline(const struct merge *m, struct strbuf *b);

#endif
