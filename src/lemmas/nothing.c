/* Classes that no sample is in: behind long loops, or where a ghost lies that no run had. Nothing
 * is known to come there, so the candidate is `false`; the first state that the filter meets there
 * becomes the first sample, and all suppliers propose what holds in it. From then on the class is
 * weakened as any other. So the filter's fixpoint is the least one that the suppliers can express,
 * as of an abstract interpreter that starts from bottom. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/supplier.h"

static void nothing_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    (void)state;
    assert(!p->w->classes.at[class].rows.n);
    pool_add(p, class, self, 0, term_false());
}

static void nothing_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    (void)state, (void)group, (void)self;
    struct workshop *w = p->w;
    struct lemma_class *k = &w->classes.at[class];
    value *first = mem_zero(w->c->vars.n + 1, sizeof *first);
    for (uint32_t i = 0; i < w->c->vars.n; i++) first[i] = sheet_value(&w->r.sheet, w->c->vars.at[i].var);
    VEC_PUSH(&k->rows, samples_add(&w->samples, k->at, first));
    propose_class(p, class);
    runner_load(&w->r, first);
    free(first);
}

const struct supplier supplier_nothing = {
    "nothing",     "false, where nothing has come to yet", PASS_EQUALITIES, NULL, NULL, nothing_propose,
    nothing_weaken};
