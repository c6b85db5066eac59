#include "cells/cells.h"

#include <assert.h>

#include "cells/nodes.h"
#include "cells/observe.h"
#include "cells/places.h"
#include "check/check.h"
#include "ic3cfa/ic3cfa.h"
#include "lemmas/lemmas.h"
#include "util/clock.h"
#include "util/hash.h"
#include "util/seconds.h"

static bool mentions_arrays(term t) {
    term_vec vars = {0};
    bool found = false;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) found |= sort_kind_of(term_sort(vars.at[i])) == SORT_ARRAY;
    VEC_RELEASE(&vars);
    return found;
}

bool cells_possible(const struct cfa *c) {
    for (uint32_t i = 0; i < c->vars.n; i++)
        if (sort_kind_of(term_sort(c->vars.at[i].var)) == SORT_ARRAY) return true;
    return false;
}

/* A[g] for A@g, and c's own facts. lE needs no fact: what excludes the steps into it is checked by
 * instances. */
static void translate_invariant(const struct cfa *c, struct cells_ghosts *ghosts, const struct facts *own,
                                struct verdict *v) {
    assert(v->kind == VERDICT_TRUE && own->n == c->locs.n);
    struct facts invariant;
    facts_copy(&invariant, own);
    for (loc l = 0; l < v->invariant.n; l++)
        for (uint32_t i = 0; i < v->invariant.at[l].n && l != c->lE; i++)
            facts_add(&invariant, l, subst_apply(&ghosts->meaning, v->invariant.at[l].at[i]));
    facts_release(&v->invariant);
    v->invariant = invariant;
    v->proof = PROOF_FORALL;
}

static uint64_t fingerprint(const struct facts *f) {
    uint64_t h = 0;
    for (loc l = 0; l < f->n; l++)
        for (uint32_t i = 0; i < f->at[l].n; i++) h += hash_mix(l, f->at[l].at[i]);
    return h;
}

enum { ROUNDS = 4 }; /* of lemmas by place */

/* Lemmas by place, until they suffice or nothing new comes: what one round finds may help the next,
 * if that does not take long. */
static void supply(struct cfa *cells, const struct cells_ghosts *ghosts, struct facts *supplied,
                   double seconds, int rounds) {
    uint64_t before = 0, now = 1;
    if (seconds <= 0) return;
    struct budget all = budget_cpu(seconds);
    double took = 0;
    struct places places;
    cells_places(cells, ghosts, &places);
    for (int i = 0; i < rounds && now != before && took < CELLS_ROUND_SHARE * seconds && !stop_requested();
         i++) {
        double start = clock_cpu();
        struct budget round = budget_part(&all, BUDGET_CPU, 0.5, seconds);
        before = now;
        lemmas_supply_by_place(cells, &places, supplied, &round);
        if (lemmas_suffice(cells, supplied, CELLS_SUFFICE_SECONDS)) break;
        now = fingerprint(supplied);
        took = clock_cpu() - start;
    }
    places_release(&places);
}

/* What the suppliers find about c without its arrays: c's own facts, and in *known those that are
 * no facts about arrays, which hold in the automaton of cells as well. */
static void supply_scalars(struct cfa *c, struct facts *own, struct facts *known) {
    facts_init(own, c->locs.n);
    facts_init(known, c->locs.n);
    struct budget b = budget_cpu(CELLS_SCALAR_SECONDS);
    lemmas_supply_pass(c, own, false, &b);
    for (loc l = 0; l < c->locs.n; l++)
        for (uint32_t i = 0; i < own->at[l].n; i++)
            if (!mentions_arrays(own->at[l].at[i])) facts_add(known, l, own->at[l].at[i]);
}

static double lemma_seconds(const struct budget *b) {
    return budget_seconds(b, CELLS_LEMMAS_SHARE, CELLS_LEMMAS_SECONDS);
}

/* ---- the cell at a settled index ---- */

/* Where the index is final it takes the ghost's place; before, what mentions the ghost is left out.
 * The check finds out whether that was needed. */
