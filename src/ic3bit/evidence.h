/* What stands behind a verdict. Both checks work on the model as it was read, and share nothing
 * with the engine but struct aiger and, for the proof, the SAT interface (with CaDiCaL, not the
 * engine's own solver). */
#ifndef IC3BIT_EVIDENCE_H
#define IC3BIT_EVIDENCE_H

#include "ic3bit/ic3.h"
#include "ic3bit/reduce.h"

struct trace {
    uint8_t *initial; /* by latch */
    uint8_t *inputs;  /* steps * inputs */
    uint32_t steps;   /* at least 1; the bad state is the last */
};

/* The engine's counterexample on the original model. Inputs and latches that do not matter are
 * 0. */
struct trace trace_of(const struct system *s, const struct aiger *original, const struct ic3_result *r);
void trace_release(struct trace *t);
/* Simulates: do the resets, the constraints in every step and the bad literal in the last one
 * hold? */
bool trace_replays(const struct aiger *original, uint32_t bad, const struct trace *t);

/* Simulates a lasso of at least two steps: resets, constraints in every step but the last, and some
 * state that is also the last one, with every condition of the justice property and of the fairness
 * section met in between. *loop becomes the step of that state. */
bool trace_is_lasso(const struct aiger *original, uint32_t justice, const struct trace *t, uint32_t *loop);

/* Adds an inductive invariant to a witness circuit, which starts as a copy of the model: the
 * property's bad literal becomes "bad, or the invariant does not hold". */
void witness_strengthen(struct aiger *witness, uint32_t property, const struct system *s,
                        const struct ic3_result *r);

enum check_result { CHECK_HOLDS, CHECK_FAILS, CHECK_STOPPED };
/* Is the witness circuit the model plus a bad literal that is inductively unreachable and covers
 * the model's? On failure *why says which condition does not hold. */
enum check_result witness_check(const struct aiger *original, const struct aiger *witness, uint32_t property,
                                const char **why);

#endif
