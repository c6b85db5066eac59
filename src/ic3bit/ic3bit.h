/* Bit-level IC3 on AIGER models: see README.md. */
#ifndef IC3BIT_IC3BIT_H
#define IC3BIT_IC3BIT_H

#include <stdbool.h>

#include "ic3bit/evidence.h"
#include "ic3bit/facts.h"
#include "util/fail.h"

/* Is this file an AIGER model (by its first bytes, "aag " or "aig ")? */
bool ic3bit_is_model(const char *path);
/* Decides the model with the options of the group HARDWARE and prints the result as in the Hardware
 * Model Checking Competition. Returns an exit code of util/fail.h; bad input sets *e. */
int ic3bit_main(const char *path, struct error *e);

/* The answer to one property, confirmed: a proof by the check of the witness circuit, a
 * counterexample by simulation. */
struct ic3bit_answer {
    enum bit_verdict verdict;
    /* BIT_UNKNOWN: why; static text. */
    const char *reason;
    /* BIT_UNKNOWN because evidence contradicts the engine: our bug. */
    bool internal;
    /* BIT_UNSAFE: on the model; trace_release is the caller's. */
    struct trace trace;
};
/* Decides a property of a model with the options of the group HARDWARE. The invariant of a proof is
 * added to *witness, which starts as a copy of the model. The facts, if not NULL, are offered to
 * the engine, whose lemmas take their place. */
struct ic3bit_answer ic3bit_decide(const struct aiger *m, uint32_t property, struct aiger *witness,
                                   struct ic3_facts *facts);

#endif
