/* Lifting by ternary simulation, or by an unsatisfiable core.
 *
 * Ternary simulation (Een, Mishchenko, Brayton: "Efficient implementation of property directed
 * reachability", 2011) sets one latch after the other to unknown and keeps it so if the target
 * stays known. That is quadratic when there are many latches, so a linear pass comes first: walking
 * from the target to the leaves, an AND that is true needs both operands, one that is false only
 * one of its false operands, namely one that is needed anyway or the one with the cheaper
 * justification. What this pass does not mark can be unknown all at once; the simulation then works
 * event by event on the few latches that are left.
 *
 * The core method (Chockler, Ivrii, Matsliah, Moran, Nevo: "Incremental formal verification of
 * hardware", 2011) asks inputs & s & T & -target', which is unsatisfiable as T is a function, and
 * keeps the latches of the core. */
#include "ic3bit/lift.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = 2 };

static void count_fanouts(struct lifter *l) {
    const struct aiger *m = l->m;
    for (uint32_t i = 0; i < m->ands.n; i++) {
        l->fanout_start[m->ands.at[i].a / 2 + 1]++;
        l->fanout_start[m->ands.at[i].b / 2 + 1]++;
    }
    for (uint32_t v = 0; v < l->variables; v++) l->fanout_start[v + 1] += l->fanout_start[v];
}

static void fill_fanouts(struct lifter *l) {
    const struct aiger *m = l->m;
    uint32_t *at = mem_alloc((l->variables + 1) * sizeof *at);
    memcpy(at, l->fanout_start, (l->variables + 1) * sizeof *at);
    for (uint32_t i = 0; i < m->ands.n; i++) {
        l->fanout[at[m->ands.at[i].a / 2]++] = l->first_and + i;
        l->fanout[at[m->ands.at[i].b / 2]++] = l->first_and + i;
    }
    free(at);
}

void lifter_init(struct lifter *l, const struct aiger *m, struct small *solver) {
    *l = (struct lifter){.m = m, .solver = solver};
    l->first_latch = 1 + m->inputs;
    l->first_and = l->first_latch + m->latches.n;
    l->variables = aiger_variables(m);
    l->fanout_start = mem_zero(l->variables + 1, sizeof *l->fanout_start);
    l->fanout = mem_alloc(2 * m->ands.n * sizeof *l->fanout);
    l->stamp = mem_zero(l->variables, sizeof *l->stamp);
    l->value = mem_zero(l->variables, 1);
    l->required = mem_zero(l->variables, 1);
    l->cost = mem_zero(l->variables, sizeof *l->cost);
    count_fanouts(l);
    fill_fanouts(l);
}

void lifter_release(struct lifter *l) {
    void *arrays[] = {l->fanout_start, l->fanout, l->stamp, l->value, l->required, l->cost};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) free(arrays[i]);
    VEC_RELEASE(&l->cone);
    VEC_RELEASE(&l->stack);
    VEC_RELEASE(&l->undo);
    VEC_RELEASE(&l->targets);
    small_free(l->solver);
}

void lift_clear(struct lifter *l) {
    VEC_CLEAR(&l->targets);
    for (uint32_t i = 0; i < l->m->constraints.n; i++) VEC_PUSH(&l->targets, l->m->constraints.at[i]);
}

void lift_target(struct lifter *l, uint32_t lit) { VEC_PUSH(&l->targets, lit); }

static const struct aiger_and *gate(const struct lifter *l, uint32_t v) {
    return &l->m->ands.at[v - l->first_and];
}

static uint8_t literal_value(const struct lifter *l, uint32_t lit) {
    uint8_t v = l->value[lit / 2];
    return v == UNKNOWN ? UNKNOWN : v ^ (lit & 1);
}

static uint8_t gate_value(const struct lifter *l, uint32_t v) {
    uint8_t a = literal_value(l, gate(l, v)->a), b = literal_value(l, gate(l, v)->b);
    if (a == 0 || b == 0) return 0;
    return a == 1 && b == 1 ? 1 : UNKNOWN;
}

