/* From reachable sets to lemmas.
 *
 * The reachable sets R(l) are an inductive invariant, but the strongest one: they tell everything about every
 * column, and the checker has to follow all of it. What the proof needs is mostly little. So we go backwards from lE as
 * IC3 does, with R as an oracle instead of frames: the states P that lead into what is excluded already must be
 * excluded too; since R is inductive, P and R(l) are disjoint, and P may grow as long as they stay so. It grows by
 * forgetting columns, one by one. The lemma is "not P"; when no edge leads from a state that is not excluded into one
 * that is, the lemmas are inductive and exclude lE. */
#include <stdlib.h>

#include "regions/reach.h"
#include "util/clock.h"

struct lemma {
    loc at;
    mdd excluded;
    uint32_t columns; /* that it speaks of */
};

struct lemmas {
    struct reach *r;
    VEC(struct lemma) all; /* in the order of discovery; each is followed backwards once */
    uint_vec *at;          /* per location: its lemmas */
    mdd *excluded;         /* per location: the union */
};

/* A box inside P: at each level the values that share the first child. */
static mdd box_of(struct mdd_table *t, mdd P) {
    mdd box = MDD_ALL;
    while (P > MDD_ALL) {
        uint32_t level = mdd_level(t, P), i = 0;
        uint64_t values = 0;
        while (mdd_kid(t, P, level, i) == MDD_NONE) i++;
        mdd kid = mdd_kid(t, P, level, i);
        for (; i < t->sizes[level]; i++)
            if (mdd_kid(t, P, level, i) == kid) values |= 1ull << i;
        box = mdd_and(t, box, mdd_literal(t, level, values));
        P = kid;
    }
    return box;
}

/* The columns that a box speaks of. */
static uint32_t columns_of(const struct mdd_table *t, mdd box) {
    uint32_t n = 0;
    for (; box > MDD_ALL; n++) {
        uint32_t level = mdd_level(t, box), i = 0;
        while (mdd_kid(t, box, level, i) == MDD_NONE) i++;
        box = mdd_kid(t, box, level, i);
    }
    return n;
}

static bool unreachable(struct reach *r, mdd P, loc l) { return mdd_disjoint(&r->a.table, P, reach_set(r, l)); }

/* Adds values of one column to a box while it stays unreachable; `rest` is the box without the column. */
static mdd widen(struct reach *r, mdd P, loc l, uint32_t level) {
    struct mdd_table *t = &r->a.table;
    mdd rest = mdd_exists(t, P, level);
    for (uint32_t i = 0; i < t->sizes[level]; i++) {
        mdd more = mdd_and(t, rest, mdd_literal(t, level, 1ull << i));
        if (mdd_disjoint(t, more, P) && unreachable(r, more, l)) P = mdd_or(t, P, more);
    }
    return P;
}

/* Forgets columns of a box and widens it in the others. */
static mdd grow(struct reach *r, mdd P, loc l) {
    struct mdd_table *t = &r->a.table;
    for (uint32_t level = 0; level < t->levels; level++) {
        mdd wider = mdd_exists(t, P, level);
        if (wider != P && unreachable(r, wider, l)) P = wider;
    }
    for (uint32_t level = 0; level < t->levels; level++)
        if (mdd_exists(t, P, level) != P) P = widen(r, P, l, level);
    return P;
}

static void exclude(struct lemmas *m, loc l, mdd P) {
    VEC_PUSH(&m->at[l], m->all.n);
    VEC_PUSH(&m->all, (struct lemma){l, P, columns_of(&m->r->a.table, P)});
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
        mdd box = grow(m->r, box_of(t, P), e->from);
        exclude(m, e->from, box);
        P = mdd_minus(t, P, box);
    }
    return !t->full && !stop_requested();
}

/* ---- what is needed ---- */

static void mark_needed(uint32_t i, uint8_t *needed, uint_vec *todo) {
    if (!needed[i]) VEC_PUSH(todo, i);
    needed[i] = 1;
}

/* Marks lemmas at l that together contain P: the one that excludes the same states as the lemma that P leads into, if there
 * is one, those that are marked already, then simple ones first. */
static void cover(struct lemmas *m, loc l, mdd P, mdd same, uint8_t *needed, uint_vec *todo) {
    struct mdd_table *t = &m->r->a.table;
    const uint_vec *here = &m->at[l];
    for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++) {
        if (m->all.at[here->at[i]].excluded != same || mdd_disjoint(t, P, same)) continue;
        mark_needed(here->at[i], needed, todo);
        P = mdd_minus(t, P, same);
    }
    for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++)
        if (needed[here->at[i]]) P = mdd_minus(t, P, m->all.at[here->at[i]].excluded);
    for (uint32_t size = 0; size <= t->levels && P != MDD_NONE; size++)
        for (uint32_t i = 0; i < here->n && P != MDD_NONE; i++) {
            const struct lemma *k = &m->all.at[here->at[i]];
            if (k->columns != size || mdd_disjoint(t, P, k->excluded)) continue;
            mark_needed(here->at[i], needed, todo);
            P = mdd_minus(t, P, k->excluded);
        }
}

/* The lemmas without those that no other and not lE needs. */
static uint8_t *select_needed(struct lemmas *m) {
    uint8_t *needed = mem_zero(m->all.n, 1);
    uint_vec todo = {0};
    needed[0] = 1;
    VEC_PUSH(&todo, 0);
    for (uint32_t i = 0; i < todo.n; i++) {
        const struct lemma *k = &m->all.at[todo.at[i]];
        for (uint32_t j = 0; j < m->r->by.in[k->at].n; j++) {
            const struct cfa_edge *e = &m->r->c->edges.at[m->r->by.in[k->at].at[j]];
            cover(m, e->from, abstract_preimage(&m->r->a, k->excluded, e->cmd), k->excluded, needed, &todo);
        }
    }
    VEC_RELEASE(&todo);
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
        for (uint32_t j = 0; j < r->by.in[l].n && good; j++) good = follow_back(&m, i, &r->c->edges.at[r->by.in[l].at[j]]);
    }
    uint8_t *needed = select_needed(&m);
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
