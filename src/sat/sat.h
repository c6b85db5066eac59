/* The SAT interface: literals are nonzero ints as in DIMACS, variables 1, 2, ...; incremental with
 * assumptions (IPASIR). One row of function pointers per backend. */
#ifndef SAT_SAT_H
#define SAT_SAT_H

#include <stdbool.h>
#include <stdint.h>

enum sat_result { SAT_UNKNOWN = 0, SAT_SAT = 10, SAT_UNSAT = 20 };

struct sat; /* an instance */

struct sat_backend {
    const char *name;
    void *(*create)(void);
    void (*destroy)(void *solver);
    void (*add)(void *solver, int lit);    /* 0 ends the clause */
    void (*assume)(void *solver, int lit); /* for the next solve only */
    int (*solve)(void *solver);            /* a sat_result */
    int (*value)(void *solver, int lit);   /* after SAT: > 0 true, < 0 false */
    bool (*failed)(void *solver, int lit); /* after UNSAT: is the assumption in the core? */
    void (*limit_conflicts)(void *solver, int64_t conflicts); /* for the next solve; < 0: none */
    void (*set_terminate)(void *solver, void *context, int (*terminate)(void *context));
};

extern const struct sat_backend sat_cadical;
extern const struct sat_backend sat_cadical_full; /* with all that prepares for a long search */

/* Where clauses go, in DIMACS literals, when whoever makes them need not know the solver. */
struct sat_sink {
    void *solver;
    int (*fresh)(void *solver);
    void (*clause)(void *solver, const int *lits, uint32_t n);
};

struct sat *sat_new(const struct sat_backend *backend);
void sat_free(struct sat *s);
int sat_fresh(struct sat *s); /* the next unused variable */
void sat_add(struct sat *s, int lit);
void sat_clause(struct sat *s, const int *lits, uint32_t n);
void sat_unit(struct sat *s, int a);
void sat_binary(struct sat *s, int a, int b);
void sat_ternary(struct sat *s, int a, int b, int c);
void sat_assume(struct sat *s, int lit);
enum sat_result sat_solve(struct sat *s); /* polls stop_requested() */
bool sat_value(struct sat *s, int lit);
bool sat_failed(struct sat *s, int lit);
void sat_limit_conflicts(struct sat *s, int64_t conflicts);
uint64_t sat_clauses(const struct sat *s); /* clauses added so far */

#endif
