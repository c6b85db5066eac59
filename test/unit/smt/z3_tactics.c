/* What Z3 is asked when its incremental core has not answered, each way by itself: they find the
 * contradictions that they are there for, and none in random questions that hold for the values
 * they were made from. */
#include "fixture.h"

#include "smt/z3/coarse.h"
#include "smt/z3/z3_context.h"
#include "smt/z3/z3_tactics.h"
#include "term/subst.h"
#include "util/clock.h"
#include "util/rng.h"

static term word(const char *name) { return term_var(name, sort_bv(32)); }

/* One context for all questions of a test. */
static int with_context(void **state) {
    setup(state);
    z3_context_acquire();
    return 0;
}

static int without_context(void **state) {
    z3_context_release();
    return teardown(state);
}

typedef bool way(struct z3_question *q);

/* By z3_tactics_check as a whole. */
static bool refuted_somehow(struct z3_question *q) { return z3_tactics_check(q) == Z3_L_FALSE; }

static bool refuted(way *by, const term *facts, uint32_t n, term assumption) {
    struct z3_question q = {.facts = n, .deadline = clock_wall() + 120};
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&q.literals, facts[i]);
    VEC_PUSH(&q.literals, assumption);
    z3_context_enter();
    bool answer = by(&q);
    z3_context_leave();
    z3_question_release(&q);
    VEC_RELEASE(&q.literals);
    return answer;
}

/* What is replaced is any value: whatever a term is, its coarse form is for some values of the
 * unknowns. */
static void test_coarse_terms(void **state) {
    (void)state;
    term x = word("x"), y = word("y"), six = term_bv(32, 6), four = term_bv(32, 4);
    struct coarse c = {0};
    assert_true(coarse_term(&c, term_bv_add(x, term_bv_urem(y, four))) ==
                term_bv_add(x, term_bv_urem(y, four)));
    assert_false(c.some);
    term product = term_bv_mul(x, y), hard = coarse_term(&c, product);
    assert_true(c.some && term_is_var(hard) && hard != x && hard != y);
    assert_true(coarse_term(&c, term_ult(product, x)) == term_ult(hard, x));
    term rest = coarse_term(&c, term_bv_urem(x, six));
    assert_true(term_is_var(rest) && rest != hard);
    coarse_release(&c);
}

/* Six counters below k, one of them goes up: the remainder that says which one does not matter. */
static void test_counters(void **state) {
    (void)state;
    enum { N = 6 };
    term k = word("k"), one = term_bv(32, 1), next = term_bv_add(k, one), facts[N + 1];
    term face = term_bv_urem(word("in"), term_bv(32, N)), escapes = term_false(), last = TERM_NONE;
    for (uint32_t i = 0; i < N; i++) {
        term count = term_fresh("count", sort_bv(32));
        facts[i] = term_ule(count, k);
        term then = term_ite(term_eq(face, term_bv(32, i)), term_bv_add(count, one), count);
        last = term_ult(next, then);
        escapes = term_or(escapes, last);
    }
    facts[N] = term_ult(k, word("n"));
    assert_true(refuted(z3_refuted_coarsely, facts, N + 1, last));
    assert_true(refuted(refuted_somehow, facts, N + 1, escapes));
    assert_false(refuted(z3_refuted_by_reads, facts, N + 1, last)); /* there is no array */
    /* k + 1 may wrap around */
    assert_false(refuted(z3_refuted_coarsely, facts, N, last));
    assert_false(refuted(refuted_somehow, facts, N, escapes));
}

/* Elements move up by one, v[i] = v[i + 1]: the obligation that Z3's own solver for arrays does not
 * decide in 20 s. */
static void test_elements_move_up(void **state) {
    (void)state;
    sort words = sort_array(sort_bv(32), sort_bv(32));
    term i = word("i"), g = word("g"), v = term_var("v", words), w = term_var("w", words);
    term one = term_bv(32, 1), last = term_bv(32, 99999), next = term_bv_add(g, one);
    term moved = term_eq(term_select(v, g), term_select(w, next));
    term still = term_eq(term_select(v, next), term_select(w, next));
    struct subst after = {0};
    subst_set(&after, i, term_bv_add(i, one));
    subst_set(&after, v, term_store(v, i, term_select(v, term_bv_add(i, one))));
    term facts[] = {term_ult(i, last), term_implies(term_ult(g, i), moved),
                    term_implies(term_and(term_ule(i, next), term_ult(g, last)), still)};
    assert_true(refuted(z3_refuted_by_reads, facts, 3, term_not(subst_apply(&after, facts[1]))));
    assert_false(refuted(z3_refuted_coarsely, facts, 3, term_not(subst_apply(&after, facts[1]))));
    subst_set(&after, v, term_store(v, i, term_select(v, i)));
    assert_false(refuted(z3_refuted_by_reads, facts, 3, term_not(subst_apply(&after, facts[1]))));
    subst_release(&after);
}

