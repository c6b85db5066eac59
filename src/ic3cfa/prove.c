/* Algorithms 1 and 2 of FMCAD15: the outer loop over the frontier.
 *
 * The error location is treated like any other: iteration N blocks the empty cube at (N, lE), that
 * is, shows that no path of at most N steps ends in lE. The static checks of Algorithm 1 are the
 * cases l0 = lE (0 steps) and N = 1, where only steps from l0 to lE matter because F(0,l) is false
 * elsewhere. */
#include "ic3cfa/ic3cfa.h"

#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "ic3cfa/trace.h"
#include "ic3cfa/vocabulary.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/options.h"
#include "util/stats.h"

/* The order of the queue: lowest level first, among equals the newest. */
static bool obligation_before(const void *x, const void *y) {
    const struct obligation *a = x, *b = y;
    if (a->level != b->level) return a->level < b->level;
    return a->time > b->time;
}

static bool has_integers(const struct cfa *c) {
    for (uint32_t i = 0; i < c->vars.n; i++)
        if (sort_kind_of(term_sort(c->vars.at[i].var)) == SORT_INT) return true;
    return false;
}

static void ic3_init(struct ic3 *ic3, struct cfa *c, const struct facts *known) {
    assert(!known || known->n == c->locs.n);
    *ic3 = (struct ic3){.cfa = c, .queue.before = obligation_before};
    cfa_index_steps(c, &ic3->by);
    loc_frames_init(&ic3->frames, c, known);
    ic3->wp = mem_zero(c->steps.n, sizeof *ic3->wp);
    ic3->contexts = contexts_new((uint32_t)options.context_cache);
    ic3->reuse = reuse_new();
    ic3->weakens = options.generalize && (options.weaken || has_integers(c));
    if (options.itp) {
        ic3->words = MEM_NEW(struct vocabulary);
        vocabulary_init(ic3->words, c);
    }
}

static void drop_obligations(struct ic3 *ic3) {
    for (uint32_t i = 0; i < ic3->all.n; i++) {
        free(ic3->all.at[i]->cores);
        free(ic3->all.at[i]);
    }
    VEC_CLEAR(&ic3->all);
}

static void ic3_release(struct ic3 *ic3) {
    drop_obligations(ic3);
    VEC_RELEASE(&ic3->all);
    heap_release(&ic3->queue);
    for (uint32_t i = 0; i < ic3->cfa->steps.n; i++) int_map_release(&ic3->wp[i]);
    free(ic3->wp);
    loc_frames_release(&ic3->frames);
    cfa_index_release(&ic3->by);
    cube_table_release(&ic3->cubes);
    int_map_release(&ic3->activity);
    contexts_free(ic3->contexts);
    reuse_free(ic3->reuse);
    if (ic3->words) vocabulary_release(ic3->words);
    free(ic3->words);
    VEC_RELEASE(&ic3->assumptions);
    VEC_RELEASE(&ic3->wanted);
    VEC_RELEASE(&ic3->core);
    free(ic3->gave_up);
}

/* F(i,l) for all l, as facts. */
static void hand_over_invariant(struct ic3 *ic3, uint32_t i, struct verdict *v) {
    assert(i >= 1);
    v->kind = VERDICT_TRUE;
    facts_init(&v->invariant, ic3->frames.n);
    for (loc l = 0; l < ic3->frames.n; l++) {
        const struct frame_list *a = &ic3->frames.at[l];
        for (uint32_t j = 0; ic3->frames.known && j < ic3->frames.known->at[l].n; j++)
            facts_add(&v->invariant, l, ic3->frames.known->at[l].at[j]);
        for (uint32_t j = 0; j < a->lemmas.n; j++)
            if (!a->lemmas.at[j]->dead && a->lemmas.at[j]->level > i)
                facts_add(&v->invariant, l, cube_clause(a->lemmas.at[j]->cube));
    }
}

static void give_up(struct ic3 *ic3, struct verdict *v) {
    if (stop_requested()) verdict_unknown(v, "%s", stop_text(stop_requested()));
    else verdict_unknown(v, "the solver gave up: %s", ic3->gave_up ? ic3->gave_up : "no reason given");
}

static void begin_iteration(struct ic3 *ic3) {
    ic3->N++;
    stats.frames = ic3->N;
    if (options.reuse) reuse_lift(ic3);
    else drop_obligations(ic3);
    /* (N, lE, true): all obligations come from it, so it is among those that were lifted. */
    if (!ic3->all.n) enqueue(ic3, ic3->N, ic3->cfa->lE, cube_make(&ic3->cubes, NULL, 0), NULL, 0, true);
}

/* The chain of obligations from l0 to lE, as a trace. */
static bool read_trace(struct ic3 *ic3, struct verdict *v) {
    VEC(uint32_t) steps = {0};
    VEC_PUSH(&steps, ic3->reached_by);
    for (const struct obligation *o = ic3->reached; o->next; o = o->next) VEC_PUSH(&steps, o->step);
    bool feasible = trace_along(ic3->cfa, steps.at, steps.n, v);
    VEC_RELEASE(&steps);
    return feasible;
}

/* One iteration of Algorithm 1; true when the verdict is there. */
static bool iterate(struct ic3 *ic3, struct verdict *v) {
    begin_iteration(ic3);
    if (!backward_block(ic3)) {
        if (ic3->reached && read_trace(ic3, v)) v->kind = VERDICT_FALSE;
        else give_up(ic3, v);
        return true;
    }
    v->bound = ic3->N;
    bool pushed = push_lemmas(ic3);
    assert(frames_check(&ic3->frames));
    uint32_t i = fixpoint_level(ic3);
    if (!i && pushed) i = cycles_suggest(ic3);
    if (i) hand_over_invariant(ic3, i, v);
    verbose("ic3cfa: frame %u, %llu lemmas, %u obligations, %llu queries", ic3->N,
            (unsigned long long)ic3->frames.lemmas, ic3->all.n, (unsigned long long)stats.queries);
    if (!i && (!pushed || stop_requested())) give_up(ic3, v);
    if (!i && options.max_k > 0 && ic3->N > options.max_k) verdict_unknown(v, "--max-k reached");
    return i || v->reason;
}

void ic3cfa_prove(struct cfa *c, const struct facts *known, struct verdict *v) {
    struct ic3 ic3;
    v->engine = "ic3cfa";
    if (c->l0 == c->lE) {
        v->kind = VERDICT_FALSE;
        return;
    }
    ic3_init(&ic3, c, known);
    while (!iterate(&ic3, v)) {
    }
    ic3_release(&ic3);
}
