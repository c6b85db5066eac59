/* IC3 (Bradley: "SAT-based model checking without unrolling", VMCAI 2011; Een, Mishchenko, Brayton:
 * "Efficient implementation of property directed reachability", FMCAD 2011).
 *
 * For growing k, states of F(k) that are bad are blocked: an obligation (c, i) asks whether c has a
 * predecessor in F(i-1); if it has, the lifted predecessor is an obligation one level down, else
 * -c, generalized (generalize.c), is a new lemma of the highest level at which it holds, and the
 * obligation moves above that level (which finds long counterexamples early, and lets lemmas appear
 * at the frontier). An obligation whose cube holds an initial state is a counterexample, on any
 * level: all states of the cube lead to the bad state.
 *
 * Then lemmas are pushed; two equal frames are the proof. */
#include "ic3bit/ic3.h"

#include <stdlib.h>

#include "util/clock.h"
#include "util/rng.h"
#include "util/stats.h"

enum { PATIENCE = 6 };

static bool before(const void *a, const void *b) {
    const struct obligation *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level;
    if (x->depth != y->depth) return x->depth > y->depth;
    return x->number > y->number;
}

static struct obligation *obligation_new(struct ic3 *e, uint32_t level, struct obligation *next) {
    struct obligation *o = MEM_NEW(struct obligation);
    o->cube = cube_new(e->latches.at, e->latches.n);
    o->level = level;
    o->depth = next ? next->depth + 1 : 0;
    o->refs = 1;
    o->number = e->obligations++;
    o->next = next;
    if (next) next->refs++;
    o->inputs = mem_zero(e->m->inputs, 1);
    for (uint32_t i = 0; i < e->inputs.n; i++) o->inputs[e->inputs.at[i] / 2 - 1] = !(e->inputs.at[i] & 1);
    stats.obligations++;
    if (o->depth > stats.bit_depth) stats.bit_depth = o->depth;
    return o;
}

static void obligation_release(struct obligation *o) {
    while (o && --o->refs == 0) {
        struct obligation *next = o->next;
        cube_free(o->cube);
        free(o->inputs);
        free(o);
        o = next;
    }
}

enum step { STEP_GO_ON, STEP_COUNTEREXAMPLE, STEP_STOPPED, STEP_PAUSED };

/* Puts an obligation into the queue, or recognizes the counterexample. Takes the reference over. */
static enum step enqueue(struct ic3 *e, struct obligation *o) {
    if (initial(e, o->cube->lits, o->cube->n)) {
        e->counterexample = o;
        return STEP_COUNTEREXAMPLE;
    }
    assert(o->level > 0);
    heap_push(&e->queue, o);
    return STEP_GO_ON;
}

/* The cube's negation is inductive relative to F(level - 1): generalize, raise and record it.
 * Returns the level. */
static uint32_t record_lemma(struct ic3 *e, literal_vec *cube, uint32_t level, enum mic_kind kind) {
    enum sat_result r = SAT_UNKNOWN;
    generalize(e, cube, level - 1, kind);
    while (level < frames_k(e) && (r = relative_inductive(e, cube, level, cube)) == SAT_UNSAT) level++;
    /* F(level) & -c & T & c' is what keeps the lemma from being pushed */
    uint64_t *state = r == SAT_SAT ? frames_state(e, level) : NULL;
    struct cube *c = cube_new(cube->at, cube->n);
    bump_literals(e, c);
    frames_add(e, c, level);
    if (state) frames_stays(e, c, state);
    return level;
}

static enum step requeue(struct ic3 *e, struct obligation *o, uint32_t level) {
    o->level = level;
    o->tries /= 2; /* one lemma per level is nothing special */
    if (level > frames_k(e)) {
        obligation_release(o);
        return STEP_GO_ON;
    }
    return enqueue(e, o);
}

/* Counterexamples to generalization cost much and pay where plain dropping gets stuck: at
 * obligations that come back again and again because their lemmas are too weak (after Su, Yang, Ci,
 * Huang: "Extended CTG Generalization and Dynamic Adjustment of Generalization Strategies in IC3",
 * 2025, whose adjustment is finer). */
