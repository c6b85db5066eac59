/* The frames F(0) .. F(k): lemmas and solvers.
 *
 * There is one solver per frame; F(i)'s holds T and all lemmas of levels >= i. A lemma that moves
 * up or is subsumed stays in the solvers that had it (it is true there) until the waste is large;
 * then the solver is built anew from a copy of T. Lemmas that are inductive by themselves become
 * part of T: they hold at every level, and are not pushed again.
 *
 * Most attempts to push a lemma fail again and again, because of the same state of F(i) with a step
 * into the cube. The lemma keeps that state: as long as it satisfies all lemmas that F(i) got
 * since, the answer is known without a query. */
#include "ic3bit/ic3.h"

#include <assert.h>
#include <stdlib.h>

#include "util/stats.h"

bool initial(const struct ic3 *e, const uint32_t *lits, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t reset = e->m->latches.at[lits[i] / 2 - 1 - e->m->inputs].reset;
        if (reset != RESET_ANY && reset == (lits[i] & 1)) return false;
    }
    return true;
}

static void add_clause(struct small *s, const struct cube *c) {
    uint32_t buffer[64], *lits = c->n <= 64 ? buffer : mem_alloc(c->n * sizeof *lits);
    for (uint32_t i = 0; i < c->n; i++) {
        lits[i] = c->lits[i] ^ 1;
        small_require(s, c->lits[i] / 2);
    }
    small_clause(s, lits, c->n);
    if (lits != buffer) free(lits);
}

static void add_initial_states(struct ic3 *e, struct small *s) {
    for (uint32_t i = 0; i < e->m->latches.n; i++) {
        uint32_t reset = e->m->latches.at[i].reset, lit = aiger_latch(e->m, i) ^ (reset == RESET_0);
        if (reset != RESET_ANY) small_clause(s, &lit, 1);
    }
}

static void load_lemmas(struct ic3 *e, struct frame *f, uint32_t level) {
    for (uint32_t i = level; i < e->frames.n; i++)
        for (uint32_t k = 0; k < e->frames.at[i].lemmas.n; k++) {
            add_clause(f->solver, e->frames.at[i].lemmas.at[k]);
            f->clauses++;
        }
}

void frames_extend(struct ic3 *e) {
    struct frame f = {.solver = small_clone(e->base)};
    if (!e->frames.n) add_initial_states(e, f.solver);
    VEC_PUSH(&e->frames, f);
    load_lemmas(e, &VEC_LAST(&e->frames), e->frames.n - 1);
}

void frames_init(struct ic3 *e) {
    e->infinity_solver = small_clone(e->base);
    frames_extend(e);
}

static void free_cubes(cube_vec *v) {
    for (uint32_t i = 0; i < v->n; i++) cube_free(v->at[i]);
    VEC_RELEASE(v);
}

void frames_release(struct ic3 *e) {
    for (uint32_t i = 0; i < e->frames.n; i++) {
        small_free(e->frames.at[i].solver);
        free_cubes(&e->frames.at[i].lemmas);
    }
    VEC_RELEASE(&e->frames);
    free_cubes(&e->infinity);
    small_free(e->infinity_solver);
}

static void rebuild(struct ic3 *e, uint32_t level) {
    assert(level < e->frames.n);
    struct frame *f = &e->frames.at[level];
    struct small *old = f->solver;
    f->solver = small_clone(e->base);
    small_inherit(f->solver, old);
    small_free(old);
    f->clauses = 0;
    if (!level) add_initial_states(e, f->solver);
    load_lemmas(e, f, level);
    stats.solver_rebuilds++;
}

static uint32_t live_lemmas(const struct ic3 *e, uint32_t level) {
    assert(level < e->frames.n);
    uint32_t n = 0;
    for (uint32_t i = level; i < e->frames.n; i++) n += e->frames.at[i].lemmas.n;
    return n;
}

static void add_to_solvers(struct ic3 *e, const struct cube *c, uint32_t from, uint32_t level) {
    assert(from <= level && level < e->frames.n);
    for (uint32_t i = from; i <= level; i++) {
        struct frame *f = &e->frames.at[i];
        add_clause(f->solver, c);
        if (++f->clauses <= e->config.slack) continue;
        uint32_t live = live_lemmas(e, i);
        if (f->clauses > e->config.slack + live + live / 2) rebuild(e, i);
    }
}

/* Lemmas of lower levels that the new one makes superfluous. */
static void remove_subsumed(cube_vec *lemmas, const struct cube *c) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < lemmas->n; i++) {
        if (!cube_subset(c, lemmas->at[i])) {
            lemmas->at[kept++] = lemmas->at[i];
            continue;
        }
        cube_free(lemmas->at[i]);
        stats.lemmas_subsumed++;
    }
    lemmas->n = kept;
}

