/* oracle_aiger COUNT SEED: random small AIGER models, decided by explicit search and by the
 * bit-level engine in all its configurations, by bounded model checking, by k-induction, and by all
 * of them in turns. The verdicts must agree, every proof must pass the checker and every
 * counterexample must replay; the shortest counterexample is a lower bound for the engine's. A
 * model that fails is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ic3bit/bounded.h"
#include "ic3bit/evidence.h"
#include "ic3bit/induction.h"
#include "ic3bit/liveness.h"
#include "ic3bit/turns.h"
#include "util/rng.h"

enum { MAX_LATCHES = 12, MAX_INPUTS = 4, MAX_GATES = 60, BOUND = 20, MAX_LIVE_LATCHES = 5 };

static uint32_t random_literal(struct rng *r, const struct aiger *m) {
    return rng_below(r, 2 * aiger_variables(m));
}

static void add_justice(struct rng *r, struct aiger *m) {
    VEC_PUSH(&m->justices, (literal_vec){0});
    for (uint32_t i = rng_below(r, 3); i > 0; i--) VEC_PUSH(&m->justices.at[0], random_literal(r, m));
    if (rng_below(r, 2)) VEC_PUSH(&m->fairness, random_literal(r, m));
}

static struct aiger *random_model(struct rng *r) {
    struct aiger *m = MEM_NEW(struct aiger);
    uint32_t latches = 1 + rng_below(r, MAX_LATCHES), gates = rng_below(r, MAX_GATES);
    m->inputs = rng_below(r, MAX_INPUTS + 1);
    for (uint32_t i = 0; i < latches; i++) {
        uint32_t reset = rng_below(r, 8);
        VEC_PUSH(&m->latches, (struct aiger_latch){0, reset < 6    ? RESET_0
                                                      : reset == 6 ? RESET_1
                                                                   : RESET_ANY});
    }
    for (uint32_t i = 0; i < gates; i++) {
        uint32_t a = random_literal(r, m), b = random_literal(r, m);
        aiger_add_and(m, a, b);
        if (rng_below(r, 4) == 0) { /* make it a multiplexer or an exclusive or */
            uint32_t c = rng_below(r, 2) ? b ^ 1 : random_literal(r, m), p = aiger_and(m, m->ands.n - 1);
            uint32_t q = aiger_add_and(m, a ^ 1, c);
            aiger_add_and(m, p ^ 1, q ^ 1);
        }
    }
    for (uint32_t i = 0; i < latches; i++) m->latches.at[i].next = random_literal(r, m);
    uint32_t n = 1 + rng_below(r, 2);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bad = random_literal(r, m);
        for (uint32_t k = rng_below(r, 4); k > 0; k--)
            bad = aiger_add_and(m, bad, random_literal(r, m)); /* rarer */
        VEC_PUSH(&m->bads, bad);
    }
    for (uint32_t i = rng_below(r, 4) ? 0 : 1 + rng_below(r, 2); i > 0; i--) {
        uint32_t c = aiger_add_and(m, random_literal(r, m), random_literal(r, m)) ^ 1;
        VEC_PUSH(&m->constraints, c);
    }
    if (latches <= MAX_LIVE_LATCHES && rng_below(r, 2)) add_justice(r, m);
    return m;
}

static uint32_t value_of(const uint8_t *value, uint32_t lit) { return value[lit / 2] ^ (lit & 1); }

/* Values of all variables for a state and inputs given as bits. */
static void evaluate(const struct aiger *m, uint32_t state, uint32_t inputs, uint8_t *value) {
    value[0] = 0;
    for (uint32_t i = 0; i < m->inputs; i++) value[1 + i] = inputs >> i & 1;
    for (uint32_t i = 0; i < m->latches.n; i++) value[1 + m->inputs + i] = state >> i & 1;
    for (uint32_t i = 0; i < m->ands.n; i++)
        value[aiger_and(m, i) / 2] =
            (uint8_t)(value_of(value, m->ands.at[i].a) & value_of(value, m->ands.at[i].b));
}

static uint32_t successor(const struct aiger *m, const uint8_t *value) {
    uint32_t state = 0;
    for (uint32_t i = 0; i < m->latches.n; i++) state |= value_of(value, m->latches.at[i].next) << i;
    return state;
}

static bool allowed(const struct aiger *m, const uint8_t *value) {
    for (uint32_t i = 0; i < m->constraints.n; i++)
        if (!value_of(value, m->constraints.at[i])) return false;
    return true;
}

