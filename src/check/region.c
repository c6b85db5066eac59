/* Symbolic execution of regions. Places are handed along the edges in topological order. Where
 * paths meet,
 *
 *     c(j) => in(j)                 a fresh literal for each of them
 *     in   => c(1) or ... or c(n)   a fresh literal for the place where they meet
 *     x    =  ite(c(1), x(1), ite(c(2), x(2), ... x(n)))
 *
 * so the formula is linear in the region where the number of paths is exponential. The literals are
 * implied only, which keeps two edges that can both be taken apart: a model chooses one by making
 * the other's literal false. */
#include "check/region.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "util/mem.h"

typedef VEC(struct place) place_vec;

void place_init(struct place *p, const struct cfa *c) {
    p->in = term_true();
    p->values = mem_alloc((c->vars.n + 1) * sizeof *p->values);
    for (uint32_t i = 0; i < c->vars.n; i++) p->values[i] = c->vars.at[i].var;
}

static struct place place_copy(const struct cfa *c, const struct place *from) {
    assert(from->values && from->in != term_false());
    struct place p = {from->in, mem_alloc((c->vars.n + 1) * sizeof *p.values)};
    memcpy(p.values, from->values, c->vars.n * sizeof *p.values);
    return p;
}

void place_release(struct place *p) {
    free(p->values);
    *p = (struct place){0};
}

term place_apply(const struct cfa *c, const struct place *p, term t) {
    if (term_is_const(t)) return t;
    term_vec vars = {0};
    struct subst s = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        uint32_t index = cfa_var_index(c, vars.at[i]);
        assert(index == UINT32_MAX || index < c->vars.n);
        if (index != UINT32_MAX) subst_set(&s, vars.at[i], p->values[index]);
    }
    term result = vars.n ? subst_apply(&s, t) : t;
    subst_release(&s);
    VEC_RELEASE(&vars);
    return result;
}

void arrivals_release(arrivals *a) {
    for (uint32_t i = 0; i < a->n; i++) place_release(&a->at[i].place);
    VEC_RELEASE(a);
}

/* ---- cut points ---- */

/* Marks what is reached from `start` along the edges, forward or backward. */
static void reach(const struct regions *r, loc start, bool forward, uint8_t *seen) {
    VEC(loc) waiting = {0};
    VEC_PUSH(&waiting, start);
    seen[start] = 1;
    while (waiting.n) {
        loc l = VEC_POP(&waiting);
        const struct cfa_index *x = &r->by_edge;
        uint32_t n = forward ? x->out[l].n : x->in[l].n;
        for (uint32_t i = 0; i < n; i++) {
            const struct cfa_edge *e = &r->c->edges.at[forward ? x->out[l].at[i] : x->in[l].at[i]];
            loc next = forward ? e->to : e->from;
            if (!seen[next]) VEC_PUSH(&waiting, next);
            seen[next] = 1;
        }
    }
    VEC_RELEASE(&waiting);
}

static void find_useful(struct regions *r) {
    uint8_t *forward = mem_zero(r->c->locs.n, 1);
    r->useful = mem_zero(r->c->locs.n, 1);
    reach(r, r->c->l0, true, forward);
    reach(r, r->c->lE, false, r->useful);
    for (loc l = 0; l < r->c->locs.n; l++) r->useful[l] = r->useful[l] && forward[l];
    free(forward);
}

struct region_visit {
    loc l;
    uint32_t next; /* of its outgoing edges */
};
enum { NEW, ACTIVE, DONE };

/* Depth-first search that does not enter cut points; a location that it meets on its own path
 * becomes one. What is left has no cycle, and the order in which locations are finished, reversed,
 * is topological. */
static void search(struct regions *r, loc start, uint8_t *state, uint32_t *finished) {
    VEC(struct region_visit) stack = {0};
    VEC_PUSH(&stack, (struct region_visit){start, 0});
    state[start] = ACTIVE;
    while (stack.n) {
        struct region_visit *top = &VEC_LAST(&stack);
        if (top->next == r->by_edge.out[top->l].n) {
            loc l = VEC_POP(&stack).l;
            assert(state[l] == ACTIVE && *finished < r->c->locs.n);
            state[l] = DONE;
            r->rank[l] = r->c->locs.n - (*finished)++;
            continue;
        }
        loc to = r->c->edges.at[r->by_edge.out[top->l].at[top->next++]].to;
        if (!r->useful[to] || r->cut[to]) continue;
        if (state[to] == ACTIVE) r->cut[to] = 1;
        if (state[to] != NEW) continue;
        state[to] = ACTIVE;
        VEC_PUSH(&stack, (struct region_visit){to, 0});
    }
    VEC_RELEASE(&stack);
}

