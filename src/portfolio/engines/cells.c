/* Cells of arrays: facts about all elements of arrays of any size. */
#include "cells/cells.h"

#include "portfolio/engine.h"

static bool possible(const struct engine_task *t) { return cells_possible(t->c); }

static void prove(const struct engine_task *t, struct verdict *v) { cells_prove(t->c, &t->budget, v); }

const struct engine engine_cells = {
    .name = "cells",
    .purpose = "proofs about all elements of arrays of any size",
    .possible = possible,
    .prove = prove,
    .facts = ENGINE_FACTS_OWN,
};
