/* Operators of SMT-LIB, applied to arguments of any number and sort. */
#ifndef SMT_READER_APPLY_H
#define SMT_READER_APPLY_H

#include "term/term.h"

/* TERM_NONE: no such operator, or not for these arguments. */
term reader_apply(const char *name, const term *a, uint32_t n);
/* (_ name x y) applied to one argument; `rounded`: a rounding mode stood before it. */
term reader_apply_indexed(const char *name, uint32_t x, uint32_t y, term a, bool rounded);
/* Is (_ FloatingPoint e s) a sort of ours? */
bool reader_float_is_known(uint32_t e, uint32_t s);

#endif
