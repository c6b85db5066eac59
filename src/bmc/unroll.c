/* See unroll.h for the encoding. One depth is made in two passes: `expand` instantiates the steps
 * that leave the frontier and collects the surviving edges by target, `merge` makes one node of
 * each target's edges. */
#include "bmc/unroll.h"

#include <assert.h>
#include <stdlib.h>

void unroll_init(struct unroll *u, struct cfa *c, const struct facts *known) {
    assert(!known || known->n == c->locs.n);
    assert(c->lE < c->locs.n);
    *u = (struct unroll){.c = c, .known = known};
    u->s = solver_new();
    cfa_index_steps(c, &u->index);
}

void unroll_release(struct unroll *u) {
    solver_free(u->s);
    cfa_index_release(&u->index);
    int_map_release(&u->set_of);
    arena_release(&u->arena);
    VEC_RELEASE(&u->nodes);
    VEC_RELEASE(&u->frontier);
    VEC_RELEASE(&u->sets);
}

/* reach => phi, where reach may be the constant true. */
static void assert_at(struct unroll *u, term reach, term phi) {
    assert(reach != term_false());
    term clause = term_implies(reach, phi);
    if (clause != term_true()) solver_assert(u->s, clause);
}

static term *copy_values(struct unroll *u, const term *values) {
    size_t bytes = (u->c->vars.n + 1) * sizeof(term);
    term *copy = arena_alloc(&u->arena, bytes);
    memcpy(copy, values, u->c->vars.n * sizeof(term));
    return copy;
}

static void node_subst(const struct unroll *u, const term *values, struct subst *s) {
    for (uint32_t i = 0; i < u->c->vars.n; i++) {
        term var = u->c->vars.at[i].var;
        if (values[i] != var) subst_set(s, var, values[i]);
    }
}

/* ---- value sets ---- */

static const struct unroll_values *set_of(const struct unroll *u, term t) {
    uint64_t *i = int_map_get(&u->set_of, t);
    assert(!i || *i < u->sets.n);
    return i ? &u->sets.at[*i] : NULL;
}

static bool set_add(struct unroll_values *set, term constant) {
    for (uint32_t i = 0; i < set->n; i++)
        if (set->at[i] == constant) return true;
    assert(term_is_const(constant) && set->n <= VALUE_SET_MAX);
    if (set->n == VALUE_SET_MAX) return false;
    set->at[set->n++] = constant;
    return true;
}

/* Adds the values that t may have; false if they are too many or not known. */
static bool set_add_term(const struct unroll *u, struct unroll_values *set, term t) {
    if (term_is_const(t)) return set_add(set, t);
    const struct unroll_values *other = set_of(u, t);
    if (!other) return false;
    for (uint32_t i = 0; i < other->n; i++)
        if (!set_add(set, other->at[i])) return false;
    return true;
}

/* A literal with a single variable, and that has a value set, is evaluated on the set: true or
 * false if it is the same on all of it, else the literal itself. */
static term literal_on_set(const struct unroll *u, term literal) {
    if (!u->sets.n || term_is_const(literal)) return literal;
    term_vec vars = {0};
    term_free_vars(literal, &vars);
    const struct unroll_values *set = vars.n == 1 ? set_of(u, vars.at[0]) : NULL;
    term result = literal;
    if (set) {
        uint32_t holds = 0;
        struct model m = {0};
        for (uint32_t i = 0; i < set->n; i++) {
            model_set(&m, vars.at[0], term_value(set->at[i]));
            holds += term_holds(&m, literal);
        }
        model_release(&m);
        if (holds == 0 || holds == set->n) result = term_bool(holds > 0);
    }
    VEC_RELEASE(&vars);
    return result;
}

/* ---- expanding ---- */

/* The guard's literals under s; false if one of them is false. */
static bool instantiate_guard(struct unroll *u, const term_vec *guard, struct subst *s, term_vec *out) {
    VEC_CLEAR(out);
    for (uint32_t i = 0; i < guard->n; i++) {
        term literal = literal_on_set(u, subst_apply(s, guard->at[i]));
        if (literal == term_false()) return false;
        if (literal != term_true()) VEC_PUSH(out, literal);
    }
    return true;
}

/* Fresh variables for the step's inputs, substituted in the arrival's guard and values. */
static void instantiate_inputs(struct unroll *u, const struct cfa_step *step, struct unroll_arrival *a) {
    if (!step->inputs.n) return;
    struct subst s = {0};
    a->edge.inputs = arena_alloc(&u->arena, step->inputs.n * sizeof(term));
    for (uint32_t i = 0; i < step->inputs.n; i++) {
        term input = step->inputs.at[i].var;
        a->edge.inputs[i] = term_fresh("in", term_sort(input));
        subst_set(&s, input, a->edge.inputs[i]);
    }
    for (uint32_t i = 0; i < a->guard.n; i++) a->guard.at[i] = subst_apply(&s, a->guard.at[i]);
    for (uint32_t i = 0; i < step->updates.n; i++) {
        uint32_t v = cfa_var_index(u->c, step->updates.at[i].var);
        a->values[v] = subst_apply(&s, a->values[v]);
    }
    subst_release(&s);
}

