/* A candidate is `conditions => what`. The conditions choose nodes:
 *
 *     g < count                      any node
 *     and g is not the one of x      all but the one that is being put in, or looked at
 *     and g is the one of x          that one
 *     and next[g] leads to x         the one before it
 *
 * and the rest says something of their fields. Everything is tried with everything, because the
 * sieve is quick where nothing is true. */
#include "cells/links.h"

#include <assert.h>

#include "cfa/live.h"
#include "term/subst.h"

enum {
    MAX_FACTS = 700, /* of one location */
    MAX_FLAGS = 2,
    MAX_FLAG_VALUES = 3,
    MAX_CLAIMS = 12,
    MAX_COUNTS = 2,
};

/* What the program says of the data field of a node: a term over `array`'s element at g. */
struct node_claim {
    term array, about_g;
};

struct links {
    const struct cfa *c;
    const struct pools *p;
    term g, h;
    struct facts *f;
    loc at;
    VEC(const struct pool_holder *) pointers, flags; /* variables that are live at the location */
    VEC(const struct pool_holder *) nexts, data;     /* fields */
    VEC(struct node_claim) claims;
    term_vec counts; /* words that a step increments, but for the pools' counters */
};

static term node_of(const struct links *k, struct pool_address a, term n) {
    return pools_address(k->p, a, n);
}

static term exists(const struct links *k, uint32_t pool, term n) {
    return term_ult(n, k->p->all.at[pool].counter);
}

static void suggest(struct links *k, term condition, term what) {
    if (k->f->at[k->at].n < MAX_FACTS) facts_add(k->f, k->at, term_implies(condition, what));
}

/* ---- what is there ---- */

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }

static bool may_be_pointer(const struct links *k, const struct pool_holder *h) {
    sort s = is_array(h->var) ? sort_element(term_sort(h->var)) : term_sort(h->var);
    return !h->any && h->addresses.n && sort_width(s) == k->p->width;
}

static void find_fields(struct links *k) {
    for (uint32_t i = 0; i < k->p->holders.n; i++) {
        const struct pool_holder *h = &k->p->holders.at[i];
        if (h->field_of == NO_POOL) continue;
        if (may_be_pointer(k, h)) VEC_PUSH(&k->nexts, h);
        else VEC_PUSH(&k->data, h);
    }
}

static bool is_flag(const struct pool_holder *h) {
    return !h->any && !h->addresses.n && h->constants.n >= 2 && h->constants.n <= MAX_FLAG_VALUES;
}

static void find_variables(struct links *k, const struct live *live) {
    VEC_CLEAR(&k->pointers);
    VEC_CLEAR(&k->flags);
    for (uint32_t i = 0; i < k->p->holders.n; i++) {
        const struct pool_holder *h = &k->p->holders.at[i];
        if (is_array(h->var) || !live_at(live, k->at, h->number)) continue;
        if (may_be_pointer(k, h)) VEC_PUSH(&k->pointers, h);
        else if (is_flag(h) && k->flags.n < MAX_FLAGS) VEC_PUSH(&k->flags, h);
    }
}

/* The values that a choice may have. */
static void leaves(term t, term_vec *out) {
    if (term_op_of(t) == OP_ITE) {
        leaves(term_arg(t, 1), out);
        leaves(term_arg(t, 2), out);
    } else terms_add_once(out, t);
}

static const struct pool_holder *field_read(const struct links *k, term t) {
    if (term_op_of(t) != OP_SELECT) return NULL;
    for (uint32_t i = 0; i < k->data.n; i++)
        if (k->data.at[i]->var == term_arg(t, 0)) return k->data.at[i];
    return NULL;
}

