/* k-induction: properties that a few steps and the supplied facts imply. */
#include "bmc/bmc.h"

#include "portfolio/engine.h"
#include "util/seconds.h"

static void prove(const struct engine_task *t, struct verdict *v) { kind_prove(t->c, t->known, v); }

const struct engine engine_kind = {
    .name = "kind",
    .purpose = "proofs that need no new lemma once the supplied facts are there",
    .prove = prove,
    .facts = ENGINE_FACTS_NEEDED,
    .patience = KIND_PATIENCE_SECONDS,
};
