/* Facts that hold together at one place: the best bounds that they imply join them, and what
 * follows from the others goes. The conjunction of *facts stays the same. */
#ifndef REPORT_STRONGEST_H
#define REPORT_STRONGEST_H

#include "report/tighten.h"
#include "util/budget.h"

void strongest(term_vec *facts, enum c_kind (*kind_of)(void *context, term var), void *context,
               const struct budget *b);

#endif
