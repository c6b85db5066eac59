/* The questions of the bit-level engine, each with its formula. */
#include "ic3bit/ic3.h"

#include <assert.h>

#include "util/clock.h"
#include "util/stats.h"

static uint32_t next(const struct ic3 *e, uint32_t lit) {
    return e->m->latches.at[lit / 2 - 1 - e->m->inputs].next ^ (lit & 1);
}

static enum sat_result ask(struct small *s) {
    if (stop_requested()) {
        small_discard(s);
        return SAT_UNKNOWN;
    }
    uint64_t conflicts = small_conflicts(s);
    enum sat_result r = small_solve(s);
    stats.queries++;
    stats.bit_conflicts += small_conflicts(s) - conflicts;
    if (r == SAT_SAT) stats.queries_sat++;
    else if (r == SAT_UNSAT) stats.queries_unsat++;
    else stats.queries_unknown++;
    return r;
}

static void focus_on_cube(struct ic3 *e, struct small *s, const uint32_t *lits, uint32_t n) {
    VEC_CLEAR(&e->scratch);
    for (uint32_t i = 0; i < n; i++) {
        VEC_PUSH(&e->scratch, lits[i]);
        VEC_PUSH(&e->scratch, next(e, lits[i]));
    }
    if (e->met_later) VEC_PUSH(&e->scratch, e->met_later);
    small_focus(s, e->scratch.at, e->scratch.n);
}

static void exclude_cube(struct ic3 *e, struct small *s, const uint32_t *lits, uint32_t n) {
    VEC_CLEAR(&e->scratch);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&e->scratch, lits[i] ^ 1);
    small_temporary(s, e->scratch.at, e->scratch.n);
}

/* c', and C' if it is demanded: a state of c from which the bad state is reachable meets the
 * constraints, so that only steps into such states count. A lemma may then ignore steps into states
 * that no execution goes on from. */
static void assume_next(struct ic3 *e, struct small *s, const uint32_t *lits, uint32_t n) {
    if (e->met_later) small_assume(s, e->met_later);
    for (uint32_t i = 0; i < n; i++) small_assume(s, next(e, lits[i]));
}

/* A literal of the cube that no initial state satisfies: the most active one, as it is likely to
 * stay. */
static uint32_t excluding_literal(const struct ic3 *e, const uint32_t *lits, uint32_t n) {
    uint32_t best = 0;
    bool found = false;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t reset = e->m->latches.at[lits[i] / 2 - 1 - e->m->inputs].reset;
        /* the literal holds initially, or may */
        if (reset == RESET_ANY || reset != (lits[i] & 1)) continue;
        if (found && e->activity[lits[i] / 2] <= e->activity[best / 2]) continue;
        best = lits[i];
        found = true;
    }
    assert(found);
    return best;
}

static void read_core(struct ic3 *e, const struct small *s, const uint32_t *lits, uint32_t n,
                      literal_vec *core) {
    literal_vec kept = {0};
    for (uint32_t i = 0; i < n; i++)
        if (small_failed(s, next(e, lits[i]))) VEC_PUSH(&kept, lits[i]);
    if (initial(e, kept.at, kept.n)) VEC_PUSH(&kept, excluding_literal(e, lits, n));
    VEC_CLEAR(core);
    for (uint32_t i = 0; i < kept.n; i++) VEC_PUSH(core, kept.at[i]);
    VEC_RELEASE(&kept);
}

enum sat_result relative_inductive(struct ic3 *e, const literal_vec *c, uint32_t i, literal_vec *core) {
    assert(i < e->frames.n && c->n > 0);
    struct small *s = e->frames.at[i].solver;
    focus_on_cube(e, s, c->at, c->n);
    exclude_cube(e, s, c->at, c->n);
    assume_next(e, s, c->at, c->n);
    enum sat_result r = ask(s); /* F(i) & -c & T & c' */
    if (r == SAT_UNSAT && core) read_core(e, s, c->at, c->n, core);
    return r;
}

enum sat_result propagates(struct ic3 *e, const struct cube *c, uint32_t i, literal_vec *core) {
    assert(i < e->frames.n);
    struct small *s = e->frames.at[i].solver;
    focus_on_cube(e, s, c->lits, c->n);
    assume_next(e, s, c->lits, c->n);
    enum sat_result r = ask(s); /* F(i) & T & c' */
    if (r == SAT_UNSAT) read_core(e, s, c->lits, c->n, core);
    return r;
}

enum sat_result self_inductive(struct ic3 *e, const struct cube *c) {
    struct small *s = e->infinity_solver;
    focus_on_cube(e, s, c->lits, c->n);
    exclude_cube(e, s, c->lits, c->n);
    assume_next(e, s, c->lits, c->n);
    return ask(s); /* F(infinity) & -c & T & c' */
}

enum sat_result bad_reachable(struct ic3 *e, uint32_t k) {
    assert(k < e->frames.n);
    struct small *s = e->frames.at[k].solver;
    uint32_t bad = e->m->bads.at[0];
    small_focus(s, &bad, 1);
    small_assume(s, bad);
    return ask(s); /* F(k) & bad */
}

void predecessor(struct ic3 *e, uint32_t i, const literal_vec *target) {
    assert(i < e->frames.n);
    lift_clear(&e->lifter);
    for (uint32_t k = 0; k < target->n; k++) lift_target(&e->lifter, next(e, target->at[k]));
    lift_run(&e->lifter, e->frames.at[i].solver, e->activity, &e->latches, &e->inputs);
}

void bad_state(struct ic3 *e, uint32_t k) {
    lift_clear(&e->lifter);
    lift_target(&e->lifter, e->m->bads.at[0]);
    lift_run(&e->lifter, e->frames.at[k].solver, e->activity, &e->latches, &e->inputs);
}
