/* Membership in an ideal by linear algebra.
 *
 * A polynomial g is a combination of p1 .. pn if it is in the span of some multiples m * pi by
 * monomials. Which multiples may help is read off the monomials: t in g, or in a multiple that is
 * there already, calls for m * pi if t is m times a leading monomial of pi (as in the symbolic
 * preprocessing of Faugère's F4, JPAA 1999). Leading are those of greatest degree, because they go
 * away by lower ones, and an atom that the rest of pi does not mention, because the equation is a
 * definition of it. The span is decided by elimination over Z/2^w with the entry of least 2-adic
 * valuation as pivot, which divides everything that remains; so a goal that is in the span is found
 * to be in it. Each row remembers of what multiples it is made: that is the combination.
 *
 * Unlike a Gröbner basis that is incomplete: multiples of a higher degree than any monomial calls
 * for are not tried, and there are limits for all sizes. Invariants of loops that add and multiply
 * need one or two rounds.
 *
 * A monomial is a number: one byte per factor, the index of an atom plus 1, in descending order
 * from the highest byte. Atoms are all terms that are no sums, products or constants. */
#include "term/ideal.h"

#include <assert.h>
#include <stdlib.h>

#include "term/subst.h"
#include "util/bits.h"

enum {
    MAX_ATOMS = 120,
    MAX_MONOMIALS = 300, /* of one polynomial */
    MAX_COLUMNS = 500,
    MAX_ROWS = 160,
    MAX_EQUATIONS = 96,
    MAX_READ = 200, /* equations that literals say */
    MAX_DEPTH = 60,
    MAX_DISJUNCTS = 64
};

struct ideal_monomial {
    uint64_t key, coefficient;
};

struct ideal_polynomial {
    VEC(struct ideal_monomial) at; /* by key, ascending; no coefficient is 0 */
};

struct ideal_ring {
    term_vec atoms;
    uint64_t mask;
    uint32_t width;
    bool failed; /* too large */
};

/* ---- monomials ---- */

static uint32_t degree_of(uint64_t key) {
    uint32_t n = 0;
    for (; key; key <<= 8) n++;
    return n;
}

static uint8_t factor_at(uint64_t key, uint32_t i) { return (uint8_t)(key >> (56 - 8 * i)); }

/* 0 if the degree is too large and neither is 1. */
static uint64_t times(struct ideal_ring *r, uint64_t a, uint64_t b) {
    uint32_t i = 0, j = 0, n = degree_of(a) + degree_of(b);
    uint64_t key = 0;
    if (n > IDEAL_DEGREE) {
        r->failed = true;
        return 0;
    }
    for (uint32_t k = 0; k < n; k++) {
        bool first = (i < 8 ? factor_at(a, i) : 0) >= (j < 8 ? factor_at(b, j) : 0);
        key |= (uint64_t)(first ? factor_at(a, i++) : factor_at(b, j++)) << (56 - 8 * k);
    }
    return key;
}

/* a / b, if b divides it. */
static bool quotient(uint64_t a, uint64_t b, uint64_t *q) {
    uint32_t j = 0, n = 0, of_b = degree_of(b);
    *q = 0;
    for (uint32_t i = 0; i < degree_of(a); i++) {
        if (j < of_b && factor_at(a, i) == factor_at(b, j)) j++;
        else *q |= (uint64_t)factor_at(a, i) << (56 - 8 * n++);
    }
    return j == of_b;
}

/* ---- polynomials ---- */

static int by_key(const void *a, const void *b) {
    uint64_t x = ((const struct ideal_monomial *)a)->key, y = ((const struct ideal_monomial *)b)->key;
    return x < y ? -1 : x > y;
}

static void normalize(struct ideal_ring *r, struct ideal_polynomial *p) {
    uint32_t n = 0;
    if (p->at.n) qsort(p->at.at, p->at.n, sizeof *p->at.at, by_key);
    for (uint32_t i = 0; i < p->at.n;) {
        struct ideal_monomial m = p->at.at[i++];
        while (i < p->at.n && p->at.at[i].key == m.key) m.coefficient += p->at.at[i++].coefficient;
        m.coefficient &= r->mask;
        if (m.coefficient) p->at.at[n++] = m;
    }
    p->at.n = n;
    r->failed |= n > MAX_MONOMIALS;
}

