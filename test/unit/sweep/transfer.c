/* The sweep's states against enumeration: whatever happens to three variables of 3 bits, in random
 * sequences of conditions, assignments and branches, the state describes all values that they can
 * have. And it does describe them closely: some things must be seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "sweep/transfer.h"
#include "util/rng.h"

enum { WIDTH = 3, VALUES = 1 << WIDTH, VARS = 3, ALL = VALUES * VALUES * VALUES, RUNS = 400, LONG = 8 };

static struct rng rng;
static term vars[VARS];
static unsigned decided, unreached;

static uint32_t below(uint32_t n) { return rng_below(&rng, n); }
static term constant(void) { return term_bv(WIDTH, below(VALUES)); }

/* ---- random terms ---- */

static term comparison(uint32_t depth);

static term number(uint32_t depth) {
    if (!depth || !below(3)) return vars[below(VARS)];
    term a = number(depth - 1), b = below(3) ? constant() : number(depth - 1);
    switch (below(16)) {
    case 0:
    case 1:
    case 2: return term_bv_add(a, b);
    case 3: return term_bv_sub(a, b);
    case 4: return term_bv_mul(a, b);
    case 5: return term_bv_sdiv(a, b);
    case 6: return term_bv_srem(a, b);
    case 7: return term_bv_udiv(a, b);
    case 8: return term_bv_urem(a, b);
    case 9: return term_bv_and(a, b);
    case 10: return term_bv_or(a, b);
    case 11: return term_bv_lshr(a, b);
    case 12: return term_bv_ashr(a, b);
    case 13: return term_ite(comparison(1), a, b);
    case 14: return term_extract(term_concat(a, b), WIDTH + 1, 2);
    default: return term_bv_not(a);
    }
}

/* As overflows are asked for: in a wider sort. */
static term wide(term t) { return below(2) ? term_sext(t, 2 * WIDTH) : term_zext(t, 2 * WIDTH); }

static term comparison(uint32_t depth) {
    term a = below(3) ? vars[below(VARS)] : number(depth), b = below(3) ? constant() : number(depth);
    if (below(2)) {
        term swap = a;
        a = b, b = swap;
    }
    if (!below(4)) a = term_bv_add(wide(a), wide(number(1))), b = wide(b);
    switch (below(5)) {
    case 0: return term_ult(a, b);
    case 1: return term_ule(a, b);
    case 2: return term_slt(a, b);
    case 3: return term_sle(a, b);
    default: return term_eq(a, b);
    }
}

static term condition(void) {
    term a = comparison(2), b = comparison(1);
    switch (below(6)) {
    case 0: return term_or(a, b);
    case 1: return term_and(a, b);
    case 2: return term_not(a);
    default: return a;
    }
}

/* ---- what can be ---- */

struct both {
    struct sweep_state s;
    bool can_be[ALL];
};

static void set(struct model *m, uint32_t code) {
    model_clear(m);
    for (uint32_t i = 0; i < VARS; i++, code /= VALUES) model_set(m, vars[i], value_of(code % VALUES));
}

static i128 number_of(struct model *m, term t) {
    uint64_t v = term_eval(m, t).lo;
    return sort_kind_of(term_sort(t)) == SORT_BOOL ? (i128)v : bits_signed(v, term_width(t));
}

static bool describes(const struct sweep_state *s, struct model *m) {
    bool good = s->reached;
    for (uint32_t i = 0; i < s->bounds.n; i++) {
        i128 v = number_of(m, s->bounds.at[i].t);
        good &= s->bounds.at[i].b.lo <= v && v <= s->bounds.at[i].b.hi;
    }
    for (uint32_t i = 0; i < s->gaps.n; i++)
        good &= number_of(m, s->gaps.at[i].x) - number_of(m, s->gaps.at[i].y) <= s->gaps.at[i].most;
    for (uint32_t i = 0; i < s->truths.n; i++) good &= term_holds(m, s->truths.at[i]);
    return good;
}

static void compare(const struct both *b) {
    struct model m = {0};
    assert_true(state_check(&b->s));
    for (uint32_t code = 0; code < ALL; code++) {
        if (!b->can_be[code]) continue;
        set(&m, code);
        assert_true(describes(&b->s, &m));
    }
    model_release(&m);
}

static void assume(struct transfer_kit *t, struct both *b) {
    term c = condition();
    struct model m = {0};
    struct reading v = reading_of(&t->reader, &b->s, c);
    decided += b->s.reached && !term_is_const(c) && v.b.lo == v.b.hi;
    for (uint32_t code = 0; code < ALL; code++) {
        if (!b->can_be[code]) continue;
        set(&m, code);
        bool holds = term_holds(&m, c);
        assert_true(v.b.lo <= holds && holds <= v.b.hi);
        b->can_be[code] = holds;
    }
    transfer_assume(t, &b->s, c);
    model_release(&m);
}

