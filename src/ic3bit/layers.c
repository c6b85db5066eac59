/* The layers before the bad states: a k-inductive property as an inductive invariant.
 *
 * Let G(x,i) say that the state x with inputs i is good: the constraints and the lemmas hold, and
 * it is not bad. The property is k-inductive if no path of k good states is followed by a bad one.
 * Let W(0) be the bad states, and let W(j+1) contain all good states with a step into W(j). If the
 * last of them, W(k), is empty, then "not bad, and in none of W(1) .. W(k-1)" is closed under
 * steps: who steps into W(j) is in W(j+1). It also has to hold in the initial states.
 *
 * The exact layers are quantified over inputs, and hopeless. But any layers will do for which
 *
 *     N(j)    no path of k - j good states is followed by a state in W(j), nor is one of at most k
 *             - j good states that starts in an initial state
 *
 * and Craig's theorem has them: N(0) is what k-induction has shown, and N(j) says that
 *
 *     A      G(x,i) & T(x,i,x') & W(j)(x')
 *     B      x is the end of a path of k - j - 1 good states and one more step
 *     B(t)   x is the end of a path of t good states that starts in an initial state, and one more
 *            step; for t = 0 it is itself initial; t < k - j - 1
 *
 * contradict each other, A and any of the others. The interpolant of A and B is a set of states
 * that contains what A says and excludes what B says. It mostly excludes what every B(t) says, too;
 * if not, the interpolant of A and B(t) does, and the intersection is as good. That is W(j+1), and
 * has N(j+1). N(k-1) leaves no good state with a step into W(k-1), so that W(k) is empty. So some k
 * questions turn the proof into a circuit over latches, which the independent check takes as it
 * takes any other invariant.
 *
 * An interpolant is as large as the refutation that it comes from and full of redundancy, which the
 * next refutation would inherit. So refutations are made shorter first (on pdtvsarmultip29 5282
 * conflicts become 1558), and interpolants are swept (sweep.c, as models without latches). Without
 * the former, that model's proof was too large to be checked. */
#include "ic3bit/layers.h"

#include <stdlib.h>

#include "ic3bit/circuit.h"
#include "sat/small.h"
#include "util/clock.h"
#include "util/log.h"
#include "util/seconds.h"
#include "util/stats.h"

enum { CONFLICTS = 300, RETRIES = 4, MAX_CONFLICTS = 200000 };

/* A path of good states and one more step, for every number of them. */
struct path {
    literal_vec latches; /* by number and latch: its literal at the end */
    literal_vec good;    /* by number: all states but the last one are */
};

struct layers {
    const struct aiger *m;
    cube_vec lemmas;
    uint32_t k, j; /* W(j) is the last layer that is known */
    /* has the state x, a step from it, the paths, and all layers over the latches of x */
    struct circuit c;
    uint32_t *x;                   /* by variable of the model: its literal in x */
    struct path anywhere, initial; /* paths by where they start */
    uint32_t layer;                /* W(j) over the latches of x; for j = 0 not used */
    uint32_t outside;              /* of all layers from W(1) on */
    uint32_t a, next;              /* A; what is known of W(j+1) */
    uint32_t asked;                /* 0: the question at hand is about B, else about B(asked - 1) */
    struct logged *solver;         /* of that question, or NULL */
};

/* G, for a copy of the model. */
static uint32_t good(struct layers *e, const uint32_t *map) {
    uint32_t all = circuit_mapped(map, e->m->bads.at[0]) ^ 1;
    for (uint32_t i = 0; i < e->m->constraints.n; i++)
        all = circuit_and(&e->c, all, circuit_mapped(map, e->m->constraints.at[i]));
    for (uint32_t i = 0; i < e->lemmas.n; i++) {
        const struct cube *cube = e->lemmas.at[i];
        uint32_t in = 1;
        for (uint32_t k = 0; k < cube->n; k++)
            in = circuit_and(&e->c, in, circuit_mapped(map, cube->lits[k]));
        all = circuit_and(&e->c, all, in ^ 1);
    }
    return all;
}

