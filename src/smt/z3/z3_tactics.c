/* The essay is in the header. Each way makes a solver of its own and asks it the literals, once. */
#include "smt/z3/z3_tactics.h"

#include "smt/z3/coarse.h"
#include "smt/z3/integers.h"
#include "smt/z3/z3_context.h"
#include "util/clock.h"
#include "util/seconds.h"

void z3_question_release(struct z3_question *q) {
    if (q->solver) Z3_solver_dec_ref(z3_context(), q->solver);
    q->solver = NULL;
}

/* Takes the reference to the solver. */
static Z3_lbool check_fresh(struct z3_question *q, Z3_solver fresh, const term_vec *literals,
                            double seconds) {
    Z3_context c = z3_context();
    z3_question_release(q);
    q->solver = fresh;
    z3_leave_signals_alone(fresh);
    z3_set_timeout(fresh, seconds);
    for (uint32_t i = 0; i < literals->n; i++) Z3_solver_assert(c, fresh, z3_term(literals->at[i]));
    return z3_context_stopped() ? Z3_L_UNDEF : Z3_solver_check(c, fresh);
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

static double rest(const struct z3_question *q) {
    double left = q->deadline - clock_wall();
    return q->deadline <= 0 ? 0 : left > 0.001 ? left : 0.001;
}

/* A part of the time for an attempt of which only a contradiction counts. */
static double share_of(const struct z3_question *q, double parts) {
    double share = rest(q) / parts;
    return share > 0 && share < Z3_SHORT_TRY_SECONDS ? share : Z3_SHORT_TRY_SECONDS;
}

bool z3_refuted_coarsely(struct z3_question *q) {
    struct coarse c = {0};
    term_vec coarse = {0};
    for (uint32_t i = 0; i < q->literals.n; i++) VEC_PUSH(&coarse, coarse_term(&c, q->literals.at[i]));
    bool refuted = c.some && check_fresh(q, by_default(), &coarse, share_of(q, 3)) == Z3_L_FALSE;
    VEC_RELEASE(&coarse);
    coarse_release(&c);
    return refuted;
}

bool z3_refuted_by_reads(struct z3_question *q) {
    return about_arrays(&q->literals) &&
           check_fresh(q, by_reads(), &q->literals, share_of(q, 3)) == Z3_L_FALSE;
}

bool z3_refuted_as_integers(struct z3_question *q) {
    Z3_context c = z3_context();
    struct integers k = {0};
    VEC(Z3_ast) all = {0};
    Z3_lbool r = Z3_L_UNDEF;
    for (uint32_t i = 0; i < q->literals.n; i++) VEC_PUSH(&all, integers_term(&k, q->literals.at[i]));
    integers_finish(&k);
    if (k.sums) {
        Z3_solver fresh = by_default();
        for (uint32_t i = 0; i < all.n; i++) Z3_solver_assert(c, fresh, all.at[i]);
        for (uint32_t i = 0; i < k.sides.n; i++) Z3_solver_assert(c, fresh, k.sides.at[i]);
        r = check_fresh(q, fresh, &(term_vec){0}, share_of(q, 3));
    }
    VEC_RELEASE(&all);
    integers_release(&k);
    return r == Z3_L_FALSE;
}

/* The assumption that has most cases; the number of literals if none has several. */
static uint32_t widest(const struct z3_question *q) {
    uint32_t best = q->literals.n, most = 1;
    for (uint32_t i = q->facts; i < q->literals.n; i++)
        if (term_op_of(q->literals.at[i]) == OP_OR && term_arity(q->literals.at[i]) > most) {
            most = term_arity(q->literals.at[i]);
            best = i;
        }
    return best;
}

static bool refuted(struct z3_question *q) {
    return z3_refuted_as_integers(q) || z3_refuted_coarsely(q) || z3_refuted_by_reads(q);
}

/* That a conjunction of facts fails: each of its members by itself. What one case may be, the whole
 * may be. */
static Z3_lbool check_cases(struct z3_question *q) {
    uint32_t at = widest(q);
    if (at == q->literals.n) return Z3_L_UNDEF;
    term whole = q->literals.at[at];
    Z3_lbool r = Z3_L_FALSE;
    for (uint32_t i = 0; i < term_arity(whole) && r == Z3_L_FALSE; i++) {
        q->literals.at[at] = term_arg(whole, i);
        if (z3_refuted_as_integers(q)) continue;
        r = check_fresh(q, by_default(), &q->literals, share_of(q, term_arity(whole) + 1));
        if (r == Z3_L_UNDEF && refuted(q)) r = Z3_L_FALSE;
    }
    q->literals.at[at] = whole;
    return r;
}

Z3_lbool z3_tactics_check(struct z3_question *q) {
    if (z3_refuted_as_integers(q)) return Z3_L_FALSE;
    Z3_lbool r = check_cases(q);
    if (r == Z3_L_UNDEF && refuted(q)) r = Z3_L_FALSE;
    return r == Z3_L_UNDEF ? check_fresh(q, by_default(), &q->literals, rest(q)) : r;
}
