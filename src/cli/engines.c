/* Which function an engine of --engine is, and the names that --without knows. */
#include <stdlib.h>
#include <string.h>

#include "bmc/bmc.h"
#include "cli/cli.h"
#include "cli/job.h"
#include "ic3cfa/ic3cfa.h"
#include "lemmas/lemmas.h"
#include "portfolio/cells.h"
#include "portfolio/portfolio.h"
#include "regions/regions.h"
#include "util/options.h"
#include "util/strbuf.h"

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

void engine_prove(struct cfa *c, const struct fuzz_task *task, struct verdict *v) {
    switch (options.engine) {
    case ENGINE_IC3CFA: ic3cfa_prove(c, NULL, v); return;
    case ENGINE_IC3SMT: ic3smt_prove(c, NULL, v); return;
    case ENGINE_TREE_IC3: tree_ic3_prove(c, NULL, v); return;
    case ENGINE_BMC: bmc_prove(c, NULL, v); return;
    case ENGINE_KIND: prove_with_lemmas(c, v, kind_prove); return;
    case ENGINE_CELLS: cells_prove(c, v); return;
    case ENGINE_FUZZ: fuzz_prove(task, c, v); return;
    case ENGINE_REGIONS: regions_prove(c, v); return;
    default: portfolio_prove(c, task, v);
    }
}

/* ---- --without ---- */

static bool is_part(const char *name, size_t n, const char *(*names)(uint32_t)) {
    for (uint32_t i = 0; names(i); i++)
        if (strlen(names(i)) == n && !strncmp(names(i), name, n)) return true;
    return false;
}

static void list(struct strbuf *b, const char *(*names)(uint32_t)) {
    for (uint32_t i = 0; names(i); i++)
        if (!b->n || !strstr(b->text, names(i))) strbuf_printf(b, "%s%s", b->n ? ", " : "", names(i));
}

bool engines_check_without(struct error *e) {
    for (const char *at = options.without; at && *at; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ",");
        if (is_part(at, n, lemmas_supplier_name) || is_part(at, n, portfolio_engine_name)) continue;
        struct strbuf known = {0};
        list(&known, lemmas_supplier_name);
        list(&known, portfolio_engine_name);
        char *names = strbuf_take(&known);
        error_set(e, NULL, 0, 0, "--without: there is no '%.*s'; known are %s", (int)n, at, names);
        free(names);
        return false;
    }
    return true;
}
