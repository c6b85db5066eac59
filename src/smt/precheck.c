/* IC3's assumptions are literals, many of them of the form c <= t, t <= c or t = c with a constant.
 * A contradiction between two such bounds on one term is found in one pass, without touching the
 * SAT solver, and its core has two members. An equality is both bounds in both orders, so bounds of
 * different signedness meet through it. */
#include "smt/precheck.h"

#include <assert.h>

static uint64_t flipped(uint32_t width, uint64_t v) { return v ^ UINT64_C(1) << (width - 1); }

static struct bound_range *range_of(struct precheck *p, term t) {
    bool added;
    uint64_t *at = int_map_put(&p->index, t, &added);
    if (added) {
        uint32_t w = term_width(t);
        uint64_t top = w == 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1;
        VEC_PUSH(&p->ranges, (struct bound_range){.high = {top, top}});
        *at = p->ranges.n;
    }
    return &p->ranges.at[*at - 1];
}

static void raise_low(struct bound_range *r, int order, uint64_t v, uint32_t by) {
    if (v <= r->low[order]) return;
    r->low[order] = v;
    r->low_by[order] = by;
}

static void reduce_high(struct bound_range *r, int order, uint64_t v, uint32_t by) {
    if (v >= r->high[order]) return;
    r->high[order] = v;
    r->high_by[order] = by;
}

/* Takes a literal into account if it is a bound; returns the range that it changed or NULL. */
static struct bound_range *add_bound(struct precheck *p, term literal, uint32_t by) {
    assert(sort_kind_of(term_sort(literal)) == SORT_BOOL);
    enum term_op op = term_op_of(literal);
    if (op != OP_EQ && op != OP_BV_ULE && op != OP_BV_SLE) return NULL;
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    bool constant_first = term_is_const(a);
    if ((!constant_first && !term_is_const(b)) || sort_kind_of(term_sort(a)) != SORT_BV || term_width(a) > 64)
        return NULL;
    uint32_t w = term_width(a);
    uint64_t v = term_value(constant_first ? a : b).lo;
    struct bound_range *r = range_of(p, constant_first ? b : a);
    for (int order = 0; order < 2; order++) {
        if (op != OP_EQ && order != (op == OP_BV_SLE)) continue;
        uint64_t x = order ? flipped(w, v) : v;
        if (op == OP_EQ || constant_first) raise_low(r, order, x, by);
        if (op == OP_EQ || !constant_first) reduce_high(r, order, x, by);
    }
    return r;
}

bool precheck_contradiction(struct precheck *p, const term *assumptions, uint32_t n, uint32_t *one,
                            uint32_t *other) {
    bool found = false;
    for (uint32_t i = 0; i < n && !found; i++) {
        const struct bound_range *r = add_bound(p, assumptions[i], i);
        for (int order = 0; r && order < 2 && !found; order++) {
            found = r->low[order] > r->high[order];
            *one = r->low_by[order];
            *other = r->high_by[order];
        }
    }
    int_map_clear(&p->index);
    VEC_CLEAR(&p->ranges);
    return found;
}

void precheck_release(struct precheck *p) {
    int_map_release(&p->index);
    VEC_RELEASE(&p->ranges);
}
