#include "lemmas/kernel.h"

#include <assert.h>
#include <stdlib.h>

#include "util/bits.h"
#include "util/mem.h"

static uint32_t valuation(uint64_t x) {
    uint32_t k = 0;
    if (!x) return 64;
    while (!(x & 1)) x >>= 1, k++;
    return k;
}

static uint64_t *cell(const struct kernel *m, uint32_t row, uint32_t column) {
    assert(row < m->rows && column < m->n);
    return &m->at[(size_t)row * m->n + column];
}

/* Takes the entry if its valuation is less than *best; true if no entry can have less. */
static bool take_if_less(const struct kernel *m, uint32_t i, uint32_t j, uint32_t *best, uint32_t *row,
                         uint32_t *column) {
    uint32_t k = valuation(*cell(m, i, j));
    if (k < *best) *best = k, *row = i, *column = j;
    return *best == 0;
}

/* The entry of least valuation among rows >= rank; false if all are 0. */
static bool find_pivot(const struct kernel *m, uint32_t *row, uint32_t *column) {
    uint32_t best = 64;
    bool found = false;
    for (uint32_t j = 0; j < m->n && m->early_columns && !found; j++)
        for (uint32_t i = m->rank; i < m->rows && !found; i++)
            found = take_if_less(m, i, j, &best, row, column);
    for (uint32_t i = m->rank; i < m->rows && !m->early_columns && !found; i++)
        for (uint32_t j = 0; j < m->n && !found; j++) found = take_if_less(m, i, j, &best, row, column);
    return best < 64;
}

static void swap_rows(struct kernel *m, uint32_t a, uint32_t b) {
    assert(a < m->rows && b < m->rows);
    for (uint32_t j = 0; j < m->n && a != b; j++) {
        uint64_t t = *cell(m, a, j);
        *cell(m, a, j) = *cell(m, b, j);
        *cell(m, b, j) = t;
    }
}

/* Scales the pivot's row so that the pivot is a power of two, and clears the column below. */
static void clear_below(struct kernel *m, uint32_t column) {
    uint64_t p = *cell(m, m->rank, column);
    uint32_t k = valuation(p);
    uint64_t unit = bits_inverse64(p >> k);
    for (uint32_t j = 0; j < m->n; j++) *cell(m, m->rank, j) = *cell(m, m->rank, j) * unit & m->mask;
    /* p may have lost bits above the width; its value is now 2^k */
    for (uint32_t i = m->rank + 1; i < m->rows; i++) {
        uint64_t factor = *cell(m, i, column) >> k;
        for (uint32_t j = 0; factor && j < m->n; j++)
            *cell(m, i, j) = (*cell(m, i, j) - factor * *cell(m, m->rank, j)) & m->mask;
    }
}

void kernel_eliminate(struct kernel *m) {
    assert(!m->pivot && !m->rank);
    uint32_t row = 0, column = 0;
    m->pivot = mem_zero(m->n + 1, sizeof *m->pivot);
    while (m->rank < m->rows && m->rank < m->n && find_pivot(m, &row, &column)) {
        swap_rows(m, m->rank, row);
        clear_below(m, column);
        m->pivot[m->rank++] = column;
    }
}

void kernel_release(struct kernel *m) { free(m->pivot); }

uint32_t kernel_exponent(const struct kernel *m, uint32_t r) {
    assert(r < m->rank);
    return valuation(*cell(m, r, m->pivot[r]));
}

bool kernel_has_pivot(const struct kernel *m, uint32_t column) {
    assert(column < m->n);
    for (uint32_t r = 0; r < m->rank; r++)
        if (m->pivot[r] == column) return true;
    return false;
}

uint64_t kernel_representative(const struct kernel *m, uint64_t v, uint32_t k) {
    uint64_t mask = m->mask >> k;
    v &= mask;
    return v > mask / 2 ? (v | ~mask) & m->mask : v;
}

void kernel_complete(const struct kernel *m, uint32_t upto, uint64_t *a) {
    assert(upto <= m->rank);
    for (uint32_t r = upto; r-- > 0;) {
        uint32_t k = kernel_exponent(m, r);
        uint64_t sum = 0;
        for (uint32_t j = 0; j < m->n; j++)
            if (j != m->pivot[r]) sum += (*cell(m, r, j) >> k) * a[j];
        a[m->pivot[r]] = kernel_representative(m, 0 - sum, k);
    }
}
