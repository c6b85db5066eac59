/* The checker's own arithmetic of polynomials.
 *
 * A polynomial is a list of monomials, a monomial a coefficient and a sorted list of terms. Sums,
 * products, differences, complements and shifts by constants are multiplied out; every other term
 * is an unknown. Two polynomials that have the same monomials are equal for all values of the
 * unknowns; that polynomials may be equal without (x * (x + 1) is even) is not used.
 *
 * What may be 0 is only: a - b for a literal a = b; the same for a clause whose other parts the
 * literals deny; equations of fewer bits, extended; the low bits of equations of more; a choice and
 * what its condition chooses, if that is among the literals; and the division of x by y or by a
 * power of two with its remainder, which holds for all x and y (by SMT-LIB's definition also for y
 * = 0: then x % y is x). */
#include "check/algebra.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "term/subst.h"

enum { MAX_UNKNOWNS = 16, MAX_SIZE = 2000, MAX_NESTED = 80 };

struct algebra_monomial {
    uint64_t coefficient;
    uint32_t n;
    term unknown[MAX_UNKNOWNS]; /* sorted */
};

struct algebra_sum {
    VEC(struct algebra_monomial) at;
    bool too_large;
};

static int by_unknowns(const void *a, const void *b) {
    const struct algebra_monomial *x = a, *y = b;
    if (x->n != y->n) return x->n < y->n ? -1 : 1;
    for (uint32_t i = 0; i < x->n; i++)
        if (x->unknown[i] != y->unknown[i]) return x->unknown[i] < y->unknown[i] ? -1 : 1;
    return 0;
}

/* Like monomials become one. */
static void collect(struct algebra_sum *s, uint64_t mask) {
    uint32_t n = 0;
    if (s->at.n) qsort(s->at.at, s->at.n, sizeof *s->at.at, by_unknowns);
    for (uint32_t i = 0; i < s->at.n; i++) {
        if (n && !by_unknowns(&s->at.at[n - 1], &s->at.at[i]))
            s->at.at[n - 1].coefficient += s->at.at[i].coefficient;
        else s->at.at[n++] = s->at.at[i];
    }
    s->at.n = n;
    n = 0;
    for (uint32_t i = 0; i < s->at.n; i++) {
        s->at.at[i].coefficient &= mask;
        if (s->at.at[i].coefficient) s->at.at[n++] = s->at.at[i];
    }
    s->at.n = n;
}

static struct algebra_sum constant_sum(uint64_t c) {
    struct algebra_sum s = {0};
    VEC_PUSH(&s.at, (struct algebra_monomial){.coefficient = c});
    return s;
}

static void add_sum(struct algebra_sum *to, const struct algebra_sum *s, uint64_t factor) {
    to->too_large |= s->too_large || to->at.n + s->at.n > MAX_SIZE;
    for (uint32_t i = 0; i < s->at.n && !to->too_large; i++) {
        struct algebra_monomial m = s->at.at[i];
        m.coefficient *= factor;
        VEC_PUSH(&to->at, m);
    }
}

static struct algebra_sum product_of(const struct algebra_sum *a, const struct algebra_sum *b,
                                     uint64_t mask) {
    struct algebra_sum s = {.too_large =
                                a->too_large || b->too_large || (uint64_t)a->at.n * b->at.n > MAX_SIZE};
    for (uint32_t i = 0; i < a->at.n && !s.too_large; i++)
        for (uint32_t j = 0; j < b->at.n && !s.too_large; j++) {
            struct algebra_monomial m = a->at.at[i];
            const struct algebra_monomial *with = &b->at.at[j];
            s.too_large = m.n + with->n > MAX_UNKNOWNS;
            if (s.too_large) break;
            m.coefficient *= with->coefficient;
            memcpy(m.unknown + m.n, with->unknown, with->n * sizeof(term));
            m.n += with->n;
            terms_sort(m.unknown, m.n);
            VEC_PUSH(&s.at, m);
        }
    collect(&s, mask);
    return s;
}

static struct algebra_sum multiply_out(term t, uint64_t mask, uint32_t nested);

static void add_multiplied(struct algebra_sum *to, term t, uint64_t factor, uint64_t mask, uint32_t nested) {
    struct algebra_sum s = multiply_out(t, mask, nested + 1);
    add_sum(to, &s, factor);
    VEC_RELEASE(&s.at);
}

