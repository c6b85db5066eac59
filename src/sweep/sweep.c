/* Reachable states, as bounds, gaps and truths, by chaotic iteration.
 *
 * Locations wait in the order of a depth-first search, so that a loop's body is done before what
 * comes after it. At the heads of loops states are widened (Cousot and Cousot 1977): first to the
 * constants that the program compares with, later to the end of the sort. Then two rounds of
 * narrowing take back what widening lost: a state is computed anew from its predecessors.
 *
 *     for (i = 0; i < n; i++) t[i] = 0;     at the head 0 <= i, and after narrowing i - n <= 0
 *                                           where 0 <= n; in the body i - n <= -1
 *
 * Limits: contents of arrays and floats are anything; functions are inlined, so calling contexts
 * are apart; a state has at most 64 gaps. */
#include "sweep/sweep.h"

#include <assert.h>
#include <stdlib.h>

#include "cfa/live.h"
#include "sweep/transfer.h"
#include "util/log.h"

enum {
    PATIENCE = 2,           /* changes of a head before it is widened */
    STEPWISE = 12,          /* changes after which thresholds are not tried any more */
    NARROWING = 2,          /* rounds */
    THRESHOLDS = 400,       /* constants; of programs with more, none are used */
    MOST_ENTRIES = 20000000 /* of all states together; then the sweep gives up */
};

struct run {
    const struct cfa *c;
    const struct budget *budget;
    struct transfer_kit transfer;
    struct cfa_index by_edge;
    VEC(loc) order;
    uint32_t *place; /* per location: in the order; UINT32_MAX: not reachable */
    bool *head, *waits;
    uint32_t *changes;
    struct sweep_state *at;
    threshold_vec thresholds;
    struct live live;
    uint64_t entries;
};

/* ---- commands ---- */

static void take(struct run *r, struct sweep_state *s, cmd command);

static void take_choice(struct run *r, struct sweep_state *s, const struct cfa_cmd *k) {
    struct sweep_state other = {0};
    state_copy(&other, s);
    take(r, s, k->first);
    take(r, &other, k->second);
    state_join(s, &other);
    state_release(&other);
}

static void take(struct run *r, struct sweep_state *s, cmd command) {
    assert(command < r->c->cmds.n);
    const struct cfa_cmd *k = &r->c->cmds.at[command];
    if (!s->reached) return;
    switch (k->kind) {
    case CMD_ASSUME: transfer_assume(&r->transfer, s, k->cond); break;
    case CMD_ASSIGN: transfer_assign(&r->transfer, s, k->assigns, k->n); break;
    case CMD_HAVOC:
        if (k->var != TERM_NONE) transfer_havoc(&r->transfer, s, k->var);
        break;
    case CMD_SEQ:
        take(r, s, k->first);
        take(r, s, k->second);
        break;
    case CMD_CHOICE: take_choice(r, s, k); break;
    case CMD_SKIP:
    case CMD_MARK: break;
    }
}

static void take_edge(struct run *r, uint32_t edge, struct sweep_state *s) {
    const struct cfa_edge *e = &r->c->edges.at[edge];
    assert(s != &r->at[e->from]);
    state_copy(s, &r->at[e->from]);
    take(r, s, e->cmd);
}

/* ---- preparation ---- */

static int by_value(const void *a, const void *b) {
    i128 x = *(const i128 *)a, y = *(const i128 *)b;
    return x < y ? -1 : x > y;
}

/* The constants of a comparison, and their neighbours. */
static void add_thresholds(struct run *r, term t, struct int_map *seen) {
    term_vec parts = {0};
    term_subterms_unseen(t, seen, &parts);
    for (uint32_t i = 0; i < parts.n && r->thresholds.n <= THRESHOLDS; i++) {
        term u = parts.at[i];
        if (!term_is_const(u) || sort_kind_of(term_sort(u)) != SORT_BV || !state_sort(term_sort(u))) continue;
        value v = term_value(u);
        i128 k = bits_signed(u128_of(v.lo, v.hi), term_width(u));
        for (i128 d = -1; d <= 1; d++) VEC_PUSH(&r->thresholds, k + d);
    }
    VEC_RELEASE(&parts);
}

