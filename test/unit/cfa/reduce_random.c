/* Every reduction alone and all together keep what is reachable: lE, and each cut. Decided by explicit
 * search on random automata, before and after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "cfa/check.h"
#include "cfa/interp.h"
#include "cfa/reduce.h"
#include "explore.h"
#include "generate.h"
#include "util/fail.h"
#include "util/options.h"

enum { AUTOMATA = 400 };

static const struct shape shape = {.max_vars = 4, .max_bits = 7, .max_locs = 9, .cuts = true};

/* Which of lE (bit 0) and the cuts (bit 1 + n, by name) are reached; all test cuts have one name. */
static uint32_t reached(const struct cfa *c) {
    struct space s;
    explore_edges(c, &s);
    uint32_t set = space_reached(&s, c->lE) != NEVER;
    for (uint32_t i = 0; i < c->cuts.n; i++)
        set |= (uint32_t)(space_reached(&s, c->cuts.at[i].at) != NEVER) << 1;
    space_release(&s);
    return set;
}

typedef void pass(struct cfa *c);

static void prune(struct cfa *c) { cfa_prune(c); }
static void propagate(struct cfa *c) { cfa_propagate(c); }
static void slice(struct cfa *c) { cfa_slice(c); }
static void dead(struct cfa *c) { cfa_dead(c); }
static void bisim(struct cfa *c) { cfa_bisim(c); }
static void sequence(struct cfa *c) { cfa_large_blocks(c, LBE_SEQUENCE, 32); }
static void loop(struct cfa *c) { cfa_large_blocks(c, LBE_LOOP, 32); }
static void tight_loop(struct cfa *c) { cfa_large_blocks(c, LBE_LOOP, 2); }

static void check_pass(pass *p, uint64_t seed) {
    struct rng r = {seed};
    for (uint32_t i = 0; i < AUTOMATA; i++) {
        struct cfa *c = random_cfa(&r, &shape);
        assert_null(cfa_check(c));
        uint32_t before = reached(c);
        p(c);
        char *wrong = cfa_check(c);
        if (wrong) fail_msg("automaton %u: %s", i, wrong);
        uint32_t after = reached(c);
        if (before != after) {
            struct strbuf b = {0};
            struct rng again = {r.state};
            (void)again;
            cfa_print(&b, c);
            fail_msg("automaton %u: %u before, %u after\n%s", i, before, after, b.text);
        }
        cfa_free(c);
    }
}

#define PASS_TEST(name, seed)                                                                                \
    static void test_##name(void **state) {                                                                  \
        (void)state;                                                                                         \
        check_pass(name, seed);                                                                              \
    }
PASS_TEST(prune, 1)
PASS_TEST(propagate, 2)
PASS_TEST(slice, 3)
PASS_TEST(dead, 4)
PASS_TEST(bisim, 5)
PASS_TEST(sequence, 6)
PASS_TEST(loop, 7)
PASS_TEST(tight_loop, 8)

/* Edges and steps of an automaton reach the same states at the same levels. */
static void test_split(void **state) {
    (void)state;
    struct rng r = {9};
    uint32_t compared = 0;
    for (uint32_t i = 0; i < AUTOMATA; i++) {
        struct cfa *c = random_cfa(&r, &shape);
        struct space edges, steps;
        cfa_split(c, i % 3 ? 32 : 1);
        char *wrong = cfa_check(c);
        if (wrong) fail_msg("automaton %u: %s", i, wrong);
        explore_edges(c, &edges);
        if (explore_steps(c, &steps, 8)) {
            assert_memory_equal(edges.levels, steps.levels,
                                ((size_t)c->locs.n << edges.bits) * sizeof(uint16_t));
            space_release(&steps);
            compared++;
        }
        space_release(&edges);
        cfa_free(c);
    }
    assert_true(compared > AUTOMATA / 2);
}

/* cfa_reduce under every combination of switches; the result's steps agree with its edges on lE. */
static void test_reduce(void **state) {
    (void)state;
    struct rng r = {10};
    for (uint32_t i = 0; i < AUTOMATA; i++) {
        options_reset();
        options.propagate = i & 1;
        options.slice = i & 2;
        options.dead = i & 4;
        options.bisim = i & 8;
        options.lbe = (int)(i / 16 % 3);
        options.lbe_paths = i % 5 ? 32 : 3;
        struct cfa *c = random_cfa(&r, &shape);
        uint32_t before = reached(c);
        c = cfa_reduce(c);
        if (before != reached(c)) fail_msg("automaton %u: not the same after reduction", i);
        struct space steps;
        if (explore_steps(c, &steps, 8)) {
            if ((space_reached(&steps, c->lE) != NEVER) != (before & 1))
                fail_msg("automaton %u: steps differ", i);
            space_release(&steps);
        }
        cfa_free(c);
    }
    options_reset();
}

int main(void) {
    terms_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prune),  cmocka_unit_test(test_propagate),  cmocka_unit_test(test_slice),
        cmocka_unit_test(test_dead),   cmocka_unit_test(test_bisim),      cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_loop),   cmocka_unit_test(test_tight_loop), cmocka_unit_test(test_split),
        cmocka_unit_test(test_reduce),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
