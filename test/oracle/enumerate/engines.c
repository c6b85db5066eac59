#include "engines.h"

#include <stdlib.h>
#include <string.h>

#include "bmc/bmc.h"
#include "bmc/unwind.h"
#include "ic3cfa/ic3cfa.h"
#include "regions/regions.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/options_presets.h"

#ifdef HAVE_PORTFOLIO
#include "portfolio/portfolio.h"
static void portfolio(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    portfolio_run(&engine_table, &(struct engine_task){.c = c, .executable = &(struct fuzz_task){0}}, v);
}
#endif

/* What may double with every step: the tree without generalization, hundreds of unrollings,
 * diagrams. Stopped, an engine must still state a right bound. */
enum { PATIENCE = 8 };

static void regions(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    stop_after_fork(PATIENCE, 0);
    regions_prove(c, &(struct budget){0}, v);
}

static void tree(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    stop_after_fork(PATIENCE, 0);
    tree_ic3_prove(c, v);
}

static void tree_itp(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    stop_after_fork(PATIENCE, 0);
    tree_ic3_itp_prove(c, v);
}

static void ic3smt(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    ic3smt_prove(c, v);
}

static void bmc(struct cfa *c, const struct facts *known, struct verdict *v) {
    stop_after_fork(PATIENCE, 0);
    bmc_prove(c, known, v);
}

static void unwind(struct cfa *c, const struct facts *known, struct verdict *v) {
    stop_after_fork(PATIENCE, 0);
    unwind_prove(c, known, &(struct budget){0}, v);
}

static void kind(struct cfa *c, const struct facts *known, struct verdict *v) {
    stop_after_fork(PATIENCE, 0);
    kind_prove(c, known, v);
}

#ifdef HAVE_NATIVE
#define OTHER "solver=both "
#else
#define OTHER "solver=z3 "
#endif

/* Presets of the bit-level engine are rows too: they run the default settings, which does no
 * harm. */
#define PRESET(name, settings, help) {"preset-" name, ic3cfa_prove, settings, false, true, false},

const struct oracle_engine engines[] = {
    {"ic3cfa", ic3cfa_prove, "", true, true, false},
    {"ic3cfa-z3", ic3cfa_prove, "solver=z3", false, true, false},
    {"ic3cfa-both", ic3cfa_prove, OTHER, false, true, false},
    {"ic3cfa-lemmas", ic3cfa_prove, "", true, true, true},
    {"ic3cfa-tr", ic3cfa_prove, "inductivity=tr", false, true, false},
    {"ic3cfa-model-inputs", ic3cfa_prove, "exact-inputs=0", false, true, false},
    {"ic3cfa-ctg", ic3cfa_prove, "ctg-depth=2", true, true, false},
    {"ic3cfa-reuse", ic3cfa_prove, "reuse skip", false, true, false},
    {"ic3cfa-reuse-model", ic3cfa_prove, "reuse skip exact-inputs=0 ctg-depth=1", false, true, false},
    {"ic3cfa-activity", ic3cfa_prove, "order=activity no-pre-cubes", false, true, false},
    {"ic3cfa-small-cache", ic3cfa_prove, "context-cache=3 order=recent", false, true, false},
    {"ic3cfa-weaken", ic3cfa_prove, "weaken", true, true, false},
    {"ic3cfa-itp", ic3cfa_prove, "itp", true, true, false},
    {"ic3cfa-push-at-once", ic3cfa_prove, "push-at-once no-skip", true, true, false},
    {"ic3smt", ic3smt, "", false, false, false},
    {"tree-ic3", tree, "", false, false, false},
    {"tree-ic3-bounded", tree, "max-k=5", false, false, false},
    {"tree-ic3-itp", tree_itp, "", true, false, false},
    {"bmc", bmc, "", true, false, false},
    {"unwind", unwind, "max-k=8", true, false, false},
    {"unwind-lemmas", unwind, "max-k=8", false, false, true},
    {"kind", kind, "", true, false, false},
    {"kind-lemmas", kind, "", false, false, true},
    {"regions", regions, "", true, false, false},
#ifdef HAVE_PORTFOLIO
    {"portfolio", portfolio, "jobs=1", false, false, false},
#endif
    PRESET_ROWS(PRESET)};
const uint32_t n_engines = sizeof engines / sizeof *engines;

#define COMBINATION(settings) {"switches", ic3cfa_prove, settings, false, true, false},
#define WITH_TERMINATION(s)                                                                                  \
    COMBINATION(s " termination=frames")                                                                     \
    COMBINATION(s " termination=new") COMBINATION(s " termination=greedy")
#define WITH_PUSH(s)                                                                                         \
    WITH_TERMINATION(s " push=off")                                                                          \
    WITH_TERMINATION(s " push=triggered")                                                                    \
    WITH_TERMINATION(s " push=none")                                                                         \
    WITH_TERMINATION(s " push=assign")                                                                       \
    WITH_TERMINATION(s " push=predecessor") WITH_TERMINATION(s " push=restrictive")
#define WITH_REUSE(s) WITH_PUSH(s) WITH_PUSH(s " reuse") WITH_PUSH(s " skip") WITH_PUSH(s " reuse skip")

const struct oracle_engine switch_rows[] = {WITH_REUSE("") WITH_REUSE("no-generalize ctg-depth=0")};
const uint32_t n_switch_rows = sizeof switch_rows / sizeof *switch_rows;

void engine_configure(const struct oracle_engine *e) {
    struct error wrong = {0};
    options_reset();
    options.quiet = true;
    options.progress = false;
    options.max_k = 300; /* bounded search does not end on its own */
#ifndef HAVE_NATIVE
    options.solver = SOLVER_Z3;
#endif
    char *settings = strdup(e->settings), *save = NULL;
    for (char *s = strtok_r(settings, " ", &save); s; s = strtok_r(NULL, " ", &save))
        if (!options_set(s, &wrong)) fail_internal("%s: %s", e->name, wrong.message);
    free(settings);
}
