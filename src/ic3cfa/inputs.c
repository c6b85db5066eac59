/* The exact rules for eliminating an input (predecessor.c says what they are for).
 *
 * All reasoning is about the literals that mention the input v, called its occurrences. A linear
 * term in v with an odd coefficient is a bijection in v modulo 2^w, which is what the first two
 * rules rest on. */
#include "ic3cfa/inputs.h"

#include <assert.h>

#include "util/bits.h"

bool inputs_mentioned(const term_vec *lits, term input) {
    for (uint32_t i = 0; i < lits->n; i++)
        if (term_mentions(lits->at[i], input)) return true;
    return false;
}

void inputs_substitute(term_vec *lits, term input, term by) {
    assert(term_is_var(input) && term_sort(input) == term_sort(by));
    struct subst s = {0};
    term_vec result = {0};
    subst_set(&s, input, by);
    for (uint32_t i = 0; i < lits->n; i++) term_conjuncts(subst_apply(&s, lits->at[i]), &result);
    subst_release(&s);
    VEC_RELEASE(lits);
    *lits = result;
}

static void drop(term_vec *lits, uint32_t i) {
    assert(i < lits->n);
    for (uint32_t j = i + 1; j < lits->n; j++) lits->at[j - 1] = lits->at[j];
    lits->n--;
}

/* t = coefficient * v + rest with v not in rest? Then the coefficient, else 0. */
static uint64_t linear_in(term t, term v, term *rest) {
    uint32_t width = term_width(t);
    uint64_t coefficient = 0;
    *rest = TERM_NONE;
    if (sort_kind_of(term_sort(t)) != SORT_BV || width > 64) return 0;
    uint32_t n = term_op_of(t) == OP_BV_ADD ? term_arity(t) : 1;
    term sum = term_bv(width, 0);
    for (uint32_t i = 0; i < n; i++) {
        term part = term_op_of(t) == OP_BV_ADD ? term_arg(t, i) : t;
        if (part == v) {
            coefficient = 1;
        } else if (term_op_of(part) == OP_BV_MUL && term_arity(part) == 2 && term_arg(part, 1) == v &&
                   term_is_const(term_arg(part, 0))) {
            coefficient = term_value(term_arg(part, 0)).lo;
        } else if (term_mentions(part, v)) {
            return 0;
        } else {
            sum = term_bv_add(sum, part);
        }
    }
    *rest = sum;
    return coefficient;
}

/* Rule "defined": lit is an equality c*v + rest = t with odd c and v in neither; the v that it
 * forces. */
static term defined_by(term lit, term v) {
    if (lit == v) return term_true();
    if (sort_kind_of(term_sort(v)) == SORT_BOOL && lit == term_not(v)) return term_false();
    if (term_op_of(lit) != OP_EQ) return TERM_NONE;
    for (uint32_t side = 0; side < 2; side++) {
        term a = term_arg(lit, side), b = term_arg(lit, 1 - side), rest;
        if (!term_mentions(a, v) || term_mentions(b, v)) continue;
        if (a == v) return b;
        uint64_t c = linear_in(a, v, &rest);
        if (c & 1) return term_bv_mul(term_bv(term_width(a), bits_inverse64(c)), term_bv_sub(b, rest));
    }
    return TERM_NONE;
}

static bool by_definition(term_vec *lits, term v) {
    for (uint32_t i = 0; i < lits->n; i++) {
        if (!term_mentions(lits->at[i], v)) continue;
        term forced = defined_by(lits->at[i], v);
        if (!forced) continue;
        drop(lits, i);
        inputs_substitute(lits, v, forced);
        return true;
    }
    return false;
}

/* The relations a literal can state about a free term u; `other` does not mention it. */
enum bound { BOUND_NONE, BOUND_NOT, BOUND_ULOW, BOUND_UHIGH, BOUND_SLOW, BOUND_SHIGH };

static enum bound bound_of(term lit, term u, term v, term *other, bool *strict) {
    enum term_op op = term_op_of(lit);
    if (op == OP_NOT && term_op_of(term_arg(lit, 0)) == OP_EQ) {
        term e = term_arg(lit, 0);
        *other = term_arg(e, 0) == u ? term_arg(e, 1) : term_arg(e, 0);
        bool fits = (term_arg(e, 0) == u || term_arg(e, 1) == u) && !term_mentions(*other, v);
        return fits ? BOUND_NOT : BOUND_NONE;
    }
    if (op != OP_BV_ULT && op != OP_BV_ULE && op != OP_BV_SLT && op != OP_BV_SLE) return BOUND_NONE;
    bool is_signed = op == OP_BV_SLT || op == OP_BV_SLE, upper = term_arg(lit, 0) == u;
    *strict = op == OP_BV_ULT || op == OP_BV_SLT;
    *other = term_arg(lit, upper ? 1 : 0);
    if ((!upper && term_arg(lit, 1) != u) || term_mentions(*other, v)) return BOUND_NONE;
    if (is_signed) return upper ? BOUND_SHIGH : BOUND_SLOW;
    return upper ? BOUND_UHIGH : BOUND_ULOW;
}