/* A comparison of a data field with something that is no field. */
static void add_claim(struct links *k, term comparison, term a, term b, bool swapped) {
    const struct pool_holder *field = field_read(k, a);
    if (!field || term_has(b, OP_SELECT) || k->claims.n == MAX_CLAIMS || term_is_larger(b, 20)) return;
    term args[2] = {term_select(field->var, k->g), b};
    if (swapped) args[1] = args[0], args[0] = b;
    term about = term_rebuild(comparison, args);
    for (uint32_t i = 0; i < k->claims.n; i++)
        if (k->claims.at[i].about_g == about) return;
    VEC_PUSH(&k->claims, (struct node_claim){field->var, about});
}

static bool is_comparison(term t) {
    enum term_op op = term_op_of(t);
    return (op == OP_EQ && sort_kind_of(term_sort(term_arg(t, 0))) == SORT_BV) || op == OP_BV_ULE ||
           op == OP_BV_SLE || op == OP_BV_ULT || op == OP_BV_SLT;
}

static void add_claims_of(struct links *k, term t) {
    term_vec a = {0}, b = {0};
    leaves(term_arg(t, 0), &a);
    leaves(term_arg(t, 1), &b);
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t j = 0; j < b.n; j++) {
            add_claim(k, t, a.at[i], b.at[j], false);
            add_claim(k, t, b.at[j], a.at[i], true);
        }
    VEC_RELEASE(&a);
    VEC_RELEASE(&b);
}

/* No input of a step may be in a fact. */
static bool only_variables(const struct cfa *c, term t, term g) {
    term_vec vars = {0};
    bool only = true;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) only &= vars.at[i] == g || cfa_has_var(c, vars.at[i]);
    VEC_RELEASE(&vars);
    return only;
}

static void find_claims(struct links *k) {
    struct int_map seen = {0};
    term_vec subterms = {0};
    for (uint32_t i = 0; i < k->c->steps.n; i++)
        for (uint32_t j = 0; j < k->c->steps.at[i].guard.n; j++)
            term_subterms_unseen(k->c->steps.at[i].guard.at[j], &seen, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++)
        if (is_comparison(subterms.at[i]) && !term_is_larger(subterms.at[i], 200))
            add_claims_of(k, subterms.at[i]);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < k->claims.n; i++)
        if (only_variables(k->c, k->claims.at[i].about_g, k->g)) k->claims.at[kept++] = k->claims.at[i];
    k->claims.n = kept;
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
}

/* ---- pointers ---- */

static term one_of_constants(const struct pool_holder *h, term x) {
    term any = term_false();
    for (uint32_t i = 0; i < h->constants.n; i++) any = term_or(any, term_eq(x, h->constants.at[i]));
    return any;
}

/* x is one of the constants, or the address of a node that exists. */
static term leads_somewhere(const struct links *k, const struct pool_holder *h, term x) {
    term any = one_of_constants(h, x);
    for (uint32_t i = 0; i < h->addresses.n; i++)
        any = term_or(any, pools_valid(k->p, h->addresses.at[i], x));
    return any;
}

static void suggest_pointer(struct links *k, term condition, const struct pool_holder *h, term x) {
    suggest(k, condition, leads_somewhere(k, h, x));
    for (uint32_t i = 0; i < h->constants.n; i++)
        suggest(k, condition, term_not(term_eq(x, h->constants.at[i])));
    for (uint32_t i = 0; i < k->pointers.n; i++)
        if (k->pointers.at[i]->var != x) suggest(k, condition, term_not(term_eq(x, k->pointers.at[i]->var)));
}

static void suggest_variables(struct links *k) {
    for (uint32_t i = 0; i < k->pointers.n; i++) {
        const struct pool_holder *h = k->pointers.at[i];
        suggest_pointer(k, term_true(), h, h->var);
        for (uint32_t j = 0; j < k->flags.n; j++)
            for (uint32_t v = 0; v < k->flags.at[j]->constants.n; v++)
                for (uint32_t n = 0; n < h->constants.n; n++)
                    suggest(k, term_eq(k->flags.at[j]->var, k->flags.at[j]->constants.at[v]),
                            term_not(term_eq(h->var, h->constants.at[n])));
    }
}

