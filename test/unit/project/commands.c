/* compile_commands.json: what tools write, what nobody should write, and the lines of errors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "project/commands.h"

static char path[] = "/tmp/commands-XXXXXX";

static void write_list(const char *text) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void test_entries(void **state) {
    (void)state;
    struct commands c;
    struct error e = {0};
    write_list("[\n{\"directory\": \"/p/build\", \"command\": \"ccache cc -DA='x y' -I../i -c ../s/./a.c -o "
               "CMakeFiles/app.dir/a.c.o\", \"file\": \"../s/a.c\"},\n"
               " {\"directory\": \"/p\", \"arguments\": [\"gcc\", \"-c\", \"b c.c\"], \"file\": \"b c.c\", "
               "\"output\": \"lib.p/b.o\"}]\n");
    assert_true(commands_read(&c, path, &e));
    assert_int_equal(c.all.n, 2);
    assert_string_equal(c.all.at[0].file, "/p/s/a.c");
    assert_string_equal(c.all.at[0].words.at[0], "-DA=x y");
    assert_int_equal(c.all.at[0].line, 2);
    assert_int_equal(c.all.at[1].line, 3);
    assert_string_equal(c.all.at[1].file, "/p/b c.c");
    assert_int_equal(c.all.at[1].words.n, 2);
    char *app = commands_target(&c.all.at[0]), *lib = commands_target(&c.all.at[1]);
    assert_string_equal(app, "app");
    assert_string_equal(lib, "lib");
    free(app);
    free(lib);
    assert_ptr_equal(commands_find(&c, "/p/build/../s/a.c"), &c.all.at[0]);
    assert_null(commands_find(&c, "/p/a.c"));
    commands_release(&c);
}

static void test_errors(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line;
    } cases[] = {{"", 1},
                 {"int main;", 1},
                 {"[]", 0},
                 {"[\n{\"directory\": \"/\", \"file\": \"a.c\"}]", 2},
                 {"[\n\n{\"directory\": 3, \"file\": \"a.c\", \"command\": \"cc\"}]", 3},
                 {"[{\"directory\": \"/\", \"command\": \"cc\"}]", 1},
                 {"[\n{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc 'x\"}]", 2},
                 {"[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc\"}\n", 2},
                 {"[{\"directory\": \"/\", \"file\": \"a.c\", \"command\": \"cc\"},\n\n{\"x\": }]", 3},
                 {"[\n1]", 2},
                 {"[{\"directory\": \"/\", \"file\": \"a.c\", \"arguments\": [1]}]", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct commands c;
        struct error e = {0};
        write_list(cases[i].text);
        if (commands_read(&c, path, &e)) fail_msg("'%s' is read", cases[i].text);
        if (e.line != cases[i].line)
            fail_msg("'%s': line %d, not %d: %s", cases[i].text, e.line, cases[i].line, e.message);
        error_release(&e);
    }
}

static void test_words(void **state) {
    (void)state;
    text_list words = {0};
    assert_true(commands_split(" a  'b c'\\ d \"e\\\"f\\g\" '' x\\\\y ", &words));
    static const char *const wanted[] = {"a", "b c d", "e\"f\\g", "", "x\\y"};
    assert_int_equal(words.n, 5);
    for (uint32_t i = 0; i < words.n; i++) {
        assert_string_equal(words.at[i], wanted[i]);
        free((char *)words.at[i]);
    }
    VEC_RELEASE(&words);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_entries), cmocka_unit_test(test_errors),
                                       cmocka_unit_test(test_words)};
    int file = mkstemp(path);
    if (file < 0) return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
