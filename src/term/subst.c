/* Substitution and the questions about variables: one pass over the distinct subterms each.
 *
 * Results of the inner terms live in one array over all terms, each with the number of the
 * substitution that made it; those of the terms asked for are also kept by the substitution itself,
 * so that substitutions that take turns lose only the former. */
#include "term/subst.h"

#include <assert.h>

#include "term/internal.h"

struct result {
    uint64_t version;
    term t;
};

static VEC(struct result) results;
static uint64_t last_version;

void subst_table_release(void) { VEC_RELEASE(&results); }

void subst_set(struct subst *s, term var, term by) {
    assert(term_is_var(var) && term_sort(var) == term_sort(by));
    *int_map_put(&s->map, var, NULL) = by;
    if (s->done.n) int_map_clear(&s->done);
    s->version = 0;
}

term subst_get(const struct subst *s, term var) {
    const uint64_t *by = int_map_get(&s->map, var);
    return by ? (term)*by : TERM_NONE;
}

/* The result if it is known; rebuilding makes new terms, but only old ones are asked for. */
static term result_of(const struct subst *s, term t) {
    if (results.at[t].version == s->version) return results.at[t].t;
    if (node_of(t)->arity) return TERM_NONE;
    term by = is_op(t, OP_VAR) ? subst_get(s, t) : TERM_NONE;
    results.at[t] = (struct result){s->version, by ? by : t};
    return results.at[t].t;
}

/* Rebuilds t if all arguments are done; else pushes those that are not. */
static bool subst_step(struct subst *s, term t, term_vec *stack, term_vec *args) {
    uint32_t before = stack->n, n = node_of(t)->arity;
    bool changed = false;
    VEC_CLEAR(args);
    for (uint32_t i = 0; i < n; i++) {
        term x = arg(t, i), r = result_of(s, x);
        if (!r) VEC_PUSH(stack, x);
        changed |= r != x;
        VEC_PUSH(args, r);
    }
    if (stack->n > before) return false;
    results.at[t] = (struct result){s->version, changed ? term_rebuild(t, args->at) : t};
    return true;
}

static term subst_deep(struct subst *s, term t) {
    term_vec stack = {0}, args = {0};
    VEC_PUSH(&stack, t);
    while (stack.n) {
        term u = VEC_LAST(&stack);
        if (result_of(s, u) || subst_step(s, u, &stack, &args)) stack.n--;
    }
    VEC_RELEASE(&stack);
    VEC_RELEASE(&args);
    return result_of(s, t);
}

term subst_apply(struct subst *s, term t) {
    if (!s->map.n) return t;
    const uint64_t *done = int_map_get(&s->done, t);
    if (done) return (term)*done;
    if (results.n < terms.nodes.n) VEC_RESIZE(&results, terms.nodes.n);
    if (!s->version) s->version = ++last_version;
    term r = result_of(s, t);
    if (!r) r = subst_deep(s, t);
    if (node_of(t)->arity) *int_map_put(&s->done, t, NULL) = r;
    return r;
}

void subst_free_vars(const struct subst *s, term_vec *vars) {
    for (uint32_t i = 0; i < s->map.capacity; i++)
        if (s->map.used[i]) term_free_vars((term)s->map.values[i], vars);
}

void subst_clear(struct subst *s) {
    int_map_clear(&s->map);
    int_map_clear(&s->done);
    s->version = 0;
}

void subst_release(struct subst *s) {
    int_map_release(&s->map);
    int_map_release(&s->done);
    s->version = 0;
}

/* ---- variables ---- */

/* Calls visit for each distinct subterm until it says stop; true if it did. */
static bool walk(term t, bool (*visit)(void *context, term t), void *context) {
    term_vec stack = {0};
    bool stopped = false;
    mark_start();
    mark_visit(t);
    VEC_PUSH(&stack, t);
    while (stack.n && !stopped) {
        term u = VEC_POP(&stack);
        stopped = visit(context, u);
        for (uint32_t i = node_of(u)->arity; i-- && !stopped;) {
            term x = arg(u, i);
            if (mark_visit(x)) VEC_PUSH(&stack, x);
        }
    }
    VEC_RELEASE(&stack);
    return stopped;
}

