#include "ic3cfa/cube.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "term/subst.h"

static uint64_t literal_bit(term lit) { return (uint64_t)1 << (hash_int(lit) >> 58); }

struct cube_sought {
    const struct cube_table *table;
    const term *lits;
    uint32_t n;
};

static bool same_cube(const void *context, uint32_t id) {
    const struct cube_sought *s = context;
    const struct cube *c = s->table->all.at[id];
    return c->n == s->n && (!s->n || !memcmp(c->lits, s->lits, s->n * sizeof *s->lits));
}

static const struct cube *intern(struct cube_table *t, const term *lits, uint32_t n) {
    struct cube_sought s = {t, lits, n};
    uint64_t hash = hash_bytes(lits, n * sizeof *lits);
    uint32_t found = index_table_find(&t->index, hash, same_cube, &s);
    if (found) return t->all.at[found];
    if (!t->all.n) VEC_PUSH(&t->all, NULL);
    struct cube *c = arena_alloc(&t->arena, sizeof *c + n * sizeof *lits);
    *c = (struct cube){.id = t->all.n, .n = n};
    if (n) memcpy(c->lits, lits, n * sizeof *lits);
    for (uint32_t i = 0; i < n; i++) c->sig |= literal_bit(lits[i]);
    VEC_PUSH(&t->all, c);
    index_table_add(&t->index, hash, c->id);
    return c;
}

/* Sorts, drops duplicates; false if a literal stands there with its negation. */
static bool normalize(term_vec *v) {
    terms_sort(v->at, v->n);
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->n; i++)
        if (!n || v->at[n - 1] != v->at[i]) v->at[n++] = v->at[i];
    v->n = n;
    for (uint32_t i = 0; i < n; i++)
        if (terms_contain(v->at, n, term_not(v->at[i]))) return false;
    return true;
}

const struct cube *cube_make(struct cube_table *t, const term *lits, uint32_t n) {
    term_vec v = {0};
    const struct cube *c = NULL;
    bool possible = true;
    for (uint32_t i = 0; i < n; i++) {
        if (lits[i] == term_false()) possible = false;
        term_conjuncts(lits[i], &v);
    }
    if (possible && normalize(&v)) c = intern(t, v.at, v.n);
    VEC_RELEASE(&v);
    return c;
}

bool cube_is_subset(const struct cube *a, const struct cube *b) {
    assert(a->id && b->id);
    if (a->n > b->n || (a->sig & ~b->sig)) return false;
    for (uint32_t i = 0, j = 0; i < a->n; i++, j++) {
        while (j < b->n && b->lits[j] < a->lits[i]) j++;
        if (j == b->n || b->lits[j] != a->lits[i]) return false;
    }
    return true;
}

bool cube_has(const struct cube *c, term lit) { return terms_contain(c->lits, c->n, lit); }

term cube_clause(const struct cube *c) {
    term_vec negated = {0};
    for (uint32_t i = 0; i < c->n; i++) VEC_PUSH(&negated, term_not(c->lits[i]));
    term clause = term_or_n(negated.at, negated.n);
    VEC_RELEASE(&negated);
    return clause;
}

void cube_table_release(struct cube_table *t) {
    arena_release(&t->arena);
    index_table_release(&t->index);
    VEC_RELEASE(&t->all);
}
