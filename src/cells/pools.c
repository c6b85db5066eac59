#include "cells/pools.h"

#include <assert.h>

#include "term/subst.h"

enum {
    MAX_POOLS = 4,
    MAX_CONSTANTS = 12, /* of one holder; with more it may hold anything */
    LEAST_SHIFT = 3,
    MAX_ROUNDS = 30,    /* of the fixpoint */
    FIRST_NODES = 1024, /* whose addresses may be constants */
};

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }
static bool is_bits(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

/* ---- pools ---- */

/* Does a step add one to the variable? */
static bool is_counter(const struct cfa *c, term var) {
    term next = term_bv_add(var, term_bv(term_width(var), 1));
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++)
            if (c->steps.at[i].updates.at[j].var == var && c->steps.at[i].updates.at[j].value == next)
                return true;
    return false;
}

/* t = base + 2^shift * counter */
static bool is_address(term t, struct pool_of_nodes *found) {
    if (term_op_of(t) != OP_BV_ADD || term_arity(t) != 2 || !term_is_const(term_arg(t, 0))) return false;
    term product = term_arg(t, 1);
    if (term_op_of(product) != OP_BV_MUL || term_arity(product) != 2 || !term_is_const(term_arg(product, 0)))
        return false;
    uint64_t slot = term_value(term_arg(product, 0)).lo;
    found->base = term_value(term_arg(t, 0)).lo;
    found->counter = term_arg(product, 1);
    found->shift = 0;
    while (found->shift < 63 && (uint64_t)1 << found->shift < slot) found->shift++;
    return (uint64_t)1 << found->shift == slot && found->shift >= LEAST_SHIFT && term_is_var(found->counter);
}

/* Of several addresses with one counter, the lowest is the first node's. */
static void add_pool(const struct cfa *c, struct pools *p, struct pool_of_nodes found) {
    for (uint32_t i = 0; i < p->all.n; i++) {
        struct pool_of_nodes *known = &p->all.at[i];
        if (known->counter != found.counter) continue;
        if (found.base < known->base) known->base = found.base;
        return;
    }
    if (p->all.n < MAX_POOLS && is_counter(c, found.counter)) VEC_PUSH(&p->all, found);
}

static void find_pools(const struct cfa *c, struct pools *p) {
    struct int_map seen = {0};
    term_vec subterms = {0};
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++)
            term_subterms_unseen(c->steps.at[i].updates.at[j].value, &seen, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) {
        struct pool_of_nodes found;
        if (is_bits(subterms.at[i]) && term_width(subterms.at[i]) == p->width &&
            is_address(subterms.at[i], &found))
            add_pool(c, p, found);
    }
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
}

/* ---- what is held ---- */

/* The fixpoint in progress: does the holder at hand get something new? */
struct flow {
    const struct cfa *c;
    struct pools *p;
    bool changed, initial;
};

static struct pool_holder *holder_of(struct pools *p, term var) {
    uint64_t *i = int_map_get(&p->index, var);
    return i ? &p->holders.at[*i] : NULL;
}

static void hold_anything(struct flow *f, struct pool_holder *h) {
    f->changed |= !h->any;
    h->any = true;
}

static void hold_address(struct flow *f, struct pool_holder *h, struct pool_address a) {
    for (uint32_t i = 0; i < h->addresses.n; i++)
        if (h->addresses.at[i].pool == a.pool && h->addresses.at[i].further == a.further) return;
    VEC_PUSH(&h->addresses, a);
    f->changed = true;
}

/* The first nodes may have been made before anything counts them. */
static bool constant_in_pool(const struct flow *f, term constant, struct pool_address *a) {
    uint64_t v = term_value(constant).lo;
    if (term_width(constant) != f->p->width) return false;
    for (a->pool = 0; a->pool < f->p->all.n; a->pool++) {
        const struct pool_of_nodes *p = &f->p->all.at[a->pool];
        a->further = (v - p->base) & (((uint64_t)1 << p->shift) - 1);
        if (v >= p->base && (v - p->base) >> p->shift < FIRST_NODES) return true;
    }
    return false;
}

static void hold_constant(struct flow *f, struct pool_holder *h, term constant) {
    struct pool_address a;
    if (constant_in_pool(f, constant, &a)) {
        hold_address(f, h, a);
        return;
    }
    if (terms_include(&h->constants, constant)) return;
    if (h->constants.n == MAX_CONSTANTS) {
        hold_anything(f, h);
        return;
    }
    VEC_PUSH(&h->constants, constant);
    f->changed = true;
}

