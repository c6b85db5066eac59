/* IC3 with the program counter as a variable: FMCAD15's comparison. */
#include "ic3cfa/ic3cfa.h"

#include "portfolio/engine.h"

static void prove(const struct engine_task *t, struct verdict *v) { ic3smt_prove(t->c, v); }

const struct engine engine_ic3smt = {
    .name = "ic3smt",
    .purpose = "measurements: IC3 with the program counter as a variable (FMCAD15)",
    .prove = prove,
};
