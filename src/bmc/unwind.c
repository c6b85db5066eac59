/* Bounded search in the order of the program (Clarke, Kroening, Lerda, TACAS 2004, for C).
 *
 * The search by depth (bmc.c) asks one question per number of steps. In a program that goes on
 * after loops and branches of different lengths each location then stands in many depths, and a
 * question is asked for each of them:
 *
 *     for (i = 0; i < n && i < 5; i++) t += read();       a node per depth for all that follows:
 *     check(t);                                           with 20 such loops, 100 copies of it
 *
 * Here the unrolling follows the order of cfa/nesting.h: a node is a location and how often each
 * loop around it was iterated, and it is made when all ways to it are known. What follows a loop is
 * there once. Loops are followed up to a limit; then there are two questions for all:
 *
 *     reach(lE)                          is the error reached?
 *     reach(cut 1) or reach(cut 2) ...   does a path go beyond the limit? If not, all were seen.
 *
 * and the limit is raised. Rounds of a loop that are decided by constants alone count less: a loop
 * over a table should not need as many rounds of the loop that waits for input.
 *
 * Limits: short errors are found as late as long ones of the same number of rounds, and nothing is
 * kept from one limit to the next. */
#include "bmc/unwind.h"

#include <assert.h>
#include <stdlib.h>

#include "bmc/unroll.h"
#include "cfa/nesting.h"
#include "util/clock.h"
#include "util/heap.h"
#include "util/log.h"
#include "util/options.h"
#include "util/stats.h"

/* The first limit on rounds, and by how much it grows. So many rounds that constants decide count
 * as one. */
enum { FIRST_ROUNDS = 2, MORE_ROUNDS = 4, ROUNDS_OF_CONSTANTS = 64 };

/* A node to be. */
struct waiting {
    loc at;
    struct nesting_place place;
    arrival_vec arrivals;
};

/* What is known of the loop with this head. */
struct unwind_loop {
    /* Rounds since it was entered: some way out was open, or constants said to go on. */
    uint32_t open, closed;
    bool left_open;
    bool has_exit; /* to other locations than lE */
};

struct unwind {
    struct unroll u;
    struct nesting nesting;
    struct live live;
    struct unwind_loop *loops;  /* by head */
    struct heap queue;          /* of struct waiting */
    VEC(struct waiting *) * at; /* the same, by location */
    arrival_vec *arrivals;      /* by location, all empty between two nodes */
    arrival_vec errors;
    term_vec beyond; /* paths that go on where a limit was */
    uint32_t limit;
    /* The longest path. */
    uint32_t steps;
    const struct budget *budget;
    /* No query was given up. */
    bool exact;
};

/* ---- what waits ---- */

static bool waits_before(const void *a, const void *b) {
    const struct waiting *x = a, *y = b;
    return nesting_place_compare(&x->place, &y->place) < 0;
}

/* The node to be at l for one that comes from `from`; a new one if nobody waits there yet. */
static struct waiting *waiting_at(struct unwind *w, const struct waiting *from, loc l) {
    struct nesting_place place = nesting_place_after(&w->nesting, &w->u.arena, from ? &from->place : NULL, l);
    for (uint32_t i = 0; i < w->at[l].n; i++)
        if (!nesting_place_compare(&w->at[l].at[i]->place, &place)) return w->at[l].at[i];
    struct waiting *p = arena_alloc(&w->u.arena, sizeof *p);
    *p = (struct waiting){.at = l, .place = place};
    VEC_PUSH(&w->at[l], p);
    heap_push(&w->queue, p);
    return p;
}

static struct waiting *next_waiting(struct unwind *w) {
    struct waiting *p = heap_pop(&w->queue);
    uint32_t i = 0;
    while (w->at[p->at].at[i] != p) i++;
    VEC_SWAP_REMOVE(&w->at[p->at], i);
    return p;
}

/* ---- one node after the other ---- */

static void take_arrivals(arrival_vec *to, arrival_vec *from) {
    for (uint32_t i = 0; i < from->n; i++) VEC_PUSH(to, from->at[i]);
    VEC_CLEAR(from);
}

