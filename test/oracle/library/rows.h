/* Functions with a row in rows.def: do they change more than the row allows? */
#ifndef TEST_ORACLE_LIBRARY_ROWS_H
#define TEST_ORACLE_LIBRARY_ROWS_H

#include "world.h"

/* Calls each function `count` times in a child process; the number of functions. Exits at the first
 * that does more than its row says, or that has neither a recipe nor a reason for having none. */
uint32_t rows_compare(struct world *w, uint32_t count);

#endif
