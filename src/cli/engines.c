/* Which engine --engine asks for, and whether --lemmas and --without mean anything to it. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/job.h"
#include "lemmas/lemmas.h"
#include "portfolio/portfolio.h"
#include "project/cache.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/progress.h"
#include "util/seconds.h"
#include "util/stats.h"
#include "util/strbuf.h"

/* NULL: the portfolio. */
static const struct engine *chosen_engine(void) {
    if (options.engine == ENGINE_PORTFOLIO) return NULL;
    char *name = options_choice("engine");
    const struct engine *e = engine_find(&engine_table, name);
    if (!e) fail_internal("--engine=%s is in no row of the table of engines", name);
    free(name);
    return e;
}

/* Keeps what is inductive of the candidates; true if that is a proof. */
static bool proved_by(const char *who, struct cfa *c, struct facts *candidates, const struct budget *b,
                      struct verdict *v) {
    if (!facts_count(candidates)) return false;
    uint32_t before = facts_count(candidates);
    lemmas_filter(c, candidates, b);
    verbose("%s: %u facts, %u hold", who, before, facts_count(candidates));
    if (!facts_count(candidates) || !lemmas_suffice(c, candidates, LEMMAS_SUFFICE_SECONDS)) return false;
    *v = (struct verdict){.kind = VERDICT_TRUE, .proof = PROOF_INVARIANT, .engine = who};
    facts_copy(&v->invariant, candidates);
    return true;
}

/* What earlier versions knew and this one still does, and what somebody suggests. */
static bool proved_at_once(struct cfa *c, const struct facts *suggested, struct facts *known,
                           const struct budget *b, struct verdict *v) {
    struct budget part = budget_part(b, BUDGET_WALL, LEMMAS_EARLIER_SHARE, LEMMAS_EARLIER_SECONDS);
    cache_suggest(c, known);
    bool earlier = facts_count(known) > 0;
    for (loc l = 0; suggested && l < c->locs.n; l++)
        for (uint32_t i = 0; i < suggested->at[l].n; i++) facts_add(known, l, suggested->at[l].at[i]);
    bool proved = proved_by(earlier ? "earlier proof" : "sweep", c, known, &part, v);
    stats.cache_inductive += earlier ? facts_count(known) : 0;
    return proved;
}

static void prove_alone(const struct engine *e, const struct engine_task *t, struct verdict *v) {
    double start = clock_wall();
    progress_lead(e->name);
    engine_prove_alone(e, t, v);
    progress_engine(e->name, clock_wall() - start, &stats);
    progress_outcome(e->name, v->kind == VERDICT_UNKNOWN ? "gave up" : "decided");
}

void engine_prove(struct cfa *c, const struct fuzz_task *task, const struct facts *suggested,
                  const struct budget *b, struct verdict *v) {
    struct engine_task t = {.c = c, .executable = task, .budget = *b};
    const struct engine *e = chosen_engine();
    struct facts known;
    if (cache_find(c, task->unreduced, b, v)) return;
    facts_init(&known, c->locs.n);
    if (!proved_at_once(c, suggested, &known, b, v)) {
        if (facts_count(&known)) t.known = &known;
        if (e) prove_alone(e, &t, v);
        else portfolio_run(&engine_table, &t, v);
    }
    facts_release(&known);
}

/* ---- --lemmas and --without ---- */

static const char *row_name(uint32_t i) { return engine_table.rows[i].engine->name; }

static bool is_supplier(const char *name, size_t n) {
    for (uint32_t i = 0; lemmas_supplier_name(i); i++)
        if (strlen(lemmas_supplier_name(i)) == n && !strncmp(lemmas_supplier_name(i), name, n)) return true;
    return false;
}

/* Of the portfolio. */
static bool is_engine(const char *name, size_t n) {
    for (uint32_t i = 0; i < engine_table.n; i++)
        if (engine_table.rows[i].when != PHASE_ALONE && row_name(i) && strlen(row_name(i)) == n &&
            !strncmp(row_name(i), name, n))
            return true;
    return false;
}

static void list(struct strbuf *b, const char *name) {
    if (name && (!b->n || !strstr(b->text, name))) strbuf_printf(b, "%s%s", b->n ? ", " : "", name);
}

static void unknown_part(const char *name, size_t n, struct error *e) {
    struct strbuf known = {0};
    for (uint32_t i = 0; lemmas_supplier_name(i); i++) list(&known, lemmas_supplier_name(i));
    for (uint32_t i = 0; i < engine_table.n; i++)
        if (engine_table.rows[i].when != PHASE_ALONE) list(&known, row_name(i));
    list(&known, "earlier");
    char *names = strbuf_take(&known);
    error_set(e, NULL, 0, 0, "--without: there is no '%.*s'; known are %s", (int)n, name, names);
    free(names);
}

/* An option that an engine ignores is an error, because whoever gives it expects something else. */
static void check_alone(const struct engine *alone, struct error *e) {
    if (options.lemmas && options_given("lemmas") && alone->facts == ENGINE_FACTS_UNUSED)
        error_set(e, NULL, 0, 0, "--lemmas: the engine %s takes none", alone->name);
    if (*options.without && !engine_gets_lemmas(alone))
        error_set(e, NULL, 0, 0, "--without: the engine %s runs alone and without lemmas%s", alone->name,
                  alone->facts == ENGINE_FACTS_USED ? "; see --lemmas" : "");
}

bool engines_check_options(struct error *e) {
    const struct engine *alone = chosen_engine();
    for (const char *at = options.without; at && *at && !e->set; at += strcspn(at, ","), at += *at == ',') {
        size_t n = strcspn(at, ",");
        if (is_supplier(at, n) || (n == 7 && !strncmp(at, "earlier", n))) continue;
        if (!is_engine(at, n)) unknown_part(at, n, e);
        else if (alone)
            error_set(e, NULL, 0, 0, "--without=%.*s: with --engine=%s there is no other engine", (int)n, at,
                      alone->name);
    }
    if (alone && !e->set) check_alone(alone, e);
    return !e->set;
}
