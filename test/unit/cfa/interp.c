/* The interpreter, steps on states, and the texts. */
#include "helpers.h"

#include "cfa/interp.h"

/* x := 0; while (x < limit) x++; then x == limit is the error; `limit` is drawn. */
static struct cfa *counter(void) {
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), limit = var32(c, "limit");
    loc head = cfa_add_loc(c, nowhere), end = cfa_add_loc(c, nowhere);
    cmd init = cfa_seq(c, cfa_assign(c, x, num(0)), cfa_havoc(c, limit, nondet(c, "n")));
    cfa_add_edge(c, c->l0, init, head);
    cmd mark = cfa_mark(c, (struct src_pos){cfa_add_file(c, "a.c"), 7, 2, "main"}, "x", x, true);
    cmd body = cfa_seq(c, cfa_assume(c, term_ult(x, limit)), cfa_seq(c, cfa_assign(c, x, plus(x, 1)), mark));
    cfa_add_edge(c, head, body, head);
    cfa_add_edge(c, head, cfa_assume(c, term_ule(limit, x)), end);
    cfa_add_edge(c, end, cfa_assume(c, term_eq(x, num(5))), c->lE);
    return c;
}

struct script {
    uint64_t next; /* value of the next draw */
    uint64_t drawn, marks, locs, last_mark;
};

static value input(void *context, const struct cfa *c, uint32_t site) {
    (void)c, (void)site;
    struct script *s = context;
    s->drawn++;
    return value_of(s->next++);
}

static void at_mark(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown) {
    (void)c, (void)mark;
    struct script *s = context;
    s->marks++;
    s->last_mark = shown.lo;
}

static void at_loc(void *context, const struct cfa *c, loc l, struct model *state) {
    struct script *s = context;
    s->locs++;
    value x;
    if (l == 2) assert_true(model_get(state, c->vars.at[0].var, &x) && x.lo <= 50);
}

static struct cfa_run run(const struct cfa *c, struct script *s, uint64_t max_edges) {
    struct cfa_world world = {
        .context = s, .input = input, .at_loc = at_loc, .at_mark = at_mark, .max_edges = max_edges};
    struct cfa_index index;
    struct cfa_run r;
    cfa_index_edges(c, &index);
    cfa_execute(c, &index, &world, &r);
    cfa_index_release(&index);
    return r;
}

static void test_ends(void **state) {
    (void)state;
    struct cfa *c = counter();
    struct script s = {.next = 5};
    struct cfa_run r = run(c, &s, 0);
    value x;
    assert_int_equal(r.end, RUN_ERROR);
    assert_int_equal(r.edges, 1 + 5 + 1 + 1);
    assert_int_equal(s.locs, r.edges + 1);
    assert_int_equal(s.marks, 5);
    assert_int_equal(s.last_mark, 5);
    assert_true(model_get(&r.state, c->vars.at[0].var, &x) && x.lo == 5);
    model_release(&r.state);
    s = (struct script){.next = 4};
    r = run(c, &s, 0);
    assert_int_equal(r.end, RUN_STUCK);
    assert_int_equal(r.at, 3);
    model_release(&r.state);
    s = (struct script){.next = 5};
    r = run(c, &s, 3);
    assert_int_equal(r.end, RUN_LIMIT);
    model_release(&r.state);
    cfa_add_cut(c, 3, "cut");
    (void)VEC_POP(&c->edges);
    r = run(c, &s, 0);
    assert_int_equal(r.end, RUN_CUT);
    model_release(&r.state);
    cfa_free(c);
}

/* A rejected branch gives its draws back: both branches see the same value, and the next draw is
 * new. */
static void test_undone_draws(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    uint32_t site = nondet(c, "n");
    cmd draw_x = cfa_havoc(c, x, site), y_is_x = cfa_assign(c, y, x);
    cmd no = cfa_seq(c, draw_x, cfa_seq(c, y_is_x, cfa_assume(c, term_eq(x, num(99)))));
    cmd yes = cfa_seq(c, draw_x, cfa_assume(c, term_eq(y, num(0)))); /* y as it was */
    loc l = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, cfa_choice(c, no, yes), l);
    cfa_add_edge(c, l, cfa_seq(c, cfa_havoc(c, y, site), cfa_assume(c, term_eq(y, plus(x, 1)))), c->lE);
    struct script s = {.next = 41};
    struct cfa_run r = run(c, &s, 0);
    assert_int_equal(r.end, RUN_ERROR);
    assert_int_equal(s.drawn, 2);
    model_release(&r.state);
    cfa_free(c);
}

static void test_parallel_assignment(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x"), y = var32(c, "y");
    loc l = cfa_add_loc(c, nowhere);
    cfa_add_edge(c, c->l0, cfa_assign_n(c, (struct cfa_assign[]){{x, num(1)}, {y, num(2)}}, 2), l);
    cmd swap = cfa_assign_n(c, (struct cfa_assign[]){{x, y}, {y, x}}, 2);
    cfa_add_edge(c, l, cfa_seq(c, swap, cfa_assume(c, term_and(term_eq(x, num(2)), term_eq(y, num(1))))),
                 c->lE);
    struct script s = {0};
    struct cfa_run r = run(c, &s, 0);
    assert_int_equal(r.end, RUN_ERROR);
    model_release(&r.state);
    cfa_free(c);
}

static void test_steps_on_states(void **state) {
    (void)state;
    struct cfa *c = counter();
    cfa_split(c, 32);
    struct cfa_machine *m = cfa_machine_new(c);
    value s[2] = {value_of(3), value_of(5)}, next[2], in = value_of(8);
    assert_true(cfa_step_execute(m, 1, s, NULL, next));
    assert_int_equal(next[0].lo, 4);
    assert_int_equal(next[1].lo, 5);
    assert_true(cfa_step_execute(m, 1, s, NULL, s));
    assert_int_equal(s[0].lo, 4);
    assert_false(cfa_step_execute(m, 2, s, NULL, NULL));
    assert_true(cfa_step_execute(m, 0, s, &in, s));
    assert_int_equal(s[0].lo, 0);
    assert_int_equal(s[1].lo, 8);
    assert_int_equal(cfa_machine_eval(m, plus(c->vars.at[1].var, 1), s).lo, 9);
    assert_int_equal(cfa_machine_eval(m, num(3), s).lo, 3);
    cfa_machine_free(m);
    cfa_free(c);
}

static void expect_text(void (*print)(struct strbuf *b, const struct cfa *c), const char *const *parts) {
    struct cfa *c = counter();
    struct strbuf b = {0};
    print(&b, c);
    for (; *parts; parts++)
        if (!strstr(b.text, *parts)) fail_msg("\"%s\" is not in\n%s", *parts, b.text);
    strbuf_release(&b);
    cfa_free(c);
}

static void test_texts(void **state) {
    (void)state;
    expect_text(cfa_print,
                (const char *const[]){"// 4 locations, 4 edges, 2 variables", "var limit", "limit := * {n}",
                                      "@a.c:7:2 x", "l0 (entry)", "-> error", NULL});
    expect_text(cfa_print_dot, (const char *const[]){"digraph", "l2 -> l2", "peripheries=2", NULL});
    expect_text(cfa_print_chc, (const char *const[]){"(set-logic HORN)", "(declare-fun P2 (", "(=> P1 false)",
                                                     "(check-sat)", NULL});
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
        cmocka_unit_test(test_undone_draws),
        cmocka_unit_test(test_parallel_assignment),
        cmocka_unit_test(test_steps_on_states),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, terms_setup, terms_teardown);
}
