/* Bounds, gaps and truths, and how they are joined, forgotten and widened.
 *
 *     i = 0, 0 <= n          i - n <= 0 follows from the bounds, so that the join with
 *     0 <= i, i - n <= 0     this state, from the end of a loop's body, keeps it
 *
 * Gaps are not closed under transitivity: that is cubic, and programs seldom need more than one
 * term in between, which a question looks for by itself. */
#include "sweep/state.h"

#include <assert.h>

enum { GAPS = 64 /* per state; more are not added */, THROUGH = 64 /* gaps made by forgetting */ };

bool state_sort(sort s) {
    return sort_kind_of(s) == SORT_BOOL || (sort_kind_of(s) == SORT_BV && sort_width(s) <= 100);
}

struct state_bound state_bound_all(sort s) {
    assert(state_sort(s));
    if (sort_kind_of(s) == SORT_BOOL) return (struct state_bound){0, 1};
    i128 half = (i128)1 << (sort_width(s) - 1);
    return (struct state_bound){-half, half - 1};
}

struct state_bound state_bound_meet(struct state_bound a, struct state_bound b) {
    return (struct state_bound){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
}

struct state_bound state_bound_join(struct state_bound a, struct state_bound b) {
    return (struct state_bound){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
}

/* ---- states as values ---- */

void state_clear(struct sweep_state *s) {
    s->reached = false;
    VEC_CLEAR(&s->bounds);
    VEC_CLEAR(&s->gaps);
    VEC_CLEAR(&s->truths);
}

void state_release(struct sweep_state *s) {
    s->reached = false;
    VEC_RELEASE(&s->bounds);
    VEC_RELEASE(&s->gaps);
    VEC_RELEASE(&s->truths);
}

void state_copy(struct sweep_state *to, const struct sweep_state *from) {
    assert(to != from);
    state_clear(to);
    to->reached = from->reached;
    for (uint32_t i = 0; i < from->bounds.n; i++) VEC_PUSH(&to->bounds, from->bounds.at[i]);
    for (uint32_t i = 0; i < from->gaps.n; i++) VEC_PUSH(&to->gaps, from->gaps.at[i]);
    for (uint32_t i = 0; i < from->truths.n; i++) VEC_PUSH(&to->truths, from->truths.at[i]);
}

static bool gap_before(const struct state_gap *g, term x, term y) {
    return g->x < x || (g->x == x && g->y < y);
}

bool state_check(const struct sweep_state *s) {
    bool good = s->reached || !(s->bounds.n + s->gaps.n + s->truths.n);
    for (uint32_t i = 0; i < s->bounds.n; i++) {
        const struct state_bounded *k = &s->bounds.at[i];
        good &= k->b.lo <= k->b.hi && !state_bound_within(state_bound_all(term_sort(k->t)), k->b);
        good &= !i || s->bounds.at[i - 1].t < k->t;
    }
    for (uint32_t i = 1; i < s->gaps.n; i++)
        good &= gap_before(&s->gaps.at[i - 1], s->gaps.at[i].x, s->gaps.at[i].y);
    for (uint32_t i = 1; i < s->truths.n; i++) good &= s->truths.at[i - 1] < s->truths.at[i];
    return good;
}

bool state_equal(const struct sweep_state *a, const struct sweep_state *b) {
    if (a->reached != b->reached || a->bounds.n != b->bounds.n || a->gaps.n != b->gaps.n ||
        a->truths.n != b->truths.n)
        return false;
    for (uint32_t i = 0; i < a->bounds.n; i++) {
        const struct state_bounded *x = &a->bounds.at[i], *y = &b->bounds.at[i];
        if (x->t != y->t || x->b.lo != y->b.lo || x->b.hi != y->b.hi) return false;
    }
    for (uint32_t i = 0; i < a->gaps.n; i++) {
        const struct state_gap *x = &a->gaps.at[i], *y = &b->gaps.at[i];
        if (x->x != y->x || x->y != y->y || x->most != y->most) return false;
    }
    return !a->truths.n || !memcmp(a->truths.at, b->truths.at, a->truths.n * sizeof(term));
}

/* ---- looking ---- */

/* The place of t among the bounds, or where it would be. */
static uint32_t place_of(const struct sweep_state *s, term t) {
    uint32_t lo = 0, hi = s->bounds.n;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (s->bounds.at[middle].t < t) lo = middle + 1;
        else hi = middle;
    }
    return lo;
}

static bool own_bound(const struct sweep_state *s, term t, struct state_bound *b) {
    uint32_t i = place_of(s, t);
    bool found = i < s->bounds.n && s->bounds.at[i].t == t;
    *b = found ? s->bounds.at[i].b : state_bound_all(term_sort(t));
    return found;
}

struct state_bound state_bound_of(const struct sweep_state *s, term t) {
    struct state_bound b, other;
    own_bound(s, t, &b);
    for (uint32_t i = 0; i < s->gaps.n; i++) {
        const struct state_gap *g = &s->gaps.at[i];
        if (g->x == t && own_bound(s, g->y, &other) && other.hi + g->most < b.hi) b.hi = other.hi + g->most;
        if (g->y == t && own_bound(s, g->x, &other) && other.lo - g->most > b.lo) b.lo = other.lo - g->most;
    }
    return b;
}

static bool own_gap(const struct sweep_state *s, term x, term y, i128 *most) {
    for (uint32_t i = 0; i < s->gaps.n; i++)
        if (s->gaps.at[i].x == x && s->gaps.at[i].y == y) {
            *most = s->gaps.at[i].most;
            return true;
        }
    return false;
}

bool state_gap_between(const struct sweep_state *s, term x, term y, i128 *most) {
    bool found = own_gap(s, x, y, most);
    struct state_bound a, b;
    if (own_bound(s, x, &a) && own_bound(s, y, &b) && (!found || a.hi - b.lo < *most)) {
        *most = a.hi - b.lo;
        found = true;
    }
    for (uint32_t i = 0; i < s->gaps.n; i++) {
        i128 rest;
        if (s->gaps.at[i].x != x || !own_gap(s, s->gaps.at[i].y, y, &rest)) continue;
        if (!found || s->gaps.at[i].most + rest < *most) *most = s->gaps.at[i].most + rest;
        found = true;
    }
    return found;
}

bool state_holds(const struct sweep_state *s, term truth) {
    return terms_contain(s->truths.at, s->truths.n, truth);
}

/* ---- adding ---- */

void state_bind(struct sweep_state *s, term t, struct state_bound b) {
    if (!s->reached || !state_sort(term_sort(t))) return;
    struct state_bound all = state_bound_all(term_sort(t)), old;
    bool found = own_bound(s, t, &old);
    b = state_bound_meet(b, old);
    if (b.lo > b.hi) {
        state_clear(s);
        return;
    }
    if (state_bound_within(all, b)) return;
    uint32_t i = place_of(s, t);
    if (!found) {
        VEC_PUSH(&s->bounds, (struct state_bounded){0});
        memmove(s->bounds.at + i + 1, s->bounds.at + i, (s->bounds.n - 1 - i) * sizeof *s->bounds.at);
    }
    s->bounds.at[i] = (struct state_bounded){t, b};
    assert(state_check(s));
}

void state_part(struct sweep_state *s, term x, term y, i128 most) {
    if (!s->reached || x == y) return;
    i128 other;
    if (own_gap(s, y, x, &other) && most + other < 0) {
        state_clear(s);
        return;
    }
    assert(s->gaps.n <= GAPS && state_sort(term_sort(x)) && state_sort(term_sort(y)));
    uint32_t i = 0;
    while (i < s->gaps.n && gap_before(&s->gaps.at[i], x, y)) i++;
    bool found = i < s->gaps.n && s->gaps.at[i].x == x && s->gaps.at[i].y == y;
    if (found) {
        if (most < s->gaps.at[i].most) s->gaps.at[i].most = most;
    } else if (s->gaps.n < GAPS) {
        VEC_PUSH(&s->gaps, (struct state_gap){0});
        memmove(s->gaps.at + i + 1, s->gaps.at + i, (s->gaps.n - 1 - i) * sizeof *s->gaps.at);
        s->gaps.at[i] = (struct state_gap){x, y, most};
    }
}

void state_trust(struct sweep_state *s, term truth) {
    assert(term_sort(truth) == sort_bool());
    if (!s->reached || state_holds(s, truth)) return;
    VEC_PUSH(&s->truths, truth);
    for (uint32_t i = s->truths.n - 1; i > 0 && s->truths.at[i - 1] > truth; i--) {
        s->truths.at[i] = s->truths.at[i - 1];
        s->truths.at[i - 1] = truth;
    }
    assert(state_holds(s, truth));
}

/* ---- forgetting ---- */

bool state_mentions_var(struct state_mentions *m, term t, term var) {
    if (term_is_var(t) || term_is_const(t)) return t == var;
    bool added;
    uint64_t *slot = int_map_put(&m->of, t, &added);
    if (added) {
        VEC_PUSH(&m->lists, (term_vec){0});
        term_free_vars(t, &VEC_LAST(&m->lists));
        *slot = m->lists.n;
    }
    return terms_include(&m->lists.at[*slot - 1], var);
}

void state_mentions_release(struct state_mentions *m) {
    for (uint32_t i = 0; i < m->lists.n; i++) VEC_RELEASE(&m->lists.at[i]);
    VEC_RELEASE(&m->lists);
    int_map_release(&m->of);
}

/* a - var <= p and var - b <= q give a - b <= p + q. */
static void bridge(struct sweep_state *s, term var) {
    VEC(struct state_gap) made = {0};
    for (uint32_t i = 0; i < s->gaps.n && made.n < THROUGH; i++)
        for (uint32_t k = 0; s->gaps.at[i].y == var && k < s->gaps.n; k++)
            if (s->gaps.at[k].x == var && s->gaps.at[k].y != s->gaps.at[i].x)
                VEC_PUSH(&made, (struct state_gap){s->gaps.at[i].x, s->gaps.at[k].y,
                                                   s->gaps.at[i].most + s->gaps.at[k].most});
    for (uint32_t i = 0; i < made.n; i++) state_part(s, made.at[i].x, made.at[i].y, made.at[i].most);
    VEC_RELEASE(&made);
}

static void drop_truths(struct sweep_state *s, struct state_mentions *m, term var) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->truths.n; i++)
        if (!state_mentions_var(m, s->truths.at[i], var)) s->truths.at[kept++] = s->truths.at[i];
    s->truths.n = kept;
}

