/* Identities of floats against values: random expressions are built twice, as terms over variables,
 * which the rules rewrite, and on constants, which are only folded. Both must have one value. The
 * formats are small enough for all special cases to occur, or the host's. */
#include "fixture.h"

#include "util/rng.h"

enum { MODELS = 24, TERMS = 40, PROGRAMS = 4000 };

static struct rng rng = {4242};

/* A term, and its value in each model as a constant; TERM_NONE where it has none. */
struct sample {
    term t, value[MODELS];
};

struct pool {
    sort small, wide;
    struct model model[MODELS];
    struct sample at[TERMS];
    uint32_t n;
};

/* Zeros, infinities, powers of two and numbers near them more often than chance would give them. */
static term random_constant(sort s) {
    uint32_t width = sort_width(s);
    uint64_t mask = width == 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1, bits = rng_next(&rng) & mask;
    if (sort_kind_of(s) == SORT_BV) return term_bv(width, rng_below(&rng, 2) ? bits : rng_below(&rng, 3));
    uint32_t fraction = sort_significand(s) - 1;
    if (rng_below(&rng, 2)) bits &= ~(((uint64_t)1 << fraction) - 1);
    if (rng_below(&rng, 3) == 0) bits &= (uint64_t)1 << (width - 1) | 1;
    if (rng_below(&rng, 4) == 0)
        bits = ((((uint64_t)1 << (sort_exponent(s) - 1)) - 1) << fraction) + rng_below(&rng, 2);
    if (rng_below(&rng, 4) == 0) bits ^= (uint64_t)1 << (width - 1);
    return term_fp_convert(OP_FP_FROM_BITS, term_bv(width, bits), s);
}

static struct sample *fresh(struct pool *p) {
    assert_true(p->n < TERMS);
    return &p->at[p->n++];
}

static void add_variable(struct pool *p, const char *name, sort s) {
    struct sample *x = fresh(p);
    x->t = term_var(name, s);
    for (uint32_t i = 0; i < MODELS; i++) {
        x->value[i] = random_constant(s);
        model_set(&p->model[i], x->t, term_value(x->value[i]));
    }
}

static void add_constant(struct pool *p, sort s) {
    struct sample *x = fresh(p);
    x->t = random_constant(s);
    for (uint32_t i = 0; i < MODELS; i++) x->value[i] = x->t;
}

static const struct sample *any(const struct pool *p, sort s) {
    for (;;) {
        const struct sample *x = &p->at[rng_below(&rng, p->n)];
        if (term_sort(x->t) == s) return x;
    }
}

static term converted(enum term_op op, term a, sort to) { return a ? term_fp_convert(op, a, to) : TERM_NONE; }

static void add_conversion(struct pool *p) {
    static const enum term_op ops[] = {OP_FP_FROM_FP, OP_FP_FROM_SBV, OP_FP_FROM_UBV, OP_FP_TO_SBV,
                                       OP_FP_TO_UBV};
    enum term_op op = ops[rng_below(&rng, 5)];
    bool to_integer = op >= OP_FP_TO_SBV, from_integer = op == OP_FP_FROM_SBV || op == OP_FP_FROM_UBV;
    sort f = rng_below(&rng, 2) ? p->small : p->wide, g = rng_below(&rng, 2) ? p->small : p->wide;
    sort i = sort_bv(rng_below(&rng, 2) ? 3 : 5), from = from_integer ? i : f, to = to_integer ? i : g;
    const struct sample *a = any(p, from);
    struct sample *x = fresh(p);
    x->t = term_fp_convert(op, a->t, to);
    for (uint32_t k = 0; k < MODELS; k++) {
        term v = converted(op, a->value[k], to);
        x->value[k] = v && term_is_const(v) ? v : TERM_NONE; /* out of range: any value */
    }
}

static void add_operation(struct pool *p) {
    static const enum term_op ops[] = {OP_FP_ADD, OP_FP_SUB,  OP_FP_MUL,  OP_FP_DIV, OP_FP_NEG, OP_FP_NEG,
                                       OP_FP_ABS, OP_FP_SQRT, OP_FP_RINT, OP_FP_MIN, OP_FP_MAX};
    enum term_op op = ops[rng_below(&rng, sizeof ops / sizeof *ops)];
    sort s = rng_below(&rng, 2) ? p->small : p->wide;
    const struct sample *a = any(p, s), *b = any(p, s);
    bool binary = op <= OP_FP_DIV || op == OP_FP_MIN || op == OP_FP_MAX;
    struct sample *x = fresh(p);
    x->t = term_fp(op, a->t, binary ? b->t : TERM_NONE, TERM_NONE);
    for (uint32_t k = 0; k < MODELS; k++) {
        bool known = a->value[k] && b->value[k];
        term v = known ? term_fp(op, a->value[k], binary ? b->value[k] : TERM_NONE, TERM_NONE) : TERM_NONE;
        /* the greater of two zeros is either */
        x->value[k] = v && term_is_const(v) ? v : TERM_NONE;
    }
}

static void add_choice(struct pool *p) {
    sort s = rng_below(&rng, 2) ? p->small : p->wide;
    const struct sample *a = any(p, s), *b = any(p, s), *c = any(p, p->small), *d = any(p, p->small);
    struct sample *x = fresh(p);
    x->t = term_ite(term_fp(OP_FP_LT, c->t, d->t, TERM_NONE), a->t, b->t);
    for (uint32_t k = 0; k < MODELS; k++)
        x->value[k] =
            a->value[k] && b->value[k] && c->value[k] && d->value[k]
                ? term_ite(term_fp(OP_FP_LT, c->value[k], d->value[k], TERM_NONE), a->value[k], b->value[k])
                : TERM_NONE;
}

