#include "check/sets.h"

#include <assert.h>

#include "util/bits.h"

enum { DEEP = 64 }; /* levels of and, or, not */

bool set_sort(sort s) {
    return sort_kind_of(s) == SORT_BOOL || (sort_kind_of(s) == SORT_BV && sort_width(s) <= 64);
}

uint64_t set_greatest(sort s) {
    assert(set_sort(s));
    return sort_kind_of(s) == SORT_BOOL ? 1 : u128_low(bits_mask(sort_width(s)));
}

struct value_set set_between(uint64_t lo, uint64_t hi) {
    assert(lo <= hi);
    return (struct value_set){1, {{lo, hi}}};
}

/* Pieces come in the order of their first values. Without room the last piece grows. */
static void add(struct value_set *s, uint64_t lo, uint64_t hi) {
    assert(lo <= hi && (s->n == 0 || s->at[s->n - 1].lo <= lo));
    struct value_piece *last = s->n ? &s->at[s->n - 1] : NULL;
    bool touches = last && (lo <= last->hi || lo == last->hi + 1);
    if (touches || s->n == SET_PIECES) last->hi = hi > last->hi ? hi : last->hi;
    else s->at[s->n++] = (struct value_piece){lo, hi};
}

bool set_check(const struct value_set *s) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i].lo > s->at[i].hi || (i && s->at[i].lo - s->at[i - 1].hi < 2) ||
            (i && s->at[i].lo < s->at[i - 1].hi))
            return false;
    return s->n <= SET_PIECES;
}

struct value_set set_meet(const struct value_set *a, const struct value_set *b) {
    assert(set_check(a) && set_check(b));
    struct value_set s = {0};
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        uint64_t lo = a->at[i].lo > b->at[j].lo ? a->at[i].lo : b->at[j].lo;
        uint64_t hi = a->at[i].hi < b->at[j].hi ? a->at[i].hi : b->at[j].hi;
        if (lo <= hi) add(&s, lo, hi);
        if (a->at[i].hi < b->at[j].hi) i++;
        else j++;
    }
    assert(set_check(&s));
    return s;
}

struct value_set set_join(const struct value_set *a, const struct value_set *b) {
    assert(set_check(a) && set_check(b));
    struct value_set s = {0};
    for (uint32_t i = 0, j = 0; i < a->n || j < b->n;) {
        bool first = j == b->n || (i < a->n && a->at[i].lo <= b->at[j].lo);
        const struct value_piece *p = first ? &a->at[i++] : &b->at[j++];
        add(&s, p->lo, p->hi);
    }
    assert(set_check(&s) && set_within(a, &s) && set_within(b, &s));
    return s;
}

bool set_disjoint(const struct value_set *a, const struct value_set *b) {
    for (uint32_t i = 0, j = 0; i < a->n && j < b->n;) {
        if (a->at[i].lo <= b->at[j].hi && b->at[j].lo <= a->at[i].hi) return false;
        if (a->at[i].hi < b->at[j].hi) i++;
        else j++;
    }
    return true;
}

bool set_within(const struct value_set *a, const struct value_set *b) {
    for (uint32_t i = 0, j = 0; i < a->n; i++) {
        while (j < b->n && b->at[j].hi < a->at[i].hi) j++;
        if (j == b->n || a->at[i].lo < b->at[j].lo) return false;
    }
    return true;
}

bool set_equal(const struct value_set *a, const struct value_set *b) {
    return set_within(a, b) && set_within(b, a);
}

/* ---- comparisons ---- */

/* The values v - k (modulo greatest + 1) for v from lo to hi. */
static struct value_set shifted(uint64_t lo, uint64_t hi, uint64_t k, uint64_t greatest) {
    assert(lo <= greatest && hi <= greatest && (greatest & (greatest + 1)) == 0);
    uint64_t from = (lo - k) & greatest, to = (hi - k) & greatest;
    if (from <= to) return set_between(from, to);
    struct value_set s = set_between(0, to);
    add(&s, from, greatest);
    return s;
}

