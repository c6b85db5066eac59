/* The engine and its baselines on the examples of the papers, under every preset of the software
 * engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "cfa/reduce.h"
#include "ic3cfa/ic3cfa.h"
#include "util/options.h"
#include "util/stats.h"

static const struct src_pos nowhere;

static term var4(struct cfa *c, const char *name) {
    term v = term_var(name, sort_bv(4));
    cfa_add_var(c, v, name, false, nowhere);
    return v;
}

static term bv4(uint64_t n) { return term_bv(4, n & 15); }

/* FMCAD15 Fig. 2: y := x; loop { x++; y++ }; assert x == y. */
static struct cfa *fig2(bool safe) {
    struct cfa *c = cfa_new();
    term x = var4(c, "x"), y = var4(c, "y");
    loc l = cfa_add_loc(c, nowhere);
    struct cfa_assign both[] = {{x, term_bv_add(x, bv4(1))}, {y, term_bv_add(y, bv4(safe ? 1 : 2))}};
    cfa_add_edge(c, c->l0, cfa_assign(c, y, x), l);
    cfa_add_edge(c, l, cfa_assign_n(c, both, 2), l);
    cfa_add_edge(c, l, cfa_assume(c, term_not(term_eq(x, y))), c->lE);
    return c;
}

/* The slides' example: n := 0; x := ?; y := x; z := ?; while (n <= z) { n++; x++; y++ } assert x ==
 * y. */
static struct cfa *slides(bool safe) {
    struct cfa *c = cfa_new();
    term x = var4(c, "x"), y = var4(c, "y"), z = var4(c, "z"), n = var4(c, "n");
    loc l = cfa_add_loc(c, nowhere);
    uint32_t site = cfa_add_site(c, SITE_NONDET, "nondet", sort_bv(4), false, nowhere);
    uint32_t other = cfa_add_site(c, SITE_NONDET, "nondet", sort_bv(4), false, nowhere);
    cmd init =
        cfa_seq(c, cfa_assign(c, n, bv4(0)),
                cfa_seq(c, cfa_havoc(c, x, site), cfa_seq(c, cfa_assign(c, y, x), cfa_havoc(c, z, other))));
    struct cfa_assign body[] = {
        {x, term_bv_add(x, bv4(1))}, {y, term_bv_add(y, bv4(1))}, {n, term_bv_add(n, bv4(1))}};
    cfa_add_edge(c, c->l0, init, l);
    cfa_add_edge(c, l, cfa_seq(c, cfa_assume(c, term_ule(n, z)), cfa_assign_n(c, body, 3)), l);
    term bad = safe ? term_not(term_eq(x, y)) : term_eq(x, bv4(13));
    cfa_add_edge(c, l, cfa_assume(c, term_and(bad, term_ult(z, n))), c->lE);
    return c;
}

/* Nondeterminism inside a loop: x := x + (nondet & ~1): x stays even. */
static struct cfa *even(bool safe) {
    struct cfa *c = cfa_new();
    term x = var4(c, "x"), d = var4(c, "d");
    loc l = cfa_add_loc(c, nowhere);
    uint32_t site = cfa_add_site(c, SITE_NONDET, "nondet", sort_bv(4), false, nowhere);
    cfa_add_edge(c, c->l0, cfa_assign(c, x, bv4(0)), l);
    cfa_add_edge(c, l,
                 cfa_seq(c, cfa_havoc(c, d, site),
                         cfa_assign(c, x, term_bv_add(x, term_bv_and(d, bv4(safe ? 0xe : 0xf))))),
                 l);
    cfa_add_edge(c, l, cfa_assume(c, term_eq(term_bv_and(x, bv4(1)), bv4(1))), c->lE);
    return c;
}

/* i := 1; j := 10; while (i <= j) { i += 2; j-- } assert j == 6: the loop has so many iterations,
 * and more frames do not change the queue. */
static struct cfa *meet(void) {
    struct cfa *c = cfa_new();
    term i = var4(c, "i"), j = var4(c, "j");
    loc l = cfa_add_loc(c, nowhere);
    struct cfa_assign start[] = {{i, bv4(1)}, {j, bv4(10)}};
    struct cfa_assign body[] = {{i, term_bv_add(i, bv4(2))}, {j, term_bv_sub(j, bv4(1))}};
    cfa_add_edge(c, c->l0, cfa_assign_n(c, start, 2), l);
    cfa_add_edge(c, l, cfa_seq(c, cfa_assume(c, term_ule(i, j)), cfa_assign_n(c, body, 2)), l);
    cfa_add_edge(c, l, cfa_assume(c, term_and(term_ult(j, i), term_not(term_eq(j, bv4(6))))), c->lE);
    return c;
}

