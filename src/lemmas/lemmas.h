/* Suppliers of candidate lemmas and the Houdini filter that keeps what is inductive. */
#ifndef LEMMAS_LEMMAS_H
#define LEMMAS_LEMMAS_H

#include "cfa/verdict.h"

/* Runs all suppliers that are not switched off for at most `seconds`; what survives the filter is added
 * to *known, so *known stays jointly inductive. */
void lemmas_supply(struct cfa *c, struct facts *known, double seconds);

#endif
