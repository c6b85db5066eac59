/* Circuits of BTOR2's operators over literals of an AIGER model. Words are arrays of literals,
 * least significant bit first; results may not overlap arguments unless said. */
#ifndef BTOR2_CIRCUITS_H
#define BTOR2_CIRCUITS_H

#include "btor2/model.h"
#include "ic3bit/reduce.h"

typedef uint32_t lit; /* of the AIGER model: 0 is false, 1 is true */

lit circuit_xor(struct hasher *h, lit a, lit b);
lit circuit_mux(struct hasher *h, lit c, lit a, lit b); /* c ? a : b */
lit circuit_equal(struct hasher *h, const lit *a, const lit *b, uint32_t width);
/* An operator on one or two words of `width` bits: a word into `out`, or one bit for reductions and
 * comparisons. Not for slices, extensions, concatenation, memories and ite. */
void circuit_operator(struct hasher *h, enum btor2_op op, const lit *a, const lit *b, uint32_t width,
                      lit *out);

#endif
