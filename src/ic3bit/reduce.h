/* Preprocessing: from a model and one of its properties to a smaller model with the same answer.
 *
 * A *system* is a model with exactly one bad literal, whose variables remember which literal of the
 * original model they equal. Equalities that hold only in reachable states are recorded as *claims*
 * over literals of the original model: taken together they are inductive (relative to the
 * constraints), so that a proof on the system plus the claims is a proof on the original model. */
#ifndef IC3BIT_REDUCE_H
#define IC3BIT_REDUCE_H

#include "ic3bit/aiger.h"
#include "util/hash.h"

/* A model under construction in which no gate is made twice or is constant. */
struct hasher {
    struct aiger *m;
    struct index_table gates; /* 1 + index of gate */
};

uint32_t hasher_and(struct hasher *h, uint32_t a, uint32_t b); /* a literal of h->m */
void hasher_release(struct hasher *h);                         /* leaves h->m alone */

struct claim {
    /* literals of the original model, equal in all reachable states and for all inputs */
    uint32_t a, b;
};

typedef VEC(struct claim) claim_vec;

struct system {
    struct aiger *model; /* constraints without constants; one bad */
    uint32_t *origin;    /* by variable of `model`: a literal of the original model */
    claim_vec claims;
};

/* The system of one bad literal of the original model, without any reduction but the cone of
 * influence and structural hashing. */
void system_init(struct system *s, const struct aiger *original, uint32_t bad);
struct system system_copy(const struct system *s);
void system_release(struct system *s);

/* Replaces every variable v by the literal merge[v] (of a smaller variable, or v itself), then
 * takes the cone of influence of the property and the constraints, hashing structurally. merge may
 * be NULL. Returns whether anything became smaller. The claims are the caller's business. */
bool system_rebuild(struct system *s, const uint32_t *merge);

/* Constant latches by ternary simulation, and latches with equal reset and equal next state. */
void reduce_latches(struct system *s);
/* Signals that are equal in all reachable states, by simulation and induction: sweep.c. `seconds`
 * bounds its CPU time; out of time it changes nothing. */
enum sweep_result { SWEEP_NOTHING, SWEEP_MERGED, SWEEP_TIMEOUT };
enum sweep_result reduce_sweep(struct system *s, double seconds, uint64_t seed);

#endif
