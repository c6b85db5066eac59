/* How the cost of a query grows: bench_growth frame|width native|z3 prints CSV, "size,microseconds per
 * query".
 *
 * A frame is N clauses of three bounds x <= c or c <= x over eight variables; a query assumes the frame and a
 * cube of four literals, two of them over sums of variables, as wp makes them. `frame` varies N at 32 bits,
 * `width` the bits at N = 300. The same seed gives both backends the same queries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/solver.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/rng.h"

enum { VARS = 8, QUERIES = 200 };

struct bench {
    struct rng r;
    uint32_t width;
    term var[VARS];
    struct solver *solver;
    term activation;
    struct model hidden;
    uint64_t sat;
};

static term constant(struct bench *b) { return term_bv(b->width, rng_next(&b->r) >> (64 - b->width)); }

static term bound(struct bench *b, term t) {
    return rng_below(&b->r, 2) ? term_ule(t, constant(b)) : term_ule(constant(b), t);
}

static term variable(struct bench *b) { return b->var[rng_below(&b->r, VARS)]; }

static term sum(struct bench *b) { return term_bv_add(term_bv_add(variable(b), variable(b)), constant(b)); }

/* Lemmas hold in one hidden state, so that a frame has models however large it is. */
static void add_lemma(struct bench *b) {
    term lits[] = {bound(b, variable(b)), bound(b, variable(b)), bound(b, variable(b))},
         lemma = term_or_n(lits, 3);
    if (!term_holds(&b->hidden, lemma)) lemma = term_not(lits[0]);
    solver_assert_if(b->solver, b->activation, lemma);
}

static void ask(struct bench *b) {
    term as[] = {b->activation, bound(b, variable(b)), bound(b, variable(b)), bound(b, sum(b)),
                 bound(b, sum(b))};
    b->sat += solver_check(b->solver, as, 5) == ANSWER_SAT;
}

static void measure(uint32_t lemmas, uint32_t width, int kind, uint32_t size) {
    terms_init();
    struct bench b = {
        .r = {lemmas * 1000 + width}, .width = width, .solver = solver_new_kind(kind, SOLVER_FINDS)};
    b.activation = term_var("frame", sort_bool());
    for (int i = 0; i < VARS; i++) {
        b.var[i] = term_fresh("x", sort_bv(width));
        model_set(&b.hidden, b.var[i], term_value(constant(&b)));
    }
    for (uint32_t i = 0; i < lemmas; i++) add_lemma(&b);
    ask(&b); /* encodes the frame */
    double start = clock_cpu();
    for (int i = 0; i < QUERIES; i++) {
        if (i % 4 == 0) add_lemma(&b); /* frames grow between queries */
        ask(&b);
    }
    printf("%u,%.2f,%llu\n", size, (clock_cpu() - start) / QUERIES * 1e6, (unsigned long long)b.sat);
    fflush(stdout);
    solver_free(b.solver);
    model_release(&b.hidden);
    terms_release();
}

int main(int argc, char **argv) {
    static const uint32_t frames[] = {10, 30, 100, 300, 1000, 3000, 10000},
                          widths[] = {8, 12, 16, 24, 32, 48, 64};
    if (argc != 3) {
        fprintf(stderr, "usage: bench_growth frame|width native|z3\n");
        return 1;
    }
    options_reset();
    int kind = strcmp(argv[2], "z3") ? SOLVER_NATIVE : SOLVER_Z3;
    printf("%s,microseconds,sat\n", argv[1]);
    for (int i = 0; i < 7; i++) {
        if (!strcmp(argv[1], "frame")) measure(frames[i], 32, kind, frames[i]);
        else measure(300, widths[i], kind, widths[i]);
    }
    return 0;
}
