/* The native backend: bit-vectors by bit-blasting, made for IC3's queries.
 *
 * The way of a term is blast.c (gates, shared by all instances) - cnf.c (clauses of the cone that
 * this instance's queries reach) - sat/small.c. What makes it fast on hundreds of thousands of tiny
 * queries is that a query costs what it depends on, not what the instance has ever seen:
 *
 *   facts     hang on the activation variable that they were asserted under and become clauses when
 *             it is first assumed;
 *   domain    the SAT solver decides and propagates only the cones of the assumptions, of the facts
 *             of the assumed activation variables, and of the permanent facts. All other clauses
 *             can be satisfied by extension: gates by evaluating them, facts by making their
 *             activation variable false. A larger domain is as good, so the last one is kept while
 *             it suffices;
 *   rebuild   when retired facts outweigh the living, the SAT solver is thrown away and the live
 *             facts are encoded again as they are needed.
 *
 * Arrays are decided up to congruence of reads by the gates and beyond by lemmas on demand
 * (native_array.c). Integers are not supported, nor are some float operators; the front then moves
 * the instance to Z3. */
#include "smt/native/native.h"

#include <assert.h>

#include "util/clock.h"
#include "util/stats.h"

int64_t native_hard_after = NATIVE_HARD_AFTER;
enum { REBUILD_MINIMUM = 2000 }; /* clauses: smaller instances are not worth the trouble */
enum {
    DOMAIN_LARGE = 20000,
    DOMAIN_SHARE = 8
}; /* a domain that large may exceed what is needed by that part */

static bool native_supports(term t) { return blast_supports(t); }

static int poll_deadline(void *state) {
    struct native *s = state;
    return s->deadline > 0 && clock_cpu() > s->deadline;
}

static void *native_create(void) {
    struct native *s = MEM_NEW(struct native);
    blast_acquire();
    cnf_init(&s->cnf);
    small_set_terminate(s->cnf.sat, s, poll_deadline);
    VEC_PUSH(&s->guards, (struct guard){0});
    return s;
}

static void native_destroy(void *state) {
    struct native *s = state;
    for (uint32_t i = 0; i < s->guards.n; i++) {
        VEC_RELEASE(&s->guards.at[i].facts);
        VEC_RELEASE(&s->guards.at[i].variables);
    }
    VEC_RELEASE(&s->guards);
    VEC_RELEASE(&s->literals);
    VEC_RELEASE(&s->active);
    VEC_RELEASE(&s->scratch);
    VEC_RELEASE(&s->matters);
    VEC_RELEASE(&s->nested);
    precheck_release(&s->precheck);
    int_map_release(&s->guard_of);
    int_map_release(&s->lemmas);
    native_hard_release(s);
    cnf_release(&s->cnf);
    blast_release();
    free(s);
}

/* ---- facts ---- */

static struct guard *guard_for(struct native *s, term activation) {
    if (activation == TERM_NONE) return &s->guards.at[0];
    bool added;
    uint64_t *at = int_map_put(&s->guard_of, activation, &added);
    if (added) {
        *at = s->guards.n;
        VEC_PUSH(&s->guards, (struct guard){.var = activation});
    }
    return &s->guards.at[*at];
}

static void native_assert_term(void *state, term activation, term t) {
    struct guard *g = guard_for(state, activation);
    if (!g->retired) VEC_PUSH(&g->facts, t);
}

static void add_variable(struct native *s, struct guard *g, uint32_t lit) {
    if (g == s->guards.at) small_require(s->cnf.sat, lit / 2);
    else VEC_PUSH(&g->variables, lit / 2);
}

/* guard -> a | b | ...; the guard's literal is already in s->scratch. */
static void encode_clause(struct native *s, struct guard *g, term t) {
    uint32_t base = s->scratch.n;
    uint32_t n = term_op_of(t) == OP_OR ? term_arity(t) : 1;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = cnf_literal(&s->cnf, blast_bool(n == 1 ? t : term_arg(t, i)));
        VEC_PUSH(&s->scratch, lit);
    }
    for (uint32_t i = base; i < s->scratch.n; i++) add_variable(s, g, s->scratch.at[i]);
    cnf_clause(&s->cnf, s->scratch.at, s->scratch.n);
    s->scratch.n = base;
}

