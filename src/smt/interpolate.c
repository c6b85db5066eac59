/* Interpolants from the resolution proofs of the logging solver, in words where words suffice.
 *
 * A proof about blasted formulas has an interpolant over the bits of the common variables, and such
 * a formula says little about the next iteration of a loop. So A and B get bits of their own,
 *
 *     A(x)  &  p1 = w1(x) & ... & pn = wn(x)          part A
 *     B(y)  &  p1 = w1(y) & ... & pn = wn(y)          part B
 *
 * and all that they have in common is what the atoms w1 .. wn say: the *vocabulary*. If this is
 * unsatisfiable, McMillan's rules (sat/logged_proof.c) give an interpolant over p1 .. pn, which is
 * a Boolean combination of the atoms. If not, the vocabulary cannot tell A from B, and gets its
 * next layer; the last one is x = y, bit by bit, and then a model is one of A & B. This is the
 * interpolation abstraction of Rümmer and Subotic ("Exploring interpolants", FMCAD 2013), with the
 * predicates of Tonetta's implicit abstraction as templates. Example:
 *
 *     unsigned i = 0, n = input();
 *     while (i < n) i++;          A: i = 0 (or after one round: i = 1 & 0 < n)
 *     assert(i == n);             B: !(i < n) & i != n
 *
 * With the bits of i and n, A says i = 0. With the vocabulary i <= n, i = n all that is left of A
 * is i <= n, which is the invariant.
 *
 * Limits: arrays and floats are refused. Nothing may rest on an interpolant being right: callers
 * ask their solver about what they make of it. */
#include "smt/interpolate.h"

#include <assert.h>
#include <stdlib.h>

#include "sat/logged.h"
#include "smt/native/blast.h"
#include "util/hash.h"
#include "util/stats.h"

/* One side: its own copy of the gates that it reaches. */
struct interpolate_side {
    enum logged_part part;
    struct int_map variable; /* gate -> variable of the solver */
    VEC(uint32_t) stack;     /* gates whose clauses are to be written */
    VEC(uint32_t) inputs;    /* gates of input bits that were reached */
};

struct interpolate_run {
    struct logged *solver;
    struct interpolate_side a, b;
    VEC(uint32_t) shared; /* by variable: a term, or NONE_SHARED */
    bool refused;         /* an input is no bit of a Boolean or bit-vector variable */
};

static int fresh(struct interpolate_run *t, enum logged_part part) {
    logged_part(t->solver, part);
    int v = logged_fresh(t->solver);
    while (t->shared.n <= (uint32_t)v) VEC_PUSH(&t->shared, NONE_SHARED);
    return v;
}

static void clause(struct interpolate_run *t, enum logged_part part, const int *lits, uint32_t n) {
    logged_part(t->solver, part);
    logged_clause(t->solver, lits, n);
}

/* ---- gates into clauses ---- */

static bool is_bit_of_variable(const struct gate *g) {
    if (!term_is_var(g->in[0])) return false;
    enum sort_kind k = sort_kind_of(term_sort(g->in[0]));
    return k == SORT_BOOL || k == SORT_BV;
}

/* The variable of a gate that is not the constant; its clauses follow when the stack is empty. */
static int gate_variable(struct interpolate_run *t, struct interpolate_side *s, uint32_t gate) {
    bool added;
    uint64_t *v = int_map_put(&s->variable, gate, &added);
    if (!added) return (int)*v;
    int fresh_variable = fresh(t, s->part);
    *v = (uint64_t)fresh_variable;
    if (aig_gate(gate)->kind != GATE_INPUT) VEC_PUSH(&s->stack, gate);
    else VEC_PUSH(&s->inputs, gate);
    return fresh_variable;
}

static int edge_literal(struct interpolate_run *t, struct interpolate_side *s, edge e) {
    if (!edge_gate(e)) {
        /* a constant of its own for each part, so that it is never shared */
        int v = fresh(t, s->part);
        clause(t, s->part, (int[]){edge_sign(e) ? v : -v}, 1);
        return v;
    }
    int v = gate_variable(t, s, edge_gate(e));
    return edge_sign(e) ? -v : v;
}

static void define_choice(struct interpolate_run *t, struct interpolate_side *s, int v, int a, int b, int c,
                          bool majority) {
    for (int i = -1; i < 2; i += 2) { /* both directions */
        clause(t, s->part, (int[]){-i * v, i * b, i * c}, 3);
        clause(t, s->part, (int[]){-i * v, majority ? i * a : -a, i * b}, 3);
        clause(t, s->part, (int[]){-i * v, majority ? i * a : a, i * c}, 3);
    }
}

/* The clauses of one gate in both directions. */
static void define(struct interpolate_run *t, struct interpolate_side *s, uint32_t gate) {
    const struct gate g = *aig_gate(gate);
    int v = gate_variable(t, s, gate), a = edge_literal(t, s, g.in[0]), b = edge_literal(t, s, g.in[1]);
    assert(g.kind > GATE_INPUT);
    if (g.kind == GATE_AND) {
        clause(t, s->part, (int[]){-v, a}, 2);
        clause(t, s->part, (int[]){-v, b}, 2);
        clause(t, s->part, (int[]){v, -a, -b}, 3);
    } else if (g.kind == GATE_XOR) {
        for (int i = -1; i < 2; i += 2) {
            clause(t, s->part, (int[]){-v, i * a, i * b}, 3);
            clause(t, s->part, (int[]){v, i * a, -i * b}, 3);
        }
    } else {
        define_choice(t, s, v, a, b, edge_literal(t, s, g.in[2]), g.kind == GATE_MAJ);
    }
}

