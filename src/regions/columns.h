/* Columns: the expressions whose values are followed, and the regions that their values are told
 * apart by.
 *
 * A column is a variable, or a sum of variables that some condition compares. Its regions are
 * intervals in unsigned order that cover all values; none contains both 0x7f..f and 0x80..0, and
 * there are 2 .. MDD_SIZE of them. `level`, an even number, is its place in the order of the
 * diagrams; the next one is for its value after a command. */
#ifndef REGIONS_COLUMNS_H
#define REGIONS_COLUMNS_H

#include "cfa/cfa.h"
#include "regions/range.h"

struct region {
    uint64_t lo, hi;
    uint64_t least, most; /* values that occur: all of them, but while hulls.c looks for the hull */
    uint32_t grown;       /* times that the hull was enlarged */
    bool unseen;          /* no value was found there yet */
};

struct column {
    term t;
    VEC(uint64_t) cuts; /* first values of regions, sorted, without 0 */
    VEC(struct region) regions;
    int64_t least,
        greatest; /* of the constants that the program compares or assigns; least > greatest: none */
    uint32_t level;
    bool sum;    /* not a variable */
    bool narrow; /* has no room for the cuts that sums with constants carry to it */
};

/* A cut that the program's constants do not make (refine.c). */
struct extra_cut {
    term column;
    uint64_t at;
};

/* How finely states are told apart, beyond what the program's text asks for; starts as {0}. */
struct grain {
    VEC(struct extra_cut) cuts;
    bool without_sums; /* only variables are columns */
};

struct columns {
    VEC(struct column) at;
    struct int_map index; /* term -> index + 1 */
};

/* Chooses columns and regions for the commands of c, as fine as the grain says. */
void columns_init(struct columns *k, const struct cfa *c, const struct grain *grain);
void columns_release(struct columns *k);
/* Fills in the levels: columns that meet in a command lie close together (order.c). */
void columns_order(struct columns *k, const struct cfa *c);

/* t = ±column + offset? */
bool columns_match(const struct columns *k, term t, uint32_t *column, bool *negated, uint64_t *offset);
/* "the column's value lies in one of these regions", as a term. */
term column_term(const struct column *a, uint64_t regions);

#endif
