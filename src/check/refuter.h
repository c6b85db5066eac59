/* The refuter: shows of most obligations of a proof, without a solver, that they hold.
 *
 * An obligation is a conjunction that must have no solution. The refuter only ever says that there
 * is none; when it does not, a solver has to be asked. What it has understood of facts and guards
 * is kept as long as the refuter lives: one refuter is for all obligations of a proof. */
#ifndef CHECK_REFUTER_H
#define CHECK_REFUTER_H

#include "check/sets.h"
#include "util/hash.h"

/* Part of a clause: that t is `side`. */
struct refuter_literal {
    term t;
    bool side;
    /* it says that the variable is in the set, no more and no less; otherwise t has to be
     * evaluated */
    bool by_set;
    /* by_set: a variable or derived term. Otherwise the only variable of t, or UINT32_MAX */
    uint32_t var;
    struct value_set set;
};

struct refuter_clause {
    uint32_t first, n; /* literals */
};

struct refuter_entry { /* what one term says */
    uint32_t first, n; /* clauses */
    bool derived;      /* some of their literals are about derived terms */
};

/* A variable, or a derived term: one that is compared with constants and is no variable, x % 15 +
 * y. */
struct refuter_var {
    term t;
    bool derived;
    /* of a derived term: its only variable, if that has sets; else UINT32_MAX */
    uint32_t base;
    struct value_set domain; /* the values that are left in the query at hand */
};

struct refuter_change {
    uint32_t var;
    struct value_set before;
};

struct refuter {
    struct int_map index;    /* variable or derived term -> place in vars + 1 */
    struct int_map entry_of; /* term -> place in entries */
    VEC(struct refuter_var) vars;
    VEC(struct refuter_change) changes; /* of the query at hand, to be undone */
    VEC(struct refuter_literal) literals;
    VEC(struct refuter_clause) clauses;
    VEC(struct refuter_entry) entries;
    /* clauses of the query at hand, and the facts that they come from */
    VEC(uint32_t) query, owner;
    VEC(uint32_t) derived; /* derived terms of the query at hand */
    uint32_t cases;        /* that may still be distinguished */
};

void refuter_init(struct refuter *r);
void refuter_release(struct refuter *r);
/* Have the facts, the guard and `wrong` no solution together? If so, and if `used` is not NULL,
 * used[i] is set for all facts that were looked at to see that: these, the guard and `wrong` have
 * no solution. */
bool refuter_refutes(struct refuter *r, const term_vec *facts, const term_vec *guard, term wrong, bool *used);

#endif