static void same(struct pool *p, term t, const term *expected) {
    for (uint32_t k = 0; k < MODELS; k++) {
        if (!expected[k]) continue;
        value v = term_eval(&p->model[k], t);
        assert_true(term_is_const(expected[k]));
        if (!value_same(v, term_value(expected[k]))) {
            char *text = term_text(t);

            print_error("%s is %llx instead of %llx\n", text, (unsigned long long)v.lo,
                        (unsigned long long)term_value(expected[k]).lo);
            free(text);
            fail();
        }
    }
}

/* Every predicate of two numbers of the pool. */
static void check_predicates(struct pool *p) {
    sort s = rng_below(&rng, 2) ? p->small : p->wide;
    const struct sample *a = any(p, s), *b = any(p, s);
    for (enum term_op op = OP_FP_LT; op <= OP_FP_IS_NEG; op++) {
        bool binary = op <= OP_FP_EQ;
        term value[MODELS];
        for (uint32_t k = 0; k < MODELS; k++)
            value[k] = a->value[k] && b->value[k]
                           ? term_fp(op, a->value[k], binary ? b->value[k] : TERM_NONE, TERM_NONE)
                           : TERM_NONE;
        same(p, term_fp(op, a->t, binary ? b->t : TERM_NONE, TERM_NONE), value);
    }
}

/* The sign of the bits, and comparisons with constants, which have rules of their own. */
static void check_constants(struct pool *p) {
    sort s = rng_below(&rng, 2) ? p->small : p->wide, bits = sort_bv(sort_width(s));
    const struct sample *a = any(p, s);
    enum term_op op = OP_FP_LT + rng_below(&rng, 3);
    term c = random_constant(s), zero = term_bv(sort_width(s), 0), sign[MODELS], left[MODELS], right[MODELS];
    for (uint32_t k = 0; k < MODELS; k++) {
        term v = a->value[k];
        sign[k] = v ? term_slt(term_fp_convert(OP_FP_TO_BITS, v, bits), zero) : TERM_NONE;
        left[k] = v ? term_fp(op, v, c, TERM_NONE) : TERM_NONE;
        right[k] = v ? term_fp(op, c, v, TERM_NONE) : TERM_NONE;
    }
    same(p, term_slt(term_fp_convert(OP_FP_TO_BITS, a->t, bits), zero), sign);
    same(p, term_fp(op, a->t, c, TERM_NONE), left);
    same(p, term_fp(op, c, a->t, TERM_NONE), right);
}

static void run(sort small, sort wide) {
    struct pool p = {.small = small, .wide = wide};
    add_variable(&p, "x", small);
    add_variable(&p, "y", small);
    add_variable(&p, "z", wide);
    add_variable(&p, "i", sort_bv(3));
    add_variable(&p, "j", sort_bv(5));
    for (int i = 0; i < 3; i++) add_constant(&p, i ? small : wide);
    while (p.n < TERMS) {
        uint32_t kind = rng_below(&rng, 8);
        kind < 2 ? add_conversion(&p) : kind < 3 ? add_choice(&p) : add_operation(&p);
        same(&p, p.at[p.n - 1].t, p.at[p.n - 1].value);
        check_predicates(&p);
        check_constants(&p);
    }
    for (uint32_t k = 0; k < MODELS; k++) model_release(&p.model[k]);
}

static void test_small(void **state) {
    (void)state;
    for (int i = 0; i < PROGRAMS / 40; i++) run(sort_float(3, 3), sort_float(4, 5));
}

static void test_host(void **state) {
    (void)state;
    for (int i = 0; i < PROGRAMS / 100; i++) run(sort_float(8, 24), sort_float(11, 53));
}

/* The rules apply: what is left of some comparisons. */
static void test_rules(void **state) {
    (void)state;
    sort f = sort_float(8, 24), d = sort_float(11, 53);
    term x = term_var("x", f), i = term_var("i", sort_bv(16)), none = TERM_NONE;
    term wide = term_fp_convert(OP_FP_FROM_FP, x, d), one = random_constant(f);
    one = term_float_bits(f, value_of(0x3f800000));
    assert_term(term_fp(OP_FP_MUL, x, one, none), x);
    assert_term(term_fp(OP_FP_DIV, x, one, none), x);
    assert_term(term_fp_convert(OP_FP_FROM_FP, wide, f), x);
    assert_term(
        term_fp(OP_FP_LT, x, term_fp(OP_FP_ABS, x, none, none), none),
        term_and(term_fp(OP_FP_IS_NEG, x, none, none), term_not(term_fp(OP_FP_IS_ZERO, x, none, none))));
    term number = term_fp_convert(OP_FP_FROM_SBV, i, f);
    assert_term(term_fp(OP_FP_IS_NAN, number, none, none), term_false());
    assert_term(term_fp_convert(OP_FP_TO_SBV, number, sort_bv(32)), term_sext(i, 32));
    assert_term(term_fp(OP_FP_EQ, wide, term_float_bits(d, value_of(0x3fb999999999999a)), none),
                term_false());
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(test_small), TEST(test_host), TEST(test_rules)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
