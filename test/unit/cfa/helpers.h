/* Small things that the tests of automata share. */
#ifndef TEST_CFA_HELPERS_H
#define TEST_CFA_HELPERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cfa/check.h"
#include "cfa/reduce.h"

static const struct src_pos nowhere = {0};

static inline term var32(struct cfa *c, const char *name) {
    term x = term_var(name, sort_bv(32));
    cfa_add_var(c, x, name, true, nowhere);
    return x;
}

static inline term num(uint64_t n) { return term_bv(32, n); }
static inline term plus(term x, uint64_t n) { return term_bv_add(x, num(n)); }

static inline uint32_t nondet(struct cfa *c, const char *name) {
    return cfa_add_site(c, SITE_NONDET, name, sort_bv(32), true, nowhere);
}

static inline void assert_well_formed(const struct cfa *c) {
    char *wrong = cfa_check(c);
    if (wrong) fail_msg("%s", wrong);
}

static inline int terms_setup(void **state) {
    (void)state;
    terms_init();
    return 0;
}

static inline int terms_teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

#endif
