/* Random sessions. Terms grow from a pool: each new one applies a random operator to members. */
#include "session.h"

enum { POOL_LIMIT = 60 };

struct pool {
    struct rng *r;
    enum theory theory;
    uint32_t widths[3];
    term_vec bits; /* bit-vector terms of any of the widths */
    term_vec bools, arrays, floats, ints;
    term_vec activations;
};

static uint32_t below(struct pool *p, uint32_t n) { return rng_below(p->r, n); }

static term pick(struct pool *p, const term_vec *v) { return v->at[below(p, v->n)]; }

/* A function, because VEC_PUSH evaluates its argument in the middle of pushing. */
static void add(term_vec *v, term t) { VEC_PUSH(v, t); }

/* A bit-vector of the width; interesting constants one time in four. */
static term pick_bits(struct pool *p, uint32_t width) {
    if (below(p, 4) == 0) {
        uint64_t choice[] = {
            0, 1, 2, 3, UINT64_MAX, UINT64_MAX - 1, UINT64_C(1) << (width - 1), rng_next(p->r)};
        return term_bv(width,
                       width < 64 ? choice[below(p, 8)] & ((UINT64_C(1) << width) - 1) : choice[below(p, 8)]);
    }
    for (int tries = 0; tries < 30; tries++) {
        term t = pick(p, &p->bits);
        if (term_width(t) == width) return t;
    }
    term t = pick(p, &p->bits);
    if (term_width(t) > width) return term_extract(t, width - 1, 0);
    if (term_width(t) == width) return t;
    return below(p, 2) ? term_zext(t, width) : term_sext(t, width);
}

static term random_arithmetic(struct pool *p, uint32_t w) {
    term a = pick_bits(p, w), b = pick_bits(p, w);
    bool narrow =
        w <= 7 || (w <= 12 && below(p, 4) == 0); /* wide products and quotients are hard for everybody */
    if (!narrow) b = term_is_const(b) || w > 24 ? term_bv(w, 1 + below(p, w < 5 ? 2 : 20)) : b;
    switch (below(p, narrow || term_is_const(b) ? 9 : 4)) {
    case 0: return term_bv_add(a, pick_bits(p, w));
    case 1: return term_bv_sub(a, pick_bits(p, w));
    case 2: return term_bv_neg(a);
    case 3: return term_bv_add(a, b);
    case 4: return term_bv_mul(a, b);
    case 5: return term_bv_udiv(a, b);
    case 6: return term_bv_urem(a, b);
    case 7: return term_bv_sdiv(a, b);
    default: return term_bv_srem(a, b);
    }
}

static term random_bitwise(struct pool *p, uint32_t w) {
    term a = pick_bits(p, w), b = pick_bits(p, w);
    if (below(p, 2))
        b = term_bv_urem(b, term_bv(w, w < 64 ? (UINT64_C(1) << (w / 2)) : 64)); /* smaller shifts */
    switch (below(p, 7)) {
    case 0: return term_bv_and(a, b);
    case 1: return term_bv_or(a, b);
    case 2: return term_bv_xor(a, b);
    case 3: return term_bv_not(a);
    case 4: return term_bv_shl(a, b);
    case 5: return term_bv_lshr(a, b);
    default: return term_bv_ashr(a, b);
    }
}

static term random_structure(struct pool *p, uint32_t w) {
    term a = pick(p, &p->bits);
    uint32_t n = term_width(a), low = below(p, n);
    switch (below(p, 5)) {
    case 0: return term_extract(a, low + below(p, n - low), low);
    case 1: return n + w <= 64 ? term_concat(a, pick_bits(p, w)) : a;
    case 2: return n < 64 ? term_zext(a, n + 1 + below(p, 64 - n)) : a;
    case 3: return n < 64 ? term_sext(a, n + 1 + below(p, 64 - n)) : a;
    default: return term_ite(pick(p, &p->bools), pick_bits(p, w), pick_bits(p, w));
    }
}

static term random_comparison(struct pool *p) {
    uint32_t w = term_width(pick(p, &p->bits));
    term a = pick_bits(p, w), b = pick_bits(p, w);
    switch (below(p, 6)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(a, b);
    case 2: return term_slt(a, b);
    case 3: return term_sle(a, b);
    default: return term_eq(a, b);
    }
}

