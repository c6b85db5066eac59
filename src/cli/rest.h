/* What a run without a verdict has found out all the same: how far the search went, what was found
 * to hold, what to try next. */
#ifndef CLI_REST_H
#define CLI_REST_H

#include "cli/job.h"

struct rest_known {
    /* No execution fails in which the conditions of these loops are met at most this often
     * together; 0: nothing is known. */
    uint64_t visits;
    VEC(struct src_pos) loops; /* one per line of the source */
    /* There is one loop, and it is entered once: then its rounds are one less than its visits. */
    bool one_loop;
    /* At loop heads; found by the engines' solver and not checked by another. */
    struct proof held;
    VEC(char *) hints;
};

/* Empty for a verdict that is not UNKNOWN. */
void rest_init(struct rest_known *r, const struct job *j);
void rest_release(struct rest_known *r);
/* Lines for stderr, indented. */
void rest_print(struct strbuf *b, const struct rest_known *r, const struct job *j);

#endif