static void find_thresholds(struct run *r) {
    struct int_map seen = {0};
    for (uint32_t i = 0; i < r->c->cmds.n; i++)
        if (r->c->cmds.at[i].kind == CMD_ASSUME) add_thresholds(r, r->c->cmds.at[i].cond, &seen);
    int_map_release(&seen);
    if (r->thresholds.n > THRESHOLDS) VEC_CLEAR(&r->thresholds);
    if (r->thresholds.n) qsort(r->thresholds.at, r->thresholds.n, sizeof *r->thresholds.at, by_value);
}

/* Reverse postorder; heads are the targets of edges that go back in it. */
static void find_order(struct run *r) {
    const struct cfa *c = r->c;
    uint32_t *next = mem_zero(c->locs.n, sizeof *next);
    bool *seen = mem_zero(c->locs.n, sizeof *seen);
    VEC(loc) stack = {0};
    VEC_PUSH(&stack, c->l0);
    seen[c->l0] = true;
    while (stack.n) {
        loc l = VEC_LAST(&stack);
        if (next[l] == r->by_edge.out[l].n) {
            VEC_PUSH(&r->order, l);
            stack.n--;
            continue;
        }
        loc to = c->edges.at[r->by_edge.out[l].at[next[l]++]].to;
        if (!seen[to]) VEC_PUSH(&stack, to);
        seen[to] = true;
    }
    VEC_RELEASE(&stack);
    free(next);
    free(seen);
    for (uint32_t i = 0; i < r->order.n / 2; i++) {
        loc l = r->order.at[i];
        r->order.at[i] = r->order.at[r->order.n - 1 - i];
        r->order.at[r->order.n - 1 - i] = l;
    }
    for (loc l = 0; l < c->locs.n; l++) r->place[l] = UINT32_MAX;
    for (uint32_t i = 0; i < r->order.n; i++) r->place[r->order.at[i]] = i;
    assert(r->order.n && r->order.at[0] == c->l0);
    for (uint32_t i = 0; i < c->edges.n; i++) {
        const struct cfa_edge *e = &c->edges.at[i];
        r->head[e->to] |= r->place[e->from] != UINT32_MAX && r->place[e->to] <= r->place[e->from];
    }
}

static void run_init(struct run *r, const struct cfa *c, const struct budget *b) {
    uint32_t n = c->locs.n;
    *r = (struct run){.c = c, .budget = b};
    r->place = mem_zero(n, sizeof *r->place);
    r->head = mem_zero(n, sizeof *r->head);
    r->waits = mem_zero(n, sizeof *r->waits);
    r->changes = mem_zero(n, sizeof *r->changes);
    r->at = mem_zero(n, sizeof *r->at);
    cfa_index_edges(c, &r->by_edge);
    find_order(r);
    find_thresholds(r);
    live_of_steps(c, &r->live);
}

static void run_release(struct run *r) {
    cfa_index_release(&r->by_edge);
    transfer_release(&r->transfer);
    VEC_RELEASE(&r->order);
    VEC_RELEASE(&r->thresholds);
    live_release(&r->live);
    free(r->place);
    free(r->head);
    free(r->waits);
    free(r->changes);
}

static uint32_t entries_of(const struct sweep_state *s) { return s->bounds.n + s->gaps.n + s->truths.n; }

static bool given_up(const struct run *r) { return budget_over(r->budget) || r->entries > MOST_ENTRIES; }

/* Variables that nobody reads any more are forgotten. */
static void forget_dead(struct run *r, loc l, struct sweep_state *s) {
    term_vec dead = {0};
    for (uint32_t i = 0; i < s->bounds.n + 2 * s->gaps.n; i++) {
        uint32_t k = i - s->bounds.n;
        term t = i < s->bounds.n ? s->bounds.at[i].t : k % 2 ? s->gaps.at[k / 2].x : s->gaps.at[k / 2].y;
        if (term_is_var(t) && !live_at(&r->live, l, cfa_var_index(r->c, t))) terms_add_once(&dead, t);
    }
    for (uint32_t i = 0; i < dead.n; i++) state_forget(s, &r->transfer.mentions, dead.at[i]);
    VEC_RELEASE(&dead);
}

