/* The ledger: each entry once, copies and reductions keep it, and what is printed of it. */
#include "helpers.h"

#include "util/strbuf.h"

static struct src_pos at(struct cfa *c, const char *file, uint32_t line) {
    return (struct src_pos){.file = cfa_add_file(c, file), .line = line, .function = "main"};
}

static void test_rows(void **state) {
    (void)state;
    for (int k = 0; k < LEDGER_KINDS; k++) {
        const char *name = ledger_name((enum ledger_kind)k);
        assert_true(*name && strspn(name, "abcdefghijklmnopqrstuvwxyz-") == strlen(name));
        assert_true(strlen(ledger_sentence((enum ledger_kind)k)) > 10);
        for (int i = 0; i < k; i++) assert_string_not_equal(name, ledger_name((enum ledger_kind)i));
    }
}

static void test_entries_once(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    char name[] = "log";
    cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "a.c", 3), name);
    name[0] = 'x'; /* the ledger has a copy */
    cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "a.c", 3), "log");
    assert_int_equal(c->ledger.n, 1);
    cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "a.c", 4), "log");
    cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "a.c", 3), "tell");
    cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "b.c", 3), "log");
    cfa_ledger_add(c, LEDGER_ADDRESSES, at(c, "a.c", 3), "log");
    cfa_ledger_add(c, LEDGER_ADDRESSES, at(c, "a.c", 3), NULL);
    assert_int_equal(c->ledger.n, 6);
    assert_int_equal(cfa_ledger_count(c, LEDGER_EXTERN_PURE), 4);
    assert_int_equal(cfa_ledger_count(c, LEDGER_NO_CHECK), 0);
    cfa_free(c);
}

/* Also when the code that made the assumption is sliced away: here everything is. */
static void test_copies_and_reductions_keep_it(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    term x = var32(c, "x");
    loc l = cfa_add_loc(c, (struct src_pos){0});
    cfa_add_edge(c, c->l0, cfa_assign(c, x, num(1)), l);
    cfa_ledger_add(c, LEDGER_VOLATILE, at(c, "a.c", 7), NULL);
    struct cfa *copy = cfa_copy(c), *aimed = cfa_aim_at_cuts(c);
    cfa_free(c);
    copy = cfa_reduce(copy);
    assert_int_equal(copy->locs.n, 2);
    for (int i = 0; i < 2; i++) {
        const struct cfa *kept = i ? aimed : copy;
        assert_int_equal(kept->ledger.n, 1);
        assert_int_equal(kept->ledger.at[0].pos.line, 7);
        assert_string_equal(kept->files.at[kept->ledger.at[0].pos.file], "a.c");
        assert_string_equal(kept->ledger.at[0].pos.function, "main");
    }
    cfa_free(copy);
    cfa_free(aimed);
}

static void test_print(void **state) {
    (void)state;
    struct cfa *c = cfa_new();
    struct strbuf b = {0};
    cfa_ledger_print(&b, c, "");
    cfa_ledger_names(&b, c);
    assert_int_equal(b.n, 0);
    cfa_ledger_add(c, LEDGER_NO_CHECK, (struct src_pos){0}, NULL);
    for (uint32_t line = 1; line <= 7; line++)
        cfa_ledger_add(c, LEDGER_EXTERN_PURE, at(c, "a\nb.c", line), line == 1 ? "f\n# x" : NULL);
    cfa_ledger_names(&b, c);
    assert_string_equal(b.text, "extern-pure, unchecked-proof");
    strbuf_clear(&b);
    cfa_ledger_print(&b, c, "# ");
    assert_non_null(strstr(b.text, "# Assuming extern-pure: functions"));
    assert_non_null(strstr(b.text, " (f?# x at a?b.c:1; a?b.c:2; a?b.c:3; a?b.c:4; a?b.c:5; and 2 more)\n"));
    assert_non_null(strstr(b.text, "\n# Assuming unchecked-proof: the engine's proof is right ("));
    strbuf_release(&b);
    cfa_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_entries_once),
        cmocka_unit_test(test_copies_and_reductions_keep_it),
        cmocka_unit_test(test_print),
    };
    return cmocka_run_group_tests(tests, terms_setup, terms_teardown);
}