static void adopt_settled(const struct cfa *c, const struct settled *s, struct cells_ghosts *ghosts,
                          const struct facts *found, struct verdict *v) {
    assert(found->n == c->locs.n && v->kind != VERDICT_TRUE);
    struct subst index = {0};
    subst_set(&index, ghosts->at[0], s->index);
    facts_init(&v->invariant, c->locs.n);
    for (loc l = 0; l < found->n; l++)
        for (uint32_t i = 0; i < found->at[l].n && l != c->lE; i++) {
            term fact = subst_apply(&ghosts->meaning, found->at[l].at[i]);
            if (s->final[l]) fact = subst_apply(&index, fact);
            if (!term_mentions(fact, ghosts->at[0])) facts_add(&v->invariant, l, fact);
        }
    facts_add(&v->invariant, c->lE, term_false());
    subst_release(&index);
    v->kind = VERDICT_TRUE;
    v->proof = PROOF_INVARIANT;
}

/* TRUE if lemmas about the cell are enough. */
static void prove_settled(const struct cfa *c, const struct settled *s, double seconds, struct verdict *v) {
    struct cells_ghosts ghosts;
    struct cfa *cells = cells_follow_settled(c, s, &ghosts);
    if (!cells) return;
    struct facts supplied;
    facts_init(&supplied, cells->locs.n);
    for (loc l = 0; l < c->locs.n; l++)
        if (s->final[l] && l != c->lE) facts_add(&supplied, l, term_eq(ghosts.at[0], s->index));
    supply(cells, &ghosts, &supplied, seconds, ROUNDS);
    if (lemmas_suffice(cells, &supplied, CELLS_SUFFICE_SECONDS)) adopt_settled(c, s, &ghosts, &supplied, v);
    facts_release(&supplied);
    cells_ghosts_release(&ghosts);
    cfa_free(cells);
}

static bool try_settled(const struct cfa *c, const struct budget *b, struct verdict *v) {
    enum { TRIES = 2 };
    struct settled s;
    for (uint32_t i = 0; i < TRIES && v->kind != VERDICT_TRUE && !stop_requested() && settled_find(c, i, &s);
         i++) {
        prove_settled(c, &s, CELLS_SETTLED_SHARE * lemma_seconds(b), v);
        settled_release(&s);
    }
    return v->kind == VERDICT_TRUE;
}

/* ---- facts that need each other ---- */

/* They hold for all ghosts, wherever they are: the filter may use them. */
static void add_congruences(const struct cfa *cells, const struct cells_ghosts *ghosts, struct facts *f) {
    assert(f->n == cells->locs.n);
    for (loc l = 0; l < cells->locs.n; l++)
        for (uint32_t i = 0; i < ghosts->congruences.n && l != cells->lE; i++)
            facts_add(f, l, ghosts->congruences.at[i]);
}

static void deliver(struct cfa *c, struct cells_ghosts *ghosts, const struct facts *own,
                    const struct facts *supplied, struct verdict *v) {
    v->kind = VERDICT_TRUE;
    facts_copy(&v->invariant, supplied);
    translate_invariant(c, ghosts, own, v);
    struct budget trimming = budget_cpu(CELLS_TRIM_SECONDS);
    check_minimize_for_all_ghosts(c, &v->invariant, check_own_solver(), &trimming);
}

/* TRUE if equalities are enough, over products of indices and sizes: c[k] = k * k * k, or a sum of
 * elements that are all the same. They come first because they are few and decided by algebra. */
static bool try_equalities(struct cfa *c, const struct facts *own, const struct facts *known,
                           const struct budget *b, struct verdict *v) {
    double seconds = CELLS_EQUALITIES_SHARE * lemma_seconds(b);
    struct cells_ghosts ghosts;
    struct cfa *cells = cells_follow(c, CELLS_ELSEWHERE, &ghosts);
    if (!cells) return false;
    struct facts supplied;
    struct samples seen;
    struct places places;
    struct budget whole = budget_cpu(seconds), running = budget_cpu(CELLS_OBSERVE_SHARE * seconds);
    facts_copy(&supplied, known);
    add_congruences(cells, &ghosts, &supplied);
    cells_places(cells, &ghosts, &places);
    cells_observe(c, cells, &ghosts, &seen, &running);
    bool enough = lemmas_supply_equalities(cells, &places, &seen, &supplied, &whole) &&
                  lemmas_suffice(cells, &supplied, CELLS_SUFFICE_SECONDS);
    if (enough) deliver(c, &ghosts, own, &supplied, v);
    samples_release(&seen);
    places_release(&places);
    facts_release(&supplied);
    cells_ghosts_release(&ghosts);
    cfa_free(cells);
    return enough;
}

/* TRUE if lemmas that are inductive only with their instances elsewhere are enough: a[i] := a[i -
 * 1] + 1. */
