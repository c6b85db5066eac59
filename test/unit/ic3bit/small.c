/* The small SAT solver against CaDiCaL on random incremental sessions: answers, models and cores.
 * Once as a plain solver, once on random circuits with domains and temporary clauses, as the
 * bit-level engine uses it: assumptions that are constant or fixed, clauses that are, queries given
 * up before or in the search. An argument asks for more sessions. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>

#include "sat/small.h"
#include "util/rng.h"
#include "util/vec.h"

typedef VEC(int) lit_vec;
typedef VEC(uint32_t) word_list;

enum { MAX_VARS = 60, MAX_GATES = 120 };
static uint64_t sessions = 1500;

static int random_lit(struct rng *r, uint32_t vars) {
    int v = 1 + (int)rng_below(r, vars);
    return rng_below(r, 2) ? v : -v;
}

static void add_both(struct sat *a, struct sat *b, lit_vec *all, int lit) {
    sat_add(a, lit);
    sat_add(b, lit);
    VEC_PUSH(all, lit);
}

static void check_model(struct sat *s, const lit_vec *clauses) {
    bool satisfied = false;
    for (uint32_t i = 0; i < clauses->n; i++) {
        if (clauses->at[i]) {
            satisfied |= sat_value(s, clauses->at[i]);
            continue;
        }
        assert_true(satisfied);
        satisfied = false;
    }
}

/* The core alone must be unsatisfiable for the reference. */
static void check_core(struct sat *s, struct sat *reference, const lit_vec *assumed) {
    for (uint32_t i = 0; i < assumed->n; i++)
        if (sat_failed(s, assumed->at[i])) sat_assume(reference, assumed->at[i]);
    assert_int_equal(sat_solve(reference), SAT_UNSAT);
}

static void session(uint64_t seed) {
    struct rng r = {seed};
    struct sat *s = sat_new(&sat_small), *reference = sat_new(&sat_cadical);
    uint32_t vars = 3 + rng_below(&r, MAX_VARS - 3);
    lit_vec clauses = {0}, assumed = {0};
    for (uint32_t v = 0; v < vars; v++) sat_fresh(s), sat_fresh(reference);
    for (uint32_t round = 0; round < 12; round++) {
        uint32_t more = rng_below(&r, vars);
        for (uint32_t c = 0; c < more; c++) {
            uint32_t size = 1 + rng_below(&r, 4) + (rng_below(&r, 8) > 0);
            for (uint32_t i = 0; i < size; i++) add_both(s, reference, &clauses, random_lit(&r, vars));
            add_both(s, reference, &clauses, 0);
        }
        VEC_CLEAR(&assumed);
        for (uint32_t n = rng_below(&r, 6); n > 0; n--) VEC_PUSH(&assumed, random_lit(&r, vars));
        for (uint32_t i = 0; i < assumed.n; i++) {
            sat_assume(s, assumed.at[i]);
            sat_assume(reference, assumed.at[i]);
        }
        enum sat_result got = sat_solve(s);
        assert_int_equal(got, sat_solve(reference));
        if (got == SAT_SAT) check_model(s, &clauses);
        for (uint32_t i = 0; got == SAT_SAT && i < assumed.n; i++) assert_true(sat_value(s, assumed.at[i]));
        if (got == SAT_UNSAT) check_core(s, reference, &assumed);
    }
    VEC_RELEASE(&clauses);
    VEC_RELEASE(&assumed);
    sat_free(s);
    sat_free(reference);
}

static void plain_sessions(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= sessions; seed++) session(seed);
}

/* A hard one, so that restarts, forgetting and compaction happen: random 3-SAT near the
 * threshold. */
static void hard_formulas(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        struct rng r = {seed};
        struct sat *s = sat_new(&sat_small), *reference = sat_new(&sat_cadical);
        lit_vec clauses = {0};
        for (int v = 0; v < 180; v++) sat_fresh(s), sat_fresh(reference);
        for (int c = 0; c < 770; c++) {
            for (int i = 0; i < 3; i++) add_both(s, reference, &clauses, random_lit(&r, 180));
            add_both(s, reference, &clauses, 0);
        }
        for (int i = 0; i < 4; i++) {
            int lit = random_lit(&r, 180);
            sat_assume(s, lit);
            sat_assume(reference, lit);
            enum sat_result got = sat_solve(s);
            assert_int_equal(got, sat_solve(reference));
            if (got == SAT_SAT) check_model(s, &clauses);
        }
        VEC_RELEASE(&clauses);
        sat_free(s);
        sat_free(reference);
    }
}