static term random_bool(struct pool *p) {
    term a = pick(p, &p->bools), b = pick(p, &p->bools);
    switch (below(p, 6)) {
    case 0: return term_not(a);
    case 1: return term_and(a, b);
    case 2: return term_or(a, b);
    case 3: return term_eq(a, b);
    case 4: return term_ite(pick(p, &p->bools), a, b);
    default: return random_comparison(p);
    }
}

static void grow_arrays(struct pool *p) {
    uint32_t w = p->widths[0], e = p->widths[1];
    term a = pick(p, &p->arrays), i = pick_bits(p, w);
    switch (below(p, 6)) {
    case 0: add(&p->arrays, term_store(a, i, pick_bits(p, e))); return;
    case 1: add(&p->arrays, term_ite(pick(p, &p->bools), a, pick(p, &p->arrays))); return;
    case 2:
        if (below(p, 8) == 0) add(&p->bools, term_eq(a, pick(p, &p->arrays)));
        return;
    default: add(&p->bits, term_select(a, i)); return;
    }
}

static void grow_floats(struct pool *p) {
    static const enum term_op arithmetic[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL,  OP_FP_DIV,
                                              OP_FP_NEG, OP_FP_ABS, OP_FP_RINT, OP_FP_SQRT};
    static const enum term_op predicates[] = {OP_FP_LT,        OP_FP_LE,           OP_FP_EQ,
                                              OP_FP_IS_NAN,    OP_FP_IS_INF,       OP_FP_IS_ZERO,
                                              OP_FP_IS_NORMAL, OP_FP_IS_SUBNORMAL, OP_FP_IS_NEG};
    term a = pick(p, &p->floats), b = pick(p, &p->floats);
    sort f = term_sort(a);
    enum term_op op = arithmetic[below(p, 8)], test = predicates[below(p, 9)];
    bool binary = op == OP_FP_ADD || op == OP_FP_SUB || op == OP_FP_MUL || op == OP_FP_DIV;
    bool two = test == OP_FP_LT || test == OP_FP_LE || test == OP_FP_EQ;
    switch (below(p, 10)) {
    case 0: add(&p->floats, term_fp(op, a, binary ? b : TERM_NONE, TERM_NONE)); return;
    case 8: add(&p->floats, term_fp(below(p, 2) ? OP_FP_MIN : OP_FP_MAX, a, b, TERM_NONE)); return;
    case 9: add(&p->floats, term_ite(pick(p, &p->bools), a, b)); return;
    case 1: add(&p->floats, term_fp_convert(OP_FP_FROM_BITS, pick_bits(p, sort_width(f)), f)); return;
    case 2:
        add(&p->floats, term_fp_convert(below(p, 2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, pick_bits(p, 8), f));
        return;
    case 3: add(&p->bits, term_fp_convert(OP_FP_TO_BITS, a, sort_bv(sort_width(f)))); return;
    case 4: add(&p->bits, term_fp_convert(below(p, 2) ? OP_FP_TO_SBV : OP_FP_TO_UBV, a, sort_bv(8))); return;
    case 5: add(&p->bools, term_eq(a, b)); return;
    default: add(&p->bools, term_fp(test, a, two ? b : TERM_NONE, TERM_NONE)); return;
    }
}

static void grow_ints(struct pool *p) {
    term a = pick(p, &p->ints), b = pick(p, &p->ints), c = term_int((int64_t)below(p, 9) - 4);
    switch (below(p, 9)) {
    case 0: add(&p->ints, term_int_add(a, b)); return;
    case 1: add(&p->ints, term_int_sub(a, b)); return;
    case 2: add(&p->ints, term_int_mul(a, c)); return;
    case 3: add(&p->ints, term_int_div(a, term_int((int64_t)below(p, 9) - 4))); return;
    case 4: add(&p->ints, term_int_mod(a, below(p, 4) ? c : b)); return;
    case 5: add(&p->ints, term_ite(pick(p, &p->bools), a, c)); return;
    case 6: add(&p->bools, term_int_lt(a, b)); return;
    case 7: add(&p->bools, term_int_le(a, b)); return;
    default: add(&p->bools, term_eq(a, c)); return;
    }
}

static void grow(struct pool *p) {
    uint32_t w = p->widths[below(p, 3)];
    if (p->theory == THEORY_ARRAY && below(p, 3) == 0) grow_arrays(p);
    if (p->theory == THEORY_FLOAT && below(p, 2)) grow_floats(p);
    if (p->theory == THEORY_INT && below(p, 2)) grow_ints(p);
    switch (below(p, 6)) {
    case 0: add(&p->bits, random_arithmetic(p, w)); return;
    case 1: add(&p->bits, random_bitwise(p, w)); return;
    case 2: add(&p->bits, random_structure(p, w)); return;
    default: add(&p->bools, random_bool(p)); return;
    }
}

static uint32_t random_width(struct pool *p) {
    return below(p, 3)   ? 1 + below(p, 8)
           : below(p, 2) ? 1 + below(p, 64)
                         : (uint32_t[]){8, 16, 32, 64}[below(p, 4)];
}

static void add_vars(term_vec *v, const char *prefix, sort s, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(v, term_fresh(prefix, s));
}

/* Mostly small: products and quotients of doubles are hard for everybody. */
static sort random_format(struct pool *p) {
    static const uint32_t formats[][2] = {{3, 4}, {3, 4}, {5, 11}, {4, 6}, {8, 24}, {11, 53}};
    uint32_t i = below(p, 6);
    return sort_float(formats[i][0], formats[i][1]);
}

static void fill(struct pool *p) {
    for (int i = 0; i < 3; i++) {
        p->widths[i] = random_width(p);
        add_vars(&p->bits, "x", sort_bv(p->widths[i]), 1 + below(p, 3));
    }
    add_vars(&p->bools, "b", sort_bool(), 2);
    add_vars(&p->activations, "a", sort_bool(), 4);
    if (p->theory == THEORY_ARRAY) {
        sort s = sort_array(sort_bv(p->widths[0]), sort_bv(p->widths[1]));
        add_vars(&p->arrays, "m", s, 2);
        add(&p->arrays, term_const_array(s, pick_bits(p, p->widths[1])));
    }
    if (p->theory == THEORY_FLOAT) add_vars(&p->floats, "f", random_format(p), 3);
    if (p->theory == THEORY_INT) add_vars(&p->ints, "n", sort_int(), 3);
}

static struct step random_check(struct pool *p) {
    struct step s = {.kind = STEP_CHECK};
    for (uint32_t i = 0; i < p->activations.n; i++)
        if (below(p, 2)) VEC_PUSH(&s.terms, p->activations.at[i]);
    for (uint32_t i = below(p, 5); i > 0; i--) {
        term t = pick(p, &p->bools);
        VEC_PUSH(&s.terms, below(p, 2) ? t : term_not(t));
    }
    return s;
}

static term random_clause(struct pool *p) {
    term t = term_false();
    for (uint32_t i = 1 + below(p, 4); i > 0; i--) {
        term x = pick(p, &p->bools);
        t = term_or(t, below(p, 2) ? x : term_not(x));
    }
    return t;
}

static struct step random_step(struct pool *p) {
    struct step s = {.kind = STEP_ASSERT};
    uint32_t choice = below(p, 20);
    if (choice < 10) return random_check(p);
    if (choice == 10) {
        uint32_t i = below(p, p->activations.n);
        s.kind = STEP_RETIRE;
        s.activation = p->activations.at[i];
        p->activations.at[i] = term_fresh("a", sort_bool());
        return s;
    }
    if (choice < 18) {
        s.kind = STEP_ASSERT_IF;
        s.activation = pick(p, &p->activations);
    }
    VEC_PUSH(&s.terms, random_clause(p));
    return s;
}

session session_random(struct rng *r, enum theory theory) {
    struct pool p = {.r = r, .theory = theory};
    session s = {0};
    fill(&p);
    for (uint32_t i = 10 + below(&p, 30); i > 0; i--) {
        for (uint32_t k = below(&p, 4); k > 0; k--)
            if (p.bits.n + p.bools.n < POOL_LIMIT) grow(&p);
        VEC_PUSH(&s, random_step(&p));
    }
    VEC_PUSH(&s, random_check(&p));
    term_vec *all[] = {&p.bits, &p.bools, &p.arrays, &p.floats, &p.ints, &p.activations};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) VEC_RELEASE(all[i]);
    return s;
}
