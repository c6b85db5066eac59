/* Every reduction alone and all together keep what is reachable: lE, and each cut. Decided by
 * explicit search on random automata, before and after. */
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

/* Which of lE (bit 0) and the cuts (bit 1 + n, by name) are reached; all test cuts have one
 * name. */
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

/* ---- replay: the values of a path through the reduced automaton drive the original ---- */

struct move { /* how a state was reached first */
    uint32_t from, step, inputs;
};

struct walk {
    const struct cfa *c;
    struct space space;
    VEC(uint32_t) queue;
    struct move *moves;
    VEC(uint32_t) path; /* states, from lE back to l0 */
};

static void inputs_of(const struct cfa_step *s, uint32_t all, value *inputs) {
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        uint32_t w = term_width(s->inputs.at[i].var);
        inputs[i] = value_of(all & ((1u << w) - 1));
        all >>= w;
    }
}

static uint32_t inputs_count(const struct cfa_step *s) {
    uint32_t n = 1;
    for (uint32_t i = 0; i < s->inputs.n; i++) n <<= term_width(s->inputs.at[i].var);
    return n;
}

/* Breadth-first search for lE that remembers the way; false if there is none. */
static bool find_error(struct walk *w) {
    uint32_t bits = w->space.bits, mask = (1u << bits) - 1;
    value values[8], next[8], inputs[8];
    w->moves = mem_alloc((w->c->locs.n << bits) * sizeof *w->moves);
    for (uint32_t i = 0; i < w->c->locs.n << bits; i++) w->moves[i].from = UINT32_MAX;
    w->moves[w->c->l0 << bits].from = w->c->l0
                                      << bits; /* one initial state will do: everything is initialized */
    VEC_PUSH(&w->queue, w->c->l0 << bits);
    for (uint32_t head = 0; head < w->queue.n; head++) {
        uint32_t at = w->queue.at[head];
        state_unpack(w->c, at & mask, values);
        for (uint32_t i = 0; i < w->c->steps.n; i++) {
            const struct cfa_step *s = &w->c->steps.at[i];
            for (uint32_t all = 0; s->from == at >> bits && all < inputs_count(s); all++) {
                inputs_of(s, all, inputs);
                if (!step_successor(w->c, s, values, inputs, next)) continue;
                uint32_t to = s->to << bits | state_pack(w->c, next);
                if (w->moves[to].from != UINT32_MAX) continue;
                w->moves[to] = (struct move){at, i, all};
                VEC_PUSH(&w->queue, to);
                if (s->to != w->c->lE) continue;
                for (; to >> bits != w->c->l0; to = w->moves[to].from) VEC_PUSH(&w->path, to);
                return true;
            }
        }
    }
    return false;
}

struct tape { /* values to come, per class of sites */
    const struct cfa *reduced;
    VEC(value) * values;
    uint32_t *next;
};

static value play(void *context, const struct cfa *c, uint32_t site) {
    (void)c;
    struct tape *t = context;
    uint32_t k = t->reduced->sites.at[site].same_as;
    return t->next[k] < t->values[k].n ? t->values[k].at[t->next[k]++] : (value){0};
}

static void record(struct walk *w, struct tape *t) {
    value inputs[8];
    for (uint32_t i = w->path.n; i-- > 0;) {
        struct move m = w->moves[w->path.at[i]];
        const struct cfa_step *s = &w->c->steps.at[m.step];
        inputs_of(s, m.inputs, inputs);
        for (uint32_t d = 0, in = 0; d < s->draws.n; d++) {
            value v = {0};
            if (in < s->inputs.n && s->inputs.at[in].draw == d) v = inputs[in++];
            VEC_PUSH(&t->values[w->c->sites.at[s->draws.at[d]].same_as], v);
        }
    }
}

static bool replays(const struct cfa *original, struct walk *w) {
    struct tape t = {.reduced = w->c};
    t.values = mem_zero(original->sites.n, sizeof *t.values);
    t.next = mem_zero(original->sites.n, sizeof *t.next);
    record(w, &t);
    struct cfa_world world = {.context = &t, .input = play, .max_edges = 100000};
    struct cfa_index index;
    struct cfa_run run;
    cfa_index_edges(original, &index);
    cfa_execute(original, &index, &world, &run);
    cfa_index_release(&index);
    model_release(&run.state);
    for (uint32_t i = 0; i < original->sites.n; i++) VEC_RELEASE(&t.values[i]);
    free(t.values);
    free(t.next);
    return run.end == RUN_ERROR;
}

static void test_replay(void **state) {
    (void)state;
    struct rng r = {11};
    struct shape program = {
        .max_vars = 4, .max_bits = 8, .max_locs = 14, .initialize = true, .deterministic = true};
    uint32_t replayed = 0;
    for (uint32_t i = 0; i < 3 * AUTOMATA; i++) {
        options_reset();
        options.bisim = i % 4 != 0;
        options.dead = i % 5 != 0;
        options.lbe = (int)(i % 3);
        struct cfa *c = random_cfa(&r, &program);
        struct walk w = {.c = cfa_reduce(cfa_copy(c))};
        if (explore_steps(w.c, &w.space, 8)) {
            bool found = find_error(&w);
            if (found && !replays(c, &w)) fail_msg("automaton %u does not replay", i);
            replayed += found && w.path.n > 1;
            space_release(&w.space);
        }
        free(w.moves);
        VEC_RELEASE(&w.queue);
        VEC_RELEASE(&w.path);
        cfa_free((struct cfa *)w.c);
        cfa_free(c);
    }
    options_reset();
    assert_true(replayed > AUTOMATA / 4);
}

int main(void) {
    terms_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prune),  cmocka_unit_test(test_propagate),  cmocka_unit_test(test_slice),
        cmocka_unit_test(test_dead),   cmocka_unit_test(test_bisim),      cmocka_unit_test(test_sequence),
        cmocka_unit_test(test_loop),   cmocka_unit_test(test_tight_loop), cmocka_unit_test(test_split),
        cmocka_unit_test(test_reduce), cmocka_unit_test(test_replay),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
