/* Random loops that assign polynomials, of so few bits that every state can be looked at.
 *
 * What the suppliers find must hold in every state that is reached. Then an equation of it is
 * damaged: check_inductive, which decides such facts by multiplying out among other ways, may call
 * the damaged facts inductive only if they are, by enumeration of all states, and must not say that
 * they fail where they do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "check/check.h"
#include "lemmas/lemmas.h"
#include "smt/solver.h"
#include "term/subst.h"
#include "unit/programs.h"
#include "util/options.h"
#include "util/rng.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARIABLES = 3, STATES = VALUES * VALUES * VALUES, ROUNDS = 300 };

struct random_loop {
    struct cfa *c;
    loc head;
    term var[VARIABLES], start[VARIABLES], next[VARIABLES]; /* start: TERM_NONE is any value */
};

static term number(uint64_t n) { return term_bv(WIDTH, n % VALUES); }

static term random_polynomial(struct rng *r, const term *var) {
    term sum = number(rng_below(r, VALUES));
    for (uint32_t i = rng_below(r, 3); i > 0; i--) {
        term product = var[rng_below(r, VARIABLES)];
        if (rng_below(r, 3) == 0) product = term_bv_mul(product, var[rng_below(r, VARIABLES)]);
        sum = term_bv_add(sum, term_bv_mul(number(1 + rng_below(r, VALUES - 1)), product));
    }
    return sum;
}

/* start; for (;;) next; the error is never reached, and nobody asks. */
static struct random_loop random_program(struct rng *r) {
    static const char *const names[VARIABLES] = {"x", "y", "z"};
    struct random_loop p = {.c = cfa_new()};
    struct cfa_assign starts[VARIABLES], nexts[VARIABLES];
    uint32_t n = 0;
    p.head = cfa_add_loc(p.c, (struct src_pos){0});
    for (uint32_t i = 0; i < VARIABLES; i++) {
        p.var[i] = term_var(names[i], sort_bv(WIDTH));
        cfa_add_var(p.c, p.var[i], names[i], true, (struct src_pos){0});
    }
    for (uint32_t i = 0; i < VARIABLES; i++) {
        p.start[i] = rng_below(r, 3) ? number(rng_below(r, VALUES)) : TERM_NONE;
        if (p.start[i] != TERM_NONE) starts[n++] = (struct cfa_assign){p.var[i], p.start[i]};
        term grown = random_polynomial(r, p.var);
        p.next[i] = rng_below(r, 4) ? term_bv_add(p.var[i], grown) : grown;
        nexts[i] = (struct cfa_assign){p.var[i], p.next[i]};
    }
    cfa_add_edge(p.c, p.c->l0, n ? cfa_assign_n(p.c, starts, n) : cfa_assume(p.c, term_true()), p.head);
    cfa_add_edge(p.c, p.head, cfa_assign_n(p.c, nexts, VARIABLES), p.head);
    term somewhere = term_and(term_eq(p.var[0], number(1)), term_eq(p.var[1], number(2)));
    cfa_add_edge(p.c, p.head, cfa_assume(p.c, somewhere), p.c->lE);
    p.c = ready(p.c);
    return p;
}

static void load(const struct random_loop *p, struct model *m, uint32_t state) {
    for (uint32_t i = 0; i < VARIABLES; i++, state /= VALUES)
        model_set(m, p->var[i], value_of(state % VALUES));
}

static uint32_t successor(const struct random_loop *p, struct model *m, uint32_t state) {
    uint32_t next = 0;
    load(p, m, state);
    for (uint32_t i = VARIABLES; i-- > 0;) next = next * VALUES + (uint32_t)term_eval(m, p->next[i]).lo;
    return next;
}

static bool is_first(const struct random_loop *p, uint32_t state) {
    for (uint32_t i = 0; i < VARIABLES; i++, state /= VALUES)
        if (p->start[i] != TERM_NONE && term_value(p->start[i]).lo != state % VALUES) return false;
    return true;
}

static bool all_hold(const struct random_loop *p, struct model *m, const struct facts *f, uint32_t state) {
    bool good = true;
    load(p, m, state);
    for (uint32_t i = 0; i < f->at[p->head].n && good; i++) good = term_holds(m, f->at[p->head].at[i]);
    return good;
}

/* By looking at all states. */
static bool is_inductive(const struct random_loop *p, const struct facts *f) {
    bool holds[STATES], good = true;
    struct model m = {0};
    for (uint32_t s = 0; s < STATES; s++) holds[s] = all_hold(p, &m, f, s);
    for (uint32_t s = 0; s < STATES && good; s++)
        good = (!is_first(p, s) || holds[s]) && (!holds[s] || holds[successor(p, &m, s)]);
    model_release(&m);
    return good;
}

static void compare_check(const struct random_loop *p, const struct facts *f) {
    bool unsure, inductive = is_inductive(p, f);
    char *wrong = check_inductive(p->c, f, SOLVER_Z3, &unsure);
    assert_false(!wrong && !inductive);
    assert_false(wrong && !unsure && inductive);
    free(wrong);
}

/* An equation of the facts, one side of which becomes another polynomial; false if there is
 * none. */
static bool damage(struct rng *r, const struct random_loop *p, struct facts *f) {
    term_vec *facts = &f->at[p->head];
    for (uint32_t i = 0, first = facts->n ? rng_below(r, facts->n) : 0; i < facts->n; i++) {
        term *fact = &facts->at[(first + i) % facts->n];
        if (term_op_of(*fact) != OP_EQ || term_sort(term_arg(*fact, 0)) != sort_bv(WIDTH)) continue;
        term by = rng_below(r, 2) ? number(1 + rng_below(r, VALUES - 1)) : random_polynomial(r, p->var);
        *fact = term_eq(term_bv_add(term_arg(*fact, 0), by), term_arg(*fact, 1));
        return true;
    }
    return false;
}

static void facts_hold_and_damaged_ones_do_not(void **unused) {
    (void)unused;
    struct rng r = {1};
    uint32_t damaged = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct random_loop p = random_program(&r);
        struct facts known;
        struct budget b = budget_cpu(0.1);
        facts_init(&known, p.c->locs.n);
        lemmas_supply_pass(p.c, &known, false, &b);
        compare_check(&p, &known);
        assert_true(is_inductive(&p, &known));
        if (damage(&r, &p, &known)) {
            compare_check(&p, &known);
            damaged++;
        }
        facts_release(&known);
        cfa_free(p.c);
    }
    assert_true(damaged > ROUNDS / 3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(facts_hold_and_damaged_ones_do_not)};
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
