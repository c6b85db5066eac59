/* Bounded model checking (Biere et al., TACAS 1999) on the automaton: the unrolling of unroll.h, and one
 * query per depth, "is lE reached by a path of exactly this length?".
 *
 * The search ends with TRUE when no location is reachable at the next depth: then all paths of the program
 * were seen. Whether a location is reachable is decided by constant propagation alone as far as that goes;
 * asking the solver costs one query per location and depth, so that is done as long as it takes less than
 * half of the time.
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
#include "util/stats.h"

#define ACCELERATE_AFTER 1.0 /* seconds */
#define ACCELERATED_SECONDS 5.0
enum { ACCELERATED_DEPTH = 40 };

struct search {
    struct unroll u;
    struct verdict *v;
    double started, deadline; /* deadline 0: none */
    uint32_t max_depth;       /* 0: none */
    double pruning;           /* seconds spent on asking for reachability */
    bool accelerated;         /* the search with accelerated loops was done, or is this one */
    bool exact; /* no query was given up: v->bound and the end of the unrolling can be believed */
};

static void found_error(struct search *s, uint32_t node) {
    s->v->kind = VERDICT_FALSE;
    s->v->engine = "bmc";
    unroll_trace(&s->u, node, s->v);
}

/* Is lE reached at this depth? Returns true if the search is over. */
static bool check_error(struct search *s) {
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

static bool worth_pruning(const struct search *s) {
    return s->pruning <= 0.05 + 0.5 * (clock_wall() - s->started);
}

/* Drops the nodes of the frontier that no path reaches. */
static void prune(struct search *s) {
    for (uint32_t i = s->u.frontier.n; i-- > 0 && worth_pruning(s) && !stop_requested();) {
        uint32_t node = s->u.frontier.at[i];
        term reach = s->u.nodes.at[node].reach;
        if (reach == term_true()) continue;
        double start = clock_wall();
        /* reach(i, l) */
        if (solver_check(s->u.s, &reach, 1) == ANSWER_UNSAT) unroll_drop(&s->u, node);
        s->pruning += clock_wall() - start;
    }
}

static bool out_of_budget(const struct search *s) {
    if (s->deadline > 0 && clock_wall() > s->deadline) return true;
    return s->max_depth && s->u.depth >= s->max_depth;
}

/* The lE node alone is no reason to go on: it has no successor. */
static bool all_paths_ended(const struct search *s) {
    return s->u.frontier.n == 0 || (s->u.frontier.n == 1 && unroll_error_node(&s->u) != UINT32_MAX);
}

static void proved(struct search *s) {
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

static void search(struct search *s);

/* Once, after the first second: counting loops as single steps. All that this search finds are errors; the trace
 * is written out in plain steps. True if there is one. */
static bool search_accelerated(struct search *s) {
    struct acceleration a;
    struct verdict v = {0};
    bool found = false;
    s->accelerated = true;
    if (accelerate_init(&a, s->u.c)) {
        struct search fast = {
            .v = &v, .accelerated = true, .max_depth = ACCELERATED_DEPTH, .started = clock_wall()};
        fast.deadline = fast.started + ACCELERATED_SECONDS;
        unroll_init(&fast.u, s->u.c, s->u.known);
        solver_set_limit(fast.u.s, ACCELERATED_SECONDS);
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

static bool time_to_accelerate(const struct search *s) {
    return !s->accelerated && clock_wall() - s->started > ACCELERATE_AFTER;
}

static void search(struct search *s) {
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

void bmc_prove_within(struct cfa *c, const struct facts *known, struct verdict *v, double seconds,
                      uint32_t depth) {
    struct search s = {.v = v, .exact = true, .max_depth = depth, .started = clock_wall()};
    double timer = timer_start();
    if (seconds > 0) s.deadline = s.started + seconds;
    unroll_init(&s.u, c, known);
    if (seconds > 0) solver_set_limit(s.u.s, seconds);
    unroll_start(&s.u, false);
    search(&s);
    unroll_release(&s.u);
    timer_stop(TIMER_BMC, timer);
}

void bmc_prove(struct cfa *c, const struct facts *known, struct verdict *v) {
    bmc_prove_within(c, known, v, 0, (uint32_t)options.max_k);
}
