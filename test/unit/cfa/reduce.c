/* Each reduction on a small automaton where one sees by hand what must come out. */
#include "helpers.h"

#include "util/options.h"
#include "util/stats.h"

/* l0 -init-> head; head -assume x < 10; x := x + 1-> head; head -assume 10 <= x & cond-> lE */
static struct cfa *counter(cmd (*init)(struct cfa *c, term x, term y),
                           cmd (*body)(struct cfa *c, term x, term y)) {
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    loc head = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, init(c, x, y), head);
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_ult(x, num(10))), body(c, x, y)), head);
    cfa_add_edge(c, head, cfa_assume(c, term_ule(num(10), x)), c->lE);
    return c;
}

static cmd zero_both(struct cfa *c, term x, term y) {
    return cfa_assign_n(c, (struct cfa_assign[]){{x, num(0)}, {y, num(0)}}, 2);
}
static cmd count(struct cfa *c, term x, term y) {
    (void)y;
    return cfa_assign(c, x, plus(x, 1));
}
static cmd count_both(struct cfa *c, term x, term y) {
    return cfa_seq(c, count(c, x, y), cfa_assign(c, y, term_bv_add(y, x)));
}

static void test_prune(void **state) {
    (void)state;
    struct cfa *c = counter(zero_both, count);
    loc stuck = cfa_add_loc(c, nowhere), island = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, 2, cfa_skip(), stuck);
    cfa_add_edge(c, island, cfa_skip(), c->lE);
    assert_int_equal(cfa_prune(c), 2);
    assert_int_equal(c->edges.n, 3);
    assert_int_equal(c->locs.at[2].origin, 2);
    assert_well_formed(c);
    cfa_free(c);
}

static void test_prune_keeps_reachable_cuts(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    loc cut = cfa_add_loc(c, nowhere), other = cfa_add_loc(c, nowhere);
    cfa_add_cut(c, cut, "reachable");
    cfa_add_cut(c, other, "unreachable");
    cfa_add_edge(c, c->l0, cfa_skip(), cut);
    cfa_prune(c);
    assert_int_equal(c->cuts.n, 1);
    assert_string_equal(c->cuts.at[0].reason, "reachable");
    cfa_free(c);
}

static void test_loop_heads(void **state) {
    (void)state;
    struct cfa *c = counter(zero_both, count);
    cfa_mark_loop_heads(c);
    assert_true(c->locs.at[2].loop_head);
    assert_false(c->locs.at[c->l0].loop_head || c->locs.at[c->lE].loop_head);
    cfa_free(c);
}

/* y is 0 for ever, so the branch on y goes, and with it the way to the error. */
static void test_propagate_constants_through_loops(void **state) {
    (void)state;
    struct cfa *c = counter(zero_both, count);
    term y = c->vars.at[1].var;
    c->edges.at[2].cmd = cfa_seq(c, c->edges.at[2].cmd, cfa_assume(c, term_eq(y, num(1))));
    assert_true(cfa_propagate(c) > 0);
    assert_int_equal(c->edges.n, 0);
    assert_well_formed(c);
    cfa_free(c);
}

/* y := x + 1 on all ways to a location: the assume there is over x alone. */
static void test_propagate_expressions(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    loc l = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, cfa_assign(c, y, plus(x, 1)), l);
    cmd other = cfa_seq(c, cfa_assign(c, x, num(9)), cfa_assign(c, y, num(10)));
    uint32_t second = cfa_add_edge(c, c->l0, cfa_assign(c, y, plus(x, 1)), l);
    cfa_add_edge(c, l, cfa_assume(c, term_ult(y, num(5))), c->lE);
    struct cfa *differs = cfa_copy(c);
    cfa_propagate(c);
    assert_int_equal(c->cmds.at[c->edges.at[2].cmd].cond, term_ult(plus(x, 1), num(5)));
    cfa_free(c);
    differs->edges.at[second].cmd = other;
    cfa_propagate(differs);
    assert_int_equal(differs->cmds.at[differs->edges.at[2].cmd].cond, term_ult(y, num(5)));
    cfa_free(differs);
}

