/* The models of functions that bring input in (models/input.c, models/scan.c), compared with the
 * real ones on random files; exits on the first that differ. Returns how many there are. */
#ifndef TEST_ORACLE_LIBRARY_INPUT_H
#define TEST_ORACLE_LIBRARY_INPUT_H

#include <stdint.h>

uint32_t input_compare(uint64_t seed, uint32_t count);

#endif
