/* oracle_boxes COUNT SEED: conjunctions that have a solution are never refuted, by neither of the
 * two procedures on boxes.
 *
 * Random terms over a few floats and bit-vectors are evaluated at a random point; the conjuncts are
 * relations that hold there, most of them as tight as can be (t <= c with the value of t for c, t =
 * c), so that ranges are squeezed against the point. A range that loses the point refutes what is
 * satisfiable. Models are checked by evaluation, too. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smt/boxes/cover.h"
#include "smt/boxes/interval.h"
#include "util/clock.h"
#include "util/options.h"
#include "util/rng.h"

enum { FLOATS = 3, NUMBERS = 2, OPERATIONS = 14, CONJUNCTS = 5, BOXES = 200 };

static struct {
    struct rng r;
    struct model m;
    /* terms so far: of single and of double, bit-vectors, truth values */
    term_vec floats[2], numbers, bools;
    uint64_t unsat, sat, wrong;
} run;

static uint32_t below(uint32_t n) { return rng_below(&run.r, n); }
static sort format(bool wide) { return wide ? sort_float(11, 53) : sort_float(8, 24); }
static term any_of(const term_vec *v) { return v->at[below(v->n)]; }

/* ---- values ---- */

static value bits_of(bool wide, double d) {
    uint64_t bits = 0;
    float f = (float)d;
    memcpy(&bits, wide ? (const void *)&d : (const void *)&f, wide ? sizeof d : sizeof f);
    return value_of(bits);
}

static value random_float(bool wide) {
    static const double some[] = {0, -0.0, 1, -1, 0.5, 2, 3, 360, 0.1, 1e10, 1e-10, 1e38, 1e-45};
    uint64_t any = rng_next(&run.r);
    switch (below(6)) {
    case 0: return bits_of(wide, some[below(sizeof some / sizeof *some)]);
    case 1: return term_value(term_float_bits(format(wide), value_of(wide ? any : any & UINT32_MAX)));
    case 2: return bits_of(wide, (double)(int64_t)(any % 2001) - 1000);
    default: return bits_of(wide, ((double)(int64_t)(any % 2000001) - 1000000) / (double)(1 + below(1000)));
    }
}

static value random_number(uint32_t width) {
    uint64_t any = rng_next(&run.r), small = any % 41 - 20;
    uint64_t v = below(3) ? small : any;
    return value_of(width == 64 ? v : v & ((UINT64_C(1) << width) - 1));
}

/* ---- terms ---- */

static term random_table(bool wide) {
    sort s = sort_array(sort_bv(32), format(wide));
    term t = term_const_array(s, term_const(format(wide), random_float(wide)));
    for (uint32_t i = 0; i < 8; i++)
        t = term_store(t, term_bv(32, below(12)), term_const(format(wide), random_float(wide)));
    return t;
}

static void add_float(bool wide) {
    static const enum term_op ops[] = {OP_FP_ADD, OP_FP_SUB, OP_FP_MUL, OP_FP_DIV,  OP_FP_ADD,
                                       OP_FP_SUB, OP_FP_MUL, OP_FP_NEG, OP_FP_SQRT, OP_FP_RINT,
                                       OP_FP_ABS, OP_FP_MIN, OP_FP_MAX};
    term_vec *v = &run.floats[wide];
    term a = any_of(v), b = below(4) ? any_of(v) : term_const(format(wide), random_float(wide)), t;
    switch (below(10)) {
    case 0: t = term_fp_convert(OP_FP_FROM_FP, any_of(&run.floats[!wide]), format(wide)); break;
    case 1:
        t = term_fp_convert(below(2) ? OP_FP_FROM_SBV : OP_FP_FROM_UBV, any_of(&run.numbers), format(wide));
        break;
    case 2: t = term_ite(any_of(&run.bools), a, b); break;
    case 3: t = term_select(random_table(wide), any_of(&run.numbers)); break;
    default: {
        enum term_op op = ops[below(sizeof ops / sizeof *ops)];
        bool binary = op != OP_FP_NEG && op != OP_FP_SQRT && op != OP_FP_RINT && op != OP_FP_ABS;
        t = term_fp(op, a, binary ? b : TERM_NONE, TERM_NONE);
    }
    }
    VEC_PUSH(v, t);
}

static void add_number(void) {
    term a = any_of(&run.numbers), b = below(2) ? any_of(&run.numbers) : term_bv(32, random_number(32).lo), t;
    switch (below(9)) {
    case 0: t = term_bv_mul(a, b); break;
    case 1: t = term_bv_udiv(a, b); break;
    case 2: t = below(2) ? term_bv_srem(a, b) : term_bv_urem(a, b); break;
    case 3: t = term_bv_sdiv(a, b); break;
    case 4: t = term_extract(below(2) ? term_sext(a, 64) : term_zext(a, 64), 31, 0); break;
    case 5: t = term_ite(any_of(&run.bools), a, term_bv_not(b)); break;
    case 6: t = term_bv_sub(a, b); break;
    case 7: t = term_extract(term_bv_add(term_zext(a, 40), term_sext(b, 40)), 31, 0); break;
    default:
        t = term_fp_convert(below(4) ? OP_FP_TO_SBV : OP_FP_TO_UBV, any_of(&run.floats[below(2)]),
                            sort_bv(32));
    }
    VEC_PUSH(&run.numbers, t);
}