/* for (x = 0; x < 3; x++) for (y = 0; y < 5; y++) ; assert x is even. While y counts up, the queue
 * is stable for longer than the cycles are long (1 and 2), and yet the error comes. */
static struct cfa *nested(void) {
    struct cfa *c = cfa_new();
    term x = var4(c, "x"), y = var4(c, "y"), inside = term_ult(x, bv4(3)), counting = term_ult(y, bv4(5));
    loc outer = cfa_add_loc(c, nowhere), inner = cfa_add_loc(c, nowhere);
    term odd = term_eq(term_bv_and(x, bv4(1)), bv4(1));
    cfa_add_edge(c, c->l0, cfa_assign(c, x, bv4(0)), outer);
    cfa_add_edge(c, outer, cfa_seq(c, cfa_assume(c, inside), cfa_assign(c, y, bv4(0))), inner);
    cfa_add_edge(c, inner, cfa_seq(c, cfa_assume(c, counting), cfa_assign(c, y, term_bv_add(y, bv4(1)))),
                 inner);
    cfa_add_edge(c, inner,
                 cfa_seq(c, cfa_assume(c, term_not(counting)), cfa_assign(c, x, term_bv_add(x, bv4(1)))),
                 outer);
    cfa_add_edge(c, outer, cfa_assume(c, term_and(term_not(inside), odd)), c->lE);
    return c;
}

typedef void prover(struct cfa *, const struct facts *, struct verdict *);

static void expect(prover *prove, struct cfa *c, bool safe) {
    struct verdict v = {0};
    cfa_split(c, 32);
    prove(c, NULL, &v);
    assert_int_equal(v.kind, safe ? VERDICT_TRUE : VERDICT_FALSE);
    if (!safe) assert_true(v.trace.n > 0);
    verdict_clear(&v);
    cfa_free(c);
}

static void all_examples(prover *prove) {
    for (int safe = 0; safe < 2; safe++) {
        expect(prove, fig2(safe), safe);
        expect(prove, slides(safe), safe);
        expect(prove, even(safe), safe);
    }
}

static void choose_preset(const char *preset) {
    struct error e = {0};
    char *setting = mem_printf("--preset=%s", preset);
    char *argv[] = {"edgewise", setting, NULL};
    assert_true(options_parse(2, argv, &e));
    free(setting);
}

static void with_preset(const char *preset, int solver, prover *prove) {
    choose_preset(preset);
    options.solver = solver;
    all_examples(prove);
    options_reset();
}

static void with_criteria(struct cfa *(*example)(void), bool safe) {
    static const char *const presets[] = {"mertens-new-termination", "mertens-greedy-termination"};
    for (size_t i = 0; i < 2; i++) {
        choose_preset(presets[i]);
        stats.stable_iterations = stats.termination_fired = stats.termination_right = 0;
        expect(ic3cfa_prove, example(), safe);
        assert_true(stats.stable_iterations >= 2);
        assert_true(stats.termination_fired > 0);
        if (!safe) assert_int_equal(stats.termination_right, 0);
        options_reset();
    }
}

/* The loop is the only cycle, of length 1: after two stable iterations in a row the criteria
 * suggest to stop. */
static void test_termination(void **state) {
    (void)state;
    with_criteria(meet, true);
}

/* Both lemmas of the slides about termination are wrong: without the check the answer would be
 * TRUE. */
static void test_termination_too_early(void **state) {
    (void)state;
    with_criteria(nested, false);
}

static void test_presets(void **state) {
    (void)state;
    static const char *const presets[] = {"fmcad15",
                                          "spin18-baseline",
                                          "spin18-precubes",
                                          "spin18-wp",
                                          "spin18-upper",
                                          "spin18-bounds",
                                          "spin18-all",
                                          "spin18-nogen",
                                          "mertens-reuse",
                                          "mertens-reuse-skip",
                                          "mertens-new-termination",
                                          "mertens-greedy-termination",
                                          "mertens-push-none",
                                          "mertens-push-assign",
                                          "mertens-push-predecessor",
                                          "mertens-push-restrictive",
                                          "ctg",
                                          "default"};
    for (size_t i = 0; i < sizeof presets / sizeof *presets; i++) {
        with_preset(presets[i], SOLVER_Z3, ic3cfa_prove);
    }
}

static void tree(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    tree_ic3_prove(c, v);
}

static void counter_as_variable(struct cfa *c, const struct facts *known, struct verdict *v) {
    (void)known;
    ic3smt_prove(c, v);
}

static void test_baselines(void **state) {
    (void)state;
    with_preset("fmcad15", SOLVER_Z3, tree);
    with_preset("default", SOLVER_Z3, counter_as_variable);
}

int main(void) {
    terms_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_presets), cmocka_unit_test(test_termination),
                                       cmocka_unit_test(test_termination_too_early),
                                       cmocka_unit_test(test_baselines)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
