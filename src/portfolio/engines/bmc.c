/* Bounded search: short errors, and programs all of whose paths end. */
#include "bmc/bmc.h"

#include "portfolio/engine.h"
#include "util/seconds.h"

static void prove(const struct engine_task *t, struct verdict *v) { bmc_prove(t->c, t->known, v); }

const struct engine engine_bmc = {
    .name = "bmc",
    .purpose = "short errors, and programs all of whose paths end",
    .prove = prove,
    .facts = ENGINE_FACTS_USED,
    .patience = BMC_PATIENCE_SECONDS,
};
