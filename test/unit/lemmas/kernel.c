/* The kernel of random small matrices against enumeration: what kernel_complete gives is in it, and
 * together the vectors generate all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "lemmas/kernel.h"
#include "util/rng.h"

enum { WIDTH = 3, MODULUS = 1 << WIDTH, COLUMNS = 3, VECTORS = MODULUS * MODULUS * MODULUS, ROUNDS = 3000 };

static bool is_in_kernel(const uint64_t *matrix, uint32_t rows, const uint64_t *a) {
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t sum = 0;
        for (uint32_t j = 0; j < COLUMNS; j++) sum += matrix[i * COLUMNS + j] * a[j];
        if (sum % MODULUS) return false;
    }
    return true;
}

static uint32_t index_of(const uint64_t *a) {
    uint32_t index = 0;
    for (uint32_t j = 0; j < COLUMNS; j++) index = index * MODULUS + (uint32_t)(a[j] % MODULUS);
    return index;
}

/* Adds all multiples of the vector to all that is generated so far. */
static void generate(bool *generated, const uint64_t *by) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t v = 0; v < VECTORS; v++) {
            uint64_t sum[COLUMNS] = {v / MODULUS / MODULUS + by[0], v / MODULUS % MODULUS + by[1],
                                     v % MODULUS + by[2]};
            if (!generated[v] || generated[index_of(sum)]) continue;
            generated[index_of(sum)] = more = true;
        }
    }
}

static void check_kernel(const uint64_t *matrix, uint32_t rows, bool early_columns) {
    uint64_t work[4 * COLUMNS], a[COLUMNS];
    bool generated[VECTORS] = {true};
    memcpy(work, matrix, sizeof work);
    struct kernel m = {
        .at = work, .rows = rows, .n = COLUMNS, .mask = MODULUS - 1, .early_columns = early_columns};
    kernel_eliminate(&m);
    for (uint32_t j = 0; j < COLUMNS; j++) {
        if (kernel_has_pivot(&m, j)) continue;
        memset(a, 0, sizeof a);
        a[j] = 1;
        kernel_complete(&m, m.rank, a);
        assert_true(is_in_kernel(matrix, rows, a));
        generate(generated, a);
    }
    for (uint32_t r = 0; r < m.rank; r++) {
        if (!kernel_exponent(&m, r)) continue;
        memset(a, 0, sizeof a);
        a[m.pivot[r]] = UINT64_C(1) << (WIDTH - kernel_exponent(&m, r));
        kernel_complete(&m, r, a);
        assert_true(is_in_kernel(matrix, rows, a));
        generate(generated, a);
    }
    for (uint32_t v = 0; v < VECTORS; v++) {
        uint64_t vector[COLUMNS] = {v / MODULUS / MODULUS, v / MODULUS % MODULUS, v % MODULUS};
        assert_int_equal(generated[v], is_in_kernel(matrix, rows, vector));
    }
    kernel_release(&m);
}

static void test_enumeration(void **state) {
    (void)state;
    struct rng r = {1};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint64_t matrix[4 * COLUMNS];
        uint32_t rows = 1 + rng_below(&r, 4);
        for (uint32_t i = 0; i < 4 * COLUMNS; i++)
            matrix[i] = (uint64_t)rng_below(&r, MODULUS) << rng_below(&r, 3) & (MODULUS - 1);
        check_kernel(matrix, rows, round & 1);
    }
}

/* 3 is determined by 6 s = 2 y^3 + 3 y^2 + y, although a third is no number with few bits. */
static void test_representative(void **state) {
    (void)state;
    struct kernel m = {.mask = UINT32_MAX};
    assert_int_equal(kernel_representative(&m, 0x80000003u, 1), 3);
    assert_int_equal(kernel_representative(&m, 0x7fffffffu, 1), UINT32_MAX);
    assert_int_equal(kernel_representative(&m, 0xfffffffeu, 0), 0xfffffffeu);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_enumeration),
                                       cmocka_unit_test(test_representative)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
