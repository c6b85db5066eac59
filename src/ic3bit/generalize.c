/* MIC: from a cube whose negation is inductive relative to F(i) to a small one (Hassan, Bradley,
 * Somenzi: "Better Generalization in IC3", FMCAD 2013).
 *
 *   drop   a literal goes if the rest is inductive; nothing else is tried;
 *   down   Listing 1: the predecessor s that stops a literal from going is joined to the cube, q :=
 *          q ⊔ s;
 *   ctg    Listing 2: s, a counterexample to generalization, is first tried to be blocked itself,
 *          at most max_ctgs times between two joins, recursively to max_depth.
 *
 * Variants of ctg, as the paper describes them in passing (enum ctg_kind):
 *
 *   down      line 26, which raises a counterexample to generalization level by level, calls down
 *             instead of asking for consecution (as in IImc): it may be raised to a level at which
 *             only a part of it is inductive;
 *   no joins  a counterexample that cannot be blocked ends the attempt at once;
 *   delayed   the cube is joined as long as possible; when that fails, the last counterexample is
 *             blocked, and if that succeeds, the cube before it is asked about again;
 *   late      plain down until an obligation has got back to F(0).
 *
 * Differences from the listings, all three as in Bradley's own implementation: a successful query
 * shrinks the cube to the solver's core; s is lifted before it is blocked (the join uses the full
 * state); and a join that would lose a literal which MIC has found to be necessary fails at
 * once. */
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

static bool plain_down(struct ic3 *e, literal_vec *q, uint32_t i);

/* Line 26: is s, or a part of it, inductive relative to F(j)? */
static bool raises(struct ic3 *e, literal_vec *s, uint32_t j) {
    if (e->config.ctg == CTG_DOWN) return plain_down(e, s, j);
    return relative_inductive(e, s, j, s) == SAT_UNSAT;
}

/* Blocks the counterexample to generalization s, known to be inductive relative to F(i - 1), as
 * high as possible. */