static void add_leaves(struct layers *e, uint32_t *map, uint32_t first, uint32_t n) {
    for (uint32_t v = first; v < first + n; v++) map[v] = circuit_leaf(&e->c);
}

/* A set of states over the latches of x as a model of its own: its inputs are the latches, its
 * output is the set. */
static struct aiger *export_region(const struct layers *e, uint32_t set) {
    struct aiger *region = MEM_NEW(struct aiger);
    const struct aiger_and *gates = e->c.gates.ands.at;
    uint32_t *map = mem_zero(aiger_variables(&e->c.gates), sizeof *map);
    uint8_t *cone = mem_zero(aiger_variables(&e->c.gates), 1);
    region->inputs = e->m->latches.n;
    cone[set / 2] = 1;
    for (uint32_t v = set / 2; v > 0; v--)
        if (cone[v]) cone[gates[v - 1].a / 2] = cone[gates[v - 1].b / 2] = 1;
    for (uint32_t i = 0; i < e->m->latches.n; i++) map[e->x[1 + e->m->inputs + i] / 2] = aiger_input(i);
    for (uint32_t v = 1; v <= set / 2; v++)
        if (cone[v] && gates[v - 1].a)
            map[v] = aiger_add_and(region, circuit_mapped(map, gates[v - 1].a),
                                   circuit_mapped(map, gates[v - 1].b));
    VEC_PUSH(&region->outputs, circuit_mapped(map, set));
    free(map);
    free(cone);
    return region;
}

/* A set of states with other literals in the place of the latches of x. */
static uint32_t substitute(struct layers *e, uint32_t set, const uint32_t *latches) {
    struct aiger *region = export_region(e, set);
    uint32_t *map = mem_zero(aiger_variables(region), sizeof *map);
    for (uint32_t i = 0; i < region->inputs; i++) map[1 + i] = latches[i];
    circuit_copy(&e->c, region, map);
    set = circuit_mapped(map, region->outputs.at[0]);
    free(map);
    aiger_free(region);
    return set;
}

static uint32_t simplified(struct layers *e, uint32_t set) {
    struct aiger *region = export_region(e, set);
    struct system s;
    system_init(&s, region, region->outputs.at[0]);
    reduce_sweep(&s, BIT_LAYER_SECONDS, 1);
    uint32_t *map = mem_zero(aiger_variables(s.model), sizeof *map);
    /* input n of the region is latch n of the model */
    for (uint32_t i = 0; i < s.model->inputs; i++)
        map[1 + i] = e->x[e->m->inputs + s.origin[1 + i] / 2] ^ (s.origin[1 + i] & 1);
    circuit_copy(&e->c, s.model, map);
    set = circuit_mapped(map, s.model->bads.at[0]);
    verbose("layer %u of %u: %u conflicts, %u gates, %u after sweeping", e->j + 1, e->k - 1,
            (unsigned)logged_conflicts(e->solver), region->ands.n, s.model->ands.n);
    free(map);
    system_release(&s);
    aiger_free(region);
    return set;
}

/* W(0): bad, and the constraints hold, with inputs of its own. */
static uint32_t bad_after(struct layers *e, const literal_vec *latches) {
    const struct aiger *m = e->m;
    uint32_t *map = mem_zero(aiger_variables(m), sizeof *map);
    add_leaves(e, map, 1, m->inputs);
    for (uint32_t i = 0; i < m->latches.n; i++) map[1 + m->inputs + i] = latches->at[i];
    circuit_copy(&e->c, m, map);
    uint32_t all = circuit_mapped(map, m->bads.at[0]);
    for (uint32_t i = 0; i < m->constraints.n; i++)
        all = circuit_and(&e->c, all, circuit_mapped(map, m->constraints.at[i]));
    free(map);
    return all;
}

static uint32_t part_a(struct layers *e) {
    literal_vec next = {0};
    for (uint32_t i = 0; i < e->m->latches.n; i++)
        VEC_PUSH(&next, circuit_mapped(e->x, e->m->latches.at[i].next));
    uint32_t into = e->j ? substitute(e, e->layer, next.at) : bad_after(e, &next);
    VEC_RELEASE(&next);
    return circuit_and(&e->c, good(e, e->x), into);
}

