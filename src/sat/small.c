/* A small incremental CDCL solver (see small.h for what it is for).
 *
 * IC3 asks one circuit millions of questions, "F(i) & -c & T & c'", most of which need a handful of
 * conflicts. In a general solver the cost per call is then everything but the search: assumptions
 * one level each, decisions on variables that no answer depends on, an activation literal per
 * temporary clause that has to be thrown away together with everything that mentions it. This
 * solver does less per call:
 *
 *   domain      Only the cone of the query is decided and propagated (Su, Yang, Ci, Bu, Huang:
 *               "Deeply Optimizing the SAT Solver for the IC3 Algorithm", CAV 2025). A clause with
 *               a literal outside the domain can neither become unit nor empty in the query, so
 *               propagation leaves its watches alone. Root-level propagation ignores domains: a
 *               unit is true for every later query.
 *   temporary   -c is added with one extra literal, the negation of `switch_var`, which is assumed.
 *               What is learnt from -c contains that literal, too (it is decided on the assumption
 *               level and so never resolved away), and is dropped after the query; the variable is
 *               used again. Nothing accumulates.
 *   one level   All assumptions are assigned before the first propagation, on level 1. A conflict
 *               on level 1 is the answer UNSAT; its core is found by walking the trail back to the
 *               assumptions.
 *
 * The rest is textbook: two watched literals with blockers and inlined binary clauses, 1-UIP
 * learning with recursive minimization, VSIDS, saved phases, Luby restarts, learnt clauses kept by
 * LBD. There is no inprocessing.
 *
 * Limits: 2^30 literals, clauses of less than 2^29 literals, an arena of less than 2^31 words. */
#include "sat/small_internal.h"

#include <assert.h>
#include <stdlib.h>

struct small *small_new(void) {
    struct small *s = MEM_NEW(struct small);
    s->increment = 1;
    s->limit = -1;
    s->reduce_at = 1000;
    s->least_domain = OUTSIDE;
    small_reserve(s, 0);
    small_assign(s, 1, NO_REF); /* the constant */
    s->head = s->trail.n;
    return s;
}

void small_free(struct small *s) {
    if (!s) return;
    void *arrays[] = {s->value, s->var,  s->activity, s->phase, s->domain,
                      s->place, s->seen, s->failed,   s->stamp, s->watches};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    VEC_RELEASE(&s->arena);
    VEC_RELEASE(&s->pool);
    word_vec *vectors[] = {&s->learnts,      &s->temporaries,     &s->trail,    &s->level_start, &s->local,
                           &s->local_leaves, &s->required_leaves, &s->required, &s->assumptions, &s->core,
                           &s->learnt,       &s->stack,           &s->cleared};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) VEC_RELEASE(vectors[i]);
    for (uint32_t b = 0; b < BUCKETS; b++) VEC_RELEASE(&s->bucket[b]);
    free(s);
}

static void *copy(const void *from, size_t count, size_t size) {
    void *to = mem_alloc(count * size);
    return count ? memcpy(to, from, count * size) : to;
}

static void copy_vector(word_vec *v) {
    v->at = copy(v->at, v->n, sizeof *v->at);
    v->capacity = v->n;
}

struct small *small_clone(const struct small *o) {
    assert(o->level == 0 && !o->temporaries.n && !o->assumptions.n);
    struct small *s = MEM_NEW(struct small);
    *s = *o;
    size_t vars = (size_t)o->n + 1;
    s->room = o->n + 1;
    s->value = copy(o->value, 2 * vars, sizeof *s->value);
    s->var = copy(o->var, vars, sizeof *s->var);
    s->activity = copy(o->activity, vars, sizeof *s->activity);
    s->phase = copy(o->phase, vars, sizeof *s->phase);
    s->domain = copy(o->domain, vars, sizeof *s->domain);
    s->place = mem_zero(vars, sizeof *s->place);
    s->seen = copy(o->seen, vars, sizeof *s->seen);
    s->stamp = copy(o->stamp, vars + 1, sizeof *s->stamp);
    s->failed = mem_zero(2 * vars, 1);
    s->watches = copy(o->watches, 2 * vars, sizeof *s->watches);
    s->arena.at = copy(o->arena.at, o->arena.n, sizeof *o->arena.at);
    s->arena.capacity = o->arena.n;
    s->pool.at = copy(o->pool.at, o->pool.n, sizeof *o->pool.at);
    s->pool.capacity = o->pool.n;
    word_vec *vectors[] = {&s->learnts,      &s->temporaries,     &s->trail,    &s->level_start, &s->local,
                           &s->local_leaves, &s->required_leaves, &s->required, &s->assumptions, &s->core,
                           &s->learnt,       &s->stack,           &s->cleared};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) copy_vector(vectors[i]);
    VEC_CLEAR(&s->core);
    VEC_RESERVE(&s->trail, s->room + 1);
    memset(s->bucket, 0, sizeof s->bucket);
    small_order_rebuild(s);
    return s;
}

