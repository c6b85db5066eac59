/* Liveness to safety (Biere, Artho, Schuppan: "Liveness checking as safety checking", FMICS 2002).
 *
 * A finite system violates a justice property if an execution returns to a state and has met every
 * condition on the way. So the model is given a witness that guesses where the loop begins:
 *
 *     save               a new input; the first time it is true, the state is stored
 *     saved              a latch: a state was stored
 *     shadow[i]          a latch for every latch i: its value when the state was stored
 *     seen[j]            a latch for every condition j: it was met since then, the stored state
 *                        included
 *     bad                saved, every latch equals its shadow, and everything was seen
 *
 * A counterexample is a lasso, which is simulated on the model as it was read. A proof is an
 * inductive invariant of the larger model.
 *
 * The bad state has to meet the constraints with some inputs; those with which the stored state met
 * them will do. */
#include "ic3bit/liveness.h"

#include <stdlib.h>

struct loop_finder {
    const struct aiger *old;
    struct aiger *m;
    struct hasher h;
    uint32_t extra; /* new latches */
};

/* One input and some latches are put in before the gates. */
static uint32_t moved(const struct loop_finder *l, uint32_t lit) {
    uint32_t v = lit / 2, first_latch = 1 + l->old->inputs, first_and = first_latch + l->old->latches.n;
    uint32_t by = v < first_latch ? 0 : v < first_and ? 1 : 1 + l->extra;
    return lit + 2 * by;
}

static uint32_t either(struct loop_finder *l, uint32_t a, uint32_t b) {
    return hasher_and(&l->h, a ^ 1, b ^ 1) ^ 1;
}
static uint32_t both(struct loop_finder *l, uint32_t a, uint32_t b) { return hasher_and(&l->h, a, b); }

static uint32_t choose(struct loop_finder *l, uint32_t c, uint32_t a, uint32_t b) {
    return either(l, both(l, c, a), both(l, c ^ 1, b));
}

static void move_model(struct loop_finder *l) {
    const struct aiger *old = l->old;
    struct aiger *m = l->m;
    m->inputs = old->inputs + 1;
    for (uint32_t i = 0; i < old->latches.n; i++)
        VEC_PUSH(&m->latches,
                 (struct aiger_latch){moved(l, old->latches.at[i].next), old->latches.at[i].reset});
    for (uint32_t i = 0; i < l->extra; i++) VEC_PUSH(&m->latches, (struct aiger_latch){0, RESET_0});
    for (uint32_t i = 0; i < old->ands.n; i++)
        VEC_PUSH(&m->ands, (struct aiger_and){moved(l, old->ands.at[i].a), moved(l, old->ands.at[i].b)});
    for (uint32_t i = 0; i < old->constraints.n; i++)
        VEC_PUSH(&m->constraints, moved(l, old->constraints.at[i]));
}

/* The condition is seen from now on. Returns its latch. */
static uint32_t watch(struct loop_finder *l, uint32_t latch, uint32_t in_loop, uint32_t condition) {
    uint32_t seen = aiger_latch(l->m, latch);
    l->m->latches.at[latch].next = either(l, seen, both(l, in_loop, moved(l, condition)));
    return seen;
}

static void add_witness(struct loop_finder *l, uint32_t justice) {
    struct aiger *m = l->m;
    uint32_t n = l->old->latches.n, at = n, save = aiger_input(l->old->inputs), saved = aiger_latch(m, at);
    uint32_t now = both(l, save, saved ^ 1), in_loop = either(l, saved, save), bad = saved;
    m->latches.at[at++].next = in_loop;
    for (uint32_t i = 0; i < n; i++, at++) {
        uint32_t value = aiger_latch(m, i), shadow = aiger_latch(m, at);
        m->latches.at[at].next = choose(l, now, value, shadow);
        bad = both(l, bad, choose(l, value, shadow, shadow ^ 1));
    }
    const literal_vec *lists[] = {&l->old->justices.at[justice], &l->old->fairness};
    for (uint32_t k = 0; k < 2; k++)
        for (uint32_t i = 0; i < lists[k]->n; i++)
            bad = both(l, bad, watch(l, at++, in_loop, lists[k]->at[i]));
    assert(at == m->latches.n);
    VEC_PUSH(&m->bads, bad);
}

struct aiger *liveness_to_safety(const struct aiger *m, uint32_t justice) {
    assert(justice < m->justices.n);
    struct loop_finder l = {.old = m, .m = MEM_NEW(struct aiger)};
    l.h.m = l.m;
    l.extra = 1 + m->latches.n + m->justices.at[justice].n + m->fairness.n;
    move_model(&l);
    add_witness(&l, justice);
    hasher_release(&l.h);
    return l.m;
}

struct trace liveness_trace(const struct aiger *m, const struct aiger *safety, const struct trace *t) {
    struct trace lasso = {mem_zero(m->latches.n, 1), mem_zero(t->steps, m->inputs), t->steps};
    if (m->latches.n) memcpy(lasso.initial, t->initial, m->latches.n);
    for (uint32_t k = 0; m->inputs && k < t->steps; k++)
        memcpy(lasso.inputs + (size_t)k * m->inputs, t->inputs + (size_t)k * safety->inputs, m->inputs);
    return lasso;
}
