/* Signal correspondence: which signals are equal (or complementary) in all reachable states? (van
 * Eijk: "Sequential equivalence checking based on structural similarities", TCAD 2000.)
 *
 * Random simulation from the initial states gives candidate classes. They are an invariant if they
 * hold in the initial states, and if they hold in the next state whenever they hold in a state,
 * both for all inputs (with constraints: after a step that they allow; see classes.h). The second
 * is asked signal by signal on two copies of the circuit: in the first one every signal is replaced
 * by its representative (and assumed to equal it), in the second one as soon as it is proved. A
 * counterexample is simulated, which splits this class and often others; then everything is asked
 * again, until a whole round passes. What the solver cannot decide within CONFLICTS conflicts
 * counts as different.
 *
 * The result is the greatest set of equalities that is 1-inductive, as far as the solver's limit
 * allows. It decides many miters by itself; where it finds nothing, it costs little: the time limit
 * ends it without a result. */
#include "ic3bit/reduce.h"

#include <stdlib.h>

#include "ic3bit/classes.h"
#include "sat/small.h"
#include "util/clock.h"
#include "util/stats.h"

enum { STEPS = 48, CONFLICTS = 100, FURTHER = 12 };

struct sweeper {
    const struct aiger *m;
    struct classes c;
    struct rng rng;
    double deadline;          /* CPU time */
    bool initial;             /* the question is about the initial states, not about a step */
    bool failed;              /* some candidate was refuted in this round */
    struct hasher h;          /* the copies; leaves: inputs now, latches now, inputs then */
    struct small *solver;     /* with the gates of the copies */
    struct small_cones cones; /* of the copies' gates; these two vectors */
    literal_vec start, input;
    uint32_t *now, *then; /* by variable: literal of the copy */
};

static bool out_of_time(const struct sweeper *s) { return clock_cpu() > s->deadline || stop_requested(); }

static uint32_t input_now(uint32_t i) { return aiger_input(i); }
static uint32_t latch_now(const struct sweeper *s, uint32_t i) { return aiger_input(s->m->inputs + i); }
static uint32_t input_then(const struct sweeper *s, uint32_t i) {
    return aiger_input(s->m->inputs + s->m->latches.n + i);
}

static uint32_t gate(struct sweeper *s, uint32_t a, uint32_t b) {
    uint32_t before = s->h.m->ands.n, g = hasher_and(&s->h, a, b);
    if (s->h.m->ands.n == before) return g;
    VEC_PUSH(&s->input, a / 2);
    VEC_PUSH(&s->input, b / 2);
    VEC_PUSH(&s->start, s->input.n);
    s->cones = (struct small_cones){s->start.at, s->input.at};
    small_reserve(s->solver, g / 2);
    small_clause(s->solver, (uint32_t[]){g ^ 1, a}, 2);
    small_clause(s->solver, (uint32_t[]){g ^ 1, b}, 2);
    small_clause(s->solver, (uint32_t[]){g, a ^ 1, b ^ 1}, 3);
    return g;
}

static uint32_t mapped(const uint32_t *map, uint32_t lit) { return map[lit / 2] ^ (lit & 1); }

static uint32_t gate_of(struct sweeper *s, const uint32_t *map, uint32_t v) {
    const struct aiger_and *g = &s->m->ands.at[v - 1 - s->m->inputs - s->m->latches.n];
    return gate(s, mapped(map, g->a), mapped(map, g->b));
}

static void must_equal(struct sweeper *s, uint32_t a, uint32_t b) {
    if (a == b) return;
    small_clause(s->solver, (uint32_t[]){a, b ^ 1}, 2);
    small_clause(s->solver, (uint32_t[]){a ^ 1, b}, 2);
}

static void constrain_now(struct sweeper *s) {
    for (uint32_t i = 0; i < s->m->constraints.n; i++) {
        uint32_t lit = mapped(s->now, s->m->constraints.at[i]);
        small_clause(s->solver, &lit, 1);
    }
}

