/* MIC: from a cube whose negation is inductive relative to F(i) to a small one (Hassan, Bradley, Somenzi: "Better
 * Generalization in IC3", FMCAD 2013).
 *
 *   drop   a literal goes if the rest is inductive; nothing else is tried;
 *   down   Listing 1: the predecessor s that stops a literal from going is joined to the cube, q := q ⊔ s;
 *   ctg    Listing 2: s, a counterexample to generalization, is first tried to be blocked itself, at most max_ctgs
 *          times between two joins, recursively to max_depth.
 *
 * Differences from the listings, all three as in Bradley's own implementation: a successful query shrinks the cube to
 * the solver's core; s is lifted before it is blocked (the join uses the full state); and a join that would lose a
 * literal which MIC has found to be necessary fails at once. */
#include "ic3bit/ic3.h"

#include <stdlib.h>

#include "util/clock.h"
#include "util/stats.h"

static void mic(struct ic3 *e, literal_vec *cube, uint32_t i, uint32_t depth);

static void assign(literal_vec *to, const uint32_t *lits, uint32_t n) {
    VEC_CLEAR(to);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(to, lits[i]);
}

void bump_literals(struct ic3 *e, const struct cube *c) {
    for (uint32_t i = 0; i < c->n; i++) e->activity[c->lits[i] / 2] += e->increment;
    e->increment *= 1.0 / 0.99;
    if (e->increment < 1e100) return;
    for (uint32_t v = 0; v < aiger_variables(e->m); v++) e->activity[v] *= 1e-100;
    e->increment *= 1e-100;
}

/* Blocks the counterexample to generalization s, known to be inductive relative to F(i - 1), as high as possible. */
static void block_ctg(struct ic3 *e, literal_vec *s, uint32_t i, uint32_t depth) {
    uint32_t j = i;
    while (j < frames_k(e) && relative_inductive(e, s, j, s) == SAT_UNSAT) j++;
    mic(e, s, j - 1, depth + 1);
    struct cube *c = cube_new(s->at, s->n);
    bump_literals(e, c);
    frames_add(e, c, j);
    stats.ctg_blocked++;
}

/* Lines 21-28 of Listing 2. */
static bool try_ctg(struct ic3 *e, literal_vec *s, uint32_t i, uint32_t depth) {
    stats.ctg_met++;
    if (initial(e, s->at, s->n)) return false;
    if (relative_inductive(e, s, i - 1, s) != SAT_UNSAT) return false;
    block_ctg(e, s, i, depth);
    return true;
}

/* q ⊔ s for the state s of the last model of F(i)'s solver: the literals of q that hold in s. False if one of the
 * first `needed` literals is lost. */
static bool join(const struct ic3 *e, const literal_vec *q, uint32_t i, uint32_t needed, literal_vec *joined,
                 uint32_t *still_needed) {
    VEC_CLEAR(joined);
    for (uint32_t k = 0; k < q->n; k++) {
        if (small_value3(e->frames.at[i].solver, q->at[k]) > 0) VEC_PUSH(joined, q->at[k]);
        else if (k < needed) return false;
    }
    *still_needed = needed;
    return true;
}

static bool may_join(const struct ic3 *e, uint32_t depth) {
    return e->mic == MIC_DOWN || (e->mic == MIC_CTG && depth <= e->config.max_depth);
}

/* down and ctgDown. The first `needed` literals of q were found necessary. True: q is inductive relative to F(i). */
static bool ctg_down(struct ic3 *e, literal_vec *q, uint32_t needed, uint32_t i, uint32_t depth) {
    literal_vec joined = {0}, s = {0};
    uint32_t ctgs = 0;
    bool done = false, inductive = false;
    while (!done && !stop_requested()) {
        if (initial(e, q->at, q->n)) break;
        enum sat_result r = relative_inductive(e, q, i, q);
        inductive = r == SAT_UNSAT;
        if (r != SAT_SAT || !may_join(e, depth)) break;
        bool joins = join(e, q, i, needed, &joined, &needed);
        if (e->mic == MIC_CTG && ctgs < e->config.max_ctgs && i > 0) {
            predecessor(e, i, q);
            assign(&s, e->latches.at, e->latches.n);
            if (try_ctg(e, &s, i, depth)) {
                ctgs++;
                continue;
            }
        }
        ctgs = 0;
        done = !joins;
        if (joins) assign(q, joined.at, joined.n), stats.ctg_joined++;
    }
    VEC_RELEASE(&joined);
    VEC_RELEASE(&s);
    return inductive;
}

/* Least active first: those are the ones that other lemmas do without. */
static void sort_by_activity(const struct ic3 *e, literal_vec *cube) {
    for (uint32_t i = 1; i < cube->n; i++) {
        uint32_t lit = cube->at[i], j = i;
        double a = e->activity[lit / 2];
        for (; j && e->activity[cube->at[j - 1] / 2] > a; j--) cube->at[j] = cube->at[j - 1];
        cube->at[j] = lit;
    }
}

/* After a literal went, the core may have lost others, too: keep the order, necessary ones first. */
static uint32_t count_prefix(const literal_vec *cube, const literal_vec *smaller, uint32_t n) {
    uint32_t k = 0;
    while (k < n && k < smaller->n && cube->at[k] == smaller->at[k]) k++;
    return k;
}

static void mic(struct ic3 *e, literal_vec *cube, uint32_t i, uint32_t depth) {
    literal_vec candidate = {0};
    sort_by_activity(e, cube);
    for (uint32_t k = 0; k < cube->n && cube->n > 1 && !stop_requested();) {
        VEC_CLEAR(&candidate);
        for (uint32_t j = 0; j < cube->n; j++)
            if (j != k) VEC_PUSH(&candidate, cube->at[j]);
        stats.literals_tried++;
        if (ctg_down(e, &candidate, k, i, depth)) {
            stats.literals_dropped += cube->n - candidate.n;
            k = count_prefix(cube, &candidate, k);
            assign(cube, candidate.at, candidate.n);
        } else {
            k++;
        }
    }
    VEC_RELEASE(&candidate);
}

void generalize(struct ic3 *e, literal_vec *cube, uint32_t i, enum mic_kind kind) {
    double start = timer_start();
    assert(kind != MIC_DYNAMIC);
    e->mic = kind;
    stats.generalized++;
    stats.literals_before += cube->n;
    mic(e, cube, i, 1);
    stats.literals_after += cube->n;
    timer_stop(TIMER_GENERALIZE, start);
}
