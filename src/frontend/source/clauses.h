/* CBMC's clauses on functions and loops, lifted out of a preprocessed text.
 *
 *     bool skip(const char *buf, size_t *start, size_t max)
 *         __CPROVER_requires(0 < max) __CPROVER_assigns(*start) __CPROVER_ensures(*start <= max);
 *
 * A compiler takes them for errors. They are removed, and what they say of functions is kept for
 * whoever wants it. */
#ifndef FRONTEND_SOURCE_CLAUSES_H
#define FRONTEND_SOURCE_CLAUSES_H

#include "frontend/source/formals.h"

enum clause_kind {
    CLAUSE_REQUIRES,
    CLAUSE_ENSURES,
    CLAUSE_ASSIGNS,
    CLAUSE_FREES,
    CLAUSE_INVARIANT,
    CLAUSE_DECREASES,
    CLAUSE_KINDS
};

struct clause {
    enum clause_kind kind;
    char *text;  /* between the parentheses, in one line */
    char *place; /* the line marker of where it stands */
};

struct clauses {
    /* The function, its result type and its parameters as they are declared. */
    char *function, *result;
    formal_list parameters;
    VEC(struct clause) all;
};

struct clause_list {
    VEC(struct clauses) functions;
};

/* Removes all clauses from the text. Those of functions go to *list; the first declaration of a
 * function counts. Invariants of loops become checks at the head of the loop if `check_loops`. */
void clauses_lift(struct tokens *t, struct clause_list *list, bool check_loops);
void clauses_release(struct clause_list *list);
const struct clauses *clauses_of(const struct clause_list *list, const char *function);

#endif
