/* Unrolling with structural hashing, and clauses on demand.
 *
 * Copies are made gate by gate with the hasher of reduce.c, starting from the reset values: constants travel forward and
 * what is the same in two steps is made once. That leaves a fraction of the gates in the first steps, and often in all of
 * them. Clauses are written for the cones of the literals that are asked about only, and fewer of them than two operands at a
 * time would need: see encode.c, whose wide ANDs and multiplexers are matched here on the unrolled circuit. A gate that
 * was collapsed into its only user may get a second user in a later step; then it gets clauses of its own, beside those
 * that look through it. */
#include "ic3bit/copies.h"

#include <stdlib.h>

enum { MAX_WIDTH = 40 };

static uint32_t add_leaf(struct copies *c) {
    VEC_PUSH(&c->circuit.ands, (struct aiger_and){0, 0});
    return aiger_and(&c->circuit, c->circuit.ands.n - 1);
}

static const struct aiger_and *gate(const struct copies *c, uint32_t lit) {
    return &c->circuit.ands.at[lit / 2 - 1];
}

static bool is_gate(const struct copies *c, uint32_t lit) { return lit > 1 && gate(c, lit)->a; }

static void grow_tables(struct copies *c) {
    VEC_RESIZE(&c->uses, aiger_variables(&c->circuit));
    VEC_RESIZE(&c->name, aiger_variables(&c->circuit));
}

static uint32_t add_gate(struct copies *c, uint32_t a, uint32_t b) {
    uint32_t before = c->circuit.ands.n, g = hasher_and(&c->hasher, a, b);
    if (c->circuit.ands.n == before) return g;
    grow_tables(c);
    c->uses.at[a / 2]++;
    c->uses.at[b / 2]++;
    return g;
}

static uint32_t mapped(const struct copies *c, uint32_t lit) { return c->now[lit / 2] ^ (lit & 1); }

static void latches_start(struct copies *c) {
    for (uint32_t i = 0; i < c->m->latches.n; i++) {
        uint32_t reset = c->m->latches.at[i].reset;
        uint32_t lit = reset == RESET_ANY ? add_leaf(c) : reset;
        VEC_PUSH(&c->initial, lit);
        c->now[1 + c->m->inputs + i] = lit;
    }
}

static void latches_advance(struct copies *c) {
    for (uint32_t i = 0; i < c->m->latches.n; i++) c->next[i] = mapped(c, c->m->latches.at[i].next);
    for (uint32_t i = 0; i < c->m->latches.n; i++) c->now[1 + c->m->inputs + i] = c->next[i];
}

static void constrain(struct copies *c) {
    for (uint32_t i = 0; i < c->m->constraints.n; i++) {
        bool value;
        int lit = copies_literal(c, c->m->constraints.at[i], &value);
        if (lit) sat_unit(c->sat, lit);
        else if (!value) sat_clause(c->sat, NULL, 0);
    }
}

void copies_step(struct copies *c) {
    if (c->steps++) latches_advance(c);
    else latches_start(c);
    for (uint32_t i = 0; i < c->m->inputs; i++) {
        c->now[1 + i] = add_leaf(c);
        VEC_PUSH(&c->inputs, c->now[1 + i]);
    }
    grow_tables(c);
    for (uint32_t i = 0; i < c->m->ands.n; i++)
        c->now[aiger_and(c->m, i) / 2] =
            add_gate(c, mapped(c, c->m->ands.at[i].a), mapped(c, c->m->ands.at[i].b));
    constrain(c);
}

static bool collapsible(const struct copies *c, uint32_t lit) {
    return is_gate(c, lit) && c->uses.at[lit / 2] == 1 && !c->name.at[lit / 2];
}

/* Is -x & -y, for gates x and y, a negated multiplexer? Sets s, t, e of "if s then t else e". */
static bool match_mux(struct copies *c, uint32_t x, uint32_t y) {
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

static void collect_and(struct copies *c, uint32_t v) {
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

/* The solver's literal; a variable that has none yet gets a name and waits on the stack for its clauses. */
static int named(struct copies *c, uint32_t lit) {
    int *name = &c->name.at[lit / 2];
    if (!*name) {
        *name = sat_fresh(c->sat);
        if (is_gate(c, lit)) VEC_PUSH(&c->stack, lit / 2);
    }
    return lit & 1 ? -*name : *name;
}

/* n = -(if s then t else e) */
static void mux_clauses(struct copies *c, int n) {
    int s = named(c, c->operands.at[0]), t = named(c, c->operands.at[1]), e = named(c, c->operands.at[2]);
    sat_ternary(c->sat, -s, -t, -n);
    sat_ternary(c->sat, -s, t, n);
    sat_ternary(c->sat, s, -e, -n);
    sat_ternary(c->sat, s, e, n);
    if (t == -e) return;
    sat_ternary(c->sat, -t, -e, -n);
    sat_ternary(c->sat, t, e, n);
}

static void and_clauses(struct copies *c, int n) {
    for (uint32_t i = 0; i < c->operands.n; i++) sat_binary(c->sat, -n, named(c, c->operands.at[i]));
    for (uint32_t i = 0; i < c->operands.n; i++) sat_add(c->sat, -named(c, c->operands.at[i]));
    sat_add(c->sat, n);
    sat_add(c->sat, 0);
}

static void encode(struct copies *c, uint32_t v) {
    int n = c->name.at[v];
    if (match_mux(c, gate(c, 2 * v)->a, gate(c, 2 * v)->b)) {
        mux_clauses(c, n);
        return;
    }
    collect_and(c, v);
    and_clauses(c, n);
}

int copies_literal(struct copies *c, uint32_t lit, bool *value) {
    uint32_t here = mapped(c, lit);
    *value = here & 1;
    if (here < 2) return 0;
    int name = named(c, here);
    while (c->stack.n) encode(c, VEC_POP(&c->stack));
    return name;
}

bool copies_value(struct copies *c, uint32_t lit) {
    if (lit < 2) return lit;
    int name = c->name.at[lit / 2];
    return name && sat_value(c->sat, lit & 1 ? -name : name);
}

void copies_init(struct copies *c, const struct aiger *m, const struct sat_backend *backend) {
    *c = (struct copies){.m = m, .sat = sat_new(backend)};
    c->hasher.m = &c->circuit;
    c->now = mem_zero(aiger_variables(m), sizeof *c->now);
    c->next = mem_zero(m->latches.n, sizeof *c->next);
    grow_tables(c);
}

void copies_release(struct copies *c) {
    hasher_release(&c->hasher);
    VEC_RELEASE(&c->circuit.ands);
    free(c->now);
    free(c->next);
    VEC_RELEASE(&c->initial);
    VEC_RELEASE(&c->inputs);
    VEC_RELEASE(&c->uses);
    VEC_RELEASE(&c->name);
    VEC_RELEASE(&c->stack);
    VEC_RELEASE(&c->operands);
    sat_free(c->sat);
}
