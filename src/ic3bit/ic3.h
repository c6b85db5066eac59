/* The bit-level engine: IC3 on a model with one bad literal.
 *
 * F(0) is the set of initial states, F(i) over-approximates what is reachable in at most i steps. A
 * *lemma* is a cube that F(i) excludes; it is stored once, at its highest level (delta encoding).
 * `infinity` holds lemmas that are inductive by themselves, relative to those before them; they are
 * in all frames and in `base`. A state set is always taken together with the invariant constraints:
 * they are units of every solver, so they hold in every state from which a step is taken and in the
 * bad state. */
#ifndef IC3BIT_IC3_H
#define IC3BIT_IC3_H

#include "ic3bit/cube.h"
#include "ic3bit/encode.h"
#include "ic3bit/lift.h"
#include "util/heap.h"

enum mic_kind { MIC_DROP, MIC_DOWN, MIC_CTG, MIC_DYNAMIC };
/* Variants of ctgDown that the paper speaks of: see generalize.c. */
enum ctg_kind { CTG_LISTING, CTG_DOWN, CTG_NO_JOINS, CTG_DELAYED, CTG_LATE };
enum lift_kind { LIFT_TERNARY, LIFT_CORE };

struct ic3_config {
    /* MIC_DYNAMIC: ctg for obligations that keep coming back, drop for the others */
    enum mic_kind mic;
    enum lift_kind lift;
    enum ctg_kind ctg;
    /* Literals that a lemma of the level below has in common with the cube are dropped last. */
    bool parents;
    /* An obligation that was taken from the queue more often than this is dropped; 0: never. */
    uint32_t drop_after;
    uint32_t max_depth, max_ctgs; /* of ctgDown */
    uint32_t max_k;               /* 0: no limit */
    /* superfluous lemmas that a solver may hold, besides half as many as it needs, before it is
     * rebuilt */
    uint32_t slack;
    bool constraints_later; /* the constraints are demanded of the state after a step, too */
    /* of the order of literals that no lemma has used yet; 0: as in the model */
    uint64_t seed;
};

enum bit_verdict { BIT_UNKNOWN, BIT_SAFE, BIT_UNSAFE };

struct ic3_result {
    enum bit_verdict verdict;
    const char *reason; /* of BIT_UNKNOWN; static text */
    cube_vec invariant; /* BIT_SAFE: cubes whose negations together are inductive and exclude bad */
    /* BIT_SAFE, or NULL: the same as a circuit. Its inputs are the latches; output 0 is true in
     * the set */
    struct aiger *region;
    /* BIT_UNSAFE: values of latches in the first state, and of the inputs step by step (steps *
     * inputs) */
    uint8_t *initial, *inputs;
    uint32_t steps; /* at least 1: the last one shows the bad state */
};

/* An obligation: no state of the cube may be reachable in `level` steps, for from there the bad
 * state is. */
struct obligation {
    struct cube *cube;
    uint32_t level, depth, refs;
    uint32_t tries;          /* how often it was taken from the queue, halved at every level */
    uint64_t number;         /* the younger, the larger */
    struct obligation *next; /* one step nearer to the bad state; NULL: bad itself holds */
    uint8_t *inputs;         /* that lead there, from every state of the cube */
};

struct frame {
    struct small *solver;
    cube_vec lemmas;  /* those whose highest level this is */
    uint32_t clauses; /* lemmas given to the solver, whether they are still needed or not */
};

