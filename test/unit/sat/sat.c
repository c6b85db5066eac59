#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "sat/sat.h"
#include "util/rng.h"

static const struct sat_backend *const backends[] = {&sat_cadical};
enum { BACKENDS = sizeof backends / sizeof *backends };

static void test_assumptions_and_core(void **state) {
    (void)state;
    for (int b = 0; b < BACKENDS; b++) {
        struct sat *s = sat_new(backends[b]);
        int x = sat_fresh(s), y = sat_fresh(s), z = sat_fresh(s);
        sat_binary(s, -x, y);
        sat_assume(s, x);
        sat_assume(s, -y);
        sat_assume(s, z);
        assert_int_equal(sat_solve(s), SAT_UNSAT);
        assert_true(sat_failed(s, x));
        assert_true(sat_failed(s, -y));
        assert_false(sat_failed(s, z));
        sat_assume(s, x);
        assert_int_equal(sat_solve(s), SAT_SAT);
        assert_true(sat_value(s, x));
        assert_true(sat_value(s, y));
        assert_false(sat_value(s, -y));
        assert_int_equal(sat_clauses(s), 1);
        sat_free(s);
    }
}

/* n+1 pigeons in n holes is unsatisfiable, and hard enough for a limit of one conflict. */
static void pigeons(struct sat *s, int n) {
    int at[8][8];
    for (int p = 0; p <= n; p++)
        for (int h = 0; h < n; h++) at[p][h] = sat_fresh(s);
    for (int p = 0; p <= n; p++) sat_clause(s, at[p], (uint32_t)n);
    for (int h = 0; h < n; h++)
        for (int p = 0; p <= n; p++)
            for (int q = 0; q < p; q++) sat_binary(s, -at[p][h], -at[q][h]);
}

static void test_limit(void **state) {
    (void)state;
    for (int b = 0; b < BACKENDS; b++) {
        struct sat *s = sat_new(backends[b]);
        pigeons(s, 6);
        sat_limit_conflicts(s, 1);
        assert_int_equal(sat_solve(s), SAT_UNKNOWN);
        sat_limit_conflicts(s, -1);
        assert_int_equal(sat_solve(s), SAT_UNSAT);
        sat_free(s);
    }
}

enum { VARS = 8, MAX_CLAUSES = 40 };

static bool holds(uint32_t assignment, int clauses[][3], int n, const int *assumed, int m) {
    for (int i = 0; i < m; i++)
        if ((assignment >> (abs(assumed[i]) - 1) & 1) != (assumed[i] > 0)) return false;
    for (int i = 0; i < n; i++) {
        bool ok = false;
        for (int j = 0; j < 3; j++) ok |= (assignment >> (abs(clauses[i][j]) - 1) & 1) == (clauses[i][j] > 0);
        if (!ok) return false;
    }
    return true;
}

static bool satisfiable(int clauses[][3], int n, const int *assumed, int m) {
    for (uint32_t a = 0; a < 1u << VARS; a++)
        if (holds(a, clauses, n, assumed, m)) return true;
    return false;
}

static int random_literal(struct rng *r) {
    int v = 1 + (int)rng_below(r, VARS);
    return rng_below(r, 2) ? v : -v;
}

/* Random incremental sessions against enumeration: answers, models and cores. */
static void random_session(const struct sat_backend *b, struct rng *r) {
    struct sat *s = sat_new(b);
    int clauses[MAX_CLAUSES][3], n = 0;
    for (int v = 0; v < VARS; v++) (void)sat_fresh(s);
    while (n < MAX_CLAUSES) {
        for (int i = 0; i < 3; i++) clauses[n][i] = random_literal(r);
        sat_clause(s, clauses[n++], 3);
        int assumed[4], m = (int)rng_below(r, 5), core[4], k = 0;
        for (int i = 0; i < m; i++) sat_assume(s, assumed[i] = random_literal(r));
        enum sat_result result = sat_solve(s);
        assert_int_equal(result, satisfiable(clauses, n, assumed, m) ? SAT_SAT : SAT_UNSAT);
        uint32_t assignment = 0;
        for (int v = 1; result == SAT_SAT && v <= VARS; v++)
            assignment |= (uint32_t)sat_value(s, v) << (v - 1);
        if (result == SAT_SAT) assert_true(holds(assignment, clauses, n, assumed, m));
        for (int i = 0; result == SAT_UNSAT && i < m; i++)
            if (sat_failed(s, assumed[i])) core[k++] = assumed[i];
        if (result == SAT_UNSAT) assert_false(satisfiable(clauses, n, core, k));
    }
    sat_free(s);
}

static void test_random_sessions(void **state) {
    (void)state;
    struct rng r = {7};
    for (int b = 0; b < BACKENDS; b++)
        for (int i = 0; i < 100; i++) random_session(backends[b], &r);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_assumptions_and_core),
                                       cmocka_unit_test(test_limit), cmocka_unit_test(test_random_sessions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