/* Breadth-first search: shortest[p] is the number of states of a shortest counterexample of
 * property p, or 0. */
static void explicit_search(const struct aiger *m, uint32_t *shortest) {
    uint32_t states = 1u << m->latches.n, n = 0, *queue = mem_alloc(states * sizeof *queue);
    uint32_t *depth = mem_zero(states, sizeof *depth);
    uint8_t *value = mem_alloc(aiger_variables(m));
    for (uint32_t s = 0; s < states; s++) {
        bool is_initial = true;
        for (uint32_t i = 0; i < m->latches.n; i++)
            is_initial &= m->latches.at[i].reset == RESET_ANY || m->latches.at[i].reset == (s >> i & 1);
        if (is_initial) queue[n++] = s, depth[s] = 1;
    }
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t in = 0; in < 1u << m->inputs; in++) {
            evaluate(m, queue[k], in, value);
            if (!allowed(m, value)) continue;
            for (uint32_t p = 0; p < m->bads.n; p++)
                if (value_of(value, m->bads.at[p]) && !shortest[p]) shortest[p] = depth[queue[k]];
            uint32_t next = successor(m, value);
            if (!depth[next]) queue[n++] = next, depth[next] = depth[queue[k]] + 1;
        }
    free(queue);
    free(depth);
    free(value);
}

static void complain(const struct aiger *m, uint32_t p, const struct ic3_config *c, const char *what) {
    struct strbuf text = {0};
    aiger_write(m, true, &text);
    printf("%s: property %u, mic=%d lift=%d maxdepth=%u maxctgs=%u on\n%s", what, p, c->mic, c->lift,
           c->max_depth, c->max_ctgs, text.text);
    exit(1);
}

static void reduced(struct system *s, const struct aiger *m, uint32_t p, int reduction, uint64_t seed) {
    system_init(s, m, m->bads.at[p]);
    if (reduction) reduce_latches(s);
    if (reduction == 2 && reduce_sweep(s, 1, seed) == SWEEP_MERGED) reduce_latches(s);
}

static void must_replay(const struct aiger *m, uint32_t p, const struct ic3_config *c, const struct system *s,
                        const struct ic3_result *r) {
    struct trace t = trace_of(s, m, r);
    if (!trace_replays(m, m->bads.at[p], &t)) complain(m, p, c, "no replay");
    trace_release(&t);
}

static void must_prove(const struct aiger *m, uint32_t p, const struct ic3_config *c, const struct system *s,
                       const struct ic3_result *r) {
    struct aiger *w = aiger_copy(m);
    const char *why;
    witness_strengthen(w, p, s, r);
    if (witness_check(m, w, p, &why) != CHECK_HOLDS) complain(m, p, c, why);
    aiger_free(w);
}

static void compare(const struct aiger *m, uint32_t p, const struct ic3_config *c, int reduction,
                    uint32_t shortest) {
    struct system s;
    reduced(&s, m, p, reduction, shortest + 1);
    struct ic3_result r = ic3_run(s.model, c);
    if (r.verdict != (shortest ? BIT_UNSAFE : BIT_SAFE)) complain(m, p, c, "wrong verdict");
    if (r.verdict == BIT_UNSAFE) {
        must_replay(m, p, c, &s, &r);
        if (r.steps < shortest) complain(m, p, c, "too short");
    } else {
        must_prove(m, p, c, &s, &r);
    }
    ic3_result_release(&r);
    system_release(&s);
}

/* Bounded model checking finds a shortest counterexample; without one it must not find any.
 * Reductions keep lengths. */
static void compare_bounded(const struct aiger *m, uint32_t p, int reduction, uint32_t shortest) {
    static const struct ic3_config none = {0};
    struct system s;
    reduced(&s, m, p, reduction, shortest + 1);
    struct bounded *b = bounded_new(s.model, shortest > 3 ? shortest / 2 : 0);
    struct ic3_result r = {0};
    /* the other solver takes over at once, later, or never */
    uint32_t change = (shortest + m->ands.n) % 3;
    for (uint32_t i = 0; r.verdict == BIT_UNKNOWN && bounded_states(b) < (shortest ? shortest : BOUND); i++) {
        if (change < 2 && i == 2 * change) bounded_strengthen(b);
        r = bounded_resume(b, 1e-9);
    }
    if (r.verdict != (shortest ? BIT_UNSAFE : BIT_UNKNOWN)) complain(m, p, &none, "bounded: wrong verdict");
    if (shortest && r.steps != shortest) complain(m, p, &none, "bounded: not the shortest");
    if (shortest) must_replay(m, p, &none, &s, &r);
    bounded_free(b);
    ic3_result_release(&r);
    system_release(&s);
}