void regions_init(struct regions *r, const struct cfa *c, const uint8_t *wanted, const struct budget *b) {
    *r = (struct regions){.c = c, .budget = *b};
    cfa_index_edges(c, &r->by_edge);
    find_useful(r);
    r->cut = mem_zero(c->locs.n, 1);
    r->rank = mem_zero(c->locs.n, sizeof *r->rank);
    for (loc l = 0; l < c->locs.n; l++) r->cut[l] = l == c->l0 || l == c->lE || (wanted[l] && r->useful[l]);
    uint8_t *state = mem_zero(c->locs.n, 1);
    uint32_t finished = 0;
    for (loc l = 0; l < c->locs.n; l++)
        if (r->cut[l] && state[l] == NEW) search(r, l, state, &finished);
    assert(r->cut[c->l0] && r->cut[c->lE]);
    free(state);
}

void regions_release(struct regions *r) {
    cfa_index_release(&r->by_edge);
    free(r->useful);
    free(r->cut);
    free(r->rank);
}

bool regions_late(const struct regions *r) { return budget_over(&r->budget); }

/* ---- places ---- */

/* A literal that implies the term: the term itself if it is one. */
static term literal_for(term t, term_vec *definitions) {
    if (term_is_var(t) || term_is_const(t)) return t;
    assert(term_sort(t) == sort_bool());
    term literal = term_fresh("at", sort_bool());
    VEC_PUSH(definitions, term_implies(literal, t));
    return literal;
}

static term joined_value(const struct place *from, uint32_t n, uint32_t var) {
    term t = from[n - 1].values[var];
    for (uint32_t j = n - 1; j-- > 0;) t = term_ite(from[j].in, from[j].values[var], t);
    return t;
}

static bool agree(const struct place *from, uint32_t n, uint32_t var) {
    for (uint32_t j = 1; j < n; j++)
        if (from[j].values[var] != from[0].values[var]) return false;
    return true;
}

struct place places_join(const struct cfa *c, struct place *from, uint32_t n, term_vec *definitions) {
    assert(n > 0);
    struct place p = from[0];
    if (n == 1) return p;
    term any = term_false();
    /* fresh: two that come from one place have its literal in common */
    for (uint32_t j = 0; j < n; j++) {
        term own = term_fresh("by", sort_bool());
        VEC_PUSH(definitions, term_implies(own, from[j].in));
        from[j].in = own;
        any = term_or(any, own);
    }
    p = place_copy(c, &from[0]);
    p.in = literal_for(any, definitions);
    for (uint32_t v = 0; v < c->vars.n; v++)
        if (!agree(from, n, v)) p.values[v] = joined_value(from, n, v);
    for (uint32_t j = 0; j < n; j++) place_release(&from[j]);
    return p;
}

/* ---- commands ---- */

static void assign(const struct cfa *c, struct place *p, const struct cfa_cmd *k) {
    assert(k->kind == CMD_ASSIGN && p->values);
    term *values = mem_alloc((k->n + 1) * sizeof *values);
    for (uint32_t i = 0; i < k->n; i++) values[i] = place_apply(c, p, k->assigns[i].value);
    for (uint32_t i = 0; i < k->n; i++) p->values[cfa_var_index(c, k->assigns[i].var)] = values[i];
    free(values);
}

static void execute(const struct cfa *c, struct place *p, cmd command, term_vec *definitions);

static void choose(const struct cfa *c, struct place *p, const struct cfa_cmd *k, term_vec *definitions) {
    assert(k->kind == CMD_CHOICE);
    struct place branches[2] = {place_copy(c, p), place_copy(c, p)};
    execute(c, &branches[0], k->first, definitions);
    execute(c, &branches[1], k->second, definitions);
    place_release(p);
    uint32_t n = 0;
    for (uint32_t i = 0; i < 2; i++)
        if (branches[i].values) branches[n++] = branches[i];
    if (n) *p = places_join(c, branches, n, definitions);
}

static void execute_one(const struct cfa *c, struct place *p, const struct cfa_cmd *k,
                        term_vec *definitions) {
    switch (k->kind) {
    case CMD_ASSUME:
        p->in = term_and(p->in, place_apply(c, p, k->cond));
        if (p->in == term_false()) place_release(p);
        break;
    case CMD_ASSIGN: assign(c, p, k); break;
    case CMD_HAVOC:
        if (k->var != TERM_NONE) p->values[cfa_var_index(c, k->var)] = term_fresh("any", term_sort(k->var));
        break;
    case CMD_CHOICE: choose(c, p, k, definitions); break;
    case CMD_SKIP:
    case CMD_MARK:
    case CMD_SEQ: break;
    }
}