/* The first copy: a state, with inputs, in which all classes hold. */
static void assume_classes(struct sweeper *s) {
    const struct aiger *m = s->m;
    uint32_t first_latch = 1 + m->inputs, first_and = first_latch + m->latches.n;
    s->now[0] = 0;
    for (uint32_t v = 1; v < s->c.variables; v++) {
        bool single = classes_single(&s->c, v);
        uint32_t target = single ? 0 : mapped(s->now, classes_literal(&s->c, v));
        if (v < first_latch) s->now[v] = input_now(v - 1);
        else if (v < first_and) s->now[v] = single ? latch_now(s, v - first_latch) : target;
        else {
            s->now[v] = gate_of(s, s->now, v);
            if (single) continue;
            must_equal(s, s->now[v], target);
            s->now[v] = target;
        }
    }
    constrain_now(s);
}

/* The second copy's leaves: next states or initial states, and fresh inputs. */
static uint32_t leaf_then(const struct sweeper *s, uint32_t v) {
    if (v == 0) return 0;
    if (v <= s->m->inputs) return input_then(s, v - 1);
    uint32_t i = v - 1 - s->m->inputs;
    const struct aiger_latch *l = &s->m->latches.at[i];
    if (!s->initial) return mapped(s->now, l->next);
    return l->reset == RESET_ANY ? latch_now(s, i) : l->reset;
}

static bool is_leaf(const struct sweeper *s, uint32_t v) { return v < s->c.variables - s->m->ands.n; }

static uint64_t broadcast(const struct sweeper *s, uint32_t lit) {
    return small_value3(s->solver, lit) > 0 ? ~(uint64_t)0 : 0;
}

/* From a state that the classes were just split by, simulation finds more: that state keeps to the
 * classes as they are now, so whatever differs after a step is a counterexample, too. */
static void refine_further(struct sweeper *s) {
    uint64_t alive = classes_allowed(&s->c);
    for (int i = 0; alive && i < FURTHER; i++) {
        classes_step(&s->c, &s->rng);
        classes_split(&s->c, alive);
        alive &= classes_allowed(&s->c);
    }
}

/* Simulates the solver's model; pattern 0 is the model, the others differ in the last inputs. */
static void refine(struct sweeper *s) {
    const struct aiger *m = s->m;
    struct classes *c = &s->c;
    for (uint32_t i = 0; i < m->inputs; i++) c->word[1 + i] = broadcast(s, input_now(i));
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t v = 1 + m->inputs + i, lit = s->initial ? leaf_then(s, v) : s->now[v];
        c->word[v] = broadcast(s, lit);
    }
    if (!s->initial) {
        classes_simulate(c);
        classes_step(c, &s->rng);
    }
    for (uint32_t i = 0; i < m->inputs; i++) {
        uint64_t flips = rng_next(&s->rng) & rng_next(&s->rng) & ~(uint64_t)1;
        c->word[1 + i] = broadcast(s, input_then(s, i)) ^ flips;
    }
    classes_simulate(c);
    classes_split(c, ~(uint64_t)0);
    refine_further(s);
}

static enum sat_result ask(struct sweeper *s, uint32_t a, uint32_t b) {
    small_assume(s->solver, a);
    small_assume(s->solver, b);
    small_limit_conflicts(s->solver, CONFLICTS);
    return small_solve(s->solver);
}

/* a & -b, given the first copy. First without the equalities outside the cone: if that is
 * unsatisfiable, so is the question; and only few questions are not. */
static enum sat_result implied(struct sweeper *s, uint32_t a, uint32_t b) {
    small_focus(s->solver, (uint32_t[]){a, b}, 2);
    enum sat_result r = ask(s, a, b ^ 1);
    if (r == SAT_UNSAT) return r;
    small_focus_all(s->solver);
    r = ask(s, a, b ^ 1);
    if (r != SAT_SAT) small_unfocus(s->solver);
    return r;
}