/* There is a node; the counter stays below what the guards let it have, and one. */
static void suggest_counters(struct links *k) {
    for (uint32_t n = 0; n < k->p->all.n; n++)
        suggest(k, term_true(), term_not(term_eq(term_bv(k->p->width, 0), k->p->all.at[n].counter)));
    for (uint32_t i = 0; i < k->c->steps.n; i++)
        for (uint32_t j = 0; j < k->c->steps.at[i].guard.n; j++) {
            term t = k->c->steps.at[i].guard.at[j];
            if (term_op_of(t) != OP_BV_ULE || !term_is_const(term_arg(t, 1))) continue;
            for (uint32_t n = 0; n < k->p->all.n; n++)
                if (term_arg(t, 0) == k->p->all.at[n].counter)
                    suggest(k, term_true(),
                            term_ule(term_arg(t, 0), term_bv_add(term_arg(t, 1), term_bv(k->p->width, 1))));
        }
}

/* ---- nodes ---- */

/* next[g] leads to the node that was made before g, and to none if g is the first; or to the one
 * that was made after it, and to none if g is the last. */
static void suggest_neighbour(struct links *k, term condition, const struct pool_holder *next,
                              struct pool_address a, term none) {
    term x = term_select(next->var, k->g), one = term_bv(k->p->width, 1);
    term before = term_bv_sub(k->g, one), after = term_bv_add(k->g, one);
    term oldest = term_eq(k->g, term_bv(k->p->width, 0)),
         youngest = term_eq(after, k->p->all.at[a.pool].counter);
    suggest(k, condition, term_ite(oldest, none, term_eq(x, node_of(k, a, before))));
    suggest(k, condition, term_ite(youngest, none, term_eq(x, node_of(k, a, after))));
    suggest(k, term_and(condition, term_not(youngest)), term_eq(x, node_of(k, a, after)));
}

/* next[g] leads to an older node, or to a younger one, or to none. */
static void suggest_order(struct links *k, term condition, const struct pool_holder *next) {
    term x = term_select(next->var, k->g), none = one_of_constants(next, x);
    for (uint32_t i = 0; i < next->addresses.n; i++) {
        struct pool_address a = next->addresses.at[i];
        if (a.pool != next->field_of) continue;
        term number = pools_number(k->p, a, x);
        suggest(k, condition, term_or(none, term_ult(number, k->g)));
        suggest(k, condition, term_or(none, term_ult(k->g, number)));
        suggest_neighbour(k, condition, next, a, none);
    }
}

static void suggest_data(struct links *k, term condition, const struct pool_holder *field) {
    term x = term_select(field->var, k->g);
    if (!field->any && field->constants.n > 1) suggest(k, condition, one_of_constants(field, x));
    for (uint32_t i = 0; i < field->constants.n && !field->any; i++) {
        suggest(k, condition, term_eq(x, field->constants.at[i]));
        suggest(k, condition, term_not(term_eq(x, field->constants.at[i])));
    }
    for (uint32_t i = 0; i < k->claims.n; i++) {
        if (k->claims.at[i].array != field->var) continue;
        suggest(k, condition, k->claims.at[i].about_g);
        suggest(k, condition, term_not(k->claims.at[i].about_g));
    }
}

/* Of node g of the pool, under a condition. */
static void suggest_node(struct links *k, uint32_t pool, term condition) {
    for (uint32_t i = 0; i < k->nexts.n; i++) {
        const struct pool_holder *next = k->nexts.at[i];
        if (next->field_of != pool) continue;
        suggest_pointer(k, condition, next, term_select(next->var, k->g));
        suggest_order(k, condition, next);
    }
    for (uint32_t i = 0; i < k->data.n; i++)
        if (k->data.at[i]->field_of == pool) suggest_data(k, condition, k->data.at[i]);
}

