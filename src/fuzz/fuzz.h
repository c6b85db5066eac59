/* The engine "execution": the compiled program is run on inputs that are searched for by coverage.
 * It finds errors (also very deep ones), and never proves anything. */
#ifndef FUZZ_FUZZ_H
#define FUZZ_FUZZ_H

#include "cfa/verdict.h"
#include "cfa/cfa.h"
#include "system/subject.h"
#include "util/budget.h"

/* What is run, and the automaton that a run is followed on; NULL as a subject: there is nothing to
 * run. */
struct fuzz_task {
    const struct subject *subject;
    struct cfa *unreduced;
};

/* Can the engine be tried at all (the machine has a sandbox, running programs is allowed)? */
bool fuzz_possible(const struct fuzz_task *task);
/* FALSE with the inputs (verdict.h: TRACE_DRAWS or TRACE_COMPILED), or UNKNOWN. */
void fuzz_prove(const struct fuzz_task *task, const struct cfa *reduced, const struct budget *b,
                struct verdict *v);

#endif
