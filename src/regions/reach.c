/* Forward reachability with decision diagrams over regions of values.
 *
 * Beyer, Stahlbauer, "BDD-based software verification" (2014), and Apel et al., "Domain types"
 * (2013), found that event-driven programs, schedulers and product lines, whose variables are
 * compared with few constants, are decided by plain reachability when sets of states are diagrams.
 * We follow regions (columns.h) instead of values, so programs with arithmetic take part as far as
 * regions can tell; whatever they cannot is over-approximated. So "lE is not reached" is a proof:
 * the sets, as terms, are an inductive invariant, which is checked as any other. "lE is reached" is
 * only a suggestion: trace.c looks for an execution.
 *
 * Locations are visited in reverse postorder, round by round; only states that are new are
 * followed. Columns whose variables are not live at a location are forgotten on arrival. */
#include "regions/reach.h"

#include <assert.h>
#include <stdlib.h>

#include "regions/regions.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { ROUNDS = 40 };
#define LIMIT 60000000u /* children of nodes, 4 bytes each, and as much again for finding them */

void reach_init(struct reach *r, struct cfa *c, const struct grain *grain, uint64_t limit) {
    *r = (struct reach){.c = c};
    abstract_init(&r->a, c, grain, limit);
    cfa_index_edges(c, &r->by);
    live_of_steps(c, &r->live);
    cfa_order(c, &r->by, &r->order);
    r->sets = mem_zero(2 * (size_t)c->locs.n, sizeof *r->sets);
    r->sets[2 * c->l0] = r->sets[2 * c->l0 + 1] = MDD_ALL;
    stats.regions_columns = r->a.columns.at.n;
}

void reach_release(struct reach *r) {
    abstract_release(&r->a);
    cfa_index_release(&r->by);
    live_release(&r->live);
    VEC_RELEASE(&r->order);
    VEC_RELEASE(&r->hops);
    free(r->sets);
}

bool reach_column_live(const struct reach *r, const struct column *k, loc l) {
    assert(l < r->c->locs.n);
    term_vec vars = {0};
    bool all = true;
    term_free_vars(k->t, &vars);
    for (uint32_t i = 0; i < vars.n && all; i++) all = live_at(&r->live, l, cfa_var_index(r->c, vars.at[i]));
    VEC_RELEASE(&vars);
    return all;
}

static mdd forget_dead(struct reach *r, mdd S, loc l) {
    assert(l < r->c->locs.n);
    for (uint32_t i = 0; i < r->a.columns.at.n && S > MDD_ALL; i++)
        if (!reach_column_live(r, &r->a.columns.at.at[i], l))
            S = mdd_exists(&r->a.table, S, r->a.columns.at.at[i].level);
    return S;
}

static void follow(struct reach *r, mdd from, uint32_t edge) {
    assert(edge < r->c->edges.n);
    const struct cfa_edge *e = &r->c->edges.at[edge];
    mdd S = forget_dead(r, abstract_image(&r->a, from, e->cmd), e->to);
    mdd *reached = &r->sets[2 * e->to], *waiting = reached + 1;
    mdd fresh = mdd_minus(&r->a.table, S, *reached);
    stats.regions_images++;
    if (fresh == MDD_NONE) return;
    VEC_PUSH(&r->hops, (struct hop){edge, fresh});
    *reached = mdd_or(&r->a.table, *reached, S);
    *waiting = mdd_or(&r->a.table, *waiting, fresh);
    assert(r->a.table.full || mdd_minus(&r->a.table, *waiting, *reached) == MDD_NONE);
}

static void collect(struct reach *r) {
    VEC(mdd) roots = {0};
    uint32_t n = 2 * r->c->locs.n;
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&roots, r->sets[i]);
    for (uint32_t i = 0; i < r->hops.n; i++) VEC_PUSH(&roots, r->hops.at[i].fresh);
    abstract_collect(&r->a, roots.at, roots.n);
    for (uint32_t i = 0; i < n; i++) r->sets[i] = roots.at[i];
    for (uint32_t i = 0; i < r->hops.n; i++) r->hops.at[i].fresh = roots.at[n + i];
    VEC_RELEASE(&roots);
}

static bool stopped(const struct reach *r) {
    return stop_requested() || r->a.table.full || (reach_set(r, r->c->lE) != MDD_NONE && !r->past_error);
}

