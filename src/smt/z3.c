/* Z3 behind solver.h: every theory that we have.
 *
 * All instances share one context (see z3_context.h). The solver is Z3's "simple" one, the incremental
 * SMT core without the preprocessing of tactics: frames grow between almost any two queries, and then it
 * is the fastest of Z3's solvers (DESIGN.md section 5). Where it has not answered after a moment, the same
 * question is put to a fresh solver of Z3's usual kind, whose tactics take a single hard question apart far
 * better: the check of a proof lives on these. Its cores are all of the assumptions. Questions about arrays are first
 * taken apart by us: stores are written out, what is left are reads, and reads are values that agree where their indices do. Z3 has
 * tactics for each of that and does not use them by itself; an obligation that its array solver does not decide in 20 s takes 1 s.
 * Questions with products and quotients are first asked with any values in their places (coarse.h). An assumption that is a
 * disjunction, as that one of the facts of an invariant fails, is asked case by case before all that.
 *
 * Assumptions are arbitrary Bool terms here and literals in Z3, so each that is not a literal gets a
 * proxy p with p => t, asserted once per instance. */
#include "smt/solver.h"

#include <assert.h>
#include <string.h>

#include "smt/coarse.h"
#include "smt/z3_context.h"
#include "util/clock.h"
#include "util/fail.h"

#define FIRST_TRY 0.5 /* seconds of the simple solver before the tactics are asked */
#define SHORT_TRY                                                                                            \
    6.0 /* seconds for an attempt of which only a contradiction counts; a third of the limit at most */

struct z3_state {
    Z3_solver solver;
    term_vec facts;         /* what was asserted for good */
    Z3_solver tactics;      /* answered the last check, if not NULL */
    Z3_model model;         /* of the last check, or NULL until asked */
    struct int_map proxies; /* term -> Z3_ast, inc_ref'ed */
    VEC(Z3_ast) literals;   /* those of the last check, in the order of the assumptions */
    double limit;           /* as set in the solver */
    const char *why;
};

static bool z3_supports(term t) {
    (void)t;
    return true;
}

/* Z3 catches SIGINT while it checks, and the user's Ctrl-C would be lost; stop_requested() interrupts it
 * instead. */
static void leave_signals_alone(Z3_context c, Z3_solver solver) {
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), false);
    Z3_solver_set_params(c, solver, p);
    Z3_params_dec_ref(c, p);
}

static void *z3_create(void) {
    struct z3_state *s = MEM_NEW(struct z3_state);
    z3_context_acquire();
    s->solver = Z3_mk_simple_solver(z3_context());
    Z3_solver_inc_ref(z3_context(), s->solver);
    leave_signals_alone(z3_context(), s->solver);
    return s;
}

/* Forgets what belongs to the last check. */
static void drop_model(struct z3_state *s) {
    if (s->model) Z3_model_dec_ref(z3_context(), s->model);
    if (s->tactics) Z3_solver_dec_ref(z3_context(), s->tactics);
    s->model = NULL;
    s->tactics = NULL;
}

static void z3_destroy(void *state) {
    struct z3_state *s = state;
    drop_model(s);
    for (uint32_t i = 0; i < s->proxies.capacity; i++)
        if (s->proxies.used[i]) Z3_dec_ref(z3_context(), (Z3_ast)(uintptr_t)s->proxies.values[i]);
    int_map_release(&s->proxies);
    VEC_RELEASE(&s->literals);
    VEC_RELEASE(&s->facts);
    Z3_solver_dec_ref(z3_context(), s->solver);
    z3_context_release();
    free(s);
}

static void z3_assert_term(void *state, term activation, term t) {
    struct z3_state *s = state;
    drop_model(s);
    if (activation != TERM_NONE) t = term_or(term_not(activation), t);
    Z3_solver_assert(z3_context(), s->solver, z3_term(t));
    VEC_PUSH(&s->facts, t);
}

static void z3_retire(void *state, term activation) {
    z3_assert_term(state, TERM_NONE, term_not(activation));
}

