#include "smt/native/cnf.h"

#include <assert.h>

enum { MAX_LEAVES = 256 };
enum { POSITIVE = 1, NEGATIVE = 2 };

void cnf_init(struct cnf *c) {
    *c = (struct cnf){.sat = small_new()};
    VEC_PUSH(&c->start, 0); /* variable 0 is the constant */
    VEC_PUSH(&c->start, 0);
    VEC_PUSH(&c->gate, 0);
    VEC_PUSH(&c->polarity, POSITIVE | NEGATIVE);
    c->cones.start = c->start.at;
    small_set_cones(c->sat, &c->cones);
}

void cnf_release(struct cnf *c) {
    small_free(c->sat);
    VEC_RELEASE(&c->start);
    VEC_RELEASE(&c->input);
    VEC_RELEASE(&c->literal);
    VEC_RELEASE(&c->gate);
    VEC_RELEASE(&c->polarity);
    VEC_RELEASE(&c->cells);
    VEC_RELEASE(&c->stack);
    VEC_RELEASE(&c->leaves);
    int_map_release(&c->variable);
    int_map_release(&c->cell_of);
    VEC_RELEASE(&c->cell_bits);
}

uint32_t cnf_variable(const struct cnf *c, uint32_t gate) {
    uint64_t *v = int_map_get(&c->variable, gate);
    return v ? (uint32_t)*v : 0;
}

static bool has_variable(const struct cnf *c, uint32_t gate) {
    return !gate || int_map_get(&c->variable, gate);
}

/* ---- variables ---- */

/* The leaves of a conjunction: edges below ANDs that are not complemented and have no variable. */
static void flatten(struct cnf *c, const struct gate *g) {
    uint32_t open = 0; /* leaves before this one are final */
    VEC_PUSH(&c->leaves, g->in[0]);
    VEC_PUSH(&c->leaves, g->in[1]);
    while (open < c->leaves.n) {
        edge e = c->leaves.at[open];
        const struct gate *below = aig_gate(edge_gate(e));
        if (edge_sign(e) || below->kind != GATE_AND || c->leaves.n >= MAX_LEAVES ||
            has_variable(c, edge_gate(e))) {
            open++;
            continue;
        }
        c->leaves.at[open] = below->in[0];
        VEC_PUSH(&c->leaves, below->in[1]);
    }
}

static void push_leaves(struct cnf *c, const edge *in, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&c->leaves, in[i]);
}

/* Puts what the gate's definition depends on into c->leaves. */
static void definition(struct cnf *c, uint32_t gate) {
    const struct gate *g = aig_gate(gate);
    VEC_CLEAR(&c->leaves);
    switch (g->kind) {
    case GATE_AND: flatten(c, g); return;
    case GATE_XOR: push_leaves(c, g->in, 2); return;
    case GATE_ITE:
    case GATE_MAJ: push_leaves(c, g->in, 3); return;
    case GATE_INPUT:
    case GATE_CONSTANT: return;
    }
}

/* Remembers a bit of a cell. */
static void note_cell(struct cnf *c, uint32_t gate, uint32_t variable) {
    const struct gate *g = aig_gate(gate);
    bool added;
    if (g->kind != GATE_INPUT || term_is_var(g->in[0])) return;
    uint64_t *cell = int_map_put(&c->cell_of, g->in[0], &added);
    if (added) {
        *cell = c->cells.n;
        VEC_PUSH(&c->cells, g->in[0]);
    }
    VEC_PUSH(&c->cell_bits, (struct cell_bit){variable, (uint32_t)*cell});
}

static void new_variable(struct cnf *c, uint32_t gate) {
    uint32_t v = c->gate.n;
    VEC_PUSH(&c->gate, gate);
    VEC_PUSH(&c->polarity, 0);
    for (uint32_t i = 0; i < c->leaves.n; i++) {
        edge e = c->leaves.at[i];
        uint32_t in = edge_gate(e) ? cnf_variable(c, edge_gate(e)) : 0;
        VEC_PUSH(&c->input, in);
        VEC_PUSH(&c->literal, 2 * in + edge_sign(e));
    }
    VEC_PUSH(&c->start, c->input.n);
    c->cones.start = c->start.at;
    c->cones.input = c->input.at;
    small_reserve(c->sat, v);
    *int_map_put(&c->variable, gate, NULL) = v;
    note_cell(c, gate, v);
}

/* Gives variables to the gate and its whole cone, leaves first. A gate waits on the stack while
 * those below it get theirs, so its flattening is computed again; it can only have become
 * coarser. */
