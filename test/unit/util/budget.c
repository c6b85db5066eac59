/* Budgets, the stop flag, and hooks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "util/budget.h"
#include "util/clock.h"

static void parts_are_shares_of_what_is_left(void **unused) {
    (void)unused;
    struct budget none = {0}, hour = budget_wall(3600), past = budget_wall(-1);
    assert_true(isinf(budget_left(&none)));
    assert_false(budget_over(&none));
    assert_true(budget_query(&none) == 0); /* solvers: no limit */
    assert_true(budget_over(&past) && budget_left(&past) < 0);
    assert_true(budget_query(&past) > 0); /* a limit all the same */
    assert_true(budget_seconds(&none, 0.5, 7) == 7);
    assert_true(budget_seconds(&hour, 0.5, 7) == 7);
    assert_true(fabs(budget_seconds(&hour, 0.5, 1e6) - 1800) < 60);
    struct budget part = budget_part(&hour, BUDGET_CPU, 0.5, 1e6);
    assert_int_equal(part.clock, BUDGET_CPU);
    assert_true(fabs(budget_left(&part) - 1800) < 60);
    part = budget_part(&past, BUDGET_CPU, 0.5, 10); /* a part of nothing is nothing */
    assert_true(budget_over(&part));
}

/* CPU time stands still while the process sleeps. */
static void clocks_differ(void **unused) {
    (void)unused;
    struct budget cpu = budget_cpu(0.15), wall = budget_wall(0.15);
    usleep(200000);
    assert_true(budget_over(&wall));
    assert_false(budget_over(&cpu));
    for (volatile uint32_t i = 0; !budget_over(&cpu);) i++;
    assert_true(budget_left(&cpu) <= 0);
}

static void weights_are_shared(void **unused) {
    (void)unused;
    volatile double weight = 1;
    struct budget whole = {.weight = &weight}, none = {0};
    struct budget part = budget_part(&whole, BUDGET_CPU, 0.5, 10);
    budget_ask(&part, 8);
    assert_true(weight == 8);
    budget_ask(&none, 8); /* nobody schedules us: nothing happens */
}

enum { HOOKS = 100 };
static volatile int called[HOOKS];
static void note(void *context) { ++*(volatile int *)context; }

static void end(enum stop_reason why) { _exit(why == STOP_TIMEOUT ? 7 : 8); }

/* In a child, because the flag never turns false again. All hooks are called, however many there
 * are. */
static _Noreturn void be_stopped(void) {
    for (int i = 0; i < HOOKS; i++) stop_hook_add(note, (void *)&called[i]);
    stop_hook_remove(note, (void *)&called[50]);
    stop_set_last_resort(0.3, end);
    stop_set_limits(clock_wall() + 0.1, 0);
    struct budget none = {0};
    while (!budget_over(&none)) usleep(1000);
    usleep(150000);
    for (int i = 0; i < HOOKS; i++)
        if (!called[i] != (i == 50)) _exit(3);
    for (;;) pause(); /* does not come back: the watchdog ends the process */
}

static void the_watchdog_calls_all_hooks_and_ends_us(void **unused) {
    (void)unused;
    int status;
    pid_t child = fork();
    if (!child) be_stopped();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_false(stop_requested());
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_are_shares_of_what_is_left),
                                       cmocka_unit_test(clocks_differ), cmocka_unit_test(weights_are_shared),
                                       cmocka_unit_test(the_watchdog_calls_all_hooks_and_ends_us)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