/* Makes the guard's new facts clauses. */
static void encode_facts(struct native *s, struct guard *g) {
    for (; g->encoded < g->facts.n; g->encoded++) {
        term t = g->facts.at[g->encoded];
        VEC_CLEAR(&s->scratch);
        if (g->var != TERM_NONE) VEC_PUSH(&s->scratch, g->lit ^ 1);
        if (term_op_of(t) != OP_AND) {
            encode_clause(s, g, t);
            continue;
        }
        for (uint32_t i = 0; i < term_arity(t); i++) encode_clause(s, g, term_arg(t, i));
    }
}

static void forget_clauses(struct native *s) {
    cnf_release(&s->cnf);
    cnf_init(&s->cnf);
    small_set_terminate(s->cnf.sat, s, poll_deadline);
    int_map_clear(&s->lemmas);
    VEC_CLEAR(&s->nested);
    s->any_nested = false;
    for (uint32_t i = 0; i < s->guards.n; i++) {
        struct guard *g = &s->guards.at[i];
        g->encoded = g->covered = g->lit = 0;
        VEC_CLEAR(&g->variables);
    }
    s->dead = s->fresh_size = 0;
    s->focus++;
    stats.solver_rebuilds++;
}

static void native_retire(void *state, term activation) {
    struct native *s = state;
    struct guard *g = guard_for(s, activation);
    if (g->retired) return;
    g->retired = true;
    s->dead += g->encoded;
    if (g->lit) cnf_clause(&s->cnf, (uint32_t[]){g->lit ^ 1}, 1);
    g->encoded = g->covered = 0;
    VEC_RELEASE(&g->facts);
    VEC_RELEASE(&g->variables);
}

/* ---- queries ---- */

static bool in_domain(const struct native *s, uint32_t var) { return small_in_domain(s->cnf.sat, var); }

/* Makes guard i part of the query. */
static void activate(struct native *s, uint32_t i) {
    struct guard *g = &s->guards.at[i];
    if (i && !g->lit) {
        g->lit = cnf_literal(&s->cnf, blast_bool(g->var));
        if (g->retired) cnf_clause(&s->cnf, (uint32_t[]){g->lit ^ 1}, 1);
    }
    encode_facts(s, g);
    g->query = s->query;
    VEC_PUSH(&s->active, i);
}

/* Puts the variables into s->scratch that the query needs: all of them, or those that the domain
 * has not. */
static void collect_variable(struct native *s, uint32_t variable, bool all) {
    if (all || !in_domain(s, variable)) VEC_PUSH(&s->scratch, 2 * variable);
}

static void collect_guard(struct native *s, struct guard *g, bool all) {
    uint32_t first = g->focus == s->focus && !all ? g->covered : 0;
    for (uint32_t i = first; i < g->variables.n; i++) collect_variable(s, g->variables.at[i], all);
    g->focus = s->focus;
    g->covered = g->variables.n;
}

static void collect(struct native *s, bool all) {
    VEC_CLEAR(&s->scratch);
    for (uint32_t i = 0; i < s->literals.n; i++) collect_variable(s, s->literals.at[i] / 2, all);
    for (uint32_t i = 0; i < s->active.n; i++) collect_guard(s, &s->guards.at[s->active.at[i]], all);
}

/* The domain: the cones of the assumptions and of the active guards' facts. What is beyond that is
 * decided for nothing, so the domain is made anew when something is missing; only a large one,
 * whose cones take long to walk, grows for a while instead. */
static void make_domain(struct native *s) {
    collect(s, false);
    if (!s->scratch.n) return;
    uint32_t size = small_domain_size(s->cnf.sat), spare = s->fresh_size / DOMAIN_SHARE;
    if (s->fresh_size > DOMAIN_LARGE && size <= s->fresh_size + spare) {
        small_extend(s->cnf.sat, s->scratch.at, s->scratch.n);
        return;
    }
    s->focus++;
    collect(s, true);
    small_focus(s->cnf.sat, s->scratch.at, s->scratch.n);
    s->fresh_size = small_domain_size(s->cnf.sat);
}

static bool is_active(const struct native *s, uint64_t guard) {
    return s->guards.at[guard].query == s->query;
}

/* A guard that is in the domain without being assumed, because some term mentions it, takes part:
 * it may be decided to be true. */