static enum mic_kind mic_for(const struct ic3 *e, const struct obligation *o) {
    if (e->config.mic != MIC_DYNAMIC) return e->config.mic;
    return o->tries < PATIENCE ? MIC_DROP : MIC_CTG;
}

/* Obligations that keep coming back are left to the next round, which starts from a bad state
 * again: until then there are other lemmas (rIC3 drops them, too). A counterexample that is only
 * found through one of them is found later. */
static bool to_drop(const struct ic3 *e, const struct obligation *o) {
    return e->config.drop_after && o->tries > e->config.drop_after && o->level < frames_k(e);
}

static enum step handle(struct ic3 *e, struct obligation *o, literal_vec *cube) {
    o->tries++;
    if (to_drop(e, o)) {
        stats.bit_dropped++;
        obligation_release(o);
        return STEP_GO_ON;
    }
    if (o->level == 1 && frames_k(e) > 1) e->stepped_back = true;
    if (frames_blocked(e, o->cube, o->level)) return requeue(e, o, o->level + 1);
    VEC_CLEAR(cube);
    for (uint32_t i = 0; i < o->cube->n; i++) VEC_PUSH(cube, o->cube->lits[i]);
    enum sat_result r = relative_inductive(e, cube, o->level - 1, cube);
    if (r == SAT_UNSAT) return requeue(e, o, 1 + record_lemma(e, cube, o->level, mic_for(e, o)));
    if (r == SAT_UNKNOWN) {
        obligation_release(o);
        return STEP_STOPPED;
    }
    predecessor(e, o->level - 1, cube);
    struct obligation *p = obligation_new(e, o->level - 1, o);
    heap_push(&e->queue, o);
    return enqueue(e, p);
}

static bool time_to_pause(const struct ic3 *e) { return e->pause_at > 0 && clock_cpu() > e->pause_at; }

static enum step block_all(struct ic3 *e) {
    literal_vec cube = {0};
    enum step step = STEP_GO_ON;
    while (step == STEP_GO_ON && heap_top(&e->queue))
        step = time_to_pause(e) ? STEP_PAUSED : handle(e, heap_pop(&e->queue), &cube);
    VEC_RELEASE(&cube);
    return step;
}

/* Blocks every bad state of F(k), after what a pause has left in the queue. */
static enum step block_bad(struct ic3 *e) {
    enum step step = block_all(e);
    if (step != STEP_GO_ON) return step;
    for (;;) {
        enum sat_result r = bad_reachable(e, frames_k(e));
        if (r == SAT_UNSAT) return STEP_GO_ON;
        if (r == SAT_UNKNOWN) return STEP_STOPPED;
        bad_state(e, frames_k(e));
        step = enqueue(e, obligation_new(e, frames_k(e), NULL));
        if (step == STEP_GO_ON) step = block_all(e);
        if (step != STEP_GO_ON) return step;
    }
}

static void push_lemma(struct ic3 *e, struct cube *c, uint32_t i, literal_vec *core) {
    if (frames_still_stays(e, c, i)) {
        stats.push_free++;
        return;
    }
    enum sat_result r = propagates(e, c, i, core);
    stats.push_checked++;
    if (r == SAT_SAT) frames_stays(e, c, frames_state(e, i));
    if (r != SAT_UNSAT) return;
    if (core->n == c->n) frames_raise(e, c, i);
    else frames_add(e, cube_new(core->at, core->n), i + 1);
    stats.push_done++;
}

/* Moves the lemmas of F(i) that hold in F(i + 1), too. A lemma that has gone meanwhile was subsumed
 * by one that moved: then F(i + 1) excludes its cube, of which there is a copy. */
static void push_frame(struct ic3 *e, uint32_t i) {
    literal_vec core = {0};
    cube_vec lemmas = {0}, copies = {0};
    const cube_vec *frame = &e->frames.at[i].lemmas;
    for (uint32_t k = 0; k < frame->n; k++) {
        VEC_PUSH(&lemmas, frame->at[k]);
        VEC_PUSH(&copies, cube_copy(frame->at[k]));
    }
    for (uint32_t k = 0; k < lemmas.n; k++) {
        if (!stop_requested() && !frames_blocked(e, copies.at[k], i + 1))
            push_lemma(e, lemmas.at[k], i, &core);
        cube_free(copies.at[k]);
    }
    VEC_RELEASE(&lemmas);
    VEC_RELEASE(&copies);
    VEC_RELEASE(&core);
}

