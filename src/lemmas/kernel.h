/* The kernel of a matrix over Z/2^w: which vectors a satisfy D * a = 0.
 *
 * Elimination takes as pivot an entry of least 2-adic valuation in all that remains: it divides
 * everything, so every row below can be cleared, and the pivot's row is p * (0 .. 0 1 e e e) with p
 * = 2^k. Then each column j without a pivot gives the vector with a_j = 1, and each pivot column i
 * with k > 0 the vector with a_i = 2^(w-k); completed upwards by a_r = -sum e_rc * a_c, these
 * generate the kernel (King and Søndergaard, VMCAI 2010).
 *
 * Invariant after kernel_eliminate: row i < rank has its pivot in column pivot[i], where all rows
 * below have 0; the rows from rank on are 0. */
#ifndef LEMMAS_KERNEL_H
#define LEMMAS_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

struct kernel {
    uint64_t *at; /* rows * n, the caller's */
    uint32_t rows, n;
    uint64_t mask;
    uint32_t *pivot; /* column of the pivot of row i; owned */
    uint32_t rank;
    /* Of the entries of least valuation, one in the first column: what comes late is expressed by
     * what comes early. Otherwise one in the first row. */
    bool early_columns;
};

void kernel_eliminate(struct kernel *m);
void kernel_release(struct kernel *m);
/* The pivot of row r is 2^k; this is k. */
uint32_t kernel_exponent(const struct kernel *m, uint32_t r);
bool kernel_has_pivot(const struct kernel *m, uint32_t column);
/* The number nearest to 0 that equals v modulo 2^(w-k). */
uint64_t kernel_representative(const struct kernel *m, uint64_t v, uint32_t k);
/* Completes a vector given at the columns that are no pivots of rows < upto. A pivot 2^k determines
 * its component modulo 2^(w-k) only: the number nearest to 0 is taken, because equations with small
 * coefficients are meant. */
void kernel_complete(const struct kernel *m, uint32_t upto, uint64_t *a);

#endif