static bool is_literal(term t) {
    if (term_op_of(t) == OP_NOT) t = term_arg(t, 0);
    return term_is_var(t);
}

/* The literal that stands for an assumption. */
static Z3_ast literal_of(struct z3_state *s, term t) {
    if (is_literal(t)) return z3_term(t);
    Z3_context c = z3_context();
    bool added;
    uint64_t *slot = int_map_put(&s->proxies, t, &added);
    if (added) {
        Z3_ast p = Z3_mk_fresh_const(c, "assume", Z3_mk_bool_sort(c));
        Z3_inc_ref(c, p);
        *slot = (uint64_t)(uintptr_t)p;
        Z3_solver_assert(c, s->solver, Z3_mk_implies(c, p, z3_term(t)));
    }
    return (Z3_ast)(uintptr_t)*slot;
}

static void set_timeout(Z3_solver solver, double seconds) {
    Z3_context c = z3_context();
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    double ms = seconds * 1000;
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "timeout"),
                       seconds <= 0 || ms > 4e9 ? 4294967295u
                       : ms < 1                 ? 1
                                                : (unsigned)ms);
    Z3_solver_set_params(c, solver, p);
    Z3_params_dec_ref(c, p);
}

static void set_limit(struct z3_state *s, double seconds) {
    if (seconds == s->limit) return;
    s->limit = seconds;
    set_timeout(s->solver, seconds);
}

static const char *explain(struct z3_state *s) {
    if (z3_context_error()) return z3_context_error();
    if (stop_requested()) return stop_text(stop_requested());
    return Z3_solver_get_reason_unknown(z3_context(), s->tactics ? s->tactics : s->solver);
}

/* The first try, by the incremental solver. */
static Z3_lbool check_simply(struct z3_state *s, double seconds) {
    set_limit(s, seconds > 0 && seconds < 2 * FIRST_TRY ? seconds / 2 : FIRST_TRY);
    return Z3_solver_check_assumptions(z3_context(), s->solver, s->literals.n, s->literals.at);
}

static bool stopped(void) { return stop_requested() || z3_context_error(); }

/* The second, by tactics, on the facts and the assumptions themselves: what stood for the assumptions of other checks is not there,
 * and would keep tactics from solving for variables. Takes the reference to the solver. */
static Z3_lbool check_fresh(struct z3_state *s, Z3_solver fresh, const term_vec *literals, double seconds) {
    Z3_context c = z3_context();
    drop_model(s);
    s->tactics = fresh;
    leave_signals_alone(c, fresh);
    set_timeout(fresh, seconds);
    for (uint32_t i = 0; i < literals->n; i++) Z3_solver_assert(c, fresh, z3_term(literals->at[i]));
    return stopped() ? Z3_L_UNDEF : Z3_solver_check(c, fresh);
}

static Z3_solver by_default(void) {
    Z3_solver fresh = Z3_mk_solver(z3_context());
    Z3_solver_inc_ref(z3_context(), fresh);
    return fresh;
}

/* a, then b; takes the references to both and gives one. */
static Z3_tactic in_turn(Z3_tactic a, Z3_tactic b) {
    Z3_context c = z3_context();
    Z3_tactic both = Z3_tactic_and_then(c, a, b);
    Z3_tactic_inc_ref(c, both);
    Z3_tactic_dec_ref(c, a);
    Z3_tactic_dec_ref(c, b);
    return both;
}

static Z3_tactic named(const char *name) {
    Z3_tactic t = Z3_mk_tactic(z3_context(), name);
    Z3_tactic_inc_ref(z3_context(), t);
    return t;
}

/* simplify with select(store(a, i, v), j) as a choice. */
static Z3_tactic expand_stores(void) {
    Z3_context c = z3_context();
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "expand_select_store"), true);
    Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "blast_select_store"), true);
    Z3_tactic simplify = named("simplify"), t = Z3_tactic_using_params(c, simplify, p);
    Z3_tactic_inc_ref(c, t);
    Z3_tactic_dec_ref(c, simplify);
    Z3_params_dec_ref(c, p);
    return t;
}

