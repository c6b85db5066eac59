/* Small automata made by hand, for the tests of engines. Each is split and ready for an engine. */
#ifndef TEST_PROGRAMS_H
#define TEST_PROGRAMS_H

#include "cfa/cfa.h"
#include "cfa/reduce.h"

static inline term bv(uint64_t v) { return term_bv(32, v); }
static inline term declare(struct cfa *c, const char *name) {
    term x = term_var(name, sort_bv(32));
    cfa_add_var(c, x, name, true, (struct src_pos){0});
    return x;
}
static inline uint32_t nondet_site(struct cfa *c) {
    return cfa_add_site(c, SITE_NONDET, "__VERIFIER_nondet_int", sort_bv(32), true, (struct src_pos){0});
}
static inline struct cfa *ready(struct cfa *c) {
    cfa_split(c, 32);
    return c;
}

/* x = 0; while (x < n) x += step; assert(x == expected); all unsigned */
static inline struct cfa *count_to(uint64_t n, uint64_t step, uint64_t expected) {
    struct cfa *c = cfa_new();
    term x = declare(c, "x");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign(c, x, bv(0)), head);
    cmd body = cfa_seq(c, cfa_assume(c, term_ult(x, bv(n))), cfa_assign(c, x, term_bv_add(x, bv(step))));
    cfa_add_edge(c, head, body, head);
    cmd fail =
        cfa_seq(c, cfa_assume(c, term_ule(bv(n), x)), cfa_assume(c, term_not(term_eq(x, bv(expected)))));
    cfa_add_edge(c, head, fail, c->lE);
    return ready(c);
}

/* n = *; x = 0; y = n; while (x != n) { x++; y--; } assert(y == wrong ? 7 : 0) */
static inline struct cfa *up_and_down(bool wrong) {
    struct cfa *c = cfa_new();
    term x = declare(c, "x"), y = declare(c, "y"), n = declare(c, "n");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cmd start = cfa_seq(c, cfa_havoc(c, n, nondet_site(c)),
                        cfa_assign_n(c, (struct cfa_assign[]){{x, bv(0)}, {y, n}}, 2));
    cfa_add_edge(c, c->l0, start, head);
    cmd move =
        cfa_assign_n(c, (struct cfa_assign[]){{x, term_bv_add(x, bv(1))}, {y, term_bv_sub(y, bv(1))}}, 2);
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_not(term_eq(x, n))), move), head);
    cmd fail = cfa_assume(c, term_and(term_eq(x, n), term_not(term_eq(y, bv(wrong ? 7 : 0)))));
    cfa_add_edge(c, head, fail, c->lE);
    return ready(c);
}

/* A machine with two modes and inputs that pick the step: mode 0 -> 1 -> 0; error in mode 2,
 * reached from mode 1 by the input 42 only if `open`. */
static inline struct cfa *machine(bool open) {
    struct cfa *c = cfa_new();
    term mode = declare(c, "mode"), in = declare(c, "in");
    loc head = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign(c, mode, bv(0)), head);
    uint32_t site = nondet_site(c);
    cmd from0 = cfa_seq(c, cfa_assume(c, term_eq(mode, bv(0))), cfa_assign(c, mode, bv(1)));
    cmd from1 = cfa_seq(
        c, cfa_assume(c, term_eq(mode, bv(1))),
        cfa_choice(c, cfa_seq(c, cfa_assume(c, term_not(term_eq(in, bv(42)))), cfa_assign(c, mode, bv(0))),
                   cfa_seq(c, cfa_assume(c, term_eq(in, bv(42))), cfa_assign(c, mode, bv(open ? 2 : 1)))));
    cfa_add_edge(c, head, cfa_seq(c, cfa_havoc(c, in, site), cfa_choice(c, from0, from1)), head);
    cfa_add_edge(c, head, cfa_assume(c, term_eq(mode, bv(2))), c->lE);
    return ready(c);
}

#endif