/* Only the data: what flags tell of it. */
static void suggest_with_flags(struct links *k, uint32_t pool, term condition) {
    for (uint32_t j = 0; j < k->flags.n; j++)
        for (uint32_t v = 0; v < k->flags.at[j]->constants.n; v++) {
            term flag = term_eq(k->flags.at[j]->var, k->flags.at[j]->constants.at[v]);
            for (uint32_t i = 0; i < k->data.n; i++)
                if (k->data.at[i]->field_of == pool)
                    suggest_data(k, term_and(condition, flag), k->data.at[i]);
        }
}

/* The ways in which a variable chooses a node: not that one, that one, the ones before it. */
static void suggest_chosen(struct links *k, uint32_t pool, const struct pool_holder *x) {
    term there = exists(k, pool, k->g);
    for (uint32_t i = 0; i < x->addresses.n; i++) {
        if (x->addresses.at[i].pool != pool) continue;
        term here = term_eq(x->var, node_of(k, x->addresses.at[i], k->g));
        suggest_node(k, pool, term_and(there, term_not(here)));
        suggest_node(k, pool, term_and(there, here));
        suggest_with_flags(k, pool, term_and(there, here));
    }
    for (uint32_t i = 0; i < k->nexts.n; i++) {
        if (k->nexts.at[i]->field_of != pool) continue;
        term before = term_and(there, term_eq(term_select(k->nexts.at[i]->var, k->g), x->var));
        for (uint32_t j = 0; j < k->data.n; j++)
            if (k->data.at[j]->field_of == pool) suggest_data(k, before, k->data.at[j]);
        suggest_with_flags(k, pool, before);
    }
}

/* The nodes that are not younger than that of a variable, or not older: what is left of a list that
 * is freed node by node. */
static void suggest_by_age(struct links *k, uint32_t pool, const struct pool_holder *x) {
    for (uint32_t i = 0; i < x->addresses.n; i++) {
        struct pool_address a = x->addresses.at[i];
        if (a.pool != pool) continue;
        term number = pools_number(k->p, a, x->var), there = exists(k, pool, k->g);
        there = term_and(there, term_not(one_of_constants(x, x->var)));
        for (uint32_t j = 0; j < k->data.n; j++) {
            if (k->data.at[j]->field_of != pool) continue;
            suggest_data(k, term_and(there, term_ule(k->g, number)), k->data.at[j]);
            suggest_data(k, term_and(there, term_ule(number, k->g)), k->data.at[j]);
        }
    }
}

/* A variable that counts the nodes that are left: all, those up to a variable's, or from there
 * on. */
static void suggest_left(struct links *k, uint32_t pool, term count) {
    term all = k->p->all.at[pool].counter, one = term_bv(k->p->width, 1);
    suggest(k, term_true(), term_eq(count, all));
    for (uint32_t i = 0; i < k->pointers.n; i++) {
        const struct pool_holder *x = k->pointers.at[i];
        term none = one_of_constants(x, x->var);
        suggest(k, none, term_eq(count, term_bv(k->p->width, 0)));
        suggest(k, none, term_eq(all, term_bv(k->p->width, 0)));
        for (uint32_t j = 0; j < x->addresses.n; j++) {
            if (x->addresses.at[j].pool != pool) continue;
            term number = pools_number(k->p, x->addresses.at[j], x->var);
            suggest(k, term_not(none), term_eq(count, term_bv_add(number, one)));
            suggest(k, term_not(none), term_eq(count, term_bv_sub(all, number)));
            suggest(k, term_not(none), term_eq(all, term_bv_add(number, one)));
        }
    }
}

/* Words that a step increments, besides the pools' own counters. */
static void suggest_counts(struct links *k, uint32_t pool) {
    for (uint32_t i = 0; i < k->counts.n; i++) suggest_left(k, pool, k->counts.at[i]);
}

