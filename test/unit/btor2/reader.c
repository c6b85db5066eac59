/* The BTOR2 reader on the fuzzer's corpus, and liveness as safety on models whose lassos are
 * known. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "btor2/liveness.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n); /* test/fuzz/btor2/fuzz.c */

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

/* Found by the fuzzer: the value of the state was read before the state had one. */
static void initialized_by_itself(void **state) {
    (void)state;
    const char *text = "1 sort bitvec 1\n2 state 1\n3 init 1 2 2\n";
    struct error e = {0};
    assert_null(btor2_parse(text, strlen(text), "m", &e));
    assert_true(e.set);
    error_release(&e);
}

/* A counter of two bits that counts when `go` holds; it must be 0 infinitely often. */
static const char counter[] = "1 sort bitvec 1\n2 sort bitvec 2\n3 zero 2\n4 state 2\n5 init 2 4 3\n6 one 2\n"
                              "7 input 1 go\n8 add 2 4 6\n9 ite 2 7 8 4\n10 next 2 4 9\n11 eq 1 4 3\n"
                              "12 justice 2 11 7\n";

/* `go` holds in the steps whose digit is 1. */
static bool is_lasso(const struct btor2_model *m, const char *go, uint32_t *loop) {
    struct btor2_run run;
    btor2_run_init(&run, m, (uint32_t)strlen(go));
    for (uint32_t k = 0; k < run.steps; k++) mpz_set_ui(btor2_run_input(&run, k, 0)->word, go[k] == '1');
    bool is = btor2_run_is_lasso(&run, 0, loop);
    btor2_run_release(&run);
    return is;
}

static void lassos(void **state) {
    (void)state;
    struct error e = {0};
    struct btor2_model *m = btor2_parse(counter, strlen(counter), "m", &e);
    uint32_t loop = 9;
    assert_non_null(m);
    /* all the way round; the last step's input does not count */
    assert_true(is_lasso(m, "11110", &loop));
    assert_int_equal(loop, 0);
    assert_true(is_lasso(m, "111110", &loop)); /* one step further round: it is 1 again */
    assert_int_equal(loop, 1);
    assert_false(is_lasso(m, "00", &loop)); /* `go` is not met */
    assert_false(is_lasso(m, "1", &loop));
    assert_false(is_lasso(m, "1110", &loop)); /* 3 is not 0 */
    btor2_free(m);
}

static void shape_of_the_safety_model(void **state) {
    (void)state;
    struct error e = {0};
    struct btor2_model *m = btor2_parse(counter, strlen(counter), "m", &e), *s = btor2_liveness(m, 0);
    assert_int_equal(s->bads.n, 1);
    assert_int_equal(s->justices.n, 0);
    assert_int_equal(s->inputs.n, 2);
    /* itself, saved, its shadow, two conditions seen */
    assert_int_equal(s->states.n, 1 + 1 + 1 + 2);
    btor2_free(s);
    btor2_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corpus),
        cmocka_unit_test(initialized_by_itself),
        cmocka_unit_test(lassos),
        cmocka_unit_test(shape_of_the_safety_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