/* What another one holds, or it itself, and so much more; the lists may grow and move meanwhile. */
static void hold_moved(struct flow *f, struct pool_holder *h, const struct pool_holder *from, uint64_t by) {
    if (from->any) hold_anything(f, h);
    for (uint32_t i = 0; i < from->constants.n; i++) {
        term k = from->constants.at[i];
        hold_constant(f, h, by ? term_bv_add(k, term_bv(term_width(k), by)) : k);
    }
    for (uint32_t i = 0; i < from->addresses.n; i++) {
        struct pool_address a = from->addresses.at[i];
        uint64_t slot = (uint64_t)1 << f->p->all.at[a.pool].shift;
        a.further = (a.further + by) & (slot - 1);
        hold_address(f, h, a);
    }
}

static bool address_in_pool(struct flow *f, term t, struct pool_address *a) {
    struct pool_of_nodes found;
    if (!is_address(t, &found)) return false;
    for (a->pool = 0; a->pool < f->p->all.n; a->pool++) {
        const struct pool_of_nodes *p = &f->p->all.at[a->pool];
        if (p->counter != found.counter || p->shift != found.shift) continue;
        a->further = (found.base - p->base) & (((uint64_t)1 << p->shift) - 1);
        return true;
    }
    return false;
}

/* What t may be, moved by so many bytes; of an array, its elements. */
static void hold(struct flow *f, struct pool_holder *h, term t, uint64_t by);

static void hold_leaf(struct flow *f, struct pool_holder *h, term var, uint64_t by) {
    const struct pool_holder *from = holder_of(f->p, var);
    if (from && (from != h || by)) hold_moved(f, h, from, by);
    if (!from && !f->initial) hold_anything(f, h);
}

static void hold(struct flow *f, struct pool_holder *h, term t, uint64_t by) {
    struct pool_address a;
    if (term_is_const(t)) hold_constant(f, h, term_bv_add(t, term_bv(term_width(t), by)));
    else if (term_is_var(t)) hold_leaf(f, h, t, by);
    else if (!is_array(t) && address_in_pool(f, t, &a)) {
        a.further = (a.further + by) & (((uint64_t)1 << f->p->all.at[a.pool].shift) - 1);
        hold_address(f, h, a);
    } else switch (term_op_of(t)) {
        case OP_ITE:
            hold(f, h, term_arg(t, 1), by);
            hold(f, h, term_arg(t, 2), by);
            return;
        case OP_SELECT: hold(f, h, term_arg(t, 0), by); return;
        case OP_STORE:
            hold(f, h, term_arg(t, 0), by);
            hold(f, h, term_arg(t, 2), by);
            return;
        case OP_CONST_ARRAY: hold(f, h, term_arg(t, 0), by); return;
        case OP_BV_ADD:
            if (term_arity(t) == 2 && term_is_const(term_arg(t, 0))) {
                hold(f, h, term_arg(t, 1), by + term_value(term_arg(t, 0)).lo);
                return;
            }
            hold_anything(f, h);
            return;
        default: hold_anything(f, h);
        }
}

/* Terms are trees of choices here; huge ones are not taken apart. */
enum { MAX_SIZE = 400 };

static void flow_step(struct flow *f, const struct cfa_step *s) {
    f->initial = s->from == f->c->l0;
    for (uint32_t i = 0; i < s->updates.n; i++) {
        struct pool_holder *h = holder_of(f->p, s->updates.at[i].var);
        if (!h || h->any) continue;
        if (term_is_larger(s->updates.at[i].value, MAX_SIZE)) hold_anything(f, h);
        else hold(f, h, s->updates.at[i].value, 0);
    }
}

static void find_held(const struct cfa *c, struct pools *p) {
    for (uint32_t i = 0; i < c->vars.n; i++) {
        term var = c->vars.at[i].var;
        bool bits = is_array(var) ? sort_kind_of(sort_element(term_sort(var))) == SORT_BV : is_bits(var);
        if (!bits) continue;
        *int_map_put(&p->index, var, NULL) = p->holders.n;
        VEC_PUSH(&p->holders, (struct pool_holder){.var = var, .number = i, .field_of = NO_POOL});
    }
    struct flow f = {.c = c, .p = p, .changed = true};
    for (uint32_t round = 0; f.changed && round < MAX_ROUNDS; round++) {
        f.changed = false;
        for (uint32_t i = 0; i < c->steps.n; i++) flow_step(&f, &c->steps.at[i]);
    }
}

