/* The table of engines.
 *
 * On one core the rows take turns in this order. A row's share is what measures best beside the
 * others; delays and patience are said where the engine is defined. */
#include "portfolio/engine.h"

#include <assert.h>
#include <string.h>

#include "lemmas/lemmas.h"
#include "util/options.h"
#include "util/seconds.h"

static const struct engine_row rows[] = {
    {&engine_bmc, "bmc", PHASE_START, 1, false},
    {&engine_unwind, "unwind", PHASE_START, 1, false},
    {&engine_lemmas, "lemmas", PHASE_START, 1.5, false},
    {&engine_ic3cfa, "ic3cfa", PHASE_START, 1, false},
    {&engine_kind, "k-induction", PHASE_LEMMAS, 0.7, false},
    {&engine_ic3cfa, "ic3cfa with lemmas", PHASE_LEMMAS, 1.5, true},
    {&engine_lemmas_by_cases, "lemmas by cases", PHASE_LEMMAS, 1, false},
    {&engine_kind, "k-induction by cases", PHASE_CASES, 0.7, false},
    {&engine_ic3cfa, "ic3cfa with lemmas by cases", PHASE_CASES, 1, false},
    {&engine_fuzz, "execution", PHASE_START, 0.7, false},
    {&engine_cells, "cells of arrays", PHASE_START, 1.5, false},
    {&engine_regions, "regions", PHASE_START, 1.5, false},
    {&engine_ic3smt, "ic3smt", PHASE_ALONE, 0, false},
    {&engine_tree_ic3, "tree-ic3", PHASE_ALONE, 0, false},
    {&engine_tree_ic3_itp, "tree-ic3-itp", PHASE_ALONE, 0, false},
};
const struct engine_table engine_table = {rows, sizeof rows / sizeof *rows};

bool engine_is_possible(const struct engine *e, const struct engine_task *t) {
    assert(!e->prove != !e->supply);
    return !e->possible || e->possible(t);
}

const struct engine *engine_find(const struct engine_table *table, const char *name) {
    for (uint32_t i = 0; i < table->n; i++) {
        const struct engine *e = table->rows[i].engine;
        if (e->name && !strcmp(e->name, name)) return e;
    }
    return NULL;
}

bool engine_gets_lemmas(const struct engine *e) {
    switch (e->facts) {
    case ENGINE_FACTS_UNUSED: return false;
    case ENGINE_FACTS_USED: return options.lemmas && options_given("lemmas");
    case ENGINE_FACTS_NEEDED:
    case ENGINE_FACTS_OWN: return options.lemmas;
    }
    return false;
}

void engine_prove_alone(const struct engine *e, const struct engine_task *t, struct verdict *v) {
    assert(e->prove && !e->supply);
    struct engine_task with_lemmas = *t;
    struct facts known;
    if (t->known) facts_copy(&known, t->known);
    else facts_init(&known, t->c->locs.n);
    if (t->known && e->facts == ENGINE_FACTS_UNUSED) with_lemmas.known = NULL;
    if (engine_gets_lemmas(e) && e->facts != ENGINE_FACTS_OWN) {
        struct budget b = budget_part(&t->budget, BUDGET_CPU, ENGINE_LEMMAS_SHARE, ENGINE_LEMMAS_SECONDS);
        lemmas_supply(t->c, &known, &b);
        with_lemmas.known = &known;
    }
    e->prove(&with_lemmas, v);
    facts_release(&known);
}
