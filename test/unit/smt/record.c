/* What is recorded can be replayed on every backend, and bad streams are refused with a line
 * number. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "smt/reader.h"
#include "smt/record.h"
#include "term/subst.h"
#include "util/options.h"

static char path[] = "/tmp/edgewise-record-XXXXXX";

static int setup(void **state) {
    (void)state;
    options_reset();
    terms_init();
    strcpy(path + sizeof path - 7, "XXXXXX");
    int fd = mkstemp(path);
    if (fd < 0) return 1;
    close(fd);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    unlink(path);
    terms_release();
    return 0;
}

static void record_session(void) {
    term x = term_var("x", sort_bv(32)), odd = term_var("a name", sort_bv(3)), a = term_var("a", sort_bool()),
         b = term_var("b", sort_bool());
    struct solver *s = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS),
                  *t = solver_new_kind(SOLVER_NATIVE, SOLVER_FINDS);
    solver_assert(s, term_ult(x, term_bv(32, 100)));
    solver_assert_if(s, a, term_ult(term_bv(32, 50), term_bv_mul(x, x)));
    solver_assert_if(t, b, term_or(term_eq(odd, term_bv(3, 5)), term_eq(x, term_bv(32, 4))));
    term as[] = {a, term_eq(x, term_bv(32, 7))},
         bs[] = {b, term_not(term_eq(odd, term_bv(3, 5))), term_ult(x, term_bv(32, 4))};
    assert_int_equal(solver_check(s, as, 2), ANSWER_UNSAT);
    assert_int_equal(solver_check(t, bs, 3), ANSWER_UNSAT);
    assert_int_equal(solver_check(t, bs, 2), ANSWER_SAT);
    solver_retire(s, a);
    assert_int_equal(solver_check(s, as + 1, 1), ANSWER_SAT);
    solver_free(s);
    assert_int_equal(solver_check(t, bs + 1, 2), ANSWER_SAT);
    solver_free(t);
}

static void test_round_trip(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(record_start(path, &e));
    record_session();
    record_stop();
    for (int kind = SOLVER_NATIVE; kind <= SOLVER_BOTH; kind++) {
        struct replay_result r;
        assert_true(replay_file(path, kind, &r, &e));
        assert_int_equal(r.queries, 5);
        assert_int_equal(r.differences, 0);
    }
}

static void write_file(const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void expect_error(const char *text, int line, const char *part) {
    struct error e = {0};
    struct replay_result r;
    write_file(text);
    assert_false(replay_file(path, SOLVER_NATIVE, &r, &e));
    assert_int_equal(e.line, line);
    assert_non_null(strstr(e.message, part));
    error_release(&e);
}

static void test_errors(void **state) {
    (void)state;
    expect_error(";; solver 1\n(assert p)\n", 2, "not declared: p");
    expect_error(";; solver 1\n(assert (and true\n", 3, "ends inside");
    expect_error("(assert true)\n", 1, "no solver");
    expect_error(";; solver 1\n\n(push 1)\n", 3, "not known: push");
    expect_error("(declare-fun x () Real)\n", 1, "not known: Real");
    expect_error("assert\n", 1, "parenthesis");
    struct error e = {0};
    struct replay_result r;
    assert_false(replay_file("/nonexistent/stream.smt2", SOLVER_NATIVE, &r, &e));
    assert_non_null(strstr(e.message, "cannot read"));
    error_release(&e);
}

static void test_wrong_answer_is_counted(void **state) {
    (void)state;
    struct error e = {0};
    struct replay_result r;
    write_file(";; solver 1\n(declare-fun p () Bool)\n(check-sat-assuming (p))\n;; answer unsat\n");
    assert_true(replay_file(path, SOLVER_NATIVE, &r, &e));
    assert_int_equal(r.differences, 1);
}

/* Every kind of operator survives printing and reading. */
static void expect_same(struct reader *r, term t) {
    struct strbuf b = {0};
    struct error e = {0};
    strbuf_text(&b, "(assert ");
    term_print(&b, t);
    strbuf_text(&b, ")\n");
    write_file(b.text);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    r->file = f;
    r->error = &e;
    assert_int_equal(reader_next(r), READER_COMMAND);
    term back = reader_term(r, reader_child(r, 1, 1));
    if (back != t) print_error("%s %s\n", b.text, e.set ? e.message : "");
    assert_int_equal(back, t);
    fclose(f);
    strbuf_release(&b);
}

