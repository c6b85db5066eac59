/* Propagation: lemmas move up to the next level where they are still inductive.
 *
 * A lemma c at (i,l) is pushable to i+1 if it is inductive relative to F(i,lp) along every step
 * from lp to l (MERTENS, "Pushing in IC3CFA"). Which lemmas are tried is --push:
 *   triggered    all, but a lemma whose last try was stopped by a state is tried again only when a
 *                newer lemma excludes that state (Suda 2013, used by FMCAD15);
 *   none         all, always (MERTENS' filter NONE);
 *   assign       only if no incoming step assigns a variable of the lemma;
 *   predecessor  only if every predecessor frame F(i,lp) holds the lemma (or a subset of it);
 *   restrictive  only if both, which always succeeds and needs no solver.
 *
 * The slides name the four filters and count their pushes (83, 88, 98 and 100 % succeed), and
 * define none of them: the last four are our reading. It is the one in which RESTRICTIVE is the
 * conjunction of the two before it and succeeds always, as the counts say: with the lemma in every
 * predecessor frame and no assignment to its variables, the push follows without a query. That
 * ASSIGN could mean "an incoming step assigns" was ruled out by that: RESTRICTIVE would fail
 * sometimes.
 *
 * Suda's pushing is triggered by lemmas, not by the end of an iteration: what excludes the state
 * that stopped a lemma pushes that one at once. With --push-at-once that happens here too
 * (push_triggered), and a lemma that rises may trigger others in turn. Example: F(1,l) has y < 2,
 * which could not rise because of a state with x = 9 in F(1,lp); when x < 5 is learnt at (1,lp), y
 * < 2 is tried for level 2 and may save the obligations that would have come there.
 *
 * MERTENS' "pushing without SAT-query" asks for a single incoming edge that assigns none of the
 * lemma's variables, and derives that ¬c is in F(i,lp). That does not follow: c may have been
 * blocked at (i,l) because of F(i-1,lp), by the guard together with another lemma. What is needed
 * is that F(i,lp) holds ¬c, and then neither the number of edges nor a guard matters: it is Lemma 2
 * of SPIN18 along each step. That is what inductive_syntactically looks for before any query, so
 * the solver-free push is a special case of it. */
#include <assert.h>
#include <stdlib.h>

#include "ic3cfa/engine.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/stats.h"

static bool step_assigns(const struct cfa_step *s, const struct cube *c) {
    for (uint32_t j = 0; j < s->updates.n; j++)
        for (uint32_t k = 0; k < c->n; k++)
            if (term_mentions(c->lits[k], s->updates.at[j].var)) return true;
    return false;
}

static bool passes_filter(struct ic3 *ic3, loc l, const struct lemma *m) {
    assert(!m->dead);
    if (options.push <= PUSH_NONE) return true;
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++) {
        const struct cfa_step *s = &ic3->cfa->steps.at[ic3->by.in[l].at[j]];
        if (options.push != PUSH_PREDECESSOR && step_assigns(s, m->cube)) return false;
        if (options.push != PUSH_ASSIGN && !frame_find_subset(&ic3->frames, m->level, s->from, m->cube))
            return false;
    }
    return true;
}

/* Is the state that stopped the last try still in F(i,lp)? Looks only at lemmas newer than the last
 * look. */
static bool witness_stands(struct ic3 *ic3, struct lemma *m) {
    assert(!m->dead);
    struct push_witness *w = m->witness;
    if (!w || options.push != PUSH_TRIGGERED) return false;
    struct frame_list *a = &ic3->frames.at[w->at];
    if (frame_is_false(&ic3->frames, m->level, w->at)) return false;
    if (frame_changed(&ic3->frames, m->level, w->at) <= w->time) return true;
    struct model state = {0};
    bool stands = true;
    for (uint32_t j = 0; j < w->state.n; j++) model_set(&state, w->state.at[j].var, w->state.at[j].v);
    for (uint32_t j = 0; j < a->lemmas.n && stands; j++) {
        const struct lemma *d = a->lemmas.at[j];
        if (d->dead || d->level < m->level || d->time <= w->time) continue;
        bool inside = true;
        for (uint32_t k = 0; k < d->cube->n && inside; k++) inside = term_holds(&state, d->cube->lits[k]);
        /* the witness is a partial state: a lemma about other variables proves nothing, so ask
         * again */
        if (inside || state.unset) stands = false;
        state.unset = 0;
    }
    model_release(&state);
    w->time = ic3->frames.time;
    return stands;
}

