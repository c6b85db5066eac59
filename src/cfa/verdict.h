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

struct initial_value {
    term var;
    value v;
};

struct trace_step {
    uint32_t step;     /* index into cfa.steps */
    VEC(value) inputs; /* one value per input of the step */
};

/* A value that the unreduced automaton draws; see trace_kind. */
struct verdict_draw {
    uint32_t site;
    value v;
};

enum verdict_kind { VERDICT_UNKNOWN, VERDICT_TRUE, VERDICT_FALSE };

/* The certificates of TRUE. All are rechecked by src/check with the other solver:
 *   PROOF_INVARIANT     `invariant` is inductive and false at lE: check_invariant
 *   PROOF_BOUNDED       no path from l0 has more than proof_depth steps and none of them ends in
 *                       lE: evidence_check_bounded unrolls by itself (bounded.h)
 *   PROOF_K_INDUCTION   `invariant` is inductive (not false at lE), no path of at most proof_depth
 *                       steps leads from l0 to lE, and no path of exactly proof_depth steps whose
 *                       states satisfy the invariant leads from anywhere to lE:
 *                       evidence_check_k_induction
 *   PROOF_FORALL        `invariant` mentions variables that are not the automaton's; it is
 *                       inductive and holds for all of their values. With the indices that a step
 *                       into lE reads for them, it excludes the step: evidence_check_forall */
enum proof_kind { PROOF_INVARIANT, PROOF_BOUNDED, PROOF_K_INDUCTION, PROOF_FORALL };
/* How many variables of its own a PROOF_FORALL may have. */
enum { MAX_GHOSTS = 5 };

/* The evidence of FALSE:
 *   TRACE_STEPS      `trace`, steps of the reduced automaton
 *   TRACE_DRAWS      `draws`, the values that lead the unreduced automaton to lE, in the order of
 *                    execution
 *   TRACE_COMPILED   `draws` in the order of execution of the compiled program, which reaches the
 *                    error at `target`; the run is too long or too deep to be followed on the
 *                    automaton */
enum trace_kind { TRACE_STEPS, TRACE_DRAWS, TRACE_COMPILED };

struct verdict {
    enum verdict_kind kind;
    const char *engine; /* which one decided; static text */
    char *reason;       /* UNKNOWN: why; owned */
    uint64_t bound;     /* no error within this many steps of the reduced automaton */
    /* UNKNOWN: what was found to hold on the way, by the engines' solver alone. */
    struct facts held;
    /* TRUE: initiation, consecution along every step, false at lE (but see proof) */
    struct facts invariant;
    enum proof_kind proof; /* TRUE: which certificate it comes with */
    /* the evidence was confirmed already, with the other solver (portfolio) */
    bool checked;
    /* It is that of an earlier run (project/cache.h); what is minimized and kept already. */
    bool remembered;
    /* TRUE: the proof was confirmed on the unreduced automaton. Of a remembered one that is a hint
     * how long to try again. */
    bool carried;
    uint64_t proof_depth;         /* PROOF_BOUNDED, PROOF_K_INDUCTION: the number of steps */
    VEC(struct trace_step) trace; /* FALSE: from l0 to lE */
    enum trace_kind trace_kind;   /* FALSE */
    VEC(struct verdict_draw) draws;
    struct src_pos target; /* TRACE_COMPILED: line and column */
    /* FALSE: variables whose value at l0 matters; all others are 0 */
    VEC(struct initial_value) initial;
};

void verdict_unknown(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));
void verdict_clear(struct verdict *v);

#endif