void small_inherit(struct small *s, const struct small *from) {
    assert(s->level == 0);
    size_t vars = (size_t)(s->n < from->n ? s->n : from->n) + 1;
    memcpy(s->activity, from->activity, vars * sizeof *s->activity);
    memcpy(s->phase, from->phase, vars * sizeof *s->phase);
    for (uint32_t i = 0; i < from->trail.n; i++) { /* of the last query, if it was not undone yet */
        uint32_t lit = from->trail.at[i];
        if (lit / 2 < vars) s->phase[lit / 2] = lit & 1 ? -1 : 1;
    }
    s->increment = from->increment;
    small_order_rebuild(s);
}

static void grow(struct small *s, uint32_t room) {
    size_t vars = room;
    s->value = mem_resize(s->value, 2 * vars * sizeof *s->value);
    s->var = mem_resize(s->var, vars * sizeof *s->var);
    s->activity = mem_resize(s->activity, vars * sizeof *s->activity);
    s->phase = mem_resize(s->phase, vars * sizeof *s->phase);
    s->domain = mem_resize(s->domain, vars * sizeof *s->domain);
    s->place = mem_resize(s->place, vars * sizeof *s->place);
    VEC_RESERVE(&s->trail, room + 1);
    s->seen = mem_resize(s->seen, vars * sizeof *s->seen);
    s->stamp = mem_resize(s->stamp, (vars + 1) * sizeof *s->stamp); /* by level: one more */
    s->failed = mem_resize(s->failed, 2 * vars * sizeof *s->failed);
    s->watches = mem_resize(s->watches, 2 * vars * sizeof *s->watches);
    s->room = room;
}

static void init_variable(struct small *s, uint32_t v) {
    s->value[2 * v] = s->value[2 * v + 1] = 0;
    s->var[v] = (struct variable){0};
    s->activity[v] = 0;
    s->phase[v] = -1;
    s->domain[v] = s->cones ? OUTSIDE : REQUIRED;
    s->place[v] = 0;
    s->seen[v] = 0;
    s->stamp[v + 1] = 0;
    s->failed[2 * v] = s->failed[2 * v + 1] = 0;
    s->watches[2 * v] = s->watches[2 * v + 1] = (struct watch_list){0};
    if (s->cones) return;
    VEC_PUSH(&s->required, v);
    if (v) VEC_PUSH(&s->required_leaves, v);
}

void small_reserve(struct small *s, uint32_t n) {
    if (s->room && n <= s->n) return;
    assert(!s->switch_var); /* the switch is the last variable */
    uint32_t first = s->room ? s->n + 1 : 0;
    if (n >= s->room) grow(s, n + n / 2 + 8);
    if (!first) s->stamp[0] = 0;
    s->n = n;
    for (uint32_t v = first; v <= n; v++) init_variable(s, v);
}

uint32_t small_variables(const struct small *s) { return s->n; }

void small_backtrack(struct small *s, uint32_t level) {
    assert(level <= s->level);
    if (s->level <= level) return;
    uint32_t start = s->level_start.at[level];
    for (uint32_t i = s->trail.n; i-- > start;) {
        uint32_t lit = s->trail.at[i], var = lit / 2;
        s->value[lit] = s->value[lit ^ 1] = 0;
        s->phase[var] = lit & 1 ? -1 : 1;
        if (s->domain[var]) small_order_insert(s, var);
    }
    s->cursor = 0;
    s->trail.n = s->head = start;
    s->level_start.n = s->level = level;
    s->least_domain = level ? LOCAL : OUTSIDE;
}

/* A unit learnt in a query may falsify the temporary clause, which then propagates the negated
 * switch at root level. Nothing follows from that literal (every clause with it is satisfied), so
 * it can be taken back. */
static void reset_switch(struct small *s) {
    if (!s->value[2 * s->switch_var]) return;
    uint32_t i = s->trail.n - 1;
    while (s->trail.at[i] / 2 != s->switch_var) i--;
    memmove(s->trail.at + i, s->trail.at + i + 1, (s->trail.n - i - 1) * sizeof *s->trail.at);
    s->trail.n--;
    if (i < s->head) s->head--;
    s->value[2 * s->switch_var] = s->value[2 * s->switch_var + 1] = 0;
}