/* Bounds and gaps of terms that mention the variable; of itself, if `itself`. */
static void drop_terms(struct sweep_state *s, struct state_mentions *m, term var, bool itself) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->bounds.n; i++) {
        term t = s->bounds.at[i].t;
        if (t == var ? !itself : !state_mentions_var(m, t, var)) s->bounds.at[kept++] = s->bounds.at[i];
    }
    s->bounds.n = kept;
    kept = 0;
    for (uint32_t i = 0; i < s->gaps.n; i++) {
        term x = s->gaps.at[i].x, y = s->gaps.at[i].y;
        bool stays = x == var ? !itself : !state_mentions_var(m, x, var);
        if (stays && (y == var ? !itself : !state_mentions_var(m, y, var)))
            s->gaps.at[kept++] = s->gaps.at[i];
    }
    s->gaps.n = kept;
}

void state_forget(struct sweep_state *s, struct state_mentions *m, term var) {
    assert(term_is_var(var) && s->reached);
    bridge(s, var);
    drop_terms(s, m, var, true);
    drop_truths(s, m, var);
    assert(state_check(s));
}

void state_shift(struct sweep_state *s, struct state_mentions *m, term var, i128 k) {
    assert(term_is_var(var) && s->reached);
    drop_terms(s, m, var, false);
    drop_truths(s, m, var);
    for (uint32_t i = 0; i < s->gaps.n; i++) {
        if (s->gaps.at[i].x == var) s->gaps.at[i].most += k;
        if (s->gaps.at[i].y == var) s->gaps.at[i].most -= k;
    }
    struct state_bound b, all = state_bound_all(term_sort(var));
    if (!own_bound(s, var, &b)) return;
    uint32_t i = place_of(s, var);
    b = state_bound_meet((struct state_bound){b.lo + k, b.hi + k}, all);
    if (b.lo > b.hi) state_clear(s);
    else if (state_bound_within(all, b))
        memmove(s->bounds.at + i, s->bounds.at + i + 1, (--s->bounds.n - i) * sizeof *s->bounds.at);
    else s->bounds.at[i].b = b;
    assert(state_check(s));
}

