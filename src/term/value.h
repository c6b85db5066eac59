/* Concrete values of terms.
 *
 * A `value` means something only together with a sort: Bool is 0 or 1; BV(w) is its bits, those
 * above w are 0; Int is a signed 128-bit number (evaluation that leaves that range is an error of
 * the caller); a float is its IEEE bit pattern with one canonical NaN; an array is a handle into
 * the table of array values, which are immutable, total functions: a default and finitely many
 * exceptions. */
#ifndef TERM_VALUE_H
#define TERM_VALUE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct value {
    uint64_t lo, hi;
} value;

static inline value value_of(uint64_t lo) { return (value){lo, 0}; }
static inline bool value_same(value a, value b) { return a.lo == b.lo && a.hi == b.hi; }

/* Array values. Storing is cheap on the newest version (Baker's trick: older versions hold the
 * difference); equality compares contents. Handles live until array_values_clear(). */
value array_value_const(value element);
value array_value_store(value array, value index, value element);
value array_value_select(value array, value index);
value array_value_default(value array);
/* Of arrays over an infinite or large index sort whose elements are not arrays; value_equal
 * (subst.h) knows sorts. */
bool array_value_equal(value a, value b);
/* Calls visit for each exception, in no particular order. */
void array_value_visit(value array, void (*visit)(void *context, value index, value element), void *context);
void array_values_clear(void); /* frees all array values; also done by terms_release */

#endif
