/* What a contract allows a function to change. */
#ifndef FRONTEND_SOURCE_ASSIGNS_H
#define FRONTEND_SOURCE_ASSIGNS_H

#include "frontend/source/clauses.h"

/* "out != 0: *out": the condition is NULL if there is none. */
struct assigns_target {
    char *condition, *target;
    const char *place; /* of its clause */
};
typedef VEC(struct assigns_target) assigns_targets;

void assigns_read(const struct clauses *c, assigns_targets *all);
void assigns_release(assigns_targets *all);

/* Does the word stand in the text? */
bool assigns_mention(const char *text, const char *word);
/* "*p" alone, without a condition, for this p? */
bool assigns_whole(const assigns_targets *all, const char *parameter);
/* Statements before the call: edgewise_from_K and edgewise_many_K, the bytes of target K; null
 * where its condition does not hold. */
void assigns_print_before(const assigns_targets *all, struct strbuf *out);
/* " || ...": is the address, in the block that the parameter led to, in one of the targets? */
void assigns_print_covered(const assigns_targets *all, const char *parameter, const char *address,
                           struct strbuf *out);
/* Statements that give all targets any value. */
void assigns_print_any(const assigns_targets *all, struct strbuf *out);

#endif