static void find_counts(struct links *k) {
    for (uint32_t i = 0; i < k->c->steps.n; i++)
        for (uint32_t j = 0; j < k->c->steps.at[i].updates.n; j++) {
            const struct cfa_assign *a = &k->c->steps.at[i].updates.at[j];
            bool word = !is_array(a->var) && sort_kind_of(term_sort(a->var)) == SORT_BV &&
                        term_width(a->var) == k->p->width;
            if (!word || a->value != term_bv_add(a->var, term_bv(k->p->width, 1))) continue;
            bool own = false;
            for (uint32_t n = 0; n < k->p->all.n; n++) own |= k->p->all.at[n].counter == a->var;
            if (!own && k->counts.n < MAX_COUNTS) terms_add_once(&k->counts, a->var);
        }
}

/* Nodes by what they hold: a value may mark the last one. */
static void suggest_by_data(struct links *k, uint32_t pool) {
    for (uint32_t i = 0; i < k->data.n; i++) {
        const struct pool_holder *field = k->data.at[i];
        for (uint32_t n = 0; n < field->constants.n && !field->any && field->field_of == pool; n++) {
            term equal = term_eq(term_select(field->var, k->g), field->constants.at[n]);
            for (uint32_t j = 0; j < k->nexts.n; j++)
                if (k->nexts.at[j]->field_of == pool)
                    suggest(k, term_and(exists(k, pool, k->g), term_not(equal)),
                            leads_somewhere(k, k->nexts.at[j], term_select(k->nexts.at[j]->var, k->g)));
        }
    }
}

/* The oldest node, which is often the first. */
static void suggest_oldest(struct links *k, uint32_t pool) {
    term oldest = term_eq(k->g, term_bv(k->p->width, 0));
    suggest_node(k, pool, oldest);
    for (uint32_t i = 0; i < k->pointers.n; i++)
        for (uint32_t j = 0; j < k->pointers.at[i]->addresses.n; j++) {
            struct pool_address a = k->pointers.at[i]->addresses.at[j];
            if (a.pool == pool)
                suggest_node(
                    k, pool,
                    term_and(oldest, term_not(term_eq(k->pointers.at[i]->var, node_of(k, a, k->g)))));
        }
}

static void suggest_nodes(struct links *k, uint32_t pool) {
    for (uint32_t i = 0; i < k->pointers.n; i++) suggest_by_age(k, pool, k->pointers.at[i]);
    suggest_counts(k, pool);
    suggest_node(k, pool, exists(k, pool, k->g));
    suggest_by_data(k, pool);
    suggest_oldest(k, pool);
    suggest_with_flags(k, pool, exists(k, pool, k->g));
    for (uint32_t i = 0; i < k->pointers.n; i++) suggest_chosen(k, pool, k->pointers.at[i]);
}

/* ---- two nodes ---- */

static void suggest_relations(struct links *k, uint32_t from, uint32_t to, term condition) {
    for (uint32_t i = 0; i < k->data.n; i++) {
        const struct pool_holder *field = k->data.at[i];
        if (field->field_of != from || from != to) continue;
        term a = term_select(field->var, k->g), b = term_select(field->var, k->h);
        if (sort_kind_of(term_sort(a)) != SORT_BV) continue;
        suggest(k, condition, term_sle(a, b));
        suggest(k, condition, term_sle(b, a));
        suggest(k, condition, term_eq(a, b));
        for (uint32_t n = 0; n < field->constants.n && !field->any; n++)
            for (uint32_t m = 0; m < field->constants.n; m++)
                suggest(k, term_and(condition, term_eq(a, field->constants.at[n])),
                        term_not(term_eq(b, field->constants.at[m])));
    }
}

/* next[g] leads to h, and h leads back. */
static void suggest_back(struct links *k, term condition, const struct pool_holder *next,
                         struct pool_address to) {
    for (uint32_t i = 0; i < k->nexts.n; i++) {
        const struct pool_holder *back = k->nexts.at[i];
        if (back->field_of != to.pool || back == next) continue;
        for (uint32_t j = 0; j < back->addresses.n; j++)
            if (back->addresses.at[j].pool == next->field_of)
                suggest(k, condition,
                        term_eq(term_select(back->var, k->h), node_of(k, back->addresses.at[j], k->g)));
    }
}