/* ---- upwards ---- */

/* The state comes to l; true if that is news. */
static bool arrive(struct run *r, loc l, struct sweep_state *s) {
    struct sweep_state *old = &r->at[l], joined = {0};
    forget_dead(r, l, s);
    state_copy(&joined, old);
    state_join(&joined, s);
    bool news = !state_equal(&joined, old);
    if (news && r->head[l] && r->changes[l]++ >= PATIENCE) {
        static const threshold_vec none;
        state_widen(&joined, old, r->changes[l] < STEPWISE ? &r->thresholds : &none);
    }
    if (news) {
        r->entries += entries_of(&joined);
        assert(r->entries >= entries_of(old));
        r->entries -= entries_of(old);
        state_copy(old, &joined);
    }
    state_release(&joined);
    return news;
}

/* Leaves l along all of its edges; the first place in the order that has to be looked at next. */
static uint32_t leave(struct run *r, loc l, struct sweep_state *s) {
    assert(r->waits[l] && r->at[l].reached && r->place[l] != UINT32_MAX);
    uint32_t next = r->place[l] + 1;
    r->waits[l] = false;
    for (uint32_t k = 0; k < r->by_edge.out[l].n; k++) {
        uint32_t edge = r->by_edge.out[l].at[k];
        loc to = r->c->edges.at[edge].to;
        take_edge(r, edge, s);
        if (!s->reached || !arrive(r, to, s)) continue;
        assert(state_check(&r->at[to]));
        r->waits[to] = true;
        if (r->place[to] < next) next = r->place[to];
    }
    return next;
}

static void climb(struct run *r) {
    struct sweep_state s = {0};
    r->at[r->c->l0].reached = true;
    r->waits[r->c->l0] = true;
    for (uint32_t i = 0; i < r->order.n && !given_up(r);)
        i = r->waits[r->order.at[i]] ? leave(r, r->order.at[i], &s) : i + 1;
    state_release(&s);
}

/* ---- downwards ---- */

static void narrow(struct run *r) {
    struct sweep_state s = {0}, all = {0};
    for (uint32_t round = 0; round < NARROWING; round++)
        for (uint32_t i = 1; i < r->order.n && !given_up(r); i++) {
            loc l = r->order.at[i];
            state_clear(&all);
            for (uint32_t k = 0; k < r->by_edge.in[l].n; k++) {
                uint32_t edge = r->by_edge.in[l].at[k];
                if (r->place[r->c->edges.at[edge].from] == UINT32_MAX) continue;
                take_edge(r, edge, &s);
                forget_dead(r, l, &s);
                state_join(&all, &s);
            }
            state_copy(&r->at[l], &all);
        }
    state_release(&s);
    state_release(&all);
}

/* ---- what it says ---- */

static term constant(term like, i128 v) {
    assert(state_sort(term_sort(like)));
    return term_bv128(term_width(like), (uint64_t)v, (uint64_t)((u128)v >> 64));
}

/* Facts of one state differ, so nobody has to look whether one is there already. */
static void add_fact(struct facts *f, loc l, term fact) {
    if (fact != term_true()) VEC_PUSH(&f->at[l], fact);
}

static void bound_facts(struct facts *f, loc l, const struct state_bounded *k) {
    if (sort_kind_of(term_sort(k->t)) == SORT_BOOL) {
        add_fact(f, l, k->b.lo ? k->t : term_not(k->t));
        return;
    }
    struct state_bound all = state_bound_all(term_sort(k->t));
    assert(state_bound_within(k->b, all));
    if (k->b.lo == k->b.hi) {
        add_fact(f, l, term_eq(k->t, constant(k->t, k->b.lo)));
        return;
    }
    if (k->b.lo > all.lo) add_fact(f, l, term_sle(constant(k->t, k->b.lo), k->t));
    if (k->b.hi < all.hi) add_fact(f, l, term_sle(k->t, constant(k->t, k->b.hi)));
}

