/* Unwinding in the order of the program: bounded loops one after the other. */
#include "bmc/unwind.h"

#include "portfolio/engine.h"
#include "util/seconds.h"

static void prove(const struct engine_task *t, struct verdict *v) {
    unwind_prove(t->c, t->known, &t->budget, v);
}

const struct engine engine_unwind = {
    .name = "unwind",
    .purpose = "errors and proofs behind many bounded loops and branches",
    .prove = prove,
    .facts = ENGINE_FACTS_UNUSED,
    .patience = UNWIND_PATIENCE_SECONDS,
};
