/* From an AIG to clauses: fewer variables by wide ANDs and multiplexers.
 *
 * A gate that is used once, positively, by another AND gate is collapsed into it; a gate -(s & t) &
 * -(-s & e) over two gates used once is a multiplexer (an exclusive or, if t = -e) and gets four
 * clauses, plus two redundant ones that let it propagate when t and e agree. Both directions of
 * every definition are written (no Plaisted-Greenbaum): the literals of a cube are assumed in both
 * polarities. */
#include "ic3bit/encode.h"

#include <stdlib.h>

enum { MAX_WIDTH = 40 };
enum gate_kind { GATE_NONE, GATE_AND, GATE_MUX };

struct encoder {
    const struct aiger *m;
    struct small *solver;
    uint32_t *uses;       /* by variable; roots count twice */
    uint8_t *needed;      /* by variable */
    uint32_t first;       /* first gate variable */
    literal_vec operands; /* of the gate at hand: literals of an AND, or s, t, e */
};

static bool is_gate(const struct encoder *e, uint32_t lit) { return lit / 2 >= e->first; }

static const struct aiger_and *gate(const struct encoder *e, uint32_t lit) {
    return &e->m->ands.at[lit / 2 - e->first];
}

static void count_uses(struct encoder *e) {
    const struct aiger *m = e->m;
    for (uint32_t i = 0; i < m->ands.n; i++) {
        e->uses[m->ands.at[i].a / 2]++;
        e->uses[m->ands.at[i].b / 2]++;
    }
    for (uint32_t i = 0; i < m->latches.n; i++) e->uses[m->latches.at[i].next / 2] += 2;
    for (uint32_t i = 0; i < m->constraints.n; i++) e->uses[m->constraints.at[i] / 2] += 2;
    e->uses[m->bads.at[0] / 2] += 2;
}

static bool collapsible(const struct encoder *e, uint32_t lit) {
    return is_gate(e, lit) && e->uses[lit / 2] == 1;
}

/* Is -x & -y, for gates x and y, a negated multiplexer? Sets s, t, e of "if s then t else e". */
static bool match_mux(struct encoder *e, uint32_t x, uint32_t y) {
    if (!(x & 1) || !(y & 1) || !collapsible(e, x) || !collapsible(e, y)) return false;
    const struct aiger_and *p = gate(e, x), *q = gate(e, y);
    uint32_t ps[2] = {p->a, p->b}, qs[2] = {q->a, q->b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (ps[i] != (qs[j] ^ 1)) continue;
            VEC_CLEAR(&e->operands);
            VEC_PUSH(&e->operands, ps[i]);
            VEC_PUSH(&e->operands, ps[1 - i]);
            VEC_PUSH(&e->operands, qs[1 - j]);
            return true;
        }
    return false;
}

/* The operands of a wide AND: a work list over collapsible gates. */
static void collect_and(struct encoder *e, uint32_t v) {
    VEC_CLEAR(&e->operands);
    VEC_PUSH(&e->operands, gate(e, 2 * v)->a);
    VEC_PUSH(&e->operands, gate(e, 2 * v)->b);
    for (uint32_t i = 0; i < e->operands.n;) {
        uint32_t lit = e->operands.at[i];
        if (lit & 1 || !collapsible(e, lit) || e->operands.n >= MAX_WIDTH) {
            i++;
            continue;
        }
        e->operands.at[i] = gate(e, lit)->a;
        VEC_PUSH(&e->operands, gate(e, lit)->b);
    }
}

static enum gate_kind match_gate(struct encoder *e, uint32_t v) {
    if (match_mux(e, gate(e, 2 * v)->a, gate(e, 2 * v)->b)) return GATE_MUX;
    collect_and(e, v);
    return GATE_AND;
}

static void ternary(struct small *s, uint32_t a, uint32_t b, uint32_t c) {
    small_clause(s, (uint32_t[]){a, b, c}, 3);
}

