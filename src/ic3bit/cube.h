/* Cubes over latches: sorted arrays of literals of the model (2 * variable + sign), no variable twice. */
#ifndef IC3BIT_CUBE_H
#define IC3BIT_CUBE_H

#include <stdbool.h>
#include <stdint.h>

#include "ic3bit/aiger.h"

struct cube {
    uint32_t n;
    uint64_t signature; /* a bit per literal, by hash: c ⊆ d implies that no bit of c is missing in d */
    uint32_t lits[];
};

/* From literals in any order. */
struct cube *cube_new(const uint32_t *lits, uint32_t n);
struct cube *cube_copy(const struct cube *c);
void cube_free(struct cube *c);
bool cube_subset(const struct cube *c, const struct cube *d); /* c ⊆ d: -c subsumes -d */
bool cube_equal(const struct cube *c, const struct cube *d);

typedef VEC(struct cube *) cube_vec;

#endif