/* An entry must die with the variable that it mentions. */
static void test_propagate_forgets(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    cmd copy = cfa_assign(c, y, x), change = cfa_havoc(c, x, nondet(c, "n"));
    cmd test = cfa_assume(c, term_not(term_eq(x, y)));
    cfa_add_edge(c, c->l0, cfa_seq(c, cfa_seq(c, copy, change), test), c->lE);
    cfa_propagate(c);
    assert_int_equal(c->edges.n, 1);
    cfa_free(c);
}

static void test_slice(void **state) {
    (void)state;
    struct cfa *c = counter(zero_both, count_both);
    assert_int_equal(cfa_slice(c), 2);
    assert_int_equal(c->vars.n, 1);
    assert_string_equal(c->vars.at[0].c_name, "x");
    assert_well_formed(c);
    cfa_free(c);
}

/* x is read before it is written again only on one way. */
static void test_dead(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc l = cfa_add_loc(c, nowhere);
    uint32_t site = nondet(c, "n");
    cfa_add_edge(c, c->l0, cfa_seq(c, cfa_assign(c, x, num(1)), cfa_havoc(c, x, site)), l);
    cfa_add_edge(c, l, cfa_assume(c, term_eq(x, num(3))), c->lE);
    assert_int_equal(cfa_dead(c), 1);
    assert_int_equal(c->cmds.at[c->edges.at[0].cmd].kind, CMD_HAVOC);
    cfa_free(c);
}

/* A dead draw of a site with a live one stays as a bare draw; all dead, all go. */
static void test_dead_draws(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc l = cfa_add_loc(c, nowhere);
    uint32_t site = nondet(c, "n");
    cfa_add_edge(c, c->l0, cfa_havoc(c, x, site), l);
    uint32_t second =
        cfa_add_edge(c, l, cfa_seq(c, cfa_havoc(c, x, site), cfa_assume(c, term_eq(x, num(3)))), c->lE);
    struct cfa *unused = cfa_copy(c);
    assert_int_equal(cfa_dead(c), 1);
    assert_int_equal(c->cmds.at[c->edges.at[0].cmd].kind, CMD_HAVOC);
    assert_int_equal(c->cmds.at[c->edges.at[0].cmd].var, TERM_NONE);
    unused->edges.at[second].cmd = cfa_skip();
    assert_int_equal(cfa_dead(unused), 1);
    assert_int_equal(unused->edges.at[0].cmd, cfa_skip());
    cfa_free(c);
    cfa_free(unused);
}

/* Two branches that do the same become one, and their sites one class. */
static void test_bisim(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc a = cfa_add_loc(c, nowhere), b = cfa_add_loc(c, nowhere), d = cfa_add_loc(c, nowhere);
    term positive = term_slt(num(0), x);
    cfa_add_edge(c, c->l0, cfa_assume(c, positive), a);
    cfa_add_edge(c, c->l0, cfa_assume(c, term_not(positive)), b);
    for (loc l = a; l <= b; l++) cfa_add_edge(c, l, cfa_havoc(c, x, nondet(c, "n")), d);
    cfa_add_edge(c, d, cfa_assume(c, positive), c->lE);
    assert_int_equal(cfa_bisim(c), 1);
    assert_int_equal(c->edges.n, 4);
    assert_int_equal(c->sites.at[1].same_as, 0);
    assert_well_formed(c);
    /* the condition no longer decides anything: the two edges become skip, and x's first value is
     * dead */
    cfa_large_blocks(c, LBE_SEQUENCE, 32);
    assert_int_equal(c->edges.n, 1);
    cfa_free(c);
}

/* Locations in different cycles that behave alike are equal, although no finite unrolling says
 * so. */
static void test_bisim_cycles(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc a = cfa_add_loc(c, nowhere), b = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, cfa_assign(c, x, num(0)), a);
    for (loc l = a; l <= b; l++) {
        cfa_add_edge(c, l, cfa_assign(c, x, plus(x, 1)), a + b - l);
        cfa_add_edge(c, l, cfa_assume(c, term_eq(x, num(9))), c->lE);
    }
    assert_int_equal(cfa_bisim(c), 1);
    assert_int_equal(c->edges.n, 3);
    cfa_free(c);
}

