/* Interval arithmetic on signed values. What may wrap around is unknown; what has no rule is
 * unknown unless all arguments are single values, which are computed exactly by term_apply_op. */
#include "regions/range.h"

#include <assert.h>

#include "term/subst.h"
#include "util/bits.h"

static bool is_bool(sort s) { return sort_kind_of(s) == SORT_BOOL; }

static int64_t as_signed(sort s, uint64_t bits) {
    assert(range_sort(s));
    uint64_t sign = 1ull << (sort_width(s) - 1);
    return is_bool(s) ? (int64_t)bits : (int64_t)((bits ^ sign) - sign);
}

bool range_sort(sort s) { return is_bool(s) || (sort_kind_of(s) == SORT_BV && sort_width(s) <= 64); }

struct range range_any(sort s) {
    assert(range_sort(s));
    if (is_bool(s)) return (struct range){0, 1};
    int64_t max = (int64_t)(bits_mask64(sort_width(s)) >> 1);
    return (struct range){-max - 1, max};
}

uint64_t range_bits(sort s, int64_t v) { return (uint64_t)v & bits_mask64(sort_width(s)); }

struct range range_of(sort s, uint64_t bits) {
    int64_t v = as_signed(s, bits);
    return (struct range){v, v};
}

struct range range_shifted(sort s, uint64_t lo, uint64_t hi, bool negated, uint64_t k) {
    assert(lo <= hi);
    uint64_t a = negated ? 0 - hi : lo, b = negated ? 0 - lo : hi;
    struct range r = {as_signed(s, (a + k) & bits_mask64(sort_width(s))),
                      as_signed(s, (b + k) & bits_mask64(sort_width(s)))};
    bool whole = r.lo <= r.hi && (uint64_t)r.hi - (uint64_t)r.lo == hi - lo;
    return whole ? r : range_any(s);
}

/* ---- arithmetic ---- */

#define SMALL (1ll << 31) /* products of two such do not overflow */

static bool small(struct range r) { return r.lo >= -SMALL && r.hi <= SMALL; }

static struct range within(sort s, struct range r) {
    assert(range_sort(s));
    struct range any = range_any(s);
    return r.lo >= any.lo && r.hi <= any.hi ? r : any;
}

static struct range sum(sort s, struct range a, struct range b) {
    assert(a.lo <= a.hi && b.lo <= b.hi);
    int64_t half = INT64_MAX / 2;
    if (a.lo < -half || a.hi > half || b.lo < -half || b.hi > half) return range_any(s);
    return within(s, (struct range){a.lo + b.lo, a.hi + b.hi});
}

static void include(struct range *r, int64_t v) {
    assert(r->lo <= r->hi);
    if (v < r->lo) r->lo = v;
    if (v > r->hi) r->hi = v;
}

static struct range product(sort s, struct range a, struct range b) {
    if (!small(a) || !small(b)) return range_any(s);
    struct range r = {a.lo * b.lo, a.lo * b.lo};
    include(&r, a.lo * b.hi);
    include(&r, a.hi * b.lo);
    include(&r, a.hi * b.hi);
    return within(s, r);
}

/* Division truncates and is monotone in the dividend. */
static struct range quotient(sort s, struct range a, int64_t d) {
    assert(d != 0);
    if (d == 0 || d == -1) return range_any(s);
    struct range r = {a.lo / d, a.lo / d};
    include(&r, a.hi / d);
    return r;
}

/* The remainder has the sign of the dividend. */
static struct range remainder_of(sort s, struct range a, int64_t d) {
    assert(d != 0);
    if (d == 0 || d == INT64_MIN) return range_any(s);
    int64_t m = d < 0 ? -d : d;
    if (a.lo / m == a.hi / m && (a.lo >= 0 || a.hi <= 0)) return (struct range){a.lo % m, a.hi % m};
    struct range r = {0, 0};
    if (a.lo < 0) r.lo = a.lo > -m ? a.lo : 1 - m;
    if (a.hi > 0) r.hi = a.hi < m ? a.hi : m - 1;
    return r;
}

/* Unsigned division is signed division where nothing is negative. */
static struct range divided(term t, struct range a, struct range b) {
    sort s = term_sort(t);
    enum term_op op = term_op_of(t);
    bool is_unsigned = op == OP_BV_UDIV || op == OP_BV_UREM;
    if (!range_single(b) || (is_unsigned && (a.lo < 0 || b.lo <= 0))) return range_any(s);
    return op == OP_BV_UDIV || op == OP_BV_SDIV ? quotient(s, a, b.lo) : remainder_of(s, a, b.lo);
}

