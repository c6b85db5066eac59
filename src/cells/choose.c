#include "cells/choose.h"

#include <assert.h>

#include "cfa/live.h"
#include "cells/reads.h"

/* ---- indices of the error ---- */

static void add_ghost(struct cells_ghosts *g, term t, bool free) {
    assert(g->n <= MAX_FIXED_GHOSTS);
    for (uint32_t k = 0; k < g->n; k++)
        if (g->at[k] == t) return;
    if (g->n == MAX_FIXED_GHOSTS) return;
    g->free[g->n] = free;
    g->at[g->n++] = t;
}

term cells_free_ghost(struct cells_ghosts *g, uint32_t number, sort s) {
    for (uint32_t k = 0; k < g->n; k++)
        if (g->free[k] && number-- == 0) return g->at[k];
    if (number || g->n == MAX_FIXED_GHOSTS) return TERM_NONE;
    add_ghost(g, term_fresh("ghost", g->n ? term_sort(g->at[0]) : s), true);
    return g->at[g->n - 1];
}

/* A ghost for a variable instead of for indices, if the first step into lE that reads arrays is of
 * that kind. */
static bool choose_variable(const struct cfa *c, struct cells_ghosts *g) {
    for (uint32_t i = 0; i < c->steps.n && g->variable == TERM_NONE; i++) {
        if (c->steps.at[i].to != c->lE) continue;
        struct cells_reads r;
        cells_reads_init(&r, &c->steps.at[i]);
        term x = cells_common_variable(&r);
        if (x != TERM_NONE && r.indices.n <= MAX_FIXED_GHOSTS) {
            struct subst by = {0};
            g->variable = term_fresh("ghost", term_sort(x));
            subst_set(&by, x, g->variable);
            for (uint32_t j = 0; j < r.indices.n; j++) add_ghost(g, subst_apply(&by, r.indices.at[j]), false);
            subst_release(&by);
        }
        cells_reads_release(&r);
    }
    return g->variable != TERM_NONE;
}

/* As many free ghosts as the step reads independent indices, and the indices that depend on
 * them. */
static void choose_for_step(const struct cfa_step *s, struct cells_ghosts *g) {
    struct cells_reads r;
    cells_reads_init(&r, s);
    for (uint32_t k = 0; k < r.free.n && k < MAX_FREE_GHOSTS; k++) {
        term ghost = cells_free_ghost(g, k, term_sort(r.free.at[k]));
        for (uint32_t j = 0; j < r.indices.n && ghost != TERM_NONE; j++) {
            term depends = cells_express(r.indices.at[j], r.free.at[k], ghost);
            if (depends != TERM_NONE) add_ghost(g, depends, false);
        }
    }
    cells_reads_release(&r);
}

/* A ghost for any element that the step computes with. */
static void choose_for_updates(const struct cfa_step *s, struct cells_ghosts *g) {
    term_vec indices = {0};
    for (uint32_t i = 0; i < s->updates.n; i++) term_indices_read(s->updates.at[i].value, &indices);
    if (indices.n) (void)cells_free_ghost(g, 0, term_sort(indices.at[0]));
    VEC_RELEASE(&indices);
}

void cells_choose_ghosts(const struct cfa *c, struct cells_ghosts *g) {
    if (choose_variable(c, g)) return;
    for (uint32_t i = 0; i < c->steps.n; i++)
        if (c->steps.at[i].to == c->lE) choose_for_step(&c->steps.at[i], g);
    for (uint32_t i = c->steps.n; i-- > 0 && g->n == 0 && g->with_instances;)
        choose_for_step(&c->steps.at[i], g);
    for (uint32_t i = c->steps.n; i-- > 0 && g->n == 0 && g->with_instances;)
        choose_for_updates(&c->steps.at[i], g);
}

/* ---- indices of the program ---- */

/* A variable, perhaps extended, that the step leaves alone and that matters afterwards. */
static bool stays(const struct cfa *c, const struct live *live, struct cfa_step *s, term index) {
    assert(s->to < c->locs.n);
    while (term_op_of(index) == OP_BV_SEXT || term_op_of(index) == OP_BV_ZEXT) index = term_arg(index, 0);
    return term_is_var(index) && cfa_has_var(c, index) && cfa_wp(s, index) == index &&
           live_at(live, s->to, cfa_var_index(c, index));
}

static void add_moving(struct cells_ghosts *g, term index, term array) {
    for (uint32_t k = 0; k < g->n; k++)
        if (g->at[k] == index && g->moves[k] == array) return;
    if (g->n == MAX_GHOSTS) return;
    g->moves[g->n] = array;
    g->at[g->n++] = index;
}

/* What t reads at indices that stay. */
static void add_moving_reads(const struct cfa *c, const struct live *live, struct cfa_step *s, term t,
                             struct cells_ghosts *g) {
    term_vec subterms = {0};
    term_subterms(t, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        if (term_op_of(subterms.at[i]) != OP_SELECT) continue;
        term array = term_arg(subterms.at[i], 0), index = term_arg(subterms.at[i], 1);
        if (term_is_var(array) && cfa_has_var(c, array) && stays(c, live, s, index))
            add_moving(g, index, array);
    }
    VEC_RELEASE(&subterms);
}

void cells_choose_moving(const struct cfa *c, struct cells_ghosts *g) {
    struct live live;
    live_of_steps(c, &live);
    for (uint32_t i = 0; i < c->steps.n; i++) {
        struct cfa_step *s = &c->steps.at[i];
        for (uint32_t j = 0; j < s->guard.n && s->to != c->lE; j++)
            add_moving_reads(c, &live, s, s->guard.at[j], g);
        for (uint32_t j = 0; j < s->updates.n && s->to != c->lE; j++)
            add_moving_reads(c, &live, s, s->updates.at[j].value, g);
    }
    live_release(&live);
}
