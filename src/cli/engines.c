#include "bmc/bmc.h"
#include "cli/have.h"
#include "cli/job.h"
#include "ic3cfa/ic3cfa.h"
#include "portfolio/portfolio.h"

void engine_prove(struct cfa *c, struct verdict *v) {
    switch (options.engine) {
#if HAVE_PORTFOLIO
    case ENGINE_PORTFOLIO: portfolio_prove(c, v); return;
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
    case ENGINE_KIND: kind_prove(c, NULL, v); return;
#endif
    default: verdict_unknown(v, "this engine is not part of this build");
    }
}