/* ---- joining ---- */

static void join_bounds(struct sweep_state *a, const struct sweep_state *b) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->bounds.n; i++) {
        struct state_bounded k = a->bounds.at[i];
        struct state_bound other;
        if (!own_bound(b, k.t, &other)) continue;
        k.b = state_bound_join(k.b, other);
        if (!state_bound_within(state_bound_all(term_sort(k.t)), k.b)) a->bounds.at[kept++] = k;
    }
    a->bounds.n = kept;
}

/* The gaps of `from` that hold in `other` as well, if not as close. */
static void join_gaps(struct sweep_state *to, const struct sweep_state *from,
                      const struct sweep_state *other) {
    for (uint32_t i = 0; i < from->gaps.n; i++) {
        struct state_gap g = from->gaps.at[i];
        i128 most, had;
        if (!state_gap_between(other, g.x, g.y, &most) || own_gap(to, g.x, g.y, &had)) continue;
        state_part(to, g.x, g.y, most > g.most ? most : g.most);
    }
}

void state_join(struct sweep_state *a, const struct sweep_state *b) {
    if (!b->reached) return;
    if (!a->reached) {
        state_copy(a, b);
        return;
    }
    struct sweep_state before = {0};
    state_copy(&before, a);
    VEC_CLEAR(&a->gaps);
    join_gaps(a, &before, b);
    join_gaps(a, b, &before);
    join_bounds(a, b);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->truths.n; i++)
        if (state_holds(b, a->truths.at[i])) a->truths.at[kept++] = a->truths.at[i];
    a->truths.n = kept;
    state_release(&before);
    assert(state_check(a));
}

