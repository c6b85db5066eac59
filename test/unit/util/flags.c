/* A compiler's words: what could load code, read words from a file or write a file is never
 * taken. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "util/flags.h"

static enum flags_action action_of(const char *word, const char *next) {
    const char *words[] = {word, next};
    return flags_find(words, next ? 2 : 1).action;
}

static void test_refused(void **state) {
    (void)state;
    static const char *const words[] = {"-fplugin=x.so",
                                        "-fplugin-arg-x-y",
                                        "-fpass-plugin=x.so",
                                        "-Xclang",
                                        "-mllvm",
                                        "-load",
                                        "-B/tmp",
                                        "-B",
                                        "@file",
                                        "@",
                                        "-specs=x",
                                        "--specs=x",
                                        "-wrapper",
                                        "-cc1",
                                        "-ivfsoverlay",
                                        "-ftime-trace=x",
                                        "-fprofile-generate",
                                        "-fdump-tree-all",
                                        "-fmodules-cache-path=x",
                                        "-resource-dir=x",
                                        "--config=x",
                                        "-fuse-ld=/x",
                                        "-std=c++17",
                                        "-mx32",
                                        "-zzz",
                                        "--gcc-toolchain=x",
                                        "",
                                        "-",
                                        "-Xpreprocessor",
                                        "-working-directory=x",
                                        "-D",
                                        "-U",
                                        "-I",
                                        "-D1",
                                        "-DA\nB",
                                        "-UA B",
                                        "-std=",
                                        "-march=a/b",
                                        "-fcrash-diagnostics-dir=x"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (action_of(words[i], NULL) != FLAGS_REFUSE) fail_msg("'%s' is not refused", words[i]);
    assert_int_equal(action_of("-x", "c++"), FLAGS_REFUSE);
    assert_int_equal(action_of("-D", "@r"), FLAGS_REFUSE);
    assert_int_equal(action_of("-D", "-o"), FLAGS_REFUSE);
}

static void test_taken(void **state) {
    (void)state;
    static const char *const words[] = {"-Iinclude",       "-DA",      "-DA=\"b c\"",      "-UA",
                                        "-std=c11",        "-ansi",    "-isystemx",        "-iquotex",
                                        "-includex.h",     "-mavx2",   "-march=x86-64-v2", "-fshort-enums",
                                        "-funsigned-char", "-fcommon", "-nostdinc",        "-undef"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (action_of(words[i], NULL) != FLAGS_TAKE) fail_msg("'%s' is not taken", words[i]);
    static const char *const dropped[] = {"-O2",   "-g",  "-Wall", "-Werror",
                                          "-c",    "-MD", "-fPIC", "-fstack-protector-strong",
                                          "-pipe", "-lm", "-oa.o"};
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        if (action_of(dropped[i], NULL) != FLAGS_DROP) fail_msg("'%s' is not dropped", dropped[i]);
}

static void test_values(void **state) {
    (void)state;
    const char *words[] = {"-isystem", "a b"};
    struct flags_found f = flags_find(words, 2);
    assert_int_equal(f.words, 2);
    assert_string_equal(f.value, "a b");
    const char *output[] = {"-o", "x"};
    assert_int_equal(flags_find(output, 2).words, 2);
    const char *last[] = {"-o"};
    assert_int_equal(flags_find(last, 1).words, 1);
}

static void test_models(void **state) {
    (void)state;
    static const struct {
        const char *words[2];
        uint32_t width;
    } cases[] = {{{"-m32"}, 32},
                 {{"-m64"}, 64},
                 {{"-target", "x86_64-linux-gnu"}, 64},
                 {{"--target=i686-linux"}, 32},
                 {{"-target", "armv7"}, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct flags_found f = flags_find(cases[i].words, cases[i].words[1] ? 2 : 1);
        assert_int_equal(f.action, FLAGS_MODEL);
        assert_int_equal(flags_model(&f), cases[i].width);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused), cmocka_unit_test(test_taken),
                                       cmocka_unit_test(test_values), cmocka_unit_test(test_models)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
