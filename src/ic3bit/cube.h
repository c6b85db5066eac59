/* Cubes over latches: sorted arrays of literals of the model (2 * variable + sign), no variable
 * twice. */
#ifndef IC3BIT_CUBE_H
#define IC3BIT_CUBE_H

#include <stdbool.h>
#include <stdint.h>

#include "ic3bit/aiger.h"

struct cube {
    uint32_t n;
    /* a bit per literal, by hash: c ⊆ d implies that no bit of c is missing in d */
    uint64_t signature;
    /* Of lemmas only; copies start without: frames.c. */
    uint64_t born; /* number of the lemma */
    /* NULL, or a state that keeps it from being pushed: by literal of a latch, a bit if it is
     * false there */
    uint64_t *stays;
    uint64_t tested; /* that state satisfies all lemmas up to this number */
    uint32_t lits[];
};

/* From literals in any order. */
struct cube *cube_new(const uint32_t *lits, uint32_t n);
struct cube *cube_copy(const struct cube *c);
void cube_free(struct cube *c);
bool cube_subset(const struct cube *c, const struct cube *d); /* c ⊆ d: -c subsumes -d */

typedef VEC(struct cube *) cube_vec;

#endif
