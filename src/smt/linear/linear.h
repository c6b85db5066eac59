/* Comparisons of bit-vectors as inequalities of integers.
 *
 * Offsets are compared with sizes in 32 or 64 bits, where nothing wraps, because the objects are
 * not that large; a solver for bits has to find that out for each sum again, in seconds.
 *
 *     i <= n - 1,  d <= m - 1,  n <= k - m,  1 <= m <= k <= 2^28       (unsigned)
 *     not i + d <= k - 1
 *
 * With these ranges no sum wraps, so all are inequalities of integers, and adding them up gives
 * 2 <= 0.
 *
 * Nothing is said of questions that need more: no models, and false where it does not see a
 * contradiction. */
#ifndef SMT_LINEAR_LINEAR_H
#define SMT_LINEAR_LINEAR_H

#include "term/term.h"
#include "util/bits.h"

/* facts & assumptions is unsatisfiable, and that is seen here. Entries of `facts` may be TERM_NONE.
 * in_core then tells which assumptions were used. */
bool linear_refute(const term_vec *facts, const term *assumptions, uint32_t n, bool *in_core);

/* ---- shared by the files of this folder ---- */

/* The assumptions that something depends on; the last bit is for all beyond the 63rd. */
typedef uint64_t linear_why;

/* A term of bits by its range as an unsigned number: a variable, or a term that is none of the
 * operators known here, or a sum. */
struct linear_range {
    term t;
    i128 lo, hi;
    linear_why why;
};

/* constant + sum of coef * (unsigned number of a term); sorted by term. */
enum { LINEAR_TERMS = 8 };
struct linear_form {
    uint32_t n;
    struct {
        term t;
        i128 coef;
    } at[LINEAR_TERMS];
    i128 k;
};

/* form <= 0 */
struct linear_row {
    struct linear_form f;
    linear_why why;
};
typedef VEC(struct linear_row) linear_rows;

/* to += by * f; false if that has too many terms or too large numbers. */
bool linear_form_add(struct linear_form *to, const struct linear_form *f, i128 by);

/* Do the rows contradict each other? *why then gets the reasons. The rows are used up. */
bool linear_eliminate(linear_rows *rows, linear_why *why);

struct linear_literal {
    term t;
    linear_why why;
};
typedef VEC(struct linear_literal) linear_literals;

/* Ranges that follow from the literals, and the literals as rows. True if ranges alone contradict
 * each other. */
bool linear_translate(const linear_literals *literals, linear_rows *rows, linear_why *why);

#endif
