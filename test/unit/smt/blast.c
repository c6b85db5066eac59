/* Gates against truth tables, and the circuits of all operators against the evaluator, exhaustively
 * on small widths. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "smt/native/blast.h"
#include "term/subst.h"
#include "util/rng.h"

/* ---- gates ---- */

enum { INPUTS = 4, ALL = 0xffff };
static const unsigned input_table[INPUTS] = {0xaaaa, 0xcccc, 0xf0f0, 0xff00};

static unsigned table_of(edge e, const unsigned *tables) {
    return edge_sign(e) ? ~tables[edge_gate(e)] & ALL : tables[edge_gate(e)];
}

static unsigned gate_table(const struct gate *g, const unsigned *tables) {
    if (g->kind == GATE_CONSTANT) return 0;
    if (g->kind == GATE_INPUT) return input_table[g->in[1]];
    unsigned a = table_of(g->in[0], tables), b = table_of(g->in[1], tables), c = 0;
    if (g->kind == GATE_AND) return a & b;
    if (g->kind == GATE_XOR) return a ^ b;
    c = table_of(g->in[2], tables);
    return g->kind == GATE_ITE ? (a & b) | (~a & c & ALL) : (a & b) | (a & c) | (b & c);
}

static void test_gates(void **state) {
    (void)state;
    static unsigned tables[4096];
    static edge edges[4096];
    struct rng r = {11};
    aig_acquire();
    uint32_t n = 0, known = 0;
    edges[n++] = EDGE_FALSE;
    for (uint32_t i = 0; i < INPUTS; i++) edges[n++] = aig_input(1, i);
    while (n < 2000) {
        edge x[3], e;
        unsigned t[3], want;
        for (; known < aig_gates(); known++) tables[known] = gate_table(aig_gate(known), tables);
        for (int i = 0; i < 3; i++) {
            uint32_t recent =
                n < 40 || rng_below(&r, 3) == 0 ? n : 40; /* mostly near the inputs: more to rewrite */
            x[i] = edges[rng_below(&r, recent)] ^ rng_below(&r, 2);
            t[i] = table_of(x[i], tables);
        }
        switch (rng_below(&r, 5)) {
        case 0: e = aig_and(x[0], x[1]), want = t[0] & t[1]; break;
        case 1: e = aig_or(x[0], x[1]), want = t[0] | t[1]; break;
        case 2: e = aig_xor(x[0], x[1]), want = t[0] ^ t[1]; break;
        case 3: e = aig_ite(x[0], x[1], x[2]), want = (t[0] & t[1]) | (~t[0] & t[2] & ALL); break;
        default: e = aig_maj(x[0], x[1], x[2]), want = (t[0] & t[1]) | (t[0] & t[2]) | (t[1] & t[2]); break;
        }
        for (; known < aig_gates(); known++) tables[known] = gate_table(aig_gate(known), tables);
        assert_int_equal(table_of(e, tables), want);
        edges[n++] = e;
    }
    aig_release();
}

static void test_sharing(void **state) {
    (void)state;
    aig_acquire();
    edge a = aig_input(1, 0), b = aig_input(1, 1), c = aig_input(1, 2);
    assert_int_equal(aig_and(a, b), aig_and(b, a));
    assert_int_equal(aig_xor(edge_not(a), b), edge_not(aig_xor(b, a)));
    assert_int_equal(aig_maj(edge_not(a), edge_not(b), edge_not(c)), edge_not(aig_maj(c, a, b)));
    assert_int_equal(aig_ite(edge_not(c), a, b), aig_ite(c, b, a));
    assert_int_equal(aig_and(aig_and(a, b), edge_not(a)), EDGE_FALSE);
    assert_int_equal(aig_and(edge_not(aig_and(a, b)), a), aig_and(a, edge_not(b)));
    assert_int_equal(aig_and(edge_not(aig_and(a, b)), edge_not(aig_and(a, edge_not(b)))), edge_not(a));
    aig_release();
}

/* ---- operators ---- */

/* The value of an edge when the bits of the variables are those in m. */
static bool evaluate(edge e, struct model *m) {
    const struct gate *g = aig_gate(edge_gate(e));
    bool v = false;
    if (g->kind == GATE_INPUT) {
        value x;
        assert_true(model_get(m, g->in[0], &x));
        v = (x.lo >> g->in[1] & 1) != 0;
    } else if (g->kind == GATE_AND) {
        v = evaluate(g->in[0], m) && evaluate(g->in[1], m);
    } else if (g->kind == GATE_XOR) {
        v = evaluate(g->in[0], m) != evaluate(g->in[1], m);
    } else if (g->kind == GATE_ITE) {
        v = evaluate(g->in[0], m) ? evaluate(g->in[1], m) : evaluate(g->in[2], m);
    } else if (g->kind == GATE_MAJ) {
        v = evaluate(g->in[0], m) + evaluate(g->in[1], m) + evaluate(g->in[2], m) >= 2;
    }
    return v != edge_sign(e);
}