static void test_terms(void **state) {
    (void)state;
    struct error e = {0};
    struct reader r;
    assert_true(reader_open(&r, path, &e));
    fclose(r.file);
    term x = term_var("x", sort_bv(12)), y = term_var("y", sort_bv(12)), p = term_var("p", sort_bool()),
         n = term_var("n", sort_int());
    sort array = sort_array(sort_bv(12), sort_bv(12)), half = sort_float(5, 11);
    term m = term_var("m", array), f = term_var("f", half), wide = term_var("wide", sort_bv(100));
    term vars[] = {x, y, p, n, m, f, wide};
    for (size_t i = 0; i < sizeof vars / sizeof *vars; i++) reader_define(&r, term_name(vars[i]), vars[i]);
    term sum = term_bv_add(x, term_bv_mul(y, y)),
         nan = term_fp(OP_FP_DIV, term_float_bits(half, value_of(0)), term_float_bits(half, value_of(0)),
                       TERM_NONE);
    term terms[] = {sum,
                    term_bv_udiv(sum, y),
                    term_bv_srem(sum, sum),
                    term_bv_sdiv(x, y),
                    term_bv_urem(x, y),
                    term_bv_ashr(x, y),
                    term_bv_shl(y, x),
                    term_bv_lshr(x, y),
                    term_concat(x, y),
                    term_extract(sum, 9, 3),
                    term_zext(x, 14),
                    term_sext(y, 90),
                    term_slt(x, y),
                    term_sle(sum, x),
                    term_ult(x, y),
                    term_ule(x, y),
                    term_not(term_eq(x, y)),
                    term_ite(p, x, y),
                    term_and(p, term_ult(sum, y)),
                    term_or(p, term_ult(sum, y)),
                    term_bv_xor(x, y),
                    term_bv_or(x, y),
                    term_bv_and(x, y),
                    term_bv_not(sum),
                    term_int_le(term_int_add(n, term_int_mul(n, n)), term_int(-4)),
                    term_int_mod(n, term_int(3)),
                    term_int_div(n, term_int(3)),
                    term_select(term_store(m, x, y), term_bv(12, 5)),
                    term_store(term_const_array(array, x), y, x),
                    term_fp(OP_FP_ADD, f, f, TERM_NONE),
                    term_fp(OP_FP_LT, f, term_float_bits(half, value_of(0x3c00)), TERM_NONE),
                    term_fp(OP_FP_IS_NAN, f, TERM_NONE, TERM_NONE),
                    term_eq(f, nan),
                    term_fp_convert(OP_FP_FROM_SBV, x, half),
                    term_fp_convert(OP_FP_FROM_UBV, x, half),
                    term_fp_convert(OP_FP_TO_SBV, f, sort_bv(9)),
                    term_fp_convert(OP_FP_FROM_BITS, term_extract(wide, 15, 0), half),
                    term_fp_convert(OP_FP_FROM_FP, f, sort_float(8, 24)),
                    term_fp(OP_FP_SQRT, f, TERM_NONE, TERM_NONE),
                    term_fp(OP_FP_FMA, f, f, nan),
                    term_eq(wide, term_bv128(100, UINT64_MAX, 77))};
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) expect_same(&r, terms[i]);
    r.file = NULL;
    reader_close(&r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
        cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
        cmocka_unit_test_setup_teardown(test_wrong_answer_is_counted, setup, teardown),
        cmocka_unit_test_setup_teardown(test_terms, setup, teardown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