static void expand_step(struct unroll *u, uint32_t from, uint32_t index, struct subst *s,
                        arrival_vec *arrivals) {
    assert(index < u->c->steps.n && u->c->steps.at[index].from == u->nodes.at[from].at);
    struct cfa_step *step = &u->c->steps.at[index];
    struct unroll_arrival a = {.edge = {.step = index, .from = from}};
    if (!instantiate_guard(u, &step->guard, s, &a.guard)) {
        VEC_RELEASE(&a.guard);
        return;
    }
    a.values = copy_values(u, u->nodes.at[from].values);
    for (uint32_t i = 0; i < step->updates.n; i++) {
        uint32_t v = cfa_var_index(u->c, step->updates.at[i].var);
        assert(v < u->c->vars.n);
        a.values[v] = subst_apply(s, step->updates.at[i].value);
    }
    instantiate_inputs(u, step, &a);
    VEC_PUSH(&arrivals[step->to], a);
}

void unroll_expand(struct unroll *u, uint32_t node, arrival_vec *arrivals) {
    assert(node < u->nodes.n);
    loc at = u->nodes.at[node].at;
    struct subst s = {0};
    node_subst(u, u->nodes.at[node].values, &s);
    for (uint32_t i = 0; i < u->index.out[at].n; i++)
        expand_step(u, node, u->index.out[at].at[i], &s, arrivals);
    subst_release(&s);
}

/* ---- merging ---- */

/* x' with taken(e) => x' = value(e), for each arrival. */
static term merged_value(struct unroll *u, const arrival_vec *a, uint32_t var) {
    struct unroll_values set = {0};
    bool small = true;
    term merged = term_fresh("m", term_sort(u->c->vars.at[var].var));
    for (uint32_t i = 0; i < a->n; i++) {
        term along = a->at[i].values[var];
        assert(term_sort(along) == term_sort(merged));
        assert_at(u, a->at[i].edge.taken, term_eq(merged, along));
        small = small && set_add_term(u, &set, along);
    }
    if (small) {
        *int_map_put(&u->set_of, merged, NULL) = u->sets.n;
        VEC_PUSH(&u->sets, set);
    }
    return merged;
}

static bool arrivals_agree(const arrival_vec *a, uint32_t var) {
    for (uint32_t i = 1; i < a->n; i++)
        if (a->at[i].values[var] != a->at[0].values[var]) return false;
    return true;
}

/* A literal that implies all of the arrival's conditions: the source's reach literal and the
 * guard. */
static term taken_literal(struct unroll *u, const struct unroll_arrival *a) {
    term reach = u->nodes.at[a->edge.from].reach;
    if (!a->guard.n) return reach;
    term taken = term_fresh("t", sort_bool());
    assert_at(u, taken, reach);
    for (uint32_t i = 0; i < a->guard.n; i++) assert_at(u, taken, a->guard.at[i]);
    return taken;
}

static term merged_reach(struct unroll *u, const arrival_vec *a) {
    if (a->n == 1) return a->at[0].edge.taken;
    term_vec any = {0};
    for (uint32_t i = 0; i < a->n; i++) VEC_PUSH(&any, a->at[i].edge.taken);
    term reach = term_fresh("r", sort_bool());
    assert_at(u, reach, term_or_n(any.at, any.n));
    VEC_RELEASE(&any);
    return reach;
}

/* reach => fact, for what is known at the node's location; false if that makes the node
 * unreachable. */
static bool assert_known(struct unroll *u, const struct unroll_node *node) {
    if (!u->known || !u->known->at[node->at].n) return true;
    struct subst s = {0};
    bool possible = true;
    node_subst(u, node->values, &s);
    for (uint32_t i = 0; possible && i < u->known->at[node->at].n; i++) {
        term fact = subst_apply(&s, u->known->at[node->at].at[i]);
        possible = fact != term_false();
        assert_at(u, node->reach, fact);
    }
    subst_release(&s);
    return possible;
}

static bool add_node(struct unroll *u, struct unroll_node node) {
    assert(node.at < u->c->locs.n && node.reach != TERM_NONE);
#ifndef NDEBUG
    for (uint32_t i = 0; i < node.n_in; i++) assert(node.in[i].from < u->nodes.n && node.in[i].taken);
#endif
    if (!assert_known(u, &node)) return false;
    VEC_PUSH(&u->nodes, node);
    return true;
}

static uint32_t depth_after(const struct unroll *u, const arrival_vec *a) {
    uint32_t depth = 0;
    for (uint32_t i = 0; i < a->n; i++) {
        uint32_t before = u->nodes.at[a->at[i].edge.from].depth;
        if (before >= depth) depth = before + 1;
    }
    return depth;
}

void unroll_arrivals_clear(arrival_vec *a) {
    for (uint32_t i = 0; i < a->n; i++) VEC_RELEASE(&a->at[i].guard);
    VEC_CLEAR(a);
}