static void suggest_successor(struct links *k, const struct pool_holder *next, struct pool_address to) {
    uint32_t from = next->field_of;
    term both = term_and(exists(k, from, k->g), exists(k, to.pool, k->h));
    term leads = term_eq(term_select(next->var, k->g), node_of(k, to, k->h));
    term condition = term_and(both, leads);
    suggest_relations(k, from, to.pool, condition);
    suggest_back(k, condition, next, to);
    for (uint32_t i = 0; i < k->pointers.n; i++)
        for (uint32_t j = 0; j < k->pointers.at[i]->addresses.n; j++) {
            struct pool_address a = k->pointers.at[i]->addresses.at[j];
            if (a.pool != from) continue;
            term x = k->pointers.at[i]->var;
            term other = term_and(condition, term_not(term_eq(x, node_of(k, a, k->g))));
            suggest_relations(k, from, to.pool, other);
            suggest_back(k, other, next, to);
            if (to.pool == from)
                suggest_relations(k, from, to.pool,
                                  term_and(other, term_not(term_eq(x, node_of(k, a, k->h)))));
        }
}

/* No two nodes lead to the same one. */
static void suggest_disjoint(struct links *k, const struct pool_holder *next) {
    term a = term_select(next->var, k->g), b = term_select(next->var, k->h);
    term two = term_and(term_and(exists(k, next->field_of, k->g), exists(k, next->field_of, k->h)),
                        term_and(term_not(term_eq(k->g, k->h)), term_eq(a, b)));
    suggest(k, two, one_of_constants(next, a));
}

static void suggest_pairs(struct links *k) {
    for (uint32_t i = 0; i < k->nexts.n; i++) {
        for (uint32_t j = 0; j < k->nexts.at[i]->addresses.n; j++)
            suggest_successor(k, k->nexts.at[i], k->nexts.at[i]->addresses.at[j]);
        suggest_disjoint(k, k->nexts.at[i]);
    }
}

/* The nodes of two variables. */
static void suggest_two_variables(struct links *k) {
    for (uint32_t i = 0; i < k->pointers.n; i++)
        for (uint32_t j = 0; j < k->pointers.n; j++)
            for (uint32_t m = 0; m < k->pointers.at[i]->addresses.n && i != j; m++)
                for (uint32_t n = 0; n < k->pointers.at[j]->addresses.n; n++) {
                    struct pool_address a = k->pointers.at[i]->addresses.at[m],
                                        b = k->pointers.at[j]->addresses.at[n];
                    term here = term_and(term_eq(k->pointers.at[i]->var, node_of(k, a, k->g)),
                                         term_eq(k->pointers.at[j]->var, node_of(k, b, k->h)));
                    term both = term_and(exists(k, a.pool, k->g), exists(k, b.pool, k->h));
                    suggest(k, term_and(both, here), term_not(term_eq(k->g, k->h)));
                    suggest_relations(k, a.pool, b.pool, term_and(both, here));
                }
}

void links_suggest(const struct cfa *c, const struct pools *p, term g, term h, struct facts *f) {
    struct links k = {.c = c, .p = p, .g = g, .h = h, .f = f};
    struct live live;
    live_of_steps(c, &live);
    find_fields(&k);
    find_claims(&k);
    find_counts(&k);
    for (k.at = 0; k.at < c->locs.n; k.at++) {
        if (k.at == c->l0 || k.at == c->lE) continue;
        find_variables(&k, &live);
        suggest_counters(&k);
        suggest_variables(&k);
        for (uint32_t pool = 0; pool < p->all.n; pool++) suggest_nodes(&k, pool);
        suggest_pairs(&k);
        suggest_two_variables(&k);
    }
    live_release(&live);
    VEC_RELEASE(&k.pointers);
    VEC_RELEASE(&k.flags);
    VEC_RELEASE(&k.nexts);
    VEC_RELEASE(&k.data);
    VEC_RELEASE(&k.claims);
    VEC_RELEASE(&k.counts);
}
