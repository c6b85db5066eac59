/* Lemmas of event loops.
 *
 * Between the head of an event loop and the place where an event changes the state lie hundreds of
 * locations with the same variables, and a lemma about the state holds at all of them. So a box is
 * first tried against the states that are reachable anywhere, and what avoids them is excluded at
 * every location but l0 at once. Only where that fails is the lemma one of its location; it is then
 * tried as it is at the locations before, since it mostly says that a test was passed, and holds
 * from the test on. The search goes backwards from lE as in lemmas.c, but in rounds, with sets
 * instead of lemmas: all that became excluded at a location is followed back at once when its turn
 * comes, one preimage per edge. */
#include <stdlib.h>

#include "regions/boxes.h"
#include "regions/reach.h"
#include "util/clock.h"
#include "util/log.h"

typedef VEC(mdd) box_vec;

struct excluded {
    mdd all, fresh;                 /* fresh: not yet followed back */
    mdd now;                        /* being followed back in this round */
    box_vec fresh_boxes, now_boxes; /* what they are made of */
};

struct everywhere_search {
    struct reach *r;
    mdd anywhere;               /* reachable at some location other than l0 and lE */
    struct excluded everywhere; /* at all locations but l0 */
    struct excluded *at;        /* per location, besides */
    box_vec boxes;              /* of everywhere */
    loc_vec order;              /* in which locations are visited */
    struct int_map lemmas;      /* box -> term, of those at single locations */
    struct facts *invariant;
};

static void exclude(struct mdd_table *t, struct excluded *x, mdd box) {
    x->all = mdd_or(t, x->all, box);
    x->fresh = mdd_or(t, x->fresh, box);
    VEC_PUSH(&x->fresh_boxes, box);
}

static bool next_round(struct excluded *x) {
    box_vec old = x->now_boxes;
    x->now = x->fresh;
    x->now_boxes = x->fresh_boxes;
    x->fresh = MDD_NONE;
    x->fresh_boxes = old;
    VEC_CLEAR(&x->fresh_boxes);
    return x->now != MDD_NONE;
}

static void excluded_release(struct excluded *x) {
    VEC_RELEASE(&x->fresh_boxes);
    VEC_RELEASE(&x->now_boxes);
}

/* Everything that is excluded at l. */
static mdd excluded_at(struct everywhere_search *s, loc l) {
    return l == s->r->c->l0 ? s->at[l].all : mdd_or(&s->r->a.table, s->everywhere.all, s->at[l].all);
}

static void exclude_at(struct everywhere_search *s, loc l, mdd box) {
    bool added;
    int_map_put(&s->lemmas, box, &added);
    if (added) {
        term lemma = term_not(abstract_term(&s->r->a, box));
        *int_map_put(&s->lemmas, box, NULL) = lemma;
    }
    facts_add(s->invariant, l, (term)*int_map_get(&s->lemmas, box));
    exclude(&s->r->a.table, &s->at[l], box);
}

static void add_lemma(struct everywhere_search *s, loc l, mdd box) {
    struct mdd_table *t = &s->r->a.table;
    if (mdd_disjoint(t, box, s->anywhere) && reach_set(s->r, l) != MDD_NONE) {
        VEC_PUSH(&s->boxes, box_grow(t, box, s->anywhere));
        exclude(t, &s->everywhere, VEC_LAST(&s->boxes));
    } else {
        exclude_at(s, l, box_grow(t, box, reach_set(s->r, l)));
    }
}

/* The boxes that are followed back along the edge, where they hold before it, too. What is left of
 * P. */
static mdd carry_over(struct everywhere_search *s, const struct cfa_edge *e, mdd P) {
    struct mdd_table *t = &s->r->a.table;
    const box_vec *boxes = &s->at[e->to].now_boxes;
    for (uint32_t i = 0; i < boxes->n && P != MDD_NONE && !t->full; i++) {
        mdd box = boxes->at[i];
        if (mdd_disjoint(t, box, P) || !mdd_disjoint(t, box, reach_set(s->r, e->from))) continue;
        exclude_at(s, e->from, box);
        P = mdd_minus(t, P, box);
    }
    return P;
}

