/* Pools of nodes, and what variables may hold, read off the automaton.
 *
 * A place that allocates again and again gives block n of its pool the address
 * base + n * slot, n being a variable that counts its blocks (frontend/translate/heap.c). Such sums
 * in what the steps assign tell the pools. What a variable, or any element of an array, is assigned
 * on some way is one of
 *
 *     constants         null, the address of a variable, a number
 *     addresses         of a block of a pool, and so many bytes further (&node->next)
 *     anything else
 *
 * found by a fixpoint over all steps. Arbitrary contents on the steps from l0 are left out, because
 * a list is made of nodes that somebody has set. None of this is trusted: it only suggests
 * facts. */
#ifndef CELLS_POOLS_H
#define CELLS_POOLS_H

#include "cfa/cfa.h"

struct pool_of_nodes {
    uint64_t base;
    /* Bytes from one node to the next: 2 to the power of `shift`. */
    uint32_t shift;
    /* The variable that counts the nodes. */
    term counter;
};

struct pool_address {
    uint32_t pool;
    uint64_t further; /* bytes behind the beginning of the node; less than a slot */
};

/* What a variable or the elements of an array may hold. */
struct pool_holder {
    term var;
    uint32_t number; /* of the variable, in cfa.vars */
    /* Something else as well; then the rest is not complete. */
    bool any;
    term_vec constants;
    VEC(struct pool_address) addresses;
    /* An array: the pool whose nodes it has a field of, or NO_POOL. */
    uint32_t field_of;
};
#define NO_POOL UINT32_MAX

struct pools {
    uint32_t width; /* of pointers */
    VEC(struct pool_of_nodes) all;
    VEC(struct pool_holder) holders; /* of every bit-vector and array variable of the automaton */
    struct int_map index;            /* variable -> its holder */
};

/* False if there is no pool; then there is nothing to release. */
bool pools_find(const struct cfa *c, struct pools *p);
void pools_release(struct pools *p);
const struct pool_holder *pools_holder(const struct pools *p, term var);
/* The address so many bytes behind the beginning of node n of the pool. */
term pools_address(const struct pools *p, struct pool_address a, term n);
/* Is x that address of one of the nodes that exist? */
term pools_valid(const struct pools *p, struct pool_address a, term x);
/* The number of the node, if so. */
term pools_number(const struct pools *p, struct pool_address a, term x);

#endif
