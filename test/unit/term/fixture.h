/* What the tests of this module share: a fresh table for each test. */
#ifndef TEST_TERM_FIXTURE_H
#define TEST_TERM_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "term/subst.h"
#include "term/term.h"

static inline int setup(void **state) {
    (void)state;
    terms_init();
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

static inline term bv_var(const char *name, uint32_t width) { return term_var(name, sort_bv(width)); }
static inline term bool_var(const char *name) { return term_var(name, sort_bool()); }

/* Both sides are the same term. */
#define assert_term(a, b)                                                                                    \
    do {                                                                                                     \
        term a_ = (a), b_ = (b);                                                                             \
        if (a_ != b_) {                                                                                      \
            char *s_ = term_text(a_), *r_ = term_text(b_);                                                   \
            print_error("%s\nis not\n%s\n", s_, r_);                                                         \
            free(s_), free(r_);                                                                              \
        }                                                                                                    \
        assert_true(a_ == b_);                                                                               \
    } while (0)

/* The term's SMT-LIB text. */
#define assert_text(t, text)                                                                                 \
    do {                                                                                                     \
        char *s_ = term_text(t);                                                                             \
        assert_string_equal(s_, text);                                                                       \
        free(s_);                                                                                            \
    } while (0)

#endif
