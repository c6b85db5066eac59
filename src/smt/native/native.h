/* The state of a native solver; shared by native*.c only. */
#ifndef SMT_NATIVE_NATIVE_H
#define SMT_NATIVE_NATIVE_H

#include "smt/native/cnf.h"
#include "smt/precheck.h"
#include "smt/solver.h"

/* The facts that hang on one activation variable. Guard 0 has none: its facts always hold. */
struct guard {
    term var;
    uint32_t lit; /* of the variable, once encoded */
    bool retired;
    term_vec facts;
    uint32_t encoded; /* facts below this one are clauses */
    /* of the facts' clauses: what the domain must hold when the guard is assumed */
    VEC(uint32_t) variables;
    uint64_t query;          /* the last one that it was active in */
    uint32_t covered, focus; /* variables below `covered` were in the domain made by that focus */
};

/* A query that CaDiCaL was asked (native_hard.c). */
struct hard {
    void *sat;               /* NULL: the last check was the small solver's */
    struct int_map variable; /* gate -> variable */
    uint32_t variables;
    VEC(uint32_t) stack;
    VEC(int) assumed; /* literals of the assumptions, in their order */
};

struct native {
    struct cnf cnf;
    VEC(struct guard) guards;
    struct int_map guard_of; /* variable -> index into guards */
    VEC(uint32_t) literals;  /* of the assumptions of the last check */
    VEC(uint32_t) active;    /* guards assumed in the last check, guard 0 first */
    VEC(uint32_t) scratch;
    uint64_t query;      /* number of the running or last check */
    uint32_t focus;      /* counts changes of the domain */
    uint32_t fresh_size; /* of the domain when it was last made from nothing */
    uint64_t dead;       /* clauses of retired guards since the last rebuild */
    VEC(bool) matters;   /* by cell: the query depends on it */
    VEC(bool) nested;    /* by cell: its index reads an array */
    bool any_nested;
    struct int_map lemmas; /* pairs of cells whose congruence is a clause */
    struct precheck precheck;
    struct hard hard;
    bool by_words; /* the last check was answered by two assumptions, `pair` */
    uint32_t pair[2];
    /* of the running check, on clock_cpu: its process may be frozen meanwhile; 0: none */
    double deadline;
    const char *why;
};

/* Adds the congruences that the model violates; false if there are none. Reads of one array at one
 * index have one value: i = j -> a[i] = a[j]. */
bool native_repair_arrays(struct native *s);
/* Brings the cells inside the indices of the domain's cells into the domain; false if they are
 * there. */
bool native_reach_indices(struct native *s);
value native_array_value(struct native *s, term array);

/* Conflicts after which a query with floats is CaDiCaL's; tests lower it. */
enum { NATIVE_HARD_AFTER = 4000 };
extern int64_t native_hard_after;
/* May the query be handed to CaDiCaL when it proves hard? */
bool native_hard_wanted(const struct native *s);
enum sat_result native_hard_solve(struct native *s);
void native_hard_release(struct native *s);
bool native_hard_failed(const struct native *s, uint32_t i); /* is assumption i in the core? */
bool native_hard_value(const struct native *s, edge input);  /* an input bit in the model */

#endif
