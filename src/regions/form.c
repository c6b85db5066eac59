#include "regions/form.h"

#include <assert.h>
#include <stdlib.h>

#include "regions/mdd.h"

static bool has_ranges(term t) {
    if (!range_sort(term_sort(t))) return false;
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!range_sort(term_sort(term_arg(t, i)))) return false;
    return true;
}

static struct form_node leaf_or_inner(const struct columns *k, term t) {
    struct form_node n = {.t = t};
    if (term_is_const(t)) return n;
    n.sort = term_sort(t);
    n.is_column = columns_match(k, t, &n.column, &n.negated, &n.offset);
    if (!n.is_column && term_op_of(t) == OP_EQ && sort_kind_of(term_sort(term_arg(t, 0))) == SORT_BV) {
        /* a = b is a - b = 0, and the difference may be a column */
        term difference = term_bv_sub(term_arg(t, 0), term_arg(t, 1));
        n.sort = term_sort(difference);
        n.is_column = n.is_zero = columns_match(k, difference, &n.column, &n.negated, &n.offset);
    }
    n.unknown = !n.is_column && (term_is_var(t) || !has_ranges(t));
    return n;
}

static bool is_leaf(const struct form_node *n) { return n->is_column || n->unknown || term_is_const(n->t); }

static int by_term(const void *x, const void *y) {
    const struct form_node *a = x, *b = y;
    return a->t < b->t ? -1 : a->t > b->t;
}

static int by_number(const void *x, const void *y) {
    uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
    return a < b ? -1 : a > b;
}

/* All subterms that matter; arguments have smaller handles, so the order of handles will do. */
static void collect_nodes(struct form *f, term t) {
    struct int_map seen = {0};
    term_vec waiting = {0};
    VEC_PUSH(&waiting, t);
    while (waiting.n) {
        term a = VEC_POP(&waiting);
        bool added;
        int_map_put(&seen, a, &added);
        if (!added) continue;
        struct form_node n = leaf_or_inner(f->k, a);
        for (uint32_t i = 0; !is_leaf(&n) && i < term_arity(a); i++) VEC_PUSH(&waiting, term_arg(a, i));
        VEC_PUSH(&f->nodes, n);
    }
    VEC_RELEASE(&waiting);
    int_map_release(&seen);
    qsort(f->nodes.at, f->nodes.n, sizeof *f->nodes.at, by_term);
}

/* Columns, by level. */
static void collect_columns(struct form *f) {
    VEC(uint32_t) levels = {0};
    struct int_map at = {0};
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        bool added = false;
        if (f->nodes.at[i].is_column) int_map_put(&at, f->nodes.at[i].column, &added);
        if (added) VEC_PUSH(&levels, f->k->at.at[f->nodes.at[i].column].level);
    }
    if (levels.n) qsort(levels.at, levels.n, sizeof *levels.at, by_number);
    f->combinations = 1;
    for (uint32_t i = 0; i < levels.n; i++)
        for (uint32_t j = 0; j < f->k->at.n; j++)
            if (f->k->at.at[j].level == levels.at[i]) {
                *int_map_put(&at, j, NULL) = i;
                VEC_PUSH(&f->columns, j);
                f->combinations *= f->k->at.at[j].regions.n;
            }
    for (uint32_t i = 0; i < f->nodes.n; i++)
        if (f->nodes.at[i].is_column)
            f->nodes.at[i].slot = (uint32_t)*int_map_get(&at, f->nodes.at[i].column);
    VEC_RELEASE(&levels);
    int_map_release(&at);
}

void form_init(struct form *f, const struct columns *k, term t) {
    *f = (struct form){.k = k};
    collect_nodes(f, t);
    collect_columns(f);
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        struct form_node *n = &f->nodes.at[i];
        n->args = f->args.n;
        for (uint32_t j = 0; !is_leaf(n) && j < term_arity(n->t); j++) {
            struct form_node sought = {.t = term_arg(n->t, j)};
            struct form_node *arg = bsearch(&sought, f->nodes.at, f->nodes.n, sizeof sought, by_term);
            assert(arg);
            assert(arg < n); /* arguments first */
            VEC_PUSH(&f->args, (uint32_t)(arg - f->nodes.at));
        }
    }
    VEC_RESIZE(&f->ranges, f->nodes.n);
}

void form_release(struct form *f) {
    VEC_RELEASE(&f->nodes);
    VEC_RELEASE(&f->args);
    VEC_RELEASE(&f->columns);
    VEC_RELEASE(&f->ranges);
}

static struct range node_range(struct form *f, const struct form_node *n, const uint32_t *regions) {
    enum { FEW = 64 };
    sort s = term_sort(n->t);
    if (n->is_column) {
        assert(regions[n->slot] < f->k->at.at[n->column].regions.n);
        const struct region *r = &f->k->at.at[n->column].regions.at[regions[n->slot]];
        if (n->is_zero) { /* ±v + offset = 0 for one v */
            uint64_t v = (n->negated ? n->offset : 0 - n->offset) & range_bits(n->sort, -1);
            bool inside = r->least <= v && v <= r->most;
            return (struct range){inside && r->least == r->most, inside};
        }
        return range_shifted(s, r->least, r->most, n->negated, n->offset);
    }
    if (term_is_const(n->t)) return range_of(s, term_value(n->t).lo);
    if (n->unknown) return range_any(s);
    struct range args[FEW];
    if (term_arity(n->t) > FEW) return range_any(s);
    for (uint32_t i = 0; i < term_arity(n->t); i++) args[i] = f->ranges.at[f->args.at[n->args + i]];
    return range_apply(n->t, args);
}

bool form_unseen(const struct form *f, const uint32_t *regions) {
    for (uint32_t i = 0; i < f->columns.n; i++)
        if (f->k->at.at[f->columns.at[i]].regions.at[regions[i]].unseen) return true;
    return false;
}

struct range form_range(struct form *f, const uint32_t *regions) {
    assert(f->nodes.n && f->ranges.n == f->nodes.n);
    for (uint32_t i = 0; i < f->nodes.n; i++) {
        f->ranges.at[i] = node_range(f, &f->nodes.at[i], regions);
        assert(f->ranges.at[i].lo <= f->ranges.at[i].hi);
    }
    return f->ranges.at[f->nodes.n - 1];
}

uint64_t form_regions(const struct column *a, struct range r) {
    assert(r.lo <= r.hi);
    assert(a->regions.n <= MDD_SIZE);
    uint64_t touched = 0;
    sort s = term_sort(a->t);
    for (uint32_t i = 0; i < a->regions.n; i++) {
        struct range b = range_shifted(s, a->regions.at[i].lo, a->regions.at[i].hi, false, 0);
        if (b.lo <= r.hi && r.lo <= b.hi) touched |= 1ull << i;
    }
    return touched;
}
