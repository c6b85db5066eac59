/* Execution: the compiled program on inputs searched for by coverage. */
#include "fuzz/fuzz.h"

#include "portfolio/engine.h"
#include "util/seconds.h"

static bool possible(const struct engine_task *t) { return fuzz_possible(t->executable); }

static void prove(const struct engine_task *t, struct verdict *v) {
    fuzz_prove(t->executable, t->c, &t->budget, v);
}

/* That a program cannot be run, or runs without an error, explains nothing. */
const struct engine engine_fuzz = {
    .name = "fuzz",
    .purpose = "errors behind very many steps, by running the compiled program",
    .possible = possible,
    .prove = prove,
    .delay = FUZZ_DELAY_SECONDS,
    .patience = FUZZ_PATIENCE_SECONDS,
    .discreet = true,
};