/* Executes a command in place; p->values is NULL afterwards if nobody gets through. */
static void execute(const struct cfa *c, struct place *p, cmd command, term_vec *definitions) {
    assert(command < c->cmds.n);
    VEC(cmd) waiting = {0};
    VEC_PUSH(&waiting, command);
    while (waiting.n && p->values) {
        const struct cfa_cmd *k = &c->cmds.at[VEC_POP(&waiting)];
        if (k->kind == CMD_SEQ) {
            VEC_PUSH(&waiting, k->second);
            VEC_PUSH(&waiting, k->first);
        } else {
            execute_one(c, p, k, definitions);
        }
    }
    VEC_RELEASE(&waiting);
}

/* ---- regions ---- */

struct ranked {
    uint32_t rank;
    loc l;
};

static int by_rank(const void *a, const void *b) {
    const struct ranked *x = a, *y = b;
    return x->rank < y->rank ? -1 : x->rank > y->rank;
}
typedef VEC(struct ranked) ranked_vec;

/* The locations between `from` and the next cut points in topological order, `from` first; then the
 * cut points. */
static void collect(const struct regions *r, loc from, ranked_vec *inside, ranked_vec *ends) {
    uint8_t *seen = mem_zero(r->c->locs.n, 1);
    VEC_PUSH(inside, (struct ranked){0, from});
    for (uint32_t i = 0; i < inside->n; i++) {
        loc l = inside->at[i].l;
        for (uint32_t j = 0; j < r->by_edge.out[l].n; j++) {
            loc to = r->c->edges.at[r->by_edge.out[l].at[j]].to;
            if (!r->useful[to] || seen[to]) continue;
            seen[to] = 1;
            if (r->cut[to]) VEC_PUSH(ends, (struct ranked){0, to});
            else VEC_PUSH(inside, (struct ranked){r->rank[to], to});
        }
    }
    free(seen);
    qsort(inside->at + 1, inside->n - 1, sizeof *inside->at, by_rank);
}

/* Along all edges of a location; what arrives waits at the target. */
static void leave(const struct regions *r, loc l, const struct place *p, struct int_map *slots,
                  place_vec *waiting, term_vec *definitions) {
    for (uint32_t j = 0; j < r->by_edge.out[l].n; j++) {
        const struct cfa_edge *e = &r->c->edges.at[r->by_edge.out[l].at[j]];
        if (!r->useful[e->to]) continue;
        struct place next = place_copy(r->c, p);
        execute(r->c, &next, e->cmd, definitions);
        if (!next.values) continue;
        next.in = literal_for(next.in, definitions);
        assert(next.in != term_false() && int_map_get(slots, e->to));
        VEC_PUSH(&waiting[*int_map_get(slots, e->to)], next);
    }
}

static struct place take(const struct regions *r, place_vec *waiting, term_vec *definitions) {
    struct place p = {0};
    if (waiting->n) p = places_join(r->c, waiting->at, waiting->n, definitions);
    VEC_RELEASE(waiting);
    return p;
}

bool regions_follow(const struct regions *r, loc from, const struct place *start, term_vec *definitions,
                    arrivals *out) {
    ranked_vec inside = {0}, ends = {0};
    struct int_map slots = {0};
    collect(r, from, &inside, &ends);
    assert(inside.n && inside.at[0].l == from);
    uint32_t n = inside.n + ends.n;
    place_vec *waiting = mem_zero(n, sizeof *waiting);
    for (uint32_t i = 1; i < inside.n; i++) *int_map_put(&slots, inside.at[i].l, NULL) = i;
    for (uint32_t i = 0; i < ends.n; i++) *int_map_put(&slots, ends.at[i].l, NULL) = inside.n + i;
    VEC_PUSH(&waiting[0], place_copy(r->c, start));
    bool late = false;
    for (uint32_t i = 0; i < inside.n && !late; i++) {
        struct place p = take(r, &waiting[i], definitions);
        if (p.values) leave(r, inside.at[i].l, &p, &slots, waiting, definitions);
        place_release(&p);
        late = regions_late(r);
    }
    for (uint32_t i = 0; i < n; i++) { /* what waits inside is only there when it is late */
        struct place p = take(r, &waiting[i], definitions);
        if (p.values && i >= inside.n && !late) VEC_PUSH(out, (struct arrival){ends.at[i - inside.n].l, p});
        else place_release(&p);
    }
    free(waiting);
    int_map_release(&slots);
    VEC_RELEASE(&inside);
    VEC_RELEASE(&ends);
    return !late;
}