static void add_product(struct ideal_ring *r, struct ideal_polynomial *p, const struct ideal_polynomial *a,
                        const struct ideal_polynomial *b) {
    for (uint32_t i = 0; i < a->at.n && !r->failed; i++)
        for (uint32_t j = 0; j < b->at.n && !r->failed; j++) {
            struct ideal_monomial m = {times(r, a->at.at[i].key, b->at.at[j].key),
                                       a->at.at[i].coefficient * b->at.at[j].coefficient};
            VEC_PUSH(&p->at, m);
        }
    normalize(r, p);
}

static uint64_t atom_key(struct ideal_ring *r, term t) {
    uint32_t i = 0;
    while (i < r->atoms.n && r->atoms.at[i] != t) i++;
    if (i == r->atoms.n) VEC_PUSH(&r->atoms, t);
    r->failed |= r->atoms.n > MAX_ATOMS;
    return r->failed ? 0 : (uint64_t)(i + 1) << 56;
}

/* p += factor * t */
static void add_term(struct ideal_ring *r, struct ideal_polynomial *p, term t, uint64_t factor,
                     uint32_t depth) {
    if (r->failed) return;
    r->failed |= depth > MAX_DEPTH || p->at.n > 4 * MAX_MONOMIALS;
    enum term_op op = term_op_of(t);
    if (op == OP_CONST) {
        VEC_PUSH(&p->at, (struct ideal_monomial){0, factor * term_value(t).lo});
    } else if (op == OP_BV_ADD) {
        for (uint32_t i = 0; i < term_arity(t); i++) add_term(r, p, term_arg(t, i), factor, depth + 1);
    } else if (op == OP_BV_NOT) {
        VEC_PUSH(&p->at, (struct ideal_monomial){0, 0 - factor});
        add_term(r, p, term_arg(t, 0), 0 - factor, depth + 1);
    } else if (op == OP_BV_SHL && term_is_const(term_arg(t, 1)) && term_value(term_arg(t, 1)).lo < r->width) {
        add_term(r, p, term_arg(t, 0), factor << term_value(term_arg(t, 1)).lo, depth + 1);
    } else if (op == OP_BV_MUL) {
        struct ideal_polynomial product = {0}, with;
        VEC_PUSH(&product.at, (struct ideal_monomial){0, factor});
        for (uint32_t i = 0; i < term_arity(t) && !r->failed; i++) {
            struct ideal_polynomial next = {0};
            with = (struct ideal_polynomial){0};
            add_term(r, &next, term_arg(t, i), 1, depth + 1);
            normalize(r, &next);
            add_product(r, &with, &product, &next);
            VEC_RELEASE(&next.at);
            VEC_RELEASE(&product.at);
            product = with;
        }
        for (uint32_t i = 0; i < product.at.n; i++) VEC_PUSH(&p->at, product.at.at[i]);
        VEC_RELEASE(&product.at);
    } else {
        VEC_PUSH(&p->at, (struct ideal_monomial){atom_key(r, t), factor});
    }
}

/* a - b */
static void difference(struct ideal_ring *r, struct ideal_polynomial *p, struct ideal_equation e) {
    add_term(r, p, e.a, 1, 0);
    add_term(r, p, e.b, UINT64_MAX, 0);
    normalize(r, p);
}

/* ---- the matrix of multiples ---- */

struct ideal_row {
    uint32_t of;
    uint64_t multiplier;
};

struct ideal_matrix {
    struct ideal_ring *r;
    struct ideal_polynomial *known;
    uint32_t n_known;
    VEC(uint64_t) columns; /* monomials */
    VEC(struct ideal_row) rows;
    uint64_t *at;    /* rows.n times (columns.n + rows.n): values, then what the row is made of */
    uint64_t *goal;  /* columns.n + rows.n */
    uint32_t *pivot; /* of the rows done */
};

static uint32_t column_of(struct ideal_matrix *m, uint64_t key) {
    uint32_t i = 0;
    while (i < m->columns.n && m->columns.at[i] != key) i++;
    if (i == m->columns.n) VEC_PUSH(&m->columns, key);
    return i;
}

