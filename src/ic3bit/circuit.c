/* Clauses on demand, and fewer of them than two operands at a time would need.
 *
 * Gates are made by the hasher of reduce.c: constants travel through them, and what is there
 * already is not made again. Clauses are written for the cones of the literals that are asked about
 * only. Wide ANDs and multiplexers are matched as in encode.c, but on this circuit, which has less
 * sharing than the model where constants have cut it. A gate that was collapsed into its only user
 * may get a second user later; then it gets clauses of its own, beside those that look through
 * it. */
#include "ic3bit/circuit.h"

#include <assert.h>
#include <stdlib.h>

enum { MAX_WIDTH = 40 };

static const struct aiger_and *gate(const struct circuit *c, uint32_t lit) {
    assert(circuit_is_gate(c, lit));
    return &c->gates.ands.at[lit / 2 - 1];
}

static void grow_tables(struct circuit *c) {
    VEC_RESIZE(&c->uses, aiger_variables(&c->gates));
    VEC_RESIZE(&c->name, aiger_variables(&c->gates));
}

void circuit_init(struct circuit *c) {
    *c = (struct circuit){0};
    c->hasher.m = &c->gates;
    grow_tables(c);
}

void circuit_release(struct circuit *c) {
    hasher_release(&c->hasher);
    VEC_RELEASE(&c->gates.ands);
    VEC_RELEASE(&c->uses);
    VEC_RELEASE(&c->name);
    VEC_RELEASE(&c->stack);
    VEC_RELEASE(&c->operands);
    VEC_RELEASE(&c->clause);
}

uint32_t circuit_leaf(struct circuit *c) {
    VEC_PUSH(&c->gates.ands, (struct aiger_and){0, 0});
    grow_tables(c);
    return aiger_and(&c->gates, c->gates.ands.n - 1);
}

uint32_t circuit_and(struct circuit *c, uint32_t a, uint32_t b) {
    assert(a / 2 <= c->gates.ands.n && b / 2 <= c->gates.ands.n);
    uint32_t before = c->gates.ands.n, g = hasher_and(&c->hasher, a, b);
    if (c->gates.ands.n == before) return g;
    grow_tables(c);
    c->uses.at[a / 2]++;
    c->uses.at[b / 2]++;
    return g;
}

void circuit_copy(struct circuit *c, const struct aiger *m, uint32_t *map) {
    map[0] = 0;
    for (uint32_t i = 0; i < m->ands.n; i++)
        map[aiger_and(m, i) / 2] =
            circuit_and(c, circuit_mapped(map, m->ands.at[i].a), circuit_mapped(map, m->ands.at[i].b));
}

void circuit_sink(struct circuit *c, struct sat_sink sink) {
    c->sink = sink;
    if (c->name.n) memset(c->name.at, 0, c->name.n * sizeof *c->name.at);
}

static int sat_sink_fresh(void *solver) { return sat_fresh(solver); }

static void sat_sink_clause(void *solver, const int *lits, uint32_t n) { sat_clause(solver, lits, n); }

struct sat_sink sink_of_sat(struct sat *s) { return (struct sat_sink){s, sat_sink_fresh, sat_sink_clause}; }

static bool collapsible(const struct circuit *c, uint32_t lit) {
    return circuit_is_gate(c, lit) && c->uses.at[lit / 2] == 1 && !c->name.at[lit / 2];
}

/* Is -x & -y, for gates x and y, a negated multiplexer? Sets s, t, e of "if s then t else e". */
static bool match_mux(struct circuit *c, uint32_t x, uint32_t y) {
    if (!(x & 1) || !(y & 1) || !collapsible(c, x) || !collapsible(c, y)) return false;
    uint32_t p[2] = {gate(c, x)->a, gate(c, x)->b}, q[2] = {gate(c, y)->a, gate(c, y)->b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (p[i] != (q[j] ^ 1)) continue;
            VEC_CLEAR(&c->operands);
            VEC_PUSH(&c->operands, p[i]);
            VEC_PUSH(&c->operands, p[1 - i]);
            VEC_PUSH(&c->operands, q[1 - j]);
            return true;
        }
    return false;
}