/* The terms of the order that a bound speaks about: its least and greatest element. */
static term extreme(uint32_t width, bool is_signed, bool greatest) {
    term ones = term_bv_not(term_bv(width, 0)),
         top = term_bv_shl(term_bv(width, 1), term_bv(width, width - 1));
    if (!is_signed) return greatest ? ones : term_bv(width, 0);
    return greatest ? term_bv_not(top) : top;
}

/* The term u = c*v + rest (c odd), or v itself, in which v occurs in the literal; TERM_NONE if v
 * occurs in another way. Comparisons have v on one side only, directly. */
static term carrier(term lit, term v) {
    if (term_op_of(lit) == OP_NOT) lit = term_arg(lit, 0);
    if (term_arity(lit) != 2) return TERM_NONE;
    term found = TERM_NONE, rest;
    for (uint32_t side = 0; side < 2; side++) {
        term a = term_arg(lit, side);
        if (!term_mentions(a, v)) continue;
        if (found || !(a == v || (linear_in(a, v, &rest) & 1))) return TERM_NONE;
        found = a;
    }
    return found;
}

struct bounds {
    enum bound kind; /* of all one-sided bounds together */
    term_vec others;
    VEC(bool) strict;
    uint32_t disequalities;
};

/* Collects what the literals say about the one term that carries v; false if they say anything
 * else. */
static bool collect(const term_vec *lits, term v, struct bounds *b) {
    term u = TERM_NONE;
    for (uint32_t i = 0; i < lits->n; i++) {
        if (!term_mentions(lits->at[i], v)) continue;
        term other = TERM_NONE, here = carrier(lits->at[i], v);
        bool strict = false;
        if (!here || (u && here != u)) return false;
        u = here;
        if (sort_kind_of(term_sort(u)) != SORT_BV) return false;
        enum bound kind = bound_of(lits->at[i], u, v, &other, &strict);
        if (kind == BOUND_NONE) return false;
        if (kind == BOUND_NOT) {
            b->disequalities++;
            continue;
        }
        if (b->kind && b->kind != kind) return false;
        b->kind = kind;
        VEC_PUSH(&b->others, other);
        VEC_PUSH(&b->strict, strict);
    }
    return true;
}

/* Rules "free" and "one-sided": exists u. all of b. The conditions on the rest go to *needed. */
static bool satisfiable_bounds(const struct bounds *b, uint32_t width, term_vec *needed) {
    bool is_signed = b->kind == BOUND_SLOW || b->kind == BOUND_SHIGH;
    bool lower = b->kind == BOUND_ULOW || b->kind == BOUND_SLOW;
    /* n disequalities exclude n values: fine without bounds if the sort has more than n values;
     * with bounds the border would have to be looked at, so the model decides. */
    if (b->disequalities && b->others.n) return false;
    if (b->disequalities && width < 32 && b->disequalities >= ((uint64_t)1 << width)) return false;
    for (uint32_t i = 0; i < b->others.n; i++)
        if (b->strict.at[i]) /* t < u can be met iff t is not the greatest value */
            VEC_PUSH(needed, term_not(term_eq(b->others.at[i], extreme(width, is_signed, lower))));
    return true;
}

static bool by_bounds(term_vec *lits, term v) {
    struct bounds b = {0};
    term_vec rest = {0};
    bool done = sort_kind_of(term_sort(v)) == SORT_BV && collect(lits, v, &b) &&
                satisfiable_bounds(&b, term_width(v), &rest);
    if (done) {
        for (uint32_t i = 0; i < lits->n; i++)
            if (!term_mentions(lits->at[i], v)) VEC_PUSH(&rest, lits->at[i]);
        VEC_CLEAR(lits);
        for (uint32_t i = 0; i < rest.n; i++) term_conjuncts(rest.at[i], lits);
    }
    VEC_RELEASE(&rest);
    VEC_RELEASE(&b.others);
    VEC_RELEASE(&b.strict);
    return done;
}

bool inputs_eliminate(term_vec *lits, term input) {
    assert(term_is_var(input));
    return by_definition(lits, input) || by_bounds(lits, input);
}
