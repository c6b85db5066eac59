/* What terms can be in a state: a bound, and a linear form that is exact.
 *
 * A form is a sum of integers times bases, plus a constant, that equals the value of the term as a
 * signed number in every state described: nothing has wrapped, because bounds say so. Bases are
 * variables, and terms without a rule of their own. So the check of an overflow,
 *
 *     sext33(a) + sext33(b) = sext33(a + b)
 *
 * is decided by comparing forms as soon as the bounds of a and b say that a + b fits. */
#ifndef SWEEP_READING_H
#define SWEEP_READING_H

#include "sweep/state.h"

enum { FORM_BASES = 4 };
struct reading_form {
    uint32_t n;
    struct {
        term t;
        i128 coef;
        struct state_bound b;
    } base[FORM_BASES]; /* sorted by term */
    i128 k;
};
struct reading {
    struct state_bound b;
    struct reading_form f;
};

/* A term prepared for being read again and again: its subterms, arguments first. */
struct reading_recipe {
    term_vec terms;
    VEC(uint32_t) args; /* of all terms one after the other: places in terms */
    term_vec opposite;  /* of comparisons: the negation; else TERM_NONE */
};
struct reading_cache {
    struct int_map of; /* term -> index into recipes and 1 */
    VEC(struct reading_recipe) recipes;
    VEC(struct reading) at; /* of the recipe that was read last */
    const struct reading_recipe *last;
};
void reading_release(struct reading_cache *r);

/* Reads t, of a state_sort, and all of its subterms. */
struct reading reading_of(struct reading_cache *r, const struct sweep_state *s, term t);
/* A subterm of what was read last. */
const struct reading *reading_before(const struct reading_cache *r, term t);
/* a - b, as far as forms and gaps tell; false if nothing is known. */
bool reading_form_minus(const struct reading_form *a, const struct reading_form *b, struct reading_form *out);
struct state_bound reading_form_bound(const struct sweep_state *s, const struct reading_form *f);

#endif
