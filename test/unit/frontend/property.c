/* Property and task files: what is read from good ones, and a clear error for bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "frontend/frontend.h"
#include "frontend/driver/property.h"
#include "util/mem.h"

static char *write_file(const char *name, const char *text) {
    char *path = mem_printf("%s/%s", temporary_dir(), name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    return path;
}

static bool read_property(struct program *p, const char *text, struct error *e) {
    char *path = write_file("p.prp", text);
    *p = (struct program){0};
    *e = (struct error){0};
    property_read(p, path, e);
    free(path);
    return !e->set;
}

static void good_properties(void **state) {
    (void)state;
    struct program p;
    struct error e;
    assert_true(read_property(&p, "CHECK( init(main()), LTL(G ! call(__VERIFIER_error())) )\n", &e));
    assert_string_equal(p.entry, "main");
    assert_int_equal(p.error_functions.n, 1);
    assert_string_equal(p.error_functions.at[0], "__VERIFIER_error");
    assert_null(p.unsupported);
    program_release(&p);
    assert_true(read_property(&p, "CHECK(init(start()),\n  LTL(G!call(my_error())))\n\n", &e));
    assert_string_equal(p.entry, "start");
    assert_string_equal(p.error_functions.at[0], "my_error");
    program_release(&p);
}

static void unsupported_properties(void **state) {
    (void)state;
    struct program p;
    struct error e;
    assert_true(read_property(&p, "CHECK( init(main()), LTL(G valid-everything) )", &e));
    assert_string_equal(p.unsupported, "G valid-everything");
    program_release(&p);
    assert_true(read_property(
        &p, "CHECK( init(main()), LTL(G valid-free) ) CHECK( init(main()), LTL(G valid-memtrack) )", &e));
    assert_null(p.unsupported);
    assert_int_equal(p.checks, CHECK_BIT(CHECK_FREE) | CHECK_BIT(CHECK_LEAK));
    program_release(&p);
    assert_true(read_property(&p, "CHECK( init(main()), LTL(F end) )", &e));
    assert_string_equal(p.unsupported, "F end");
    program_release(&p);
    assert_true(read_property(&p, "CHECK( init(main()), LTL(G ! overflow) )", &e));
    assert_null(p.unsupported);
    assert_int_equal(p.checks, CHECK_BIT(CHECK_OVERFLOW));
    program_release(&p);
}

static void bad_properties(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "hello",
                                        "CHECK",
                                        "CHECK(",
                                        "CHECK( init(main()) )",
                                        "CHECK( init(main()), LTL(G ! call(x()) )",
                                        "int main(void) {}",
                                        "CHECK( init(main()), LTL(G ! call()) )",
                                        "CHECK( init(), LTL(G ! call(f())) )",
                                        "CHECK( init(main()), LTL(G ! call(f())) ) x"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct program p;
        struct error e;
        assert_false(read_property(&p, texts[i], &e));
        assert_non_null(strstr(e.message, "property"));
        assert_true(e.line >= 1);
        error_release(&e);
        program_release(&p);
    }
}

static bool load(struct program *p, const char *input, struct error *e) {
    options_reset();
    VEC_PUSH(&options.inputs, input);
    *e = (struct error){0};
    return program_load(p, &options.inputs, e);
}

static void tasks(void **state) {
    (void)state;
    struct program p;
    struct error e;
    char *source = write_file("a.c", "int main(void) { return 0; }");
    char *property = write_file("u.prp", "CHECK( init(main()), LTL(G ! call(oops())) )");
    char *task = write_file(
        "t.yml", "format_version: '2.0'\ninput_files: 'a.c'\nproperties:\n  - property_file: u.prp\n    "
                 "expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n");
    assert_true(load(&p, task, &e));
    assert_true(p.m32);
    assert_int_equal(p.files.n, 1);
    assert_string_equal(p.files.at[0], source);
    assert_string_equal(p.error_functions.at[0], "oops");
    assert_true(p.rules.sv_comp && p.rules.extern_pure && p.rules.malloc_succeeds);
    program_release(&p);
    static const char *const bad[] = {"input_files: [a.c, missing.c]\n",
                                      "a: [",
                                      "input_files: a.c\nproperties:\n  - property_file: missing.prp\n",
                                      "input_files: a.c\noptions:\n  data_model: ILP16\n",
                                      "just text",
                                      ""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        free(write_file("t.yml", bad[i]));
        assert_false(load(&p, task, &e));
        assert_non_null(e.file);
        error_release(&e);
    }
    free(source);
    free(property);
    free(task);
    options_reset();
    temporary_remove();
}

static struct rules loaded_rules(const char *source, const char *setting, const char *spec) {
    struct program p;
    struct error e = {0};
    options_reset();
    VEC_PUSH(&options.inputs, source);
    options.spec = spec;
    if (setting) assert_true(options_set(setting, &e));
    assert_true(program_load(&p, &options.inputs, &e));
    struct rules rules = p.rules;
    program_release(&p);
    options_reset();
    return rules;
}

/* C's rules, unless a property file or an option says otherwise. */
static void rules(void **state) {
    (void)state;
    char *source = write_file("r.c", "int main(void) { return 0; }");
    char *property = write_file("r.prp", "CHECK( init(main()), LTL(G ! call(oops())) )");
    struct rules r = loaded_rules(source, NULL, NULL);
    assert_false(r.sv_comp || r.extern_pure || r.malloc_succeeds);
    r = loaded_rules(source, NULL, property);
    assert_true(r.sv_comp && r.extern_pure && r.malloc_succeeds);
    r = loaded_rules(source, "rules=c", property);
    assert_false(r.sv_comp || r.extern_pure || r.malloc_succeeds);
    r = loaded_rules(source, "rules=sv-comp", NULL);
    assert_true(r.sv_comp && r.extern_pure && r.malloc_succeeds);
    r = loaded_rules(source, "malloc=succeeds", NULL);
    assert_true(!r.sv_comp && !r.extern_pure && r.malloc_succeeds);
    r = loaded_rules(source, "extern=havoc", property);
    assert_true(r.sv_comp && !r.extern_pure && r.malloc_succeeds);
    free(source);
    free(property);
    temporary_remove();
}

static void missing_files(void **state) {
    (void)state;
    struct program p;
    struct error e;
    assert_false(load(&p, "/nonexistent/x.c", &e));
    assert_string_equal(e.file, "/nonexistent/x.c");
    error_release(&e);
    assert_false(load(&p, "/tmp", &e));
    assert_non_null(strstr(e.message, "directory"));
    error_release(&e);
    options_reset();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_properties), cmocka_unit_test(unsupported_properties),
        cmocka_unit_test(bad_properties),  cmocka_unit_test(tasks),
        cmocka_unit_test(rules),           cmocka_unit_test(missing_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
