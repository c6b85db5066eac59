/* oracle_float COUNT SEED: every float operator of every supported format on COUNT operands, the
 * circuit against the evaluator.
 *
 * The circuit of an operator on variables is simulated on 64 operands at once. Operands are random
 * or where things go wrong: zeros, least and greatest subnormal and normal numbers, infinities,
 * NaN, neighbours of the other operand, numbers of few digits (halfway cases) and of near
 * exponents. A part of the operands goes through the solver as well: x = c & y = d & op(x,y) = z
 * must have one model, with the evaluator's z. */
#include <stdio.h>
#include <stdlib.h>

#include "smt/native/blast.h"
#include "smt/boxes/boxes.h"
#include "smt/solver.h"
#include "term/subst.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/rng.h"

enum { LANES = 64, SOLVED_SHARE = 256 }; /* one operand of so many goes through the solver */

static const uint32_t formats[][2] = {{8, 24}, {11, 53}, {5, 11}, {3, 4}, {15, 64}, {4, 20}};
enum { FORMATS = sizeof formats / sizeof *formats };

struct subject {
    term x, y, t; /* t: the operator applied to x and perhaps y */
    char name[64];
};

static struct {
    struct rng r;
    uint64_t operands, solved, wrong;
} run;

/* ---- operands ---- */

static value mask(value v, uint32_t width) {
    if (width <= 64) v.hi = 0;
    if (width < 64) v.lo &= (UINT64_C(1) << width) - 1;
    if (width > 64 && width < 128) v.hi &= (UINT64_C(1) << (width - 64)) - 1;
    return v;
}

static value shift_left(value v, uint32_t by) {
    for (; by; by--) v = (value){v.lo << 1, v.hi << 1 | v.lo >> 63};
    return v;
}

static value plus(value v, uint64_t n) {
    uint64_t lo = v.lo + n;
    return (value){lo, v.hi + (lo < n)};
}

static value minus_one(value v) { return (value){v.lo - 1, v.hi - (v.lo == 0)}; }
static value either(value a, value b) { return (value){a.lo | b.lo, a.hi | b.hi}; }

static value random_bits(uint32_t width) { return mask((value){rng_next(&run.r), rng_next(&run.r)}, width); }

/* Few ones, or few zeros, at random places. */
static value sparse_bits(uint32_t width) {
    value v = value_of(0);
    for (uint32_t n = rng_below(&run.r, 4); n && width; n--)
        v = either(v, shift_left(value_of(1), rng_below(&run.r, width)));
    if (rng_below(&run.r, 2)) v = (value){~v.lo, ~v.hi};
    return mask(v, width);
}

static value random_exponent(uint32_t exponent) {
    uint64_t top = (UINT64_C(1) << exponent) - 1, bias = top / 2;
    switch (rng_below(&run.r, 6)) {
    case 0: return value_of(rng_below(&run.r, 3));
    case 1: return value_of(top - rng_below(&run.r, 3));
    case 2:
    case 3: return mask(value_of(bias + rng_below(&run.r, 80) - 10), exponent);
    case 4: return mask(value_of(bias / 2 + rng_below(&run.r, 60)), exponent);
    default: return random_bits(exponent);
    }
}

static value random_float(sort s, value other) {
    uint32_t fraction = sort_significand(s) - 1, exponent = sort_exponent(s), width = sort_width(s);
    value v, sign = shift_left(value_of(rng_below(&run.r, 2)), width - 1);
    switch (rng_below(&run.r, 8)) {
    case 0: /* the other one, its neighbours, with any sign */
        v = rng_below(&run.r, 2) ? plus(other, rng_below(&run.r, 3)) : minus_one(other);
        v = mask(v, width - 1);
        break;
    case 1: /* the exponent near that of the other */
        v = plus(other, 0);
        v = mask(plus(v, shift_left(value_of(rng_below(&run.r, 5)), fraction).lo), width - 1);
        break;
    case 2: return term_value(term_float_bits(s, random_bits(width)));
    case 3:
    case 4: v = either(shift_left(random_exponent(exponent), fraction), random_bits(fraction)); break;
    default: v = either(shift_left(random_exponent(exponent), fraction), sparse_bits(fraction));
    }
    return term_value(term_float_bits(s, either(v, sign)));
}

static value random_operand(sort s, value other) {
    if (sort_kind_of(s) == SORT_FLOAT) return random_float(s, other);
    value v = rng_below(&run.r, 2) ? sparse_bits(sort_width(s)) : random_bits(sort_width(s));
    uint32_t cut = 1 + rng_below(&run.r, sort_width(s));
    return rng_below(&run.r, 2) ? v : mask(v, cut);
}

/* ---- simulation ---- */