static bool proved_equal(struct sweeper *s, uint32_t a, uint32_t b, enum sat_result *last) {
    *last = SAT_UNSAT;
    if (a == b) return true;
    *last = implied(s, a, b);
    if (*last == SAT_UNSAT) *last = implied(s, b, a);
    return *last == SAT_UNSAT;
}

/* Is v equal to its representative in the second copy? If not, split until it is equal to another
 * one or alone. */
static void settle(struct sweeper *s, uint32_t v) {
    uint32_t computed = is_leaf(s, v) ? leaf_then(s, v) : gate_of(s, s->then, v);
    while (!classes_single(&s->c, v)) {
        uint32_t first = s->c.first[v], target = mapped(s->then, classes_literal(&s->c, v));
        enum sat_result last;
        if (proved_equal(s, computed, target, &last)) {
            s->then[v] = target;
            return;
        }
        s->failed = true;
        if (last == SAT_SAT) {
            refine(s);
            small_unfocus(s->solver);
        }
        if (s->c.first[v] == first) classes_isolate(&s->c, v);
    }
    s->then[v] = computed;
}

/* One round over all signals; false if there is no time. */
static bool round_over(struct sweeper *s) {
    struct aiger copies = {.inputs = 2 * s->m->inputs + s->m->latches.n};
    s->h = (struct hasher){.m = &copies};
    s->solver = small_new();
    small_reserve(s->solver, copies.inputs);
    VEC_CLEAR(&s->start);
    VEC_CLEAR(&s->input);
    for (uint32_t v = 0; v <= copies.inputs + 1; v++) VEC_PUSH(&s->start, 0);
    VEC_RESERVE(&s->input, 1);
    s->cones = (struct small_cones){s->start.at, s->input.at};
    small_set_cones(s->solver, &s->cones);
    s->failed = false;
    if (!s->initial) assume_classes(s);
    bool ok = true;
    for (uint32_t v = 0; ok && v < s->c.variables; v++) {
        settle(s, v);
        ok = v % 64 || !out_of_time(s);
    }
    small_free(s->solver);
    hasher_release(&s->h);
    VEC_RELEASE(&copies.ands);
    return ok && !out_of_time(s);
}

static bool fixpoint(struct sweeper *s) {
    s->initial = true; /* once: a finer partition holds in the initial states as well */
    if (!round_over(s)) return false;
    s->initial = false;
    do {
        if (!classes_count(&s->c) || !round_over(s)) return false;
    } while (s->failed);
    return classes_count(&s->c) > 0;
}

static void merge_classes(struct system *sys, const struct classes *c) {
    uint32_t *merge = mem_alloc(c->variables * sizeof *merge);
    for (uint32_t v = 0; v < c->variables; v++) {
        merge[v] = classes_single(c, v) ? 2 * v : classes_literal(c, v);
        if (classes_single(c, v)) continue;
        struct claim claim = {sys->origin[v], sys->origin[merge[v] / 2] ^ (merge[v] & 1)};
        VEC_PUSH(&sys->claims, claim);
        stats.reduce_swept++;
    }
    system_rebuild(sys, merge);
    free(merge);
}

enum sweep_result reduce_sweep(struct system *sys, double seconds, uint64_t seed) {
    struct sweeper s = {.m = sys->model, .rng = {seed}, .deadline = clock_cpu() + seconds};
    classes_init(&s.c, s.m, STEPS, &s.rng);
    s.now = mem_zero(s.c.variables, sizeof *s.now);
    s.then = mem_zero(s.c.variables, sizeof *s.then);
    bool found = fixpoint(&s);
    if (found) merge_classes(sys, &s.c);
    classes_release(&s.c);
    free(s.now);
    free(s.then);
    VEC_RELEASE(&s.start);
    VEC_RELEASE(&s.input);
    return found ? SWEEP_MERGED : out_of_time(&s) ? SWEEP_TIMEOUT : SWEEP_NOTHING;
}
