/* Bounded model checking beside IC3: is there a counterexample of 1, 2, 3, ... states? */
#ifndef IC3BIT_BOUNDED_H
#define IC3BIT_BOUNDED_H

#include "ic3bit/ic3.h"

struct bounded;

/* It is known that no counterexample has `refuted` states or fewer. */
struct bounded *bounded_new(const struct aiger *m, uint32_t refuted);
/* Works for `seconds` of CPU time (0: to the end). BIT_UNKNOWN without a reason: paused; the next
 * call goes on. With a reason: no use to call again. Never BIT_SAFE. */
struct ic3_result bounded_resume(struct bounded *b, double seconds);
/* Goes on with CaDiCaL instead of the small solver, as it does by itself at a length that is
 * hard. */
void bounded_strengthen(struct bounded *b);
/* no counterexample has that many states, or fewer */
uint32_t bounded_states(const struct bounded *b);
void bounded_free(struct bounded *b);

#endif
