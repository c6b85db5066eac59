/* What the run before this one found: the verdict, the time and the findings of every job, by
 * name. */
#ifndef PROJECT_LAST_H
#define PROJECT_LAST_H

#include <jansson.h>

#include "project/result.h"

struct last {
    /* {"NAME": {"verdict": "TRUE", "seconds": 1.5, "findings": ["ID", ...]}, ...}; NULL: there was
     * none. */
    json_t *jobs;
};

/* RUN/last.json; nothing if there is none, or none that can be read. */
void last_read(struct last *l, const char *run);
void last_release(struct last *l);
/* Seconds that the job took, < 0: it was not there. */
double last_seconds(const struct last *l, const char *name);
enum result_kind last_kind(const struct last *l, const char *name);
bool last_has_finding(const struct last *l, const char *name, const char *id);
/* Makes the results of the plan the last run's, in RUN/last.json; false with *e set. */
bool last_write(const char *run, const struct plan *p, struct error *e);

#endif