/* Operands before gates: depth-first, a variable is left when its operands are in. */
static void collect(struct lifter *l, uint32_t root) {
    if (l->stamp[root] == l->now) return;
    VEC_PUSH(&l->stack, root);
    while (l->stack.n) {
        uint32_t v = VEC_LAST(&l->stack), depth = l->stack.n;
        if (l->stamp[v] == l->now) {
            (void)VEC_POP(&l->stack);
            continue;
        }
        if (v >= l->first_and) {
            uint32_t a = gate(l, v)->a / 2, b = gate(l, v)->b / 2;
            if (l->stamp[a] != l->now) VEC_PUSH(&l->stack, a);
            if (l->stamp[b] != l->now) VEC_PUSH(&l->stack, b);
            if (l->stack.n > depth) continue;
        }
        (void)VEC_POP(&l->stack);
        l->stamp[v] = l->now;
        VEC_PUSH(&l->cone, v);
    }
}

static uint32_t add_cost(uint32_t a, uint32_t b) { return a + b < 1000000 ? a + b : 1000000; }

static uint32_t gate_cost(const struct lifter *l, uint32_t v) {
    uint32_t a = gate(l, v)->a, b = gate(l, v)->b, ca = l->cost[a / 2], cb = l->cost[b / 2];
    if (l->value[v]) return add_cost(ca, cb);
    if (literal_value(l, a)) return cb;
    if (literal_value(l, b)) return ca;
    return ca < cb ? ca : cb;
}

static void evaluate(struct lifter *l, const struct small *from) {
    for (uint32_t i = 0; i < l->cone.n; i++) {
        uint32_t v = l->cone.at[i];
        l->required[v] = 0;
        if (v >= l->first_and) {
            l->value[v] = gate_value(l, v);
            l->cost[v] = gate_cost(l, v);
        } else {
            l->value[v] = v && small_value3(from, 2 * v) > 0;
            l->cost[v] = v >= l->first_latch;
        }
    }
}

/* The operand of a false gate that justifies it. */
static uint32_t choose_false(const struct lifter *l, uint32_t v) {
    uint32_t a = gate(l, v)->a, b = gate(l, v)->b;
    if (literal_value(l, a)) return b / 2;
    if (literal_value(l, b)) return a / 2;
    if (l->required[a / 2] != l->required[b / 2]) return l->required[a / 2] ? a / 2 : b / 2;
    return l->cost[a / 2] < l->cost[b / 2] ? a / 2 : b / 2;
}

static void justify(struct lifter *l) {
    for (uint32_t i = 0; i < l->targets.n; i++) {
        assert(literal_value(l, l->targets.at[i]) == 1);
        l->required[l->targets.at[i] / 2] = 1;
    }
    for (uint32_t i = l->cone.n; i-- > 0;) {
        uint32_t v = l->cone.at[i];
        if (!l->required[v] || v < l->first_and) continue;
        if (l->value[v]) l->required[gate(l, v)->a / 2] = l->required[gate(l, v)->b / 2] = 1;
        else l->required[choose_false(l, v)] = 1;
    }
}

/* Makes every latch unknown that the justification does not use. */
static void forget_unused(struct lifter *l) {
    for (uint32_t i = 0; i < l->cone.n; i++) {
        uint32_t v = l->cone.at[i];
        if (v >= l->first_and) l->value[v] = gate_value(l, v);
        else if (v >= l->first_latch && !l->required[v]) l->value[v] = UNKNOWN;
    }
    for (uint32_t i = 0; i < l->targets.n; i++) assert(literal_value(l, l->targets.at[i]) == 1);
}

static void make_unknown(struct lifter *l, uint32_t v) {
    VEC_PUSH(&l->undo, 2 * v + l->value[v]);
    l->value[v] = UNKNOWN;
    for (uint32_t i = l->fanout_start[v]; i < l->fanout_start[v + 1]; i++) {
        uint32_t g = l->fanout[i];
        if (l->stamp[g] == l->now && l->value[g] != UNKNOWN) VEC_PUSH(&l->stack, g);
    }
}