static void assign(struct transfer_kit *t, struct both *b) {
    bool after[ALL] = {false};
    struct cfa_assign pairs[] = {{vars[0], number(2)}, {vars[1], number(2)}, {vars[2], number(1)}};
    uint32_t first = below(VARS), n = 1 + below(VARS - first);
    struct model m = {0};
    for (uint32_t code = 0; code < ALL; code++) {
        if (!b->can_be[code]) continue;
        uint32_t next = 0;
        set(&m, code);
        for (uint32_t i = VARS; i-- > 0;) {
            bool assigned = i >= first && i < first + n;
            next = next * VALUES + (uint32_t)term_eval(&m, assigned ? pairs[i].value : vars[i]).lo;
        }
        after[next] = true;
    }
    memcpy(b->can_be, after, sizeof after);
    transfer_assign(t, &b->s, pairs + first, n);
    model_release(&m);
}

static void copy(struct both *to, const struct both *from) {
    state_copy(&to->s, &from->s);
    memcpy(to->can_be, from->can_be, sizeof to->can_be);
}

static void join(struct both *a, const struct both *b) {
    static const threshold_vec none;
    struct sweep_state before = {0};
    state_copy(&before, &a->s);
    state_join(&a->s, &b->s);
    if (!below(4)) state_widen(&a->s, &before, &none);
    for (uint32_t code = 0; code < ALL; code++) a->can_be[code] |= b->can_be[code];
    state_release(&before);
}

static void nothing_is_lost(void **unused) {
    (void)unused;
    for (uint32_t run = 0; run < RUNS; run++) {
        struct transfer_kit t = {0};
        struct both now = {.s = {.reached = true}}, other = {0};
        memset(now.can_be, true, sizeof now.can_be);
        for (uint32_t i = 0; i < LONG; i++) {
            if (i == LONG / 3) copy(&other, &now);
            struct both *b = i % 2 && other.s.reached ? &other : &now;
            if (below(3)) assume(&t, b);
            else assign(&t, b);
            if (i == 2 * LONG / 3) join(&now, &other);
            compare(b);
            compare(&now);
        }
        unreached += !now.s.reached;
        state_release(&now.s);
        state_release(&other.s);
        transfer_release(&t);
    }
    assert_true(decided > RUNS / 4 && unreached > RUNS / 20);
}

/* ---- what must be seen ---- */

/* As checks are decided: nothing comes to their failure. */
static bool follows(struct transfer_kit *t, const struct sweep_state *s, term c) {
    struct sweep_state fails = {0};
    state_copy(&fails, s);
    transfer_assume(t, &fails, term_not(c));
    bool decided_so = !fails.reached;
    state_release(&fails);
    return decided_so;
}

static void loops_keep_their_order(void **unused) {
    (void)unused;
    struct transfer_kit t = {0};
    struct sweep_state s = {.reached = true}, round = {0};
    term i = term_var("i", sort_bv(32)), n = term_var("n", sort_bv(32)), zero = term_bv(32, 0);
    struct cfa_assign start = {i, zero}, next = {i, term_bv_add(i, term_bv(32, 1))};
    transfer_assume(&t, &s, term_sle(zero, n));
    transfer_assign(&t, &s, &start, 1);
    state_copy(&round, &s);
    transfer_assume(&t, &round, term_slt(i, n));
    assert_true(follows(&t, &round, term_slt(i, term_bv(32, INT32_MAX))));
    transfer_assign(&t, &round, &next, 1);
    state_join(&s, &round);
    assert_true(follows(&t, &s, term_sle(i, n)));
    /* sext33(i) + sext33(1) = sext33(i + 1) */
    transfer_assume(&t, &s, term_not(term_eq(i, n)));
    assert_true(
        follows(&t, &s, term_eq(term_bv_add(term_sext(i, 33), term_bv(33, 1)), term_sext(next.value, 33))));
    state_release(&s);
    state_release(&round);
    transfer_release(&t);
}

static void tables_leave_out_what_is_not_asked_for(void **unused) {
    (void)unused;
    struct transfer_kit t = {0};
    struct sweep_state s = {.reached = true};
    term i = term_var("i", sort_bv(32)), any = term_var("any", sort_bv(32));
    term table = term_ite(term_eq(i, term_bv(32, 0)), term_bv(32, 100),
                          term_ite(term_eq(i, term_bv(32, 1)), term_bv(32, 250), any));
    transfer_assume(&t, &s, term_ule(i, term_bv(32, 1)));
    assert_true(follows(&t, &s, term_sle(table, term_bv(32, 250))));
    assert_true(follows(&t, &s, term_sle(term_bv(32, 100), table)));
    state_release(&s);
    transfer_release(&t);
}

int main(void) {
    terms_init();
    rng.state = 20261118;
    static const char *const names[VARS] = {"x", "y", "z"};
    for (uint32_t i = 0; i < VARS; i++) vars[i] = term_var(names[i], sort_bv(WIDTH));
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_lost),
                                       cmocka_unit_test(loops_keep_their_order),
                                       cmocka_unit_test(tables_leave_out_what_is_not_asked_for)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