static struct state_bound widened(struct state_bound b, struct state_bound before, struct state_bound all,
                                  const threshold_vec *thresholds) {
    assert(all.lo <= b.lo && b.lo <= b.hi && b.hi <= all.hi);
    struct state_bound to = {b.lo < before.lo ? all.lo : b.lo, b.hi > before.hi ? all.hi : b.hi};
    for (uint32_t i = 0; i < thresholds->n; i++) {
        i128 at = thresholds->at[i];
        if (to.lo < b.lo && at <= b.lo && at > to.lo) to.lo = at;
        if (to.hi > b.hi && at >= b.hi && at < to.hi) to.hi = at;
    }
    assert(state_bound_within(b, to));
    return to;
}

void state_widen(struct sweep_state *a, const struct sweep_state *before, const threshold_vec *thresholds) {
    if (!before->reached) return;
    assert(a->reached && a != before);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->bounds.n; i++) {
        struct state_bounded k = a->bounds.at[i];
        struct state_bound old, all = state_bound_all(term_sort(k.t));
        own_bound(before, k.t, &old);
        k.b = widened(k.b, old, all, thresholds);
        if (!state_bound_within(all, k.b)) a->bounds.at[kept++] = k;
    }
    a->bounds.n = kept;
    kept = 0;
    for (uint32_t i = 0; i < a->gaps.n; i++) {
        i128 old;
        if (state_gap_between(before, a->gaps.at[i].x, a->gaps.at[i].y, &old) && a->gaps.at[i].most <= old)
            a->gaps.at[kept++] = a->gaps.at[i];
    }
    a->gaps.n = kept;
    assert(state_check(a));
}