/* A random circuit: variables 1 .. leaves are leaves, the others AND gates of two earlier
 * literals. */
struct circuit {
    uint32_t leaves, vars;
    uint32_t in[MAX_GATES][2];
    uint32_t start[MAX_GATES + 2], input[2 * MAX_GATES];
    struct small_cones cones;
};

static void make_circuit(struct circuit *c, struct rng *r) {
    uint32_t n = 0;
    c->leaves = 3 + rng_below(r, 20);
    c->vars = c->leaves + 1 + rng_below(r, 70);
    for (uint32_t v = 0; v <= c->vars; v++) {
        c->start[v] = n;
        if (v <= c->leaves) continue;
        for (int k = 0; k < 2; k++) {
            c->in[v][k] = 2 + rng_below(r, 2 * (v - 1));
            c->input[n++] = c->in[v][k] / 2;
        }
    }
    c->start[c->vars + 1] = n;
    c->cones = (struct small_cones){c->start, c->input};
}

/* The reference's first variable is the constant false. */
static int dimacs(uint32_t lit) { return lit & 1 ? -(int)(lit / 2 + 1) : (int)(lit / 2 + 1); }

static void add_clause(struct small *s, struct sat *reference, const uint32_t *lits, uint32_t n) {
    small_clause(s, lits, n);
    for (uint32_t i = 0; i < n; i++) sat_add(reference, dimacs(lits[i]));
    sat_add(reference, 0);
}

static void load_circuit(const struct circuit *c, struct small *s, struct sat *reference) {
    small_reserve(s, c->vars);
    for (uint32_t v = 0; v <= c->vars; v++) sat_fresh(reference);
    sat_unit(reference, dimacs(1));
    for (uint32_t v = c->leaves + 1; v <= c->vars; v++) {
        uint32_t a = c->in[v][0], b = c->in[v][1];
        add_clause(s, reference, (uint32_t[]){2 * v + 1, a}, 2);
        add_clause(s, reference, (uint32_t[]){2 * v + 1, b}, 2);
        add_clause(s, reference, (uint32_t[]){2 * v, a ^ 1, b ^ 1}, 3);
    }
}

/* Random literals of leaves; now and then a constant, which stands where a next state is
 * constant. */
static void random_cube(const struct circuit *c, struct rng *r, word_list *cube, uint32_t n) {
    VEC_CLEAR(cube);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = rng_below(r, 30) ? 1 + rng_below(r, c->leaves) : 0;
        VEC_PUSH(cube, 2 * v + rng_below(r, 2));
    }
}

/* An assumption: any literal, often one that units have fixed at root level in either way, or a
 * constant. */
static uint32_t random_assumption(const struct circuit *c, struct rng *r, const struct small *s) {
    uint32_t lit = rng_below(r, 20) ? 2 + rng_below(r, 2 * c->vars) : rng_below(r, 2);
    for (int i = 0; i < 30 && rng_below(r, 4) == 0; i++) {
        uint32_t other = 2 + rng_below(r, 2 * c->vars);
        if (small_fixed(s, other) || (small_fixed(s, other ^ 1) && rng_below(r, 8) == 0)) return other;
    }
    return lit;
}

static void check_circuit_model(const struct circuit *c, struct small *s, struct sat *reference,
                                const word_list *temporary, const word_list *assumed) {
    for (uint32_t v = 1; v <= c->leaves; v++) {
        int value = small_value3(s, 2 * v);
        if (value) sat_assume(reference, value * dimacs(2 * v));
    }
    for (uint32_t i = 0; i < assumed->n; i++) sat_assume(reference, dimacs(assumed->at[i]));
    assert_int_equal(sat_solve(reference), SAT_SAT);
    bool satisfied = !temporary->n;
    for (uint32_t i = 0; i < temporary->n; i++) satisfied |= small_value(s, temporary->at[i]);
    assert_true(satisfied);
}

