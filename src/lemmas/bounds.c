/* Bounds and small sets for single columns.
 *
 *   bounds  c <= x and x <= c, signed and unsigned, where c is a constant of the program or next to
 *           one; a state outside moves the bound to the next constant (widening with thresholds)
 *   bits    x & mask = value: the bits that are the same in all states; a state takes away those
 *           that differ
 *   values  x in {c1 .. cn}, n <= 8; a state adds its value
 *
 * The column is the upper part of the group's number, so weakening needs no memory but for the last
 * two, which read what they need from the state kept per group. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/supplier.h"

/* ---- bounds ---- */

enum side { U_ABOVE, U_BELOW, S_ABOVE, S_BELOW, SIDES };

static bool before(enum side side, uint64_t a, uint64_t b, uint32_t width) {
    assert(width >= 1 && width <= 64);
    return side == U_ABOVE || side == U_BELOW ? a < b : bits_signed64(a, width) < bits_signed64(b, width);
}

/* The threshold next to v on the side in question; false if there is none but the end of the range,
 * which says nothing. */
static bool threshold_for(const struct workshop *w, enum side side, uint64_t v, uint32_t width,
                          uint64_t *bound) {
    bool found = false, above = side == U_ABOVE || side == S_ABOVE;
    for (uint32_t i = 0; i < w->thresholds[width].n; i++) {
        uint64_t t = w->thresholds[width].at[i];
        if (above ? before(side, t, v, width) : before(side, v, t, width)) continue;
        if (found && (above ? !before(side, t, *bound, width) : !before(side, *bound, t, width))) continue;
        *bound = t;
        found = true;
    }
    return found;
}

static term bound_term(enum side side, term x, uint64_t bound) {
    assert(term_width(x) <= 64 && (bound & ~bits_mask64(term_width(x))) == 0);
    term c = term_bv(term_width(x), bound);
    switch (side) {
    case U_ABOVE: return term_ule(x, c);
    case U_BELOW: return term_ule(c, x);
    case S_ABOVE: return term_sle(x, c);
    default: return term_sle(c, x);
    }
}

static void propose_bound(struct pool *p, uint32_t class, uint32_t self, uint32_t column, enum side side,
                          uint64_t v) {
    struct workshop *w = p->w;
    term x = w->columns[w->classes.at[class].at].at[column];
    uint64_t bound = 0;
    if (threshold_for(w, side, v, term_width(x), &bound))
        pool_add(p, class, self, column * SIDES + side, bound_term(side, x, bound));
}

static void bounds_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n && p->w->classes.at[class].rows.n > 0);
    (void)state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    for (uint32_t j = 0; j < w->columns[k->at].n; j++)
        for (enum side side = 0; side < SIDES; side++) {
            bool above = side == U_ABOVE || side == S_ABOVE;
            uint32_t width = term_width(w->columns[k->at].at[j]);
            uint64_t extreme = class_value(w, k, 0, j);
            for (uint32_t i = 1; i < k->rows.n; i++) {
                uint64_t v = class_value(w, k, i, j);
                if (above ? before(side, extreme, v, width) : before(side, v, extreme, width)) extreme = v;
            }
            propose_bound(p, class, self, j, side, extreme);
        }
}

static void bounds_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    (void)state;
    struct workshop *w = p->w;
    term x = w->columns[w->classes.at[class].at].at[group / SIDES];
    propose_bound(p, class, self, group / SIDES, (enum side)(group % SIDES), sheet_u64(w, x));
}

const struct supplier supplier_bounds = {
    "bounds",     "bounds of variables by constants of the program", PASS_LINEAR, NULL, NULL, bounds_propose,
    bounds_weaken};

/* ---- bits ---- */

struct known_bits {
    uint64_t mask, bits;
};
struct bits_state {
    struct int_map index; /* class << 32 | column -> index */
    VEC(struct known_bits) all;
};

static void *bits_create(struct workshop *w) {
    (void)w;
    return MEM_NEW(struct bits_state);
}

static void bits_destroy(void *state) {
    struct bits_state *b = state;
    int_map_release(&b->index);
    VEC_RELEASE(&b->all);
    free(b);
}

