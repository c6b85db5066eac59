/* Interpolants of random small problems, against the solver and against cvc5's opinion that there
 * is one. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "smt/interpolate.h"
#include "util/rng.h"

/* Variables: a0, a1 of A; x, y, z shared; b0, b1 of B. */
enum { WIDTH = 3, VARS = 7, FIRST_SHARED = 2, FIRST_B = 5, FORMULAS = 3, PROBLEMS = 400, ASKED = 12 };

struct problem {
    term vars[VARS];
    term_vec a, b, layers[2];
};

static term pick(struct rng *r, const struct problem *p, bool of_a) {
    uint32_t first = of_a ? 0 : FIRST_SHARED;
    return p->vars[first + rng_below(r, VARS - FIRST_SHARED)];
}

static term random_sum(struct rng *r, const struct problem *p, bool of_a) {
    term t = pick(r, p, of_a);
    if (rng_below(r, 2)) t = term_bv_add(t, pick(r, p, of_a));
    if (rng_below(r, 3) == 0) t = term_bv_mul(t, term_bv(WIDTH, rng_below(r, 8)));
    return rng_below(r, 2) ? t : term_bv_add(t, term_bv(WIDTH, rng_below(r, 8)));
}

static term random_formula(struct rng *r, const struct problem *p, bool of_a) {
    term s = random_sum(r, p, of_a), t = random_sum(r, p, of_a);
    switch (rng_below(r, 5)) {
    case 0: return term_ult(s, t);
    case 1: return term_sle(s, t);
    case 2: return term_not(term_eq(s, t));
    case 3: return term_or(term_eq(s, t), term_ule(t, pick(r, p, of_a)));
    default: return term_eq(s, t);
    }
}

static void random_problem(struct rng *r, struct problem *p) {
    static const char *const names[VARS] = {"a0", "a1", "x", "y", "z", "b0", "b1"};
    *p = (struct problem){0};
    for (uint32_t i = 0; i < VARS; i++) p->vars[i] = term_var(names[i], sort_bv(WIDTH));
    for (uint32_t i = 0; i < FORMULAS; i++) {
        VEC_PUSH(&p->a, random_formula(r, p, true));
        VEC_PUSH(&p->b, random_formula(r, p, false));
    }
    term x = p->vars[2], y = p->vars[3], z = p->vars[4];
    VEC_PUSH(&p->layers[0], term_eq(x, y));
    VEC_PUSH(&p->layers[0], term_ule(x, y));
    VEC_PUSH(&p->layers[1], term_sle(y, z));
    VEC_PUSH(&p->layers[1], term_eq(term_bv_add(x, y), z));
}

static void problem_release(struct problem *p) {
    VEC_RELEASE(&p->a);
    VEC_RELEASE(&p->b);
    VEC_RELEASE(&p->layers[0]);
    VEC_RELEASE(&p->layers[1]);
}

static enum answer z3_says(const term_vec *formulas, term and_this) {
    struct solver *s = solver_new_kind(SOLVER_Z3, SOLVER_CHECKS);
    for (uint32_t i = 0; i < formulas->n; i++) solver_assert(s, formulas->at[i]);
    solver_assert(s, and_this);
    enum answer answer = solver_check(s, NULL, 0);
    solver_free(s);
    return answer;
}