/* k-induction with what bounded model checking would know, with IC3's lemmas or without. It need
 * not find a proof; one that it finds must hold. Returns whether the proof has layers. */
static bool compare_induction(const struct aiger *m, uint32_t p, int reduction, bool lemmas,
                              uint32_t shortest) {
    static const struct ic3_config plain = {.mic = MIC_DROP};
    struct system s;
    reduced(&s, m, p, reduction, shortest + 1);
    struct ic3 *ic3 = ic3_new(s.model, &plain);
    struct ic3_result known = ic3_resume(ic3, 0), r = {0};
    struct induction *e = induction_new(s.model);
    const cube_vec none = {0};
    for (int i = 0; r.verdict == BIT_UNKNOWN && i < 12; i++)
        r = induction_resume(e, lemmas ? &ic3->infinity : &none, shortest ? shortest - 1 : BOUND, 1e-9);
    if (r.verdict == BIT_UNSAFE || (r.verdict == BIT_SAFE && shortest))
        complain(m, p, &plain, "k-induction is wrong");
    bool layers = r.verdict == BIT_SAFE && r.region->outputs.at[0] != 1;
    if (r.verdict == BIT_SAFE) must_prove(m, p, &plain, &s, &r);
    induction_free(e);
    ic3_free(ic3);
    ic3_result_release(&known);
    ic3_result_release(&r);
    system_release(&s);
    return layers;
}

static const struct turns_config all_engines = {
    .ic3 = {.mic = MIC_DYNAMIC, .max_depth = 1, .max_ctgs = 3, .constraints_later = true}, 1, 0.3, 0.3, 1};

/* All engines in turns; the lemmas of one property are offered for the next. */
static void compare_turns(const struct aiger *m, uint32_t p, uint32_t shortest, struct ic3_facts *facts) {
    struct turns_config c = all_engines;
    struct system s;
    reduced(&s, m, p, 1, 1);
    struct ic3_result r = turns_run(&s, &c, facts);
    if (r.verdict != (shortest ? BIT_UNSAFE : BIT_SAFE)) complain(m, p, &c.ic3, "turns: wrong verdict");
    if (shortest) must_replay(m, p, &c.ic3, &s, &r);
    else must_prove(m, p, &c.ic3, &s, &r);
    ic3_result_release(&r);
    system_release(&s);
}

/* ---- liveness ---- */

/* States from which some step inside `set` meets the condition, perhaps after more steps inside it
 * (Emerson and Lei's fixpoint: what stays is on or before a cycle that meets every condition). */
static bool shrink(const struct aiger *m, uint8_t *set, uint32_t condition) {
    uint32_t states = 1u << m->latches.n;
    uint8_t *value = mem_alloc(aiger_variables(m)), *good = mem_zero(states, 1);
    bool changed = true, smaller = false;
    while (changed) {
        changed = false;
        for (uint32_t s = 0; s < states; s++)
            for (uint32_t in = 0; set[s] && !good[s] && in < 1u << m->inputs; in++) {
                evaluate(m, s, in, value);
                if (!allowed(m, value)) continue;
                uint32_t next = successor(m, value);
                if (set[next] && (good[next] || value_of(value, condition))) good[s] = 1, changed = true;
            }
    }
    for (uint32_t s = 0; s < states; s++) {
        smaller |= set[s] && !good[s];
        set[s] = good[s];
    }
    free(value);
    free(good);
    return smaller;
}

static bool has_lasso(const struct aiger *m, uint32_t justice) {
    uint32_t states = 1u << m->latches.n;
    uint8_t *set = mem_alloc(states);
    bool found = false;
    memset(set, 1, states);
    for (bool smaller = true; smaller;) {
        smaller = shrink(m, set, 1);
        for (uint32_t i = 0; i < m->justices.at[justice].n; i++)
            smaller |= shrink(m, set, m->justices.at[justice].at[i]);
        for (uint32_t i = 0; i < m->fairness.n; i++) smaller |= shrink(m, set, m->fairness.at[i]);
    }
    /* what is left is on the way to a cycle; is it initial? */
    for (uint32_t s = 0; s < states; s++) {
        bool is_initial = set[s];
        for (uint32_t i = 0; i < m->latches.n; i++)
            is_initial &= m->latches.at[i].reset == RESET_ANY || m->latches.at[i].reset == (s >> i & 1);
        found |= is_initial;
    }
    free(set);
    return found;
}

