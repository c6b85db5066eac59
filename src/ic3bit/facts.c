#include "ic3bit/facts.h"

#include <stdlib.h>

#include "util/stats.h"

enum { MAX_FACTS = 20000 };

void ic3_facts_release(struct ic3_facts *f) {
    for (uint32_t i = 0; i < f->cubes.n; i++) cube_free(f->cubes.at[i]);
    VEC_RELEASE(&f->cubes);
    *f = (struct ic3_facts){0};
}

static void take_all(struct ic3_facts *f, const struct system *s, const cube_vec *lemmas) {
    literal_vec lits = {0};
    for (uint32_t i = 0; i < lemmas->n && f->cubes.n < MAX_FACTS; i++) {
        const struct cube *c = lemmas->at[i];
        VEC_CLEAR(&lits);
        for (uint32_t k = 0; k < c->n; k++) VEC_PUSH(&lits, s->origin[c->lits[k] / 2] ^ (c->lits[k] & 1));
        VEC_PUSH(&f->cubes, cube_new(lits.at, lits.n));
    }
    VEC_RELEASE(&lits);
}

void ic3_facts_take(struct ic3_facts *f, const struct system *s, const struct ic3 *e) {
    struct ic3_facts all = {.frames = frames_k(e)};
    take_all(&all, s, &e->infinity);
    for (uint32_t i = e->frames.n; i-- > 1;) take_all(&all, s, &e->frames.at[i].lemmas);
    ic3_facts_release(f);
    *f = all;
}

/* By variable of the original model: the literal of the system's latch that equals it, or 0. */
static uint32_t *latches_by_origin(const struct ic3_facts *f, const struct system *s, uint32_t *n) {
    const struct aiger *m = s->model;
    *n = 1;
    for (uint32_t i = 0; i < f->cubes.n; i++)
        for (uint32_t k = 0; k < f->cubes.at[i]->n; k++)
            if (f->cubes.at[i]->lits[k] / 2 >= *n) *n = f->cubes.at[i]->lits[k] / 2 + 1;
    uint32_t *to = mem_zero(*n, sizeof *to);
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t lit = aiger_latch(m, i), origin = s->origin[lit / 2];
        if (origin / 2 < *n) to[origin / 2] = lit ^ (origin & 1);
    }
    return to;
}

void ic3_facts_offer(const struct ic3_facts *f, const struct system *s, struct ic3 *e) {
    uint32_t n, *to = latches_by_origin(f, s, &n);
    literal_vec lits = {0};
    for (uint32_t i = 0; i < f->cubes.n; i++) {
        const struct cube *c = f->cubes.at[i];
        VEC_CLEAR(&lits);
        for (uint32_t k = 0; k < c->n && to[c->lits[k] / 2]; k++)
            VEC_PUSH(&lits, to[c->lits[k] / 2] ^ (c->lits[k] & 1));
        if (c->n && lits.n == c->n) VEC_PUSH(&e->offered, cube_new(lits.at, lits.n));
    }
    e->offered_frames = f->frames;
    stats.bit_offered += e->offered.n;
    VEC_RELEASE(&lits);
    free(to);
}