/* Paths of 0 .. n good states. */
static void make_path(struct layers *e, struct path *p, uint32_t n, bool initial) {
    const struct aiger *m = e->m;
    uint32_t *map = mem_zero(aiger_variables(m), sizeof *map), all = 1;
    for (uint32_t i = 0; i < m->latches.n; i++) {
        bool leaf = !initial || m->latches.at[i].reset == RESET_ANY;
        VEC_PUSH(&p->latches, leaf ? circuit_leaf(&e->c) : m->latches.at[i].reset);
    }
    VEC_PUSH(&p->good, all);
    for (uint32_t t = 0; t < n; t++) {
        add_leaves(e, map, 1, m->inputs);
        for (uint32_t i = 0; i < m->latches.n; i++)
            map[1 + m->inputs + i] = p->latches.at[t * m->latches.n + i];
        circuit_copy(&e->c, m, map);
        all = circuit_and(&e->c, all, good(e, map));
        VEC_PUSH(&p->good, all);
        for (uint32_t i = 0; i < m->latches.n; i++)
            VEC_PUSH(&p->latches, circuit_mapped(map, m->latches.at[i].next));
    }
    free(map);
}

static void path_release(struct path *p) {
    VEC_RELEASE(&p->latches);
    VEC_RELEASE(&p->good);
}

/* B or B(t) as a condition, and the values of the latches at the end. */
static uint32_t part_b(const struct layers *e, const uint32_t **end) {
    const struct path *p = e->asked ? &e->initial : &e->anywhere;
    uint32_t n = e->asked ? e->asked - 1 : e->k - e->j - 1;
    *end = p->latches.at + (size_t)n * e->m->latches.n;
    return p->good.at[n];
}

static void make_equal(struct circuit *c, int name, uint32_t lit) {
    int other = lit > 1 ? circuit_name(c, lit) : 0;
    if (lit < 2) c->sink.clause(c->sink.solver, (int[]){lit ? name : -name}, 1);
    if (lit < 2) return;
    c->sink.clause(c->sink.solver, (int[]){name, -other}, 2);
    c->sink.clause(c->sink.solver, (int[]){-name, other}, 2);
}

static uint32_t latch_of_x(const struct layers *e, uint32_t i) { return e->x[1 + e->m->inputs + i]; }

/* A latch that A does not mention need not be connected. */
static void ask(struct layers *e) {
    const uint32_t *end;
    uint32_t b = part_b(e, &end);
    e->solver = logged_new();
    circuit_sink(&e->c, logged_sink(e->solver));
    logged_part(e->solver, PART_A);
    circuit_require(&e->c, e->a);
    logged_part(e->solver, PART_B);
    circuit_require(&e->c, b);
    for (uint32_t i = 0; i < e->m->latches.n; i++) {
        int name = e->c.name.at[latch_of_x(e, i) / 2];
        if (name) make_equal(&e->c, name, end[i]);
    }
}

static uint32_t interpolant(struct layers *e) {
    uint32_t n = (uint32_t)logged_fresh(e->solver), *shared = mem_alloc((n + 1) * sizeof *shared);
    for (uint32_t v = 0; v <= n; v++) shared[v] = NONE_SHARED;
    for (uint32_t i = 0; i < e->m->latches.n; i++) {
        int name = e->c.name.at[latch_of_x(e, i) / 2];
        if (name) shared[name] = latch_of_x(e, i);
    }
    struct logged_formulas gates = circuit_formulas(&e->c);
    uint32_t set = logged_interpolant(e->solver, &gates, shared);
    free(shared);
    return set;
}

