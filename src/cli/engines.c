#include "bmc/bmc.h"
#include "cli/have.h"
#include "cli/job.h"
#include "ic3cfa/ic3cfa.h"
#include "lemmas/lemmas.h"
#include "portfolio/cells.h"
#include "portfolio/portfolio.h"
#include "regions/regions.h"

#if HAVE_BMC
/* A single engine gets its lemmas first, with a share of the time. */
static void prove_with_lemmas(struct cfa *c, struct verdict *v,
                              void (*prove)(struct cfa *c, const struct facts *known, struct verdict *v)) {
    struct facts known;
    facts_init(&known, c->locs.n);
    double seconds = options.timeout > 0 && options.timeout < 60 ? options.timeout / 4 : 15;
    if (options.lemmas) lemmas_supply(c, &known, seconds);
    prove(c, &known, v);
    facts_release(&known);
}
#endif

void engine_prove(struct cfa *c, const struct fuzz_task *task, struct verdict *v) {
    switch (options.engine) {
#if HAVE_PORTFOLIO
    case ENGINE_PORTFOLIO: portfolio_prove(c, task, v); return;
#elif HAVE_IC3CFA
    case ENGINE_PORTFOLIO: ic3cfa_prove(c, NULL, v); return;
#endif
#if HAVE_IC3CFA
    case ENGINE_IC3CFA: ic3cfa_prove(c, NULL, v); return;
    case ENGINE_IC3SMT: ic3smt_prove(c, NULL, v); return;
    case ENGINE_TREE_IC3: tree_ic3_prove(c, NULL, v); return;
#endif
#if HAVE_BMC
    case ENGINE_BMC: bmc_prove(c, NULL, v); return;
    case ENGINE_KIND: prove_with_lemmas(c, v, kind_prove); return;
#endif
    case ENGINE_CELLS: cells_prove(c, v); return;
    case ENGINE_FUZZ: fuzz_prove(task, c, v); return;
    case ENGINE_REGIONS: regions_prove(c, v); return;
    default: verdict_unknown(v, "this engine is not part of this build");
    }
}
