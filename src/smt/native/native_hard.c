/* Hard queries.
 *
 * The small solver is made for queries of microseconds: it prepares nothing and forgets little. A
 * query about float arithmetic is often the opposite, one formula of a hundred thousand gates,
 * where the elimination of variables, probing and restarts of a full solver are worth their price.
 * So when the small solver has spent its conflicts on a query with floats, the same query (the cone
 * of the assumptions and of the active guards' facts, both polarities of all gates) is handed to
 * CaDiCaL, once and from nothing; the instance is kept until the next check for its model or core.
 *
 * Not for instances that read arrays: their congruences live in the small solver. */
#include <assert.h>

#include "smt/native/blast_float.h"
#include "smt/native/native.h"
#include "util/clock.h"

static const struct sat_backend *const full = &sat_cadical_full;

static int poll(void *state) {
    const struct native *s = state;
    return stop_requested() != STOP_NONE || (s->deadline > 0 && clock_cpu() > s->deadline);
}

bool native_hard_wanted(const struct native *s) { return !s->cnf.cells.n && float_was_blasted(); }

void native_hard_release(struct native *s) {
    if (s->hard.sat) full->destroy(s->hard.sat);
    s->hard.sat = NULL;
    int_map_release(&s->hard.variable);
    VEC_RELEASE(&s->hard.stack);
    VEC_RELEASE(&s->hard.assumed);
}

/* ---- clauses ---- */

static void clause(struct native *s, const int *lits, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) full->add(s->hard.sat, lits[i]);
    full->add(s->hard.sat, 0);
}

static void clause3(struct native *s, int a, int b, int c) { clause(s, (int[]){a, b, c}, 3); }

/* Of a gate that has its variable; variable 1 is the constant true. */
static int literal(const struct native *s, edge e) {
    uint64_t *v = int_map_get(&s->hard.variable, edge_gate(e));
    assert(v);
    bool negative = edge_sign(e) != (edge_gate(e) == 0);
    return negative ? -(int)*v : (int)*v;
}

static uint32_t inputs_of(const struct gate *g) {
    return g->kind <= GATE_INPUT ? 0 : g->kind <= GATE_XOR ? 2 : 3;
}

static void define(struct native *s, int v, const struct gate *g) {
    int a = literal(s, g->in[0]), b = literal(s, g->in[1]);
    if (g->kind == GATE_AND) {
        clause(s, (int[]){-v, a}, 2);
        clause(s, (int[]){-v, b}, 2);
        clause3(s, v, -a, -b);
        return;
    }
    if (g->kind == GATE_XOR) {
        for (int i = -1; i < 2; i += 2) clause3(s, -v, i * a, i * b), clause3(s, v, i * a, -i * b);
        return;
    }
    int c = literal(s, g->in[2]);
    for (int i = -1; i < 2; i += 2) { /* both directions */
        clause3(s, -i * v, i * b, i * c);
        clause3(s, -i * v, g->kind == GATE_ITE ? -a : i * a, i * b);
        clause3(s, -i * v, g->kind == GATE_ITE ? a : i * a, i * c);
    }
}

/* Variables and clauses for the cone of the edge. */
static int encode(struct native *s, edge root) {
    VEC_PUSH(&s->hard.stack, edge_gate(root));
    while (s->hard.stack.n) {
        uint32_t gate = VEC_LAST(&s->hard.stack), before = s->hard.stack.n;
        const struct gate *g = aig_gate(gate);
        if (!int_map_get(&s->hard.variable, gate))
            for (uint32_t i = 0; i < inputs_of(g); i++)
                if (!int_map_get(&s->hard.variable, edge_gate(g->in[i])))
                    VEC_PUSH(&s->hard.stack, edge_gate(g->in[i]));
        if (s->hard.stack.n > before) continue;
        (void)VEC_POP(&s->hard.stack);
        bool added;
        uint64_t *v = int_map_put(&s->hard.variable, gate, &added);
        if (!added) continue;
        *v = ++s->hard.variables;
        if (inputs_of(g)) define(s, (int)*v, g);
    }
    return literal(s, root);
}

/* guard -> facts */
static void encode_guard(struct native *s, const struct guard *g) {
    int off[2] = {g->var == TERM_NONE ? 0 : -encode(s, blast_bool(g->var)), 0};
    if (g->retired) clause(s, off, 1);
    for (uint32_t i = 0; i < g->facts.n; i++) {
        int fact = encode(s, blast_bool(g->facts.at[i]));
        clause(s, (int[]){fact, off[0]}, g->var == TERM_NONE ? 1 : 2);
    }
}

/* ---- the query ---- */

/* The edge of a literal of the small solver. */
static edge edge_of(const struct native *s, uint32_t lit) {
    return lit < 2 ? lit : 2 * s->cnf.gate.at[lit / 2] + (lit & 1);
}

/* facts of the active guards & assumptions */
enum sat_result native_hard_solve(struct native *s) {
    native_hard_release(s);
    s->hard.sat = full->create();
    full->set_terminate(s->hard.sat, s, poll);
    s->hard.variables = 1;
    *int_map_put(&s->hard.variable, 0, NULL) = 1;
    clause(s, (int[]){1}, 1);
    for (uint32_t i = 0; i < s->active.n; i++) encode_guard(s, &s->guards.at[s->active.at[i]]);
    for (uint32_t i = 0; i < s->literals.n; i++) {
        int lit = encode(s, edge_of(s, s->literals.at[i]));
        VEC_PUSH(&s->hard.assumed, lit);
    }
    for (uint32_t i = 0; i < s->hard.assumed.n; i++) full->assume(s->hard.sat, s->hard.assumed.at[i]);
    return poll(s) ? SAT_UNKNOWN : (enum sat_result)full->solve(s->hard.sat);
}

bool native_hard_failed(const struct native *s, uint32_t i) {
    return full->failed(s->hard.sat, s->hard.assumed.at[i]);
}

bool native_hard_value(const struct native *s, edge input) {
    if (!int_map_get(&s->hard.variable, edge_gate(input))) return false;
    return full->value(s->hard.sat, literal(s, input)) > 0;
}
