#include "ic3cfa/path.h"

void path_step(struct path_formula *p, const struct cfa_step *s) {
    term_vec values = {0};
    for (uint32_t j = 0; j < s->inputs.n; j++) {
        term copy = term_fresh("input", term_sort(s->inputs.at[j].var));
        subst_set(&p->state, s->inputs.at[j].var, copy);
        VEC_PUSH(&p->inputs, copy);
    }
    for (uint32_t j = 0; j < s->guard.n; j++) VEC_PUSH(&p->guards, subst_apply(&p->state, s->guard.at[j]));
    for (uint32_t j = 0; j < s->updates.n; j++)
        VEC_PUSH(&values, subst_apply(&p->state, s->updates.at[j].value));
    for (uint32_t j = 0; j < s->updates.n; j++) subst_set(&p->state, s->updates.at[j].var, values.at[j]);
    VEC_RELEASE(&values);
}

void path_release(struct path_formula *p) {
    subst_release(&p->state);
    VEC_RELEASE(&p->guards);
    VEC_RELEASE(&p->inputs);
}
