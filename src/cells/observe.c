/* The automaton of cells cannot be run to see what cells are: what it does not follow is any value.
 * The one with arrays can, and its states tell every cell:
 *
 *     i = 3, c = {0, 1, 4, 0, ..}      with g = 2:   i = 3, g = 2, c@g = 4
 *
 * Ghosts are put where something happens: at small indices and beside the values of variables. */
#include "cells/observe.h"

#include <assert.h>
#include <stdlib.h>

#include "util/options.h"

enum { PLACEMENTS = 4 };

/* A small index, or near what some variable is. */
static value place_ghost(struct runner *r, const struct cfa *c, const value *state, sort s) {
    uint32_t width = sort_width(s);
    value v = value_of(rng_below(&r->rng, 12));
    if (c->vars.n && rng_below(&r->rng, 2)) {
        uint32_t i = rng_below(&r->rng, c->vars.n);
        sort of = term_sort(c->vars.at[i].var);
        if (sort_kind_of(of) == SORT_BV && sort_width(of) <= width && sort_width(of) > 1)
            v = value_of(state[i].lo - rng_below(&r->rng, 3));
    }
    if (width < 64) v.lo &= (UINT64_C(1) << width) - 1;
    return v;
}

static void note(struct runner *r, const struct cfa *c, const struct cfa *cells, struct cells_ghosts *g,
                 const value *state, value *row) {
    runner_load(r, state);
    if (g->variable != TERM_NONE)
        sheet_set(&r->sheet, g->variable, place_ghost(r, c, state, term_sort(g->variable)));
    for (uint32_t k = 0; k < g->n; k++)
        if (g->free[k]) sheet_set(&r->sheet, g->at[k], place_ghost(r, c, state, term_sort(g->at[k])));
    for (uint32_t i = 0; i < cells->vars.n; i++)
        row[i] = sheet_value(&r->sheet, subst_apply(&g->meaning, cells->vars.at[i].var));
}

void cells_observe(struct cfa *c, const struct cfa *cells, struct cells_ghosts *g, struct samples *seen,
                   const struct budget *b) {
    assert(c->locs.n == cells->locs.n);
    struct samples states;
    struct runner r;
    samples_init(seen, cells);
    samples_init(&states, c);
    runner_init(&r, c, (uint64_t)options.seed);
    samples_collect(&states, &r, NULL, b);
    value *row = mem_zero(cells->vars.n + 1, sizeof *row);
    for (loc l = 0; l < c->locs.n; l++)
        for (uint32_t i = 0; i < states.at[l].n; i++)
            for (uint32_t j = 0; j < PLACEMENTS; j++) {
                note(&r, c, cells, g, sample(&states, l, i), row);
                (void)samples_add(seen, l, row);
            }
    free(row);
    samples_release(&states);
    runner_release(&r);
}
