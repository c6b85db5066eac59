/* IC3 on the control-flow automaton: the engine that this project is about. */
#include "ic3cfa/ic3cfa.h"

#include "portfolio/engine.h"

static void prove(const struct engine_task *t, struct verdict *v) { ic3cfa_prove(t->c, t->known, v); }

const struct engine engine_ic3cfa = {
    .name = "ic3cfa",
    .purpose = "proofs and errors by IC3, location by location",
    .prove = prove,
    .facts = ENGINE_FACTS_USED,
};
