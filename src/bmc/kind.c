/* k-induction (Sheeran, Singh, Stålmarck, FMCAD 2000) on the automaton, strengthened by lemmas as
 * in Beyer, Dangl, Wendler (CAV 2015).
 *
 * lE has no way out, so "the error was not met in the k states before" holds by itself, and the
 * step case is short: no path of exactly k steps leads from anywhere to lE if all its states
 * satisfy the known facts. An error path of k or more steps would end with such a path; the base
 * case, bounded search to depth k, excludes shorter ones. Both unrollings grow by one step a round
 * and keep their solvers.
 *
 * The start "anywhere" is one set of arbitrary values shared by all locations: a path starts at
 * only one of them.
 *
 * Limits: without lemmas a property that needs a relation between variables is k-inductive for no
 * useful k.
 */
#include "bmc/bmc.h"

#include <assert.h>

#include "bmc/unroll.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

struct kind {
    struct unroll base, step;
    const struct facts *known;
    struct verdict *v;
};

static enum answer error_reachable(struct unroll *u, uint32_t *node) {
    *node = unroll_error_node(u);
    if (*node == UINT32_MAX) return ANSWER_UNSAT;
    term reach = u->nodes.at[*node].reach;
    /* reach(i, lE) */
    return solver_check(u->s, &reach, 1);
}

/* No error at depth k from l0? Returns true if the search is over. */
static bool base_case(struct kind *k) {
    uint32_t node;
    switch (error_reachable(&k->base, &node)) {
    case ANSWER_SAT:
        k->v->kind = VERDICT_FALSE;
        k->v->engine = "kind";
        unroll_trace(&k->base, node, k->v);
        return true;
    case ANSWER_UNSAT:
        if (node != UINT32_MAX) unroll_drop(&k->base, node);
        k->v->bound = stats.bmc_depth = k->base.depth;
        return false;
    case ANSWER_UNKNOWN: break;
    }
    verdict_unknown(k->v, "k-induction: the base case was given up at k = %u", k->base.depth);
    return true;
}

/* With k = 1 the known facts exclude the error by themselves. */
static void proved(struct kind *k) {
    assert(k->step.depth >= 1 && k->base.depth >= k->step.depth);
    struct verdict *v = k->v;
    v->kind = VERDICT_TRUE;
    v->engine = "kind";
    v->proof = k->step.depth == 1 ? PROOF_INVARIANT : PROOF_K_INDUCTION;
    v->proof_depth = k->step.depth;
    facts_release(&v->invariant);
    if (k->known) facts_copy(&v->invariant, k->known);
    else facts_init(&v->invariant, k->step.c->locs.n);
    if (v->proof == PROOF_INVARIANT) facts_add(&v->invariant, k->step.c->lE, term_false());
}

/* No path of k steps from anywhere to lE? */
static bool step_case(struct kind *k) {
    uint32_t node;
    assert(k->step.depth == k->base.depth);
    if (error_reachable(&k->step, &node) != ANSWER_UNSAT) return false;
    proved(k);
    return true;
}

static void induction(struct kind *k) {
    assert(k->base.depth == 0 && k->step.depth == 0);
    for (;;) {
        if (base_case(k)) return;
        unroll_extend(&k->step);
        unroll_extend(&k->base);
        if (base_case(k) || step_case(k)) return;
        if (stop_requested()) {
            verdict_unknown(k->v, "%s", stop_text(stop_requested()));
            return;
        }
        if (options.max_k > 0 && k->step.depth >= options.max_k) {
            verdict_unknown(k->v, "k-induction: no proof with k <= %u", k->step.depth);
            return;
        }
    }
}

void kind_prove(struct cfa *c, const struct facts *known, struct verdict *v) {
    struct kind k = {.known = known, .v = v};
    double timer = timer_start();
    unroll_init(&k.base, c, known);
    unroll_init(&k.step, c, known);
    unroll_start(&k.base, false);
    unroll_start(&k.step, true);
    induction(&k);
    unroll_release(&k.base);
    unroll_release(&k.step);
    timer_stop(TIMER_BMC, timer);
}