static struct algebra_sum multiply_out(term t, uint64_t mask, uint32_t nested) {
    struct algebra_sum s = {.too_large = nested > MAX_NESTED};
    if (s.too_large) return s;
    switch (term_op_of(t)) {
    case OP_CONST: s = constant_sum(term_value(t).lo); break;
    case OP_BV_ADD:
        for (uint32_t i = 0; i < term_arity(t); i++) add_multiplied(&s, term_arg(t, i), 1, mask, nested);
        break;
    case OP_BV_NOT: /* -1 - x */
        s = constant_sum(UINT64_MAX);
        add_multiplied(&s, term_arg(t, 0), UINT64_MAX, mask, nested);
        break;
    case OP_BV_MUL:
        s = constant_sum(1);
        for (uint32_t i = 0; i < term_arity(t); i++) {
            struct algebra_sum next = multiply_out(term_arg(t, i), mask, nested + 1);
            struct algebra_sum both = product_of(&s, &next, mask);
            VEC_RELEASE(&s.at);
            VEC_RELEASE(&next.at);
            s = both;
        }
        break;
    case OP_BV_SHL:
        if (term_is_const(term_arg(t, 1)) && term_value(term_arg(t, 1)).lo < term_width(t)) {
            add_multiplied(&s, term_arg(t, 0), UINT64_C(1) << term_value(term_arg(t, 1)).lo, mask, nested);
            break;
        } /* fall through */
    default: VEC_PUSH(&s.at, (struct algebra_monomial){.coefficient = 1, .n = 1, .unknown = {t}});
    }
    collect(&s, mask);
    return s;
}

static void add_difference(struct algebra_sum *s, struct ideal_equation e, uint64_t mask) {
    add_multiplied(s, e.a, 1, mask, 0);
    add_multiplied(s, e.b, UINT64_MAX, mask, 0);
    collect(s, mask);
}

/* to -= coefficient * factors * (a - b) */
static void take_away(struct algebra_sum *to, const struct ideal_summand *part, struct ideal_equation e,
                      uint64_t mask) {
    struct algebra_sum d = {0}, s = constant_sum(part->coefficient);
    add_difference(&d, e, mask);
    for (uint32_t i = 0; i < part->n; i++) {
        struct algebra_sum next = multiply_out(part->factor[i], mask, 0), both = product_of(&s, &next, mask);
        VEC_RELEASE(&s.at);
        VEC_RELEASE(&next.at);
        s = both;
    }
    struct algebra_sum whole = product_of(&s, &d, mask);
    add_sum(to, &whole, UINT64_MAX);
    collect(to, mask);
    VEC_RELEASE(&s.at);
    VEC_RELEASE(&d.at);
    VEC_RELEASE(&whole.at);
}

bool algebra_verify(const ideal_equations *known, struct ideal_equation goal, const ideal_combination *how) {
    uint32_t width = term_width(goal.a);
    if (width > 64 || term_sort(goal.a) != term_sort(goal.b)) return false;
    uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    struct algebra_sum rest = {0};
    add_difference(&rest, goal, mask);
    bool good = true;
    for (uint32_t i = 0; i < how->n && good; i++) {
        const struct ideal_summand *part = &how->at[i];
        good = part->of < known->n && part->n <= IDEAL_DEGREE;
        for (uint32_t j = 0; j < part->n && good; j++) good = term_sort(part->factor[j]) == term_sort(goal.a);
        good = good && term_sort(known->at[part->of].a) == term_sort(goal.a) &&
               term_sort(known->at[part->of].b) == term_sort(goal.a);
        if (good) take_away(&rest, part, known->at[part->of], mask);
    }
    good = good && !rest.too_large && !rest.at.n;
    VEC_RELEASE(&rest.at);
    return good;
}

/* ---- what the obligation says ---- */

static bool is_equation_of_words(term t) {
    return term_op_of(t) == OP_EQ && sort_kind_of(term_sort(term_arg(t, 0))) == SORT_BV &&
           term_width(term_arg(t, 0)) <= 64;
}

/* The literal as an equation: a clause by what is left of it, a bit that is not the one by being
 * the other. */
static bool as_equation(const term_vec *literals, term literal, struct ideal_equation *e) {
    term t = literal;
    if (term_op_of(t) == OP_OR) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < term_arity(literal); i++)
            if (!terms_include(literals, term_not(term_arg(literal, i)))) {
                t = term_arg(literal, i);
                left++;
            }
        if (left != 1) return false;
    }
    bool denied = term_op_of(t) == OP_NOT;
    if (denied) t = term_arg(t, 0);
    if (!is_equation_of_words(t) || (denied && term_width(term_arg(t, 0)) != 1)) return false;
    *e = (struct ideal_equation){term_arg(t, 0), denied ? term_bv_not(term_arg(t, 1)) : term_arg(t, 1)};
    return true;
}

static void read_literals(const term_vec *literals, uint32_t width, ideal_equations *known) {
    struct ideal_equation e;
    for (uint32_t i = 0; i < literals->n; i++) {
        if (!as_equation(literals, literals->at[i], &e)) continue;
        if (term_width(e.a) >= width) {
            struct ideal_equation low = {term_extract(e.a, width - 1, 0), term_extract(e.b, width - 1, 0)};
            VEC_PUSH(known, low);
        } else {
            struct ideal_equation plain = {term_zext(e.a, width), term_zext(e.b, width)};
            struct ideal_equation by_sign = {term_sext(e.a, width), term_sext(e.b, width)};
            VEC_PUSH(known, plain);
            VEC_PUSH(known, by_sign);
        }
    }
}

