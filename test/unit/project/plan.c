/* Lists of jobs: names stay unique, what is printed is read back, and what is no job is refused
 * with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "project/plan.h"
#include "util/mem.h"

static char path[] = "/tmp/plan-XXXXXX";

static void write_plan(const char *text) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static struct plan_job job(const char *name, double timeout) {
    struct plan_job j = {.name = mem_strdup(name), .directory = mem_strdup("/p"), .timeout = timeout};
    j.source = mem_strdup("00");
    VEC_PUSH(&j.args, mem_strdup("a b.c"));
    return j;
}

static void test_names(void **state) {
    (void)state;
    struct plan p = {0};
    for (int i = 0; i < 3; i++) plan_add(&p, job("a.c:f", 1));
    plan_add(&p, job("a.c:f (2)", 1));
    const char *const names[] = {"a.c:f", "a.c:f (2)", "a.c:f (3)", "a.c:f (2) (2)"};
    for (uint32_t i = 0; i < 4; i++) assert_string_equal(p.jobs.at[i].name, names[i]);
    for (uint32_t i = 1; i < 4; i++) assert_string_not_equal(p.jobs.at[i].key, p.jobs.at[0].key);
    plan_release(&p);
}

static void test_read_back(void **state) {
    (void)state;
    struct plan p = {0}, q = {0};
    struct strbuf b = {0};
    struct error e = {0};
    plan_add(&p, job("a.c:f", 2.5));
    plan_add(&p, job("a.c:f", 0));
    plan_add(&p, job("\"quoted\" \xc3\xa9", 1e6));
    plan_print(&p, &b);
    strbuf_text(&b, "  \n"); /* a blank line is no job */
    write_plan(b.text);
    assert_true(plan_read(&q, path, &e));
    assert_int_equal(q.jobs.n, 3);
    for (uint32_t i = 0; i < 3; i++) {
        assert_string_equal(q.jobs.at[i].name, p.jobs.at[i].name);
        assert_string_equal(q.jobs.at[i].key, p.jobs.at[i].key);
        assert_string_equal(q.jobs.at[i].args.at[0], "a b.c");
        assert_true(q.jobs.at[i].timeout == p.jobs.at[i].timeout);
    }
    strbuf_release(&b);
    plan_release(&p);
    plan_release(&q);
}

static void test_refused(void **state) {
    (void)state;
    static const char good[] =
        "{\"name\": \"x\", \"args\": [\"x.c\"], \"directory\": \"/p\", \"timeout\": 1, \"memory\": 0}\n";
    static const char *const bad[] = {
        "{\"name\": \"y\"}",
        "[]",
        "{",
        "{\"name\": \"\", \"args\": [\"x.c\"], \"directory\": \"/p\", \"timeout\": 1, \"memory\": 0}",
        "{\"name\": \"y\", \"args\": [], \"directory\": \"/p\", \"timeout\": 1, \"memory\": 0}",
        "{\"name\": \"y\", \"args\": [1], \"directory\": \"/p\", \"timeout\": 1, \"memory\": 0}",
        "{\"name\": \"y\", \"args\": [\"x.c\"], \"directory\": \"p\", \"timeout\": 1, \"memory\": 0}",
        "{\"name\": \"y\", \"args\": [\"x.c\"], \"directory\": \"/p\", \"timeout\": -1, \"memory\": 0}",
        "{\"name\": \"y\", \"name\": \"y\", \"args\": [\"x.c\"], \"directory\": \"/p\", \"timeout\": 1, "
        "\"memory\": 0}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct plan p = {0};
        struct error e = {0};
        char *text = mem_printf("%s%s\n", good, bad[i]);
        write_plan(text);
        assert_false(plan_read(&p, path, &e));
        assert_int_equal(e.line, 2);
        error_release(&e);
        plan_release(&p);
        free(text);
    }
    struct plan p = {0};
    struct error e = {0};
    write_plan("\n");
    assert_false(plan_read(&p, path, &e));
    error_release(&e);
    plan_release(&p);
}

int main(void) {
    int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_read_back),
                                       cmocka_unit_test(test_refused)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