bool reach_run(struct reach *r) {
    bool news = true;
    while (news && !stopped(r)) {
        news = false;
        for (uint32_t i = 0; i < r->order.n && !stopped(r); i++) {
            loc l = r->order.at[i];
            mdd from = r->sets[2 * l + 1];
            if (from == MDD_NONE) continue;
            news = true;
            r->sets[2 * l + 1] = MDD_NONE;
            for (uint32_t j = 0; j < r->by.out[l].n && !stopped(r); j++) follow(r, from, r->by.out[l].at[j]);
            if (!stopped(r)) collect(r);
            stats.regions_nodes = r->a.table.nodes.n;
        }
    }
    return !stopped(r);
}

void reach_again(struct reach *r) {
    for (loc l = 0; l < r->c->locs.n; l++) r->sets[2 * l + 1] = r->sets[2 * l];
}

/* Lemmas may take longer than reachability did, but now there is a proof: that counts as confirming
 * it. */
static void hand_over(struct reach *r, const struct budget *b, struct verdict *v) {
    verbose("regions: the error is not reached");
    budget_ask(b, PORTFOLIO_CONFIRM_WEIGHT);
    assert(reach_set(r, r->c->lE) == MDD_NONE);
    v->kind = VERDICT_TRUE;
    facts_init(&v->invariant, r->c->locs.n);
    if (reach_lemmas(r, &v->invariant) || reach_lemmas_everywhere(r, &v->invariant)) return;
    for (loc l = 0; l < r->c->locs.n; l++) facts_add(&v->invariant, l, abstract_term(&r->a, reach_set(r, l)));
}

/* Cuts for an error that is no execution: at hulls, until these bring nothing, then along the
 * path. */
static bool refine(struct reach *r, const stop_vec *path, uint32_t dead_end, struct grain *grain,
                   bool *hulls) {
    assert(dead_end < path->n || !path->n);
    *hulls = *hulls && reach_hulls(r->c, grain, LIMIT);
    return *hulls || reach_refine(r, path, dead_end, grain);
}

/* Too large: sums of variables make columns that depend on each other, and most programs do
 * without. */
static bool coarsen(struct grain *grain, bool *hulls, struct verdict *v) {
    if (grain->without_sums) {
        verdict_unknown(v, "the diagrams of regions are too large");
        return false;
    }
    VEC_CLEAR(&grain->cuts);
    grain->without_sums = *hulls = true;
    return true;
}

/* One attempt; true if it is worth another one with what is in *grain now. */
static bool attempt(struct cfa *c, const struct budget *b, struct grain *grain, bool *hulls,
                    struct verdict *v) {
    struct reach r;
    stop_vec path = {0};
    uint32_t dead_end, cuts = grain->cuts.n;
    bool again = false;
    reach_init(&r, c, grain, LIMIT);
    if (reach_run(&r)) hand_over(&r, b, v);
    else if (stop_requested()) verdict_unknown(v, "%s", stop_text(stop_requested()));
    else if (r.a.table.full) again = coarsen(grain, hulls, v);
    else if (reach_trace(&r, v, &path, &dead_end)) v->kind = VERDICT_FALSE;
    else if (!(again = refine(&r, &path, dead_end, grain, hulls)))
        verdict_unknown(v, "an error over regions that is no execution");
    verbose("regions: %u columns, %u extra cuts, %llu images, %u nodes", r.a.columns.at.n, cuts,
            (unsigned long long)stats.regions_images, r.a.table.nodes.n);
    VEC_RELEASE(&path);
    reach_release(&r);
    return again;
}

void regions_prove(struct cfa *c, const struct budget *b, struct verdict *v) {
    struct grain grain = {0};
    assert(v->kind == VERDICT_UNKNOWN && c->lE < c->locs.n);
    if (c->l0 == c->lE) {
        v->kind = VERDICT_FALSE;
        v->engine = "regions";
        return;
    }
    double start = timer_start();
    uint32_t rounds = 0;
    bool hulls = true;
    while (attempt(c, b, &grain, &hulls, v) && ++rounds < ROUNDS) {
    }
    if (v->kind == VERDICT_UNKNOWN && !v->reason)
        verdict_unknown(v, "an error over regions that is no execution");
    v->engine = "regions";
    timer_stop(TIMER_REGIONS, start);
    VEC_RELEASE(&grain.cuts);
}