static void add_bits(struct pool *p, uint32_t class, uint32_t self, uint32_t column,
                     const struct known_bits *b) {
    term x = p->w->columns[p->w->classes.at[class].at].at[column];
    uint32_t width = term_width(x);
    if (!b->mask) return;
    pool_add(p, class, self, column,
             term_eq(term_bv(width, b->bits & b->mask), term_bv_and(term_bv(width, b->mask), x)));
}

static void bits_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n && p->w->classes.at[class].rows.n > 0);
    struct bits_state *b = state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    if (k->when != term_true() && workshop_by_place(w)) return;
    for (uint32_t j = 0; j < w->columns[k->at].n; j++) {
        uint32_t width = term_width(w->columns[k->at].at[j]);
        struct known_bits known = {bits_mask64(width), class_value(w, k, 0, j)};
        for (uint32_t i = 1; i < k->rows.n; i++) known.mask &= ~(known.bits ^ class_value(w, k, i, j));
        if (!known.mask) continue;
        *int_map_put(&b->index, (uint64_t)class << 32 | j, NULL) = b->all.n;
        VEC_PUSH(&b->all, known);
        add_bits(p, class, self, j, &known);
    }
}

static void bits_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    struct bits_state *b = state;
    uint64_t *i = int_map_get(&b->index, (uint64_t)class << 32 | group);
    assert(i);
    struct known_bits *known = &b->all.at[*i];
    known->mask &= ~(known->bits ^ sheet_u64(p->w, p->w->columns[p->w->classes.at[class].at].at[group]));
    add_bits(p, class, self, group, known);
}

const struct supplier supplier_bits = {
    "bits", "bits that never change", PASS_LINEAR, bits_create, bits_destroy, bits_propose, bits_weaken};

/* ---- values ---- */

enum { MANY = 8 };
struct value_list {
    uint32_t n;
    uint64_t at[MANY];
};
struct values {
    struct int_map index; /* class << 32 | column -> index */
    VEC(struct value_list) all;
};

static void *values_create(struct workshop *w) {
    (void)w;
    return MEM_NEW(struct values);
}

static void values_destroy(void *state) {
    struct values *v = state;
    int_map_release(&v->index);
    VEC_RELEASE(&v->all);
    free(v);
}

static bool list_add(struct value_list *l, uint64_t v) {
    assert(l->n <= MANY);
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == v) return true;
    if (l->n == MANY) return false;
    l->at[l->n++] = v;
    return true;
}

static void add_values(struct pool *p, uint32_t class, uint32_t self, uint32_t column,
                       const struct value_list *l) {
    term x = p->w->columns[p->w->classes.at[class].at].at[column];
    term any = term_false();
    for (uint32_t i = 0; i < l->n; i++) any = term_or(any, term_eq(term_bv(term_width(x), l->at[i]), x));
    pool_add(p, class, self, column, any);
}

static void values_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n && p->w->classes.at[class].rows.n > 0);
    struct values *v = state;
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    for (uint32_t j = 0; j < w->columns[k->at].n; j++) {
        struct value_list l = {0};
        bool few = term_is_var(w->columns[k->at].at[j]);
        for (uint32_t i = 0; i < k->rows.n && few; i++) few = list_add(&l, class_value(w, k, i, j));
        if (!few) continue;
        *int_map_put(&v->index, (uint64_t)class << 32 | j, NULL) = v->all.n;
        VEC_PUSH(&v->all, l);
        add_values(p, class, self, j, &l);
    }
}

static void values_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    struct values *v = state;
    uint64_t *i = int_map_get(&v->index, (uint64_t)class << 32 | group);
    assert(i);
    struct value_list *l = &v->all.at[*i];
    if (list_add(l, sheet_u64(p->w, p->w->columns[p->w->classes.at[class].at].at[group])))
        add_values(p, class, self, group, l);
}

const struct supplier supplier_values = {"values",       "sets of few values", PASS_LINEAR,  values_create,
                                         values_destroy, values_propose,       values_weaken};
