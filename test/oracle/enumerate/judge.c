#include "judge.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cfa/check.h"
#include "cfa/reduce.h"
#include "ic3cfa/frames.h"
#include "lemmas/lemmas.h"
#include "util/fail.h"
#include "util/options.h"
#include "util/stats.h"

enum { MAX_INPUT_BITS = 9, MAX_VARS = 32 };

struct court {
    struct cfa *c;      /* reduced and split */
    struct space reach; /* by steps */
    bool known;         /* `reach` is there */
    struct judgement *j;
};

static struct court *in_session; /* for the observer, which has no context */

static void accuse(struct court *k, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void accuse(struct court *k, const char *format, ...) {
    if (k->j->outcome == DISAGREES) return;
    va_list args;
    va_start(args, format);
    vsnprintf(k->j->message, sizeof k->j->message, format, args);
    va_end(args);
    k->j->outcome = DISAGREES;
}

/* ---- facts ---- */

static bool holds_all(const struct cfa *c, const term_vec *facts, const value *values) {
    for (uint32_t i = 0; i < facts->n; i++)
        if (!evaluate(c, facts->at[i], values, NULL, NULL).lo) return false;
    return true;
}

/* The clause of a cube blocked at level i excludes no state that is reached within i steps. */
static void check_lemma(uint32_t i, loc l, const struct cube *cube) {
    struct court *k = in_session;
    if (!k->known) return;
    k->j->lemmas++;
    value values[MAX_VARS];
    for (uint32_t state = 0; state < space_states(&k->reach); state++) {
        if (space_level(&k->reach, l, state) > i || space_level(&k->reach, l, state) == NEVER) continue;
        state_unpack(k->c, state, values);
        bool in_cube = true;
        for (uint32_t j = 0; j < cube->n && in_cube; j++)
            in_cube = evaluate(k->c, cube->lits[j], values, NULL, NULL).lo;
        if (!in_cube) continue;
        accuse(k, "a lemma at level %u of l%u excludes state %u, reached in %u steps", i, l, state,
               space_level(&k->reach, l, state));
        return;
    }
}

/* Facts that hold at all times do so in every reachable state. */
static void check_facts(struct court *k, const struct facts *f, const char *whose) {
    value values[MAX_VARS];
    if (!k->known) return;
    for (loc l = 0; l < k->c->locs.n; l++)
        for (uint32_t state = 0; f->at[l].n && state < space_states(&k->reach); state++) {
            if (space_level(&k->reach, l, state) == NEVER) continue;
            state_unpack(k->c, state, values);
            if (holds_all(k->c, &f->at[l], values)) continue;
            accuse(k, "%s at l%u do not hold in the reachable state %u", whose, l, state);
            return;
        }
}

/* ---- sets of states closed under steps ---- */

typedef VEC(uint8_t) state_set; /* by l << bits | state */

static void set_init(const struct court *k, state_set *s) { VEC_RESIZE(s, k->c->locs.n << k->reach.bits); }

static void set_of_facts(struct court *k, const struct facts *f, state_set *s) {
    value values[MAX_VARS];
    set_init(k, s);
    for (loc l = 0; l < k->c->locs.n; l++)
        for (uint32_t state = 0; state < space_states(&k->reach); state++) {
            state_unpack(k->c, state, values);
            s->at[l << k->reach.bits | state] = l >= f->n || holds_all(k->c, &f->at[l], values);
        }
}

static void inputs_unpack(const struct cfa_step *s, uint32_t all, value *inputs) {
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        uint32_t w = term_width(s->inputs.at[i].var);
        inputs[i] = value_of(all & ((1u << w) - 1));
        all >>= w;
    }
}

static uint32_t input_count(const struct cfa_step *s) {
    uint32_t n = 1;
    for (uint32_t i = 0; i < s->inputs.n; i++) n <<= term_width(s->inputs.at[i].var);
    return n;
}

/* Calls visit(context, from, to) for every pair of states that a step connects, from in
 * `within`. */
typedef bool pair_visit(void *context, uint32_t from, uint32_t to);

