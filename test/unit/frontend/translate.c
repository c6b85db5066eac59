/* From C text to an automaton, and what executing it does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cfa/check.h"
#include "cfa/interp.h"
#include "cfa/reduce.h"
#include "frontend/frontend.h"
#include "util/mem.h"

static struct cfa *translate(const char *text, struct error *e) {
    char *path = mem_printf("%s/unit.c", temporary_dir());
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    options_reset();
    options.quiet = true;
    options.check = "assert";
    VEC_PUSH(&options.inputs, path);
    struct program p;
    *e = (struct error){0};
    assert_true(program_load(&p, &options.inputs, e));
    struct cfa *c = frontend_translate(&p, e);
    program_release(&p);
    options_reset();
    unlink(path);
    free(path);
    if (c) assert_null(cfa_check(c));
    return c;
}

static value seven(void *context, const struct cfa *c, uint32_t site) {
    ++*(int *)context;
    (void)c;
    (void)site;
    return value_of(7);
}

static enum run_end execute(const struct cfa *c, int *inputs) {
    struct cfa_index index;
    struct cfa_world world = {.context = inputs, .input = seven, .max_edges = 1000};
    struct cfa_run run;
    cfa_index_edges(c, &index);
    cfa_execute(c, &index, &world, &run);
    model_release(&run.state);
    cfa_index_release(&index);
    return run.end;
}

static void expect_end(const char *text, enum run_end end, int draws) {
    struct error e;
    int inputs = 0;
    struct cfa *c = translate(text, &e);
    assert_non_null(c);
    assert_int_equal(execute(c, &inputs), end);
    if (draws >= 0) assert_int_equal(inputs, draws);
    cfa_free(c);
}

#define HEAD "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"

static void executions(void **state) {
    (void)state;
    expect_end(HEAD "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); }", RUN_ERROR, 1);
    expect_end(HEAD "int main(void) { if (__VERIFIER_nondet_int() != 7) reach_error(); }", RUN_STUCK, 1);
    expect_end(HEAD "int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += __VERIFIER_nondet_int(); "
                    "if (s == 21) reach_error(); }",
               RUN_ERROR, 3);
    expect_end(HEAD "int main(void) { for (;;) ; }", RUN_LIMIT, 0);
    expect_end(HEAD "int main(void) { __asm__(\"nop\"); reach_error(); }", RUN_ERROR, 0);
    expect_end(HEAD "int main(void) { __asm__(\"\"); reach_error(); }", RUN_ERROR,
               0); /* a barrier of the compiler */
    /* what scanf writes is an input, and how many of its conversions it assigns */
    expect_end(HEAD "int scanf(const char *, ...); int main(void) { int x = 3, y; "
                    "scanf(\"%d%d%d%d%d%d%d\", &y, &y, &y, &y, &y, &y, &x); if (x == 7) reach_error(); }",
               RUN_ERROR, -1);
    expect_end(HEAD "int scanf(const char *, ...); int main(void) { int x = 3; scanf(\"%d\", &x); if (x == "
                    "7) reach_error(); }",
               RUN_STUCK, -1);
    expect_end(
        HEAD
        "int main(void) { if (*(volatile int *)4096 == 7 && *(volatile int *)4096 == 7) reach_error(); }",
        RUN_ERROR, 2);
    expect_end(HEAD "int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return n + "
                    "__builtin_va_arg(l, int); }\n"
                    "int main(void) { if (f(1, __VERIFIER_nondet_int()) == 8) reach_error(); }",
               RUN_ERROR, -1);
}

/* Positions, names and sites are what the source says. */
static void names_and_positions(void **state) {
    (void)state;
    struct error e;
    struct cfa *c = translate("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                              "unsigned total;\n"
                              "int main(void) {\n"
                              "    int n = __VERIFIER_nondet_int();\n"
                              "    for (int i = 0; i < n; i++) total++;\n"
                              "    if (total == 3) reach_error();\n"
                              "}\n",
                              &e);
    assert_non_null(c);
    bool found_total = false, found_i = false, found_site = false, found_line = false;
    for (uint32_t i = 0; i < c->vars.n; i++) {
        const struct cfa_var *v = &c->vars.at[i];
        if (v->c_name && !strcmp(v->c_name, "total")) found_total = !v->is_signed;
        if (v->c_name && !strcmp(v->c_name, "i")) found_i = v->is_signed;
    }
    for (uint32_t i = 0; i < c->sites.n; i++)
        found_site |= c->sites.at[i].kind == SITE_NONDET && c->sites.at[i].pos.line == 4 &&
                      !strcmp(c->sites.at[i].name, "__VERIFIER_nondet_int");
    for (uint32_t i = 0; i < c->locs.n; i++)
        found_line |= c->locs.at[i].pos.line == 5 && c->locs.at[i].pos.function &&
                      !strcmp(c->locs.at[i].pos.function, "main");
    assert_true(found_total && found_i && found_site && found_line);
    cfa_free(c);
}

static void missing_entry(void **state) {
    (void)state;
    struct error e;
    assert_null(translate("int f(void) { return 0; }", &e));
    assert_non_null(strstr(e.message, "main"));
    error_release(&e);
}

static void ledger_names_functions(void **state) {
    (void)state;
    struct error e;
    struct cfa *c =
        translate("int f(void); int g(int *); int main(void) { int x = f(); g(&x); return f(); }", &e);
    assert_non_null(c);
    /* By C's rules they may change memory, and each function of a line is named once. */
    assert_int_equal(cfa_ledger_count(c, LEDGER_EXTERN_PURE), 0);
    assert_int_equal(cfa_ledger_count(c, LEDGER_EXTERN_APART), 2);
    assert_string_equal(c->ledger.at[0].detail, "f");
    assert_int_equal(c->ledger.at[0].pos.line, 1);
    struct cfa *copy = cfa_copy(c);
    assert_int_equal(copy->ledger.n, c->ledger.n);
    copy = cfa_reduce(copy);
    assert_int_equal(copy->ledger.n, c->ledger.n);
    cfa_free(copy);
    cfa_free(c);
    c = translate("int strcmp(const char *, const char *); int puts(const char *); int main(void) { return "
                  "strcmp(\"a\", \"b\") + puts(\"c\"); }",
                  &e);
    assert_int_equal(cfa_ledger_count(c, LEDGER_EXTERN_APART), 0);
    cfa_free(c);
}

static void cut_names_its_construct(void **state) {
    (void)state;
    struct error e;
    struct cfa *c = translate("void my_assert(int);\nint main(void) {\n    my_assert(0);\n}\n", &e);
    assert_non_null(c);
    assert_int_equal(c->cuts.n, 1);
    assert_non_null(strstr(c->cuts.at[0].reason, "my_assert"));
    assert_non_null(strstr(c->cuts.at[0].reason, "unit.c:3"));
    cfa_free(c);
}

static int begin(void **state) {
    (void)state;
    terms_init();
    return 0;
}

static int end(void **state) {
    (void)state;
    terms_release();
    temporary_remove();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(executions), cmocka_unit_test(names_and_positions), cmocka_unit_test(missing_entry),
        cmocka_unit_test(ledger_names_functions), cmocka_unit_test(cut_names_its_construct)};
    return cmocka_run_group_tests(tests, begin, end);
}
