/* Bounded model checking (Biere et al., TACAS 1999) on the automaton: the unrolling of unroll.h,
 * and one query per depth, "is lE reached by a path of exactly this length?".
 *
 * The search ends with TRUE when no location is reachable at the next depth: then all paths of the
 * program were seen. Whether a location is reachable is decided by constant propagation alone as
 * far as that goes; asking the solver costs one query per location and depth, so that is done as
 * long as it takes less than half of the time.
 *
 * Counting loops are accelerated (accelerate.h) in a short search of their own.
 *
 * Limits: a loop whose number of iterations depends on an input of 32 bits does not end here. */
#include "bmc/bmc.h"

#include <assert.h>
#include <stdlib.h>

#include "bmc/accelerate.h"
#include "bmc/unroll.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { ACCELERATED_DEPTH = 40 };

struct bmc_search {
    struct unroll u;
    struct verdict *v;
    struct budget budget;
    /* On clock_cpu. */
    double started;
    /* 0: none. */
    uint32_t max_depth;
    /* Seconds spent on asking for reachability. */
    double pruning;
    /* The search with accelerated loops was done, or is this one. */
    bool accelerated;
    /* No query was given up: v->bound and the end of the unrolling can be believed. */
    bool exact;
};

static void found_error(struct bmc_search *s, uint32_t node) {
    s->v->kind = VERDICT_FALSE;
    s->v->engine = "bmc";
    unroll_trace(&s->u, node, s->v);
}

/* Is lE reached at this depth? Returns true if the search is over. */
static bool check_error(struct bmc_search *s) {
    uint32_t node = unroll_error_node(&s->u);
    if (node == UINT32_MAX) return false;
    term reach = s->u.nodes.at[node].reach;
    /* reach(i, lE) */
    switch (solver_check(s->u.s, &reach, 1)) {
    case ANSWER_SAT: found_error(s, node); return true;
    case ANSWER_UNSAT: unroll_drop(&s->u, node); return false;
    case ANSWER_UNKNOWN: break;
    }
    s->exact = false;
    return false;
}

static bool worth_pruning(const struct bmc_search *s) {
    return s->pruning <= BMC_PRUNE_SECONDS + BMC_PRUNE_SHARE * (clock_cpu() - s->started);
}

/* Drops the nodes of the frontier that no path reaches. */
static void prune(struct bmc_search *s) {
    for (uint32_t i = s->u.frontier.n; i-- > 0 && worth_pruning(s) && !stop_requested();) {
        uint32_t node = s->u.frontier.at[i];
        term reach = s->u.nodes.at[node].reach;
        if (reach == term_true()) continue;
        double start = clock_cpu();
        /* reach(i, l) */
        if (solver_check(s->u.s, &reach, 1) == ANSWER_UNSAT) unroll_drop(&s->u, node);
        s->pruning += clock_cpu() - start;
    }
}

static bool out_of_budget(const struct bmc_search *s) {
    if (budget_left(&s->budget) <= 0) return true;
    return s->max_depth && s->u.depth >= s->max_depth;
}

/* The lE node alone is no reason to go on: it has no successor. */
static bool all_paths_ended(const struct bmc_search *s) {
    return s->u.frontier.n == 0 || (s->u.frontier.n == 1 && unroll_error_node(&s->u) != UINT32_MAX);
}

static void proved(struct bmc_search *s) {
    assert(s->u.depth > 0);
    if (!s->exact) {
        verdict_unknown(s->v, "bounded search: the solver gave up on a query");
        return;
    }
    s->v->kind = VERDICT_TRUE;
    s->v->engine = "bmc";
    s->v->proof = PROOF_BOUNDED;
    s->v->proof_depth = s->u.depth - 1; /* at this depth nobody is left */
}

static void search(struct bmc_search *s);

/* Once, after the first second: counting loops as single steps. All that this search finds are
 * errors; the trace is written out in plain steps. True if there is one. */
static bool search_accelerated(struct bmc_search *s) {
    struct acceleration a;
    struct verdict v = {0};
    bool found = false;
    s->accelerated = true;
    if (accelerate_init(&a, s->u.c)) {
        struct bmc_search fast = {
            .v = &v, .accelerated = true, .max_depth = ACCELERATED_DEPTH, .started = clock_cpu()};
        fast.budget = budget_part(&s->budget, BUDGET_CPU, 1, BMC_ACCELERATED_SECONDS);
        unroll_init(&fast.u, s->u.c, s->u.known);
        solver_set_limit(fast.u.s, BMC_ACCELERATED_SECONDS);
        accelerate_index(&a, &fast.u.index);
        unroll_start(&fast.u, false);
        search(&fast);
        unroll_release(&fast.u);
        found = v.kind == VERDICT_FALSE && accelerate_expand(&a, &v);
        stats.bmc_depth = s->u.depth;
    }
    accelerate_release(&a);
    if (!found) {
        verdict_clear(&v);
        return false;
    }
    v.bound = s->v->bound;
    verdict_clear(s->v);
    *s->v = v;
    return true;
}

static bool time_to_accelerate(const struct bmc_search *s) {
    return !s->accelerated && clock_cpu() - s->started > BMC_ACCELERATE_AFTER_SECONDS;
}

static void search(struct bmc_search *s) {
    for (;;) {
        if (check_error(s)) return;
        if (time_to_accelerate(s) && search_accelerated(s)) return;
        if (s->exact) s->v->bound = stats.bmc_depth = s->u.depth;
        prune(s);
        if (stop_requested()) {
            verdict_unknown(s->v, "%s", stop_text(stop_requested()));
            return;
        }
        if (all_paths_ended(s)) {
            proved(s);
            return;
        }
        if (out_of_budget(s)) {
            verdict_unknown(s->v, "bounded search: no error within %u steps", s->u.depth);
            return;
        }
        unroll_extend(&s->u);
        LOG("bmc: depth %u, %u nodes", s->u.depth, s->u.frontier.n);
    }
}

void bmc_prove_within(struct cfa *c, const struct facts *known, const struct budget *b, uint32_t depth,
                      struct verdict *v) {
    struct bmc_search s = {.v = v, .budget = *b, .exact = true, .max_depth = depth, .started = clock_cpu()};
    double timer = timer_start();
    unroll_init(&s.u, c, known);
    solver_set_limit(s.u.s, budget_query(b));
    unroll_start(&s.u, false);
    search(&s);
    unroll_release(&s.u);
    timer_stop(TIMER_BMC, timer);
}

void bmc_prove(struct cfa *c, const struct facts *known, struct verdict *v) {
    bmc_prove_within(c, known, &(struct budget){0}, (uint32_t)options.max_k, v);
}
