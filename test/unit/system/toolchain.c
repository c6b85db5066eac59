/* Command lines of compilers: whatever a name or a value is, it is nothing else there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "system/toolchain.h"

static void test_names(void **state) {
    (void)state;
    static const char *const names[] = {"@r", "-o",     "-fplugin=x.so", "a b", "a\nb", "\"", "'",
                                        "%s", "plain",  "../x",          "--",  "-",    "*",  "=",
                                        "@@", "/abs/@r"};
    options_reset();
    VEC_PUSH(&options.include, "@inc");
    VEC_PUSH(&options.include, "-o");
    VEC_PUSH(&options.define, "A=@r");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        text_list words = {0}, owned = {0};
        toolchain_source(&words, names[i], toolchain_language(names[i]), &owned);
        uint32_t files = 0;
        for (uint32_t k = 0; k < words.n; k++) {
            const char *w = words.at[k];
            assert_int_not_equal(w[0], '@');
            bool ours = !strncmp(w, "-I/", 3) || !strcmp(w, "-DA=@r") || !strcmp(w, "-x") ||
                        !strcmp(w, "c") || !strcmp(w, "-D__EDGEWISE__") ||
                        !strncmp(w, "-ffile-prefix-map=/", 19);
            if (w[0] == '/') files++;
            else if (!ours) fail_msg("'%s' makes the word '%s'", names[i], w);
        }
        assert_int_equal(files, 1);
        toolchain_release(&owned);
        VEC_RELEASE(&words);
    }
    options_reset();
}

static bool accepts(const char *definition) {
    struct error e = {0};
    options_reset();
    VEC_PUSH(&options.define, definition);
    bool good = toolchain_check_options(&e);
    error_release(&e);
    options_reset();
    return good;
}

static void test_definitions(void **state) {
    (void)state;
    assert_true(accepts("A") && accepts("A=") && accepts("_a1=@r -o x") && accepts("F(x,y)=x##y") &&
                accepts("A=\"b\""));
    assert_false(accepts("@r") || accepts("-o") || accepts("1A") || accepts("A\nB") ||
                 accepts("A=1\n#include") || accepts(" A") || accepts("=1"));
}

static void test_stubs(void **state) {
    (void)state;
    struct strbuf out = {0};
    assert_true(toolchain_stubs(
        "x: undefined reference to `good'\nx: undefined reference to `f() {} int evil'\n", &out));
    assert_string_equal(out.text, "long long good() { return 0; }\n");
    strbuf_release(&out);
}

static void test_token(void **state) {
    (void)state;
    char one[TOKEN_BYTES + 1], two[TOKEN_BYTES + 1];
    toolchain_token(one);
    toolchain_token(two);
    assert_int_equal(strlen(one), TOKEN_BYTES);
    assert_string_not_equal(one, two);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_definitions),
                                       cmocka_unit_test(test_stubs), cmocka_unit_test(test_token)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
