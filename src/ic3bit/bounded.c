/* Bounded model checking (Biere, Cimatti, Clarke, Zhu: "Symbolic model checking without BDDs",
 * TACAS 1999).
 *
 * IC3 finds counterexamples backwards and step by step; one that needs the right choice of inputs
 * over many steps costs it thousands of lemmas. A solver that sees all steps at once often needs a
 * second. So the unrolled model (copies.c) is asked for longer and longer counterexamples, in turns
 * with the engine. One solver is used for all lengths: a length that has no counterexample leaves a
 * unit clause and what was learnt.
 *
 * Two solvers share the work. The small one has no cost per call, so that hundreds of easy lengths
 * take a second; CaDiCaL with all its simplification goes on where the small one meets a length
 * that it does not refute within PATIENCE conflicts, and for good, since longer paths are not
 * easier. It is given what was required so far, as the clauses of a circuit can be written into any
 * solver.
 *
 * A pause comes between two calls of the solver, whose conflicts are limited for that; a limited
 * call loses nothing but its trail. No proof comes from here, and IC3 has no use for the bound:
 * what it needs are lemmas. */
#include "ic3bit/bounded.h"

#include <stdlib.h>

#include "ic3bit/copies.h"
#include "sat/small.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/stats.h"

enum { CONFLICTS = 300, PATIENCE = 3000, STRONG_CONFLICTS = 2000, MAX_GATES = 30000000 };

struct bounded {
    struct copies copies;
    struct sat *sat;
    bool strong;    /* the solver is CaDiCaL */
    uint32_t tried; /* conflicts for the length at hand */
    /* literals of the circuit that hold: constraints, and no bad state so far */
    literal_vec required;
    uint32_t refuted; /* no counterexample has that many states, or fewer */
};

struct bounded *bounded_new(const struct aiger *m, uint32_t refuted) {
    struct bounded *b = MEM_NEW(struct bounded);
    b->refuted = refuted;
    copies_init(&b->copies, m, false);
    b->sat = sat_new(&sat_small);
    circuit_sink(&b->copies.circuit, sink_of_sat(b->sat));
    return b;
}

void bounded_free(struct bounded *b) {
    if (!b) return;
    copies_release(&b->copies);
    sat_free(b->sat);
    VEC_RELEASE(&b->required);
    free(b);
}

uint32_t bounded_states(const struct bounded *b) { return b->refuted; }

static struct ic3_result export_trace(struct bounded *b) {
    struct copies *c = &b->copies;
    struct ic3_result r = {.verdict = BIT_UNSAFE, .steps = c->steps};
    r.initial = mem_zero(c->m->latches.n, 1);
    r.inputs = mem_zero((size_t)c->steps * c->m->inputs, 1);
    for (uint32_t i = 0; i < c->initial.n; i++)
        r.initial[i] = circuit_value(&c->circuit, b->sat, c->initial.at[i]);
    for (uint32_t i = 0; i < c->inputs.n; i++)
        r.inputs[i] = circuit_value(&c->circuit, b->sat, c->inputs.at[i]);
    return r;
}

static void require(struct bounded *b, uint32_t lit) {
    VEC_PUSH(&b->required, lit);
    circuit_require(&b->copies.circuit, lit);
}

static void extend(struct bounded *b) {
    struct copies *c = &b->copies;
    copies_step(c);
    for (uint32_t i = 0; i < c->m->constraints.n; i++) require(b, copies_literal(c, c->m->constraints.at[i]));
}

void bounded_strengthen(struct bounded *b) {
    verbose("bounded model checking of %u states: CaDiCaL from here on", b->copies.steps);
    sat_free(b->sat);
    b->sat = sat_new(&sat_cadical_full);
    b->strong = true;
    circuit_sink(&b->copies.circuit, sink_of_sat(b->sat));
    for (uint32_t i = 0; i < b->required.n; i++) circuit_require(&b->copies.circuit, b->required.at[i]);
}

static enum sat_result ask(struct bounded *b) {
    uint32_t lit = copies_literal(&b->copies, b->copies.m->bads.at[0]);
    if (!lit) return SAT_UNSAT;
    if (lit > 1) sat_assume(b->sat, circuit_name(&b->copies.circuit, lit));
    sat_limit_conflicts(b->sat, b->strong ? STRONG_CONFLICTS : CONFLICTS);
    /* I(x1) & C(x1) & T(x1,x2) & C(x2) & ... & C(xn) & bad(xn) */
    enum sat_result r = sat_solve(b->sat);
    stats.queries++;
    b->tried = r == SAT_UNKNOWN ? b->tried + CONFLICTS : 0;
    if (r == SAT_UNSAT) require(b, lit ^ 1);
    else if (r == SAT_UNKNOWN && !b->strong && b->tried > PATIENCE) bounded_strengthen(b);
    return r;
}

static struct ic3_result stopped(const struct bounded *b) {
    const char *reason = circuit_size(&b->copies.circuit) > MAX_GATES ? "limit of unrolling" : NULL;
    if (stop_requested()) reason = stop_text(stop_requested());
    return (struct ic3_result){.reason = reason};
}

static struct ic3_result search(struct bounded *b, double end) {
    struct copies *c = &b->copies;
    struct ic3_result r = {0};
    do {
        while (c->steps <= b->refuted) extend(b);
        enum sat_result found = ask(b);
        if (found == SAT_SAT) return export_trace(b);
        if (found == SAT_UNSAT) b->refuted++;
        r = stopped(b);
    } while (!r.reason && (end <= 0 || clock_cpu() < end));
    return r;
}

struct ic3_result bounded_resume(struct bounded *b, double seconds) {
    double start = timer_start();
    struct ic3_result r = search(b, seconds > 0 ? clock_cpu() + seconds : 0);
    timer_stop(TIMER_BMC, start);
    stats.bmc_depth = b->refuted;
    return r;
}
