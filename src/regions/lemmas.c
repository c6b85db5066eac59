/* From reachable sets to lemmas.
 *
 * The reachable sets R(l) are an inductive invariant, but the strongest one: they tell everything
 * about every column, and the checker has to follow all of it. What the proof needs is mostly
 * little. So we go backwards from lE as IC3 does, with R as an oracle instead of frames: the states
 * P that lead into what is excluded already must be excluded too; since R is inductive, P and R(l)
 * are disjoint, and P may grow as long as they stay so. It grows by forgetting columns, one by one.
 * The lemma is "not P"; when no edge leads from a state that is not excluded into one that is, the
 * lemmas are inductive and exclude lE.
 *
 * Limit: a lemma is found again at each location that it is needed at. If there are more than
 * MANY_LEMMAS, everywhere.c takes over. */
#include <assert.h>
#include <stdlib.h>

#include "regions/boxes.h"
#include "regions/reach.h"
#include "util/clock.h"

enum { MANY_LEMMAS = 4000 };

struct region_lemma {
    loc at;
    mdd excluded;
    uint32_t columns; /* that it speaks of */
};

struct lemmas {
    struct reach *r;
    VEC(struct region_lemma) all; /* in the order of discovery; each is followed backwards once */
    uint_vec *at;                 /* per location: its lemmas */
    mdd *excluded;                /* per location: the union */
};

static bool unreachable(struct reach *r, mdd P, loc l) {
    assert(l < r->c->locs.n);
    return mdd_disjoint(&r->a.table, P, reach_set(r, l));
}

static void exclude(struct lemmas *m, loc l, mdd P) {
    assert(P != MDD_NONE);
    VEC_PUSH(&m->at[l], m->all.n);
    VEC_PUSH(&m->all, (struct region_lemma){l, P, box_columns(&m->r->a.table, P)});
    m->excluded[l] = mdd_or(&m->r->a.table, m->excluded[l], P);
}

/* What leads into lemma i along the edge. */
static bool follow_back(struct lemmas *m, uint32_t i, const struct cfa_edge *e) {
    struct mdd_table *t = &m->r->a.table;
    mdd P = mdd_minus(t, abstract_preimage(&m->r->a, m->all.at[i].excluded, e->cmd), m->excluded[e->from]);
    if (!unreachable(m->r, P, e->from)) return false; /* only if the table is full */
    /* The same lemma, if it holds there: then most of the check is a look. */
    if (P != MDD_NONE && i && unreachable(m->r, m->all.at[i].excluded, e->from)) {
        mdd same = m->all.at[i].excluded;
        exclude(m, e->from, same);
        P = mdd_minus(t, P, same);
    }
    while (P != MDD_NONE && !t->full) {
        mdd box = box_grow(t, box_of(t, P), reach_set(m->r, e->from));
        exclude(m, e->from, box);
        P = mdd_minus(t, P, box);
    }
    return !t->full && !stop_requested() && m->all.n <= MANY_LEMMAS;
}

/* ---- what is needed ---- */

static void mark_needed(uint32_t i, uint8_t *needed, uint_vec *waiting) {
    if (!needed[i]) VEC_PUSH(waiting, i);
    needed[i] = 1;
}

/* Marks lemmas at l that together contain P: the one that excludes the same states as the lemma
 * that P leads into, if there is one, those that are marked already, then simple ones first. */
static void cover(struct lemmas *m, loc l, mdd P, mdd same, uint8_t *needed, uint_vec *waiting) {
    struct mdd_table *t = &m->r->a.table;
    const uint_vec *here = &m->at[l];
    for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++) {
        if (m->all.at[here->at[i]].excluded != same || mdd_disjoint(t, P, same)) continue;
        mark_needed(here->at[i], needed, waiting);
        P = mdd_minus(t, P, same);
    }
    for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++)
        if (needed[here->at[i]]) P = mdd_minus(t, P, m->all.at[here->at[i]].excluded);
    for (uint32_t size = 0; size <= t->levels && P != MDD_NONE; size++)
        for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++) {
            const struct region_lemma *k = &m->all.at[here->at[i]];
            if (k->columns != size || mdd_disjoint(t, P, k->excluded)) continue;
            mark_needed(here->at[i], needed, waiting);
            P = mdd_minus(t, P, k->excluded);
        }
}

/* The lemmas without those that no other and not lE needs. */
static uint8_t *select_needed(struct lemmas *m) {
    uint8_t *needed = mem_zero(m->all.n, 1);
    uint_vec waiting = {0};
    needed[0] = 1;
    VEC_PUSH(&waiting, 0);
    for (uint32_t i = 0; i < waiting.n; i++) {
        const struct region_lemma *k = &m->all.at[waiting.at[i]];
        for (uint32_t j = 0; j < m->r->by.in[k->at].n; j++) {
            const struct cfa_edge *e = &m->r->c->edges.at[m->r->by.in[k->at].at[j]];
            cover(m, e->from, abstract_preimage(&m->r->a, k->excluded, e->cmd), k->excluded, needed,
                  &waiting);
        }
    }
    VEC_RELEASE(&waiting);
    return needed;
}

bool reach_lemmas(struct reach *r, struct facts *invariant) {
    struct lemmas m = {.r = r};
    bool good = true;
    m.excluded = mem_zero(r->c->locs.n, sizeof *m.excluded);
    m.at = mem_zero(r->c->locs.n, sizeof *m.at);
    exclude(&m, r->c->lE, MDD_ALL);
    for (uint32_t i = 0; i < m.all.n && good; i++) {
        loc l = m.all.at[i].at;
        for (uint32_t j = 0; j < r->by.in[l].n && good; j++)
            good = follow_back(&m, i, &r->c->edges.at[r->by.in[l].at[j]]);
    }
    uint8_t *needed = good ? select_needed(&m) : NULL;
    for (uint32_t i = 0; i < m.all.n && good; i++) {
        if (!needed[i]) continue;
        facts_add(invariant, m.all.at[i].at, term_not(abstract_term(&r->a, m.all.at[i].excluded)));
    }
    free(needed);
    for (loc l = 0; l < r->c->locs.n; l++) VEC_RELEASE(&m.at[l]);
    VEC_RELEASE(&m.all);
    free(m.at);
    free(m.excluded);
    return good;
}
