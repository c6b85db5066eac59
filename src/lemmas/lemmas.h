/* Suppliers of candidate lemmas and the Houdini filter that keeps what is inductive. */
#ifndef LEMMAS_LEMMAS_H
#define LEMMAS_LEMMAS_H

#include "cfa/verdict.h"
#include "lemmas/places.h"
#include "lemmas/sample.h"
#include "util/budget.h"

/* Runs all suppliers that are not switched off within the budget; what survives the filter is
 * added to *known, so *known stays jointly inductive (facts that the others imply are dropped). */
void lemmas_supply(struct cfa *c, struct facts *known, const struct budget *b);
/* One of its two passes: lemmas about all states of a location, which are quick; lemmas by cases,
 * which are many. */
void lemmas_supply_pass(struct cfa *c, struct facts *known, bool by_cases, const struct budget *b);
/* Lemmas by cases of an automaton that follows cells, where cases are places of their ghosts.
 * *known is inductive with the instances, if the places have some. */
void lemmas_supply_by_place(struct cfa *c, const struct places *places, struct facts *known,
                            const struct budget *b);
/* Only the equalities by place, over products of indices and sizes, as they hold in states that
 * executions have seen. True if the filter came to its end. */
bool lemmas_supply_equalities(struct cfa *c, const struct places *places, const struct samples *seen,
                              struct facts *known, const struct budget *b);
/* Do the facts exclude the error at once? known(l) & guard(s) must be unsatisfiable for every step
 * s : l -> lE; at most so many seconds for each. */
bool lemmas_suffice(const struct cfa *c, const struct facts *known, double seconds);
/* Keeps of the candidates what is inductive together; there may be none at l0. All are dropped if
 * the time does not suffice. */
void lemmas_filter(struct cfa *c, struct facts *candidates, const struct budget *b);
/* The names that --without knows; NULL after the last. */
const char *lemmas_supplier_name(uint32_t i);

#endif
