/* Construction, command makers, copies, indexes, the well-formedness checker, facts and
 * verdicts. */
#include "helpers.h"

#include "cfa/verdict.h"

static void test_makers_simplify(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    cmd a = cfa_assume(c, term_eq(x, num(1))), no = cfa_assume(c, term_false()), b = cfa_assign(c, x, num(2));
    assert_int_equal(cfa_assume(c, term_true()), cfa_skip());
    assert_int_equal(cfa_assign(c, x, x), cfa_skip());
    assert_int_equal(cfa_seq(c, cfa_skip(), b), b);
    assert_int_equal(cfa_seq(c, b, cfa_skip()), b);
    assert_int_equal(cfa_seq(c, no, b), no);
    assert_int_equal(cfa_seq(c, b, no), no);
    assert_int_equal(cfa_choice(c, b, b), b);
    assert_int_equal(cfa_choice(c, no, b), b);
    assert_int_equal(cfa_choice(c, b, no), b);
    assert_int_equal(cfa_choice(c, a, cfa_skip()), cfa_skip());
    assert_int_equal(cfa_choice(c, a, cfa_assume(c, term_not(term_eq(x, num(1))))), cfa_skip());
    assert_int_equal(c->cmds.at[cfa_choice(c, a, b)].kind, CMD_CHOICE);
    cfa_free(c);
}

static void test_parallel_assignment_drops_identities(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    cmd swap = cfa_assign_n(c, (struct cfa_assign[]){{x, y}, {y, x}}, 2);
    cmd half = cfa_assign_n(c, (struct cfa_assign[]){{x, x}, {y, x}}, 2);
    assert_int_equal(c->cmds.at[swap].n, 2);
    assert_int_equal(c->cmds.at[half].n, 1);
    assert_int_equal(c->cmds.at[half].assigns[0].var, y);
    cfa_free(c);
}

static void test_copy_is_independent(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc cut = cfa_add_loc(c, (struct src_pos){cfa_add_file(c, "a.c"), 3, 4, "f"});
    cfa_add_edge(c, c->l0, cfa_havoc(c, x, nondet(c, "input")), cut);
    cfa_add_cut(c, cut, "too deep");
    struct cfa *copy = cfa_copy(c);
    cfa_free(c);
    assert_well_formed(copy);
    assert_string_equal(copy->locs.at[cut].pos.function, "f");
    assert_string_equal(copy->files.at[copy->locs.at[cut].pos.file], "a.c");
    assert_string_equal(copy->cuts.at[0].reason, "too deep");
    assert_string_equal(copy->sites.at[0].name, "input");
    assert_true(cfa_has_var(copy, x) && cfa_is_cut(copy, cut));
    cfa_free(copy);
}

static void test_aim_at_cuts(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    loc cut = cfa_add_loc(c, nowhere);
    cfa_add_cut(c, cut, "too deep");
    cfa_add_edge(c, c->l0, cfa_skip(), c->lE);
    cfa_add_edge(c, c->l0, cfa_skip(), cut);
    struct cfa *aimed = cfa_aim_at_cuts(c);
    assert_well_formed(aimed);
    assert_int_equal(aimed->cuts.n, 0);
    cfa_prune(aimed);
    assert_int_equal(aimed->edges.n, 1);
    assert_int_equal(aimed->edges.at[0].to, aimed->lE);
    cfa_free(aimed);
    cfa_free(c);
}

static void expect_wrong(struct cfa *c, const char *part) {
    char *wrong = cfa_check(c);
    assert_non_null(wrong);
    if (!strstr(wrong, part)) fail_msg("\"%s\" does not contain \"%s\"", wrong, part);
    free(wrong);
    cfa_free(c);
}

static void test_checker_finds(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    cfa_add_edge(c, c->l0, cfa_skip(), c->l0);
    expect_wrong(c, "leads to l0");
    c = cfa_new();
    cfa_add_edge(c, c->lE, cfa_skip(), cfa_add_loc(c, nowhere));
    expect_wrong(c, "starts at lE");
    c = cfa_new();
    loc cut = cfa_add_loc(c, nowhere);
    cfa_add_cut(c, cut, "");
    cfa_add_edge(c, cut, cfa_skip(), c->lE);
    expect_wrong(c, "starts at lE or a cut");
    c = cfa_new();
    cfa_add_edge(c, c->l0, cfa_assume(c, term_ult(term_var("nobody", sort_bv(32)), num(3))), c->lE);
    expect_wrong(c, "nobody is not declared");
    c = cfa_new();
    term x = var32(c, "x");
    cfa_add_edge(c, c->l0, cfa_assign_n(c, (struct cfa_assign[]){{x, num(1)}, {x, num(2)}}, 2), c->lE);
    expect_wrong(c, "assigned twice");
}

static void test_index(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    loc l = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, cfa_skip(), l);
    cfa_add_edge(c, l, cfa_skip(), l);
    cfa_add_edge(c, l, cfa_skip(), c->lE);
    struct cfa_index index;
    cfa_index_edges(c, &index);
    assert_int_equal(index.in[l].n, 2);
    assert_int_equal(index.out[l].n, 2);
    assert_int_equal(index.out[l].at[0], 1);
    assert_int_equal(index.in[c->lE].at[0], 2);
    cfa_index_release(&index);
    cfa_free(c);
}

static void test_facts_and_verdict(void **state) {
    (void)state;
    struct facts f, g;
    term fact = term_ult(term_var("x", sort_bv(32)), num(3));
    facts_init(&f, 3);
    facts_add(&f, 1, fact);
    facts_add(&f, 1, fact);
    facts_add(&f, 2, term_true());
    assert_int_equal(facts_count(&f), 1);
    facts_copy(&g, &f);
    facts_release(&f);
    assert_int_equal(g.at[1].at[0], fact);
    facts_release(&g);
    struct verdict v = {.kind = VERDICT_TRUE};
    verdict_unknown(&v, "out of %s after %d", "time", 3);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_string_equal(v.reason, "out of time after 3");
    verdict_clear(&v);
    assert_null(v.reason);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_makers_simplify),
        cmocka_unit_test(test_parallel_assignment_drops_identities),
        cmocka_unit_test(test_copy_is_independent),
        cmocka_unit_test(test_aim_at_cuts),
        cmocka_unit_test(test_checker_finds),
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_facts_and_verdict),
    };
    return cmocka_run_group_tests(tests, terms_setup, terms_teardown);
}
