/* The solver oracle: random incremental sessions, native against Z3.
 *
 * A session is a list of steps on one solver of each kind. Both must give the same answers; every
 * model must satisfy, by the term evaluator, all live facts and the assumptions; every core must be
 * unsatisfiable for Z3. */
#ifndef ORACLE_SOLVER_SESSION_H
#define ORACLE_SOLVER_SESSION_H

#include "term/term.h"
#include "util/rng.h"

enum step_kind { STEP_ASSERT, STEP_ASSERT_IF, STEP_RETIRE, STEP_CHECK };

struct step {
    enum step_kind kind;
    term activation; /* ASSERT_IF, RETIRE */
    term_vec terms;  /* ASSERT, ASSERT_IF: one; CHECK: the assumptions */
};
typedef VEC(struct step) session;

enum theory { THEORY_BV, THEORY_ARRAY, THEORY_FLOAT, THEORY_INT, THEORY_COUNT };

struct tally {
    uint64_t sessions, queries, sat, unsat, unknown, models, cores;
};

session session_random(struct rng *r, enum theory theory);
session session_copy(const session *s);
void session_release(session *s);
void session_print(const session *s);
/* NULL if all agree, else what went wrong (a constant string). */
const char *session_run(const session *s, struct tally *t);
/* Writes it as a query stream (smt/record.h) with z3's answers. */
bool session_record(const session *s, const char *path);
/* Makes a failing session smaller while it fails. */
void session_shrink(session *s);

#endif
