/* The AIGER reader: what it accepts, what it says about what it does not, and the fuzzer's
 * corpus. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>

#include "ic3bit/aiger.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n); /* test/fuzz/aiger/fuzz.c */

static struct aiger *parse(const char *text, struct error *e) {
    return aiger_parse(text, strlen(text), "m.aag", e);
}

static void all_sections(void **state) {
    (void)state;
    struct error e = {0};
    struct aiger *m = parse("aag 7 2 2 1 1 2 1 1 1\n2\n4\n6 14 1\n8 9 8\n6\n14\n15\n3\n2\n6\n8\n4\n14 6 2\n"
                            "i0 request\nl1 state\nb1 other\nc\na comment\nof two lines\n",
                            &e);
    assert_false(e.set);
    assert_int_equal(m->inputs, 2);
    assert_int_equal(m->latches.n, 2);
    assert_int_equal(m->latches.at[0].next, 10); /* the gate is variable 5 after renumbering */
    assert_int_equal(m->latches.at[0].reset, RESET_1);
    assert_int_equal(m->latches.at[1].next, 9);
    assert_int_equal(m->latches.at[1].reset, RESET_ANY);
    assert_int_equal(m->bads.n, 2);
    assert_int_equal(m->bads.at[1], 11);
    assert_int_equal(m->constraints.at[0], 3);
    assert_int_equal(m->justices.n, 1);
    assert_int_equal(m->fairness.n, 1);
    assert_int_equal(m->symbols.n, 3);
    assert_string_equal(m->symbols.at[0].name, "request");
    assert_string_equal(m->comment, "a comment\nof two lines\n");
    assert_ptr_equal(aiger_properties(m), &m->bads);
    aiger_free(m);
}

static void gates_are_sorted(void **state) {
    (void)state;
    struct error e = {0};
    struct aiger *m = parse("aag 9 1 0 1 3\n18\n6\n6 12 13\n12 14 18\n14 19 18\n", &e);
    assert_false(e.set);
    for (uint32_t i = 0; i < m->ands.n; i++) assert_true(m->ands.at[i].a < aiger_and(m, i));
    assert_int_equal(m->outputs.at[0], aiger_and(m, 2));
    assert_ptr_equal(aiger_properties(m), &m->outputs);
    aiger_free(m);
}

static void both_formats_agree(void **state) {
    (void)state;
    struct error e = {0};
    const char binary[] = "aig 3 1 1 1 1\n6\n6\n\x02\x02";
    struct aiger *a = parse("aag 3 1 1 1 1\n2\n4 6\n6\n6 4 2\n", &e);
    struct aiger *b = aiger_parse(binary, sizeof binary - 1, "m.aig", &e);
    assert_false(e.set);
    struct strbuf x = {0}, y = {0};
    aiger_write(a, false, &x);
    aiger_write(b, false, &y);
    assert_int_equal(x.n, sizeof binary - 1);
    assert_memory_equal(x.text, binary, x.n);
    assert_memory_equal(y.text, binary, y.n);
    strbuf_release(&x);
    strbuf_release(&y);
    aiger_free(a);
    aiger_free(b);
}

static void rejected(const char *text, size_t n, const char *message) {
    struct error e = {0};
    assert_null(aiger_parse(text, n, "m", &e));
    assert_true(e.set);
    char *got = error_text(&e);
    if (!strstr(got, message)) fail_msg("expected '%s', got '%s'", message, got);
    free(got);
    error_release(&e);
}

static void bad_input_is_explained(void **state) {
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "m:1: not an AIGER file"},
        {"agg 1 1 1 1 1\n", "not an AIGER file"},
        {"aag 1 x 0 0 0\n", "m:1: expected a number"},
        {"aag 1 1 0 0\n", "expected a space"},
        {"aag 99999999999 1 0 0 0\n", "number too large"},
        {"aag 4000000000 1 0 0 0\n2\n", "more variables than this file could define"},
        {"aig 4000000000 4000000000 0 0 0\n", "more variables than this file could define"},
        {"aag 5000000 0 5000000 0 0\n", "too short for the numbers in its header"},
        {"aag 1 1 1 0 0\n2\n2 2\n", "maximum variable is below"},
        {"aig 9 1 1 0 0\n2\n", "maximum variable of a binary file"},
        {"aag 1 1 0 0 0\n3\n", "m:2: a definition needs a positive, even literal"},
        {"aag 2 2 0 0 0\n2\n2\n", "m:3: variable defined twice"},
        {"aag 1 1 0 1 0\n2\n4\n", "m:3: literal above the header's maximum"},
        {"aag 1 0 1 0 0\n2 2 3\n", "m:2: the reset of a latch"},
        {"aag 2 1 0 1 0\n2\n4\n", "literal 4 is used but not defined"},
        {"aag 2 0 0 1 2\n4\n2 4 4\n4 2 2\n", "depends on itself"},
        {"aag 1 0 0 1 1\n2\n2 2 2\n", "depends on itself"},
        {"aag 1 1 0 0 0\n2 \n", "m:2: expected the end of the line"},
        {"aag 1 1 0 0 0\n2\nq0 x\n", "m:3: expected a symbol or a comment"},
        {"aag 1 1 0 0 0\n2\ni7 x\n", "m:3: symbol for something that does not exist"},
        {"aag 1 1 0 0 0\n2\ni0 x", "m:3: the file ends inside a symbol"},
        {"aag 1 1 0 0 0 0 0 2\n2\n4000000000\n4000000000\n", "too short for its justice properties"},
        {"aig 2 1 0 0 1\n\x02", "at byte 15: the file ends inside the gates"},
        {"aig 2 1 0 0 1\n\x05\x01", "a gate's operands are out of order"},
        {"aig 2 1 0 0 1\n\x01\xff\xff\xff\xff\xff\x01", "too many bytes"},
        {"aig 2 1 0 0 1\n\x02\x02x0 y\n", "at byte 16: expected a symbol"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        rejected(cases[i].text, strlen(cases[i].text), cases[i].message);
}

/* A model cut anywhere is an error or (after the gates) a model; never a crash. */
static void truncation(void **state) {
    (void)state;
    const char text[] = "aig 5 1 1 1 3 1 1\n6 4\n6\n10\n3\n\x02\x02\x01\x03\x02\x02i0 a\nc\nx";
    for (size_t n = 0; n < sizeof text; n++) LLVMFuzzerTestOneInput((const uint8_t *)text, n);
}

static void missing_file(void **state) {
    (void)state;
    struct error e = {0};
    assert_null(aiger_read("no/such/file.aig", &e));
    assert_true(e.set);
    error_release(&e);
}

static void corpus(void **state) {
    (void)state;
    DIR *dir = opendir(CORPUS);
    assert_non_null(dir);
    uint32_t files = 0;
    for (struct dirent *d; (d = readdir(dir));) {
        if (d->d_name[0] == '.') continue;
        char *path = mem_printf("%s/%s", CORPUS, d->d_name);
        FILE *f = fopen(path, "rb");
        static uint8_t data[1 << 16];
        assert_non_null(f);
        LLVMFuzzerTestOneInput(data, fread(data, 1, sizeof data, f));
        fclose(f);
        free(path);
        files++;
    }
    closedir(dir);
    assert_true(files >= 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_sections),
        cmocka_unit_test(gates_are_sorted),
        cmocka_unit_test(both_formats_agree),
        cmocka_unit_test(bad_input_is_explained),
        cmocka_unit_test(truncation),
        cmocka_unit_test(missing_file),
        cmocka_unit_test(corpus),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