/* Lemmas of the last frame that are inductive without any other lemma but such ones hold
 * forever. */
static void promote(struct ic3 *e) {
    cube_vec lemmas = {0};
    const cube_vec *last = &VEC_LAST(&e->frames).lemmas;
    for (uint32_t k = 0; k < last->n; k++) VEC_PUSH(&lemmas, cube_copy(last->at[k]));
    for (uint32_t k = 0; k < lemmas.n; k++) {
        if (self_inductive(e, lemmas.at[k]) == SAT_UNSAT) frames_add_infinity(e, lemmas.at[k]);
        else cube_free(lemmas.at[k]);
    }
    VEC_RELEASE(&lemmas);
}

/* Returns the level whose frame equals the next one, or 0. */
static uint32_t push(struct ic3 *e) {
    double start = timer_start();
    uint32_t fixpoint = 0;
    for (uint32_t i = 1; !fixpoint && i < frames_k(e) && !stop_requested(); i++) {
        push_frame(e, i);
        if (!e->frames.at[i].lemmas.n && !stop_requested()) fixpoint = i;
    }
    if (!fixpoint) promote(e);
    timer_stop(TIMER_PUSH, start);
    return fixpoint;
}

/* Candidates become lemmas of F(1) if they hold there; then pushing finds out how far each of them
 * holds, as for any lemma. A set of facts that is inductive only as a whole gets through, because
 * F(1) has all of it. */
static void adopt_offered(struct ic3 *e) {
    literal_vec lits = {0};
    for (uint32_t i = 0; i < e->offered.n; i++) {
        struct cube *c = e->offered.at[i];
        VEC_CLEAR(&lits);
        for (uint32_t k = 0; k < c->n; k++) VEC_PUSH(&lits, c->lits[k]);
        bool known = stop_requested() || initial(e, c->lits, c->n) || frames_blocked(e, c, 1);
        if (!known && relative_inductive(e, &lits, 0, NULL) == SAT_UNSAT) { /* F(0) & -c & T & c' */
            frames_add(e, c, 1);
            stats.bit_adopted++;
        } else {
            cube_free(c);
        }
    }
    bool any = e->offered.n > 0;
    VEC_CLEAR(&e->offered);
    VEC_RELEASE(&lits);
    while (any && frames_k(e) < e->offered_frames && !stop_requested()) {
        frames_extend(e);
        any = push(e) == 0;
    }
}

static void export_invariant(struct ic3 *e, uint32_t level, struct ic3_result *r) {
    for (uint32_t i = level; i < e->frames.n; i++)
        for (uint32_t k = 0; k < e->frames.at[i].lemmas.n; k++)
            VEC_PUSH(&r->invariant, cube_copy(e->frames.at[i].lemmas.at[k]));
    for (uint32_t k = 0; k < e->infinity.n; k++) VEC_PUSH(&r->invariant, cube_copy(e->infinity.at[k]));
    r->verdict = BIT_SAFE;
}

static void export_trace(struct ic3 *e, struct ic3_result *r) {
    const struct aiger *m = e->m;
    struct obligation *first = e->counterexample;
    for (struct obligation *o = first; o; o = o->next) r->steps++;
    r->initial = mem_zero(m->latches.n, 1);
    r->inputs = mem_zero((size_t)r->steps * m->inputs, 1);
    for (uint32_t i = 0; i < m->latches.n; i++) r->initial[i] = m->latches.at[i].reset == RESET_1;
    for (uint32_t i = 0; i < first->cube->n; i++)
        r->initial[first->cube->lits[i] / 2 - 1 - m->inputs] = !(first->cube->lits[i] & 1);
    size_t at = 0;
    for (struct obligation *o = first; o; o = o->next, at += m->inputs)
        if (m->inputs) memcpy(r->inputs + at, o->inputs, m->inputs);
    r->verdict = BIT_UNSAFE;
}