static term float_relation(bool wide) {
    static const enum term_op ops[] = {OP_FP_LT, OP_FP_LE, OP_FP_EQ};
    term a = any_of(&run.floats[wide]), b = any_of(&run.floats[wide]);
    value v = term_eval(&run.m, a);
    if (below(3)) b = term_const(format(wide), v);
    if (below(4) == 0) { /* its neighbour */
        v.lo += below(2) ? 1 : UINT64_MAX;
        b = term_float_bits(format(wide), wide ? v : value_of(v.lo & UINT32_MAX));
    }
    if (below(8) == 0) return term_fp((enum term_op)(OP_FP_IS_NAN + below(6)), a, TERM_NONE, TERM_NONE);
    if (below(5) == 0) return term_eq(a, b);
    return term_fp(ops[below(3)], below(2) ? a : b, below(2) ? a : b, TERM_NONE);
}

static term number_relation(void) {
    term a = any_of(&run.numbers),
         b = below(3) ? term_bv(32, term_eval(&run.m, a).lo + below(3) - 1) : any_of(&run.numbers);
    switch (below(5)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(b, a);
    case 2: return term_slt(b, a);
    case 3: return term_sle(a, b);
    default: return term_eq(a, b);
    }
}

static term relation(void) { return below(3) ? float_relation(below(2)) : number_relation(); }

static void add_bool(void) {
    term a = any_of(&run.bools), b = any_of(&run.bools);
    VEC_PUSH(&run.bools, below(3) ? relation() : below(2) ? term_and(a, b) : term_or(a, term_not(b)));
}

static void start(void) {
    for (uint32_t wide = 0; wide < 2; wide++) {
        VEC_CLEAR(&run.floats[wide]);
        for (uint32_t i = 0; i < FLOATS; i++) {
            term x = term_fresh("x", format(wide));
            model_set(&run.m, x, random_float(wide));
            if (i == 0) { /* a float that is given by its bits */
                x = term_fresh("b", sort_bv(wide ? 64 : 32));
                model_set(&run.m, x, random_float(wide));
                x = term_fp_convert(OP_FP_FROM_BITS, x, format(wide));
            }
            VEC_PUSH(&run.floats[wide], x);
        }
    }
    VEC_CLEAR(&run.numbers);
    VEC_CLEAR(&run.bools);
    for (uint32_t i = 0; i < NUMBERS; i++) {
        term n = term_fresh("n", sort_bv(32));
        model_set(&run.m, n, random_number(32));
        VEC_PUSH(&run.numbers, n);
    }
    VEC_PUSH(&run.bools, relation());
}

/* ---- questions ---- */

static void complain(const char *who, const term *conjuncts, uint32_t n) {
    run.wrong++;
    printf("%s:\n", who);
    for (uint32_t i = 0; i < n; i++) {
        char *text = term_text(conjuncts[i]);
        printf("  %s\n", text);
        free(text);
    }
}

static void ask(const term *conjuncts, uint32_t n, bool satisfiable) {
    struct model m = {0};
    bool core[CONJUNCTS + 1] = {0};
    enum answer a = interval_decide(conjuncts, n / 2, conjuncts + n / 2, n - n / 2, BOXES, 1, core, &m);
    bool refuted = cover_refutes(conjuncts, n, BOXES, 1);
    if (a == ANSWER_UNSAT && satisfiable) complain("refuted by intervals", conjuncts, n);
    if (refuted && satisfiable) complain("refuted by covers", conjuncts, n);
    if (a == ANSWER_SAT && refuted) complain("a model, and refuted by covers", conjuncts, n);
    for (uint32_t i = 0; i < n && a == ANSWER_SAT; i++)
        if (!term_holds(&m, conjuncts[i])) complain("a model that is none", conjuncts, n);
    run.unsat += (a == ANSWER_UNSAT) + refuted;
    run.sat += a == ANSWER_SAT;
    if (a == ANSWER_UNSAT) { /* the core alone is refuted, too, or at least has no model */
        term_vec rest = {0};
        for (uint32_t i = 0; i < n; i++)
            if (i < n / 2 || core[i - n / 2]) VEC_PUSH(&rest, conjuncts[i]);
        bool ignored[CONJUNCTS + 1] = {0};
        if (interval_decide(rest.at, rest.n, NULL, 0, BOXES, 1, ignored, &m) == ANSWER_SAT)
            complain("no core", conjuncts, n);
        VEC_RELEASE(&rest);
    }
    model_release(&m);
}

static void one_round(void) {
    term conjuncts[CONJUNCTS + 1];
    model_clear(&run.m);
    start();
    for (uint32_t i = 0; i < OPERATIONS; i++) {
        uint32_t what = below(5);
        if (what < 3) add_float(what == 0);
        else if (what == 3) add_number();
        else add_bool();
    }
    for (uint32_t i = 0; i < CONJUNCTS; i++) {
        term t = below(5) ? relation() : any_of(&run.bools);
        conjuncts[i] = term_holds(&run.m, t) ? t : term_not(t);
    }
    ask(conjuncts, CONJUNCTS, true);
    conjuncts[CONJUNCTS] = relation();
    ask(conjuncts, CONJUNCTS + 1, term_holds(&run.m, conjuncts[CONJUNCTS]));
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: oracle_boxes COUNT SEED\n");
        return 1;
    }
    uint64_t count = strtoull(argv[1], NULL, 10);
    run.r = (struct rng){strtoull(argv[2], NULL, 10)};
    options_reset();
    terms_init();
    for (uint64_t i = 0; i < count && run.wrong < 5; i++) one_round();
    model_release(&run.m);
    for (uint32_t wide = 0; wide < 2; wide++) VEC_RELEASE(&run.floats[wide]);
    VEC_RELEASE(&run.numbers);
    VEC_RELEASE(&run.bools);
    terms_release();
    printf("%" PRIu64 " refuted, %" PRIu64 " models, %" PRIu64 " wrong, %.1f s\n", run.unsat, run.sat,
           run.wrong, clock_wall());
    return run.wrong != 0;
}