/* The loops that a step from l to another location leaves by a way that constants do not close. */
static void note_ways_out(struct unwind *w, loc l, loc to) {
    for (loc head = w->nesting.loop[l]; head != LOC_NONE; head = w->nesting.outer[head])
        if (!nesting_within(&w->nesting, to, head)) w->loops[head].left_open = true;
}

static void follow(struct unwind *w, const struct waiting *p, uint32_t node) {
    struct unroll *u = &w->u;
    unroll_expand(u, node, w->arrivals);
    for (uint32_t i = 0; i < u->index.out[p->at].n; i++) {
        loc to = u->c->steps.at[u->index.out[p->at].at[i]].to;
        if (!w->arrivals[to].n) continue;
        if (to == u->c->lE) {
            take_arrivals(&w->errors, &w->arrivals[to]);
            continue;
        }
        note_ways_out(w, p->at, to);
        take_arrivals(&waiting_at(w, p, to)->arrivals, &w->arrivals[to]);
    }
}

/* A round of the loop begins. Is it beyond the limit? */
static bool begin_round(struct unwind *w, const struct waiting *p) {
    struct unwind_loop *loop = &w->loops[p->at];
    if (nesting_place_rounds(&p->place) == 0) loop->open = loop->closed = 0;
    else if (loop->left_open || !loop->has_exit) loop->open++;
    else loop->closed++;
    loop->left_open = false;
    return loop->open + loop->closed / ROUNDS_OF_CONSTANTS > w->limit;
}

/* Is there another round of the loop? reach(head) */
static bool goes_on(struct unwind *w, const struct waiting *p, uint32_t node) {
    term reach = w->u.nodes.at[node].reach;
    if (reach == term_true() || !nesting_asks_before(nesting_place_rounds(&p->place))) return true;
    return solver_check(w->u.s, &reach, 1) != ANSWER_UNSAT;
}

static void visit(struct unwind *w, struct waiting *p) {
    struct unroll *u = &w->u;
    bool head = w->nesting.loop[p->at] == p->at;
    bool beyond = head && begin_round(w, p);
    if (!unroll_merge(u, p->at, &p->arrivals)) return;
    uint32_t node = u->nodes.n - 1;
    if (u->nodes.at[node].depth > w->steps) w->steps = u->nodes.at[node].depth;
    if (beyond) VEC_PUSH(&w->beyond, u->nodes.at[node].reach);
    else if (!head || goes_on(w, p, node)) follow(w, p, node);
}

/* All nodes within the limit; false if there is no time for it. */
static bool unwind_all(struct unwind *w) {
    unroll_start(&w->u, false);
    if (!w->u.frontier.n) return true;
    VEC_CLEAR(&w->u.frontier);
    struct waiting *first = waiting_at(w, NULL, w->u.c->l0);
    if (w->nesting.loop[first->at] == first->at) begin_round(w, first);
    next_waiting(w);
    follow(w, first, 0);
    while (w->queue.items.n) {
        if (budget_over(w->budget)) return false;
        struct waiting *p = next_waiting(w);
        visit(w, p);
        VEC_RELEASE(&p->arrivals);
    }
    return true;
}

/* ---- the questions ---- */

/* reach(lE) */
static bool error_found(struct unwind *w, struct verdict *v) {
    struct unroll *u = &w->u;
    if (!w->errors.n || !unroll_merge(u, u->c->lE, &w->errors)) return false;
    uint32_t node = u->nodes.n - 1;
    term reach = u->nodes.at[node].reach;
    if (u->nodes.at[node].depth > w->steps) w->steps = u->nodes.at[node].depth;
    enum answer a = solver_check(u->s, &reach, 1);
    w->exact = w->exact && a != ANSWER_UNKNOWN;
    if (a != ANSWER_SAT) return false;
    v->kind = VERDICT_FALSE;
    v->engine = "unwind";
    unroll_trace(u, node, v);
    return true;
}

/* reach(cut 1) or reach(cut 2) or ... */
static bool all_paths_seen(struct unwind *w) {
    if (!w->exact) return false;
    term any = term_or_n(w->beyond.at, w->beyond.n);
    if (any == term_false()) return true;
    return any != term_true() && solver_check(w->u.s, &any, 1) == ANSWER_UNSAT;
}