/* Is no end of a path of B(t) in what is known of W(j+1)? */
static bool excluded(struct layers *e) {
    const uint32_t *end;
    uint32_t b = part_b(e, &end);
    struct sat *sat = sat_new(&sat_small);
    uint32_t there = substitute(e, e->next, end);
    circuit_sink(&e->c, sink_of_sat(sat));
    circuit_require(&e->c, there);
    circuit_require(&e->c, b);
    sat_limit_conflicts(sat, CONFLICTS);
    enum sat_result r = sat_solve(sat); /* W(j+1)(x) & B(t)(x) */
    sat_free(sat);
    return r == SAT_UNSAT;
}

static void begin_layer(struct layers *e) {
    e->a = part_a(e);
    e->next = 1;
    e->asked = 0;
}

static void end_layer(struct layers *e) {
    e->layer = e->next;
    e->outside = circuit_and(&e->c, e->outside, e->layer ^ 1);
    stats.bit_layers = ++e->j;
    if (e->j + 1 < e->k) begin_layer(e);
}

/* A refutation of only those clauses that the last one needed is often much shorter; the
 * interpolant follows. */
static bool shorter(struct layers *e) {
    struct logged *again = logged_trimmed(e->solver), *worse = again;
    uint64_t conflicts = logged_conflicts(e->solver);
    bool better =
        logged_solve(again, (uint32_t)conflicts) == SAT_UNSAT && logged_conflicts(again) < conflicts;
    if (better) {
        worse = e->solver;
        e->solver = again;
    }
    logged_free(worse);
    return better;
}

/* The question was answered; on to the next one that matters. */
static void use_interpolant(struct layers *e) {
    for (int i = 0; i < RETRIES && shorter(e); i++) {
    }
    uint32_t set = interpolant(e);
    e->next = circuit_and(&e->c, e->next, simplified(e, set));
    logged_free(e->solver);
    e->solver = NULL;
    do e->asked++;
    while (e->asked < e->k - e->j && excluded(e));
    if (e->asked == e->k - e->j) end_layer(e);
}

static struct ic3_result proved(const struct layers *e) {
    struct ic3_result r = {.verdict = BIT_SAFE, .region = export_region(e, e->outside)};
    for (uint32_t i = 0; i < e->lemmas.n; i++) VEC_PUSH(&r.invariant, cube_copy(e->lemmas.at[i]));
    return r;
}

struct layers *layers_new(const struct aiger *m, const cube_vec *lemmas, uint32_t k) {
    assert(k > 0);
    struct layers *e = MEM_NEW(struct layers);
    e->m = m;
    e->k = k;
    e->outside = 1;
    for (uint32_t i = 0; i < lemmas->n; i++) VEC_PUSH(&e->lemmas, cube_copy(lemmas->at[i]));
    circuit_init(&e->c);
    e->x = mem_zero(aiger_variables(m), sizeof *e->x);
    add_leaves(e, e->x, 1, m->inputs + m->latches.n);
    circuit_copy(&e->c, m, e->x);
    make_path(e, &e->anywhere, k - 1, false);
    make_path(e, &e->initial, k - 1, true);
    if (k > 1) begin_layer(e);
    return e;
}

void layers_free(struct layers *e) {
    if (!e) return;
    logged_free(e->solver);
    circuit_release(&e->c);
    for (uint32_t i = 0; i < e->lemmas.n; i++) cube_free(e->lemmas.at[i]);
    VEC_RELEASE(&e->lemmas);
    path_release(&e->anywhere);
    path_release(&e->initial);
    free(e->x);
    free(e);
}

struct ic3_result layers_resume(struct layers *e, double end) {
    while (e->j + 1 < e->k) {
        if (!e->solver) ask(e);
        enum sat_result r = logged_solve(e->solver, CONFLICTS); /* A & B */
        if (stop_requested()) return (struct ic3_result){.reason = stop_text(stop_requested())};
        if (r == SAT_SAT) return (struct ic3_result){.reason = "the property is not k-inductive"};
        if (r == SAT_UNSAT) use_interpolant(e);
        else if (logged_conflicts(e->solver) > MAX_CONFLICTS)
            return (struct ic3_result){.reason = "limit of conflicts"};
        if (end > 0 && clock_cpu() >= end) return (struct ic3_result){0};
    }
    return proved(e);
}