static bool try_instances(struct cfa *c, enum cells_way way, const struct facts *own,
                          const struct facts *known, const struct budget *b, struct verdict *v) {
    enum { INSTANCE_ROUNDS = 2 };
    double seconds = CELLS_INSTANCES_SHARE * lemma_seconds(b), took = 0;
    struct cells_ghosts ghosts;
    struct cfa *cells = cells_follow(c, way, &ghosts);
    if (!cells) return false;
    struct facts supplied;
    facts_copy(&supplied, known);
    add_congruences(cells, &ghosts, &supplied);
    struct places places;
    cells_places(cells, &ghosts, &places);
    bool enough = false;
    for (int i = 0;
         i < INSTANCE_ROUNDS && !enough && took < CELLS_INSTANCES_ROUND_SHARE * seconds && !stop_requested();
         i++) {
        double start = clock_cpu();
        struct budget round = budget_cpu(seconds);
        lemmas_supply_by_place(cells, &places, &supplied, &round);
        enough = lemmas_suffice(cells, &supplied, CELLS_SUFFICE_SECONDS);
        took = clock_cpu() - start;
    }
    places_release(&places);
    if (enough) deliver(c, &ghosts, own, &supplied, v);
    facts_release(&supplied);
    cells_ghosts_release(&ghosts);
    cfa_free(cells);
    return enough;
}

/* ---- the cells that the error reads ---- */

/* More rounds of lemmas by place; true if they suffice. */
static bool supply_more(struct cfa *cells, const struct cells_ghosts *ghosts, struct facts *supplied,
                        int rounds, const struct budget *b) {
    supply(cells, ghosts, supplied, lemma_seconds(b), rounds);
    return lemmas_suffice(cells, supplied, CELLS_SUFFICE_SECONDS);
}

/* First by lemmas, a round; then by those that need instances, because a second round without them
 * takes as long and finds less; then by more rounds, by lemmas of a settled index, and by those
 * about cells that move. Those of instances and indices are about the automaton itself: false in
 * these cases; in the end with IC3. */
static bool prove_on(struct cfa *c, struct cfa *cells, const struct cells_ghosts *ghosts,
                     const struct facts *own, const struct facts *known, const struct budget *b,
                     struct verdict *v) {
    assert(cells->locs.n == c->locs.n && known->n == c->locs.n);
    struct facts supplied;
    facts_copy(&supplied, known);
    bool enough = supply_more(cells, ghosts, &supplied, 1, b);
    bool elsewhere = !enough && try_instances(c, CELLS_ELSEWHERE, own, known, b, v);
    enough = enough || elsewhere || supply_more(cells, ghosts, &supplied, ROUNDS - 1, b);
    elsewhere =
        elsewhere || (!enough && (try_settled(c, b, v) || try_instances(c, CELLS_MOVING, own, known, b, v)));
    if (!elsewhere) ic3cfa_prove(cells, &supplied, v);
    facts_release(&supplied);
    return !elsewhere;
}

void cells_prove(struct cfa *c, const struct budget *b, struct verdict *v) {
    if (nodes_prove(c, b, v)) return;
    struct cells_ghosts ghosts;
    struct cfa *cells = cells_follow(c, CELLS_OF_THE_ERROR, &ghosts);
    if (!cells) {
        verdict_unknown(v, "there is no array that could be followed by the cell");
        return;
    }
    struct facts own, known;
    budget_ask(b, CELLS_FIRST_WEIGHT);
    supply_scalars(c, &own, &known);
    bool done = try_equalities(c, &own, &known, b, v);
    budget_ask(b, 1);
    if (!done && prove_on(c, cells, &ghosts, &own, &known, b, v) && v->kind == VERDICT_TRUE) {
        /* Without arrays that is easy; the facts that are left are checked with them. */
        struct budget trimming = budget_cpu(CELLS_TRIM_SECONDS);
        check_minimize_invariant(cells, &v->invariant, check_own_solver(), &trimming);
        translate_invariant(c, &ghosts, &own, v);
    }
    facts_release(&own);
    facts_release(&known);
    if (v->kind == VERDICT_FALSE) {
        verdict_clear(v);
        verdict_unknown(v, "single cells of the arrays do not tell");
    }
    v->bound = 0; /* it was one of the other automaton */
    cells_ghosts_release(&ghosts);
    cfa_free(cells);
}