static void block_ctg(struct ic3 *e, literal_vec *s, uint32_t i, uint32_t depth) {
    uint32_t j = i;
    while (j < frames_k(e) && raises(e, s, j)) j++;
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

/* q ⊔ s for the state s of the last model of F(i)'s solver: the literals of q that hold in s. False
 * if one of the first `needed` literals is lost. */
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

/* Listing 1 on a copy, which replaces q if it succeeds. */
static bool plain_down(struct ic3 *e, literal_vec *q, uint32_t i) {
    literal_vec now = {0}, joined = {0};
    uint32_t needed = 0;
    bool inductive = false, goes_on = true;
    assign(&now, q->at, q->n);
    while (goes_on && !stop_requested() && !initial(e, now.at, now.n)) {
        enum sat_result r = relative_inductive(e, &now, i, &now); /* F(i) & -q & T & q' */
        inductive = r == SAT_UNSAT;
        goes_on = r == SAT_SAT && join(e, &now, i, 0, &joined, &needed);
        if (goes_on) assign(&now, joined.at, joined.n), stats.ctg_joined++;
    }
    if (inductive) assign(q, now.at, now.n);
    VEC_RELEASE(&now);
    VEC_RELEASE(&joined);
    return inductive;
}

/* A cube and the counterexample that it was joined with. */
struct joined_cube {
    literal_vec cube, state;
};
typedef VEC(struct joined_cube) joined_cubes;

static void joined_cube_release(struct joined_cube *j) {
    VEC_RELEASE(&j->cube);
    VEC_RELEASE(&j->state);
}

/* The last counterexample that can be blocked, and the cube before it; false if none can. */
static bool step_back(struct ic3 *e, joined_cubes *stack, literal_vec *q, uint32_t i, uint32_t depth) {
    bool blocked = false;
    while (!blocked && stack->n) {
        struct joined_cube last = VEC_POP(stack);
        blocked = i > 0 && try_ctg(e, &last.state, i, depth);
        if (blocked) assign(q, last.cube.at, last.cube.n);
        joined_cube_release(&last);
    }
    return blocked;
}

/* The variant that blocks as late as possible. */
static bool delayed_down(struct ic3 *e, literal_vec *q, uint32_t needed, uint32_t i, uint32_t depth) {
    joined_cubes stack = {0};
    literal_vec joined = {0};
    bool inductive = false, goes_on = true;
    for (uint32_t ctgs = 0; goes_on && !stop_requested();) {
        bool joins = false;
        enum sat_result r = initial(e, q->at, q->n) ? SAT_SAT : relative_inductive(e, q, i, q);
        inductive = r == SAT_UNSAT;
        if (r != SAT_SAT) break;
        if (!initial(e, q->at, q->n)) {
            joins = join(e, q, i, needed, &joined, &needed);
            struct joined_cube now = {0};
            predecessor(e, i, q);
            assign(&now.cube, q->at, q->n);
            assign(&now.state, e->latches.at, e->latches.n);
            VEC_PUSH(&stack, now);
        }
        if (joins) assign(q, joined.at, joined.n), stats.ctg_joined++;
        else goes_on = ctgs++ < e->config.max_ctgs && step_back(e, &stack, q, i, depth);
    }
    for (uint32_t k = 0; k < stack.n; k++) joined_cube_release(&stack.at[k]);
    VEC_RELEASE(&stack);
    VEC_RELEASE(&joined);
    return inductive;
}

static bool may_block(const struct ic3 *e, uint32_t ctgs, uint32_t i) {
    if (e->mic != MIC_CTG || ctgs >= e->config.max_ctgs || i == 0) return false;
    return e->config.ctg != CTG_LATE || e->stepped_back;
}

/* down and ctgDown. The first `needed` literals of q were found necessary. True: q is inductive
 * relative to F(i). */
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
        if (may_block(e, ctgs, i)) {
            predecessor(e, i, q);
            assign(&s, e->latches.at, e->latches.n);
            if (try_ctg(e, &s, i, depth)) {
                ctgs++;
                continue;
            }
        }
        ctgs = 0;
        joins = joins && e->config.ctg != CTG_NO_JOINS;
        done = !joins;
        if (joins) assign(q, joined.at, joined.n), stats.ctg_joined++;
    }
    VEC_RELEASE(&joined);
    VEC_RELEASE(&s);
    return inductive;
}

static bool in_parent(const struct ic3 *e, uint32_t lit) {
    for (uint32_t i = 0; e->parent && i < e->parent->n; i++)
        if (e->parent->lits[i] == lit) return true;
    return false;
}

/* Literals of the parent lemma count more than any other: it blocks the cube one level below, so
 * that a lemma which has them is likely to be pushed along with it (Xia, Becchi, Cimatti, Griggio,
 * Li, Pu: "Searching for i-good lemmas to accelerate safety model checking", CAV 2023; Su, Yang,
 * Ci, Huang: rIC3). */
static double weight(const struct ic3 *e, uint32_t lit) {
    return e->activity[lit / 2] + (in_parent(e, lit) ? 1e200 : 0);
}

/* Least active first: those are the ones that other lemmas do without. */
static void sort_by_activity(const struct ic3 *e, literal_vec *cube) {
    for (uint32_t i = 1; i < cube->n; i++) {
        uint32_t lit = cube->at[i], j = i;
        double a = weight(e, lit);
        for (; j && weight(e, cube->at[j - 1]) > a; j--) cube->at[j] = cube->at[j - 1];
        cube->at[j] = lit;
    }
}

/* After a literal went, the core may have lost others, too: keep the order, necessary ones
 * first. */
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
        bool delayed = e->config.ctg == CTG_DELAYED && e->mic == MIC_CTG && may_join(e, depth);
        if ((delayed ? delayed_down : ctg_down)(e, &candidate, k, i, depth)) {
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
    struct cube *parent = e->config.parents ? frames_parent(e, cube, i) : NULL;
    e->parent = parent;
    mic(e, cube, i, 1);
    e->parent = NULL;
    cube_free(parent);
    stats.literals_after += cube->n;
    timer_stop(TIMER_GENERALIZE, start);
}
