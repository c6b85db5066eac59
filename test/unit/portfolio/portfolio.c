/* The wire between processes, jobs, and the portfolio as a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <unistd.h>

#include "portfolio/job.h"
#include "portfolio/portfolio.h"
#include "evidence/evidence.h"
#include "unit/programs.h"
#include "util/options.h"

/* Terms of every kind that lemmas and traces may hold, made after `base`. */
static uint32_t many_terms(term *out) {
    term x = term_var("wx", sort_bv(32)), y = term_var("wy", sort_bv(32)), b = term_var("wb", sort_bool());
    sort array = sort_array(sort_bv(32), sort_bv(8)), f32 = sort_float(8, 24);
    term a = term_var("wa", array), f = term_var("wf", f32);
    uint32_t n = 0;
    out[n++] = term_eq(term_bv_add(x, term_bv_mul(bv(3), y)), bv(7));
    out[n++] = term_and(term_or(b, term_ult(x, y)), term_not(term_eq(x, bv(5))));
    out[n++] = term_sle(term_bv_sdiv(x, bv(10)), term_bv_srem(y, bv(3)));
    out[n++] = term_eq(term_bv_urem(x, y), term_bv_udiv(y, x));
    out[n++] = term_eq(term_extract(x, 15, 8), term_select(term_store(a, y, term_bv(8, 1)), x));
    out[n++] = term_eq(term_concat(term_extract(x, 7, 0), term_extract(y, 23, 0)), term_bv_shl(x, y));
    out[n++] = term_ule(term_zext(term_extract(x, 3, 0), 32), term_sext(term_extract(y, 9, 2), 32));
    out[n++] = term_ite(b, term_slt(x, y), term_eq(term_bv_lshr(x, y), term_bv_ashr(y, x)));
    out[n++] = term_eq(a, term_const_array(array, term_bv(8, 9)));
    out[n++] = term_fp(OP_FP_LT, f, term_fp(OP_FP_ADD, f, f, TERM_NONE), TERM_NONE);
    out[n++] = term_eq(x, term_fp_convert(OP_FP_TO_SBV, f, sort_bv(32)));
    out[n++] = term_eq(term_bv_xor(x, y), term_bv_or(term_bv_and(x, y), term_bv_not(y)));
    return n;
}

static void terms_survive_the_wire(void **unused) {
    (void)unused;
    struct wire out = {.base = terms_count()};
    term terms[32];
    uint32_t n = many_terms(terms);
    for (uint32_t i = 0; i < n; i++) wire_put_term(&out, terms[i]);
    struct wire in = {.in = out.out.text, .n = out.out.n, .base = out.base};
    for (uint32_t i = 0; i < n; i++) assert_int_equal(wire_get_term(&in), terms[i]);
    assert_false(in.broken);
    assert_int_equal(in.at, in.n);
    for (size_t cut = 0; cut < out.out.n; cut += 5) { /* a message that ends early is noticed */
        struct wire damaged = {.in = out.out.text, .n = cut, .base = out.base};
        for (uint32_t i = 0; i < n; i++) wire_get_term(&damaged);
        assert_true(damaged.broken);
        wire_release(&damaged);
    }
    wire_release(&in);
    wire_release(&out);
}

static void endless(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)c;
    (void)known;
    (void)message;
    for (;;) pause();
}

static void dying(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)c;
    (void)known;
    wire_put_u64(message, 1);
    _exit(3);
}

static void answering(struct cfa *c, const struct facts *known, struct wire *message) {
    (void)c;
    (void)known;
    wire_put_term(message, term_var("made_by_the_child", sort_bool()));
}

static void wait_for(struct job *j) {
    while (!job_poll(j)) usleep(1000);
}

static void jobs_answer_die_and_are_killed(void **unused) {
    (void)unused;
    struct job a = {0}, d = {0}, e = {0};
    assert_true(job_start(&a, answering, NULL, NULL, 0));
    assert_true(job_start(&d, dying, NULL, NULL, 0));
    assert_true(job_start(&e, endless, NULL, NULL, 0));
    wait_for(&a);
    wait_for(&d);
    struct wire in = {.in = a.received.text, .n = a.received.n, .base = a.base};
    assert_int_equal(wire_get_term(&in), term_var("made_by_the_child", sort_bool()));
    assert_false(in.broken);
    assert_int_equal(d.received.n, 0);
    job_freeze(&e);
    assert_false(job_poll(&e));
    job_thaw(&e);
    wire_release(&in);
    job_end(&a);
    job_end(&d);
    job_end(&e);
    assert_int_equal(e.pid, 0);
}

static void assert_verdict(struct cfa *c, enum verdict_kind expected) {
    struct verdict v = {0};
    portfolio_prove(c, &(struct fuzz_task){0}, &v);
    assert_int_equal(v.kind, expected);
    assert_non_null(v.engine);
    if (expected == VERDICT_FALSE) assert_null(evidence_check_trace(c, &v));
    verdict_clear(&v);
    cfa_free(c);
}

static void portfolio_decides(void **unused) {
    (void)unused;
    for (int jobs = 1; jobs <= 2; jobs++) {
        options.jobs = jobs;
        assert_verdict(count_to(100, 1, 100), VERDICT_TRUE);
        assert_verdict(count_to(100, 1, 101), VERDICT_FALSE);
        assert_verdict(up_and_down(false), VERDICT_TRUE);
        assert_verdict(up_and_down(true), VERDICT_FALSE);
        assert_verdict(machine(false), VERDICT_TRUE);
        assert_verdict(machine(true), VERDICT_FALSE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(terms_survive_the_wire),
        cmocka_unit_test(jobs_answer_die_and_are_killed),
        cmocka_unit_test(portfolio_decides),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
