/* k-induction (Sheeran, Singh, Stålmarck: "Checking safety properties using induction and a
 * SAT-solver", FMCAD 2000).
 *
 * A path of k + 1 states, from any state on, of which only the last one is bad: if there is none,
 * and none of the first k states of an execution is bad, the property holds. The second half is the
 * business of bounded model checking. The first half is asked for growing k in one solver: the
 * copies of the model (copies.c) start in any state, and what was asked to be bad must be good from
 * then on. Lemmas that IC3 has found to be inductive by themselves hold in every state of the path.
 *
 * It decides little that IC3 does not; but those models (processors and multipliers, for which IC3
 * needs a clause for every case) take it a tenth of a second. The proof has to be turned into one
 * that the independent check understands: layers.c.
 *
 * There is no demand that the states of the path differ: that would not be k-induction any more as
 * far as layers.c is concerned, and without it the search is no more complete, but cheap. */
#include "ic3bit/induction.h"

#include <stdlib.h>

#include "ic3bit/copies.h"
#include "ic3bit/layers.h"
#include "sat/small.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/stats.h"

enum { CONFLICTS = 300, PATIENCE = 3000, MAX_GATES = 5000000 };

struct induction {
    struct copies copies;
    struct sat *sat;
    literal_vec latches; /* by step and latch: its literal */
    uint32_t lemmas;     /* so many hold in all copies */
    uint32_t k;          /* the question at hand, or the answer */
    uint32_t tried;      /* conflicts for that question */
    bool inductive;      /* for this k */
    struct layers *layers;
};

struct induction *induction_new(const struct aiger *m) {
    struct induction *e = MEM_NEW(struct induction);
    copies_init(&e->copies, m, true);
    e->sat = sat_new(&sat_small);
    circuit_sink(&e->copies.circuit, sink_of_sat(e->sat));
    return e;
}

void induction_free(struct induction *e) {
    if (!e) return;
    layers_free(e->layers);
    copies_release(&e->copies);
    VEC_RELEASE(&e->latches);
    sat_free(e->sat);
    free(e);
}

bool induction_succeeded(const struct induction *e) { return e->layers; }

static void require_lemma(struct induction *e, const struct cube *c, uint32_t step) {
    struct circuit *circuit = &e->copies.circuit;
    const struct aiger *m = e->copies.m;
    uint32_t cube = 1;
    for (uint32_t i = 0; i < c->n; i++) {
        uint32_t latch = c->lits[i] / 2 - 1 - m->inputs;
        cube = circuit_and(circuit, cube, e->latches.at[step * m->latches.n + latch] ^ (c->lits[i] & 1));
    }
    circuit_require(circuit, cube ^ 1);
}

static void require_lemmas(struct induction *e, const cube_vec *lemmas) {
    for (; e->lemmas < lemmas->n; e->lemmas++)
        for (uint32_t step = 0; step < e->copies.steps; step++) require_lemma(e, lemmas->at[e->lemmas], step);
}

/* One more state, to which all that holds in every state applies. */
static void extend(struct induction *e, const cube_vec *lemmas) {
    struct copies *c = &e->copies;
    const struct aiger *m = c->m;
    copies_step(c);
    for (uint32_t i = 0; i < m->latches.n; i++) VEC_PUSH(&e->latches, c->now[1 + m->inputs + i]);
    for (uint32_t i = 0; i < m->constraints.n; i++)
        circuit_require(&c->circuit, copies_literal(c, m->constraints.at[i]));
    for (uint32_t i = 0; i < e->lemmas; i++) require_lemma(e, lemmas->at[i], c->steps - 1);
}

static void next_question(struct induction *e, const cube_vec *lemmas) {
    struct copies *c = &e->copies;
    if (c->steps) circuit_require(&c->circuit, copies_literal(c, c->m->bads.at[0]) ^ 1);
    extend(e, lemmas);
    e->k = c->steps > 1 ? c->steps - 1 : 1; /* no bad state at all is more than enough */
    e->tried = 0;
}

static enum sat_result ask(struct induction *e) {
    uint32_t lit = copies_literal(&e->copies, e->copies.m->bads.at[0]);
    if (!lit) return SAT_UNSAT;
    if (lit > 1) sat_assume(e->sat, circuit_name(&e->copies.circuit, lit));
    sat_limit_conflicts(e->sat, CONFLICTS);
    e->tried += CONFLICTS;
    stats.queries++;
    return sat_solve(e->sat); /* G(x1) & T(x1,x2) & ... & G(xk) & T(xk,xk+1) & bad(xk+1) */
}

/* A question that takes too long is left open: a longer path is asked about all the same. */
static void search(struct induction *e, const cube_vec *lemmas, double end) {
    while (!e->inductive && !stop_requested() && circuit_size(&e->copies.circuit) <= MAX_GATES) {
        enum sat_result r = ask(e);
        if (r == SAT_UNSAT) e->inductive = true;
        else if (r == SAT_SAT || e->tried > PATIENCE) next_question(e, lemmas);
        if (end > 0 && clock_cpu() >= end) return;
    }
}

static struct ic3_result prove(struct induction *e, const cube_vec *lemmas, uint32_t refuted, double end) {
    if (refuted < e->k) return (struct ic3_result){0}; /* until bounded model checking knows */
    if (!e->layers) {
        verbose("%u-inductive with %u lemmas", e->k, e->lemmas);
        cube_vec used = {lemmas->at, e->lemmas, e->lemmas};
        e->layers = layers_new(e->copies.m, &used, e->k);
    }
    return layers_resume(e->layers, end);
}

static const char *reason_to_stop(const struct induction *e) {
    if (stop_requested()) return stop_text(stop_requested());
    return circuit_size(&e->copies.circuit) > MAX_GATES ? "limit of unrolling" : NULL;
}

struct ic3_result induction_resume(struct induction *e, const cube_vec *lemmas, uint32_t refuted,
                                   double seconds) {
    double start = timer_start(), end = seconds > 0 ? clock_cpu() + seconds : 0;
    struct ic3_result r = {0};
    if (!e->inductive) {
        require_lemmas(e, lemmas);
        if (!e->copies.steps) next_question(e, lemmas);
        search(e, lemmas, end);
    }
    if (e->inductive) r = prove(e, lemmas, refuted, end);
    else r.reason = reason_to_stop(e);
    timer_stop(TIMER_INDUCTION, start);
    stats.bit_induction = e->k;
    return r;
}
