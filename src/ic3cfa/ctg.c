/* Counterexamples to generalization on control-flow automata (FMCAD13, Listing 2, carried over).
 *
 * MIC asks ctg_down whether a cube q, which has lost a literal, is inductive along a step e from l
 * to l' at level i. If not, there is a predecessor of q in F(i-1,l). FMCAD13 takes the state s of
 * the model; we take the predecessor cube of q along e, which contains s: the same work then
 * removes all of q's predecessors along e when the cube is exact. The CTG lives at its own location
 * l and level i-1, so it is tried there: it is blocked if it is inductive along every step into l
 * relative to F(i-2,.), then raised to the highest level where that still holds (up to N-1),
 * generalized one recursion deeper, and kept as a lemma.
 *
 * What differs from FMCAD13 and why it is sound: (1) there is no query with ¬q on the left, since
 * that does not survive the merge over steps (SPIN18 Lemma 1), so a join q ⊔ s has no meaning
 * between locations; on a self-loop (l = l') it has one: q and its predecessor are cubes at the
 * same place, and the common literals of both are a weaker cube whose inductivity is then checked
 * like any other. (2) "I ⇒ ¬s" is that l is not l0. Every lemma added here passed the inductivity
 * checks that all lemmas pass, so the frames' invariants hold whatever ctg_down does. */
#include <assert.h>

#include "ic3cfa/engine.h"
#include "util/options.h"
#include "util/stats.h"

static enum answer inductive_at(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c) {
    assert(i >= 1 && l < ic3->cfa->locs.n);
    for (uint32_t j = 0; j < ic3->by.in[l].n; j++) {
        enum answer answer = edge_relative_inductive(ic3, i, ic3->by.in[l].at[j], c);
        if (answer != ANSWER_UNSAT) return answer;
    }
    return ANSWER_UNSAT;
}

/* Blocks the CTG s at (i,l) or higher, if it can be. */
static bool block_ctg(struct ic3 *ic3, uint32_t i, loc l, const struct cube *s, uint32_t depth) {
    if (!i || l == ic3->cfa->l0 || inductive_at(ic3, i, l, s) != ANSWER_UNSAT) return false;
    while (i + 1 < ic3->N && inductive_at(ic3, i + 1, l, s) == ANSWER_UNSAT) i++;
    if (ic3->gave_up) return false;
    block(ic3, i, l, generalize_cube(ic3, i, l, s, NULL, depth + 1));
    stats.ctg_blocked++;
    return true;
}

/* q ⊔ s on a self-loop: the literals of q that hold in the model, which is a state of l = l'. */
static const struct cube *join(struct ic3 *ic3, loc l, const struct cube *q) {
    struct solver *solver = frame_solver(&ic3->frames, l);
    struct model m = {0};
    term_vec common = {0};
    for (uint32_t j = 0; j < q->n; j++) solver_model(solver, q->lits[j], &m);
    for (uint32_t j = 0; j < q->n; j++)
        if (term_holds(&m, q->lits[j])) VEC_PUSH(&common, q->lits[j]);
    const struct cube *joined = cube_make(&ic3->cubes, common.at, common.n);
    VEC_RELEASE(&common);
    model_release(&m);
    return joined;
}

enum answer ctg_down(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube **q, uint32_t depth) {
    assert(i >= 1 && step < ic3->cfa->steps.n);
    const struct cfa_step *s = &ic3->cfa->steps.at[step];
    uint32_t ctgs = 0;
    for (;;) {
        enum answer answer = edge_relative_inductive(ic3, i, step, *q);
        if (answer != ANSWER_SAT) return answer;
        bool exact;
        const struct cube *joined = s->from == s->to ? join(ic3, s->from, *q) : NULL;
        const struct cube *ctg = predecessor_of(ic3, step, *q, &exact);
        stats.ctg_met++;
        if (ctg && ctgs < (uint32_t)options.ctg_max && block_ctg(ic3, i - 1, s->from, ctg, depth)) {
            ctgs++;
            continue;
        }
        if (!joined || joined->n == (*q)->n) return ANSWER_SAT;
        *q = joined;
        ctgs = 0;
        stats.ctg_joined++;
    }
}
