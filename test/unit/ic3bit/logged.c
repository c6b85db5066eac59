/* The logging solver on random clauses, against enumeration: answers, and what makes an interpolant
 * one. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "ic3bit/circuit.h"

#include "util/rng.h"

/* Variables 1 .. 4 are A's, 5 .. 8 shared, 9 .. 12 B's. */
enum { FIRST_SHARED = 5, FIRST_B = 9, VARS = 12, MAX_CLAUSES = 60 };

struct formula {
    int lits[MAX_CLAUSES][3];
    uint32_t n, size[MAX_CLAUSES];
    enum logged_part part[MAX_CLAUSES];
};

static void random_formula(struct rng *r, struct formula *f) {
    f->n = 20 + rng_below(r, MAX_CLAUSES - 20);
    for (uint32_t i = 0; i < f->n; i++) {
        f->part[i] = rng_below(r, 2) ? PART_A : PART_B;
        f->size[i] = rng_below(r, 12) ? 2 + rng_below(r, 2) : 1;
        int first = f->part[i] == PART_A ? 1 : FIRST_SHARED;
        for (uint32_t k = 0; k < f->size[i]; k++) {
            int v = first + (int)rng_below(r, 8);
            f->lits[i][k] = rng_below(r, 2) ? v : -v;
        }
    }
}

static bool holds(const struct formula *f, enum logged_part part, uint32_t values) {
    for (uint32_t i = 0; i < f->n; i++) {
        bool any = f->part[i] != part;
        for (uint32_t k = 0; k < f->size[i]; k++) {
            int lit = f->lits[i][k];
            any |= (values >> (lit < 0 ? -lit : lit) & 1) == (lit > 0);
        }
        if (!any) return false;
    }
    return true;
}

/* Leaves 1 .. 4 of the circuit are variables 5 .. 8. */
static bool evaluate(const struct circuit *c, uint32_t lit, uint32_t values) {
    if (lit < 2) return lit;
    const struct aiger_and *g = &c->gates.ands.at[lit / 2 - 1];
    bool v = circuit_is_gate(c, lit) ? evaluate(c, g->a, values) && evaluate(c, g->b, values)
                                     : values >> (FIRST_SHARED + lit / 2 - 1) & 1;
    return v != (lit & 1);
}

static struct logged *load(const struct formula *f) {
    struct logged *s = logged_new();
    for (uint32_t v = 1; v <= VARS; v++) {
        logged_part(s, v < FIRST_B ? PART_A : PART_B);
        assert_int_equal(logged_fresh(s), v);
    }
    for (uint32_t i = 0; i < f->n; i++) {
        logged_part(s, f->part[i]);
        logged_clause(s, f->lits[i], f->size[i]);
    }
    return s;
}

static void check_interpolant(const struct formula *f, const struct logged *s) {
    struct circuit c;
    uint32_t shared[VARS + 1];
    circuit_init(&c);
    for (uint32_t v = 0; v <= VARS; v++)
        shared[v] = v >= FIRST_SHARED && v < FIRST_B ? circuit_leaf(&c) : NONE_SHARED;
    struct logged_formulas gates = circuit_formulas(&c);
    uint32_t p = logged_interpolant(s, &gates, shared);
    for (uint32_t values = 0; values < 2u << VARS; values += 2) {
        bool in = evaluate(&c, p, values);
        assert_false(holds(f, PART_A, values) && !in);
        assert_false(holds(f, PART_B, values) && in);
    }
    circuit_release(&c);
}

static void interpolants(void **state) {
    (void)state;
    uint32_t refuted = 0;
    for (uint64_t seed = 0; seed < 300; seed++) {
        struct rng r = {seed};
        struct formula f;
        random_formula(&r, &f);
        bool satisfiable = false;
        for (uint32_t values = 0; values < 2u << VARS; values += 2)
            satisfiable |= holds(&f, PART_A, values) && holds(&f, PART_B, values);
        struct logged *s = load(&f);
        enum sat_result answer;
        do answer = logged_solve(s, 1 + rng_below(&r, 5)); /* with pauses */
        while (answer == SAT_UNKNOWN);
        assert_int_equal(answer, satisfiable ? SAT_SAT : SAT_UNSAT);
        if (!satisfiable) {
            struct logged *t = logged_trimmed(s);
            check_interpolant(&f, s);
            assert_int_equal(logged_solve(t, 100000), SAT_UNSAT);
            check_interpolant(&f, t);
            logged_free(t);
            refuted++;
        }
        logged_free(s);
    }
    assert_true(refuted > 50 && refuted < 290);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(interpolants)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
