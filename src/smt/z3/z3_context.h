/* The one Z3 context of the process, shared by all Z3 solvers, and the translation of terms into
 * it.
 *
 * The translation of a term is kept as long as the context lives, so terms that several locations'
 * solvers share are translated once. The context lives from the first z3_context_acquire to the
 * last z3_context_release; terms_release() must not come in between. */
#ifndef SMT_Z3_Z3_CONTEXT_H
#define SMT_Z3_Z3_CONTEXT_H

#include <z3.h>

#include "term/term.h"

/* Makes the next context ahead of time (it takes 17 MiB and some milliseconds), so that processes
 * that are forked later have it as well. */
void z3_context_prepare(void);
void z3_context_acquire(void);
void z3_context_release(void);
Z3_context z3_context(void);
/* What went wrong in Z3 (out of memory, an operation it refuses), or NULL. From then on no answer
 * of this context may be trusted. */
const char *z3_context_error(void);
/* Around every check: only a running check is interrupted by the watchdog. */
void z3_context_enter(void);
void z3_context_leave(void);
/* No answer may be expected any more: the run is to end, or something went wrong. */
bool z3_context_stopped(void);
/* Z3 catches SIGINT while it checks, and the user's Ctrl-C would be lost; stop_requested()
 * interrupts it instead. */
void z3_leave_signals_alone(Z3_solver solver);
void z3_set_timeout(Z3_solver solver, double seconds); /* <= 0: none */

Z3_sort z3_sort(sort s);
Z3_ast z3_term(term t);
/* A constant of Z3 as our value; false if it is none that we know how to read. */
bool z3_read_value(Z3_model m, Z3_ast a, sort s, value *v);

#endif