static void remember_witness(struct ic3 *ic3, struct lemma *m, uint32_t step) {
    assert(!m->dead && step < ic3->cfa->steps.n);
    struct cfa_step *s = &ic3->cfa->steps.at[step];
    struct solver *solver = frame_solver(&ic3->frames, s->from);
    struct push_witness *w = m->witness ? m->witness : (m->witness = MEM_NEW(struct push_witness));
    term_vec vars = {0};
    VEC_CLEAR(&w->state);
    w->at = s->from;
    w->time = ic3->frames.time;
    for (uint32_t j = 0; j < s->guard.n; j++) term_free_vars(s->guard.at[j], &vars);
    for (uint32_t j = 0; j < m->cube->n; j++) term_free_vars(literal_wp(ic3, step, m->cube->lits[j]), &vars);
    for (uint32_t j = 0; j < ic3->frames.at[s->from].lemmas.n; j++) {
        const struct lemma *d = ic3->frames.at[s->from].lemmas.at[j];
        for (uint32_t k = 0; !d->dead && d->level >= m->level && k < d->cube->n; k++)
            term_free_vars(d->cube->lits[k], &vars);
    }
    for (uint32_t j = 0; j < vars.n; j++)
        VEC_PUSH(&w->state, (struct witness_value){vars.at[j], solver_value(solver, vars.at[j])});
    VEC_RELEASE(&vars);
}

/* Is the lemma inductive at level i+1? */
static bool pushable(struct ic3 *ic3, loc l, struct lemma *m) {
    assert(!m->dead && l != ic3->cfa->l0);
    bool asked = false;
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++) {
        uint32_t step = ic3->by.in[l].at[j];
        if (inductive_syntactically(ic3, m->level + 1, step, m->cube)) continue;
        asked = true;
        /* F(i,lp) & wp(e,c) */
        enum answer answer = edge_relative_inductive(ic3, m->level + 1, step, m->cube);
        if (answer == ANSWER_SAT && options.push == PUSH_TRIGGERED) remember_witness(ic3, m, step);
        if (answer != ANSWER_UNSAT) return false;
    }
    if (!asked) stats.push_free++;
    return true;
}

static bool push_level(struct ic3 *ic3, uint32_t i) {
    assert(i >= 1);
    for (loc l = 0; l < ic3->frames.n; l++) {
        struct frame_list *a = &ic3->frames.at[l];
        for (uint32_t j = 0; frame_delta(&ic3->frames, i, l) && j < a->lemmas.n; j++) {
            struct lemma *m = a->lemmas.at[j];
            if (stop_requested() || ic3->gave_up) return false;
            if (m->dead || m->level != i || !passes_filter(ic3, l, m) || witness_stands(ic3, m)) continue;
            stats.push_checked++;
            if (!pushable(ic3, l, m)) continue;
            stats.push_done++;
            frame_raise(&ic3->frames, l, m, i + 1);
        }
    }
    return true;
}

/* A cube that was blocked at (level, at), and may have set lemmas free. */
struct push_trigger {
    loc at;
    uint32_t level;
    const struct cube *cube;
};
typedef VEC(struct push_trigger) trigger_vec;

/* Is the lemma stopped by a state that the trigger excludes? */
static bool is_set_free(const struct push_trigger *t, const struct lemma *m) {
    const struct push_witness *w = m->witness;
    if (!w || w->at != t->at || m->level > t->level) return false;
    struct model state = {0};
    bool inside = true;
    for (uint32_t j = 0; j < w->state.n; j++) model_set(&state, w->state.at[j].var, w->state.at[j].v);
    for (uint32_t k = 0; k < t->cube->n && inside; k++) inside = term_holds(&state, t->cube->lits[k]);
    inside = inside && !state.unset;
    model_release(&state);
    return inside;
}

static void push_set_free(struct ic3 *ic3, const struct push_trigger *t, loc l, trigger_vec *waiting) {
    struct frame_list *a = &ic3->frames.at[l];
    for (uint32_t j = 0; j < a->lemmas.n; j++) {
        struct lemma *m = a->lemmas.at[j];
        if (stop_requested() || ic3->gave_up) return;
        if (m->dead || m->level >= ic3->N || !is_set_free(t, m)) continue;
        stats.push_checked++;
        stats.push_triggered++;
        if (!pushable(ic3, l, m)) continue;
        stats.push_done++;
        frame_raise(&ic3->frames, l, m, m->level + 1);
        VEC_PUSH(waiting, (struct push_trigger){l, m->level, m->cube});
    }
}

void push_triggered(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    assert(i >= 1 && l < ic3->frames.n);
    if (!options.push_at_once || options.push != PUSH_TRIGGERED) return;
    trigger_vec waiting = {0};
    VEC_PUSH(&waiting, (struct push_trigger){l, i, c});
    while (waiting.n && !ic3->gave_up && !stop_requested()) {
        struct push_trigger t = VEC_POP(&waiting);
        for (uint32_t j = 0; j < ic3->by.out[t.at].n; j++) {
            loc to = ic3->cfa->steps.at[ic3->by.out[t.at].at[j]].to;
            if (to != ic3->cfa->lE) push_set_free(ic3, &t, to, &waiting);
        }
    }
    VEC_RELEASE(&waiting);
}

bool push_lemmas(struct ic3 *ic3) {
    if (options.push == PUSH_OFF) return true;
    double start = timer_start();
    bool going = true;
    for (uint32_t i = 1; i < ic3->N && going; i++) {
        going = push_level(ic3, i);
        if (fixpoint_level(ic3)) break;
    }
    timer_stop(TIMER_PUSH, start);
    return going;
}
