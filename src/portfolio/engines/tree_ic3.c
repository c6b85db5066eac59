/* IC3 along the unwinding of the automaton: FMCAD15's comparison. */
#include "ic3cfa/ic3cfa.h"

#include "portfolio/engine.h"

static void prove(const struct engine_task *t, struct verdict *v) { tree_ic3_prove(t->c, v); }

const struct engine engine_tree_ic3 = {
    .name = "tree-ic3",
    .purpose = "measurements: IC3 along the unwinding of the automaton (FMCAD15)",
    .prove = prove,
};

static void prove_by_proofs(const struct engine_task *t, struct verdict *v) { tree_ic3_itp_prove(t->c, v); }

const struct engine engine_tree_ic3_itp = {
    .name = "tree-ic3-itp",
    .purpose = "measurements: the same with interpolants as pre-images (FMCAD15)",
    .prove = prove_by_proofs,
};
