/* A timeout of the whole process stops a running query of either backend within a second. The stop
 * flag never turns false again, so each backend gets a process of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "smt/solver.h"
#include "util/clock.h"
#include "util/options.h"

/* Exit code 0: the query was interrupted in time. */
static int hard_query(int kind) {
    options_reset();
    terms_init();
    term x = term_var("x", sort_bv(64)), y = term_var("y", sort_bv(64)),
         bound = term_bv(64, UINT64_C(1) << 31);
    term hard[] = {term_eq(term_bv_mul(x, y), term_bv(64, UINT64_C(1000000007) * UINT64_C(1234567891))),
                   term_ult(x, bound), term_ult(y, bound), term_ult(term_bv(64, 1), x), term_ult(x, y)};
    struct solver *s = solver_new_kind(kind, SOLVER_FINDS);
    (void)solver_check(s, hard + 1, 3); /* warm */
    stop_set_limits(clock_wall() + 0.3, 0);
    double start = clock_cpu();
    enum answer a = solver_check(s, hard, 5);
    double spent = clock_cpu() - start;
    bool again = solver_check(s, NULL, 0) == ANSWER_UNKNOWN;
    solver_free(s);
    terms_release();
    return a != ANSWER_UNKNOWN ? 1 : spent > 1.3 ? 2 : again ? 0 : 3;
}

static void run(int kind) {
    pid_t child = fork();
    if (child == 0) _exit(hard_query(kind));
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void test_native(void **state) {
    (void)state;
    run(SOLVER_NATIVE);
}

static void test_z3(void **state) {
    (void)state;
    run(SOLVER_Z3);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_native), cmocka_unit_test(test_z3)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
