/* The facts of a solver that still matter.
 *
 * A fact (or (not a) ...) dies when the Bool variable a is retired. Facts are kept in the order in
 * which they were asserted; dead ones are swept out when they outnumber the living, so the memory
 * held is proportional to the live facts plus the variables ever retired. */
#ifndef SMT_NATIVE_FACTS_H
#define SMT_NATIVE_FACTS_H

#include "term/term.h"
#include "util/hash.h"

struct fact_link {
    uint32_t fact, next;
};

struct fact_list {
    term_vec all;     /* TERM_NONE: dead */
    uint32_t dead;    /* of `all` */
    uint64_t garbage; /* facts that died since the beginning */
    /* Bool variable -> index into `links` of the newest fact it can kill */
    struct int_map first;
    VEC(struct fact_link) links; /* index 0 is the end of a list */
    struct int_map retired;      /* variables retired */
};

void fact_list_add(struct fact_list *f, term t);
/* Kills the facts that hang on the variable; from now on it is false. Returns how many. */
uint32_t fact_list_retire(struct fact_list *f, term activation);
bool fact_list_retired(const struct fact_list *f, term var);
uint32_t fact_list_live(const struct fact_list *f);
void fact_list_release(struct fact_list *f);

#endif
