/* k-induction beside IC3, with a proof that is inductive as it stands. */
#ifndef IC3BIT_INDUCTION_H
#define IC3BIT_INDUCTION_H

#include "ic3bit/ic3.h"

struct induction;

struct induction *induction_new(const struct aiger *m);
/* Works for `seconds` of CPU time (0: to the end). `lemmas` hold in all reachable states and are
 * inductive by themselves; a later call may have more at the end of the vector, not fewer. No
 * counterexample has `refuted` states or fewer. BIT_UNKNOWN without a reason: paused; the next call
 * goes on. With a reason: no use to call again. Never BIT_UNSAFE. */
struct ic3_result induction_resume(struct induction *e, const cube_vec *lemmas, uint32_t refuted,
                                   double seconds);
/* The property holds; what is missing is a proof that can be checked. */
bool induction_succeeded(const struct induction *e);
void induction_free(struct induction *e);

#endif