static void add_columns(struct ideal_matrix *m, const struct ideal_polynomial *p, uint64_t multiplier) {
    for (uint32_t i = 0; i < p->at.n; i++) column_of(m, times(m->r, p->at.at[i].key, multiplier));
}

/* Of greatest degree, or an atom that the rest does not mention. */
static bool is_leading(const struct ideal_polynomial *p, uint32_t i) {
    uint64_t key = p->at.at[i].key;
    uint32_t degree = degree_of(key), most = 0, with = 0;
    if (!key) return false;
    for (uint32_t j = 0; j < p->at.n; j++) {
        uint64_t other = p->at.at[j].key;
        if (degree_of(other) > most) most = degree_of(other);
        for (uint32_t k = 0; k < degree_of(other); k++) with += factor_at(other, k) == factor_at(key, 0);
    }
    return degree == most || (degree == 1 && with == 1);
}

static bool fits(const struct ideal_polynomial *p, uint64_t multiplier) {
    uint32_t most = 0;
    for (uint32_t j = 0; j < p->at.n; j++)
        if (degree_of(p->at.at[j].key) > most) most = degree_of(p->at.at[j].key);
    return most + degree_of(multiplier) <= IDEAL_DEGREE;
}

static bool has_row(const struct ideal_matrix *m, uint32_t of, uint64_t multiplier) {
    for (uint32_t i = 0; i < m->rows.n; i++)
        if (m->rows.at[i].of == of && m->rows.at[i].multiplier == multiplier) return true;
    return false;
}

/* Breadth first: columns that a row adds are looked at in their turn. */
static void choose_rows(struct ideal_matrix *m) {
    for (uint32_t c = 0; c < m->columns.n && m->columns.n < MAX_COLUMNS; c++)
        for (uint32_t of = 0; of < m->n_known; of++)
            for (uint32_t i = 0; i < m->known[of].at.n && m->rows.n < MAX_ROWS; i++) {
                uint64_t q;
                if (!is_leading(&m->known[of], i) ||
                    !quotient(m->columns.at[c], m->known[of].at.at[i].key, &q) || !fits(&m->known[of], q) ||
                    has_row(m, of, q))
                    continue;
                VEC_PUSH(&m->rows, (struct ideal_row){of, q});
                add_columns(m, &m->known[of], q);
            }
}

static uint32_t valuation(uint64_t x) {
    uint32_t k = 0;
    if (!x) return 64;
    while (!(x & 1)) x >>= 1, k++;
    return k;
}

/* to -= factor * from */
static void subtract(const struct ideal_matrix *m, uint64_t *to, const uint64_t *from, uint64_t factor) {
    uint32_t n = m->columns.n + m->rows.n;
    for (uint32_t j = 0; factor && j < n; j++) to[j] = (to[j] - factor * from[j]) & m->r->mask;
}

static void fill(struct ideal_matrix *m, const struct ideal_polynomial *goal) {
    uint32_t n = m->columns.n + m->rows.n;
    m->at = mem_zero((size_t)(m->rows.n + 1) * n, sizeof *m->at);
    m->goal = m->at + (size_t)m->rows.n * n;
    for (uint32_t i = 0; i < m->rows.n; i++) {
        const struct ideal_polynomial *p = &m->known[m->rows.at[i].of];
        for (uint32_t j = 0; j < p->at.n; j++)
            m->at[(size_t)i * n + column_of(m, times(m->r, p->at.at[j].key, m->rows.at[i].multiplier))] +=
                p->at.at[j].coefficient;
        m->at[(size_t)i * n + m->columns.n + i] = 1;
    }
    for (uint32_t j = 0; j < goal->at.n; j++)
        m->goal[column_of(m, goal->at.at[j].key)] += goal->at.at[j].coefficient;
}

