/* The wire between processes, workers, the table of engines, and the portfolio as a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include <unistd.h>

#include "portfolio/portfolio.h"
#include "portfolio/worker.h"
#include "check/check.h"
#include "replay/replay.h"
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

static void endless(const void *context, const struct budget *b, struct wire *message) {
    (void)context;
    (void)message;
    budget_ask(b, 3);
    for (;;) pause();
}

static void dying(const void *context, const struct budget *b, struct wire *message) {
    (void)context;
    (void)b;
    wire_put_u64(message, 1);
    _exit(3);
}

static void answering(const void *context, const struct budget *b, struct wire *message) {
    (void)b;
    wire_put_term(message, term_var(context, sort_bool()));
}

static void wait_for(struct worker *w) {
    while (!worker_poll(w)) usleep(1000);
}

static void workers_answer_die_and_are_killed(void **unused) {
    (void)unused;
    struct worker a = {0}, d = {0}, e = {0};
    const struct budget none = {0};
    assert_true(worker_start(&a, answering, "made_by_the_child", &none, 0));
    assert_true(worker_start(&d, dying, NULL, &none, 0));
    assert_true(worker_start(&e, endless, NULL, &none, 0));
    wait_for(&a);
    wait_for(&d);
    struct wire in = {.in = a.received.text, .n = a.received.n, .base = a.base};
    assert_int_equal(wire_get_term(&in), term_var("made_by_the_child", sort_bool()));
    assert_false(in.broken);
    assert_int_equal(d.received.n, 0);
    while (worker_weight(&e) < 2.5) usleep(1000); /* it asks for more */
    worker_freeze(&e);
    assert_false(worker_poll(&e));
    worker_thaw(&e);
    wire_release(&in);
    worker_end(&a);
    worker_end(&d);
    worker_end(&e);
    assert_int_equal(e.pid, 0);
}

static void run_table(const struct engine_table *table, struct cfa *c, struct verdict *v) {
    struct fuzz_task nothing = {0};
    portfolio_run(table, &(struct engine_task){.c = c, .executable = &nothing}, v);
}

static void assert_verdict(struct cfa *c, enum verdict_kind expected) {
    struct verdict v = {0};
    run_table(&engine_table, c, &v);
    assert_int_equal(v.kind, expected);
    assert_non_null(v.engine);
    if (expected == VERDICT_FALSE) assert_null(replay_check_trace(c, &v));
    verdict_clear(&v);
    cfa_free(c);
}

/* ---- a toy engine, as README.md's recipe has it: one struct, one row ---- */

static void walk(const struct engine_task *t, struct verdict *v) {
    (void)t;
    verdict_unknown(v, "toys do not know");
}

/* A proof that is none: the portfolio must not believe it. */
static void boast(const struct engine_task *t, struct verdict *v) {
    v->kind = VERDICT_TRUE;
    v->proof = PROOF_INVARIANT;
    facts_init(&v->invariant, t->c->locs.n);
    facts_add(&v->invariant, t->c->lE, term_false());
}

/* The facts that a supplier brings are what an engine of a later phase gets. */
static void supply_truth(const struct engine_task *t, struct facts *known) {
    facts_add(known, t->c->lE, term_var("supplied", sort_bool()));
}

static void need_truth(const struct engine_task *t, struct verdict *v) {
    verdict_unknown(v, "%u facts", facts_count(t->known));
}

static bool never(const struct engine_task *t) {
    (void)t;
    return false;
}

static const struct engine toy = {.name = "toy", .purpose = "none", .prove = walk};
static const struct engine boaster = {.name = "boaster", .purpose = "lies", .prove = boast};
static const struct engine impossible = {
    .name = "impossible", .purpose = "none", .possible = never, .prove = boast};
static const struct engine supplier = {.purpose = "a fact", .supply = supply_truth, .opens = PHASE_LEMMAS};
static const struct engine taker = {.name = "taker", .purpose = "counts facts", .prove = need_truth};

static void assert_reason(const struct engine_row *rows, uint32_t n, const char *expected) {
    struct cfa *c = count_to(100, 1, 101);
    struct verdict v = {0};
    run_table(&(struct engine_table){rows, n}, c, &v);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_string_equal(v.reason, expected);
    verdict_clear(&v);
    cfa_free(c);
}

static void an_engine_is_one_row(void **unused) {
    (void)unused;
    options_reset();
    const struct engine_row only_toy[] = {{&toy, "the toy", PHASE_START, 1, false}};
    assert_reason(only_toy, 1, "the toy: toys do not know");
    const struct engine_row nobody[] = {{&impossible, "x", PHASE_START, 1, false},
                                        {&toy, "y", PHASE_ALONE, 0, false}};
    assert_reason(nobody, 2, "no engine could run");
    const struct engine_row facts[] = {{&taker, "taker", PHASE_LEMMAS, 1, true},
                                       {&supplier, "supplier", PHASE_START, 1, false}};
    assert_reason(facts, 2, "taker: 1 facts");
    /* Beside an engine that knows better, a toy does no harm. */
    const struct engine_row both[] = {{&toy, "the toy", PHASE_START, 1, false},
                                      {&engine_bmc, "bmc", PHASE_START, 1, false}};
    struct cfa *c = count_to(100, 1, 101);
    struct verdict v = {0};
    run_table(&(struct engine_table){both, 2}, c, &v);
    assert_int_equal(v.kind, VERDICT_FALSE);
    assert_string_equal(v.engine, "bmc");
    verdict_clear(&v);
    cfa_free(c);
}

static void a_proof_that_is_none_is_dropped(void **unused) {
    (void)unused;
    options_reset();
    struct cfa *c = count_to(100, 1, 101);
    struct verdict v = {0};
    const struct engine_row rows[] = {{&boaster, "boaster", PHASE_START, 1, false}};
    run_table(&(struct engine_table){rows, 1}, c, &v);
    assert_int_equal(v.kind, VERDICT_UNKNOWN);
    assert_non_null(strstr(v.reason, "the evidence is wrong"));
    verdict_clear(&v);
    cfa_free(c);
}

/* Every name of --engine is in the table, and every name in the table is one of --engine. */
static void options_know_the_table(void **unused) {
    (void)unused;
    struct error e = {0};
    options_reset();
    for (uint32_t i = 0; i < engine_table.n; i++) {
        const struct engine *x = engine_table.rows[i].engine;
        assert_non_null(x->purpose);
        assert_true(!x->prove != !x->supply);
        if (!x->name) continue;
        char *setting = mem_printf("engine=%s", x->name);
        assert_true(options_set(setting, &e));
        char *back = options_choice("engine");
        assert_string_equal(back, x->name);
        free(back);
        free(setting);
    }
    char *all = options_completion(), *names = strstr(all, "\nengine\tchoice\tportfolio|"), *save = NULL;
    assert_non_null(names);
    names = strtok_r(strchr(names, '|') + 1, "\t", &save);
    for (char *name = strtok_r(names, "|", &save); name; name = strtok_r(NULL, "|", &save))
        assert_non_null(engine_find(&engine_table, name));
    free(all);
    options_reset();
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
        cmocka_unit_test(terms_survive_the_wire), cmocka_unit_test(workers_answer_die_and_are_killed),
        cmocka_unit_test(an_engine_is_one_row),   cmocka_unit_test(a_proof_that_is_none_is_dropped),
        cmocka_unit_test(options_know_the_table), cmocka_unit_test(portfolio_decides),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
