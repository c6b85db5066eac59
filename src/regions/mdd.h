/* Decision diagrams with many-valued variables: sets of vectors (v1 .. vn) with vi in 0 ..
 * size(i)-1, size(i) <= 64.
 *
 * Representation. A diagram is a 32-bit handle; 0 is the empty set, 1 is everything. An inner node
 * has a level and one child per value of that level; children have greater levels, and no node has
 * only equal children, so equal sets have equal handles. A table only grows until mdd_collect; past
 * `limit` it is `full`: results mean nothing then and the owner has to give up. */
#ifndef REGIONS_MDD_H
#define REGIONS_MDD_H

#include "util/hash.h"
#include "util/vec.h"

typedef uint32_t mdd;
#define MDD_NONE 0u
#define MDD_ALL 1u
enum { MDD_SIZE = 64 }; /* values per level, at most */

struct mdd_node {
    uint32_t level, kids; /* kids: index of the first child */
};

struct mdd_cached {
    uint32_t op, a, b, result;
};

struct mdd_table {
    uint8_t *sizes; /* per level */
    uint32_t levels;
    VEC(struct mdd_node) nodes; /* the first two are the constants */
    VEC(mdd) kids;
    struct index_table unique;
    struct mdd_cached *cache;
    uint64_t limit; /* of kids */
    bool full;
};

void mdd_init(struct mdd_table *t, const uint8_t *sizes, uint32_t levels, uint64_t limit);
void mdd_release(struct mdd_table *t);

/* kids: one per value of the level. */
mdd mdd_make(struct mdd_table *t, uint32_t level, const mdd *kids);
/* v(level) in the set of bits */
mdd mdd_literal(struct mdd_table *t, uint32_t level, uint64_t values);
mdd mdd_and(struct mdd_table *t, mdd a, mdd b);
mdd mdd_or(struct mdd_table *t, mdd a, mdd b);
mdd mdd_minus(struct mdd_table *t, mdd a, mdd b);
/* Is a & b empty? Makes no nodes, and ends at the first vector that both hold. */
bool mdd_disjoint(struct mdd_table *t, mdd a, mdd b);
mdd mdd_exists(struct mdd_table *t, mdd a, uint32_t level);
/* a with level `to` in the place of `from`: neighbours of the same size; a must not depend on
 * `to`. */
mdd mdd_rename(struct mdd_table *t, mdd a, uint32_t from, uint32_t to);
uint32_t mdd_size(const struct mdd_table *t, mdd a); /* inner nodes */

static inline uint32_t mdd_level(const struct mdd_table *t, mdd a) {
    return a <= MDD_ALL ? t->levels : t->nodes.at[a].level;
}
static inline mdd mdd_kid(const struct mdd_table *t, mdd a, uint32_t level, uint32_t v) {
    return mdd_level(t, a) == level ? t->kids.at[t->nodes.at[a].kids + v] : a;
}

/* For asserts: children have greater levels, no node has only equal children, and no two nodes are
 * the same. */
bool mdd_check(const struct mdd_table *t);

/* Forgets all but the diagrams that `roots` point at, which are renamed. */
void mdd_collect(struct mdd_table *t, mdd **roots, uint32_t n);

#endif
