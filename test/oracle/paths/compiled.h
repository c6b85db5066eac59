/* Running a program as compiled code on given nondeterministic values. */
#ifndef ORACLE_COMPILED_H
#define ORACLE_COMPILED_H

#include <stdbool.h>
#include <stdint.h>

enum { MAX_DRAWS = 300 }; /* a run that asks for more values is stopped */

enum compiled_end { COMPILED_ERROR, COMPILED_DONE, COMPILED_LIMIT, COMPILED_SLOW };

struct compiled_run {
    enum compiled_end end;
    uint64_t draws; /* values asked for */
};

/* The i-th value of a sequence; the compiled program and the automaton both use it. */
uint64_t draw_value(uint64_t seed, uint64_t i);

/* Compiles `source` into dir/program; false if that does not work (it then cannot be compared). */
bool compiled_build(const char *dir, const char *source, bool m32);
struct compiled_run compiled_execute(const char *dir, uint64_t seed);

#endif
