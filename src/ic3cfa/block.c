/* Algorithm 3 of FMCAD15, BACKWARDBLOCK: works off the queue of proof obligations.
 *
 * An obligation (i,l,c) says: the states c at l reach lE; show that they are not reachable within i
 * steps. The queue hands out the lowest level first and, among equals, the newest, which makes the
 * search depth-first. The listing in the paper blocks inside the loop over edges; we block only
 * when c is inductive along every incoming step. An obligation with predecessors goes back into the
 * queue and is asked again after them; steps along which it was inductive are not asked again,
 * since frames only grow stronger. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

void enqueue(struct ic3 *ic3, uint32_t level, loc at, const struct cube *c, const struct obligation *next,
             uint32_t step, bool exact) {
    struct obligation *o = MEM_NEW(struct obligation);
    *o = (struct obligation){.level = level, .at = at, .cube = c, .next = next, .step = step, .exact = exact};
    o->depth = next ? next->depth + 1 : 0;
    o->time = ++ic3->time;
    VEC_PUSH(&ic3->all, o);
    heap_push(&ic3->queue, o);
    stats.obligations++;
}

static void enqueue_again(struct ic3 *ic3, struct obligation *o) {
    assert(o->level >= 1 && o->level <= ic3->N);
    o->time = ++ic3->time;
    heap_push(&ic3->queue, o);
}

/* One incoming step of o: true if o is inductive along it, else its predecessor is enqueued (or the
 * error found, or a solver gave up). */
static bool inductive_or_predecessor(struct ic3 *ic3, struct obligation *o, uint32_t j) {
    assert(o->level >= 1 && j < ic3->by.in[o->at].n);
    uint32_t step = ic3->by.in[o->at].at[j];
    loc from = ic3->cfa->steps.at[step].from;
    if (o->cores[j].core) return true;
    enum answer answer = edge_relative_inductive(ic3, o->level, step, o->cube);
    if (answer == ANSWER_UNSAT) {
        o->cores[j] = (struct step_core){core_cube(ic3, o->cube), ic3->core_from_frame};
        return true;
    }
    if (answer == ANSWER_UNKNOWN) return false;
    if (from == ic3->cfa->l0) {
        ic3->reached = o;
        ic3->reached_by = step;
        return false;
    }
    bool exact;
    const struct cube *p = predecessor_of(ic3, step, o->cube, &exact);
    if (!p) fail_internal("a satisfiable predecessor became false");
    enqueue(ic3, o->level - 1, from, p, o, step, exact);
    return false;
}

static void block_obligation(struct ic3 *ic3, struct obligation *o) {
    assert(o->level <= ic3->N);
    const struct cube *g = generalize_cube(ic3, o->level, o->at, o->cube, o->cores, 0);
    if (ic3->gave_up) return;
    block(ic3, o->level, o->at, g);
    reuse_remember(ic3, o->level, o->at, o->cube, g);
    push_triggered(ic3, o->level, o->at, g);
    if (ic3->weakens && !ic3->gave_up) weaken_literals(ic3, o->level, o->at, g);
    if (ic3->words && !ic3->gave_up) weaken_by_interpolants(ic3, o->level, o->at, g);
}

/* True if nothing has to be asked: a lemma covers it, or it can be skipped. */
static bool blocked_already(struct ic3 *ic3, const struct obligation *o) {
    if (frame_find_subset(&ic3->frames, o->level, o->at, o->cube)) return true;
    const struct cube *g = options.skip ? reuse_skip(ic3, o->level, o->at, o->cube) : NULL;
    if (!g) return false;
    block(ic3, o->level, o->at, g);
    reuse_remember(ic3, o->level, o->at, o->cube, g);
    return true;
}

bool backward_block(struct ic3 *ic3) {
    while (heap_top(&ic3->queue)) {
        if (stop_requested() || ic3->gave_up) return false;
        struct obligation *o = heap_pop(&ic3->queue);
        assert(o->level > 0 && o->level <= ic3->N && o->at != ic3->cfa->l0);
        if (blocked_already(ic3, o)) continue;
        uint32_t n = ic3->by.in[o->at].n;
        if (!o->cores) o->cores = mem_zero(n, sizeof *o->cores);
        bool inductive = true;
        for (uint32_t j = 0; j < n && !ic3->reached && !ic3->gave_up; j++)
            if (!inductive_or_predecessor(ic3, o, j)) inductive = false;
        if (ic3->reached || ic3->gave_up) return false;
        if (inductive) block_obligation(ic3, o);
        else enqueue_again(ic3, o);
    }
    return !ic3->gave_up;
}
