/* Driver and cage on small programs: what the driver finds, that it stands still when nobody
 * answers, and that it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz/build.h"
#include "fuzz/cage.h"
#include "system/temporary.h"
#include "util/options.h"

static const char *dir;
static char source[4200];

struct setup {
    text_list files, errors;
    struct subject subject;
    struct cfa *drawn;
    struct build build;
};

static void setup_init(struct setup *s, const char *program, bool m32) {
    *s = (struct setup){0};
    FILE *f = fopen(source, "w");
    assert_non_null(f);
    fputs("extern int __VERIFIER_nondet_int(void); extern void reach_error(void); void "
          "__VERIFIER_assume(int);\n"
          "void *malloc(unsigned long); void exit(int); void abort(void);\n",
          f);
    fputs(program, f);
    fclose(f);
    VEC_PUSH(&s->files, source);
    VEC_PUSH(&s->errors, "reach_error");
    s->subject = (struct subject){.entry = "main", .temp_dir = dir, .m32 = m32};
    s->subject.files = s->files;
    s->subject.error_functions = s->errors;
    s->drawn = cfa_new();
    if (!build_program(&s->build, &s->subject, s->drawn)) fail_msg("%s", s->build.trouble);
}

static void setup_release(struct setup *s) {
    build_release(&s->build);
    cfa_free(s->drawn);
    VEC_RELEASE(&s->files);
    VEC_RELEASE(&s->errors);
    unlink(source);
}

/* Lets the driver run for so many ticks, or to a hit or its end; the state. */
static uint32_t search(struct cage *c, uint32_t ticks) {
    for (uint32_t i = 0; i < ticks; i++) {
        enum cage_news news;
        while ((news = cage_wait(c, 1)) == CAGE_SILENT) {
        }
        if (news == CAGE_DEAD) fail_msg("the driver died");
        if (c->shared->state != FUZZ_SEARCHING && c->shared->state != FUZZ_NEW) break;
        cage_go(c);
    }
    return c->shared->state;
}

static uint32_t run(const char *program, bool m32, uint32_t ticks, struct fuzz_shared *result) {
    struct setup s;
    struct cage c;
    setup_init(&s, program, m32);
    assert_true(cage_init(&c, s.build.program, 1));
    assert_true(cage_start(&c));
    uint32_t state = search(&c, ticks);
    *result = *c.shared;
    cage_release(&c);
    setup_release(&s);
    return state;
}

static struct fuzz_shared result; /* large */

static void a_sequence_is_found(void **unused) {
    (void)unused;
    static const char program[] =
        "int state;\n"
        "int main(void) { for (;;) { int x = __VERIFIER_nondet_int(); if (state == 0 && x == 123456) state = "
        "1;\n"
        "    else if (state == 1 && x == -9876) state = 2; else if (x == 5) return 0; else state = 0;\n"
        "    if (state == 2) reach_error(); } }\n";
    for (int m32 = 0; m32 < 2; m32++) {
        assert_int_equal(run(program, m32, 2000, &result), FUZZ_HIT);
        assert_int_equal(result.draws, 2); /* made short */
        assert_int_equal((int32_t)result.log[0].value, 123456);
        assert_int_equal((int32_t)result.log[1].value, -9876);
    }
}

static void without_inputs_there_is_one_run(void **unused) {
    (void)unused;
    assert_int_equal(run("int main(void) { exit(3); reach_error(); }", false, 100, &result), FUZZ_EXHAUSTED);
    assert_int_equal(result.executions, 1);
    assert_int_equal(run("int main(void) { __VERIFIER_assume(0); reach_error(); }", false, 100, &result),
                     FUZZ_EXHAUSTED);
    assert_int_equal(run("int main(void) { abort(); reach_error(); }", false, 100, &result), FUZZ_EXHAUSTED);
    assert_int_equal(run("int main(void) { reach_error(); }", false, 100, &result), FUZZ_HIT);
}

/* Global data and the heap are as new in every run, and crashes are survived. */
static void runs_do_not_meet(void **unused) {
    (void)unused;
    static const char program[] =
        "int count, data[100] = {7};\n"
        "int depth(int n) { volatile int here[1000]; here[0] = n; return depth(n + 1) + here[0]; }\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); int *p = malloc(40); static int again;\n"
        "    if (count++ || again++ || data[0] != 7 || p[3]) reach_error(); data[0] = 8; p[3] = 1;\n"
        "    if (x == 1) *(volatile int *)0 = 1; if (x == 2) depth(0); if (x == 3) for (;;) ; return 0; }\n";
    assert_int_equal(run(program, false, 100, &result), FUZZ_SEARCHING);
    assert_true(result.executions > 20);
    assert_true(result.crashes > 1);
    assert_true(result.timeouts > 0);
}

static bool runs(pid_t pid) { return !kill(pid, 0) || errno != ESRCH; }

static void nobody_answers_nothing_moves(void **unused) {
    (void)unused;
    struct setup s;
    struct cage c;
    setup_init(&s, "int main(void) { return __VERIFIER_nondet_int() & 1; }", false);
    assert_true(cage_init(&c, s.build.program, 1));
    assert_true(cage_start(&c));
    assert_int_equal(search(&c, 10), FUZZ_SEARCHING);
    sleep(1); /* what it was allowed to run ahead */
    uint64_t before = c.shared->executions;
    sleep(1);
    assert_int_equal(c.shared->executions, before);
    cage_go(&c);
    assert_int_equal(search(&c, 10), FUZZ_SEARCHING);
    assert_true(c.shared->executions > before);
    pid_t pid = c.pid;
    assert_true(runs(pid));
    cage_release(&c);
    assert_false(runs(pid));
    setup_release(&s);
}

static void what_cannot_be_run_is_said(void **unused) {
    (void)unused;
    struct setup s = {0};
    FILE *f = fopen(source, "w");
    fputs("int fork(void); int main(void) { return fork(); }", f);
    fclose(f);
    VEC_PUSH(&s.files, source);
    s.subject = (struct subject){.entry = "main", .temp_dir = dir};
    s.subject.files = s.files;
    s.drawn = cfa_new();
    assert_false(build_program(&s.build, &s.subject, s.drawn));
    assert_string_equal(s.build.trouble, "jumps, threads or signals");
    setup_release(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sequence_is_found),        cmocka_unit_test(without_inputs_there_is_one_run),
        cmocka_unit_test(runs_do_not_meet),           cmocka_unit_test(nobody_answers_nothing_moves),
        cmocka_unit_test(what_cannot_be_run_is_said),
    };
    options_reset();
    terms_init();
    dir = temporary_dir();
    snprintf(source, sizeof source, "%s/source.c", dir);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    temporary_remove();
    terms_release();
    return failed;
}