/* x = y * t + rest for quotients t of this width. */
static bool division(term t, uint32_t width, struct ideal_equation *e) {
    if (sort_kind_of(term_sort(t)) != SORT_BV || term_width(t) != width) return false;
    term x, y, rest;
    switch (term_op_of(t)) {
    case OP_BV_UDIV:
    case OP_BV_SDIV:
        x = term_arg(t, 0);
        y = term_arg(t, 1);
        rest = term_op_of(t) == OP_BV_UDIV ? term_bv_urem(x, y) : term_bv_srem(x, y);
        break;
    case OP_BV_LSHR:
    case OP_BV_ASHR: {
        x = term_arg(t, 0);
        if (!term_is_const(term_arg(t, 1))) return false;
        uint64_t k = term_value(term_arg(t, 1)).lo;
        if (!k || k >= width) return false;
        y = term_bv(width, UINT64_C(1) << k);
        rest = term_zext(term_extract(x, (uint32_t)k - 1, 0), width);
        break;
    }
    case OP_BV_ZEXT:
    case OP_BV_SEXT: { /* what a shift by a constant is in normal form: the upper bits */
        term upper = term_arg(t, 0);
        if (term_op_of(upper) != OP_BV_EXTRACT || term_param(upper, 0) != width - 1) return false;
        uint32_t k = term_param(upper, 1);
        x = term_arg(upper, 0);
        if (!k || term_width(x) != width) return false;
        y = term_bv(width, UINT64_C(1) << k);
        rest = term_zext(term_extract(x, k - 1, 0), width);
        break;
    }
    default: return false;
    }
    *e = (struct ideal_equation){x, term_bv_add(term_bv_mul(y, t), rest)};
    return true;
}

/* Is each conjunct of t a literal? */
static bool is_among(const term_vec *literals, term t) {
    term_vec parts = {0};
    uint32_t found = 0;
    term_conjuncts(t, &parts);
    for (uint32_t i = 0; i < parts.n; i++) found += terms_include(literals, parts.at[i]);
    bool all = found == parts.n;
    VEC_RELEASE(&parts);
    return all;
}

/* The choice t is what the literals choose. */
static bool choice(const term_vec *literals, term t, uint32_t width, struct ideal_equation *e) {
    if (term_op_of(t) != OP_ITE || sort_kind_of(term_sort(t)) != SORT_BV || term_width(t) != width)
        return false;
    bool first = is_among(literals, term_arg(t, 0)), second = is_among(literals, term_not(term_arg(t, 0)));
    *e = (struct ideal_equation){t, term_arg(t, first ? 1 : 2)};
    return first || second;
}

static void read_meanings(const term_vec *literals, struct ideal_equation goal, uint32_t width,
                          ideal_equations *known) {
    enum { MANY = 2000 };
    term_vec subterms = {0};
    struct int_map seen = {0};
    struct ideal_equation e;
    uint32_t n = known->n;
    term_subterms_unseen(goal.a, &seen, &subterms);
    term_subterms_unseen(goal.b, &seen, &subterms);
    for (uint32_t i = 0; i < n && subterms.n < MANY; i++) {
        term_subterms_unseen(known->at[i].a, &seen, &subterms);
        term_subterms_unseen(known->at[i].b, &seen, &subterms);
    }
    for (uint32_t i = 0; i < subterms.n && subterms.n < MANY; i++) {
        if (!division(subterms.at[i], width, &e) && !choice(literals, subterms.at[i], width, &e)) continue;
        VEC_PUSH(known, e);
        term_subterms_unseen(e.b, &seen, &subterms);
    }
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
}

/* literals => a = b */
static bool equation_follows(const term_vec *literals, struct ideal_equation goal) {
    ideal_equations known = {0};
    ideal_combination how = {0};
    uint32_t width = term_width(goal.a);
    read_literals(literals, width, &known);
    read_meanings(literals, goal, width, &known);
    bool good = ideal_contains(&known, goal, &how) && algebra_verify(&known, goal, &how);
    VEC_RELEASE(&how);
    VEC_RELEASE(&known);
    return good;
}

bool algebra_refutes(const term_vec *facts, const term_vec *guard, term wrong) {
    enum { MANY_LITERALS = 400 };
    term_vec literals = {0};
    bool refuted = false;
    uint32_t first;
    for (uint32_t i = 0; i < facts->n; i++) term_conjuncts(facts->at[i], &literals);
    for (uint32_t i = 0; i < guard->n; i++) term_conjuncts(guard->at[i], &literals);
    /* Where no fact fails, the error must be out of reach: its guard denies what follows. */
    first = wrong == term_true() ? 0 : literals.n;
    term_conjuncts(wrong, &literals);
    for (uint32_t i = first; i < literals.n && !refuted && literals.n < MANY_LITERALS; i++) {
        term t = literals.at[i];
        if (term_op_of(t) != OP_NOT || !is_equation_of_words(term_arg(t, 0))) continue;
        t = term_arg(t, 0);
        refuted = equation_follows(&literals, (struct ideal_equation){term_arg(t, 0), term_arg(t, 1)});
    }
    VEC_RELEASE(&literals);
    return refuted;
}
