/* C names of the automaton's variables at a place. A C variable has several variables of the
 * automaton in its life (each assignment and each loop makes one); the marks of the unreduced
 * automaton say which value it gets where. With a ghost variable per C variable, set at every mark,
 * the congruence of unreduced.c tells which variable has the C variable's value at a cut point. */
#ifndef REPORT_NAMING_H
#define REPORT_NAMING_H

#include "cfa/verdict.h"

struct ghost {
    term var;
    const char *name, *function; /* of the C variable; they belong to the automaton */
    uint32_t type;               /* of the C variable, in the debug tables */
};

struct naming {
    struct cfa *c; /* the unreduced automaton with ghosts */
    VEC(struct ghost) ghosts;
    term **known; /* per location, as unreduced_known gives it */
};

/* For the places that the locations of `reduced` come from at which facts are told: loop heads, and
 * others with a fact as far as they are few. */
void naming_init(struct naming *n, const struct cfa *unreduced, const struct cfa *reduced,
                 const struct facts *told);
void naming_release(struct naming *n);
/* A C variable of the function that has the value of `var` at the location of the unreduced
 * automaton; NULL: none. */
const struct ghost *naming_of(const struct naming *n, loc at, const char *function, term var,
                              const char *preferred);

#endif
