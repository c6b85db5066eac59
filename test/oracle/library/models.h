/* Models of library functions against the functions. */
#ifndef TEST_ORACLE_LIBRARY_MODELS_H
#define TEST_ORACLE_LIBRARY_MODELS_H

#include "world.h"

/* Calls each model and its function `count` times; the number of models. Ends the process at the
 * first difference. */
uint32_t models_compare(struct world *w, uint32_t count);
/* The same for printf's directives, and for models that call functions of the program. */
uint32_t models_compare_texts(struct world *w, uint32_t count);

#endif
