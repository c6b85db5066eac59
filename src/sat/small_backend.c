/* The small solver behind sat.h: DIMACS literals, no domains. */
#include "sat/small.h"

#include <stdlib.h>

#include "util/vec.h"

struct adapter {
    struct small *solver;
    VEC(uint32_t) clause;
};

static uint32_t literal(struct adapter *a, int lit) {
    uint32_t var = (uint32_t)(lit < 0 ? -lit : lit);
    if (var > small_variables(a->solver)) small_reserve(a->solver, var);
    return 2 * var + (lit < 0);
}

static void *create(void) {
    struct adapter *a = MEM_NEW(struct adapter);
    a->solver = small_new();
    return a;
}

static void destroy(void *solver) {
    struct adapter *a = solver;
    small_free(a->solver);
    VEC_RELEASE(&a->clause);
    free(a);
}

static void add(void *solver, int lit) {
    struct adapter *a = solver;
    if (lit) {
        VEC_PUSH(&a->clause, literal(a, lit));
        return;
    }
    small_clause(a->solver, a->clause.at, a->clause.n);
    VEC_CLEAR(&a->clause);
}

static void assume(void *solver, int lit) {
    struct adapter *a = solver;
    small_assume(a->solver, literal(a, lit));
}

static int solve(void *solver) { return (int)small_solve(((struct adapter *)solver)->solver); }

/* A variable that was named but never reached the solver is false. */
static int value(void *solver, int lit) {
    struct adapter *a = solver;
    uint32_t var = (uint32_t)(lit < 0 ? -lit : lit);
    if (var > small_variables(a->solver)) return lit < 0 ? 1 : -1;
    return small_value3(a->solver, 2 * var + (lit < 0)) > 0 ? 1 : -1;
}

static bool failed(void *solver, int lit) {
    struct adapter *a = solver;
    uint32_t var = (uint32_t)(lit < 0 ? -lit : lit);
    return var <= small_variables(a->solver) && small_failed(a->solver, 2 * var + (lit < 0));
}

static void limit_conflicts(void *solver, int64_t conflicts) {
    small_limit_conflicts(((struct adapter *)solver)->solver, conflicts);
}

static void set_terminate(void *solver, void *context, int (*terminate)(void *context)) {
    small_set_terminate(((struct adapter *)solver)->solver, context, terminate);
}

const struct sat_backend sat_small = {
    .name = "small",
    .create = create,
    .destroy = destroy,
    .add = add,
    .assume = assume,
    .solve = solve,
    .value = value,
    .failed = failed,
    .limit_conflicts = limit_conflicts,
    .set_terminate = set_terminate,
};