/* What was learnt from the temporary clause goes with it. */
static void drop_temporaries(struct small *s) {
    assert(s->level == 0);
    for (uint32_t i = s->temporaries.n; i-- > 0;) {
        small_unwatch(s, s->temporaries.at[i]);
        small_kill(s, s->temporaries.at[i]);
    }
    uint32_t kept = s->old_learnts;
    for (uint32_t i = kept; i < s->learnts.n; i++)
        if (!clause_is(s, s->learnts.at[i], CLAUSE_DEAD)) s->learnts.at[kept++] = s->learnts.at[i];
    s->learnts.n = s->old_learnts = kept;
    VEC_CLEAR(&s->temporaries);
    reset_switch(s);
    s->temporary = s->empty_temporary = false;
}

/* Housekeeping between two queries. */
static void maintain(struct small *s) {
    assert(s->level == 0 && !s->temporaries.n);
    if (s->trail.n > s->root_units + s->n / 64 + 8) {
        small_simplify(s);
        s->root_units = s->trail.n;
    } else {
        small_collect(s);
    }
}

/* Back to root level, with nothing left of the last query but what it learnt. Calls that prepare
 * the next query come here; they may come in any order. */
static void finish_query(struct small *s) {
    if (s->level) {
        small_backtrack(s, 0);
        if (s->temporary) drop_temporaries(s);
        VEC_CLEAR(&s->assumptions);
        maintain(s);
    }
}

/* Root-level simplification of a clause into s->learnt; false if it is satisfied. */
static bool normalize(struct small *s, const uint32_t *lits, uint32_t n) {
    bool satisfied = false;
    VEC_CLEAR(&s->learnt);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = lits[i];
        assert(lit / 2 <= s->n);
        if (s->value[lit] > 0 || s->seen[lit / 2] == 1 + (~lit & 1)) satisfied = true;
        if (s->value[lit] || s->seen[lit / 2]) continue;
        s->seen[lit / 2] = (uint8_t)(1 + (lit & 1));
        VEC_PUSH(&s->learnt, lit);
    }
    for (uint32_t i = 0; i < s->learnt.n; i++) s->seen[s->learnt.at[i] / 2] = 0;
    return !satisfied;
}

void small_clause(struct small *s, const uint32_t *lits, uint32_t n) {
    finish_query(s);
    if (s->inconsistent || !normalize(s, lits, n)) return;
    if (s->learnt.n >= 2) {
        small_watch(s, small_store(s, s->learnt.at, s->learnt.n, 0));
        return;
    }
    if (s->learnt.n) small_assign(s, s->learnt.at[0], NO_REF);
    s->inconsistent = !s->learnt.n || small_propagate(s) != NO_REF;
}

void small_temporary(struct small *s, const uint32_t *lits, uint32_t n) {
    finish_query(s);
    assert(!s->temporary);
    if (!s->switch_var) {
        small_reserve(s, s->n + 1);
        s->switch_var = s->n;
        if (!s->domain[s->n]) VEC_PUSH(&s->required, s->n);
        s->domain[s->n] = REQUIRED;
    }
    s->temporary = true;
    if (!normalize(s, lits, n)) return;
    if (!s->learnt.n) {
        s->empty_temporary = true;
        return;
    }
    VEC_PUSH(&s->learnt, 2 * s->switch_var + 1);
    uint32_t ref = small_store(s, s->learnt.at, s->learnt.n, CLAUSE_TEMPORARY);
    small_watch(s, ref);
    VEC_PUSH(&s->temporaries, ref);
}

void small_set_cones(struct small *s, const struct small_cones *cones) {
    finish_query(s);
    s->cones = cones;
    for (uint32_t v = 1; v <= s->n; v++) s->domain[v] = OUTSIDE;
    VEC_CLEAR(&s->required);
    VEC_CLEAR(&s->local);
    VEC_CLEAR(&s->required_leaves);
    VEC_CLEAR(&s->local_leaves);
    VEC_PUSH(&s->required, 0);
    small_order_rebuild(s);
}