static uint64_t *words; /* by gate */

static uint64_t word_of(edge e) { return edge_sign(e) ? ~words[edge_gate(e)] : words[edge_gate(e)]; }

static uint64_t gate_word(const struct gate *g) {
    uint64_t a = word_of(g->in[0]), b = word_of(g->in[1]);
    if (g->kind == GATE_AND) return a & b;
    if (g->kind == GATE_XOR) return a ^ b;
    uint64_t c = word_of(g->in[2]);
    return g->kind == GATE_ITE ? (a & b) | (~a & c) : (a & b) | (a & c) | (b & c);
}

static bool value_bit(value v, uint32_t i) { return ((i < 64 ? v.lo >> i : v.hi >> (i - 64)) & 1) != 0; }

static void set_inputs(term var, const value *lanes) {
    struct bits b;
    if (!blast_known(var)) return;
    blast_inputs(var, &b);
    for (uint32_t i = 0; i < b.n; i++) {
        words[edge_gate(b.at[i])] = 0;
        for (uint32_t k = 0; k < LANES; k++)
            words[edge_gate(b.at[i])] |= (uint64_t)value_bit(lanes[k], i) << k;
    }
}

static void simulate(void) {
    words[0] = 0;
    for (uint32_t i = 1; i < aig_gates(); i++)
        if (aig_gate(i)->kind != GATE_INPUT) words[i] = gate_word(aig_gate(i));
}

static value lane_value(const struct bits *b, uint32_t lane) {
    value v = value_of(0);
    for (uint32_t i = 0; i < b->n; i++)
        if (word_of(b->at[i]) >> lane & 1) *(i < 64 ? &v.lo : &v.hi) |= UINT64_C(1) << (i % 64);
    return v;
}

/* ---- comparison ---- */

static value expected(const struct subject *s, value x, value y) {
    struct model m = {0};
    model_set(&m, s->x, x);
    model_set(&m, s->y, y);
    value v = term_eval(&m, s->t);
    model_release(&m);
    return v;
}

static void complain(const struct subject *s, const char *how, value x, value y, value got, value want) {
    if (run.wrong++ > 20) return;
    printf("%s by %s: x %llx:%llx y %llx:%llx gives %llx:%llx, not %llx:%llx\n", s->name, how,
           (unsigned long long)x.hi, (unsigned long long)x.lo, (unsigned long long)y.hi,
           (unsigned long long)y.lo, (unsigned long long)got.hi, (unsigned long long)got.lo,
           (unsigned long long)want.hi, (unsigned long long)want.lo);
}

static void check_batch(const struct subject *s, const struct bits *out) {
    value x[LANES], y[LANES];
    for (uint32_t i = 0; i < LANES; i++) {
        y[i] = random_operand(term_sort(s->y), value_of(0));
        x[i] = random_operand(term_sort(s->x), y[i]);
    }
    set_inputs(s->x, x);
    set_inputs(s->y, y);
    simulate();
    for (uint32_t i = 0; i < LANES; i++) {
        value got = lane_value(out, i), want = expected(s, x[i], y[i]);
        if (!value_same(got, want)) complain(s, "simulation", x[i], y[i], got, want);
    }
    run.operands += LANES;
}

static void simulate_all(const struct subject *s, uint64_t count) {
    struct bits out;
    blast_acquire();
    if (!blast_supports(s->t)) {
        printf("%s is not supported\n", s->name);
        run.wrong++;
    } else {
        blast_bits(s->t, &out);
        words = calloc(aig_gates(), sizeof *words);
        for (uint64_t n = 0; n < count; n += LANES) check_batch(s, &out);
        free(words);
    }
    blast_release();
}

/* x = c & y = d & z = t has a model with the evaluator's z, and none with another z. */
static void solve_one(const struct subject *s, struct solver *solver, term z) {
    value y = random_operand(term_sort(s->y), value_of(0)), x = random_operand(term_sort(s->x), y);
    value want = expected(s, x, y);
    term c = sort_kind_of(term_sort(z)) == SORT_BOOL ? term_bool(want.lo) : term_const(term_sort(z), want);
    term given[] = {term_eq(s->x, term_const(term_sort(s->x), x)),
                    term_eq(s->y, term_const(term_sort(s->y), y)), term_eq(z, s->t), term_not(term_eq(z, c))};
    if (solver_check(solver, given, 3) != ANSWER_SAT) complain(s, "no model", x, y, value_of(0), want);
    else if (!value_same(solver_value(solver, z), want))
        complain(s, "a model", x, y, solver_value(solver, z), want);
    if (solver_check(solver, given, 4) != ANSWER_UNSAT)
        complain(s, "another model", x, y, solver_value(solver, z), want);
    run.solved++;
}

