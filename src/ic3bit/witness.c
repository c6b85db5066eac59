/* Witness circuits in the style of Certifaiger (Yu, Biere, Heljanko: "Progress in certifying
 * hardware model checking results", CAV 2021): the model again, with a stronger property that is
 * inductive as it stands.
 *
 * Our invariant is the conjunction of the equalities that preprocessing used (between any two
 * signals, so they may mention inputs) and of the clauses of the last frame, or a circuit that
 * interpolation found (both over latches). Reset, next states and constraints are those of the
 * model, signal by signal, so that no simulation relation between two circuits has to be found. */
#include "ic3bit/evidence.h"

#include <stdlib.h>

static uint32_t and_of(struct aiger *w, uint32_t a, uint32_t b) {
    if (a == 0 || b == 0 || a == (b ^ 1)) return 0;
    if (a == 1 || a == b) return b;
    return b == 1 ? a : aiger_add_and(w, a, b);
}

static uint32_t equal(struct aiger *w, uint32_t a, uint32_t b) {
    if (a < 2) return b ^ (a == 0);
    if (b < 2) return a ^ (b == 0);
    return and_of(w, and_of(w, a, b ^ 1) ^ 1, and_of(w, a ^ 1, b) ^ 1);
}

static uint32_t cube_literal(struct aiger *w, const struct system *s, const struct cube *c) {
    uint32_t all = 1;
    for (uint32_t i = 0; i < c->n; i++) all = and_of(w, all, s->origin[c->lits[i] / 2] ^ (c->lits[i] & 1));
    return all;
}

static uint32_t region_literal(struct aiger *w, const struct system *s, const struct aiger *region) {
    uint32_t *map = mem_zero(aiger_variables(region), sizeof *map);
    for (uint32_t i = 0; i < region->inputs; i++) map[1 + i] = s->origin[1 + s->model->inputs + i];
    for (uint32_t i = 0; i < region->ands.n; i++) {
        const struct aiger_and *g = &region->ands.at[i];
        map[aiger_and(region, i) / 2] = and_of(w, map[g->a / 2] ^ (g->a & 1), map[g->b / 2] ^ (g->b & 1));
    }
    uint32_t out = region->outputs.at[0], lit = map[out / 2] ^ (out & 1);
    free(map);
    return lit;
}

void witness_strengthen(struct aiger *w, uint32_t property, const struct system *s,
                        const struct ic3_result *r) {
    literal_vec *properties = w->bads.n || w->justices.n ? &w->bads : &w->outputs;
    uint32_t good = properties->at[property] ^ 1;
    for (uint32_t i = 0; i < s->claims.n; i++)
        good = and_of(w, good, equal(w, s->claims.at[i].a, s->claims.at[i].b));
    for (uint32_t i = 0; i < r->invariant.n; i++)
        good = and_of(w, good, cube_literal(w, s, r->invariant.at[i]) ^ 1);
    if (r->region) good = and_of(w, good, region_literal(w, s, r->region));
    properties->at[property] = good ^ 1;
}