static bool add_var(void *context, term t) {
    if (is_op(t, OP_VAR)) VEC_PUSH((term_vec *)context, t);
    return false;
}

void term_free_vars(term t, term_vec *vars) {
    term_vec found = {0};
    walk(t, add_var, &found);
    mark_start();
    for (uint32_t i = 0; i < vars->n; i++) mark_visit(vars->at[i]);
    for (uint32_t i = 0; i < found.n; i++)
        if (mark_visit(found.at[i])) VEC_PUSH(vars, found.at[i]);
    VEC_RELEASE(&found);
}

static bool is_this(void *context, term t) { return t == *(const term *)context; }

bool term_is_nonlinear(term t) {
    switch (term_op_of(t)) {
    case OP_BV_MUL: return !term_is_const(term_arg(t, 0)); /* a constant comes first */
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM: return !term_is_const(term_arg(t, 1));
    default: return false;
    }
}

void term_indices_read(term t, term_vec *indices) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++)
        if (term_op_of(subterms.at[i]) == OP_SELECT) terms_add_once(indices, term_arg(subterms.at[i], 1));
    VEC_RELEASE(&subterms);
    terms_sort(indices->at, indices->n);
}

bool term_mentions(term t, term var) {
    assert(term_is_var(var));
    if (t < var) return false; /* arguments have smaller handles */
    return walk(t, is_this, &var);
}

static bool count(void *context, term t) {
    (void)t;
    ++*(uint32_t *)context;
    return false;
}

uint32_t term_size(term t) {
    uint32_t n = 0;
    walk(t, count, &n);
    return n;
}

struct size_limit {
    uint32_t n, limit;
};

static bool count_to_limit(void *context, term t) {
    struct size_limit *l = context;
    (void)t;
    return ++l->n > l->limit;
}

bool term_is_larger(term t, uint32_t size) {
    struct size_limit l = {0, size};
    return walk(t, count_to_limit, &l);
}

static bool has_operator(void *context, term t) { return term_op_of(t) == *(const enum term_op *)context; }

bool term_has(term t, enum term_op op) { return walk(t, has_operator, &op); }

void term_conjuncts(term t, term_vec *literals) {
    term_vec stack = {0};
    VEC_PUSH(&stack, t);
    while (stack.n) {
        term u = VEC_POP(&stack);
        if (is_op(u, OP_AND))
            for (uint32_t i = node_of(u)->arity; i--;) VEC_PUSH(&stack, arg(u, i));
        else if (u != term_true()) VEC_PUSH(literals, u);
    }
    VEC_RELEASE(&stack);
}

term term_primed(term t) {
    term_vec vars = {0};
    struct subst s = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) subst_set(&s, vars.at[i], term_prime(vars.at[i]));
    term r = subst_apply(&s, t);
    subst_release(&s);
    VEC_RELEASE(&vars);
    return r;
}

void term_subterms_unseen(term t, struct int_map *seen, term_vec *subterms) {
    term_vec stack = {0};
    VEC_PUSH(&stack, t);
    while (stack.n) {
        term top = VEC_POP(&stack);
        bool added;
        int_map_put(seen, top, &added);
        if (!added) continue;
        VEC_PUSH(subterms, top);
        for (uint32_t i = 0; i < term_arity(top); i++) VEC_PUSH(&stack, term_arg(top, i));
    }
    VEC_RELEASE(&stack);
}

term term_replace(struct int_map *by, term t) {
    uint64_t *known = int_map_get(by, t);
    if (known) return (term)*known;
    if (!term_arity(t)) return t;
    term_vec args = {0};
    for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(&args, term_replace(by, term_arg(t, i)));
    term result = term_rebuild(t, args.at);
    VEC_RELEASE(&args);
    *int_map_put(by, t, NULL) = result;
    return result;
}
