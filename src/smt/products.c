/* Polynomial equations as a theory beside bits (the lazy way of SMT: Nieuwenhuis, Oliveras and
 * Tinelli, JACM 2006).
 *
 * Products of unknowns become variables, so that a solver for bits has no multipliers to think
 * about. Its model tells which case it is in: which equations hold, and which way every choice
 * goes. If these equations imply one that the model denies, the clause that says so,
 *
 *     premises => a = b,
 *
 * is valid, the solver gets it, and is asked again. In the end no case is left, or one that algebra
 * does not refute.
 *
 *     k < i  =>  c[k] = k * k,   b[k] = 2 * k + 1               known, with k := i - 1
 *     x = c[i - 1] + b[i - 1],   x != i * i                      asked
 *
 * The solver finds k < i true by itself; then algebra sees that (i - 1)^2 + 2 (i - 1) + 1 = i^2.
 *
 * Three kinds of equations are looked for in models though nobody wrote them: that a sum extends as
 * its parts do (sext(i - 1) = sext(i) - 1, if nothing overflows, which bits decide), that a
 * division leaves 0 or 1, and a = b where a <= b is given. Limit: a product is related to bounds by
 * equations only. */
#include "smt/products.h"

#include <assert.h>

#include "smt/equalities.h"
#include "smt/z3/coarse.h"
#include "term/ideal.h"
#include "util/budget.h"
#include "util/options.h"

enum {
    MAX_LITERALS = 500,
    MAX_SUBTERMS = 5000,
    MAX_ROUNDS = 60,
    MAX_EQUATIONS = 160, /* that models are asked for */
    MAX_CHOICES = 60,
    MAX_GOALS = 16 /* of one model */
};

struct product_question {
    struct coarse coarse;
    struct solver *solver;
    term_vec equations; /* of words, conditions of the question or looked for */
    term_vec choices;   /* ite of words */
    term_vec *steps;    /* or NULL */
    struct model model;
};