/* Arrays are functions, functions are values (Ackermann), values are bits. */
static Z3_solver by_reads(void) {
    Z3_context c = z3_context();
    Z3_tactic values = in_turn(named("bvarray2uf"), in_turn(named("ackermannize_bv"), named("qfbv")));
    Z3_tactic all = in_turn(expand_stores(), values);
    Z3_solver fresh = Z3_mk_solver_from_tactic(c, all);
    Z3_solver_inc_ref(c, fresh);
    Z3_tactic_dec_ref(c, all);
    return fresh;
}

static bool probe(const char *name, Z3_goal goal) {
    Z3_context c = z3_context();
    Z3_probe p = Z3_mk_probe(c, name);
    Z3_probe_inc_ref(c, p);
    bool found = Z3_probe_apply(c, p, goal) != 0;
    Z3_probe_dec_ref(c, p);
    return found;
}

/* Is the question one of arrays and bit-vectors, and not of bit-vectors alone? */
static bool about_arrays(const term_vec *literals) {
    Z3_context c = z3_context();
    Z3_goal goal = Z3_mk_goal(c, false, false, false);
    Z3_goal_inc_ref(c, goal);
    for (uint32_t i = 0; i < literals->n; i++) Z3_goal_assert(c, goal, z3_term(literals->at[i]));
    bool found = probe("is-qfaufbv", goal) && !probe("is-qfbv", goal);
    Z3_goal_dec_ref(c, goal);
    return found;
}

/* One question that the incremental solver has not answered. */
struct question {
    struct z3_state *s;
    term_vec literals; /* facts and assumptions */
    double deadline;   /* of wall time; 0: none */
};

static double rest(const struct question *q) {
    double left = q->deadline - clock_wall();
    return q->deadline <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

/* A part of the time for an attempt of which only a contradiction counts. */
static double share_of(const struct question *q, double parts) {
    double share = rest(q) / parts;
    return share > 0 && share < SHORT_TRY ? share : SHORT_TRY;
}

static bool refuted_coarsely(const struct question *q) {
    struct coarse c = {0};
    term_vec coarse = {0};
    for (uint32_t i = 0; i < q->literals.n; i++) VEC_PUSH(&coarse, coarse_term(&c, q->literals.at[i]));
    bool refuted = c.some && check_fresh(q->s, by_default(), &coarse, share_of(q, 3)) == Z3_L_FALSE;
    VEC_RELEASE(&coarse);
    coarse_release(&c);
    return refuted;
}

static bool refuted_by_reads(const struct question *q) {
    return about_arrays(&q->literals) &&
           check_fresh(q->s, by_reads(), &q->literals, share_of(q, 3)) == Z3_L_FALSE;
}

/* The literal from `begin` on that has most cases; the number of literals if none has several. */
static uint32_t widest(const struct question *q, uint32_t begin) {
    uint32_t best = q->literals.n, most = 1;
    for (uint32_t i = begin; i < q->literals.n; i++)
        if (term_op_of(q->literals.at[i]) == OP_OR && term_arity(q->literals.at[i]) > most) {
            most = term_arity(q->literals.at[i]);
            best = i;
        }
    return best;
}

/* That a conjunction of facts fails: each of its members by itself. What one case may be, the whole may be. */
static Z3_lbool check_cases(struct question *q, uint32_t begin) {
    uint32_t at = widest(q, begin);
    if (at == q->literals.n) return Z3_L_UNDEF;
    term whole = q->literals.at[at];
    Z3_lbool r = Z3_L_FALSE;
    for (uint32_t i = 0; i < term_arity(whole) && r == Z3_L_FALSE; i++) {
        q->literals.at[at] = term_arg(whole, i);
        r = check_fresh(q->s, by_default(), &q->literals, share_of(q, term_arity(whole) + 1));
        if (r == Z3_L_UNDEF && (refuted_coarsely(q) || refuted_by_reads(q))) r = Z3_L_FALSE;
    }
    q->literals.at[at] = whole;
    return r;
}

/* With what is left of the limit after the first try. */
static Z3_lbool check_by_tactics(struct z3_state *s, const term *assumptions, uint32_t n, double seconds) {
    double left = seconds < 2 * FIRST_TRY ? seconds / 2 : seconds - FIRST_TRY;
    struct question q = {.s = s, .deadline = seconds <= 0 ? 0 : clock_wall() + left};
    for (uint32_t i = 0; i < s->facts.n; i++) VEC_PUSH(&q.literals, s->facts.at[i]);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&q.literals, assumptions[i]);
    Z3_lbool r = check_cases(&q, s->facts.n);
    if (r == Z3_L_UNDEF && (refuted_coarsely(&q) || refuted_by_reads(&q))) r = Z3_L_FALSE;
    if (r == Z3_L_UNDEF) r = check_fresh(s, by_default(), &q.literals, rest(&q));
    VEC_RELEASE(&q.literals);
    return r;
}

