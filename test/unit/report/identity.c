/* SHA-256 on the vectors of FIPS 180-4, and C values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/json.h"
#include "replay/source.h"
#include "replay/story.h"
#include "report/witness.h"

static void expect_hash(const char *text, size_t times, const char *hex) {
    char path[] = "/tmp/edgewise-identity-XXXXXX", found[65];
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "wb");
    for (size_t i = 0; i < times; i++) fputs(text, f);
    fclose(f);
    sha256_file(path, found);
    unlink(path);
    assert_string_equal(found, hex);
}

static void test_sha256(void **state) {
    (void)state;
    expect_hash("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_hash("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_hash("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void expect_c(sort s, value v, bool is_signed, const char *text) {
    struct strbuf b = {0};
    value_print_c(&b, s, v, is_signed);
    assert_string_equal(b.text, text);
    strbuf_release(&b);
}

static void test_values(void **state) {
    (void)state;
    terms_init();
    expect_c(sort_bv(32), value_of(0xffffffff), true, "-1");
    expect_c(sort_bv(32), value_of(0xffffffff), false, "4294967295");
    expect_c(sort_bv(32), value_of(0x80000000), true, "-2147483648");
    expect_c(sort_bv(64), value_of(UINT64_C(1) << 63), true, "-9223372036854775808");
    expect_c(sort_bv(8), value_of(0x80), true, "-128");
    expect_c(sort_bv(128), (value){0, UINT64_C(1) << 63}, true, "-170141183460469231731687303715884105728");
    expect_c(sort_bv(128), (value){UINT64_MAX, UINT64_MAX}, false, "340282366920938463463374607431768211455");
    expect_c(sort_bv(65), (value){UINT64_MAX, 1}, true, "-1");
    expect_c(sort_bool(), value_of(1), false, "1");
    expect_c(sort_float(8, 24), value_of(0x3f000000), false, "0.5f");
    expect_c(sort_float(11, 53), value_of(0), false, "0.0");
    terms_release();
}

static void test_utf8(void **state) {
    (void)state;
    static const char *const pairs[][2] = {{"plain", "plain"},
                                           {"\xc3\xa9", "\xc3\xa9"},
                                           {"a\xff"
                                            "b",
                                            "a\xef\xbf\xbd"
                                            "b"},
                                           {"\xc0\xaf", "\xef\xbf\xbd\xef\xbf\xbd"},
                                           {"\xed\xa0\x80", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                                           {"\xf0\x9f\x98\x80", "\xf0\x9f\x98\x80"},
                                           {"\xe2\x82", "\xef\xbf\xbd\xef\xbf\xbd"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        struct strbuf b = {0};
        text_to_utf8(&b, pairs[i][0]);
        assert_string_equal(b.text, pairs[i][1]);
        strbuf_release(&b);
    }
}

static void test_keywords(void **state) {
    (void)state;
    char path[] = "/tmp/edgewise-source-XXXXXX";
    int fd = mkstemp(path);
    static const char text[] = "int x;\n  while (x) for (;;) x++;\nfoo_for(dodo);\nx = 1;\n\n\nwhileX();\n";
    assert_int_equal(write(fd, text, sizeof text - 1), (ssize_t)sizeof text - 1);
    close(fd);
    uint32_t line = 0, column = 0;
    assert_true(source_loop_keyword(path, 2, 4, &line, &column));
    assert_int_equal(column, 3);
    assert_true(source_loop_keyword(path, 2, 20, &line, &column));
    assert_int_equal(column, 13);
    assert_true(source_loop_keyword(path, 3, 1, &line, &column)); /* the line before */
    assert_int_equal(line, 2);
    assert_false(source_loop_keyword(path, 7, 1, &line, &column));
    char *shown = source_text(path, 3, 80);
    assert_string_equal(shown, "foo_for(dodo);");
    free(shown);
    source_release();
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sha256), cmocka_unit_test(test_values),
                                       cmocka_unit_test(test_utf8), cmocka_unit_test(test_keywords)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