/* ---- fields ---- */

/* Less than a slot away: a field of the node, or the room in front of it. */
static bool is_near(uint64_t start, uint64_t base, uint64_t slot) {
    return start - base < slot || base - start < slot;
}

/* The pool that an index, (x - constant) / slot, is a number in. */
static uint32_t pool_of_index(const struct pools *p, term index) {
    if (term_op_of(index) == OP_BV_ZEXT) index = term_arg(index, 0);
    for (uint32_t i = 0; i < p->all.n; i++)
        if (index == p->all.at[i].counter) return i;
    if (term_op_of(index) != OP_BV_EXTRACT) return NO_POOL;
    uint32_t shift = term_param(index, 1);
    term from = term_arg(index, 0);
    if (term_op_of(from) != OP_BV_ADD || !term_is_const(term_arg(from, 0))) return NO_POOL;
    uint64_t mask = term_width(from) == 64 ? UINT64_MAX : ((uint64_t)1 << term_width(from)) - 1;
    uint64_t start = (0 - term_value(term_arg(from, 0)).lo) & mask;
    for (uint32_t i = 0; i < p->all.n; i++)
        if (p->all.at[i].shift == shift && is_near(start, p->all.at[i].base, (uint64_t)1 << shift)) return i;
    return NO_POOL;
}

static term without_stores(term array) {
    while (term_op_of(array) == OP_STORE) array = term_arg(array, 0);
    return array;
}

static void find_fields(const struct cfa *c, struct pools *p) {
    struct int_map seen = {0};
    term_vec subterms = {0};
    for (uint32_t i = 0; i < c->steps.n; i++) {
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++)
            term_subterms_unseen(c->steps.at[i].guard.at[j], &seen, &subterms);
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++)
            term_subterms_unseen(c->steps.at[i].updates.at[j].value, &seen, &subterms);
    }
    for (uint32_t i = 0; i < subterms.n; i++) {
        term t = subterms.at[i];
        if (term_op_of(t) != OP_SELECT && term_op_of(t) != OP_STORE) continue;
        struct pool_holder *h = holder_of(p, without_stores(term_arg(t, 0)));
        if (h && h->field_of == NO_POOL) h->field_of = pool_of_index(p, term_arg(t, 1));
    }
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
}

bool pools_find(const struct cfa *c, struct pools *p) {
    *p = (struct pools){.width = c->pointer_width};
    find_pools(c, p);
    if (!p->all.n) return false;
    find_held(c, p);
    find_fields(c, p);
    return true;
}

void pools_release(struct pools *p) {
    for (uint32_t i = 0; i < p->holders.n; i++) {
        VEC_RELEASE(&p->holders.at[i].constants);
        VEC_RELEASE(&p->holders.at[i].addresses);
    }
    VEC_RELEASE(&p->holders);
    VEC_RELEASE(&p->all);
    int_map_release(&p->index);
}

const struct pool_holder *pools_holder(const struct pools *p, term var) {
    uint64_t *i = int_map_get(&p->index, var);
    return i ? &p->holders.at[*i] : NULL;
}

/* ---- terms ---- */

static term word(const struct pools *p, uint64_t n) { return term_bv(p->width, n); }

term pools_address(const struct pools *p, struct pool_address a, term n) {
    assert(a.pool < p->all.n);
    const struct pool_of_nodes *pool = &p->all.at[a.pool];
    assert(a.further >> pool->shift == 0);
    return term_bv_add(word(p, pool->base + a.further), term_bv_mul(word(p, (uint64_t)1 << pool->shift), n));
}

static term from_first(const struct pools *p, struct pool_address a, term x) {
    assert(a.pool < p->all.n && term_width(x) == p->width);
    return term_bv_sub(x, word(p, p->all.at[a.pool].base + a.further));
}

term pools_number(const struct pools *p, struct pool_address a, term x) {
    return term_zext(term_extract(from_first(p, a, x), p->width - 1, p->all.at[a.pool].shift), p->width);
}

term pools_valid(const struct pools *p, struct pool_address a, term x) {
    uint32_t shift = p->all.at[a.pool].shift;
    term low = term_extract(from_first(p, a, x), shift - 1, 0);
    return term_and(term_eq(low, term_bv(shift, 0)),
                    term_ult(pools_number(p, a, x), p->all.at[a.pool].counter));
}
