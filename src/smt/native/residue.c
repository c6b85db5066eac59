/* Remainders by small constants, from the least bit on.
 *
 * The school-book division of bits.c starts with the highest bit, while sums carry from the lowest.
 * So a solver that has to see why (x + 3) mod 3 = x mod 3 relates the middle of one circuit to
 * everything of the other, and takes seconds for 32 bits. Here the remainder of the low i bits is a
 * state of a finite automaton, one edge per state, of which bit i adds 2^i mod d or nothing. Then
 * the states after i bits of x and of x + c, with the carry between them, determine each other:
 * that is a handful of clauses per bit, which the solver learns in passing (the relation is what
 * Bartzis and Bultan use for linear arithmetic with automata, CAV 2003).
 *
 * For d = 2^k * odd the low k bits of x are the low bits of the remainder, and the automaton reads
 * the others modulo odd. It has `odd` states, hence the limit. */
#include "smt/native/bits.h"

#include <assert.h>

enum { MOST_STATES = 31 };

/* Step: state s is what comes from s - weight if the bit is set, and s itself if not. */
static void read_bit(edge *states, uint32_t odd, uint32_t weight, edge bit) {
    edge before[MOST_STATES];
    for (uint32_t s = 0; s < odd; s++) before[s] = states[s];
    for (uint32_t s = 0; s < odd; s++) states[s] = aig_ite(bit, before[(s + odd - weight) % odd], before[s]);
}

/* The number of the state that holds, from bit `low` of the result on. */
static void write_state(struct bits *r, uint32_t low, const edge *states, uint32_t odd) {
    for (uint32_t i = low; i < r->n; i++) {
        r->at[i] = EDGE_FALSE;
        for (uint32_t s = 0; s < odd && i - low < 5; s++)
            if (s >> (i - low) & 1) r->at[i] = aig_or(r->at[i], states[s]);
    }
}

bool bits_urem_small(struct bits *r, const struct bits *a, const struct bits *b) {
    value d;
    uint32_t low = 0, weight = 1;
    if (!bits_is_constant(b, &d) || d.hi || !d.lo) return false;
    while (!(d.lo >> low & 1)) low++;
    if (d.lo >> low > MOST_STATES) return false;
    uint32_t odd = (uint32_t)(d.lo >> low);
    edge states[MOST_STATES] = {EDGE_TRUE};
    for (uint32_t i = low; i < a->n; i++, weight = weight * 2 % odd)
        read_bit(states, odd, weight % odd, a->at[i]);
    r->n = a->n;
    for (uint32_t i = 0; i < low; i++) r->at[i] = a->at[i];
    write_state(r, low, states, odd);
    return true;
}