static struct range widened(term t, struct range a) {
    sort from = term_sort(term_arg(t, 0));
    if (term_op_of(t) == OP_BV_SEXT || a.lo >= 0) return a;
    if (sort_width(from) >= 63) return range_any(term_sort(t));
    int64_t size = (int64_t)1 << sort_width(from);
    return a.hi < 0 ? (struct range){a.lo + size, a.hi + size} : (struct range){0, size - 1};
}

static struct range extracted(term t, struct range a) {
    struct range any = range_any(term_sort(t));
    if (term_param(t, 1) == 0 && a.lo >= any.lo && a.hi <= any.hi) return a;
    return any;
}

/* ---- truth values ---- */

static struct range truth(bool may_be_false, bool may_be_true) {
    assert(may_be_false || may_be_true);
    return (struct range){may_be_false ? 0 : 1, may_be_true ? 1 : 0};
}

/* a < b or a <= b; unsigned order is signed order within one sign, and negative values come
 * last. */
static struct range ordered(term t, struct range a, struct range b) {
    assert(a.lo <= a.hi && b.lo <= b.hi);
    enum term_op op = term_op_of(t);
    bool strict = op == OP_BV_ULT || op == OP_BV_SLT;
    if (op == OP_BV_ULT || op == OP_BV_ULE) {
        if ((a.lo < 0 && a.hi >= 0) || (b.lo < 0 && b.hi >= 0)) return truth(true, true);
        if ((a.lo < 0) != (b.lo < 0)) return truth(a.lo < 0, b.lo < 0);
    }
    return truth(strict ? a.hi >= b.lo : a.hi > b.lo, strict ? a.lo < b.hi : a.lo <= b.hi);
}

static struct range equal(struct range a, struct range b) {
    assert(a.lo <= a.hi && b.lo <= b.hi);
    bool meet = a.lo <= b.hi && b.lo <= a.hi;
    return truth(!(range_single(a) && range_single(b) && a.lo == b.lo), meet);
}

static struct range either(struct range c, struct range a, struct range b) {
    assert(c.lo >= 0 && c.hi <= 1);
    if (range_single(c)) return c.lo ? a : b;
    include(&a, b.lo);
    include(&a, b.hi);
    return a;
}

static struct range connected(term t, const struct range *args) {
    bool is_and = term_op_of(t) == OP_AND;
    struct range r = {is_and, is_and};
    for (uint32_t i = 0; i < term_arity(t); i++) {
        if (is_and ? args[i].lo < r.lo : args[i].lo > r.lo) r.lo = args[i].lo;
        if (is_and ? args[i].hi < r.hi : args[i].hi > r.hi) r.hi = args[i].hi;
    }
    return r;
}

/* ---- */

enum { MANY_ARGS = 64 };

static struct range on_values(term t, const struct range *args) {
    value values[MANY_ARGS];
    for (uint32_t i = 0; i < term_arity(t); i++)
        values[i] = value_of(range_bits(term_sort(term_arg(t, i)), args[i].lo));
    return range_of(term_sort(t), term_apply_op(t, values).lo);
}

static struct range folded(term t, const struct range *args) {
    struct range r = args[0];
    bool is_sum = term_op_of(t) == OP_BV_ADD;
    for (uint32_t i = 1; i < term_arity(t); i++)
        r = is_sum ? sum(term_sort(t), r, args[i]) : product(term_sort(t), r, args[i]);
    return r;
}

struct range range_apply(term t, const struct range *args) {
    bool values = term_arity(t) <= MANY_ARGS;
    for (uint32_t i = 0; i < term_arity(t) && values; i++) values = range_single(args[i]);
    if (values) return on_values(t, args);
    switch (term_op_of(t)) {
    case OP_NOT: return (struct range){1 - args[0].hi, 1 - args[0].lo};
    case OP_AND:
    case OP_OR: return connected(t, args);
    case OP_EQ: return equal(args[0], args[1]);
    case OP_ITE: return either(args[0], args[1], args[2]);
    case OP_BV_ADD:
    case OP_BV_MUL: return folded(t, args);
    case OP_BV_NOT: return (struct range){-1 - args[0].hi, -1 - args[0].lo};
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM: return divided(t, args[0], args[1]);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: return ordered(t, args[0], args[1]);
    case OP_BV_ZEXT:
    case OP_BV_SEXT: return widened(t, args[0]);
    case OP_BV_EXTRACT: return extracted(t, args[0]);
    default: return range_any(term_sort(t));
    }
}
