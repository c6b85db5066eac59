/* Contents of arrays from the values that the driver drew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "fuzz/fill.h"

static struct cfa_site site_with(uint32_t index_width, uint32_t element_width, uint32_t bytes) {
    return (struct cfa_site){.kind = SITE_UNINIT,
                             .sort = sort_array(sort_bv(index_width), sort_bv(element_width)),
                             .memory = {.line = 3, .column = 9, .offset = 8, .stride = 12, .bytes = bytes}};
}

static void test_what_is_filled(void **state) {
    (void)state;
    struct cfa_site ints = site_with(32, 32, 4), wide = site_with(32, 128, 16), bits = site_with(32, 1, 1),
                    nowhere = ints, outside = ints;
    nowhere.memory.line = 0;
    outside.kind = SITE_ENVIRONMENT;
    assert_true(fill_is_possible(&ints));
    assert_false(fill_is_possible(&wide));
    assert_false(fill_is_possible(&bits));
    assert_false(fill_is_possible(&nowhere));
    assert_false(fill_is_possible(&outside));
    char *name = fill_name(&ints);
    struct weave_source source = {.name = name}, other = {.name = (char[]){"__VERIFIER_nondet_int"}};
    assert_true(fill_is_source(&source));
    assert_false(fill_is_source(&other));
    free(name);
}

/* Two lives of source 1, with draws of source 0 in between. */
static void test_lives(void **state) {
    (void)state;
    const struct fuzz_draw draws[] = {{7, 1, 0},  {99, 0, 0}, {2, 1, 0},
                                      {4, 1, 0},  {5, 1, 0},  {6, 1, 0},
                                      {99, 0, 0}, {8, 1, 0},  {FILL_FIRST + 1 + 1, 1, 0},
                                      {4, 1, 0},  {9, 1, 0}};
    struct hit hit = {.draws = draws, .n = sizeof draws / sizeof *draws};
    uint32_t next = 0;
    value first = fill_value(&hit, 1, &next), second = fill_value(&hit, 1, &next),
          third = fill_value(&hit, 1, &next);
    static const uint64_t elements[] = {5, 6, 7, 7};
    for (uint64_t i = 0; i < 4; i++) {
        assert_int_equal(array_value_select(first, value_of(i)).lo, elements[i]);
        /* from the end */
        assert_int_equal(array_value_select(second, value_of(i)).lo, i < 3 ? 8 : 9);
        /* nothing was drawn any more */
        assert_int_equal(array_value_select(third, value_of(i)).lo, 0);
    }
}

int main(void) {
    terms_init();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_filled), cmocka_unit_test(test_lives)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
