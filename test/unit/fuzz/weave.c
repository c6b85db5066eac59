/* The text of a module after weaving, and hits followed on an automaton. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fuzz/confirm.h"
#include "fuzz/weave.h"
#include "unit/programs.h"

static const char module[] = "define dso_local i32 @main() #0 !dbg !20 {\n"
                             "  %1 = call i32 @__VERIFIER_nondet_int() #3, !dbg !29\n"
                             "  %2 = call zeroext i1 @__VERIFIER_nondet_bool() #3, !dbg !30\n"
                             "  %3 = icmp sgt i32 %1, 4711, !dbg !30\n"
                             "  %edgewise.1 = call i64 @edgewise_uninit_7_9()\n"
                             "  %4 = call i32 @known(i32 %1), !dbg !30\n"
                             "  %5 = call i32 @unknown(i32 %1), !dbg !31\n"
                             "  call void @reach_error() #4, !dbg !31\n"
                             "}\n"
                             "declare i32 @__VERIFIER_nondet_int(...) #1\n"
                             "declare zeroext i1 @__VERIFIER_nondet_bool() #1\n"
                             "declare ptr @__VERIFIER_nondet_pointer() #1\n"
                             "declare i32 @known(i32 noundef) #1\n"
                             "declare i32 @unknown(i32 noundef) #1\n"
                             "declare void @reach_error() #2\n"
                             "declare i64 @edgewise_uninit_7_9()\n"
                             "!29 = !DILocation(line: 3, column: 5, scope: !20)\n"
                             "!30 = !DILocation(line: 4, column: 8, scope: !20)\n"
                             "!31 = distinct !DILocation(line: 6, column: 3, scope: !20)\n";

static struct subject subject_of(text_list *errors) {
    VEC_PUSH(errors, "reach_error");
    struct subject s = {.entry = "main", .temp_dir = "/tmp"};
    s.error_functions = *errors;
    return s;
}

static bool has(const struct strbuf *b, const char *text) { return strstr(b->text, text) != NULL; }

static void inputs_ask_the_driver(void **unused) {
    (void)unused;
    text_list errors = {0};
    struct subject subject = subject_of(&errors);
    struct cfa *drawn = cfa_new();
    cfa_add_site(drawn, SITE_UNKNOWN, "unknown", sort_bv(32), true, (struct src_pos){0});
    struct weave w;
    struct strbuf out = {0};
    weave_init(&w, &subject, drawn);
    weave_module(&w, module, &out);
    assert_true(has(&out, "define internal i32 @__VERIFIER_nondet_int(...) {\n  %edgewise.v = call i64 "
                          "@edgewise_draw(i32 0, i32 32)\n"
                          "  %edgewise.w = trunc i64 %edgewise.v to i32\n  ret i32 %edgewise.w\n}\n"));
    assert_true(has(&out, "define internal zeroext i1 @__VERIFIER_nondet_bool() {"));
    assert_true(has(&out, "define internal i32 @unknown(i32 noundef) {"));
    assert_true(has(&out, "define internal i64 @edgewise_uninit_7_9() {"));
    assert_true(has(&out, "declare ptr @__VERIFIER_nondet_pointer()")); /* is no number */
    assert_true(has(&out, "declare i32 @known(i32 noundef)"));
    assert_true(has(&out, "store volatile i32 1, ptr @edgewise_place\n  %1 = call"));
    assert_false(has(&out, "edgewise_place\n  %4 = call"));
    assert_true(has(&out, "store volatile i32 3, ptr @edgewise_place\n  call void @reach_error"));
    assert_int_equal(w.sources.n, 4);
    assert_int_equal(w.places.at[3].line, 6);
    assert_int_equal(w.sources.at[3].line, 7);
    assert_int_equal(w.sources.at[3].column, 9);
    assert_non_null(int_map_get(&w.constants, 4711));
    assert_null(w.obstacle);
    strbuf_clear(&out);
    weave_module(&w, "declare i32 @pthread_create(ptr, ptr, ptr, ptr)\n", &out);
    assert_non_null(w.obstacle);
    weave_release(&w);
    strbuf_release(&out);
    cfa_free(drawn);
    VEC_RELEASE(&errors);
}

/* The draws of a hit on an automaton that leaves mode 1 with the input 42. */
static enum run_end follow(bool open, const uint64_t *values, uint32_t n, uint64_t max_edges,
                           input_log *log) {
    struct cfa *c = machine(open);
    struct weave w;
    text_list errors = {0};
    struct subject subject = subject_of(&errors);
    weave_init(&w, &subject, c);
    VEC_PUSH(&w.sources, (struct weave_source){.name = mem_strdup("__VERIFIER_nondet_bool")});
    VEC_PUSH(&w.sources, (struct weave_source){.name = mem_strdup("__VERIFIER_nondet_int")});
    struct fuzz_draw draws[8];
    for (uint32_t i = 0; i < n; i++)
        draws[i] = (struct fuzz_draw){values[i] & 0xffffffff, values[i] >> 32 ? 0 : 1, 0};
    struct hit hit = {&w, draws, n, 0};
    enum run_end end = confirm_follow(c, &hit, max_edges, log).end;
    weave_release(&w);
    VEC_RELEASE(&errors);
    cfa_free(c);
    return end;
}

static void hits_are_followed(void **unused) {
    (void)unused;
    const uint64_t other = (uint64_t)1 << 32; /* a value of another function */
    const uint64_t good[] = {5, other | 7, 42}, bad[] = {5, other | 42, 7};
    input_log log = {0};
    assert_int_equal(follow(true, good, 3, 100, &log), RUN_ERROR);
    assert_int_equal(log.n, 2);
    assert_int_equal(log.at[1].value.lo, 42);
    assert_int_equal(follow(false, good, 3, 100, &log), RUN_LIMIT);
    assert_int_equal(follow(true, bad, 3, 100, &log), RUN_LIMIT);
    assert_int_equal(follow(true, good, 3, 2, &log), RUN_LIMIT);
    input_log_release(&log);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(inputs_ask_the_driver),
                                       cmocka_unit_test(hits_are_followed)};
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
