/* Predecessors: from a cube c at l' and a step e from l, a cube at l whose states all reach c along
 * e.
 *
 * Without inputs that is wp(e,c), exact (FMCAD15 section IV). With inputs (x := *), the exact set
 * is "there are inputs with wp(e,c)". A cube must not mention inputs, so they are eliminated one by
 * one:
 *
 *   defined      an equality that can be solved for the input (coefficient odd) substitutes it;
 *   free         an input that occurs only inside one linear term with odd coefficient makes that
 *                term arbitrary: it is replaced by a new input (x + in is as free as in);
 *   one-sided    comparisons that bound the input only from one side can always be met, up to the
 *                border case (t < in needs t != max), and so can a single disequality;
 *   model        else the input takes the value that it has in the solver's model: sound, since the
 *                states described do reach c, but not all of them: *exact becomes false.
 *
 * The first three keep the cube exact. */
#include <assert.h>

#include "ic3cfa/engine.h"
#include "ic3cfa/inputs.h"
#include "util/options.h"
#include "util/stats.h"

static void wp_literals(struct ic3 *ic3, uint32_t step, const struct cube *c, term_vec *lits) {
    const struct cfa_step *s = &ic3->cfa->steps.at[step];
    for (uint32_t j = 0; j < s->guard.n; j++) term_conjuncts(s->guard.at[j], lits);
    for (uint32_t j = 0; j < c->n; j++) term_conjuncts(literal_wp(ic3, step, c->lits[j]), lits);
}

static void fix_by_model(struct ic3 *ic3, const struct cfa_step *s, term_vec *lits, term input) {
    struct solver *solver = frame_solver(&ic3->frames, s->from);
    term fixed = term_const(term_sort(input), solver_value(solver, input));
    inputs_substitute(lits, input, fixed);
}

const struct cube *predecessor_of(struct ic3 *ic3, uint32_t step, const struct cube *c, bool *exact) {
    assert(step < ic3->cfa->steps.n);
    const struct cfa_step *s = &ic3->cfa->steps.at[step];
    term_vec lits = {0};
    *exact = true;
    wp_literals(ic3, step, c, &lits);
    for (uint32_t j = 0; j < s->inputs.n; j++) {
        term input = s->inputs.at[j].var;
        if (!inputs_mentioned(&lits, input)) continue;
        if (options.exact_inputs > 0 && inputs_eliminate(&lits, input)) continue;
        fix_by_model(ic3, s, &lits, input);
        *exact = false;
    }
    const struct cube *p = cube_make(&ic3->cubes, lits.at, lits.n);
    VEC_RELEASE(&lits);
    if (*exact) stats.pre_exact++;
    else stats.pre_model++;
    return p;
}
