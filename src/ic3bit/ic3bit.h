/* Bit-level IC3 on AIGER models: see README.md. */
#ifndef IC3BIT_IC3BIT_H
#define IC3BIT_IC3BIT_H

#include <stdbool.h>

#include "util/fail.h"

/* Is this file an AIGER model (by its first bytes, "aag " or "aig ")? */
bool ic3bit_is_model(const char *path);
/* Decides the model with the options of the group HARDWARE and prints the result as in the Hardware Model
 * Checking Competition. Returns an exit code of util/fail.h; bad input sets *e. */
int ic3bit_main(const char *path, struct error *e);

#endif