static bool is_word(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

static bool is_equation(term t) { return term_op_of(t) == OP_EQ && is_word(term_arg(t, 0)); }

static void add_equation(struct product_question *q, term e) {
    if (is_equation(e) && q->equations.n < MAX_EQUATIONS) terms_add_once(&q->equations, e);
}

/* ext(a + b) = ext(a) + ext(b) */
static term extended_by_parts(term t) {
    bool is_signed = term_op_of(t) == OP_BV_SEXT;
    term sum = term_arg(t, 0), parts = term_bv(term_width(t), 0);
    for (uint32_t i = 0; i < term_arity(sum); i++) {
        term part = term_arg(sum, i);
        parts =
            term_bv_add(parts, is_signed ? term_sext(part, term_width(t)) : term_zext(part, term_width(t)));
    }
    return term_eq(t, parts);
}

/* What a division by a power of two leaves; TERM_NONE if t is none. */
static term remainder_of(term t) {
    switch (term_op_of(t)) {
    case OP_BV_UDIV: return term_bv_urem(term_arg(t, 0), term_arg(t, 1));
    case OP_BV_SDIV: return term_bv_srem(term_arg(t, 0), term_arg(t, 1));
    case OP_BV_EXTRACT: { /* the upper bits: what a shift is in normal form */
        term x = term_arg(t, 0);
        uint32_t k = term_param(t, 1);
        bool upper = is_word(x) && k && term_param(t, 0) == term_width(x) - 1;
        return upper ? term_extract(x, k - 1, 0) : TERM_NONE;
    }
    default: return TERM_NONE;
    }
}

static void read_term(struct product_question *q, term t) {
    enum term_op op = term_op_of(t);
    add_equation(q, t);
    term rest = is_word(t) || op == OP_BV_EXTRACT ? remainder_of(t) : TERM_NONE;
    if (rest != TERM_NONE) add_equation(q, term_eq(rest, term_bv(term_width(rest), 0)));
    if (rest != TERM_NONE) add_equation(q, term_eq(rest, term_bv(term_width(rest), 1)));
    if ((op == OP_BV_SEXT || op == OP_BV_ZEXT) && is_word(t) && term_op_of(term_arg(t, 0)) == OP_BV_ADD)
        add_equation(q, extended_by_parts(t));
    if (op == OP_ITE && is_word(t) && q->choices.n < MAX_CHOICES) terms_add_once(&q->choices, t);
}

/* a <= b: other bounds, of whatever form, may leave a = b only. That is how loops end. */
static void read_bound(struct product_question *q, term literal) {
    enum term_op op = term_op_of(literal);
    if (op != OP_BV_ULE && op != OP_BV_SLE) return;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    if (is_word(a)) add_equation(q, term_eq(a, b));
}

/* False: too large. */
static bool read_question(struct product_question *q, const term_vec *literals) {
    struct int_map seen = {0};
    term_vec subterms = {0};
    bool products = false;
    for (uint32_t i = 0; i < literals->n && subterms.n < MAX_SUBTERMS; i++)
        term_subterms_unseen(literals->at[i], &seen, &subterms);
    bool fits = literals->n <= MAX_LITERALS && subterms.n < MAX_SUBTERMS;
    for (uint32_t i = 0; i < subterms.n && fits; i++) {
        products |= term_is_nonlinear(subterms.at[i]);
        read_term(q, subterms.at[i]);
    }
    for (uint32_t i = 0; i < literals->n && fits; i++) read_bound(q, literals->at[i]);
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
    return fits && products;
}

/* Of the last model. */
static bool holds(struct product_question *q, term t) {
    term coarse = coarse_term(&q->coarse, t);
    solver_model(q->solver, coarse, &q->model);
    return term_holds(&q->model, coarse);
}

/* The equations and conditions that hold in the model, as literals. */
static void read_model(struct product_question *q, term_vec *literals, term_vec *denied) {
    model_release(&q->model);
    q->model = (struct model){0};
    for (uint32_t i = 0; i < q->choices.n; i++) {
        term condition = term_arg(q->choices.at[i], 0);
        terms_add_once(literals, holds(q, condition) ? condition : term_not(condition));
    }
    for (uint32_t i = 0; i < q->equations.n; i++) {
        term e = q->equations.at[i];
        if (holds(q, e)) terms_add_once(literals, e);
        else VEC_PUSH(denied, e);
    }
}

/* literals => goal, as a valid clause with few of them; TERM_NONE if algebra does not see it. */
static term imply(const term_vec *literals, term goal) {
    struct ideal_equation e = {term_arg(goal, 0), term_arg(goal, 1)};
    term_vec needed = {0};
    bool found = ideal_implies(literals, e, &needed);
    for (uint32_t i = 0; i < needed.n; i++) needed.at[i] = term_not(needed.at[i]);
    VEC_PUSH(&needed, goal);
    term clause = found ? term_or_n(needed.at, needed.n) : TERM_NONE;
    VEC_RELEASE(&needed);
    return clause;
}

/* Clauses that the model violates; false if there are none. */
static bool learn(struct product_question *q) {
    term_vec literals = {0}, denied = {0};
    uint32_t goals = 0;
    bool learned = false;
    read_model(q, &literals, &denied);
    for (int hard = 1; hard >= 0 && !learned; hard--)
        for (uint32_t i = 0; i < denied.n && goals < MAX_GOALS; i++) {
            if (equalities_wanted(denied.at[i]) != hard) continue;
            goals++;
            term clause = imply(&literals, denied.at[i]);
            if (clause == TERM_NONE) continue;
            learned = true;
            solver_assert(q->solver, coarse_term(&q->coarse, clause));
            if (q->steps) VEC_PUSH(q->steps, clause);
        }
    VEC_RELEASE(&literals);
    VEC_RELEASE(&denied);
    return learned;
}

/* coarse(facts) & coarse(assumptions) & what was learned */
static bool search(struct product_question *q, const term_vec *assumptions, struct budget *b) {
    for (uint32_t round = 0; round < MAX_ROUNDS && !budget_over(b); round++) {
        solver_set_limit(q->solver, budget_left(b));
        enum answer a = solver_check(q->solver, assumptions->at, assumptions->n);
        if (a != ANSWER_SAT) return a == ANSWER_UNSAT;
        if (!learn(q)) return false;
    }
    return false;
}

bool products_refute(const term_vec *facts, const term *assumptions, uint32_t n, double seconds,
                     bool *in_core, term_vec *steps) {
    assert(seconds > 0);
    struct product_question q = {.steps = steps};
    struct budget b = budget_cpu(seconds);
    term_vec literals = {0}, coarse = {0};
    for (uint32_t i = 0; i < facts->n; i++)
        if (facts->at[i] != TERM_NONE) term_conjuncts(facts->at[i], &literals);
    for (uint32_t i = 0; i < n; i++) term_conjuncts(assumptions[i], &literals);
    bool found = false;
    if (read_question(&q, &literals)) {
        q.solver = solver_new_kind(SOLVER_NATIVE, SOLVER_CHECKS);
        for (uint32_t i = 0; i < facts->n; i++)
            if (facts->at[i] != TERM_NONE) solver_assert(q.solver, coarse_term(&q.coarse, facts->at[i]));
        for (uint32_t i = 0; i < n; i++) VEC_PUSH(&coarse, coarse_term(&q.coarse, assumptions[i]));
        found = search(&q, &coarse, &b);
        for (uint32_t i = 0; i < n && found && in_core; i++) in_core[i] = solver_in_core(q.solver, i);
        solver_free(q.solver);
    }
    coarse_release(&q.coarse);
    model_release(&q.model);
    VEC_RELEASE(&q.equations);
    VEC_RELEASE(&q.choices);
    VEC_RELEASE(&literals);
    VEC_RELEASE(&coarse);
    return found;
}