struct ic3 {
    const struct aiger *m;
    struct ic3_config config;
    struct encoding encoding;
    /* Implies that the state after a step meets the constraints; 0 if that is not demanded. */
    uint32_t met_later;
    struct small *base; /* T, the constraints and F(infinity) */
    VEC(struct frame) frames;
    cube_vec infinity;
    cube_vec offered; /* candidates for lemmas, owned, until the engine starts: facts.h */
    uint32_t offered_frames;
    uint64_t born; /* number of the last lemma */
    struct small *infinity_solver;
    struct lifter lifter;
    struct heap queue;
    enum mic_kind mic; /* of the cube that is being generalized; not MIC_DYNAMIC */
    /* An obligation of a longer search has got to F(0). */
    bool stepped_back;
    /* The lemma of the level below that contains the cube being generalized, or NULL. */
    const struct cube *parent;
    double *activity; /* by variable; of latches only */
    double increment;
    uint64_t obligations;
    double pause_at; /* CPU time; 0: never */
    literal_vec scratch, latches, inputs;
    struct obligation *counterexample;
};

struct ic3 *ic3_new(const struct aiger *m, const struct ic3_config *config);
/* Works for `seconds` of CPU time (0: to the end). Paused, the verdict is BIT_UNKNOWN without a
 * reason, and a later call goes on; any other answer is final. */
struct ic3_result ic3_resume(struct ic3 *e, double seconds);
void ic3_free(struct ic3 *e);
/* All at once. */
struct ic3_result ic3_run(const struct aiger *m, const struct ic3_config *config);
void ic3_result_release(struct ic3_result *r);

/* frames.c */
void frames_init(struct ic3 *e);
void frames_release(struct ic3 *e);
void frames_extend(struct ic3 *e); /* a new F(k) */
static inline uint32_t frames_k(const struct ic3 *e) { return e->frames.n - 1; }
/* Takes the cube over. */
void frames_add(struct ic3 *e, struct cube *c, uint32_t level);
/* moves a lemma of F(i) to F(i + 1) */
void frames_raise(struct ic3 *e, struct cube *c, uint32_t i);
/* a lemma of F(k); removes it there */
void frames_add_infinity(struct ic3 *e, struct cube *c);
/* The state of the last model of F(level)'s solver, for a lemma's `stays`. */
uint64_t *frames_state(const struct ic3 *e, uint32_t level);
void frames_stays(struct ic3 *e, struct cube *lemma, uint64_t *state); /* takes the state over */
/* Is the state that kept the lemma in F(level) when it was last pushed still there? */
bool frames_still_stays(struct ic3 *e, struct cube *lemma, uint32_t level);
/* Is the cube excluded by a lemma of F(level)? */
bool frames_blocked(const struct ic3 *e, const struct cube *c, uint32_t level);
/* A copy of a lemma whose highest level is `level` and that contains the cube; NULL if there is
 * none. */
struct cube *frames_parent(const struct ic3 *e, const literal_vec *cube, uint32_t level);
/* Does the cube hold an initial state? */
bool initial(const struct ic3 *e, const uint32_t *lits, uint32_t n);

/* query.c: the engine's questions. Every one may be SAT_UNKNOWN when the process is to stop. */
/* F(i) & -c & T & c'. If UNSAT, *core (if not NULL) becomes a subset of the literals that is still
 * inductive relative to F(i) and holds no initial state. */
enum sat_result relative_inductive(struct ic3 *e, const literal_vec *c, uint32_t i, literal_vec *core);
/* The same without -c, for lemmas of F(i) itself. */
enum sat_result propagates(struct ic3 *e, const struct cube *c, uint32_t i, literal_vec *core);
/* F(infinity) & -c & T & c' */
enum sat_result self_inductive(struct ic3 *e, const struct cube *c);
/* F(k) & bad */
enum sat_result bad_reachable(struct ic3 *e, uint32_t k);
/* After SAT: the lifted predecessor into e->latches, its inputs into e->inputs. */
void predecessor(struct ic3 *e, uint32_t i, const literal_vec *target);
void bad_state(struct ic3 *e, uint32_t k);

/* generalize.c: MIC of Listings 1 and 2. Shrinks a cube that is inductive relative to F(i). */
void generalize(struct ic3 *e, literal_vec *cube, uint32_t i, enum mic_kind kind);
void bump_literals(struct ic3 *e, const struct cube *c);

#endif
