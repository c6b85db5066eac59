/* Lemmas of event loops.
 *
 * Between the head of an event loop and the place where an event changes the state lie hundreds of locations with the same
 * variables, and a lemma about the state holds at all of them. So a box is first tried against the states that are reachable
 * anywhere, and what avoids them is excluded at every location but l0 at once. Only where that fails is the lemma one of its
 * location. The search goes backwards from lE as in lemmas.c, but in rounds, with sets instead of lemmas: all that became
 * excluded in one round is followed back along all edges in the next, one preimage per edge. */
#include <stdlib.h>

#include "regions/boxes.h"
#include "regions/reach.h"
#include "util/clock.h"
#include "util/log.h"

struct excluded {
    mdd all, fresh; /* fresh: not yet followed back */
    mdd now;        /* being followed back in this round */
};

struct search {
    struct reach *r;
    mdd anywhere;               /* reachable at some location other than l0 and lE */
    struct excluded everywhere; /* at all locations but l0 */
    struct excluded *at;        /* per location, besides */
    VEC(mdd) boxes;             /* of everywhere */
};

static void exclude(struct mdd_table *t, struct excluded *x, mdd box) {
    x->all = mdd_or(t, x->all, box);
    x->fresh = mdd_or(t, x->fresh, box);
}

static bool next_round(struct excluded *x) {
    x->now = x->fresh;
    x->fresh = MDD_NONE;
    return x->now != MDD_NONE;
}

/* Everything that is excluded at l. */
static mdd excluded_at(struct search *s, loc l) {
    return l == s->r->c->l0 ? s->at[l].all : mdd_or(&s->r->a.table, s->everywhere.all, s->at[l].all);
}

static void add_lemma(struct search *s, struct facts *invariant, loc l, mdd box) {
    struct mdd_table *t = &s->r->a.table;
    if (mdd_disjoint(t, box, s->anywhere) && reach_set(s->r, l) != MDD_NONE) {
        VEC_PUSH(&s->boxes, box_grow(t, box, s->anywhere));
        exclude(t, &s->everywhere, VEC_LAST(&s->boxes));
    } else {
        box = box_grow(t, box, reach_set(s->r, l));
        facts_add(invariant, l, term_not(abstract_term(&s->r->a, box)));
        exclude(t, &s->at[l], box);
    }
}

/* Excludes what leads along the edge into what is followed back; false if that is reachable, or there is no room or time. */
static bool follow_back(struct search *s, struct facts *invariant, const struct cfa_edge *e) {
    struct mdd_table *t = &s->r->a.table;
    mdd target = mdd_or(t, s->everywhere.now, s->at[e->to].now);
    if (target == MDD_NONE) return true;
    mdd P = mdd_minus(t, abstract_preimage(&s->r->a, target, e->cmd), excluded_at(s, e->from));
    if (!mdd_disjoint(t, P, reach_set(s->r, e->from))) return false; /* only if the table is full */
    while (P != MDD_NONE && !t->full) {
        add_lemma(s, invariant, e->from, box_of(t, P));
        P = mdd_minus(t, P, excluded_at(s, e->from));
    }
    return !t->full && !stop_requested();
}

static bool search(struct search *s, struct facts *invariant) {
    const struct cfa *c = s->r->c;
    exclude(&s->r->a.table, &s->at[c->lE], MDD_ALL);
    facts_add(invariant, c->lE, term_false());
    for (;;) {
        bool news = next_round(&s->everywhere);
        for (loc l = 0; l < c->locs.n; l++) news |= next_round(&s->at[l]);
        if (!news) return true;
        for (uint32_t i = 0; i < c->edges.n; i++)
            if (!follow_back(s, invariant, &c->edges.at[i])) return false;
    }
}

/* The lemmas of everywhere. */
static void spread(struct search *s, struct facts *invariant) {
    for (uint32_t i = 0; i < s->boxes.n; i++) {
        term lemma = term_not(abstract_term(&s->r->a, s->boxes.at[i]));
        for (loc l = 0; l < s->r->c->locs.n; l++)
            if (l != s->r->c->l0 && l != s->r->c->lE) facts_add(invariant, l, lemma);
    }
}

bool reach_lemmas_everywhere(struct reach *r, struct facts *invariant) {
    struct search s = {.r = r};
    s.at = mem_zero(r->c->locs.n, sizeof *s.at);
    for (loc l = 0; l < r->c->locs.n; l++)
        if (l != r->c->l0) s.anywhere = mdd_or(&r->a.table, s.anywhere, reach_set(r, l));
    bool good = search(&s, invariant);
    uint32_t local = facts_count(invariant);
    if (good) {
        spread(&s, invariant);
    } else {
        facts_release(invariant);
        facts_init(invariant, r->c->locs.n);
    }
    verbose("regions: %u lemmas that hold everywhere, %u others", s.boxes.n, local);
    VEC_RELEASE(&s.boxes);
    free(s.at);
    return good;
}