static void declare(struct cnf *c, uint32_t root) {
    VEC_PUSH(&c->stack, root);
    while (c->stack.n) {
        uint32_t gate = VEC_LAST(&c->stack), before = c->stack.n;
        if (has_variable(c, gate)) {
            (void)VEC_POP(&c->stack);
            continue;
        }
        definition(c, gate);
        for (uint32_t i = 0; i < c->leaves.n; i++)
            if (!has_variable(c, edge_gate(c->leaves.at[i]))) VEC_PUSH(&c->stack, edge_gate(c->leaves.at[i]));
        if (c->stack.n > before) continue;
        new_variable(c, gate);
        (void)VEC_POP(&c->stack);
    }
}

/* ---- clauses ---- */

void cnf_clause(struct cnf *c, const uint32_t *lits, uint32_t n) {
    small_clause(c->sat, lits, n);
    c->clauses++;
}

static void clause2(struct cnf *c, uint32_t a, uint32_t b) { cnf_clause(c, (uint32_t[]){a, b}, 2); }

static void clause3(struct cnf *c, uint32_t a, uint32_t b, uint32_t d) {
    cnf_clause(c, (uint32_t[]){a, b, d}, 3);
}

/* The literal must be usable: its own implications are wanted. */
static void want(struct cnf *c, uint32_t lit) {
    if (!(c->polarity.at[lit / 2] & (lit & 1 ? NEGATIVE : POSITIVE))) VEC_PUSH(&c->stack, lit);
}

static void want_both(struct cnf *c, uint32_t lit) {
    want(c, lit);
    want(c, lit ^ 1);
}

static void encode_and(struct cnf *c, uint32_t lit, const uint32_t *in, uint32_t n) {
    if (!(lit & 1)) { /* v -> all */
        for (uint32_t i = 0; i < n; i++) {
            clause2(c, lit ^ 1, in[i]);
            want(c, in[i]);
        }
        return;
    }
    VEC_CLEAR(&c->leaves); /* -v -> not all */
    VEC_PUSH(&c->leaves, lit ^ 1);
    for (uint32_t i = 0; i < n; i++) {
        VEC_PUSH(&c->leaves, in[i] ^ 1);
        want(c, in[i] ^ 1);
    }
    cnf_clause(c, c->leaves.at, c->leaves.n);
}

/* In the negative polarity a gate of the other kinds is the same gate over complemented inputs
 * (MAJ), with one input complemented (XOR) or with both choices complemented (ITE). */
static void encode_other(struct cnf *c, uint32_t lit, enum gate_kind kind, const uint32_t *in) {
    uint32_t sign = lit & 1, no = lit ^ 1, x = in[0], y = in[1] ^ sign, z;
    if (kind == GATE_XOR) {
        clause3(c, no, x, y);
        clause3(c, no, x ^ 1, y ^ 1);
        want_both(c, x);
        want_both(c, y);
        return;
    }
    z = in[2] ^ sign;
    want(c, y);
    want(c, z);
    clause3(c, no, y, z); /* of ITE: implied, but it propagates */
    if (kind == GATE_ITE) {
        clause3(c, no, x ^ 1, y);
        clause3(c, no, x, z);
        want_both(c, x);
    } else {
        x ^= sign;
        clause3(c, no, x, y);
        clause3(c, no, x, z);
        want(c, x);
    }
}

static void encode(struct cnf *c, uint32_t lit) {
    uint32_t v = lit / 2, start = c->start.at[v], n = c->start.at[v + 1] - start;
    uint8_t bit = lit & 1 ? NEGATIVE : POSITIVE;
    if (c->polarity.at[v] & bit) return;
    c->polarity.at[v] |= bit;
    enum gate_kind kind = aig_gate(c->gate.at[v])->kind;
    if (kind == GATE_AND) encode_and(c, lit, c->literal.at + start, n);
    else if (kind != GATE_INPUT) encode_other(c, lit, kind, c->literal.at + start);
}

uint32_t cnf_literal(struct cnf *c, edge e) {
    uint32_t gate = edge_gate(e);
    if (!gate) return e;
    if (!has_variable(c, gate)) declare(c, gate);
    uint32_t lit = 2 * cnf_variable(c, gate) + edge_sign(e);
    want(c, lit);
    while (c->stack.n) encode(c, VEC_POP(&c->stack));
    return lit;
}

bool cnf_value(const struct cnf *c, edge input) {
    uint32_t v = cnf_variable(c, edge_gate(input));
    return v && (small_value3(c->sat, 2 * v) > 0) != edge_sign(input);
}
