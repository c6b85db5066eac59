/* Models that are made, not read: nodes are appended; the caller keeps the invariants of
 * model.h. */
#ifndef BTOR2_BUILD_H
#define BTOR2_BUILD_H

#include "btor2/model.h"

btor2_ref btor2_add_node(struct btor2_model *m, struct btor2_node n);
/* The value fits into the sort. */
btor2_ref btor2_add_constant(struct btor2_model *m, struct btor2_sort s, uint64_t value);
btor2_ref btor2_add_number(struct btor2_model *m, struct btor2_sort s, const mpz_t value);
btor2_ref btor2_add_input(struct btor2_model *m, struct btor2_sort s);
/* `init` is 0 for none. */
btor2_ref btor2_add_state(struct btor2_model *m, struct btor2_sort s, btor2_ref init);
void btor2_set_next(struct btor2_model *m, btor2_ref state, btor2_ref next);
/* An operator with one bit as its result. */
btor2_ref btor2_add_bit(struct btor2_model *m, enum btor2_op op, btor2_ref a, btor2_ref b);
btor2_ref btor2_add_ite(struct btor2_model *m, btor2_ref c, btor2_ref a, btor2_ref b);
/* A model without nodes. */
struct btor2_model *btor2_new(void);
/* Nodes, states, inputs and constraints, without properties. Symbols are those of `m`, which must
 * outlive the copy. */
struct btor2_model *btor2_copy(const struct btor2_model *m);

#endif
