#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "util/options.h"

static bool parse(struct error *e, const char *a, const char *b) {
    char *argv[] = {"edgewise", (char *)a, (char *)b, NULL};
    return options_parse(b ? 3 : 2, argv, e);
}

static void test_defaults(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(parse(&e, "prog.c", NULL));
    assert_int_equal(options.inputs.n, 1);
    assert_string_equal(options.entry, "main");
    assert_int_equal(options.solver, SOLVER_NATIVE);
    options_reset();
}

static void test_preset_is_refined(void **state) {
    (void)state;
    struct error e = {0};
    assert_true(parse(&e, "--ctg-depth=2", "--preset=spin18-all"));
    assert_true(options.pre_cubes);
    assert_false(options.reuse);
    assert_true(options.ctg_depth == 2);
    options_reset();
}

static void expect_error(const char *a, const char *b, const char *part) {
    struct error e = {0};
    assert_false(parse(&e, a, b));
    assert_non_null(strstr(e.message, part));
    error_release(&e);
    options_reset();
}

static void test_errors(void **state) {
    (void)state;
    expect_error("--timout=3", NULL, "did you mean --timeout?");
    expect_error("--timeout=soon", NULL, "takes a number");
    expect_error("--emit=pdf", NULL, "takes one of none|cfa");
    expect_error("--32", "--64", "contradict");
    expect_error("--preset=nosuch", NULL, "unknown preset");
    expect_error("--stats=yes", NULL, "takes no value");
    expect_error("-Z", NULL, "unknown option");
    expect_error("--spec", NULL, "needs a value");
}

static void test_help_lists_every_option(void **state) {
    (void)state;
    options_reset();
    char *all = options_help("all"), *list = options_completion(), *save = NULL;
    for (char *line = strtok_r(list, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        line[strcspn(line, "\t")] = 0;
        assert_non_null(strstr(all, line));
    }
    free(all);
    free(list);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_preset_is_refined),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_help_lists_every_option),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
