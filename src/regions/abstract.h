/* Commands over regions: sets of states are diagrams over the columns, and commands map sets to
 * sets.
 *
 * All diagrams that live longer than one operation are in `kept`, so that abstract_collect knows
 * them. */
#ifndef REGIONS_ABSTRACT_H
#define REGIONS_ABSTRACT_H

#include "regions/columns.h"
#include "regions/mdd.h"

struct case_of { /* when the old state is in kept.at[when], the new value is in one of the regions */
    uint32_t when;
    uint64_t regions;
};

struct update {
    uint32_t column;
    VEC(struct case_of) cases;
    VEC(uint32_t) reads; /* columns */
};

struct assignment {
    VEC(struct update) updates; /* none reads what one before it writes ... */
    /* ... but for those from here on, which write to next levels first */
    uint32_t joint;
};

typedef VEC(uint32_t) uint_vec;

struct abstract {
    const struct cfa *c;
    struct columns columns;
    struct mdd_table table;
    VEC(mdd) kept;
    struct int_map conditions; /* term << 1 | side -> index into kept */
    struct int_map assigned;   /* command -> index into assignments */
    VEC(struct assignment) assignments;
    uint32_t collect_at; /* children in the table */
    /* Called before an assignment or a havoc is applied to S, if not NULL. */
    void (*on_command)(struct abstract *a, mdd S, cmd k);
    void *context;       /* of on_command */
    uint_vec *touched;   /* per variable of c: the columns that mention it */
    uint32_t *column_at; /* level -> column */
};

void abstract_init(struct abstract *a, const struct cfa *c, const struct grain *grain, uint64_t limit);
void abstract_release(struct abstract *a);
/* Forgets what was computed of conditions and assignments: hulls have changed. */
void abstract_forget(struct abstract *a);
/* The states in which cond may be true (side) or may be false (!side). */
mdd abstract_condition(struct abstract *a, term cond, bool side);
/* A superset of the states that command k leads to from S; a superset of those from which it leads
 * into S. */
mdd abstract_image(struct abstract *a, mdd S, cmd k);
mdd abstract_preimage(struct abstract *a, mdd S, cmd k);
/* S as a term. */
term abstract_term(const struct abstract *a, mdd S);
/* Frees what neither `kept` nor the roots need, when the table is large. */
void abstract_collect(struct abstract *a, mdd *roots, uint32_t n);

#endif