void frames_add(struct ic3 *e, struct cube *c, uint32_t level) {
    assert(level >= 1 && level < e->frames.n);
    assert(level >= 1 && level < e->frames.n && !initial(e, c->lits, c->n));
    for (uint32_t i = 1; i <= level; i++) remove_subsumed(&e->frames.at[i].lemmas, c);
    VEC_PUSH(&e->frames.at[level].lemmas, c);
    c->born = ++e->born;
    add_to_solvers(e, c, 1, level);
    stats.lemmas++;
}

static void take_out(cube_vec *lemmas, const struct cube *c) {
    uint32_t i = 0;
    while (lemmas->at[i] != c) i++;
    VEC_SWAP_REMOVE(lemmas, i);
}

/* The solvers up to F(i) have the lemma, and what it subsumes there has gone when it came. */
void frames_raise(struct ic3 *e, struct cube *c, uint32_t i) {
    assert(i >= 1 && i + 1 < e->frames.n);
    take_out(&e->frames.at[i].lemmas, c);
    remove_subsumed(&e->frames.at[i + 1].lemmas, c);
    VEC_PUSH(&e->frames.at[i + 1].lemmas, c);
    c->born = ++e->born;
    free(c->stays);
    c->stays = NULL;
    add_to_solvers(e, c, i + 1, i + 1);
}

/* The solvers have the lemma already, as it comes from F(k); those made from now on find it in
 * `base`. */
void frames_add_infinity(struct ic3 *e, struct cube *c) {
    assert(frames_blocked(e, c, frames_k(e)) && !initial(e, c->lits, c->n));
    for (uint32_t i = 1; i < e->frames.n; i++) remove_subsumed(&e->frames.at[i].lemmas, c);
    VEC_PUSH(&e->infinity, c);
    c->born = ++e->born;
    add_clause(e->infinity_solver, c);
    add_clause(e->base, c);
    stats.bit_infinite++;
}

static bool excluded(const cube_vec *lemmas, const struct cube *c) {
    for (uint32_t i = 0; i < lemmas->n; i++)
        if (cube_subset(lemmas->at[i], c)) return true;
    return false;
}

bool frames_blocked(const struct ic3 *e, const struct cube *c, uint32_t level) {
    assert(level < e->frames.n);
    for (uint32_t i = level; i < e->frames.n; i++)
        if (excluded(&e->frames.at[i].lemmas, c)) return true;
    return excluded(&e->infinity, c);
}

struct cube *frames_parent(const struct ic3 *e, const literal_vec *cube, uint32_t level) {
    if (!level || level >= e->frames.n) return NULL;
    struct cube *c = cube_new(cube->at, cube->n), *found = NULL;
    const cube_vec *lemmas = &e->frames.at[level].lemmas;
    for (uint32_t i = 0; !found && i < lemmas->n; i++)
        if (cube_subset(lemmas->at[i], c)) found = cube_copy(lemmas->at[i]);
    cube_free(c);
    return found;
}

static uint32_t latch_literal(const struct ic3 *e, uint32_t lit) { return lit - 2 * (1 + e->m->inputs); }

uint64_t *frames_state(const struct ic3 *e, uint32_t level) {
    assert(level < e->frames.n);
    const struct small *s = e->frames.at[level].solver;
    uint64_t *state = mem_zero(e->m->latches.n / 32 + 1, sizeof *state);
    for (uint32_t i = 0; i < e->m->latches.n; i++) {
        int value =
            small_value3(s, aiger_latch(e->m, i)); /* 0 if the query did not care: then neither bit is set */
        uint32_t bit = 2 * i + (value > 0);
        if (value) state[bit / 64] |= (uint64_t)1 << bit % 64;
    }
    return state;
}

void frames_stays(struct ic3 *e, struct cube *lemma, uint64_t *state) {
    free(lemma->stays);
    lemma->stays = state;
    lemma->tested = e->born;
}

static bool satisfied(const struct ic3 *e, const struct cube *lemma, const uint64_t *state) {
    for (uint32_t i = 0; i < lemma->n; i++) {
        uint32_t bit = latch_literal(e, lemma->lits[i]);
        if (state[bit / 64] >> bit % 64 & 1) return true;
    }
    return false;
}

static bool all_satisfied(const struct ic3 *e, const cube_vec *lemmas, uint64_t after,
                          const uint64_t *state) {
    for (uint32_t i = 0; i < lemmas->n; i++)
        if (lemmas->at[i]->born > after && !satisfied(e, lemmas->at[i], state)) return false;
    return true;
}

bool frames_still_stays(struct ic3 *e, struct cube *lemma, uint32_t level) {
    if (!lemma->stays) return false;
    for (uint32_t i = level; i < e->frames.n; i++)
        if (!all_satisfied(e, &e->frames.at[i].lemmas, lemma->tested, lemma->stays)) return false;
    if (!all_satisfied(e, &e->infinity, lemma->tested, lemma->stays)) return false;
    lemma->tested = e->born;
    return true;
}
