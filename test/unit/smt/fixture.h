/* What the tests of this module share: default options and a fresh table of terms for each test. */
#ifndef TEST_SMT_FIXTURE_H
#define TEST_SMT_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "term/term.h"
#include "util/options.h"

static inline int setup(void **state) {
    (void)state;
    options_reset();
    terms_init();
    return 0;
}

static inline int teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

#endif
