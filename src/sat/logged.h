/* A CDCL solver that remembers how it derived what it learnt, for interpolants.
 *
 * Clauses belong to part A or part B; so do variables, by the part that was current when they were
 * made. A refutation is a list of resolution *chains*: a derived clause is its first antecedent,
 * resolved with the others in turn, each on the variable that is noted with it. Literals are DIMACS
 * at the interface, 2 * variable + sign inside. */
#ifndef SAT_LOGGED_H
#define SAT_LOGGED_H

#include "sat/sat.h"

enum logged_part { PART_A, PART_B };

struct logged;

struct logged *logged_new(void);
void logged_free(struct logged *s);
/* What is added from now on belongs to this part. */
void logged_part(struct logged *s, enum logged_part part);
int logged_fresh(struct logged *s);
void logged_clause(struct logged *s, const int *lits, uint32_t n);
struct sat_sink logged_sink(struct logged *s);

/* SAT_UNKNOWN after so many conflicts, or when the process is to stop; the next call goes on. */
enum sat_result logged_solve(struct logged *s, uint32_t conflicts);
uint64_t logged_conflicts(const struct logged *s);

/* After UNSAT: the same variables with only those clauses that the refutation needs. */
struct logged *logged_trimmed(const struct logged *s);

/* What an interpolant is built of: the caller's formulas, by number. */
struct logged_formulas {
    void *context;
    uint32_t no, yes;
    uint32_t (*negation)(void *context, uint32_t a);
    uint32_t (*conjunction)(void *context, uint32_t a, uint32_t b);
    uint32_t (*disjunction)(void *context, uint32_t a, uint32_t b);
};

/* After UNSAT: a formula P with A => P and P & B unsatisfiable, over the shared variables.
 * shared[v] is the formula of a variable that both parts may mention, NONE_SHARED for the
 * others. */
#define NONE_SHARED 0xffffffffu
uint32_t logged_interpolant(const struct logged *s, const struct logged_formulas *f, const uint32_t *shared);

#endif
