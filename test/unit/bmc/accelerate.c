/* Accelerated steps against iterations, on all values of 4 bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bmc/accelerate.h"
#include "bmc/bmc.h"
#include "check/check.h"
#include "replay/replay.h"
#include "unit/programs.h"
#include "util/options.h"

enum { WIDTH = 4, ALL = 1 << WIDTH, KINDS = 10 };

static term four(uint64_t v) { return term_bv(WIDTH, v); }

/* Literals about the moving x and the resting y. */
static term literal_of(int kind, term x, term y) {
    switch (kind) {
    case 0: return term_ult(x, y);
    case 1: return term_ule(x, y);
    case 2: return term_slt(x, y);
    case 3: return term_sle(x, y);
    case 4: return term_ult(y, x);
    case 5: return term_ule(y, x);
    case 6: return term_slt(y, x);
    case 7: return term_sle(y, x);
    case 8: return term_not(term_eq(x, y));
    default: return term_not(term_eq(term_bv_add(x, four(3)), y));
    }
}

/* while (literal) x += stride; */
static struct cfa *loop(int kind, uint64_t stride) {
    struct cfa *c = cfa_new();
    term x = term_var("ax", sort_bv(WIDTH)), y = term_var("ay", sort_bv(WIDTH));
    cfa_add_var(c, x, "x", false, (struct src_pos){0});
    cfa_add_var(c, y, "y", false, (struct src_pos){0});
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_skip(), head);
    cfa_add_edge(
        c, head,
        cfa_seq(c, cfa_assume(c, literal_of(kind, x, y)), cfa_assign(c, x, term_bv_add(x, four(stride)))),
        head);
    cfa_add_edge(c, head, cfa_assume(c, term_not(literal_of(kind, x, y))), c->lE);
    return ready(c);
}

/* Can n iterations be done one by one? *wraps: x passes an end of the order of the comparison on
 * the way. */
static bool iterate(int kind, uint64_t stride, uint64_t x, uint64_t y, uint64_t n, uint64_t *after,
                    bool *wraps) {
    struct model m = {0};
    term vx = term_var("ax", sort_bv(WIDTH)), vy = term_var("ay", sort_bv(WIDTH));
    bool possible = true, is_signed = kind == 2 || kind == 3 || kind == 6 || kind == 7;
    uint64_t flip = is_signed ? ALL / 2 : 0, moved = 0;
    *wraps = false;
    for (uint64_t i = 0; i < n && possible; i++) {
        model_clear(&m);
        model_set(&m, vx, value_of(x));
        model_set(&m, vy, value_of(y));
        possible = term_holds(&m, literal_of(kind, vx, vy));
        uint64_t next = (x + stride) % ALL;
        bool down = stride >= ALL / 2;
        if (i + 1 < n) moved += down ? ALL - stride : stride;
        if (i + 1 < n && kind < 8) *wraps |= down ? (next ^ flip) > (x ^ flip) : (next ^ flip) < (x ^ flip);
        x = next;
    }
    if (moved >= ALL) *wraps = true;
    *after = x;
    model_release(&m);
    return possible;
}

static bool step_holds(const struct cfa_step *s, struct model *m) {
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (!term_holds(m, s->guard.at[i])) return false;
    return true;
}

static void check_loop(int kind, uint64_t stride) {
    struct cfa *c = loop(kind, stride);
    struct acceleration a;
    uint32_t taken = 0;
    assert_true(accelerate_init(&a, c));
    assert_int_equal(a.plain.n, 1);
    const struct cfa_step *s = &c->steps.at[a.first];
    for (uint64_t x = 0; x < ALL; x++)
        for (uint64_t y = 0; y < ALL; y++)
            for (uint64_t n = 1; n <= ALL + 1; n++) {
                struct model m = {0};
                uint64_t after;
                bool wraps, possible = iterate(kind, stride, x, y, n, &after, &wraps);
                model_set(&m, term_var("ax", sort_bv(WIDTH)), value_of(x));
                model_set(&m, term_var("ay", sort_bv(WIDTH)), value_of(y));
                model_set(&m, s->inputs.at[0].var, value_of(n));
                bool fast = step_holds(s, &m);
                if (fast && !possible)
                    fail_msg("kind %d stride %d: x %d y %d n %d", kind, (int)stride, (int)x, (int)y, (int)n);
                if (fast) assert_int_equal(term_eval(&m, s->updates.at[0].value).lo, after);
                if (possible && !wraps && !fast)
                    fail_msg("missed: kind %d stride %d: x %d y %d n %d", kind, (int)stride, (int)x, (int)y,
                             (int)n);
                taken += fast && n > 1;
                model_release(&m);
            }
    assert_true(taken > 0);
    uint32_t first = a.first;
    accelerate_release(&a);
    assert_int_equal(c->steps.n, first);
    cfa_free(c);
}

static void accelerated_is_iterated(void **unused) {
    (void)unused;
    static const uint64_t strides[] = {1, 2, 3, 5, 15, 14, 13};
    for (int kind = 0; kind < KINDS; kind++)
        for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) check_loop(kind, strides[i]);
}

static void what_is_not_simple_stays(void **unused) {
    (void)unused;
    struct cfa *c = cfa_new();
    term x = declare(c, "x");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_skip(), head);
    cmd doubled = cfa_assign(c, x, term_bv_mul(x, bv(2)));
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_ult(x, bv(9))), doubled), head);
    cmd equal = cfa_seq(c, cfa_assume(c, term_eq(x, bv(20))), cfa_assign(c, x, term_bv_add(x, bv(1))));
    cfa_add_edge(c, head, equal, head);
    cfa_add_edge(c, head, cfa_assume(c, term_eq(x, bv(21))), c->lE);
    ready(c);
    struct acceleration a;
    assert_false(accelerate_init(&a, c));
    accelerate_release(&a);
    cfa_free(c);
}

/* x = *; y = 0; while (x != 0) { x -= 3; y++; } assert(y != 5000) */
static void search_finds_many_iterations(void **unused) {
    (void)unused;
    struct cfa *c = cfa_new();
    term x = declare(c, "x"), y = declare(c, "y");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_seq(c, cfa_havoc(c, x, nondet_site(c)), cfa_assign(c, y, bv(0))), head);
    cmd move =
        cfa_assign_n(c, (struct cfa_assign[]){{x, term_bv_sub(x, bv(3))}, {y, term_bv_add(y, bv(1))}}, 2);
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_not(term_eq(x, bv(0)))), move), head);
    cfa_add_edge(c, head, cfa_assume(c, term_and(term_eq(x, bv(0)), term_eq(y, bv(5000)))), c->lE);
    ready(c);
    uint32_t steps = c->steps.n;
    struct verdict v = {0};
    struct budget minute = budget_cpu(60);
    bmc_prove_within(c, NULL, &minute, 0, &v);
    assert_int_equal(v.kind, VERDICT_FALSE);
    assert_int_equal(v.trace.n, 5002);
    assert_int_equal(c->steps.n, steps);
    char *wrong = replay_check_trace(c, &v);
    assert_null(wrong);
    verdict_clear(&v);
    cfa_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerated_is_iterated),
        cmocka_unit_test(what_is_not_simple_stays),
        cmocka_unit_test(search_finds_many_iterations),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