/* Tries one latch; the variables of the target have required == 2. */
static bool drop_latch(struct lifter *l, uint32_t latch) {
    bool kept = true;
    VEC_CLEAR(&l->undo);
    VEC_CLEAR(&l->stack);
    if (l->required[latch] == 2) return false;
    make_unknown(l, latch);
    while (kept && l->stack.n) {
        uint32_t g = VEC_POP(&l->stack);
        if (l->value[g] == UNKNOWN || gate_value(l, g) != UNKNOWN) continue;
        if (l->required[g] == 2) kept = false;
        else make_unknown(l, g);
    }
    for (uint32_t i = l->undo.n; !kept && i-- > 0;) l->value[l->undo.at[i] / 2] = l->undo.at[i] & 1;
    return kept;
}

/* Latches in the order in which they are tried: least weight first (insertion sort is fine for a
 * few). */
static void sort_by_weight(literal_vec *latches, const double *weight) {
    for (uint32_t i = 1; weight && i < latches->n; i++) {
        uint32_t v = latches->at[i], j = i;
        for (; j && weight[latches->at[j - 1]] > weight[v]; j--) latches->at[j] = latches->at[j - 1];
        latches->at[j] = v;
    }
}

static void simulate(struct lifter *l, const double *weight, literal_vec *latches) {
    VEC_CLEAR(latches);
    for (uint32_t i = 0; i < l->cone.n; i++) {
        uint32_t v = l->cone.at[i];
        if (v >= l->first_latch && v < l->first_and && l->value[v] != UNKNOWN) VEC_PUSH(latches, v);
    }
    sort_by_weight(latches, weight);
    for (uint32_t i = 0; i < l->targets.n; i++) l->required[l->targets.at[i] / 2] = 2;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < latches->n; i++)
        if (!drop_latch(l, latches->at[i])) latches->at[kept++] = latches->at[i];
    latches->n = kept;
    for (uint32_t i = 0; i < kept; i++) latches->at[i] = 2 * latches->at[i] + !l->value[latches->at[i]];
}

/* The literals of the leaves, by kind. */
static void leaves(struct lifter *l, uint32_t from, uint32_t to, literal_vec *lits) {
    VEC_CLEAR(lits);
    for (uint32_t i = 0; i < l->cone.n; i++) {
        uint32_t v = l->cone.at[i];
        if (v >= from && v < to) VEC_PUSH(lits, 2 * v + !l->value[v]);
    }
}

/* inputs & s & T & -target */
static void lift_by_core(struct lifter *l, literal_vec *latches, const literal_vec *inputs) {
    struct small *s = l->solver;
    small_focus(s, l->targets.at, l->targets.n);
    for (uint32_t i = 0; i < l->targets.n; i++) l->targets.at[i] ^= 1;
    small_temporary(s, l->targets.at, l->targets.n);
    for (uint32_t i = 0; i < l->targets.n; i++) l->targets.at[i] ^= 1;
    for (uint32_t i = 0; i < inputs->n; i++) small_assume(s, inputs->at[i]);
    for (uint32_t i = 0; i < latches->n; i++) small_assume(s, latches->at[i]);
    enum sat_result r = small_solve(s);
    if (r == SAT_UNKNOWN) return; /* stopped: the full state is a predecessor, too */
    if (r != SAT_UNSAT) fail_internal("lifting: the transition relation is not a function");
    uint32_t kept = 0;
    for (uint32_t i = 0; i < latches->n; i++)
        if (small_failed(s, latches->at[i])) latches->at[kept++] = latches->at[i];
    latches->n = kept;
}

void lift_run(struct lifter *l, const struct small *from, const double *weight, literal_vec *latches,
              literal_vec *inputs) {
    l->now++;
    VEC_CLEAR(&l->cone);
    for (uint32_t i = 0; i < l->targets.n; i++) collect(l, l->targets.at[i] / 2);
    evaluate(l, from);
    leaves(l, 1, l->first_latch, inputs);
    if (l->solver) {
        leaves(l, l->first_latch, l->first_and, latches);
        lift_by_core(l, latches, inputs);
        return;
    }
    justify(l);
    forget_unused(l);
    simulate(l, weight, latches);
}
