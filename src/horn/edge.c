/* A clause
 *
 *     forall x, y, z:  P(x, y) & z = x + 1 & y > 0  =>  Q(z, y)
 *
 * is an edge from P to Q: the clause's variables are drawn, the constraint is assumed, Q's
 * arguments are assigned. Most of its variables are names for something: an argument of P, or what
 * an equation says. These are solved for and substituted, so that what is left to draw are the
 * inputs: here `assume y > 0; x := x + 1`. An equation is solved for a variable that it contains
 * once, with the factor 1 or -1, outside of all operators but sums; that is an equivalence for
 * bit-vectors and for integers. */
#include "horn/edge.h"

#include <assert.h>

/* ---- equations ---- */

static term minus(term a, term b) {
    return sort_kind_of(term_sort(a)) == SORT_INT ? term_int_sub(a, b) : term_bv_sub(a, b);
}

static term plus(term a, term b) {
    return sort_kind_of(term_sort(a)) == SORT_INT ? term_int_add(a, b) : term_bv_add(a, b);
}

/* a = b, solved for v; TERM_NONE if that does not work. */
static term solve_sum(term a, term b, term v) {
    term d = minus(a, b), without = minus(d, v); /* d = v + rest, or -v + rest */
    if (!term_mentions(without, v)) return minus(minus(without, without), without);
    without = plus(d, v);
    return term_mentions(without, v) ? TERM_NONE : without;
}

static term solve_equation(term a, term b, term v) {
    if (a == v && !term_mentions(b, v)) return b;
    if (b == v && !term_mentions(a, v)) return a;
    enum sort_kind k = sort_kind_of(term_sort(a));
    if (term_sort(a) != term_sort(v) || (k != SORT_INT && k != SORT_BV)) return TERM_NONE;
    return solve_sum(a, b, v);
}

/* What the literal says that v is; TERM_NONE: nothing. */
static term solve_literal(term literal, term v) {
    bool is_bool = sort_kind_of(term_sort(v)) == SORT_BOOL;
    if (is_bool && literal == v) return term_true();
    if (is_bool && literal == term_not(v)) return term_false();
    if (term_op_of(literal) != OP_EQ || !term_mentions(literal, v)) return TERM_NONE;
    return solve_equation(term_arg(literal, 0), term_arg(literal, 1), v);
}

static term definition_of(const struct horn_edge *e, term v) {
    for (uint32_t i = 0; i < e->constraint.n; i++) {
        term lit = e->constraint.at[i];
        bool may = term_op_of(lit) == OP_EQ || (sort_kind_of(term_sort(v)) == SORT_BOOL);
        term by = may ? solve_literal(lit, v) : TERM_NONE;
        if (by) return by;
    }
    return TERM_NONE;
}

static void substitute(struct horn_edge *e, term v, term by) {
    struct subst s = {0};
    term_vec constraint = {0};
    subst_set(&s, v, by);
    for (uint32_t i = 0; i < e->constraint.n; i++)
        term_conjuncts(subst_apply(&s, e->constraint.at[i]), &constraint);
    for (uint32_t i = 0; i < e->values.n; i++) e->values.at[i] = subst_apply(&s, e->values.at[i]);
    VEC_RELEASE(&e->constraint);
    e->constraint = constraint;
    subst_release(&s);
}

void horn_solve(struct horn_edge *e) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < e->locals.n; i++) {
            term v = e->locals.at[i], by = definition_of(e, v);
            if (!by) continue;
            substitute(e, v, by);
            e->locals.at[i--] = VEC_LAST(&e->locals);
            e->locals.n--;
            changed = true;
        }
    }
}

static bool divides(term t) {
    term_vec all = {0};
    bool some = false;
    term_subterms(t, &all);
    for (uint32_t i = 0; i < all.n && !some; i++) {
        enum term_op op = term_op_of(all.at[i]);
        if (op != OP_INT_DIV && op != OP_INT_MOD) continue;
        term by = term_arg(all.at[i], 1);
        some = !term_is_const(by) || by == term_int(0);
    }
    VEC_RELEASE(&all);
    return some;
}

bool horn_divides(const struct horn_edge *e) {
    bool some = false;
    for (uint32_t i = 0; i < e->constraint.n; i++) some |= divides(e->constraint.at[i]);
    for (uint32_t i = 0; i < e->values.n; i++) some |= divides(e->values.at[i]);
    return some;
}

/* ---- the edge ---- */

static bool is_mentioned(const struct horn_edge *e, term v) {
    for (uint32_t i = 0; i < e->constraint.n; i++)
        if (term_mentions(e->constraint.at[i], v)) return true;
    for (uint32_t i = 0; i < e->values.n; i++)
        if (term_mentions(e->values.at[i], v)) return true;
    return false;
}

static cmd draw(struct cfa *c, term v) {
    uint32_t site = cfa_add_site(c, SITE_NONDET, term_name(v), term_sort(v), true, (struct src_pos){0});
    if (!cfa_has_var(c, v)) cfa_add_var(c, v, term_name(v), true, (struct src_pos){0});
    return cfa_havoc(c, v, site);
}

void horn_add_edge(struct cfa *c, const struct horn_edge *e, term rule, uint32_t rule_site, uint32_t choice) {
    assert(e->targets.n == e->values.n);
    cmd all = cfa_skip();
    if (rule) {
        term selected = term_eq(rule, term_bv(term_width(rule), choice));
        all = cfa_seq(c, cfa_havoc(c, rule, rule_site), cfa_assume(c, selected));
    }
    for (uint32_t i = 0; i < e->locals.n; i++)
        if (is_mentioned(e, e->locals.at[i])) all = cfa_seq(c, all, draw(c, e->locals.at[i]));
    all = cfa_seq(c, all, cfa_assume(c, term_and_n(e->constraint.at, e->constraint.n)));
    VEC(struct cfa_assign) pairs = {0};
    for (uint32_t i = 0; i < e->targets.n; i++)
        if (e->targets.at[i] != e->values.at[i])
            VEC_PUSH(&pairs, (struct cfa_assign){e->targets.at[i], e->values.at[i]});
    if (pairs.n) all = cfa_seq(c, all, cfa_assign_n(c, pairs.at, pairs.n));
    VEC_RELEASE(&pairs);
    cfa_add_edge(c, e->from, all, e->to);
}

void horn_edge_release(struct horn_edge *e) {
    VEC_RELEASE(&e->constraint);
    VEC_RELEASE(&e->locals);
    VEC_RELEASE(&e->targets);
    VEC_RELEASE(&e->values);
}