/* Excludes what leads along the edge into what is followed back; false if that is reachable, or
 * there is no room or time. */
static bool follow_back(struct everywhere_search *s, const struct cfa_edge *e) {
    struct mdd_table *t = &s->r->a.table;
    mdd target = mdd_or(t, s->everywhere.now, s->at[e->to].now);
    if (target == MDD_NONE) return true;
    mdd P = mdd_minus(t, abstract_preimage(&s->r->a, target, e->cmd), excluded_at(s, e->from));
    if (!mdd_disjoint(t, P, reach_set(s->r, e->from))) return false; /* only if the table is full */
    if (e->to != s->r->c->lE) P = carry_over(s, e, P);
    while (P != MDD_NONE && !t->full) {
        add_lemma(s, e->from, box_of(t, P));
        P = mdd_minus(t, P, excluded_at(s, e->from));
    }
    return !t->full && !stop_requested();
}

static bool search(struct everywhere_search *s) {
    const struct cfa *c = s->r->c;
    exclude(&s->r->a.table, &s->at[c->lE], MDD_ALL);
    facts_add(s->invariant, c->lE, term_false());
    for (bool news = true; news;) {
        news = next_round(&s->everywhere);
        for (uint32_t i = 0; i < s->order.n; i++) {
            loc l = s->order.at[i];
            news |= next_round(&s->at[l]);
            for (uint32_t j = 0; j < s->r->by.in[l].n; j++)
                if (!follow_back(s, &c->edges.at[s->r->by.in[l].at[j]])) return false;
        }
    }
    return true;
}

/* Against the flow, so that a lemma goes back along a chain of locations in one round; then those
 * that nothing leads to. */
static void order_locations(struct everywhere_search *s) {
    uint8_t *done = mem_zero(s->r->c->locs.n, 1);
    for (uint32_t i = s->r->order.n; i-- > 0;) {
        VEC_PUSH(&s->order, s->r->order.at[i]);
        done[s->r->order.at[i]] = 1;
    }
    for (loc l = 0; l < s->r->c->locs.n; l++)
        if (!done[l]) VEC_PUSH(&s->order, l);
    free(done);
}

/* The lemmas of everywhere. */
static void spread(struct everywhere_search *s) {
    for (uint32_t i = 0; i < s->boxes.n; i++) {
        term lemma = term_not(abstract_term(&s->r->a, s->boxes.at[i]));
        for (loc l = 0; l < s->r->c->locs.n; l++)
            if (l != s->r->c->l0 && l != s->r->c->lE) facts_add(s->invariant, l, lemma);
    }
}

bool reach_lemmas_everywhere(struct reach *r, struct facts *invariant) {
    struct everywhere_search s = {.r = r, .invariant = invariant};
    s.at = mem_zero(r->c->locs.n, sizeof *s.at);
    for (loc l = 0; l < r->c->locs.n; l++)
        if (l != r->c->l0) s.anywhere = mdd_or(&r->a.table, s.anywhere, reach_set(r, l));
    order_locations(&s);
    bool good = search(&s);
    uint32_t local = facts_count(invariant);
    if (good) {
        spread(&s);
    } else {
        facts_release(invariant);
        facts_init(invariant, r->c->locs.n);
    }
    verbose("regions: %u lemmas that hold everywhere, %u others at %u places", s.boxes.n, s.lemmas.n, local);
    for (loc l = 0; l < r->c->locs.n; l++) excluded_release(&s.at[l]);
    excluded_release(&s.everywhere);
    int_map_release(&s.lemmas);
    VEC_RELEASE(&s.boxes);
    VEC_RELEASE(&s.order);
    free(s.at);
    return good;
}
