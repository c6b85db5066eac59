/* What the sweep knows where control is: a conjunction of
 *
 *   bounds   lo <= t <= hi   of a variable, or of a term that has no rule, as signed numbers
 *   gaps     x - y <= most   of two such terms, over the integers (nothing wraps)
 *   truths   conditions of the program that were assumed and that bounds and gaps cannot say
 *
 * Invariants: all three are sorted by their terms, each of which occurs once; no bound is that of
 * the whole sort, and none is empty. A state that is not reached holds nothing. */
#ifndef SWEEP_STATE_H
#define SWEEP_STATE_H

#include "cfa/cfa.h"
#include "util/bits.h"

struct state_bound {
    i128 lo, hi;
};
struct state_bounded {
    term t;
    struct state_bound b;
};
struct state_gap {
    term x, y;
    i128 most;
};
struct sweep_state {
    bool reached;
    VEC(struct state_bounded) bounds;
    VEC(struct state_gap) gaps;
    term_vec truths;
};

/* Bool, or bit-vectors whose sums fit 128 bits. */
bool state_sort(sort s);
struct state_bound state_bound_all(sort s);
static inline bool state_bound_within(struct state_bound a, struct state_bound b) {
    return b.lo <= a.lo && a.hi <= b.hi;
}
struct state_bound state_bound_meet(struct state_bound a, struct state_bound b);
struct state_bound state_bound_join(struct state_bound a, struct state_bound b);

void state_copy(struct sweep_state *to, const struct sweep_state *from);
void state_clear(struct sweep_state *s); /* not reached */
void state_release(struct sweep_state *s);
/* For asserts: the invariants above. */
bool state_check(const struct sweep_state *s);
bool state_equal(const struct sweep_state *a, const struct sweep_state *b);

/* Of a term of a state_sort; what gaps say is taken into account. */
struct state_bound state_bound_of(const struct sweep_state *s, term t);
/* x - y is at most that; false if nothing is known. */
bool state_gap_between(const struct sweep_state *s, term x, term y, i128 *most);
bool state_holds(const struct sweep_state *s, term truth);

/* Conjunction with one more; a bound or gap that leaves nothing makes the state unreached. */
void state_bind(struct sweep_state *s, term t, struct state_bound b);
void state_part(struct sweep_state *s, term x, term y, i128 most);
void state_trust(struct sweep_state *s, term truth);

/* Which variables a term mentions, each list made once. */
struct state_mentions {
    struct int_map of; /* term -> index into lists and 1 */
    VEC(term_vec) lists;
};
bool state_mentions_var(struct state_mentions *m, term t, term var);
void state_mentions_release(struct state_mentions *m);

/* The variable gets another value: what was known of the old one goes; gaps through it stay. */
void state_forget(struct sweep_state *s, struct state_mentions *m, term var);
/* var := var + k, where that does not wrap. */
void state_shift(struct sweep_state *s, struct state_mentions *m, term var, i128 k);

/* *a becomes what holds in both; a state that is not reached adds nothing. */
void state_join(struct sweep_state *a, const struct sweep_state *b);
/* *a, which includes *before, becomes one that is met only finitely often: a bound that has moved
 * goes on to the next of the sorted thresholds, or without them to the end of its sort; a gap that
 * has moved goes. */
typedef VEC(i128) threshold_vec;
void state_widen(struct sweep_state *a, const struct sweep_state *before, const threshold_vec *thresholds);

#endif