static enum answer z3_check(void *state, const term *assumptions, uint32_t n, double seconds) {
    struct z3_state *s = state;
    drop_model(s);
    VEC_CLEAR(&s->literals);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&s->literals, literal_of(s, assumptions[i]));
    s->why = NULL;
    Z3_lbool r = Z3_L_UNDEF;
    z3_context_enter();
    if (!stopped()) r = check_simply(s, seconds);
    if (r == Z3_L_UNDEF && !stopped()) r = check_by_tactics(s, assumptions, n, seconds);
    z3_context_leave();
    /* An interruption may come just after the answer; Z3 then refuses whatever it is asked next. */
    if (stopped()) r = Z3_L_UNDEF;
    if (r == Z3_L_UNDEF) s->why = explain(s);
    return r == Z3_L_TRUE ? ANSWER_SAT : r == Z3_L_FALSE ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

static void z3_core(void *state, const term *assumptions, uint32_t n, bool *in_core) {
    struct z3_state *s = state;
    (void)assumptions;
    assert(n == s->literals.n);
    if (s->tactics) {
        memset(in_core, true, n * sizeof *in_core);
        return;
    }
    Z3_context c = z3_context();
    Z3_ast_vector core = Z3_solver_get_unsat_core(c, s->solver);
    Z3_ast_vector_inc_ref(c, core);
    struct int_map members = {0};
    for (unsigned i = 0; i < Z3_ast_vector_size(c, core); i++)
        int_map_put(&members, (uint64_t)(uintptr_t)Z3_ast_vector_get(c, core, i), NULL);
    for (uint32_t i = 0; i < n; i++)
        in_core[i] = int_map_get(&members, (uint64_t)(uintptr_t)s->literals.at[i]) != NULL;
    int_map_release(&members);
    Z3_ast_vector_dec_ref(c, core);
}

static bool z3_model_value(void *state, term var, value *v) {
    struct z3_state *s = state;
    Z3_context c = z3_context();
    if (!s->model) {
        s->model = Z3_solver_get_model(c, s->tactics ? s->tactics : s->solver);
        Z3_model_inc_ref(c, s->model);
    }
    Z3_func_decl d = Z3_get_app_decl(c, Z3_to_app(c, z3_term(var)));
    Z3_ast a = Z3_model_get_const_interp(c, s->model, d);
    if (!a) return false;
    Z3_inc_ref(c, a);
    bool ok = z3_read_value(s->model, a, term_sort(var), v);
    if (!ok) fail_internal("z3: no value to read in %s = %s", term_name(var), Z3_ast_to_string(c, a));
    Z3_dec_ref(c, a);
    return true;
}

static const char *z3_why_unknown(void *state) {
    struct z3_state *s = state;
    return s->why ? s->why : "unknown";
}

const struct solver_backend smt_z3 = {
    .name = "z3",
    .supports = z3_supports,
    .create = z3_create,
    .destroy = z3_destroy,
    .assert_term = z3_assert_term,
    .retire = z3_retire,
    .check = z3_check,
    .core = z3_core,
    .model_value = z3_model_value,
    .why_unknown = z3_why_unknown,
};
