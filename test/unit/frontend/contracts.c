/* Clauses of contracts: their value, what is dropped, what is worth having. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "frontend/contracts/contracts.h"

/* Of a function with one parameter: operand 0 is the parameter, 1 the result. */
static struct contract contract_of(void) {
    return (struct contract){.arguments = 1, .parameters = 1, .results = 1, .width = {32, 32}};
}

static struct contract_atom atom(int left, int first, enum contract_relation r, int64_t constant) {
    return contract_sum(left, first, CONTRACT_NONE, r, constant);
}

static void add(struct contract *c, const struct contract_atom *condition, struct contract_atom claim) {
    struct contract_clause k = {.conditions = condition != NULL, .claim = claim};
    if (condition) k.condition[0] = *condition;
    VEC_PUSH(&c->clauses, k);
}

static void test_value(void **state) {
    (void)state;
    struct contract c = contract_of();
    struct contract_atom high = atom(0, CONTRACT_NONE, CONTRACT_GE, 101);
    add(&c, &high, atom(1, 0, CONTRACT_EQ, -10));
    assert_true(contract_holds(&c, &c.clauses.at[0], (uint64_t[]){101, 91}));
    assert_true(contract_holds(&c, &c.clauses.at[0], (uint64_t[]){100, 5}));
    assert_false(contract_holds(&c, &c.clauses.at[0], (uint64_t[]){102, 91}));
    /* a negative argument */
    assert_true(contract_holds(&c, &c.clauses.at[0], (uint64_t[]){0x80000000u, 5}));
    add(&c, NULL, atom(1, 0, CONTRACT_LE, -1));
    /* wraps */
    assert_true(contract_holds(&c, &c.clauses.at[1], (uint64_t[]){0x80000000u, 0x7fffffff}));
    char *text = contract_text(&c.clauses.at[0], &c);
    assert_string_equal(text, "argument 1 >= 101 => result == argument 1 + -10");
    free(text);
    VEC_RELEASE(&c.clauses);
}

static void test_weaken(void **state) {
    (void)state;
    struct contract c = contract_of();
    for (int64_t k = 0; k < 4; k++) add(&c, NULL, atom(1, CONTRACT_NONE, CONTRACT_LE, k));
    contract_focus(&c, false);
    assert_true(c.clauses.at[0].active && !c.clauses.at[1].active && !c.clauses.at[3].active);
    assert_int_equal(contract_weaken(&c, (uint64_t[]){7, 2}), 2);
    contract_focus(&c, false); /* the next one takes its place */
    assert_int_equal(c.clauses.n, 2);
    assert_true(c.clauses.at[0].active && c.clauses.at[0].claim.constant == 2 && !c.clauses.at[1].active);
    VEC_RELEASE(&c.clauses);
}

static void test_focus(void **state) {
    (void)state;
    struct contract c = contract_of();
    struct contract_atom low = atom(0, CONTRACT_NONE, CONTRACT_LE, 5),
                         lower = atom(0, CONTRACT_NONE, CONTRACT_LE, 3);
    add(&c, &lower, atom(1, CONTRACT_NONE, CONTRACT_EQ, 1)); /* implied by the next */
    add(&c, &low, atom(1, CONTRACT_NONE, CONTRACT_EQ, 1));
    add(&c, &low, atom(1, CONTRACT_NONE, CONTRACT_EQ, 1)); /* the same again */
    add(&c, NULL, atom(1, CONTRACT_NONE, CONTRACT_GE, 1)); /* more than what is said below 5 */
    add(&c, &low, atom(1, CONTRACT_NONE, CONTRACT_GE, 0));
    contract_focus(&c, false);
    bool expected[] = {false, true, false, true, false};
    for (uint32_t i = 0; i < c.clauses.n; i++) assert_int_equal(c.clauses.at[i].active, expected[i]);
    VEC_RELEASE(&c.clauses);
}

/* A function of one argument that returns a number and changes a global variable: values are
 * argument, before, result, after. */
static void test_globals(void **state) {
    (void)state;
    struct contract c = {
        .globals = {"g"}, .arguments = 1, .parameters = 2, .results = 2, .width = {32, 32, 32, 32}};
    assert_int_equal(contract_before(&c, 2), CONTRACT_NONE);
    assert_int_equal(contract_before(&c, 3), 1);
    struct contract_clause row = {.conditions = 1, .equation = true};
    row.condition[0] = atom(0, CONTRACT_NONE, CONTRACT_EQ, 3);
    row.claim = contract_sum(3, 0, 1, CONTRACT_EQ, 7);
    row.claim.factor = -2; /* g = g - 2 * argument + 7 */
    VEC_PUSH(&c.clauses, row);
    add(&c, NULL, atom(2, CONTRACT_NONE, CONTRACT_GE, 0));
    assert_int_equal(contract_right(&c, &row.claim, (uint64_t[]){3, 0, 0, 0}), 1);
    assert_int_equal(contract_right(&c, &row.claim, (uint64_t[]){4, 0, 0, 0}), UINT32_MAX);
    assert_true(contract_holds(&c, &row, (uint64_t[]){3, 5, 0, 6}));
    assert_false(contract_holds(&c, &row, (uint64_t[]){3, 5, 0, 5}));
    assert_true(contract_holds(&c, &row, (uint64_t[]){2, 5, 0, 5}));
    contract_focus(&c, true);
    assert_true(c.clauses.at[0].active && !c.clauses.at[1].active);
    char *text = contract_text(&row, &c);
    assert_string_equal(text, "argument 1 == 3 => g == -2 * argument 1 + g before + 7");
    free(text);
    row.claim =
        (struct contract_atom){3, 0, 1, CONTRACT_EQ, -1, CONTRACT_POWER, 3}; /* g = 3 * 2^argument + g - 1 */
    assert_int_equal(contract_right(&c, &row.claim, (uint64_t[]){4, 5, 0, 0}), 52);
    /* modulo the width */
    assert_int_equal(contract_right(&c, &row.claim, (uint64_t[]){32, 0, 0, 0}), 2);
    VEC_RELEASE(&c.clauses);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_value), cmocka_unit_test(test_weaken),
                                       cmocka_unit_test(test_focus), cmocka_unit_test(test_globals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
