/* Reachability over regions of values with decision diagrams: event loops and state machines. */
#include "regions/regions.h"

#include "portfolio/engine.h"
#include "util/seconds.h"

static void prove(const struct engine_task *t, struct verdict *v) { regions_prove(t->c, &t->budget, v); }

/* That a program is not about regions explains nothing. */
const struct engine engine_regions = {
    .name = "regions",
    .purpose = "programs whose variables hold few values that matter",
    .prove = prove,
    .patience = REGIONS_PATIENCE_SECONDS,
    .discreet = true,
};
