/* Damaged proofs and damaged traces. Real invariants and traces of the engine on small automata are
 * damaged in every way we can think of; the checker's answer on each must be that of a judge who
 * shares nothing with it: for invariants, enumeration of all states and inputs; for traces,
 * substitution of constants along the path, folded by the simplifier instead of evaluated. The
 * counts are printed: damage that the judge finds harmless (the invariant is still inductive, the
 * trace still leads to lE) must be accepted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "cfa/reduce.h"
#include "check/check.h"
#include "replay/replay.h"
#include "ic3cfa/ic3cfa.h"

enum { WIDTH = 4, VALUES = 1 << WIDTH, MAX_VARS = 3 };

static struct {
    unsigned tried, harmless, rejected;
} proofs, traces;

static term bv(uint64_t n) { return term_bv(WIDTH, n); }

/* x, y := start; while (*) { x += dx; y += dy; assume x <= limit; z := * }; assert bad is never
 * true. */
static struct cfa *make(uint64_t start, uint64_t dx, uint64_t dy, uint64_t limit,
                        term (*bad)(term, term, term)) {
    struct cfa *c = cfa_new();
    struct src_pos nowhere = {0};
    term x = term_var("x", sort_bv(WIDTH)), y = term_var("y", sort_bv(WIDTH)),
         z = term_var("z", sort_bv(WIDTH));
    cfa_add_var(c, x, "x", false, nowhere);
    cfa_add_var(c, y, "y", false, nowhere);
    cfa_add_var(c, z, "z", false, nowhere);
    uint32_t site = cfa_add_site(c, SITE_NONDET, "in", sort_bv(WIDTH), false, nowhere);
    loc head = cfa_add_loc(c, nowhere), body = cfa_add_loc(c, nowhere);
    cmd init = cfa_seq(c, cfa_assign(c, x, bv(start)),
                       cfa_seq(c, cfa_assign(c, y, bv(start)), cfa_assign(c, z, bv(0))));
    cfa_add_edge(c, c->l0, init, head);
    cmd next = cfa_seq(c, cfa_assign(c, x, term_bv_add(x, bv(dx))), cfa_assign(c, y, term_bv_add(y, bv(dy))));
    cfa_add_edge(c, head, cfa_seq(c, next, cfa_assume(c, term_ule(x, bv(limit)))), body);
    cfa_add_edge(c, body, cfa_seq(c, cfa_havoc(c, z, site), cfa_assume(c, term_ule(z, x))), head);
    cfa_add_edge(c, head, cfa_assume(c, bad(x, y, z)), c->lE);
    options.lbe = LBE_NONE;
    return cfa_reduce(c);
}

static term bad_differ(term x, term y, term z) {
    (void)z;
    return term_not(term_eq(x, y));
}
static term bad_odd(term x, term y, term z) {
    (void)z;
    return term_eq(term_bv_and(term_bv_add(x, y), bv(1)), bv(1));
}
static term bad_high(term x, term y, term z) {
    (void)y;
    return term_or(term_ult(bv(9), x), term_ult(x, z));
}
static term bad_deep(term x, term y, term z) {
    return term_and(term_eq(x, bv(6)), term_and(term_eq(z, bv(5)), term_ule(bv(3), y)));
}
static term bad_z(term x, term y, term z) {
    (void)y;
    return term_and(term_eq(z, bv(7)), term_ult(z, x));
}

/* ---- the judge of invariants: all states ---- */

static bool all_hold(struct model *m, const term_vec *facts) {
    for (uint32_t i = 0; i < facts->n; i++)
        if (!term_holds(m, facts->at[i])) return false;
    return true;
}

static void set_state(const struct cfa *c, struct model *m, uint32_t code) {
    model_clear(m);
    for (uint32_t i = 0; i < c->vars.n; i++, code /= VALUES)
        model_set(m, c->vars.at[i].var, value_of(code % VALUES));
}

