/* What a run without a verdict has found out all the same: how far the search went, what was found
 * to hold, what to try next. */
#ifndef CLI_REST_H
#define CLI_REST_H

#include "cli/job.h"

struct rest_known {
    struct rest_bound rounds;
    /* At loop heads; found by the engines' solver and not checked by another. */
    struct proof held;
    VEC(char *) hints;
};

/* What the job's automata and verdict of the moment say, in place of what *r held. */
void rest_rounds(struct rest_bound *r, const struct job *j);
/* Empty for a verdict that is not UNKNOWN. */
void rest_init(struct rest_known *r, const struct job *j);
void rest_release(struct rest_known *r);
/* Lines for stderr, indented. */
void rest_print(struct strbuf *b, const struct rest_known *r, const struct job *j);

#endif
