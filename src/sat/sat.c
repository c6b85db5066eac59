#include "sat/sat.h"

#include <assert.h>
#include <stdlib.h>

#include "util/clock.h"
#include "util/mem.h"

struct sat {
    const struct sat_backend *backend;
    void *solver;
    int variables;
    uint64_t clauses;
    enum sat_result last; /* of the last solve; SAT_UNKNOWN as soon as anything was added */
};

static int poll_stop(void *context) {
    (void)context;
    return stop_requested() != STOP_NONE;
}

struct sat *sat_new(const struct sat_backend *backend) {
    struct sat *s = MEM_NEW(struct sat);
    s->backend = backend;
    s->solver = backend->create();
    backend->set_terminate(s->solver, NULL, poll_stop);
    return s;
}

void sat_free(struct sat *s) {
    if (!s) return;
    s->backend->destroy(s->solver);
    free(s);
}

int sat_fresh(struct sat *s) { return ++s->variables; }

void sat_add(struct sat *s, int lit) {
    assert(abs(lit) <= s->variables);
    if (!lit) s->clauses++;
    s->last = SAT_UNKNOWN;
    s->backend->add(s->solver, lit);
}

void sat_clause(struct sat *s, const int *lits, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) sat_add(s, lits[i]);
    sat_add(s, 0);
}

void sat_unit(struct sat *s, int a) { sat_clause(s, (int[]){a}, 1); }

void sat_binary(struct sat *s, int a, int b) { sat_clause(s, (int[]){a, b}, 2); }

void sat_ternary(struct sat *s, int a, int b, int c) { sat_clause(s, (int[]){a, b, c}, 3); }

void sat_assume(struct sat *s, int lit) {
    assert(lit != 0);
    assert(lit && abs(lit) <= s->variables);
    s->backend->assume(s->solver, lit);
}

enum sat_result sat_solve(struct sat *s) {
    s->last = SAT_UNKNOWN;
    if (stop_requested() == STOP_NONE) s->last = (enum sat_result)s->backend->solve(s->solver);
    return s->last;
}

bool sat_value(struct sat *s, int lit) {
    assert(lit != 0);
    assert(s->last == SAT_SAT);
    return s->backend->value(s->solver, lit) > 0;
}

bool sat_failed(struct sat *s, int lit) {
    assert(lit != 0);
    assert(s->last == SAT_UNSAT);
    return s->backend->failed(s->solver, lit);
}

void sat_limit_conflicts(struct sat *s, int64_t conflicts) {
    s->backend->limit_conflicts(s->solver, conflicts);
}

uint64_t sat_clauses(const struct sat *s) { return s->clauses; }
