/* The solver interface: one incremental SMT solver, behind which stand the backends.
 *
 * Use. Permanent facts are asserted; everything that may be withdrawn hangs on an activation
 * variable, a Bool variable a: assert (or (not a) fact), assume a when the fact is wanted,
 * solver_retire(a) when it never will be again. There is no push and pop.
 *
 * After check says SAT, values may be asked until the next assert, retire or check; after UNSAT,
 * the core. UNKNOWN (a limit, an interruption, an incomplete theory) must be treated as "cannot
 * say" by every caller: it is never an answer. */
#ifndef SMT_SOLVER_H
#define SMT_SOLVER_H

#include "term/subst.h"
#include "term/term.h"

/* What its answers are for. One that checks proofs does without the help that found them: no
 * refutation by equalities, and the second implementation of boxes. */
enum solver_role { SOLVER_FINDS, SOLVER_CHECKS };

enum answer { ANSWER_UNKNOWN, ANSWER_SAT, ANSWER_UNSAT };

struct solver; /* an instance: backend, state, recorder */

/* A backend: each function gets the state that `create` returned. */
struct solver_backend {
    const char *name;
    /* Can this backend decide terms of this operator and sort? Asked for every new term. */
    bool (*supports)(term t);
    void *(*create)(void);
    void (*destroy)(void *state);
    /* activation => t; an activation of TERM_NONE makes it a permanent fact */
    void (*assert_term)(void *state, term activation, term t);
    void (*retire)(void *state, term activation); /* a Bool variable, assumed never again */
    enum answer (*check)(void *state, const term *assumptions, uint32_t n,
                         double seconds); /* seconds <= 0: no limit */
    /* After UNSAT: in_core[i] tells whether assumption i is in the core; all false on entry. */
    void (*core)(void *state, const term *assumptions, uint32_t n, bool *in_core);
    /* After SAT: the value of a variable; false if the variable is unknown to the solver (any value
     * will do). */
    bool (*model_value)(void *state, term var, value *v);
    const char *(*why_unknown)(void *state);
};

extern const struct solver_backend smt_z3;
extern const struct solver_backend smt_native;
extern const struct solver_backend smt_pipe; /* options.solver_command */

/* A new solver of --solver's kind that finds, or of the kind and role given; falls back to z3 when
 * a term is asserted or assumed that the backend does not support (the instance is then moved over,
 * once, with its facts). */
struct solver *solver_new(void);
/* Does now what Z3 needs before its first question, so that processes that are forked later need
 * not. */
void solver_prepare(void);
struct solver *solver_new_kind(int kind, enum solver_role role); /* SOLVER_NATIVE, SOLVER_Z3, ... */
void solver_free(struct solver *s);

void solver_assert(struct solver *s, term t);
void solver_assert_if(struct solver *s, term activation, term t); /* activation => t */
void solver_retire(struct solver *s, term activation);
enum answer solver_check(struct solver *s, const term *assumptions, uint32_t n);
/* Limit on each single check in seconds; 0: none. */
void solver_set_limit(struct solver *s, double seconds);
/* is assumption i of the last check in the core? */
bool solver_in_core(const struct solver *s, uint32_t i);
/* of a variable; 0 where the solver has none */
value solver_value(struct solver *s, term var);
/* Puts the values of the variables of t into m. */
void solver_model(struct solver *s, term t, struct model *m);
const char *solver_why_unknown(const struct solver *s);
uint64_t solver_garbage(const struct solver *s); /* facts retired */
uint64_t solver_facts(const struct solver *s);   /* facts asserted and not retired */

#endif
