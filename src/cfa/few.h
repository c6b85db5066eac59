/* Sets of a few constants, for variables that hold null or one of few addresses:
 *
 *     p = malloc(8);  if (!p) return;        {0, 4096} before the test, {4096} behind it
 *
 * A set is a number: equal sets have equal numbers. FEW_ANY says that nothing is known. */
#ifndef CFA_FEW_H
#define CFA_FEW_H

#include "cfa/env.h"
#include "util/vec.h"

enum { FEW_MOST = 4, FEW_ANY = TERM_NONE };
typedef term few; /* as an entry of maps (env.h) */

struct few_set {
    uint32_t n;
    term constants[FEW_MOST]; /* in the order of their indices */
};

struct few_sets {
    VEC(struct few_set) all; /* of number k: all.at[k - 1] */
};

void few_release(struct few_sets *s);
few few_of_constant(struct few_sets *s, term constant);
/* FEW_ANY if either is, or if that are too many. */
few few_union(struct few_sets *s, few a, few b);
/* Without the constant; *none: nothing is left. */
few few_without(struct few_sets *s, few a, term constant, bool *none);
/* Its only element; TERM_NONE if there are more. */
term few_only(const struct few_sets *s, few a);
/* What t may be, a choice between constants and variables of which the map knows sets. */
few few_of_term(struct few_sets *s, const struct envs *e, env known, uint32_t (*index)(void *, term),
                void *context, term t);

#endif
