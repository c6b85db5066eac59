#include "lemmas/settled.h"

#include <assert.h>
#include <stdlib.h>

#include "util/mem.h"

enum { MAX_INDEX = 24 }; /* subterms */

static bool assigns(const struct cfa_step *s, term index) {
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (term_mentions(index, s->updates.at[i].var)) return true;
    return false;
}

/* Backwards from the steps that assign. */
static bool *find_final(const struct cfa *c, term index) {
    bool *final = mem_alloc(c->locs.n * sizeof *final);
    for (loc l = 0; l < c->locs.n; l++) final[l] = l != c->l0;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < c->steps.n; i++) {
            const struct cfa_step *s = &c->steps.at[i];
            if (!final[s->from] || (final[s->to] && !assigns(s, index))) continue;
            final[s->from] = false;
            changed = true;
        }
    }
    return final;
}

static bool is_good(const struct cfa *c, term index) {
    if (sort_kind_of(term_sort(index)) != SORT_BV || term_is_larger(index, MAX_INDEX)) return false;
    term_vec subterms = {0};
    term_subterms(index, &subterms);
    bool good = true;
    for (uint32_t i = 0; i < subterms.n && good; i++)
        good = term_op_of(subterms.at[i]) != OP_SELECT &&
               (!term_is_var(subterms.at[i]) || cfa_has_var(c, subterms.at[i]));
    VEC_RELEASE(&subterms);
    return good;
}

/* ---- stores ---- */

struct store {
    term array, index, value;
};
typedef VEC(struct store) store_vec;

static void add_stores(store_vec *stores, const struct cfa_assign *a, struct int_map *after) {
    term_vec subterms = {0};
    term_subterms(a->value, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        if (term_op_of(subterms.at[i]) != OP_STORE) continue;
        term index = term_replace(after, term_arg(subterms.at[i], 1)), stored = term_arg(subterms.at[i], 2);
        VEC_PUSH(stores, (struct store){a->var, index, term_is_const(stored) ? stored : TERM_NONE});
    }
    VEC_RELEASE(&subterms);
}

/* The stores of a step, in terms of what holds after it. */
static void stores_of(const struct cfa_step *s, store_vec *stores) {
    struct int_map after = {0};
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (!term_is_const(s->updates.at[i].value))
            *int_map_put(&after, s->updates.at[i].value, NULL) = s->updates.at[i].var;
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (sort_kind_of(term_sort(s->updates.at[i].var)) == SORT_ARRAY)
            add_stores(stores, &s->updates.at[i], &after);
    int_map_release(&after);
}

/* Is it a store at a settled index? Then *s is to be released. */
static bool settles(const struct cfa *c, const struct store *k, loc to, struct settled *s) {
    if (!is_good(c, k->index)) return false;
    *s = (struct settled){k->array, k->index, k->value, find_final(c, k->index)};
    if (s->final[to]) return true;
    settled_release(s);
    return false;
}

static bool seen_before(const store_vec *v, uint32_t i) {
    for (uint32_t j = 0; j < i; j++)
        if (v->at[j].index == v->at[i].index) return true;
    return false;
}

bool settled_find(const struct cfa *c, uint32_t number, struct settled *s) {
    store_vec stores = {0};
    bool found = false;
    for (uint32_t i = 0; i < c->steps.n && !found; i++) {
        uint32_t first = stores.n;
        stores_of(&c->steps.at[i], &stores);
        for (uint32_t j = first; j < stores.n && !found; j++) {
            if (seen_before(&stores, j) || !settles(c, &stores.at[j], c->steps.at[i].to, s)) continue;
            found = number-- == 0;
            if (!found) settled_release(s);
        }
    }
    VEC_RELEASE(&stores);
    return found;
}

static bool is_there(const settled_vec *all, const struct store *k) {
    for (uint32_t i = 0; i < all->n; i++)
        if (all->at[i].array == k->array && all->at[i].index == k->index && all->at[i].value == k->value)
            return true;
    return false;
}

void settled_stores(const struct cfa *c, uint32_t most, settled_vec *all) {
    store_vec stores = {0};
    for (uint32_t i = 0; i < c->steps.n && all->n < most; i++) {
        struct settled s;
        VEC_CLEAR(&stores);
        stores_of(&c->steps.at[i], &stores);
        for (uint32_t j = 0; j < stores.n && all->n < most; j++)
            if (!is_there(all, &stores.at[j]) && settles(c, &stores.at[j], c->steps.at[i].to, &s))
                VEC_PUSH(all, s);
    }
    VEC_RELEASE(&stores);
}

void settled_release(struct settled *s) { free(s->final); }
