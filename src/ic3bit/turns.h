/* Who works on a system, and for how long: IC3, bounded model checking and the sweep in turns. */
#ifndef IC3BIT_TURNS_H
#define IC3BIT_TURNS_H

#include "ic3bit/ic3.h"
#include "ic3bit/facts.h"
#include "ic3bit/reduce.h"

struct turns_config {
    struct ic3_config ic3;
    double sweep;   /* CPU seconds for sweeping; 0: none */
    double bounded; /* share of the CPU time for bounded model checking; 0: none */
    /* share of the CPU time for k-induction; 0: none. Needs the former; together below 1 */
    double induction;
    uint64_t seed;
};

/* Decides a system. The facts, if not NULL, are offered to IC3, and its lemmas take their place in
 * the end. What the result is about is the system as it is afterwards: sweeping may have made it
 * smaller. */
struct ic3_result turns_run(struct system *s, const struct turns_config *config, struct ic3_facts *facts);

#endif