/* n = -(if s then t else e) */
static void mux_clauses(struct encoder *e, uint32_t n) {
    uint32_t s = e->operands.at[0], t = e->operands.at[1], f = e->operands.at[2];
    ternary(e->solver, s ^ 1, t ^ 1, n ^ 1);
    ternary(e->solver, s ^ 1, t, n);
    ternary(e->solver, s, f ^ 1, n ^ 1);
    ternary(e->solver, s, f, n);
    if (t == (f ^ 1)) return;
    ternary(e->solver, t ^ 1, f ^ 1, n ^ 1);
    ternary(e->solver, t, f, n);
}

static void and_clauses(struct encoder *e, uint32_t n) {
    for (uint32_t i = 0; i < e->operands.n; i++) {
        small_clause(e->solver, (uint32_t[]){n ^ 1, e->operands.at[i]}, 2);
        e->operands.at[i] ^= 1;
    }
    VEC_PUSH(&e->operands, n);
    small_clause(e->solver, e->operands.at, e->operands.n);
}

/* From the roots down: which gates keep a variable of their own? */
static void find_needed(struct encoder *e) {
    const struct aiger *m = e->m;
    for (uint32_t i = 0; i < m->latches.n; i++) e->needed[m->latches.at[i].next / 2] = 1;
    for (uint32_t i = 0; i < m->constraints.n; i++) e->needed[m->constraints.at[i] / 2] = 1;
    e->needed[m->bads.at[0] / 2] = 1;
    for (uint32_t v = aiger_variables(m); v-- > e->first;) {
        if (!e->needed[v]) continue;
        match_gate(e, v);
        for (uint32_t i = 0; i < e->operands.n; i++) e->needed[e->operands.at[i] / 2] = 1;
    }
}

static void emit(struct encoder *e, struct encoding *out) {
    for (uint32_t v = 0; v < aiger_variables(e->m); v++) {
        out->start[v] = out->input.n;
        if (v < e->first || !e->needed[v]) continue;
        enum gate_kind kind = match_gate(e, v);
        for (uint32_t i = 0; i < e->operands.n; i++) VEC_PUSH(&out->input, e->operands.at[i] / 2);
        if (kind == GATE_MUX) mux_clauses(e, 2 * v);
        else and_clauses(e, 2 * v);
        out->gates++;
    }
    out->start[aiger_variables(e->m)] = out->input.n;
}

struct small *encode_model(const struct aiger *m, struct encoding *out) {
    uint32_t variables = aiger_variables(m);
    struct encoder e = {.m = m, .solver = small_new(), .first = 1 + m->inputs + m->latches.n};
    e.uses = mem_zero(variables, sizeof *e.uses);
    e.needed = mem_zero(variables, 1);
    *out = (struct encoding){.start = mem_alloc((variables + 1) * sizeof *out->start)};
    small_reserve(e.solver, variables - 1);
    count_uses(&e);
    find_needed(&e);
    emit(&e, out);
    VEC_PUSH(&out->input, 0); /* never an empty array */
    out->cones = (struct small_cones){out->start, out->input.at};
    small_set_cones(e.solver, &out->cones);
    free(e.uses);
    free(e.needed);
    VEC_RELEASE(&e.operands);
    return e.solver;
}

void encode_constraints(const struct aiger *m, struct small *solver) {
    for (uint32_t i = 0; i < m->constraints.n; i++) {
        small_require(solver, m->constraints.at[i] / 2);
        small_clause(solver, &m->constraints.at[i], 1);
    }
}

/* ---- the constraints one step later ----
 *
 * A constraint C(x,i) becomes C(x',i'): a latch is its next state, which is a literal of the model
 * already, an input is a new variable, and a gate over these is a new gate. */

struct later {
    const struct aiger *m;
    struct encoding *out;
    struct small *solver;
    uint32_t *literal; /* by variable of the model; NO_LITERAL until it is known */
    literal_vec stack;
};