/* True if that decides. */
static bool decided(struct unwind *w, struct verdict *v) {
    if (error_found(w, v)) return true;
    if (!w->exact || stop_requested()) return false;
    v->bound = w->limit;
    if (!all_paths_seen(w)) return false;
    v->kind = VERDICT_TRUE;
    v->engine = "unwind";
    v->proof = PROOF_BOUNDED;
    v->proof_depth = w->steps;
    return true;
}

/* ---- one limit after the other ---- */

static void find_exits(struct unwind *w) {
    const struct cfa *c = w->u.c;
    for (uint32_t i = 0; i < c->steps.n; i++) {
        loc from = c->steps.at[i].from, to = c->steps.at[i].to;
        for (loc head = w->nesting.loop[from]; head != LOC_NONE; head = w->nesting.outer[head])
            if (to != c->lE && !nesting_within(&w->nesting, to, head)) w->loops[head].has_exit = true;
    }
}

static void unwind_init(struct unwind *w, struct cfa *c, const struct facts *known) {
    unroll_init(&w->u, c, known);
    nesting_init(&w->nesting, c, &w->u.index);
    w->loops = mem_zero(c->locs.n, sizeof *w->loops);
    w->at = mem_zero(c->locs.n, sizeof *w->at);
    w->arrivals = mem_zero(c->locs.n, sizeof *w->arrivals);
    w->queue.before = waits_before;
    find_exits(w);
    if (known) return; /* facts may speak of variables that no step reads */
    live_of_steps(c, &w->live);
    w->u.live = &w->live;
}

static void unwind_release(struct unwind *w) {
    for (uint32_t i = 0; i < w->queue.items.n; i++) {
        struct waiting *p = w->queue.items.at[i];
        unroll_arrivals_clear(&p->arrivals);
        VEC_RELEASE(&p->arrivals);
    }
    for (loc l = 0; l < w->u.c->locs.n; l++) {
        VEC_RELEASE(&w->arrivals[l]);
        VEC_RELEASE(&w->at[l]);
    }
    unroll_arrivals_clear(&w->errors);
    VEC_RELEASE(&w->errors);
    VEC_RELEASE(&w->beyond);
    heap_release(&w->queue);
    free(w->arrivals);
    free(w->at);
    free(w->loops);
    nesting_release(&w->nesting);
    live_release(&w->live);
    unroll_release(&w->u);
}

/* With this limit: is the question decided? *more: it may be with a larger one. */
static bool unwind_to(struct cfa *c, const struct facts *known, const struct budget *b, uint32_t limit,
                      struct verdict *v, bool *more) {
    struct unwind w = {.limit = limit, .budget = b, .exact = true};
    unwind_init(&w, c, known);
    solver_set_limit(w.u.s, budget_query(b));
    bool whole = unwind_all(&w), over = whole && decided(&w, v);
    LOG("unwind: limit %u, %u nodes, %u cuts", limit, w.u.nodes.n, w.beyond.n);
    *more = whole && w.exact && w.beyond.n > 0;
    unwind_release(&w);
    return over;
}

void unwind_prove(struct cfa *c, const struct facts *known, const struct budget *b, struct verdict *v) {
    double timer = timer_start();
    bool more = true;
    uint32_t most = options.max_k ? (uint32_t)options.max_k : UINT32_MAX / MORE_ROUNDS;
    for (uint32_t limit = FIRST_ROUNDS; more && limit <= most; limit *= MORE_ROUNDS)
        if (unwind_to(c, known, b, limit, v, &more)) break;
    if (v->kind == VERDICT_UNKNOWN && stop_requested()) verdict_unknown(v, "%s", stop_text(stop_requested()));
    else if (v->kind == VERDICT_UNKNOWN)
        verdict_unknown(v,
                        more ? "unwinding: no error within %u rounds of each loop"
                             : "unwinding: out of time after %u rounds of each loop",
                        (uint32_t)v->bound);
    timer_stop(TIMER_BMC, timer);
}