static bool compare_justice(const struct aiger *m, uint32_t justice) {
    const struct ic3_config *c = &all_engines.ic3;
    bool expected = has_lasso(m, justice);
    struct aiger *safety = liveness_to_safety(m, justice);
    struct system s;
    reduced(&s, safety, 0, 1, 1);
    struct ic3_result r = turns_run(&s, &all_engines, NULL);
    if (r.verdict != (expected ? BIT_UNSAFE : BIT_SAFE)) complain(m, justice, c, "justice: wrong verdict");
    if (expected) {
        uint32_t loop;
        struct trace t = trace_of(&s, safety, &r), lasso = liveness_trace(m, safety, &t);
        if (!trace_is_lasso(m, justice, &lasso, &loop)) complain(m, justice, c, "justice: no lasso");
        trace_release(&t);
        trace_release(&lasso);
    } else {
        must_prove(safety, 0, c, &s, &r);
    }
    ic3_result_release(&r);
    system_release(&s);
    aiger_free(safety);
    return expected;
}

static const struct ic3_config configurations[] = {
    {.mic = MIC_DROP, .lift = LIFT_TERNARY},
    {.mic = MIC_DROP, .lift = LIFT_CORE, .slack = 300, .seed = 2, .constraints_later = true},
    {.mic = MIC_DOWN, .lift = LIFT_TERNARY, .slack = 1},
    {.mic = MIC_DOWN, .lift = LIFT_CORE},
    {.mic = MIC_CTG, .lift = LIFT_TERNARY, .max_depth = 1, .max_ctgs = 3},
    {.mic = MIC_CTG, .lift = LIFT_CORE, .max_depth = 1, .max_ctgs = 3, .slack = 3, .seed = 3},
    {.mic = MIC_CTG, .lift = LIFT_TERNARY, .max_depth = 3, .max_ctgs = 1},
    {.mic = MIC_CTG, .ctg = CTG_DOWN, .max_depth = 1, .max_ctgs = 3, .parents = true},
    {.mic = MIC_CTG, .ctg = CTG_NO_JOINS, .max_depth = 1, .max_ctgs = 3, .drop_after = 1},
    {.mic = MIC_CTG, .ctg = CTG_DELAYED, .max_depth = 1, .max_ctgs = 3, .drop_after = 2, .parents = true},
    {.mic = MIC_CTG, .ctg = CTG_LATE, .max_depth = 1, .max_ctgs = 3},
    {.mic = MIC_DYNAMIC, .lift = LIFT_TERNARY, .max_depth = 1, .max_ctgs = 3, .constraints_later = true},
};

int main(int argc, char **argv) {
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 500, unsafe = 0, properties = 0,
             induction = 0, lassos = 0;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint32_t i = 0; i < count; i++) {
        struct rng r = {seed * 1000003 + i};
        struct aiger *m = random_model(&r);
        uint32_t shortest[2] = {0};
        struct ic3_facts facts = {0};
        explicit_search(m, shortest);
        for (uint32_t p = 0; p < m->bads.n; p++) {
            properties++;
            unsafe += shortest[p] > 0;
            for (uint32_t c = 0; c < sizeof configurations / sizeof *configurations; c++)
                compare(m, p, &configurations[c], (int)((c + i) % 3), shortest[p]);
            compare_bounded(m, p, (int)(i % 3), shortest[p]);
            induction += compare_induction(m, p, (int)(i % 3), i & 1, shortest[p]);
            compare_turns(m, p, shortest[p], &facts);
        }
        ic3_facts_release(&facts);
        for (uint32_t j = 0; j < m->justices.n; j++) lassos += compare_justice(m, j);
        aiger_free(m);
    }
    printf(
        "oracle_aiger: %u models, %u properties, %u of them fail; %zu configurations, bounded model "
        "checking and k-induction (%u proofs with layers) agree with explicit search, and so do %u lassos\n",
        count, properties, unsafe, sizeof configurations / sizeof *configurations, induction, lassos);
    return 0;
}
