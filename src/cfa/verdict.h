/* What an engine hands over: a verdict with the evidence that src/evidence checks. */
#ifndef CFA_VERDICT_H
#define CFA_VERDICT_H

#include "cfa/cfa.h"

/* Facts that hold whenever control is at a location: at[l] is a conjunction of Bool terms over the
 * automaton's variables. Candidate invariants and supplied lemmas have this form. */
struct facts {
    term_vec *at;
    uint32_t n; /* number of locations */
};
void facts_init(struct facts *f, uint32_t locations);
void facts_add(struct facts *f, loc l, term fact); /* ignores true and what is there already */
uint32_t facts_count(const struct facts *f);
void facts_copy(struct facts *to, const struct facts *from);
void facts_release(struct facts *f);

struct trace_step {
    uint32_t step; /* index into cfa.steps */
    VEC(value) inputs; /* one value per input of the step */
};

enum verdict_kind { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

struct verdict {
    enum verdict_kind kind;
    const char *engine; /* which one decided; static text */
    char *reason; /* UNKNOWN: why; owned */
    uint64_t bound; /* no error within this many steps of the reduced automaton */
    struct facts invariant; /* TRUE: initiation, consecution along every step, false at lE */
    VEC(struct trace_step) trace; /* FALSE: from l0 to lE */
};

void verdict_unknown(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verdict_clear(struct verdict *v);

#endif
