/* oracle_sums COUNT SEED: conjunctions of comparisons of sums that have a solution are never
 * refuted, neither as inequalities of integers by our own elimination (smt/linear) nor by Z3
 * (smt/z3/integers.h); and cores of what is refuted have no model.
 *
 * Random sums, extensions, parts and reads over a few words of 4 to 64 bits are evaluated at a
 * random point; the conjuncts are comparisons and clauses that hold there, many of them as tight as
 * can be. In 4 bits nearly everything wraps. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/linear/linear.h"
#include "smt/solver.h"
#include "smt/z3/z3_context.h"
#include "smt/z3/z3_tactics.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/rng.h"

enum { WORDS = 4, OPERATIONS = 7, CONJUNCTS = 7 };

static struct {
    struct rng r;
    struct model m;
    uint32_t width;
    term array;
    term_vec words;
    uint64_t refuted[2], asked, wrong;
} run;

static uint32_t below(uint32_t n) { return rng_below(&run.r, n); }
static term any_word(void) { return run.words.at[below(run.words.n)]; }
static uint64_t value_at(term t) { return term_eval(&run.m, t).lo; }

static term random_constant(void) {
    uint64_t any = rng_next(&run.r);
    return term_bv(run.width, (below(3) ? any % 9 - 4 : any) & bits_mask64(run.width));
}

static void start(void) {
    static const uint32_t widths[] = {4, 4, 8, 32, 32, 64};
    run.width = widths[below(6)];
    VEC_CLEAR(&run.words);
    for (uint32_t i = 0; i < WORDS; i++) {
        term x = term_fresh("x", sort_bv(run.width));
        uint64_t any = rng_next(&run.r), small = any % 50;
        model_set(&run.m, x, value_of((below(3) ? small : any) & bits_mask64(run.width)));
        VEC_PUSH(&run.words, x);
    }
    run.array = term_fresh("a", sort_array(sort_bv(run.width), sort_bv(run.width)));
    value a = array_value_const(value_of(1));
    for (uint32_t i = 0; i < 3; i++)
        a = array_value_store(a, value_of(value_at(any_word())), value_of(below(3)));
    model_set(&run.m, run.array, a);
}

static void add_word(void) {
    term a = any_word(), b = below(2) ? any_word() : random_constant(), t;
    uint32_t half = run.width / 2;
    switch (below(9)) {
    case 0: t = term_bv_mul(term_bv(run.width, below(6)), a); break;
    case 1: t = term_select(run.array, a); break;
    case 2: t = term_zext(term_extract(a, run.width - 1, half), run.width); break;
    case 3: t = term_sext(term_extract(a, half - 1, 0), run.width); break;
    case 4: t = term_bv_not(a); break;
    case 5:
        t = below(2) ? term_ite(term_ule(a, b), a, b) : term_zext(term_extract(a, half, 0), run.width);
        break;
    case 6: t = term_bv_sub(a, b); break;
    default: t = term_bv_add(a, b);
    }
    VEC_PUSH(&run.words, t);
}

static term comparison(void) {
    term a = any_word(), b = any_word();
    if (below(2)) b = term_bv(run.width, (value_at(a) + below(3) - 1) & bits_mask64(run.width));
    switch (below(6)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(b, a);
    case 2: return term_slt(b, a);
    case 3: return term_sle(a, b);
    case 4: return term_ule(a, b);
    default: return term_eq(a, b);
    }
}

static term holding(term t) { return term_holds(&run.m, t) ? t : term_not(t); }

static void complain(const char *who, const term *at, uint32_t n) {
    run.wrong++;
    printf("%s:\n", who);
    for (uint32_t i = 0; i < n; i++) {
        char *text = term_text(at[i]);
        printf("  %s\n", text);
        free(text);
    }
}

static bool as_integers(const term *at, uint32_t n) {
    struct z3_question q = {.facts = n, .deadline = clock_wall() + 0.5};
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&q.literals, at[i]);
    z3_context_enter();
    bool refuted = z3_refuted_as_integers(&q);
    z3_question_release(&q);
    z3_context_leave();
    VEC_RELEASE(&q.literals);
    return refuted;
}

/* Half of the conjuncts are facts. */
static bool by_elimination(const term *at, uint32_t n, bool *core) {
    term_vec facts = {0};
    for (uint32_t i = 0; i < n / 2; i++) VEC_PUSH(&facts, at[i]);
    bool refuted = linear_refute(&facts, at + n / 2, n - n / 2, core + n / 2);
    VEC_RELEASE(&facts);
    return refuted;
}

static void check_core(const term *at, uint32_t n, const bool *core) {
    struct solver *s = solver_new_kind(SOLVER_NATIVE, SOLVER_CHECKS);
    solver_set_limit(s, 2);
    for (uint32_t i = 0; i < n; i++)
        if (i < n / 2 || core[i]) solver_assert(s, at[i]);
    if (solver_check(s, NULL, 0) == ANSWER_SAT) complain("no core", at, n);
    solver_free(s);
}

static void ask(const term *at, uint32_t n, bool satisfiable) {
    bool core[CONJUNCTS + 1] = {0};
    bool refuted[2] = {by_elimination(at, n, core), false};
    if (refuted[0] || below(10) == 0) refuted[1] = as_integers(at, n); /* which takes longer */
    if (refuted[0] && satisfiable) complain("refuted by elimination", at, n);
    if (refuted[1] && satisfiable) complain("refuted as integers", at, n);
    if (refuted[0]) check_core(at, n, core);
    run.asked++;
    for (uint32_t i = 0; i < 2; i++) run.refuted[i] += refuted[i];
}

static void one_round(void) {
    term at[CONJUNCTS + 1];
    model_clear(&run.m);
    start();
    for (uint32_t i = 0; i < OPERATIONS; i++) add_word();
    for (uint32_t i = 0; i < CONJUNCTS; i++) {
        at[i] = holding(comparison());
        if (below(4) == 0) at[i] = term_or(term_not(holding(comparison())), at[i]);
    }
    ask(at, CONJUNCTS, true);
    at[CONJUNCTS] = term_not(holding(comparison()));
    ask(at, CONJUNCTS + 1, false);
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_sums COUNT SEED\n");
        return 1;
    }
    uint64_t count = strtoull(argv[1], NULL, 10);
    run.r = (struct rng){strtoull(argv[2], NULL, 10)};
    options_reset();
    terms_init();
    z3_context_acquire();
    for (uint64_t i = 0; i < count && run.wrong < 5; i++) one_round();
    z3_context_release();
    model_release(&run.m);
    VEC_RELEASE(&run.words);
    terms_release();
    printf("of %" PRIu64 ", %" PRIu64 " refuted by elimination, %" PRIu64 " as integers, %" PRIu64
           " wrong, %.1f s\n",
           run.asked, run.refuted[0], run.refuted[1], run.wrong, clock_wall());
    return run.wrong != 0 || !run.refuted[0] || !run.refuted[1];
}