static bool activate_mentioned(struct native *s) {
    uint32_t before = s->active.n;
    for (uint32_t i = 1; i < s->guards.n; i++) {
        struct guard *g = &s->guards.at[i];
        if (!g->lit && blast_known(g->var)) g->lit = 2 * cnf_variable(&s->cnf, edge_gate(blast_bool(g->var)));
        if (g->lit && in_domain(s, g->lit / 2) && !is_active(s, i)) activate(s, i);
    }
    return s->active.n > before;
}

/* Facts of the assumed guards as clauses, assumptions as literals. */
static void prepare(struct native *s, const term *assumptions, uint32_t n) {
    s->query++;
    VEC_CLEAR(&s->active);
    VEC_CLEAR(&s->literals);
    activate(s, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t *guard = int_map_get(&s->guard_of, assumptions[i]);
        if (guard && !is_active(s, *guard)) activate(s, (uint32_t)*guard);
    }
    for (uint32_t i = 0; i < n; i++) {
        uint32_t lit = cnf_literal(&s->cnf, blast_bool(assumptions[i]));
        VEC_PUSH(&s->literals, lit);
    }
}

static void settle_domain(struct native *s) {
    do {
        make_domain(s);
        while (s->cnf.cells.n && native_reach_indices(s)) continue;
    } while (activate_mentioned(s));
}

/* facts of the active guards & assumptions */
static enum sat_result solve(struct native *s) {
    enum sat_result r;
    do {
        settle_domain(s);
        for (uint32_t i = 0; i < s->literals.n; i++) small_assume(s->cnf.sat, s->literals.at[i]);
        if (native_hard_wanted(s)) small_limit_conflicts(s->cnf.sat, native_hard_after);
        r = small_solve(s->cnf.sat);
    } while (r == SAT_SAT && s->cnf.cells.n && native_repair_arrays(s));
    return r == SAT_UNKNOWN && native_hard_wanted(s) ? native_hard_solve(s) : r;
}

static enum answer native_check(void *state, const term *assumptions, uint32_t n, double seconds) {
    struct native *s = state;
    s->by_words = precheck_contradiction(&s->precheck, assumptions, n, &s->pair[0], &s->pair[1]);
    stats.word_answers += s->by_words;
    if (s->by_words) return ANSWER_UNSAT;
    if (s->dead > REBUILD_MINIMUM && s->dead > s->cnf.clauses / 2) forget_clauses(s);
    s->deadline = seconds > 0 ? clock_cpu() + seconds : 0;
    native_hard_release(s);
    prepare(s, assumptions, n);
    enum sat_result r = solve(s);
    if (r == SAT_UNKNOWN) s->why = stop_requested() ? stop_text(stop_requested()) : "the limit of a query";
    return r == SAT_SAT ? ANSWER_SAT : r == SAT_UNSAT ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

static void native_core(void *state, const term *assumptions, uint32_t n, bool *in_core) {
    struct native *s = state;
    (void)assumptions;
    if (s->by_words) {
        in_core[s->pair[0]] = in_core[s->pair[1]] = true; /* the others are false on entry */
        return;
    }
    assert(n == s->literals.n);
    for (uint32_t i = 0; i < n; i++)
        in_core[i] = s->hard.sat ? native_hard_failed(s, i) : small_failed(s->cnf.sat, s->literals.at[i]);
}

static bool native_model_value(void *state, term var, value *v) {
    struct native *s = state;
    if (sort_kind_of(term_sort(var)) == SORT_ARRAY) {
        *v = native_array_value(s, var);
        return true;
    }
    if (!blast_known(var)) return false;
    struct bits b;
    blast_inputs(var, &b);
    *v = value_of(0);
    for (uint32_t i = 0; i < b.n; i++)
        if (s->hard.sat ? native_hard_value(s, b.at[i]) : cnf_value(&s->cnf, b.at[i]))
            *(i < 64 ? &v->lo : &v->hi) |= UINT64_C(1) << (i % 64);
    if (sort_kind_of(term_sort(var)) == SORT_FLOAT) *v = term_value(term_float_bits(term_sort(var), *v));
    return true;
}

static const char *native_why_unknown(void *state) {
    struct native *s = state;
    return s->why ? s->why : "unknown";
}

const struct solver_backend smt_native = {
    .name = "native",
    .supports = native_supports,
    .create = native_create,
    .destroy = native_destroy,
    .assert_term = native_assert_term,
    .retire = native_retire,
    .check = native_check,
    .core = native_core,
    .model_value = native_model_value,
    .why_unknown = native_why_unknown,
};