enum { NO_LITERAL = 0xffffffff };

/* A new variable, the inputs of whose gate are `a` and `b`; none for a leaf. */
static uint32_t new_variable(struct later *l, const uint32_t *inputs, uint32_t n) {
    uint32_t v = small_variables(l->solver) + 1;
    small_reserve(l->solver, v);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&l->out->input, inputs[i] / 2);
    l->out->start = mem_resize(l->out->start, (v + 2) * sizeof *l->out->start);
    l->out->start[v + 1] = l->out->input.n;
    return v;
}

static uint32_t later_and(struct later *l, uint32_t a, uint32_t b) {
    if (a == 0 || b == 0 || a == (b ^ 1)) return 0;
    if (a == 1 || a == b) return b;
    if (b == 1) return a;
    uint32_t g = 2 * new_variable(l, (uint32_t[]){a, b}, 2);
    small_clause(l->solver, (uint32_t[]){g ^ 1, a}, 2);
    small_clause(l->solver, (uint32_t[]){g ^ 1, b}, 2);
    ternary(l->solver, g, a ^ 1, b ^ 1);
    return g;
}

/* False if operands are missing; they are on the stack then. */
static bool make_later(struct later *l, uint32_t v) {
    const struct aiger *m = l->m;
    uint32_t first_latch = 1 + m->inputs, first_and = first_latch + m->latches.n, depth = l->stack.n;
    if (v < first_latch) {
        l->literal[v] = 2 * new_variable(l, NULL, 0);
    } else if (v < first_and) {
        l->literal[v] = m->latches.at[v - first_latch].next;
    } else {
        const struct aiger_and *g = &m->ands.at[v - first_and];
        if (l->literal[g->a / 2] == NO_LITERAL) VEC_PUSH(&l->stack, g->a / 2);
        if (l->literal[g->b / 2] == NO_LITERAL) VEC_PUSH(&l->stack, g->b / 2);
        if (l->stack.n > depth) return false;
        l->literal[v] = later_and(l, l->literal[g->a / 2] ^ (g->a & 1), l->literal[g->b / 2] ^ (g->b & 1));
    }
    return true;
}

static uint32_t literal_later(struct later *l, uint32_t lit) {
    if (l->literal[lit / 2] == NO_LITERAL) VEC_PUSH(&l->stack, lit / 2);
    while (l->stack.n) {
        uint32_t v = VEC_LAST(&l->stack);
        if (l->literal[v] != NO_LITERAL || make_later(l, v)) (void)VEC_POP(&l->stack);
    }
    return l->literal[lit / 2] ^ (lit & 1);
}

uint32_t encode_constraints_later(const struct aiger *m, struct encoding *out, struct small *solver) {
    struct later l = {.m = m, .out = out, .solver = solver};
    uint32_t variables = aiger_variables(m);
    literal_vec all = {0};
    assert(small_variables(solver) + 1 == variables);
    out->input.n = out->start[variables];
    l.literal = mem_alloc(variables * sizeof *l.literal);
    for (uint32_t v = 0; v < variables; v++) l.literal[v] = NO_LITERAL;
    l.literal[0] = 0;
    for (uint32_t i = 0; i < m->constraints.n; i++) VEC_PUSH(&all, literal_later(&l, m->constraints.at[i]));
    uint32_t met = 2 * new_variable(&l, all.at, all.n);
    for (uint32_t i = 0; i < all.n; i++) small_clause(solver, (uint32_t[]){met ^ 1, all.at[i]}, 2);
    VEC_PUSH(&out->input, 0); /* never an empty array */
    out->cones = (struct small_cones){out->start, out->input.at};
    free(l.literal);
    VEC_RELEASE(&l.stack);
    VEC_RELEASE(&all);
    return met;
}

void encoding_release(struct encoding *e) {
    free(e->start);
    VEC_RELEASE(&e->input);
}