/* Adds the cone of a variable to the domain. */
static void mark_cone(struct small *s, uint32_t var, uint8_t mark, word_vec *members, word_vec *leaves) {
    assert(var <= s->n && mark > OUTSIDE);
    if (s->domain[var] >= mark) return;
    VEC_CLEAR(&s->stack);
    VEC_PUSH(&s->stack, var);
    s->domain[var] = mark;
    while (s->stack.n) {
        uint32_t v = VEC_POP(&s->stack);
        VEC_PUSH(members, v);
        if (s->cones->start[v] == s->cones->start[v + 1]) VEC_PUSH(leaves, v);
        for (uint32_t i = s->cones->start[v]; i < s->cones->start[v + 1]; i++) {
            uint32_t in = s->cones->input[i];
            if (s->domain[in] >= mark) continue;
            s->domain[in] = mark;
            VEC_PUSH(&s->stack, in);
        }
    }
}

static void clear_local(struct small *s) {
    for (uint32_t i = 0; i < s->local.n; i++)
        if (s->domain[s->local.at[i]] == LOCAL) s->domain[s->local.at[i]] = OUTSIDE;
    VEC_CLEAR(&s->local);
    VEC_CLEAR(&s->local_leaves);
}

void small_require(struct small *s, uint32_t var) {
    assert(var <= s->n);
    finish_query(s);
    assert(s->cones);
    if (s->domain[var] == REQUIRED) return;
    mark_cone(s, var, REQUIRED, &s->required, &s->required_leaves);
}

void small_focus(struct small *s, const uint32_t *lits, uint32_t n) {
    bool inside = true;
    for (uint32_t i = 0; inside && i < n; i++) inside = s->domain[lits[i] / 2];
    if (inside && 2 * n >= s->focused) return;
    finish_query(s);
    clear_local(s);
    s->focused = n;
    for (uint32_t i = 0; i < n; i++) mark_cone(s, lits[i] / 2, LOCAL, &s->local, &s->local_leaves);
    small_order_rebuild(s);
}

void small_extend(struct small *s, const uint32_t *lits, uint32_t n) {
    finish_query(s);
    uint32_t first = s->local.n;
    for (uint32_t i = 0; i < n; i++) mark_cone(s, lits[i] / 2, LOCAL, &s->local, &s->local_leaves);
    for (uint32_t i = first; i < s->local.n; i++) {
        uint32_t v = s->local.at[i];
        if (!s->value[2 * v]) small_order_insert(s, v);
    }
    s->cursor = 0;
}

uint32_t small_domain_size(const struct small *s) { return s->local.n; }

bool small_in_domain(const struct small *s, uint32_t var) { return s->domain[var] != OUTSIDE; }

void small_focus_all(struct small *s) {
    finish_query(s);
    for (uint32_t v = s->n; v > 0; v--) mark_cone(s, v, LOCAL, &s->local, &s->local_leaves);
    small_order_rebuild(s);
}

void small_unfocus(struct small *s) {
    finish_query(s);
    clear_local(s);
    small_order_rebuild(s);
}

void small_assume(struct small *s, uint32_t lit) {
    assert(lit / 2 <= s->n);
    finish_query(s);
    assert(s->domain[lit / 2]);
    VEC_PUSH(&s->assumptions, lit);
}

enum sat_result small_solve(struct small *s) {
    finish_query(s);
    for (uint32_t i = 0; i < s->core.n; i++) s->failed[s->core.at[i]] = 0;
    VEC_CLEAR(&s->core);
    enum sat_result r = SAT_UNSAT;
    if (!s->inconsistent && !s->empty_temporary) {
        s->old_learnts = s->learnts.n;
        r = small_search(s);
    }
    if (!s->level) { /* answered at root level: finish_query would not see that there was a query */
        if (s->temporary) drop_temporaries(s);
        VEC_CLEAR(&s->assumptions);
    }
    s->limit = -1;
    return r;
}

void small_discard(struct small *s) {
    finish_query(s);
    if (s->temporary) drop_temporaries(s);
    VEC_CLEAR(&s->assumptions);
    s->limit = -1;
}

bool small_value(const struct small *s, uint32_t lit) {
    assert(lit / 2 <= s->n);
    assert(s->value[lit]);
    return s->value[lit] > 0;
}

int small_value3(const struct small *s, uint32_t lit) { return s->value[lit]; }

bool small_failed(const struct small *s, uint32_t lit) { return s->failed[lit]; }

bool small_fixed(const struct small *s, uint32_t lit) {
    assert(lit / 2 <= s->n);
    return s->value[lit] > 0 && s->var[lit / 2].level == 0;
}

void small_limit_conflicts(struct small *s, int64_t conflicts) { s->limit = conflicts; }

void small_set_terminate(struct small *s, void *context, int (*terminate)(void *context)) {
    s->context = context;
    s->terminate = terminate;
}

uint64_t small_conflicts(const struct small *s) { return s->conflicts; }