/* The reference decides the temporary clause with an activation literal of its own. */
static int reference_temporary(struct sat *reference, const word_list *temporary) {
    int act = sat_fresh(reference);
    for (uint32_t i = 0; i < temporary->n; i++) sat_add(reference, dimacs(temporary->at[i]));
    sat_add(reference, -act);
    sat_add(reference, 0);
    return act;
}

static void circuit_query(const struct circuit *c, struct rng *r, struct small *s, struct sat *reference) {
    word_list temporary = {0}, assumed = {0}, focus = {0};
    bool with = rng_below(r, 4);
    random_cube(c, r, &temporary, 1 + rng_below(r, 4));
    for (uint32_t n = 1 + rng_below(r, 4); n > 0; n--) VEC_PUSH(&assumed, random_assumption(c, r, s));
    for (uint32_t i = 0; i < assumed.n; i++) VEC_PUSH(&focus, assumed.at[i]);
    for (uint32_t i = 0; i < temporary.n; i++) VEC_PUSH(&focus, temporary.at[i]);
    small_focus(s, focus.at, focus.n);
    if (with) small_temporary(s, temporary.at, temporary.n);
    else VEC_CLEAR(&temporary);
    for (uint32_t i = 0; i < assumed.n; i++) small_assume(s, assumed.at[i]);
    int act = with ? reference_temporary(reference, &temporary) : 0;
    for (uint32_t i = 0; i < assumed.n; i++) sat_assume(reference, dimacs(assumed.at[i]));
    if (with) sat_assume(reference, act);
    bool limited = rng_below(r, 10) == 0, discarded = rng_below(r, 10) == 0;
    if (limited) small_limit_conflicts(s, rng_below(r, 3));
    if (discarded) small_discard(s);
    enum sat_result got = discarded ? SAT_UNKNOWN : small_solve(s), expected = sat_solve(reference);
    if (!discarded && !(limited && got == SAT_UNKNOWN)) assert_int_equal(got, expected);
    if (got == SAT_SAT) check_circuit_model(c, s, reference, &temporary, &assumed);
    if (got == SAT_UNSAT) {
        for (uint32_t i = 0; i < assumed.n; i++)
            if (small_failed(s, assumed.at[i])) sat_assume(reference, dimacs(assumed.at[i]));
        if (with) sat_assume(reference, act);
        assert_int_equal(sat_solve(reference), SAT_UNSAT);
    }
    if (with) sat_unit(reference, -act);
    VEC_RELEASE(&temporary);
    VEC_RELEASE(&assumed);
    VEC_RELEASE(&focus);
}

static void circuit_session(uint64_t seed) {
    struct rng r = {seed};
    struct circuit c;
    make_circuit(&c, &r);
    struct small *base = small_new();
    struct sat *reference = sat_new(&sat_cadical);
    load_circuit(&c, base, reference);
    small_set_cones(base, &c.cones);
    struct small *s = small_clone(base);
    word_list lemma = {0};
    for (int round = 0; round < 40; round++) {
        if (rng_below(&r, 3) == 0) { /* a lemma over leaves, as a frame would hold */
            random_cube(&c, &r, &lemma, 1 + rng_below(&r, 4) + (rng_below(&r, 4) > 0));
            for (uint32_t i = 0; i < lemma.n; i++) small_require(s, lemma.at[i] / 2);
            add_clause(s, reference, lemma.at, lemma.n);
        }
        if (rng_below(&r, 8) == 0) { /* a unit, of a gate or a leaf, that keeps it consistent */
            uint32_t unit = 2 + rng_below(&r, 2 * c.vars);
            sat_assume(reference, dimacs(unit));
            if (sat_solve(reference) == SAT_SAT) {
                small_require(s, unit / 2);
                add_clause(s, reference, &unit, 1);
            }
        }
        circuit_query(&c, &r, s, reference);
    }
    VEC_RELEASE(&lemma);
    small_free(s);
    small_free(base);
    sat_free(reference);
}

static void circuit_sessions(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= sessions; seed++) circuit_session(seed);
}

int main(int argc, char **argv) {
    if (argc > 1) sessions = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain_sessions),
        cmocka_unit_test(hard_formulas),
        cmocka_unit_test(circuit_sessions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