static void each_pair(struct court *k, const state_set *within, pair_visit *visit, void *context) {
    value values[MAX_VARS], next[MAX_VARS], inputs[MAX_VARS];
    for (uint32_t i = 0; i < k->c->steps.n; i++) {
        const struct cfa_step *s = &k->c->steps.at[i];
        for (uint32_t state = 0; state < space_states(&k->reach); state++) {
            uint32_t from = s->from << k->reach.bits | state;
            if (!within->at[from]) continue;
            state_unpack(k->c, state, values);
            for (uint32_t all = 0, n = input_count(s); all < n; all++) {
                inputs_unpack(s, all, inputs);
                if (!step_successor(k->c, s, values, inputs, next)) continue;
                if (!visit(context, from, s->to << k->reach.bits | state_pack(k->c, next))) return;
            }
        }
    }
}

struct closure {
    const state_set *in;
    state_set *out;
    uint32_t from, to; /* the first pair that leaves `in` */
    bool leaves;
};

static bool stays(void *context, uint32_t from, uint32_t to) {
    struct closure *c = context;
    if (c->in->at[to]) return true;
    c->leaves = true;
    c->from = from;
    c->to = to;
    return false;
}

static bool collect_post(void *context, uint32_t from, uint32_t to) {
    (void)from;
    struct closure *c = context;
    c->out->at[to] = 1;
    return true;
}

static bool collect_pre(void *context, uint32_t from, uint32_t to) {
    struct closure *c = context;
    if (c->in->at[to]) c->out->at[from] = 1;
    return true;
}

/* ---- proofs ---- */

static void check_inductive(struct court *k, const state_set *inv) {
    uint32_t bits = k->reach.bits;
    for (uint32_t state = 0; state < space_states(&k->reach); state++)
        if (!inv->at[k->c->l0 << bits | state])
            accuse(k, "the invariant excludes the initial state %u", state);
    struct closure c = {.in = inv};
    each_pair(k, inv, stays, &c);
    if (c.leaves)
        accuse(k, "the invariant is not inductive: l%u state %u to l%u state %u", c.from >> bits,
               c.from & (space_states(&k->reach) - 1), c.to >> bits, c.to & (space_states(&k->reach) - 1));
}

static bool set_empty(const state_set *s) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i]) return false;
    return true;
}

/* No path from l0 has more than `depth` steps. */
static void check_bounded(struct court *k, uint64_t depth) {
    state_set now = {0}, next = {0};
    set_init(k, &now);
    for (uint32_t state = 0; state < space_states(&k->reach); state++)
        now.at[k->c->l0 << k->reach.bits | state] = 1;
    for (uint64_t i = 0; i <= depth; i++) {
        VEC_CLEAR(&next);
        set_init(k, &next);
        each_pair(k, &now, collect_post, &(struct closure){.out = &next});
        state_set swap = now;
        now = next;
        next = swap;
    }
    if (!set_empty(&now)) accuse(k, "there are paths of more than %llu steps", (unsigned long long)depth);
    VEC_RELEASE(&now);
    VEC_RELEASE(&next);
}

/* No path of exactly `depth` steps within the invariant ends in lE. */
static void check_k_induction(struct court *k, const state_set *inv, uint64_t depth) {
    state_set now = {0}, next = {0};
    set_init(k, &now);
    for (uint32_t state = 0; state < space_states(&k->reach); state++) {
        uint32_t at = k->c->lE << k->reach.bits | state;
        now.at[at] = inv->at[at];
    }
    for (uint64_t i = 0; i < depth; i++) {
        VEC_CLEAR(&next);
        set_init(k, &next);
        each_pair(k, inv, collect_pre, &(struct closure){.in = &now, .out = &next});
        state_set swap = now;
        now = next;
        next = swap;
    }
    if (!set_empty(&now)) accuse(k, "k-induction with k = %llu does not prove it", (unsigned long long)depth);
    VEC_RELEASE(&now);
    VEC_RELEASE(&next);
}

static void check_proof(struct court *k, const struct verdict *v) {
    if (v->proof == PROOF_BOUNDED) {
        check_bounded(k, v->proof_depth);
        return;
    }
    state_set inv = {0};
    set_of_facts(k, &v->invariant, &inv);
    for (uint32_t state = 0; v->proof == PROOF_INVARIANT && state < space_states(&k->reach); state++)
        inv.at[k->c->lE << k->reach.bits | state] = 0; /* whatever it says of lE: no step may lead there */
    check_inductive(k, &inv);
    if (v->proof == PROOF_K_INDUCTION) check_k_induction(k, &inv, v->proof_depth);
    VEC_RELEASE(&inv);
}

