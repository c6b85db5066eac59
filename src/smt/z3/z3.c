/* Z3 behind solver.h: every theory that we have.
 *
 * All instances share one context (see z3_context.h). The solver is Z3's "simple" one, the
 * incremental SMT core without the preprocessing of tactics: frames grow between almost any two
 * queries, and then it is the fastest of Z3's solvers on small questions. What it has not answered
 * after a moment is put to tactics (z3_tactics.h), whose cores are all of the assumptions.
 *
 * Assumptions are arbitrary Bool terms here and literals in Z3, so each that is not a literal gets
 * a proxy p with p => t, asserted once per instance. */
#include "smt/solver.h"

#include <assert.h>
#include <string.h>

#include "smt/z3/z3_context.h"
#include "smt/z3/z3_tactics.h"
#include "util/clock.h"
#include "util/fail.h"
#include "util/seconds.h"

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

static void *z3_create(void) {
    struct z3_state *s = MEM_NEW(struct z3_state);
    z3_context_acquire();
    s->solver = Z3_mk_simple_solver(z3_context());
    Z3_solver_inc_ref(z3_context(), s->solver);
    z3_leave_signals_alone(s->solver);
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

static void set_limit(struct z3_state *s, double seconds) {
    if (seconds == s->limit) return;
    s->limit = seconds;
    z3_set_timeout(s->solver, seconds);
}

static const char *explain(struct z3_state *s) {
    if (z3_context_error()) return z3_context_error();
    if (stop_requested()) return stop_text(stop_requested());
    return Z3_solver_get_reason_unknown(z3_context(), s->tactics ? s->tactics : s->solver);
}

/* The first try, by the incremental solver. */
static Z3_lbool check_simply(struct z3_state *s, double seconds) {
    set_limit(s, seconds > 0 && seconds < 2 * Z3_FIRST_TRY_SECONDS ? seconds / 2 : Z3_FIRST_TRY_SECONDS);
    return Z3_solver_check_assumptions(z3_context(), s->solver, s->literals.n, s->literals.at);
}

/* The second, by tactics, with what is left of the limit. */
static Z3_lbool check_by_tactics(struct z3_state *s, const term *assumptions, uint32_t n, double seconds) {
    double left = seconds < 2 * Z3_FIRST_TRY_SECONDS ? seconds / 2 : seconds - Z3_FIRST_TRY_SECONDS;
    struct z3_question q = {.facts = s->facts.n, .deadline = seconds <= 0 ? 0 : clock_wall() + left};
    for (uint32_t i = 0; i < s->facts.n; i++) VEC_PUSH(&q.literals, s->facts.at[i]);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&q.literals, assumptions[i]);
    Z3_lbool r = z3_tactics_check(&q);
    s->tactics = q.solver;
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
    if (!z3_context_stopped()) r = check_simply(s, seconds);
    if (r == Z3_L_UNDEF && !z3_context_stopped()) r = check_by_tactics(s, assumptions, n, seconds);
    z3_context_leave();
    /* An interruption may come just after the answer; Z3 then refuses whatever it is asked next. */
    if (z3_context_stopped()) r = Z3_L_UNDEF;
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

void solver_prepare(void) { z3_context_prepare(); }

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