/* ---- random questions ---- */

enum { WIDTH = 3, VALUES = 1 << WIDTH, WORDS = 3, ARRAYS = 2, LITERALS = 6, HOLDS = 3, ROUNDS = 150 };
static term words[WORDS], arrays[ARRAYS];

static term random_array(struct rng *r, int depth);

static term random_word(struct rng *r, int depth) {
    if (depth == 0)
        return rng_below(r, 3) ? words[rng_below(r, WORDS)] : term_bv(WIDTH, rng_below(r, VALUES));
    term a = random_word(r, depth - 1), b = random_word(r, depth - 1);
    switch (rng_below(r, 6)) {
    case 0: return term_bv_mul(a, b);
    case 1: return term_bv_urem(a, b);
    case 2: return term_bv_add(a, b);
    case 3: return term_ite(term_ult(a, b), a, words[0]);
    default: return term_select(random_array(r, depth - 1), a);
    }
}

static term random_array(struct rng *r, int depth) {
    if (depth == 0 || rng_below(r, 3) == 0) return arrays[rng_below(r, ARRAYS)];
    term a = random_array(r, depth - 1), i = random_word(r, depth - 1), x = random_word(r, depth - 1);
    return rng_below(r, 4) ? term_store(a, i, x) : term_ite(term_ult(i, x), a, arrays[0]);
}

static term random_literal(struct rng *r) {
    term a = random_word(r, 2), b = random_word(r, 2);
    switch (rng_below(r, 4)) {
    case 0: return term_eq(a, b);
    case 1: return term_eq(random_array(r, 1), random_array(r, 2));
    default: return rng_below(r, 2) ? term_ult(a, b) : term_sle(a, b);
    }
}

static void random_values(struct rng *r, struct model *m) {
    for (uint32_t i = 0; i < WORDS; i++) model_set(m, words[i], value_of(rng_below(r, VALUES)));
    for (uint32_t i = 0; i < ARRAYS; i++) {
        value v = array_value_const(value_of(rng_below(r, VALUES)));
        for (int k = 0; k < 3; k++)
            v = array_value_store(v, value_of(rng_below(r, VALUES)), value_of(rng_below(r, VALUES)));
        model_set(m, arrays[i], v);
    }
}

/* Literals that hold for random values, and a disjunction of which one case holds: nobody may
 * refute them. */
static void test_nothing_that_holds(void **state) {
    (void)state;
    struct rng r = {20261119};
    static const char *const names[] = {"x", "y", "z", "a", "b"};
    for (uint32_t i = 0; i < WORDS; i++) words[i] = term_var(names[i], sort_bv(WIDTH));
    for (uint32_t i = 0; i < ARRAYS; i++)
        arrays[i] = term_var(names[WORDS + i], sort_array(sort_bv(WIDTH), sort_bv(WIDTH)));
    for (int round = 0; round < ROUNDS; round++) {
        struct model m = {0};
        term facts[LITERALS], some = term_false();
        random_values(&r, &m);
        for (uint32_t i = 0; i < LITERALS; i++) {
            term t = random_literal(&r);
            facts[i] = term_eval(&m, t).lo ? t : term_not(t);
            some = term_or(some, i == HOLDS ? facts[i] : term_not(facts[i]));
        }
        model_release(&m);
        assert_false(refuted(z3_refuted_coarsely, facts, LITERALS, some));
        assert_false(refuted(z3_refuted_by_reads, facts, LITERALS, some));
        assert_false(refuted(refuted_somehow, facts, LITERALS, some));
    }
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, with_context, without_context)

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_coarse_terms), TEST(test_counters),
                                       TEST(test_elements_move_up), TEST(test_nothing_that_holds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