static void solve_some(const struct subject *s, uint64_t count) {
    struct solver *solver = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS);
    term z = term_fresh("z", term_sort(s->t));
    for (uint64_t n = 0; n < count; n++) solve_one(s, solver, z);
    solver_free(solver);
}

static void check_subject(term x, term y, term t, const char *what, uint32_t a, uint32_t b, uint64_t count) {
    struct subject s = {.x = x, .y = y, .t = t};
    snprintf(s.name, sizeof s.name, "%s of %u/%u", what, a, b);
    simulate_all(&s, count);
    solve_some(&s, count / SOLVED_SHARE);
}

/* ---- subjects ---- */

static const struct {
    enum term_op op;
    bool binary;
    const char *name;
} operators[] = {{OP_FP_ADD, true, "add"},
                 {OP_FP_SUB, true, "sub"},
                 {OP_FP_MUL, true, "mul"},
                 {OP_FP_DIV, true, "div"},
                 {OP_FP_MIN, true, "min"},
                 {OP_FP_MAX, true, "max"},
                 {OP_FP_LT, true, "lt"},
                 {OP_FP_LE, true, "le"},
                 {OP_FP_EQ, true, "eq"},
                 {OP_FP_NEG, false, "neg"},
                 {OP_FP_ABS, false, "abs"},
                 {OP_FP_SQRT, false, "sqrt"},
                 {OP_FP_RINT, false, "rint"},
                 {OP_FP_IS_NAN, false, "is_nan"},
                 {OP_FP_IS_INF, false, "is_inf"},
                 {OP_FP_IS_ZERO, false, "is_zero"},
                 {OP_FP_IS_NEG, false, "is_neg"},
                 {OP_FP_IS_NORMAL, false, "is_normal"},
                 {OP_FP_IS_SUBNORMAL, false, "is_subnormal"}};

static void check_operators(sort s, term x, term y, uint64_t count) {
    uint32_t w = sort_width(s);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        term t = term_fp(operators[i].op, x, operators[i].binary ? y : TERM_NONE, TERM_NONE);
        check_subject(x, y, t, operators[i].name, sort_exponent(s), w, count);
    }
    check_subject(x, y, term_fp(OP_FP_MUL, x, x, TERM_NONE), "square", sort_exponent(s), w, count);
    check_subject(x, y, term_eq(x, y), "=", sort_exponent(s), w, count);
    check_subject(x, y, term_fp_convert(OP_FP_TO_BITS, x, sort_bv(w)), "to_bits", sort_exponent(s), w, count);
}

static void check_conversions(sort s, term x, uint64_t count) {
    static const uint32_t widths[] = {1, 2, 7, 8, 16, 32, 33, 64, 65};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        uint32_t w = widths[i], e = sort_exponent(s);
        term n = term_fresh("n", sort_bv(w));
        check_subject(n, x, term_fp_convert(OP_FP_FROM_SBV, n, s), "from_sbv", e, w, count);
        check_subject(n, x, term_fp_convert(OP_FP_FROM_UBV, n, s), "from_ubv", e, w, count);
        check_subject(x, n, term_fp_convert(OP_FP_TO_SBV, x, sort_bv(w)), "to_sbv", e, w, count);
        check_subject(x, n, term_fp_convert(OP_FP_TO_UBV, x, sort_bv(w)), "to_ubv", e, w, count);
    }
    term b = term_fresh("b", sort_bv(sort_width(s)));
    uint32_t own = sort_exponent(s);
    check_subject(b, x, term_fp_convert(OP_FP_FROM_BITS, b, s), "from_bits", own, sort_width(s), count);
    for (uint32_t i = 0; i < FORMATS; i++) {
        sort to = sort_float(formats[i][0], formats[i][1]);
        if (to == s) continue;
        check_subject(x, b, term_fp_convert(OP_FP_FROM_FP, x, to), "from_fp", own, sort_width(to), count);
    }
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_float COUNT SEED\n");
        return 1;
    }
    uint64_t count = strtoull(argv[1], NULL, 10);
    run.r = (struct rng){strtoull(argv[2], NULL, 10)};
    options_reset();
    boxes_wanted = false;
    terms_init();
    for (uint32_t i = 0; i < FORMATS; i++) {
        sort s = sort_float(formats[i][0], formats[i][1]);
        term x = term_fresh("x", s), y = term_fresh("y", s);
        check_operators(s, x, y, count);
        check_conversions(s, x, count);
    }
    terms_release();
    printf("%llu operands simulated, %llu solved, %llu wrong, %.1f s\n", (unsigned long long)run.operands,
           (unsigned long long)run.solved, (unsigned long long)run.wrong, clock_wall());
    return run.wrong != 0;
}