/* Clears the goal as far as the rows can; true if nothing is left of it. */
static bool eliminate(struct ideal_matrix *m) {
    uint32_t n = m->columns.n + m->rows.n;
    for (uint32_t rank = 0; rank < m->rows.n; rank++) {
        uint32_t best = 64, row = 0, column = 0;
        for (uint32_t i = rank; i < m->rows.n && best; i++)
            for (uint32_t j = 0; j < m->columns.n && best; j++) {
                uint32_t k = valuation(m->at[(size_t)i * n + j]);
                if (k < best) best = k, row = i, column = j;
            }
        if (best == 64) break;
        uint64_t *top = m->at + (size_t)rank * n, *chosen = m->at + (size_t)row * n;
        for (uint32_t j = 0; j < n && row != rank; j++) {
            uint64_t t = top[j];
            top[j] = chosen[j];
            chosen[j] = t;
        }
        uint64_t unit = bits_inverse64(top[column] >> best);
        for (uint32_t j = 0; j < n; j++) top[j] = top[j] * unit & m->r->mask;
        for (uint32_t i = rank + 1; i < m->rows.n; i++)
            subtract(m, m->at + (size_t)i * n, top, m->at[(size_t)i * n + column] >> best);
        if (valuation(m->goal[column]) < best) return false;
        subtract(m, m->goal, top, m->goal[column] >> best);
    }
    for (uint32_t j = 0; j < m->columns.n; j++)
        if (m->goal[j]) return false;
    return true;
}

/* The goal has become 0 - the combination: its last entries are minus the coefficients. */
static void report(const struct ideal_matrix *m, const uint32_t *number, ideal_combination *how) {
    for (uint32_t i = 0; i < m->rows.n; i++) {
        uint64_t c = (0 - m->goal[m->columns.n + i]) & m->r->mask;
        if (!c) continue;
        struct ideal_summand s = {.of = number[m->rows.at[i].of], .coefficient = c};
        for (; s.n < degree_of(m->rows.at[i].multiplier); s.n++)
            s.factor[s.n] = m->r->atoms.at[factor_at(m->rows.at[i].multiplier, s.n) - 1];
        VEC_PUSH(how, s);
    }
}

bool ideal_contains(const ideal_equations *known, struct ideal_equation goal, ideal_combination *how) {
    struct ideal_ring r = {.width = term_width(goal.a)};
    assert(r.width <= 64);
    r.mask = r.width == 64 ? UINT64_MAX : (UINT64_C(1) << r.width) - 1;
    struct ideal_polynomial g = {0}, p[MAX_EQUATIONS];
    uint32_t number[MAX_EQUATIONS];
    struct ideal_matrix m = {.r = &r, .known = p};
    difference(&r, &g, goal);
    bool too_large = r.failed;
    for (uint32_t i = 0; i < known->n && m.n_known < MAX_EQUATIONS && !too_large; i++) {
        if (term_width(known->at[i].a) != r.width) continue;
        p[m.n_known] = (struct ideal_polynomial){0};
        difference(&r, &p[m.n_known], known->at[i]);
        number[m.n_known] = i;
        /* One equation that is too large is no reason to give up. */
        if (r.failed || !p[m.n_known].at.n) VEC_RELEASE(&p[m.n_known].at);
        else m.n_known++;
        if (r.atoms.n <= MAX_ATOMS) r.failed = false;
    }
    too_large |= r.failed;
    bool found = !too_large;
    if (found) {
        add_columns(&m, &g, 0);
        choose_rows(&m);
        fill(&m, &g);
        found = !r.failed && eliminate(&m);
        if (found && how) report(&m, number, how);
        free(m.at);
    }
    for (uint32_t i = 0; i < m.n_known; i++) VEC_RELEASE(&p[i].at);
    VEC_RELEASE(&g.at);
    VEC_RELEASE(&m.columns);
    VEC_RELEASE(&m.rows);
    VEC_RELEASE(&r.atoms);
    return found;
}

/* ---- what literals say ---- */

/* Equations of one width, each with a literal that says so, or TERM_NONE if it holds always. */
struct ideal_reader {
    const term_vec *literals;
    ideal_equations known;
    term_vec because;
    uint32_t width;
};