static void check_variables(const struct problem *p, term interpolant) {
    term_vec vars = {0};
    term_free_vars(interpolant, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        assert_true(vars.at[i] == p->vars[2] || vars.at[i] == p->vars[3] || vars.at[i] == p->vars[4]);
    VEC_RELEASE(&vars);
}

/* cvc5 is asked for an interpolant of its own and must find one where we did; what it finds is
 * another formula as a rule, and nothing compares the two. False if cvc5 is absent. */
static bool cvc5_agrees(const struct problem *p) {
    struct strbuf text = {0};
    char path[] = "/tmp/interpolate-XXXXXX", command[200], line[4096] = "";
    int file = mkstemp(path);
    assert_true(file >= 0);
    strbuf_text(&text, "(set-logic QF_BV)\n");
    for (uint32_t i = 0; i < VARS; i++)
        strbuf_printf(&text, "(declare-fun %s () (_ BitVec %d))\n", term_name(p->vars[i]), WIDTH);
    strbuf_text(&text, "(assert ");
    term_print(&text, term_and_n(p->a.at, p->a.n));
    strbuf_text(&text, ")\n(get-interpolant I (not ");
    term_print(&text, term_and_n(p->b.at, p->b.n));
    strbuf_text(&text, "))\n");
    assert_int_equal(write(file, text.text, text.n), (ssize_t)text.n);
    close(file);
    snprintf(command, sizeof command, "cvc5 --produce-interpolants --tlimit=5000 --lang=smt2 %s 2>&1", path);
    FILE *answer = popen(command, "r");
    bool said = fgets(line, sizeof line, answer);
    pclose(answer);
    unlink(path);
    strbuf_release(&text);
    assert_null(strstr(line, "none")); /* "there is none" */
    return said && strstr(line, "define-fun I");
}

static void random_interpolants(void **state) {
    (void)state;
    uint32_t refuted = 0, by_words = 0, asked = 0, agreed = 0;
    bool has_cvc5 = system("cvc5 --version >/dev/null 2>&1") == 0;
    for (uint64_t seed = 0; seed < PROBLEMS; seed++) {
        struct rng r = {seed};
        struct problem p;
        term interpolant;
        uint32_t layer;
        random_problem(&r, &p);
        struct interpolate_problem q = {p.a.at, p.b.at, p.a.n, p.b.n, p.layers, 2, 100000};
        enum answer answer = interpolate(&q, &interpolant, &layer);
        enum answer z3 = z3_says(&p.a, term_and_n(p.b.at, p.b.n));
        assert_int_equal(answer, z3);
        if (answer == ANSWER_UNSAT) {
            assert_int_equal(z3_says(&p.a, term_not(interpolant)), ANSWER_UNSAT); /* A => P */
            assert_int_equal(z3_says(&p.b, interpolant), ANSWER_UNSAT);           /* P & B */
            check_variables(&p, interpolant);
            refuted++;
            by_words += layer <= 2;
            if (has_cvc5 && asked < ASKED && ++asked) agreed += cvc5_agrees(&p);
        }
        problem_release(&p);
    }
    assert_true(refuted > 40 && by_words > 10 && by_words < refuted);
    assert_true(!has_cvc5 || agreed > 0);
}

/* The loop of the essay: what a proof about bits would not say. */
static void words_first(void **state) {
    (void)state;
    term i = term_var("i", sort_bv(32)), n = term_var("n", sort_bv(32)), p;
    term a[] = {term_eq(i, term_bv(32, 1)), term_ult(term_bv(32, 0), n)};
    term b[] = {term_ule(n, i), term_not(term_eq(i, n))};
    term_vec words = {0};
    uint32_t layer;
    VEC_PUSH(&words, term_ule(i, n));
    VEC_PUSH(&words, term_eq(i, n));
    struct interpolate_problem q = {a, b, 2, 2, &words, 1, 1000};
    assert_int_equal(interpolate(&q, &p, &layer), ANSWER_UNSAT);
    assert_int_equal(layer, 1);
    /* whatever the proof was: the interpolant is i <= n */
    term_vec none = {0};
    assert_int_equal(z3_says(&none, term_not(term_eq(p, term_ule(i, n)))), ANSWER_UNSAT);
    VEC_RELEASE(&words);
}

static void arrays_are_refused(void **state) {
    (void)state;
    sort s = sort_array(sort_bv(8), sort_bv(8));
    term array = term_var("array", s), at = term_var("at", sort_bv(8)), p;
    term a = term_eq(term_select(array, at), term_bv(8, 1)),
         b = term_eq(term_select(array, at), term_bv(8, 2));
    uint32_t layer;
    struct interpolate_problem q = {&a, &b, 1, 1, NULL, 0, 1000};
    assert_int_equal(interpolate(&q, &p, &layer), ANSWER_UNKNOWN);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(random_interpolants, setup, teardown),
                                       cmocka_unit_test_setup_teardown(words_first, setup, teardown),
                                       cmocka_unit_test_setup_teardown(arrays_are_refused, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