static void collect_and(struct circuit *c, uint32_t v) {
    VEC_CLEAR(&c->operands);
    VEC_PUSH(&c->operands, gate(c, 2 * v)->a);
    VEC_PUSH(&c->operands, gate(c, 2 * v)->b);
    for (uint32_t i = 0; i < c->operands.n;) {
        uint32_t lit = c->operands.at[i];
        if (lit & 1 || !collapsible(c, lit) || c->operands.n >= MAX_WIDTH) {
            i++;
            continue;
        }
        c->operands.at[i] = gate(c, lit)->a;
        VEC_PUSH(&c->operands, gate(c, lit)->b);
    }
}

/* The solver's literal; a variable that has none yet gets a name and waits on the stack for its
 * clauses. */
static int named(struct circuit *c, uint32_t lit) {
    int *name = &c->name.at[lit / 2];
    if (!*name) {
        *name = c->sink.fresh(c->sink.solver);
        if (circuit_is_gate(c, lit)) VEC_PUSH(&c->stack, lit / 2);
    }
    return lit & 1 ? -*name : *name;
}

static void ternary(struct circuit *c, int x, int y, int z) {
    c->sink.clause(c->sink.solver, (int[]){x, y, z}, 3);
}

/* n = -(if s then t else e) */
static void mux_clauses(struct circuit *c, int n) {
    int s = named(c, c->operands.at[0]), t = named(c, c->operands.at[1]), e = named(c, c->operands.at[2]);
    ternary(c, -s, -t, -n);
    ternary(c, -s, t, n);
    ternary(c, s, -e, -n);
    ternary(c, s, e, n);
    if (t == -e) return;
    ternary(c, -t, -e, -n);
    ternary(c, t, e, n);
}

static void and_clauses(struct circuit *c, int n) {
    VEC_CLEAR(&c->clause);
    for (uint32_t i = 0; i < c->operands.n; i++) {
        int operand = named(c, c->operands.at[i]);
        c->sink.clause(c->sink.solver, (int[]){-n, operand}, 2);
        VEC_PUSH(&c->clause, -operand);
    }
    VEC_PUSH(&c->clause, n);
    c->sink.clause(c->sink.solver, c->clause.at, c->clause.n);
}

static void encode(struct circuit *c, uint32_t v) {
    int n = c->name.at[v];
    if (match_mux(c, gate(c, 2 * v)->a, gate(c, 2 * v)->b)) {
        mux_clauses(c, n);
        return;
    }
    collect_and(c, v);
    and_clauses(c, n);
}

int circuit_name(struct circuit *c, uint32_t lit) {
    assert(lit > 1 && lit / 2 <= c->gates.ands.n);
    assert(lit > 1);
    int name = named(c, lit);
    while (c->stack.n) encode(c, VEC_POP(&c->stack));
    return name;
}

void circuit_require(struct circuit *c, uint32_t lit) {
    if (lit == 1) return;
    int name = lit ? circuit_name(c, lit) : 0;
    c->sink.clause(c->sink.solver, &name, lit ? 1 : 0);
}

bool circuit_value(const struct circuit *c, struct sat *s, uint32_t lit) {
    assert(lit / 2 <= c->gates.ands.n);
    if (lit < 2) return lit;
    int name = c->name.at[lit / 2];
    return name && sat_value(s, lit & 1 ? -name : name);
}

static uint32_t formula_not(void *circuit, uint32_t a) {
    (void)circuit;
    return a ^ 1;
}

static uint32_t formula_and(void *circuit, uint32_t a, uint32_t b) { return circuit_and(circuit, a, b); }

static uint32_t formula_or(void *circuit, uint32_t a, uint32_t b) { return circuit_or(circuit, a, b); }

struct logged_formulas circuit_formulas(struct circuit *c) {
    return (struct logged_formulas){c, 0, 1, formula_not, formula_and, formula_or};
}