static bool is_word(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

static void push_equation(struct ideal_reader *r, term a, term b, term because) {
    assert(term_width(a) == r->width && term_width(b) == r->width);
    VEC_PUSH(&r->known, (struct ideal_equation){a, b});
    VEC_PUSH(&r->because, because);
}

/* Equations narrower than the width are taken at it, extended in both ways; of wider ones, the low
 * bits. */
static void add_equation(struct ideal_reader *r, term a, term b, term because) {
    if (!is_word(a)) return;
    uint32_t w = r->width;
    if (term_width(a) > w) {
        push_equation(r, term_extract(a, w - 1, 0), term_extract(b, w - 1, 0), because);
        return;
    }
    push_equation(r, term_zext(a, w), term_zext(b, w), because);
    if (term_width(a) < w) push_equation(r, term_sext(a, w), term_sext(b, w), because);
}

static void add_literal(struct ideal_reader *r, term literal, term because) {
    bool negated = term_op_of(literal) == OP_NOT;
    term t = negated ? term_arg(literal, 0) : literal;
    if (term_op_of(t) != OP_EQ || !is_word(term_arg(t, 0))) return;
    term a = term_arg(t, 0), b = term_arg(t, 1);
    if (!negated) add_equation(r, a, b, because);
    else if (term_width(a) == 1) add_equation(r, a, term_bv_not(b), because); /* one bit or the other */
}

/* The only disjunct that the literals leave, and why; TERM_NONE if they leave more. */
static term last_disjunct(const term_vec *literals, term clause, term *because) {
    term left = TERM_NONE;
    *because = clause;
    for (uint32_t i = 0; i < term_arity(clause); i++) {
        term not = term_not(term_arg(clause, i));
        if (terms_include(literals, not)) *because = term_and(*because, not);
        else if (left != TERM_NONE) return TERM_NONE;
        else left = term_arg(clause, i);
    }
    return left;
}

/* Are the conjuncts of t among the literals? */
static bool is_given(const term_vec *literals, term t) {
    term_vec parts = {0};
    bool all = true;
    term_conjuncts(t, &parts);
    for (uint32_t i = 0; i < parts.n && all; i++) all = terms_include(literals, parts.at[i]);
    VEC_RELEASE(&parts);
    return all;
}

/* A choice is what its condition chooses. */
static void add_choice(struct ideal_reader *r, term t) {
    term condition = term_arg(t, 0);
    if (is_given(r->literals, condition)) add_equation(r, t, term_arg(t, 1), condition);
    else if (is_given(r->literals, term_not(condition)))
        add_equation(r, t, term_arg(t, 2), term_not(condition));
}

/* x = y * (x / y) + x % y, also for y = 0; x = 2^k * (x >> k) + the last k bits. */
static void add_meaning(struct ideal_reader *r, term t) {
    uint32_t width = r->width;
    enum term_op op = term_op_of(t);
    if (op == OP_ITE && is_word(t)) add_choice(r, t);
    if (!is_word(t) || term_width(t) != width) return;
    term x = term_arity(t) ? term_arg(t, 0) : TERM_NONE;
    uint32_t k = 0;
    if (op == OP_BV_UDIV || op == OP_BV_SDIV) {
        term y = term_arg(t, 1);
        term rest = op == OP_BV_UDIV ? term_bv_urem(x, y) : term_bv_srem(x, y);
        push_equation(r, x, term_bv_add(term_bv_mul(y, t), rest), TERM_NONE);
    } else if ((op == OP_BV_LSHR || op == OP_BV_ASHR) && term_is_const(term_arg(t, 1)) &&
               term_value(term_arg(t, 1)).lo < width) {
        k = (uint32_t)term_value(term_arg(t, 1)).lo;
    } else if ((op == OP_BV_ZEXT || op == OP_BV_SEXT) && term_op_of(x) == OP_BV_EXTRACT &&
               term_width(term_arg(x, 0)) == width && term_param(x, 0) == width - 1) {
        k = term_param(x, 1);
        x = term_arg(x, 0);
    }
    if (!k) return;
    term low = term_zext(term_extract(x, k - 1, 0), width);
    term high = term_bv_mul(term_bv(width, UINT64_C(1) << k), t);
    push_equation(r, x, term_bv_add(high, low), TERM_NONE);
}

/* Of the terms in the goal and in what is known; then of those that these meanings bring. */
static void read_meanings(struct ideal_reader *r, struct ideal_equation goal) {
    struct int_map seen = {0};
    term_vec subterms = {0};
    term_subterms_unseen(goal.a, &seen, &subterms);
    term_subterms_unseen(goal.b, &seen, &subterms);
    for (uint32_t i = 0, done = 0; i < r->known.n || done < subterms.n;) {
        for (; i < r->known.n; i++) {
            term_subterms_unseen(r->known.at[i].a, &seen, &subterms);
            term_subterms_unseen(r->known.at[i].b, &seen, &subterms);
        }
        for (; done < subterms.n; done++)
            if (r->known.n < MAX_READ) add_meaning(r, subterms.at[done]);
    }
    int_map_release(&seen);
    VEC_RELEASE(&subterms);
}

/* The equations of the goal's width that follow from single literals, from other widths, from
 * clauses with one part left, and from the meaning of quotients, shifts and choices. */
static void read_literals(struct ideal_reader *r, struct ideal_equation goal) {
    r->width = term_width(goal.a);
    for (uint32_t i = 0; i < r->literals->n && r->known.n < MAX_READ; i++) {
        term t = r->literals->at[i], because = t;
        if (term_op_of(t) == OP_OR) t = last_disjunct(r->literals, t, &because);
        if (t != TERM_NONE) add_literal(r, t, because);
    }
    read_meanings(r, goal);
}

bool ideal_implies(const term_vec *literals, struct ideal_equation goal, term_vec *needed) {
    struct ideal_reader r = {.literals = literals};
    ideal_combination how = {0};
    read_literals(&r, goal);
    bool found = ideal_contains(&r.known, goal, &how);
    for (uint32_t i = 0; i < how.n && needed; i++)
        if (r.because.at[how.at[i].of] != TERM_NONE) terms_add_once(needed, r.because.at[how.at[i].of]);
    VEC_RELEASE(&how);
    VEC_RELEASE(&r.known);
    VEC_RELEASE(&r.because);
    return found;
}

static bool is_denied(term literal) {
    return term_op_of(literal) == OP_NOT && term_op_of(term_arg(literal, 0)) == OP_EQ &&
           is_word(term_arg(term_arg(literal, 0), 0));
}

static bool refuted_at(const term_vec *literals, term denied) {
    term e = term_arg(denied, 0);
    return ideal_implies(literals, (struct ideal_equation){term_arg(e, 0), term_arg(e, 1)}, NULL);
}

/* One of the denied equations follows. */
static bool refuted_flat(const term_vec *literals) {
    enum { MAX_GOALS = 8 };
    uint32_t goals = 0;
    /* What is asked comes last. */
    for (uint32_t i = literals->n; i-- > 0 && goals < MAX_GOALS;)
        if (is_denied(literals->at[i]) && goals++ < MAX_GOALS && refuted_at(literals, literals->at[i]))
            return true;
    return false;
}

/* Each disjunct denies an equation: one of several facts fails after a step. */
static bool is_split(term t) {
    bool all = term_op_of(t) == OP_OR && term_arity(t) <= MAX_DISJUNCTS;
    for (uint32_t i = 0; i < term_arity(t) && all; i++) {
        term_vec parts = {0};
        term_conjuncts(term_arg(t, i), &parts);
        bool some = false;
        for (uint32_t j = 0; j < parts.n && !some; j++) some = is_denied(parts.at[j]);
        VEC_RELEASE(&parts);
        all = some;
    }
    return all;
}

static bool refuted_split(term_vec *literals, term clause) {
    uint32_t n = literals->n;
    bool all = true;
    for (uint32_t i = 0; i < term_arity(clause) && all; i++) {
        term_conjuncts(term_arg(clause, i), literals);
        all = refuted_flat(literals);
        literals->n = n;
    }
    return all;
}

bool ideal_refutes(const term_vec *given) {
    term_vec literals = {0};
    for (uint32_t i = 0; i < given->n; i++) term_conjuncts(given->at[i], &literals);
    bool found = refuted_flat(&literals);
    for (uint32_t i = literals.n; i-- > 0 && !found;)
        if (is_split(literals.at[i])) found = refuted_split(&literals, literals.at[i]);
    VEC_RELEASE(&literals);
    return found;
}