/* Does the step lead from a state of the invariant out of it? Inputs are enumerated as well. */
static bool leads_out(const struct cfa *c, const struct cfa_step *s, const struct facts *inv,
                      struct model *m) {
    uint32_t combinations = 1;
    for (uint32_t i = 0; i < s->inputs.n; i++) combinations *= VALUES;
    for (uint32_t code = 0; code < combinations; code++) {
        for (uint32_t i = 0, rest = code; i < s->inputs.n; i++, rest /= VALUES)
            model_set(m, s->inputs.at[i].var, value_of(rest % VALUES));
        if (!all_hold(m, &s->guard)) continue;
        if (s->to == c->lE) return true;
        struct model next = {0};
        for (uint32_t i = 0; i < c->vars.n; i++) {
            value v = term_eval(m, c->vars.at[i].var);
            for (uint32_t k = 0; k < s->updates.n; k++)
                if (s->updates.at[k].var == c->vars.at[i].var) v = term_eval(m, s->updates.at[k].value);
            model_set(&next, c->vars.at[i].var, v);
        }
        bool inside = all_hold(&next, &inv->at[s->to]);
        model_release(&next);
        if (!inside) return true;
    }
    return false;
}

static bool judge_proof(const struct cfa *c, const struct facts *inv) {
    uint32_t states = 1;
    bool good = true;
    for (uint32_t i = 0; i < c->vars.n; i++) states *= VALUES;
    struct model m = {0};
    for (uint32_t code = 0; code < states && good; code++) {
        set_state(c, &m, code);
        good = all_hold(&m, &inv->at[c->l0]);
        for (uint32_t i = 0; i < c->steps.n && good; i++) {
            const struct cfa_step *s = &c->steps.at[i];
            set_state(c, &m, code);
            if (all_hold(&m, &inv->at[s->from])) good = !leads_out(c, s, inv, &m);
        }
    }
    model_release(&m);
    return good;
}

static void compare_proof(struct cfa *c, const struct facts *inv) {
    bool expected = judge_proof(c, inv);
    for (int kind = SOLVER_NATIVE; kind <= SOLVER_Z3; kind++) {
        bool unsure;
        char *wrong = check_invariant(c, inv, kind, &unsure);
        assert_false(unsure);
        if (!wrong != expected)
            fail_msg("the checker says %s", wrong ? wrong : "that a broken proof is fine");
        free(wrong);
    }
    proofs.tried++;
    if (expected) proofs.harmless++;
    else proofs.rejected++;
}

/* The first constant of the term, moved by one. */
static term moved(term t, bool up) {
    if (term_is_const(t) && sort_kind_of(term_sort(t)) == SORT_BV)
        return term_bv(term_width(t), term_value(t).lo + (up ? 1 : UINT64_MAX));
    for (uint32_t i = 0; i < term_arity(t); i++) {
        term args[16], inner = term_arg(t, i), other = moved(inner, up);
        if (other == inner || term_arity(t) > 16) continue;
        for (uint32_t k = 0; k < term_arity(t); k++) args[k] = k == i ? other : term_arg(t, k);
        return term_rebuild(t, args);
    }
    return t;
}

static void damage_fact(struct cfa *c, const struct facts *inv, loc l, uint32_t i) {
    struct facts copy;
    term fact = inv->at[l].at[i];
    term instead[] = {term_true(), term_not(fact), moved(fact, true), moved(fact, false), term_false()};
    for (size_t k = 0; k < sizeof instead / sizeof *instead; k++) {
        if (instead[k] == fact) continue;
        facts_copy(&copy, inv);
        copy.at[l].at[i] = instead[k];
        compare_proof(c, &copy);
        facts_release(&copy);
    }
    for (loc other = 0; other < inv->n; other++) { /* the fact at another location */
        if (other == l || other == c->lE) continue;
        facts_copy(&copy, inv);
        facts_add(&copy, other, fact);
        compare_proof(c, &copy);
        facts_release(&copy);
    }
}

static void damage_proof(struct cfa *c, const struct verdict *v) {
    compare_proof(c, &v->invariant);
    for (loc l = 0; l < v->invariant.n; l++)
        for (uint32_t i = 0; i < v->invariant.at[l].n && l != c->lE; i++) damage_fact(c, &v->invariant, l, i);
    struct facts small;
    facts_copy(&small, &v->invariant);
    struct budget minute = budget_cpu(60);
    check_minimize_invariant(c, &small, check_other_solver(), &minute);
    assert_true(facts_count(&small) <= facts_count(&v->invariant));
    assert_true(judge_proof(c, &small));
    facts_release(&small);
}

/* ---- traces ---- */

