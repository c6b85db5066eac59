/* The state of one run of IC3CFA, and the functions that its files offer each other.
 *
 * Levels. The frontier N is the level at which the error is blocked: iteration N of the outer loop
 * blocks the empty cube at (N, lE), which is FMCAD15's STRENGTHEN(k) with k = N-1. F(i,l) is
 * defined for 0 <= i <= N.
 *
 * Exactness. A predecessor cube is exact when it describes all states that reach the successor's
 * cube along the step; it is not when an input had to be fixed to the solver's model (inputs.h).
 * Everything here is sound for inexact cubes: they describe states that do reach the successor, so
 * a chain of them from l0 is a real error, and a blocked obligation is asked again until its own
 * check succeeds. */
#ifndef IC3CFA_ENGINE_H
#define IC3CFA_ENGINE_H

#include "ic3cfa/cube.h"
#include "ic3cfa/frames.h"
#include "util/heap.h"

/* What is known about one incoming step of an obligation's location. */
struct step_core {
    const struct cube *core; /* NULL: not inductive so far; else the literals that were needed */
    bool from_frame;         /* the core is a predecessor cube: a generalization already */
};

struct obligation {
    uint32_t level;
    loc at;
    const struct cube *cube;
    /* the obligation that this one is a predecessor of; NULL at lE */
    const struct obligation *next;
    uint32_t step;  /* the step that leads to `next` */
    uint32_t depth; /* steps to lE */
    bool exact;
    uint64_t time; /* when it was enqueued; newer ones come first */
    /* per incoming step; NULL until looked at. Frames only grow stronger, so they stay */
    struct step_core *cores;
};

struct context_cache; /* context.c */
struct reuse;         /* reuse.c */
struct vocabulary;    /* vocabulary.h */

struct ic3 {
    struct cfa *cfa;
    struct cfa_index by; /* steps into and out of each location */
    struct cube_table cubes;
    struct frames frames;
    struct heap queue;            /* of obligations: lowest level first, then newest first */
    VEC(struct obligation *) all; /* every obligation of this iteration */
    uint32_t N;                   /* the frontier */
    uint64_t time;
    struct int_map *wp;      /* per step: literal -> wp of the literal */
    struct int_map activity; /* literal -> how often it was in a lemma */
    struct context_cache *contexts;
    struct reuse *reuse;
    term_vec assumptions, wanted; /* scratch of edge_relative_inductive */
    VEC(bool) core;               /* after UNSAT: which literals of the cube were needed */
    /* the core came from a lemma of the frame (a predecessor cube) */
    bool core_from_frame;
    struct vocabulary *words;         /* --itp, else NULL */
    bool weakens;                     /* literals, see weaken.c */
    char *gave_up;                    /* a solver could not say; owned */
    const struct obligation *reached; /* an obligation whose predecessor is in l0 */
    uint32_t reached_by;              /* the step from l0 to it */
};

/* inductive.c: is c blocked at (i, step.to) relative to F(i-1, step.from) along the step?
 *     UNSAT: yes, and ic3->core[j] tells whether literal j was needed; SAT: no, and the model is in the
 *     solver of step.from; UNKNOWN: ic3->gave_up says why. */
enum answer edge_relative_inductive(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c);
/* Only the part that needs no solver: constants, false frames, predecessor cubes (SPIN18 Lemma
 * 2). */
bool inductive_syntactically(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c);
/* wp(step, literal) without the step's guard, cached. */
term literal_wp(struct ic3 *ic3, uint32_t step, term literal);
/* The cube of the literals of c that are flagged in ic3->core. */
const struct cube *core_cube(struct ic3 *ic3, const struct cube *c);

/* predecessor.c: the states at step.from that reach c along the step, as a cube without inputs,
 * after edge_relative_inductive said SAT. *exact tells whether it is all of them. */
const struct cube *predecessor_of(struct ic3 *ic3, uint32_t step, const struct cube *c, bool *exact);

/* generalize.c: c is inductive along every incoming step of l at level i; returns g ⊆ c that is as
 * well. `cores` (may be NULL) are those of the checks. */
const struct cube *generalize_cube(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c,
                                   const struct step_core *cores, uint32_t depth);
/* Blocks g at (i,l) and keeps the books. */
void block(struct ic3 *ic3, uint32_t i, loc l, const struct cube *g);

/* ctg.c (FMCAD13 on control-flow automata): is `c` inductive along the step after blocking, at
 * their own location, the predecessors that speak against it? May shrink *c by joins on
 * self-loops. */
enum answer ctg_down(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube **c, uint32_t depth);

/* context.c: generalization contexts (SPIN18 Defs. 8, Theorems 3 and 4, Corollary 1). */
struct context_cache *contexts_new(uint32_t capacity);
void contexts_free(struct context_cache *cache);
/* g with (c', step, F, g) in the cache, F(i-1,l) ⊑ F and g ⊆ c; NULL if there is none. */
const struct cube *context_upper(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c);
/* g with (c, step, F, g) in the cache, g minimal, F ⊑ F(i-1,l); NULL if there is none. */
const struct cube *context_lower(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c);
void context_add(struct ic3 *ic3, uint32_t i, uint32_t step, const struct cube *c, const struct cube *g,
                 bool minimal);

/* weaken.c: a second lemma at (i,l) with weaker literals than those of c (--weaken). */
void weaken_literals(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c);
/* A second lemma at (i,l) besides the one that blocks c, from interpolants (--itp). */
void weaken_by_interpolants(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c);

/* push.c: propagates lemmas to higher levels. */
bool push_lemmas(struct ic3 *ic3);
/* c was blocked at (i,l): pushes the lemmas that only states of c have stopped (--push-at-once). */
void push_triggered(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c);

/* terminate.c: the level i with F(i,l) = F(i+1,l) at every location, 0 if there is none. */
uint32_t fixpoint_level(const struct ic3 *ic3);
/* MERTENS' cycle-based criteria: suggests that the frames are invariant; the level whose frames
 * were checked to be inductive, or 0. */
uint32_t cycles_suggest(struct ic3 *ic3);

/* reuse.c: obligation reuse and skipping (MERTENS). */
struct reuse *reuse_new(void);
void reuse_free(struct reuse *r);
/* Called when iteration N ends and N+1 begins: lifts the queue. */
void reuse_lift(struct ic3 *ic3);
void reuse_remember(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c, const struct cube *g);
/* Can (i,l,c) be blocked without a query? Its generalization, or NULL. */
const struct cube *reuse_skip(struct ic3 *ic3, uint32_t i, loc l, const struct cube *c);
uint64_t reuse_stable(const struct ic3 *ic3); /* consecutive stable iterations */

/* block.c: Algorithm 3. False if an error is reachable (ic3->reached) or the run must stop. */
bool backward_block(struct ic3 *ic3);
void enqueue(struct ic3 *ic3, uint32_t level, loc at, const struct cube *c, const struct obligation *next,
             uint32_t step, bool exact);

#endif
