/* Multipliers are what a SAT solver cannot compare: i = n, sq = i * i and sq != n * n is a search
 * over 32 bits, while to put i for n shows it at once. So a query with products is first looked at
 * as words: equations that give a variable a value are substituted into everything, as tactics of
 * SMT solvers do (solve-eqs of Z3), and the normal form of terms, which multiplies sums out, does
 * the rest. Two bounds a <= b and b <= a are an equation as well: that is how loops end. What no
 * substitution shows, a combination of the equations may: x * u + y * v = c survives x := x - y, v
 * := v + u as it is (term/ideal.h).
 *
 * The answer "refuted" has all assumptions as its core; "not refuted" is no answer. */
#include "smt/equalities.h"

#include <assert.h>

#include "term/ideal.h"
#include "term/subst.h"

enum { MAX_LITERALS = 200, MAX_ROUNDS = 40 };

bool equalities_wanted(term t) {
    term_vec subterms = {0};
    bool found = false;
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < subterms.n && !found; i++) found = term_is_nonlinear(subterms.at[i]);
    VEC_RELEASE(&subterms);
    return found;
}

/* x := by, if the literal says so. */
static bool solved(term literal, term *x, term *by) {
    assert(sort_kind_of(term_sort(literal)) == SORT_BOOL);
    bool negated = term_op_of(literal) == OP_NOT;
    *x = negated ? term_arg(literal, 0) : literal;
    *by = negated ? term_false() : term_true();
    if (term_is_var(*x)) return true;
    if (term_op_of(literal) != OP_EQ || sort_kind_of(term_sort(term_arg(literal, 0))) == SORT_FLOAT)
        return false;
    for (uint32_t i = 0; i < 2; i++) {
        *x = term_arg(literal, i);
        *by = term_arg(literal, 1 - i);
        if (term_is_var(*x) && !term_mentions(*by, *x)) return true;
    }
    return false;
}

/* a <= b and b <= a, or a < b and b <= a + 1 (where a + 1 does not wrap around, since a < b): the
 * equation; else TERM_NONE. */
static term equation_of(const term_vec *literals, term literal) {
    enum term_op op = term_op_of(literal);
    bool is_signed = op == OP_BV_SLE || op == OP_BV_SLT, strict = op == OP_BV_ULT || op == OP_BV_SLT;
    if (!is_signed && op != OP_BV_ULE && op != OP_BV_ULT) return TERM_NONE;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    if (strict) a = term_bv_add(a, term_bv(term_width(a), 1));
    if (!terms_include(literals, is_signed ? term_sle(b, a) : term_ule(b, a))) return TERM_NONE;
    return term_eq(a, b);
}

void equalities_suggest(const term_vec *literals, term_vec *equations) {
    for (uint32_t i = 0; i < literals->n; i++) {
        term e = equation_of(literals, literals->at[i]);
        if (e != TERM_NONE && !term_is_const(e) && !terms_include(literals, e) &&
            !terms_include(equations, e))
            VEC_PUSH(equations, e);
    }
}

/* The equation that the next substitution takes; false if there is none. */
static bool next_equation(const term_vec *literals, term *x, term *by) {
    for (uint32_t i = 0; i < literals->n; i++)
        if (solved(literals->at[i], x, by)) return true;
    term_vec equations = {0};
    bool found = false;
    equalities_suggest(literals, &equations);
    for (uint32_t i = 0; i < equations.n && !found; i++) found = solved(equations.at[i], x, by);
    VEC_RELEASE(&equations);
    return found;
}

/* Puts the value in; false if that contradicts a literal. */
static bool substitute(term_vec *literals, term x, term by) {
    assert(term_sort(x) == term_sort(by));
    term_vec result = {0};
    struct subst s = {0};
    bool good = true;
    subst_set(&s, x, by);
    for (uint32_t i = 0; i < literals->n && good; i++) {
        term t = subst_apply(&s, literals->at[i]);
        good = t != term_false();
        term_conjuncts(t, &result);
    }
    subst_release(&s);
    VEC_RELEASE(literals);
    *literals = result;
    return good;
}

void equalities_substitute(term_vec *literals, term equation) {
    assert(sort_kind_of(term_sort(equation)) == SORT_BOOL);
    term x, by;
    if (solved(equation, &x, &by) && !substitute(literals, x, by)) VEC_PUSH(literals, term_false());
}

/* Two literals that are each other's negation. */
static bool is_contradictory(const term_vec *literals) {
    for (uint32_t i = 0; i < literals->n; i++)
        if (term_op_of(literals->at[i]) == OP_EQ && terms_include(literals, term_not(literals->at[i])))
            return true;
    return false;
}

bool equalities_refute(const struct fact_list *facts, const term *assumptions, uint32_t n) {
    term_vec literals = {0};
    for (uint32_t i = 0; i < facts->all.n; i++)
        if (facts->all.at[i] != TERM_NONE) term_conjuncts(facts->all.at[i], &literals);
    for (uint32_t i = 0; i < n; i++) term_conjuncts(assumptions[i], &literals);
    bool refuted = literals.n < MAX_LITERALS && ideal_refutes(&literals);
    term x, by;
    for (uint32_t i = 0;
         i < MAX_ROUNDS && !refuted && literals.n < MAX_LITERALS && next_equation(&literals, &x, &by); i++)
        refuted = !substitute(&literals, x, by) || is_contradictory(&literals);
    VEC_RELEASE(&literals);
    return refuted;
}
