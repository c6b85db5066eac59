/* Choice-free steps in normal form. */
#include "helpers.h"

static struct cfa *one_edge(cmd (*make)(struct cfa *c, term x, term y)) {
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    cfa_add_edge(c, c->l0, make(c, x, y), c->lE);
    return c;
}

static struct cfa *split(cmd (*make)(struct cfa *c, term x, term y), double paths) {
    struct cfa *c = one_edge(make);
    cfa_split(c, paths);
    assert_well_formed(c);
    return c;
}

#define X c->vars.at[0].var
#define Y c->vars.at[1].var

/* x := x + 1; assume x < 5; y := x */
static cmd straight(struct cfa *c, term x, term y) {
    cmd first = cfa_seq(c, cfa_assign(c, x, plus(x, 1)), cfa_assume(c, term_ult(x, num(5))));
    return cfa_seq(c, first, cfa_assign(c, y, x));
}

static void test_values_are_over_the_state_before(void **state) {
    (void)state;
    struct cfa *c = split(straight, 32);
    assert_int_equal(c->steps.n, 1);
    struct cfa_step *s = &c->steps.at[0];
    assert_int_equal(s->guard.n, 1);
    assert_int_equal(s->guard.at[0], term_ult(plus(X, 1), num(5)));
    assert_int_equal(s->updates.n, 2);
    assert_int_equal(s->updates.at[0].value, plus(X, 1));
    assert_int_equal(s->updates.at[1].value, plus(X, 1));
    assert_int_equal(cfa_wp(s, term_eq(Y, num(7))), term_eq(plus(X, 1), num(7)));
    assert_int_equal(cfa_wp(s, term_eq(X, Y)), term_true());
    cfa_free(c);
}

static cmd swap(struct cfa *c, term x, term y) {
    return cfa_assign_n(c, (struct cfa_assign[]){{x, y}, {y, x}}, 2);
}
static cmd swap_twice(struct cfa *c, term x, term y) { return cfa_seq(c, swap(c, x, y), swap(c, x, y)); }

static void test_parallel_assignment(void **state) {
    (void)state;
    struct cfa *c = split(swap, 32);
    assert_int_equal(c->steps.at[0].updates.at[0].value, Y);
    assert_int_equal(c->steps.at[0].updates.at[1].value, X);
    cfa_free(c);
    c = split(swap_twice, 32);
    assert_int_equal(c->steps.at[0].updates.n, 0);
    cfa_free(c);
}

/* (assume x = 1; y := 2 [] assume x = 2; y := 3); (assume x = 1 [] assume x = 2): two of four paths
 * remain */
static cmd correlated(struct cfa *c, term x, term y) {
    cmd one = cfa_assume(c, term_eq(x, num(1))), two = cfa_assume(c, term_eq(x, num(2)));
    cmd a = cfa_seq(c, one, cfa_assign(c, y, num(2))), b = cfa_seq(c, two, cfa_assign(c, y, num(3)));
    return cfa_seq(c, cfa_choice(c, a, b), cfa_choice(c, one, two));
}

static void test_contradictory_paths_are_dropped(void **state) {
    (void)state;
    struct cfa *c = split(correlated, 32);
    assert_int_equal(c->steps.n, 2);
    assert_int_equal(c->steps.at[0].guard.n, 1);
    assert_int_equal(c->steps.at[1].updates.at[0].value, num(3));
    cfa_free(c);
}

/* x := *; y := *; (assume x = 0 [] assume x < 9) */
static cmd draws(struct cfa *c, term x, term y) {
    uint32_t first = nondet(c, "first"), second = nondet(c, "second");
    cmd both = cfa_seq(c, cfa_havoc(c, x, first), cfa_havoc(c, y, second));
    both = cfa_seq(c, both, cfa_assign(c, y, num(0)));
    return cfa_seq(c, both,
                   cfa_choice(c, cfa_assume(c, term_eq(x, num(0))), cfa_assume(c, term_ult(x, num(9)))));
}

static void test_inputs_and_draws(void **state) {
    (void)state;
    struct cfa *c = split(draws, 32);
    assert_int_equal(c->steps.n, 2);
    for (uint32_t i = 0; i < 2; i++) {
        struct cfa_step *s = &c->steps.at[i];
        assert_int_equal(s->inputs.n, 1); /* y's value is overwritten, but it was drawn */
        assert_int_equal(s->draws.n, 2);
        assert_int_equal(s->inputs.at[0].draw, 0);
        assert_int_equal(s->inputs.at[0].site, 0);
        assert_int_equal(s->draws.at[1], 1);
    }
    assert_true(c->steps.at[0].inputs.at[0].var != c->steps.at[1].inputs.at[0].var);
    cfa_free(c);
}

static cmd disjunction(struct cfa *c, term x, term y) {
    term a = term_ult(x, num(3)), b = term_and(term_ult(num(7), x), term_eq(y, num(1)));
    return cfa_assume(c, term_or(a, b));
}

static void test_disjunctions_are_split_within_the_bound(void **state) {
    (void)state;
    struct cfa *c = split(disjunction, 32);
    assert_int_equal(c->steps.n, 2);
    assert_int_equal(c->steps.at[0].guard.n + c->steps.at[1].guard.n, 3);
    cfa_free(c);
    c = split(disjunction, 1);
    assert_int_equal(c->steps.n, 1);
    assert_int_equal(c->steps.at[0].guard.n, 1);
    cfa_free(c);
}

/* assume x = 3; assume x + y < 5; y := x */
static cmd fixed(struct cfa *c, term x, term y) {
    cmd both =
        cfa_seq(c, cfa_assume(c, term_eq(x, num(3))), cfa_assume(c, term_ult(term_bv_add(x, y), num(5))));
    return cfa_seq(c, both, cfa_assign(c, y, x));
}

static void test_fixed_variables_are_used(void **state) {
    (void)state;
    struct cfa *c = split(fixed, 32);
    assert_int_equal(c->steps.at[0].updates.at[0].value, num(3));
    assert_false(term_mentions(c->steps.at[0].guard.at[0], X) &&
                 term_mentions(c->steps.at[0].guard.at[1], X));
    cfa_free(c);
}

/* A long chain, nested to the left, must not recurse. */
static cmd chain(struct cfa *c, term x, term y) {
    cmd all = cfa_skip();
    for (uint32_t i = 0; i < 100000; i++) all = cfa_seq(c, all, cfa_assign(c, i % 2 ? x : y, i % 2 ? y : x));
    return all;
}

static void test_long_chain(void **state) {
    (void)state;
    struct cfa *c = split(chain, 32);
    assert_int_equal(c->steps.n, 1);
    cfa_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values_are_over_the_state_before),
        cmocka_unit_test(test_parallel_assignment),
        cmocka_unit_test(test_contradictory_paths_are_dropped),
        cmocka_unit_test(test_inputs_and_draws),
        cmocka_unit_test(test_disjunctions_are_split_within_the_bound),
        cmocka_unit_test(test_fixed_variables_are_used),
        cmocka_unit_test(test_long_chain),
    };
    return cmocka_run_group_tests(tests, terms_setup, terms_teardown);
}