static void stopped(struct ic3_result *r) {
    r->verdict = BIT_UNKNOWN;
    r->reason = stop_text(stop_requested());
}

static void run(struct ic3 *e, struct ic3_result *r) {
    for (;;) {
        enum step step = block_bad(e);
        stats.frames = frames_k(e);
        if (step == STEP_COUNTEREXAMPLE) {
            export_trace(e, r);
            return;
        }
        if (step == STEP_PAUSED) return;
        if (step == STEP_STOPPED || stop_requested()) break;
        if (e->config.max_k && frames_k(e) >= e->config.max_k) {
            r->reason = "limit of frames";
            return;
        }
        frames_extend(e);
        uint32_t level = push(e);
        if (level) {
            export_invariant(e, level, r);
            return;
        }
    }
    stopped(r);
}

/* k = 0: is a bad state initial? */
static void start(struct ic3 *e, struct ic3_result *r) {
    enum sat_result bad = bad_reachable(e, 0);
    if (bad == SAT_UNKNOWN) stopped(r);
    if (bad != SAT_SAT) return;
    bad_state(e, 0);
    e->counterexample = obligation_new(e, 0, NULL);
    export_trace(e, r);
}

static void engine_init(struct ic3 *e) {
    e->queue.before = before;
    e->increment = 1;
    e->activity = mem_zero(aiger_variables(e->m), sizeof *e->activity);
    struct rng r = {e->config.seed};
    for (uint32_t i = 0; e->config.seed && i < e->m->latches.n; i++)
        e->activity[1 + e->m->inputs + i] = rng_below(&r, 1000) * 1e-4; /* less than what a lemma adds */
    e->base = encode_model(e->m, &e->encoding);
    if (e->config.constraints_later && e->m->constraints.n)
        e->met_later = encode_constraints_later(e->m, &e->encoding, e->base);
    lifter_init(&e->lifter, e->m, e->config.lift == LIFT_CORE ? small_clone(e->base) : NULL);
    encode_constraints(e->m, e->base);
    stats.bit_variables = e->encoding.gates;
    frames_init(e);
}

static void engine_release(struct ic3 *e) {
    obligation_release(e->counterexample);
    while (heap_top(&e->queue)) obligation_release(heap_pop(&e->queue));
    heap_release(&e->queue);
    frames_release(e);
    for (uint32_t i = 0; i < e->offered.n; i++) cube_free(e->offered.at[i]);
    VEC_RELEASE(&e->offered);
    lifter_release(&e->lifter);
    small_free(e->base);
    encoding_release(&e->encoding);
    free(e->activity);
    VEC_RELEASE(&e->scratch);
    VEC_RELEASE(&e->latches);
    VEC_RELEASE(&e->inputs);
}

struct ic3 *ic3_new(const struct aiger *m, const struct ic3_config *config) {
    assert(m->bads.n == 1);
    struct ic3 *e = MEM_NEW(struct ic3);
    e->m = m;
    e->config = *config;
    engine_init(e);
    return e;
}

struct ic3_result ic3_resume(struct ic3 *e, double seconds) {
    struct ic3_result r = {0};
    e->pause_at = seconds > 0 ? clock_cpu() + seconds : 0;
    if (e->m->bads.at[0] == 0) {
        r.verdict = BIT_SAFE;
        return r;
    }
    if (e->frames.n == 1) {
        start(e, &r);
        if (r.verdict != BIT_UNKNOWN || r.reason) return r;
        frames_extend(e);
        adopt_offered(e);
    }
    run(e, &r);
    return r;
}

void ic3_free(struct ic3 *e) {
    if (!e) return;
    engine_release(e);
    free(e);
}

struct ic3_result ic3_run(const struct aiger *m, const struct ic3_config *config) {
    struct ic3 *e = ic3_new(m, config);
    struct ic3_result r = ic3_resume(e, 0);
    ic3_free(e);
    return r;
}

void ic3_result_release(struct ic3_result *r) {
    for (uint32_t i = 0; i < r->invariant.n; i++) cube_free(r->invariant.at[i]);
    VEC_RELEASE(&r->invariant);
    if (r->region) aiger_free(r->region);
    free(r->initial);
    free(r->inputs);
    *r = (struct ic3_result){0};
}
