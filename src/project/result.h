/* What became of the jobs of a plan: one file per job in the folder of the run.
 *
 *     RUN/plan.jsonl             the jobs
 *     RUN/results/KEY.json       the result of the job with that key
 *     RUN/last.json              what the run before this one found, for comparison and for the
 *                                order of jobs
 *
 * A result is written under another name and then linked to its own, which fails if it is there:
 * however often a job runs (a node was lost, two people started the same run), the first result
 * stays, whole. Reading needs no lock, also on NFS. */
#ifndef PROJECT_RESULT_H
#define PROJECT_RESULT_H

#include <jansson.h>

#include "project/plan.h"

enum result_kind { RESULT_NONE, RESULT_TRUE, RESULT_FALSE, RESULT_UNKNOWN, RESULT_ERROR, RESULT_KINDS };
/* "TRUE", "NO RESULT" */
const char *result_word(enum result_kind k);

struct result_record {
    enum result_kind kind;
    /* Owned; "" where there is nothing to say. */
    char *reason;
    double seconds, cpu_seconds;
    uint64_t memory_bytes;
    /* The file's object, owned; NULL: no result. */
    json_t *whole;
};

/* RUN/results/KEY.json, a fresh string. */
char *result_path(const char *run, const struct plan_job *j);
bool result_exists(const char *run, const struct plan_job *j);
/* RESULT_NONE if there is none, or none that is whole. */
struct result_record result_read(const char *run, const struct plan_job *j);
void result_release(struct result_record *r);
/* Makes the result the job's, unless it has one. False: it cannot be written. */
bool result_write(const char *run, const struct plan_job *j, const json_t *whole);

/* A failure: a SARIF result of level error. Strings belong to the result. */
struct result_finding {
    const char *rule, *file, *function, *message;
    int line;
    /* What a finding is called from run to run: no line numbers. Owned. */
    char *id;
};
typedef VEC(struct result_finding) result_finding_list;
void result_findings(const struct plan_job *j, const struct result_record *r, result_finding_list *list);
void result_findings_release(result_finding_list *list);

#endif