bool unroll_merge(struct unroll *u, loc at, arrival_vec *a) {
    assert(a->n > 0);
    struct unroll_node node = {.at = at, .depth = depth_after(u, a), .n_in = a->n};
    node.in = arena_alloc(&u->arena, a->n * sizeof *node.in);
    for (uint32_t i = 0; i < a->n; i++) {
        term taken = taken_literal(u, &a->at[i]);
        /* Two edges must not share a literal: it would make both values hold at once. */
        if (a->n > 1 && !a->at[i].guard.n) {
            term own = term_fresh("t", sort_bool());
            assert_at(u, own, taken);
            taken = own;
        }
        a->at[i].edge.taken = taken;
        node.in[i] = a->at[i].edge;
    }
    node.reach = merged_reach(u, a);
    node.values = copy_values(u, a->at[0].values);
    for (uint32_t v = 0; a->n > 1 && v < u->c->vars.n; v++)
        if ((!u->live || live_at(u->live, at, v)) && !arrivals_agree(a, v))
            node.values[v] = merged_value(u, a, v);
    unroll_arrivals_clear(a);
    return add_node(u, node);
}

/* ---- the interface ---- */

void unroll_start(struct unroll *u, bool anywhere) {
    assert(!u->nodes.n);
    term_vec values = {0};
    for (uint32_t i = 0; i < u->c->vars.n; i++) VEC_PUSH(&values, u->c->vars.at[i].var);
    VEC_RESERVE(&values, 1);
    for (loc l = 0; l < u->c->locs.n; l++) {
        if (anywhere ? l == u->c->lE : l != u->c->l0) continue;
        struct unroll_node node = {.at = l, .values = copy_values(u, values.at)};
        node.reach = anywhere ? term_fresh("r", sort_bool()) : term_true();
        if (add_node(u, node)) VEC_PUSH(&u->frontier, u->nodes.n - 1);
    }
    VEC_RELEASE(&values);
}

void unroll_extend(struct unroll *u) {
    uint32_t n = u->c->locs.n;
    arrival_vec *arrivals = mem_zero(n, sizeof *arrivals);
    for (uint32_t i = 0; i < u->frontier.n; i++)
        if (u->nodes.at[u->frontier.at[i]].at != u->c->lE) unroll_expand(u, u->frontier.at[i], arrivals);
    VEC_CLEAR(&u->frontier);
    u->depth++;
    for (loc l = 0; l < n; l++) {
        if (arrivals[l].n && unroll_merge(u, l, &arrivals[l])) VEC_PUSH(&u->frontier, u->nodes.n - 1);
        VEC_RELEASE(&arrivals[l]);
    }
    free(arrivals);
}

uint32_t unroll_error_node(const struct unroll *u) {
    for (uint32_t i = 0; i < u->frontier.n; i++)
        if (u->nodes.at[u->frontier.at[i]].at == u->c->lE) return u->frontier.at[i];
    return UINT32_MAX;
}

void unroll_drop(struct unroll *u, uint32_t node) {
    assert(node < u->nodes.n);
    assert_at(u, u->nodes.at[node].reach, term_false());
    for (uint32_t i = 0; i < u->frontier.n; i++) {
        if (u->frontier.at[i] != node) continue;
        VEC_SWAP_REMOVE(&u->frontier, i);
        return;
    }
}

/* The incoming edge that the model takes. */
static const struct unroll_edge *edge_taken(struct unroll *u, const struct unroll_node *node) {
    for (uint32_t i = 0; i < node->n_in; i++) {
        term taken = node->in[i].taken;
        if (taken == term_true() || solver_value(u->s, taken).lo) return &node->in[i];
    }
    return NULL;
}

/* At l0 each variable stands for itself. */
static void trace_initial_values(struct unroll *u, struct verdict *v) {
    VEC_CLEAR(&v->initial);
    for (uint32_t i = 0; i < u->c->vars.n; i++) {
        term var = u->c->vars.at[i].var;
        value at_l0 = solver_value(u->s, var);
        if (!value_same(at_l0, value_of(0))) VEC_PUSH(&v->initial, (struct initial_value){var, at_l0});
    }
}

void unroll_trace(struct unroll *u, uint32_t node, struct verdict *v) {
    assert(node < u->nodes.n && u->nodes.at[node].at == u->c->lE);
    VEC_CLEAR(&v->trace);
    trace_initial_values(u, v);
    VEC(const struct unroll_edge *) path = {0}; /* backward */
    while (u->nodes.at[node].n_in) {
        VEC_PUSH(&path, edge_taken(u, &u->nodes.at[node]));
        assert(VEC_LAST(&path) && VEC_LAST(&path)->from < node);
        node = path.at[path.n - 1]->from;
    }
    VEC_RESIZE(&v->trace, path.n);
    for (uint32_t i = 0; i < path.n; i++) {
        const struct unroll_edge *e = path.at[path.n - 1 - i];
        v->trace.at[i].step = e->step;
        for (uint32_t j = 0; j < u->c->steps.at[e->step].inputs.n; j++)
            VEC_PUSH(&v->trace.at[i].inputs, solver_value(u->s, e->inputs[j]));
    }
    VEC_RELEASE(&path);
}
