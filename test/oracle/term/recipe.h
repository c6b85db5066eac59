/* A recipe says how to make a term, step by step; step i may use steps before i. The same recipe is
 * cooked twice: by the simplifying constructors, and naively by Z3's C API. */
#ifndef ORACLE_TERM_RECIPE_H
#define ORACLE_TERM_RECIPE_H

#include <z3.h>

#include "term/subst.h"
#include "term/term.h"
#include "util/rng.h"

/* Constructors without an operator of their own. */
enum { RECIPE_SUB = OP_COUNT, RECIPE_NEG, RECIPE_IMPLIES, RECIPE_INT_SUB, RECIPE_BOOL_TO_BV };

enum { RECIPE_MAX = 96, ARGS_MAX = 4, MAX_INDEX_WIDTH = 4 };

struct step {
    uint32_t op;
    sort s;
    uint32_t n, args[ARGS_MAX];
    uint32_t p0, p1; /* EXTRACT: high, low; VAR: number */
    value constant;  /* CONST */
};

struct recipe {
    uint32_t n; /* the last step is the root */
    struct step at[RECIPE_MAX];
};

struct menu { /* what a random recipe may contain */
    uint32_t max_width;
    uint32_t steps;
    uint32_t width; /* the usual one; 0: any */
    bool arrays, ints, floats;
};

void recipe_random(struct recipe *r, struct rng *g, const struct menu *menu);
value value_random(struct rng *g, sort s);
void recipe_print(const struct recipe *r);
/* Makes r smaller as long as it still fails. */
void recipe_shrink(struct recipe *r, bool (*fails)(void *context, const struct recipe *r), void *context);

/* Of the step's variable: "x32_0", unique for sort and number. */
void recipe_var_name(const struct step *s, char *name, size_t size);

term recipe_term(const struct recipe *r); /* by the constructors */

struct kitchen { /* Z3 */
    Z3_context c;
};
Z3_sort z3_sort(struct kitchen *k, sort s);
Z3_ast z3_value(struct kitchen *k, sort s, value v);
Z3_ast recipe_z3(struct kitchen *k, const struct recipe *r); /* naively */

#endif