/* All but the values from lo to hi. */
static struct value_set outside(uint64_t lo, uint64_t hi, uint64_t k, uint64_t greatest) {
    struct value_set none = {0};
    if (lo == 0 && hi == greatest) return none;
    return shifted((hi + 1) & greatest, (lo - 1) & greatest, k, greatest);
}

static struct value_set inside(bool side, uint64_t lo, uint64_t hi, uint64_t k, uint64_t greatest) {
    return side ? shifted(lo, hi, k, greatest) : outside(lo, hi, k, greatest);
}

/* t = x + k? */
static bool is_shift(term t, term x, uint64_t *k) {
    *k = 0;
    if (t == x) return true;
    if (term_op_of(t) != OP_BV_ADD || term_arity(t) != 2 || !term_is_const(term_arg(t, 0)) ||
        term_arg(t, 1) != x)
        return false;
    *k = term_value(term_arg(t, 0)).lo;
    return true;
}

/* A comparison between x + k and a constant. Signed order is unsigned order after adding the sign
 * bit to both. */
static bool compared(term t, bool side, term x, struct value_set *out) {
    term left = term_arg(t, 0), right = term_arg(t, 1);
    uint64_t greatest = set_greatest(term_sort(x)), k, turn = 0;
    bool constant_left = term_is_const(left), strict = false;
    if (constant_left == term_is_const(right) || !is_shift(constant_left ? right : left, x, &k)) return false;
    uint64_t c = term_value(constant_left ? left : right).lo;
    switch (term_op_of(t)) {
    case OP_EQ: *out = inside(side, c, c, k, greatest); return true;
    case OP_BV_SLT: turn = greatest / 2 + 1; /* fall through */
    case OP_BV_ULT: strict = true; break;
    case OP_BV_SLE: turn = greatest / 2 + 1; break;
    case OP_BV_ULE: break;
    default: return false;
    }
    c = (c + turn) & greatest;
    if (strict) { /* c < y is not y <= c, and y < c is not c <= y */
        side = !side;
        constant_left = !constant_left;
    }
    *out = constant_left ? inside(side, c, greatest, k + turn, greatest)
                         : inside(side, 0, c, k + turn, greatest);
    assert(set_check(out));
    return true;
}

/* ---- terms ---- */

static bool set_of(term t, bool side, term x, struct value_set *out, uint32_t depth);

/* and: the meet where it is true, the join where it is false; or: the other way round. */
static bool connected(term t, bool side, term x, struct value_set *out, uint32_t depth) {
    bool meet = (term_op_of(t) == OP_AND) == side, good = true;
    struct value_set part;
    *out = meet ? set_between(0, set_greatest(term_sort(x))) : (struct value_set){0};
    for (uint32_t i = 0; i < term_arity(t) && good; i++) {
        good = set_of(term_arg(t, i), side, x, &part, depth + 1);
        if (good) *out = meet ? set_meet(out, &part) : set_join(out, &part);
    }
    return good;
}

static bool set_of(term t, bool side, term x, struct value_set *out, uint32_t depth) {
    if (depth > DEEP) return false;
    switch (term_op_of(t)) {
    case OP_TRUE:
    case OP_FALSE:
        *out =
            (t == term_true()) == side ? set_between(0, set_greatest(term_sort(x))) : (struct value_set){0};
        return true;
    case OP_NOT: return set_of(term_arg(t, 0), !side, x, out, depth + 1);
    case OP_AND:
    case OP_OR: return connected(t, side, x, out, depth);
    case OP_EQ:
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: return sort_kind_of(term_sort(term_arg(t, 0))) == SORT_BV && compared(t, side, x, out);
    default:
        if (t != x) return false;
        *out = set_between(side, side);
        return true;
    }
}

bool set_of_term(term t, bool side, term x, struct value_set *out) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL && set_sort(term_sort(x)));
    return set_sort(term_sort(x)) && set_of(t, side, x, out, 0);
}