/* Two diamonds in a row, then the loop's back edge. */
static struct cfa *diamonds(uint32_t n) {
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc head = cfa_add_loc(c, nowhere), at = head;
    cfa_add_edge(c, c->l0, cfa_assign(c, x, num(0)), head);
    for (uint32_t i = 0; i < n; i++) {
        loc yes = cfa_add_loc(c, nowhere), no = cfa_add_loc(c, nowhere), end = cfa_add_loc(c, nowhere);
        term odd = term_eq(term_bv_and(x, num(1u << i)), num(0));
        cfa_add_edge(c, at, cfa_assume(c, odd), yes);
        cfa_add_edge(c, at, cfa_assume(c, term_not(odd)), no);
        cfa_add_edge(c, yes, cfa_assign(c, x, plus(x, 3)), end);
        cfa_add_edge(c, no, cfa_assign(c, x, plus(x, 5)), end);
        at = end;
    }
    cfa_add_edge(c, at, cfa_skip(), head);
    cfa_add_edge(c, at, cfa_assume(c, term_eq(x, num(1000))), c->lE);
    return c;
}

static void test_large_blocks(void **state) {
    (void)state;
    struct cfa *c = diamonds(2);
    cfa_large_blocks(c, LBE_LOOP, 32);
    assert_well_formed(c);
    assert_int_equal(c->locs.n, 3);
    assert_int_equal(c->edges.n, 3);
    cfa_split(c, 32);
    uint32_t around = 0; /* of the ways to the error some contradict x = 1000 */
    for (uint32_t i = 0; i < c->steps.n; i++) around += c->steps.at[i].from == c->steps.at[i].to;
    assert_int_equal(around, 4);
    cfa_free(c);
    c = diamonds(8); /* 256 paths do not fit into 32 */
    cfa_large_blocks(c, LBE_LOOP, 32);
    assert_well_formed(c);
    assert_true(c->locs.n > 3 && c->locs.n < 8);
    cfa_split(c, 1);
    for (uint32_t i = 0, n = 0; i < c->steps.n; i++) {
        n = i && c->steps.at[i].edge == c->steps.at[i - 1].edge ? n + 1 : 1;
        assert_true(n <= 32);
    }
    cfa_free(c);
}

static void test_sequence_joins_straight_lines_only(void **state) {
    (void)state;
    struct cfa *c = diamonds(2);
    cfa_large_blocks(c, LBE_SEQUENCE, 32);
    assert_int_equal(c->locs.n,
                     4); /* l0, lE, head, and the join between the diamonds is gone: one edge each */
    cfa_free(c);
}

/* After cfa_reduce no step updates a variable that is dead at its target. */
static void test_reduce_counts(void **state) {
    (void)state;
    options_reset();
    stats_reset();
    struct cfa *c = counter(zero_both, count_both);
    cfa_add_edge(c, 2, cfa_mark(c, (struct src_pos){0, 3, 1, "main"}, "y", c->vars.at[1].var, false),
                 cfa_add_loc(c, nowhere));
    c = cfa_reduce(c);
    assert_int_equal(c->vars.n, 1);
    assert_int_equal(c->locs.n, 3);
    assert_int_equal(c->steps.n, 3);
    assert_true(c->locs.at[2].loop_head);
    for (uint32_t i = 0; i < c->steps.n; i++)
        assert_true(c->steps.at[i].to != c->lE || !c->steps.at[i].updates.n);
    assert_int_equal(stats.front_vars, 2);
    assert_int_equal(stats.cfa_steps, 3);
    assert_int_equal(stats.reduce_sliced, 2);
    cfa_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prune),
        cmocka_unit_test(test_prune_keeps_reachable_cuts),
        cmocka_unit_test(test_loop_heads),
        cmocka_unit_test(test_propagate_constants_through_loops),
        cmocka_unit_test(test_propagate_expressions),
        cmocka_unit_test(test_propagate_forgets),
        cmocka_unit_test(test_slice),
        cmocka_unit_test(test_dead),
        cmocka_unit_test(test_dead_draws),
        cmocka_unit_test(test_bisim),
        cmocka_unit_test(test_bisim_cycles),
        cmocka_unit_test(test_large_blocks),
        cmocka_unit_test(test_sequence_joins_straight_lines_only),
        cmocka_unit_test(test_reduce_counts),
    };
    return cmocka_run_group_tests(tests, terms_setup, terms_teardown);
}
