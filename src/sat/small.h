/* A small incremental CDCL solver for millions of tiny queries over one circuit: bit-level IC3's
 * solver.
 *
 * Literals are as in AIGER: 2 * variable + sign, so that a circuit's literals need no translation.
 * Variable 0 is the constant: literal 0 is false, literal 1 true.
 *
 * Three things differ from an ordinary solver (essay in small.c):
 *   - the *domain*: a query decides and propagates only the variables in it. The caller promises
 *     that every assignment of the domain that satisfies the clauses inside the domain extends to
 *     all variables. That holds when the clauses define gates (a variable is a function of its
 *     `cone` inputs), the domain is closed under cone inputs, and every other clause lies inside
 *     it; small_require and small_focus take care of closure;
 *   - a *temporary clause* that is part of the next query only; whatever was learnt from it goes
 *     with it;
 *   - all assumptions live on one decision level, so that they are propagated in one sweep.
 *
 * `small` is also offered behind sat.h as sat_small (no domain there: all variables are
 * decided). */
#ifndef SAT_SMALL_H
#define SAT_SMALL_H

#include <stdbool.h>
#include <stdint.h>

#include "sat/sat.h"

struct small;

/* The inputs of the gate that defines variable v are input[start[v]] .. input[start[v + 1] - 1].
 * Leaves have none. Shared by all clones; outlives them. */
struct small_cones {
    const uint32_t *start;
    const uint32_t *input;
};

struct small *small_new(void);
struct small *
small_clone(const struct small *s); /* at root level, without learnt clauses' history being shared */
/* Takes over what `from`, a solver of the same circuit, has learnt about where to search: phases
 * and activities. */
void small_inherit(struct small *s, const struct small *from);
void small_free(struct small *s);
/* Variables 1 .. n exist afterwards. */
void small_reserve(struct small *s, uint32_t n);
uint32_t small_variables(const struct small *s);

/* Adds a clause for good. */
void small_clause(struct small *s, const uint32_t *lits, uint32_t n);
/* Adds a clause for the next query only. */
void small_temporary(struct small *s, const uint32_t *lits, uint32_t n);

/* Switches to restricted domains. Until then the domain is everything. */
void small_set_cones(struct small *s, const struct small_cones *cones);
/* The variable and its cone belong to every later domain. */
void small_require(struct small *s, uint32_t var);
/* The domain of the next queries: what is required, and the cones of these literals. A later call
 * replaces it; nothing is done if the domain already holds them (a larger domain is as good). */
void small_focus(struct small *s, const uint32_t *lits, uint32_t n);
/* Adds the cones of these literals to the domain as it is: cheaper than a new one while little is
 * added. */
void small_extend(struct small *s, const uint32_t *lits, uint32_t n);
uint32_t small_domain_size(const struct small *s); /* variables beyond the required ones, about */
void small_focus_all(
    struct small *s);                /* everything; the next small_focus must be preceded by small_unfocus */
void small_unfocus(struct small *s); /* only what is required */
bool small_in_domain(const struct small *s, uint32_t var);

/* for the next query only; it must be in the domain */
void small_assume(struct small *s, uint32_t lit);
/* SAT_UNKNOWN: stopped, or the limit of conflicts was hit */
enum sat_result small_solve(struct small *s);
/* forgets a query that was prepared and will not be asked */
void small_discard(struct small *s);
bool small_value(const struct small *s, uint32_t lit); /* after SAT, for literals of the domain */
/* The same for any literal: 1 true, -1 false, 0 not assigned. */
int small_value3(const struct small *s, uint32_t lit);
/* after UNSAT: is the assumption in the core? */
bool small_failed(const struct small *s, uint32_t lit);
/* Is the literal true in all models, as far as root-level propagation knows? */
bool small_fixed(const struct small *s, uint32_t lit);
void small_limit_conflicts(struct small *s, int64_t conflicts); /* for the next query; < 0: none */
void small_set_terminate(struct small *s, void *context, int (*terminate)(void *context));
uint64_t small_conflicts(const struct small *s);

extern const struct sat_backend sat_small;

#endif