/* x <= y + most over the integers: in a sort that holds all of them. */
static void gap_fact(struct facts *f, loc l, const struct state_gap *g) {
    if (sort_kind_of(term_sort(g->x)) != SORT_BV || sort_kind_of(term_sort(g->y)) != SORT_BV) return;
    uint32_t width = term_width(g->x) > term_width(g->y) ? term_width(g->x) : term_width(g->y);
    bool far = g->most != 0 && g->most != -1;
    if (far && (g->most >> (width - 1)) != 0 && (g->most >> (width - 1)) != -1) return;
    term x = term_sext(g->x, width + far), y = term_sext(g->y, width + far);
    if (!far) add_fact(f, l, g->most ? term_slt(x, y) : term_sle(x, y));
    else add_fact(f, l, term_sle(x, term_bv_add(y, constant(y, g->most))));
}

static void all_facts(struct facts *f, loc l, const struct sweep_state *s) {
    for (uint32_t i = 0; i < s->bounds.n; i++) bound_facts(f, l, &s->bounds.at[i]);
    for (uint32_t i = 0; i < s->gaps.n; i++) gap_fact(f, l, &s->gaps.at[i]);
    for (uint32_t i = 0; i < s->truths.n; i++) add_fact(f, l, s->truths.at[i]);
}

/* Are all variables of the term there? */
static bool is_known(const struct cfa *c, term t) {
    term_vec vars = {0};
    bool known = true;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) known &= cfa_has_var(c, vars.at[i]);
    VEC_RELEASE(&vars);
    return known;
}

static void drop_unknown(const struct cfa *c, term_vec *facts) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < facts->n; i++)
        if (is_known(c, facts->at[i])) facts->at[kept++] = facts->at[i];
    facts->n = kept;
}

void sweep_facts(const struct sweep *s, const struct cfa *c, struct facts *out) {
    assert(out->n == c->locs.n);
    for (loc l = 0; l < c->locs.n; l++) {
        loc origin = c->locs.at[l].origin;
        if (l == c->l0 || l == c->lE || origin >= s->n) continue;
        if (s->at[origin].reached) all_facts(out, l, &s->at[origin]);
        else VEC_PUSH(&out->at[l], term_false());
        drop_unknown(c, &out->at[l]);
    }
}

uint64_t sweep_size(const struct sweep *s) {
    uint64_t n = 0;
    for (loc l = 0; l < s->n; l++) n += 2 * s->at[l].bounds.n + s->at[l].gaps.n + s->at[l].truths.n;
    return n;
}

static void collect_passed(struct run *r, struct sweep *out) {
    struct sweep_state s = {0};
    const struct cfa *c = r->c;
    out->passed = mem_zero(c->checks.n + 1, sizeof *out->passed);
    for (uint32_t i = 0; i < c->checks.n; i++) out->passed[i] = true;
    for (uint32_t i = 0; i < c->edges.n; i++) {
        if (!c->edges.at[i].check || r->place[c->edges.at[i].from] == UINT32_MAX) continue;
        take_edge(r, i, &s);
        if (s.reached) out->passed[c->edges.at[i].check - 1] = false;
    }
    state_release(&s);
    for (uint32_t i = 0; i < c->checks.n; i++) out->n_passed += out->passed[i];
    assert(out->n_passed <= c->checks.n);
}

void sweep_run(const struct cfa *c, const struct budget *b, struct sweep *out) {
    struct run r;
    *out = (struct sweep){.n = c->locs.n};
    run_init(&r, c, b);
    climb(&r);
    narrow(&r);
    out->done = !given_up(&r);
    if (out->done) collect_passed(&r, out);
    verbose("sweep: %s%u of %u checks pass", out->done ? "" : "given up, ", out->n_passed, c->checks.n);
    out->at = r.at;
    r.at = NULL;
    run_release(&r);
}

void sweep_release(struct sweep *s) {
    for (loc l = 0; s->at && l < s->n; l++) state_release(&s->at[l]);
    free(s->at);
    free(s->passed);
    *s = (struct sweep){0};
}