static void check_term(term t, struct model *m) {
    struct bits b;
    assert_true(blast_supports(t));
    blast_bits(t, &b);
    assert_int_equal(b.n, term_width(t));
    value want = term_eval(m, t);
    for (uint32_t i = 0; i < b.n; i++) assert_int_equal(evaluate(b.at[i], m), want.lo >> i & 1);
}

static void all_values(term x, term y, term z, const term *terms, uint32_t n) {
    uint32_t w = term_width(x);
    for (uint64_t a = 0; a < UINT64_C(1) << w; a++)
        for (uint64_t b = 0; b < UINT64_C(1) << w; b++) {
            struct model m = {0};
            model_set(&m, x, value_of(a));
            model_set(&m, y, value_of(b));
            model_set(&m, z, value_of((a ^ b) & 1));
            for (uint32_t i = 0; i < n; i++) check_term(terms[i], &m);
            model_release(&m);
        }
}

static void test_operators(void **state) {
    (void)state;
    terms_init();
    blast_acquire();
    for (uint32_t w = 1; w <= 4; w++) {
        term x = term_fresh("x", sort_bv(w)), y = term_fresh("y", sort_bv(w)),
             z = term_fresh("z", sort_bool());
        term minus = term_bv_sub(x, y), c = term_bv(w, 5 & ((1u << w) - 1));
        const term terms[] = {
            term_bv_add(x, y),
            minus,
            term_bv_neg(x),
            term_bv_mul(x, y),
            term_bv_mul(x, c),
            term_bv_udiv(x, y),
            term_bv_urem(x, y),
            term_bv_sdiv(x, y),
            term_bv_srem(x, y),
            term_bv_udiv(x, c),
            term_bv_srem(x, c),
            term_bv_and(x, y),
            term_bv_or(x, y),
            term_bv_xor(x, y),
            term_bv_not(x),
            term_bv_shl(x, y),
            term_bv_lshr(x, y),
            term_bv_ashr(x, y),
            term_concat(x, y),
            term_extract(minus, w - 1, w / 2),
            term_zext(minus, w + 2),
            term_sext(minus, w + 2),
            term_ult(x, y),
            term_ule(x, y),
            term_slt(x, y),
            term_sle(x, y),
            term_eq(x, y),
            term_ite(z, x, y),
            term_and(z, term_ult(x, c)),
            term_or(z, term_slt(c, x)),
            term_bv_add(term_bv_mul(term_bv(w, 3 & ((1u << w) - 1)), x), term_bv_sub(c, y))};
        all_values(x, y, z, terms, sizeof terms / sizeof *terms);
    }
    blast_release();
    terms_release();
}

/* Remainders by every constant: those with a circuit of their own, and the others; alone, and after
 * the quotient. */
static void test_remainders(void **state) {
    (void)state;
    enum { WIDTH = 7 };
    terms_init();
    blast_acquire();
    term x = term_fresh("x", sort_bv(WIDTH)), y = term_fresh("y", sort_bv(WIDTH));
    for (uint64_t d = 0; d < 1u << WIDTH; d++) {
        term c = term_bv(WIDTH, d);
        const term terms[] = {term_bv_urem(x, c), term_bv_srem(x, c), term_bv_udiv(y, c), term_bv_urem(y, c)};
        for (uint64_t a = 0; a < 1u << WIDTH; a++) {
            struct model m = {0};
            model_set(&m, x, value_of(a));
            model_set(&m, y, value_of(a));
            for (uint32_t i = 0; i < sizeof terms / sizeof *terms; i++) check_term(terms[i], &m);
            model_release(&m);
        }
    }
    blast_release();
    terms_release();
}

static void test_support(void **state) {
    (void)state;
    terms_init();
    blast_acquire();
    sort array = sort_array(sort_bv(8), sort_bv(8));
    term a = term_var("a", array), b = term_var("b", array), i = term_var("i", sort_bv(8)),
         n = term_var("n", sort_int());
    assert_true(blast_supports(term_eq(term_select(term_store(a, i, i), term_bv(8, 1)), i)));
    assert_false(blast_supports(term_eq(a, b))); /* extensionality is Z3's */
    assert_false(blast_supports(term_int_le(n, term_int(3))));
    assert_false(blast_supports(term_and(term_ult(i, term_bv(8, 3)), term_int_le(n, term_int(3)))));
    blast_release();
    terms_release();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gates), cmocka_unit_test(test_sharing),
                                       cmocka_unit_test(test_operators), cmocka_unit_test(test_remainders),
                                       cmocka_unit_test(test_support)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
