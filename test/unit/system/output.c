/* Output files: written beside and renamed, refused where they are inputs; reports of faults never
 * through a link. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/output.h"

static char dir[] = "/tmp/edgewise-output-XXXXXX";

static void write_file(const char *path, const char *text) {
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    assert_int_equal(fclose(f), 0);
}

static void assert_holds(const char *path, const char *text) {
    char found[64] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    found[fread(found, 1, sizeof found - 1, f)] = 0;
    fclose(f);
    assert_string_equal(found, text);
}

static void test_write(void **state) {
    (void)state;
    struct strbuf text = {0};
    struct error e = {0};
    strbuf_text(&text, "new");
    write_file("old", "old");
    assert_int_equal(link("old", "other name"), 0);
    assert_true(output_write("old", &text, &e));
    assert_holds("old", "new");
    assert_holds("other name", "old"); /* it was replaced, not overwritten */
    assert_int_equal(symlink("target", "link"), 0);
    assert_true(output_write("link", &text, &e));
    assert_holds("target", "new");
    assert_false(output_write("/dev/full", &text, &e));
    assert_true(e.set);
    error_release(&e);
    assert_false(output_write("nowhere/x", &text, &e));
    error_release(&e);
    strbuf_release(&text);
}

static void test_prepare(void **state) {
    (void)state;
    struct error e = {0};
    text_list targets = {0}, inputs = {0};
    write_file("in", "in");
    write_file("stale", "stale");
    VEC_PUSH(&inputs, "in");
    VEC_PUSH(&targets, "stale");
    VEC_PUSH(&targets, "./in");
    assert_false(output_check(&targets, &inputs, &e));
    assert_holds("stale", "stale");
    error_release(&e);
    targets.at[1] = "fresh";
    assert_true(output_check(&targets, &inputs, &e));
    assert_holds("stale", "stale");
    assert_true(output_remove(&targets, &e));
    assert_int_not_equal(access("stale", F_OK), 0);
    assert_int_not_equal(access("fresh", F_OK), 0);
    assert_holds("in", "in");
    VEC_RELEASE(&targets);
    VEC_RELEASE(&inputs);
}

static void test_fault_report(void **state) {
    (void)state;
    struct strbuf text = {0};
    strbuf_text(&text, "fault");
    char *path = output_fault_report(&text);
    assert_non_null(path);
    assert_int_equal(strncmp(path, dir, strlen(dir)), 0); /* $TMPDIR */
    assert_holds(path, "fault");
    unlink(path);
    free(path);
    write_file("precious", "precious");
    assert_int_equal(symlink("precious", "trap"), 0);
    assert_int_equal(symlink("absent", "dangling"), 0);
    static const char *const refused[] = {"precious", "trap", "dangling"};
    for (int i = 0; i < 3; i++) {
        options.bug_report = refused[i];
        assert_null(output_fault_report(&text));
    }
    assert_holds("precious", "precious");
    assert_int_not_equal(access("absent", F_OK), 0);
    options.bug_report = "report";
    path = output_fault_report(&text);
    assert_string_equal(path, "report");
    assert_holds("report", "fault");
    free(path);
    options.bug_report = NULL;
    strbuf_release(&text);
}

static int setup(void **state) {
    (void)state;
    options_reset();
    return !mkdtemp(dir) || setenv("TMPDIR", dir, 1) ||
           mkdir(strcat(strcpy((char[99]){0}, dir), "/work"), 0700) || chdir(dir) || chdir("work");
}

/* Fails if a file is left that is none of these, such as one beside a target. */
static int teardown(void **state) {
    (void)state;
    static const char *const made[] = {"old",      "other name", "link",     "target", "in",
                                       "precious", "trap",       "dangling", "report"};
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (unlink(made[i])) return 1;
    return chdir("/") || chdir(dir) || rmdir("work") || rmdir(dir);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_write), cmocka_unit_test(test_prepare),
                                       cmocka_unit_test(test_fault_report)};
    return cmocka_run_group_tests(tests, setup, teardown);
}