/* The literal of a Bool term in this side's copy, with its clauses. */
static int encode(struct interpolate_run *t, struct interpolate_side *s, term formula) {
    int lit = edge_literal(t, s, blast_bool(formula));
    while (s->stack.n) {
        uint32_t gate = VEC_POP(&s->stack);
        define(t, s, gate);
    }
    return lit;
}

static void require(struct interpolate_run *t, struct interpolate_side *s, const term *formulas, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) clause(t, s->part, (int[]){encode(t, s, formulas[i])}, 1);
}

/* ---- what the sides have in common ---- */

static void equal(struct interpolate_run *t, enum logged_part part, int x, int y) {
    clause(t, part, (int[]){-x, y}, 2);
    clause(t, part, (int[]){x, -y}, 2);
}

/* A variable that means the formula, on both sides. */
static void share(struct interpolate_run *t, term formula, int of_a, int of_b) {
    int p = fresh(t, PART_A);
    t->shared.at[p] = formula;
    equal(t, PART_A, p, of_a);
    equal(t, PART_B, p, of_b);
}

static void share_words(struct interpolate_run *t, const term_vec *words) {
    for (uint32_t i = 0; i < words->n; i++) {
        term w = words->at[i];
        if (term_is_const(w)) continue;
        int of_a = encode(t, &t->a, w), of_b = encode(t, &t->b, w);
        share(t, w, of_a, of_b);
    }
}

static term bit_term(const struct gate *g) {
    term var = g->in[0];
    if (sort_kind_of(term_sort(var)) == SORT_BOOL) return var;
    return term_eq(term_bv(1, 1), term_extract(var, g->in[1], g->in[1]));
}

/* x = y for the bits that both sides mention. */
static void share_bits(struct interpolate_run *t) {
    for (uint32_t i = 0; i < t->b.inputs.n; i++) {
        uint32_t gate = t->b.inputs.at[i];
        uint64_t *of_a = int_map_get(&t->a.variable, gate), *of_b = int_map_get(&t->b.variable, gate);
        if (of_a) share(t, bit_term(aig_gate(gate)), (int)*of_a, (int)*of_b);
    }
}

static bool has_foreign_input(const struct interpolate_side *s) {
    for (uint32_t i = 0; i < s->inputs.n; i++)
        if (!is_bit_of_variable(aig_gate(s->inputs.at[i]))) return true;
    return false;
}

static bool refuses(const struct interpolate_run *t) {
    return has_foreign_input(&t->a) || has_foreign_input(&t->b);
}

/* ---- the interpolant ---- */

static uint32_t formula_not(void *none, uint32_t a) {
    (void)none;
    return term_not(a);
}

static uint32_t formula_and(void *none, uint32_t a, uint32_t b) {
    (void)none;
    return term_and(a, b);
}

static uint32_t formula_or(void *none, uint32_t a, uint32_t b) {
    (void)none;
    return term_or(a, b);
}

/* A refutation of only those clauses that the last one needed is often shorter. */
static void shorten(struct interpolate_run *t) {
    struct logged *again = logged_trimmed(t->solver);
    uint64_t conflicts = logged_conflicts(t->solver);
    bool better = conflicts && logged_solve(again, (uint32_t)conflicts) == SAT_UNSAT &&
                  logged_conflicts(again) < conflicts;
    logged_free(better ? t->solver : again);
    if (better) t->solver = again;
}

static term interpolant_of(struct interpolate_run *t) {
    shorten(t);
    struct logged_formulas terms = {NULL, term_false(), term_true(), formula_not, formula_and, formula_or};
    return logged_interpolant(t->solver, &terms, t->shared.at);
}

static bool all_supported(const term *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!blast_supports(at[i])) return false;
    return true;
}

static void side_release(struct interpolate_side *s) {
    int_map_release(&s->variable);
    VEC_RELEASE(&s->stack);
    VEC_RELEASE(&s->inputs);
}

/* A & B & what is shared; one more layer until that is unsatisfiable. */
static enum sat_result climb(struct interpolate_run *t, const struct interpolate_problem *q,
                             uint32_t *layer) {
    enum sat_result r = SAT_SAT;
    for (*layer = 0; *layer <= q->layers && r == SAT_SAT; ++*layer) {
        if (*layer < q->layers) share_words(t, &q->words[*layer]);
        else share_bits(t);
        r = logged_solve(t->solver, q->conflicts);
    }
    return r;
}

enum answer interpolate(const struct interpolate_problem *q, term *p, uint32_t *layer) {
    struct interpolate_run t = {.a.part = PART_A, .b.part = PART_B};
    *layer = 0;
    blast_acquire();
    t.solver = logged_new();
    enum sat_result r = SAT_UNKNOWN;
    if (all_supported(q->a, q->a_n) && all_supported(q->b, q->b_n)) {
        require(&t, &t.a, q->a, q->a_n);
        require(&t, &t.b, q->b, q->b_n);
        if (!refuses(&t)) r = climb(&t, q, layer);
    }
    if (r == SAT_UNSAT) *p = interpolant_of(&t);
    stats.interpolants += r == SAT_UNSAT;
    stats.interpolants_of_words += r == SAT_UNSAT && *layer <= q->layers;
    logged_free(t.solver);
    side_release(&t.a);
    side_release(&t.b);
    VEC_RELEASE(&t.shared);
    blast_release();
    return r == SAT_UNSAT ? ANSWER_UNSAT : r == SAT_SAT ? ANSWER_SAT : ANSWER_UNKNOWN;
}