static term before(struct cfa_step *s, const struct trace_step *t, term phi) {
    struct subst inputs = {0};
    for (uint32_t i = 0; i < s->inputs.n; i++)
        subst_set(&inputs, s->inputs.at[i].var, term_bv(WIDTH, t->inputs.at[i].lo));
    term result = subst_apply(&inputs, term_and(term_and_n(s->guard.at, s->guard.n), cfa_wp(s, phi)));
    subst_release(&inputs);
    return result;
}

static bool judge_trace(struct cfa *c, const struct verdict *v) {
    term phi = term_true();
    loc at = c->lE;
    for (uint32_t i = v->trace.n; i-- > 0;) {
        struct cfa_step *s = &c->steps.at[v->trace.at[i].step];
        if (s->to != at || s->inputs.n != v->trace.at[i].inputs.n) return false;
        at = s->from;
        phi = before(s, &v->trace.at[i], phi);
    }
    struct subst zeros = {0};
    for (uint32_t i = 0; i < c->vars.n; i++) subst_set(&zeros, c->vars.at[i].var, bv(0));
    phi = subst_apply(&zeros, phi);
    subst_release(&zeros);
    return at == c->l0 && phi == term_true();
}

static void compare_trace(struct cfa *c, const struct verdict *v) {
    bool expected = judge_trace(c, v);
    char *wrong = replay_check_trace(c, v);
    if (!wrong != expected) fail_msg("the checker says %s", wrong ? wrong : "that a broken trace is fine");
    free(wrong);
    traces.tried++;
    if (expected) traces.harmless++;
    else traces.rejected++;
}

static void damage_step(struct cfa *c, struct verdict *v, uint32_t i) {
    struct trace_step *t = &v->trace.at[i], old = *t;
    for (uint32_t k = 0; k < t->inputs.n; k++)
        for (uint64_t n = 0; n < VALUES; n++) { /* change a value */
            value kept = t->inputs.at[k];
            t->inputs.at[k] = value_of(n);
            compare_trace(c, v);
            t->inputs.at[k] = kept;
        }
    for (uint32_t s = 0; s < c->steps.n; s++) { /* take another step */
        t->step = s;
        compare_trace(c, v);
    }
    *t = old;
    for (uint32_t k = i; k + 1 < v->trace.n; k++) v->trace.at[k] = v->trace.at[k + 1]; /* skip it */
    v->trace.n--;
    compare_trace(c, v);
    for (uint32_t k = v->trace.n++; k > i; k--) v->trace.at[k] = v->trace.at[k - 1];
    v->trace.at[i] = old;
}

static void damage_trace(struct cfa *c, struct verdict *v) {
    compare_trace(c, v);
    for (uint32_t i = 0; i < v->trace.n; i++) damage_step(c, v, i);
}

static void damage(struct cfa *c, enum verdict_kind expected) {
    struct verdict v = {0};
    ic3cfa_prove(c, NULL, &v);
    assert_int_equal(v.kind, expected);
    if (v.kind == VERDICT_TRUE) damage_proof(c, &v);
    else damage_trace(c, &v);
    verdict_clear(&v);
    cfa_free(c);
}

static void test_mutation(void **state) {
    (void)state;
    options_reset();
    options.solver = SOLVER_Z3;
    terms_init();
    damage(make(0, 1, 1, 9, bad_differ), VERDICT_TRUE);
    damage(make(0, 2, 4, 12, bad_odd), VERDICT_TRUE);
    damage(make(1, 1, 3, 9, bad_odd), VERDICT_TRUE);
    damage(make(0, 3, 1, 9, bad_high), VERDICT_TRUE);
    damage(make(1, 1, 1, 8, bad_high), VERDICT_TRUE);
    damage(make(0, 2, 1, 14, bad_deep), VERDICT_FALSE);
    damage(make(0, 1, 1, 14, bad_deep), VERDICT_FALSE);
    damage(make(3, 5, 1, 14, bad_z), VERDICT_FALSE);
    damage(make(0, 1, 2, 14, bad_differ), VERDICT_FALSE);
    terms_release();
    print_message(
        "proofs: %u damaged, %u rejected, %u harmless; traces: %u damaged, %u rejected, %u harmless\n",
        proofs.tried, proofs.rejected, proofs.harmless, traces.tried, traces.rejected, traces.harmless);
    assert_true(proofs.rejected + traces.rejected >= 200);
    assert_true(proofs.rejected >= 40 && traces.rejected >= 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mutation)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
