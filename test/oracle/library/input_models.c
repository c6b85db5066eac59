/* Both texts as the harness of a replay has them. */
#include "frontend/library/models/input.c"
#include "frontend/library/models/scan.c"
