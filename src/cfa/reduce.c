/* The order of the reductions. Each makes work for the others: propagation turns conditions into
 * constants and kills edges, slicing and dead variables empty branches, bisimulation and blocks
 * then join the empty branches and make the condition that chose between them irrelevant. So they
 * go round until nothing changes, with straight lines joined early (fewer locations make every pass
 * cheaper), and only then are whole regions made into one block and split into steps.
 *
 * Marks are dropped first: what a person wants to see of a trace comes from replaying it on the
 * unreduced automaton. */
#include "cfa/reduce.h"

#include "cfa/check.h"
#include "cfa/live.h"
#include "cfa/pass.h"
#include "util/fail.h"
#include "util/mem.h"
#include "util/options.h"
#include "util/stats.h"

enum { MAX_ROUNDS = 10 };

static uint32_t reduce_once(struct cfa *c) {
    uint32_t n, sum = 0;
    if (options.propagate) {
        sum += n = cfa_propagate(c);
        stats.reduce_propagated += n;
        CFA_ASSERT_WELL_FORMED(c);
    }
    if (options.slice) {
        sum += n = cfa_slice(c);
        stats.reduce_sliced += n;
        CFA_ASSERT_WELL_FORMED(c);
    }
    if (options.dead) {
        sum += n = cfa_dead(c);
        stats.reduce_dead += n;
        CFA_ASSERT_WELL_FORMED(c);
    }
    if (options.bisim) {
        sum += n = cfa_bisim(c);
        stats.reduce_bisimilar += n;
        CFA_ASSERT_WELL_FORMED(c);
    }
    if (options.lbe != LBE_NONE) {
        sum += n = cfa_large_blocks(c, LBE_SEQUENCE, options.lbe_paths);
        stats.reduce_lbe += n;
        CFA_ASSERT_WELL_FORMED(c);
    }
    return sum;
}

static void reduce_rounds(struct cfa *c) {
    for (uint32_t round = 0; round < MAX_ROUNDS && reduce_once(c); round++) continue;
}

/* Edges of which no path can be taken go, and what only they reached. */
static bool drop_stepless(struct cfa *c) {
    uint8_t *has_step = mem_zero(c->edges.n, 1);
    for (uint32_t i = 0; i < c->steps.n; i++) has_step[c->steps.at[i].edge] = 1;
    uint32_t n = 0, before = c->edges.n;
    for (uint32_t i = 0; i < before; i++)
        if (has_step[i]) c->edges.at[n++] = c->edges.at[i];
    free(has_step);
    if (n == before) return false;
    c->edges.n = n;
    cfa_prune(c);
    return true;
}

static void count_result(const struct cfa *c) {
    stats.cfa_locations = c->locs.n;
    stats.cfa_edges = c->edges.n;
    stats.cfa_steps = c->steps.n;
    stats.cfa_vars = c->vars.n;
}

struct cfa *cfa_reduce(struct cfa *c) {
    double start = timer_start();
    CFA_ASSERT_WELL_FORMED(c);
    stats.front_locations = c->locs.n;
    stats.front_edges = c->edges.n;
    stats.front_vars = c->vars.n;
    cfa_drop_marks(c);
    cfa_prune(c);
    CFA_ASSERT_WELL_FORMED(c);
    reduce_rounds(c);
    if (options.lbe == LBE_LOOP) {
        stats.reduce_lbe += cfa_large_blocks(c, LBE_LOOP, options.lbe_paths);
        CFA_ASSERT_WELL_FORMED(c);
        reduce_rounds(c);
    }
    do {
        cfa_split(c, options.lbe_paths);
    } while (drop_stepless(c));
    if (options.dead) stats.reduce_dead += cfa_dead_updates(c);
    cfa_mark_loop_heads(c);
    CFA_ASSERT_WELL_FORMED(c);
    count_result(c);
    timer_stop(TIMER_REDUCE, start);
    return c;
}