static void check_trace(struct court *k, const struct verdict *v) {
    value values[MAX_VARS] = {{0}}, next[MAX_VARS];
    loc at = k->c->l0;
    for (uint32_t i = 0; i < v->initial.n; i++)
        values[cfa_var_index(k->c, v->initial.at[i].var)] = v->initial.at[i].v;
    for (uint32_t i = 0; i < v->trace.n; i++) {
        const struct trace_step *t = &v->trace.at[i];
        if (t->step >= k->c->steps.n || k->c->steps.at[t->step].from != at ||
            t->inputs.n != k->c->steps.at[t->step].inputs.n) {
            accuse(k, "step %u of the trace does not fit", i);
            return;
        }
        if (!step_successor(k->c, &k->c->steps.at[t->step], values, t->inputs.at, next)) {
            accuse(k, "step %u of the trace cannot be taken", i);
            return;
        }
        memcpy(values, next, sizeof next);
        at = k->c->steps.at[t->step].to;
    }
    if (at != k->c->lE) accuse(k, "the trace does not end in lE");
}

/* ---- verdicts ---- */

static void judge_verdict(struct court *k, const struct verdict *v, bool error) {
    static const char *const names[] = {"UNKNOWN", "TRUE", "FALSE"};
    if (v->kind == VERDICT_UNKNOWN) {
        if (k->j->outcome != DISAGREES) k->j->outcome = UNDECIDED;
        snprintf(k->j->message, sizeof k->j->message, "%s", v->reason ? v->reason : "?");
    } else if ((v->kind == VERDICT_FALSE) != error) {
        accuse(k, "%s, but the error is %s", names[v->kind], error ? "reachable" : "unreachable");
    } else if (v->kind == VERDICT_FALSE) {
        check_trace(k, v);
        k->j->invariant_checked = true;
    } else if (k->known) {
        check_proof(k, v);
        k->j->invariant_checked = true;
    }
    uint32_t depth = k->known ? space_reached(&k->reach, k->c->lE) : NEVER;
    if (depth != NEVER && v->bound >= depth)
        accuse(k, "claims no error within %llu steps, but there is one in %u", (unsigned long long)v->bound,
               depth);
}

static void prove(struct court *k, const struct oracle_engine *e, bool error) {
    struct verdict v = {0};
    struct facts known = {0};
    if (e->suppliers) {
        facts_init(&known, k->c->locs.n);
        struct budget second = budget_cpu(1);
        lemmas_supply(k->c, &known, &second);
        check_facts(k, &known, "the suppliers' lemmas");
    }
    uint64_t before = stats.termination_fired;
    in_session = k;
    frame_observer = e->frames ? check_lemma : NULL;
    e->prove(k->c, e->suppliers ? &known : NULL, &v);
    frame_observer = NULL;
    k->j->suggested = stats.termination_fired > before;
    k->j->rashly = k->j->suggested && error;
    judge_verdict(k, &v, error);
    verdict_clear(&v);
    if (e->suppliers) facts_release(&known);
}

void judge(const struct cfa *c, const struct oracle_engine *e, const struct switches *how,
           struct judgement *j) {
    *j = (struct judgement){.outcome = AGREES};
    struct court k = {.j = j};
    struct space original, reduced;
    explore_edges(c, &original);
    bool error = space_reached(&original, c->lE) != NEVER;
    space_release(&original);
    engine_configure(e);
    options.propagate = how->propagate;
    options.slice = how->slice;
    options.dead = how->dead;
    options.bisim = how->bisim;
    options.lbe = how->lbe;
    options.lbe_paths = how->lbe_paths;
    k.c = cfa_reduce(cfa_copy(c));
    char *wrong = cfa_check(k.c);
    if (wrong) accuse(&k, "after reduction: %s", wrong);
    explore_edges(k.c, &reduced);
    if ((space_reached(&reduced, k.c->lE) != NEVER) != error)
        accuse(&k, "reduction changed whether the error is reachable");
    space_release(&reduced);
    k.known = explore_steps(k.c, &k.reach, MAX_INPUT_BITS);
    if (k.known && (space_reached(&k.reach, k.c->lE) != NEVER) != error)
        accuse(&k, "splitting changed whether the error is reachable");
    if (j->outcome != DISAGREES) prove(&k, e, error);
    if (k.known) space_release(&k.reach);
    free(wrong);
    cfa_free(k.c);
}
