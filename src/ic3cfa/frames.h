/* The frames F(i,l), delta-encoded (Eén, Mishchenko, Brayton; FMCAD15 section V): a blocked cube is
 * a lemma, stored once, at the highest level where it is known to be blocked. F(i,l) is the
 * conjunction of the negations of all lemmas of l at levels >= i, and of the facts known at
 * infinity.
 *
 *   F(0,l0) = F(i,l0) = true; F(0,l) = false for l != l0; lE is a location like the others: blocking the
 *   empty cube at (i,lE) means that no error is reachable within i steps.
 *
 * Invariants: no live lemma of a location is subsumed by another one of at least its level (d ⊆ c);
 * the lemmas of a location at a level are in its solver, guarded by the activation variable of (l,
 * level); `changed(i,l)` is the time (a counter) when a cube last entered a level >= i of l, so
 * that "F(i,l) is what it was at time t" is one comparison. That and the ascent of each lemma tell
 * how a frame of now compares with one of then (SPIN18 needs it for contexts). */
#ifndef IC3CFA_FRAMES_H
#define IC3CFA_FRAMES_H

#include "cfa/verdict.h"
#include "ic3cfa/ascent.h"
#include "ic3cfa/cube.h"
#include "smt/solver.h"

#define LEVEL_INFINITY UINT32_MAX

/* A state that stopped a lemma from being pushed (triggered pushing, Suda 2013): while no newer
 * lemma at its location excludes it, another try would fail as well. */
struct witness_value {
    term var;
    value v;
};

struct push_witness {
    loc at;
    uint64_t time; /* lemmas added to `at` later than this have not been looked at */
    VEC(struct witness_value) state;
};

struct lemma {
    const struct cube *cube;
    uint32_t level;
    bool dead;                    /* subsumed; freed when the dead are the larger half */
    bool no_push;                 /* exempt from pushing by the filter */
    uint64_t time;                /* when it entered its level */
    struct push_witness *witness; /* NULL: none */
    /* When this cube rose, and when it or a cube that it has subsumed did. */
    struct ascent own, any;
};

struct bucket {
    VEC(struct lemma *) lemmas;
};

struct frame_list {             /* the lemmas of one location */
    VEC(struct lemma *) lemmas; /* live and dead */
    struct int_map by_literal;  /* key literal -> 1 + index into buckets */
    VEC(struct bucket) buckets;
    struct lemma *everything; /* the lemma of the empty cube, if live */
    struct solver *solver;    /* NULL until asked for */
    term_vec activation;      /* by level */
    VEC(uint64_t) changed;    /* by level; see changed(i,l) */
    VEC(uint32_t) count;      /* live lemmas by level */
    uint32_t dead;
    uint32_t id;
};

struct frames {
    const struct cfa *cfa;
    struct frame_list *at; /* by location */
    uint32_t n;
    const struct facts *known; /* may be NULL */
    uint64_t time;
    uint64_t lemmas; /* live */
};

void loc_frames_init(struct frames *f, const struct cfa *c, const struct facts *known);
void loc_frames_release(struct frames *f);

/* Is F(i,l) false without a look at a solver? */
bool frame_is_false(const struct frames *f, uint32_t i, loc l);
/* The number of live lemmas at exactly level i: |F∆(i,l)|. */
uint32_t frame_delta(const struct frames *f, uint32_t i, loc l);
uint64_t frame_changed(const struct frames *f, uint32_t i, loc l);

/* Two comparisons of F(i,l) now with F(j,l) as it was at this time, lemma by lemma. False says
 * nothing, because other lemmas may imply the one that is missing. Is it at least as strong: is
 * every lemma of then in F(i,l), itself or as one that subsumed it? */
bool frame_has_strengthened(const struct frames *f, loc l, uint32_t i, uint32_t j, uint64_t time);
/* Is it at least as weak: was every lemma of now in F(j,l)? */
bool frame_has_weakened(const struct frames *f, loc l, uint32_t i, uint32_t j, uint64_t time);

/* Blocks c in F(1,l) .. F(i,l). Lemmas that it subsumes die. False if it was subsumed itself. */
bool frame_block(struct frames *f, uint32_t i, loc l, const struct cube *c);
/* Moves a lemma up to level i. */
void frame_raise(struct frames *f, loc l, struct lemma *m, uint32_t i);
/* Told of every cube that becomes blocked in F(1,l) .. F(i,l), when it is new and when it is
 * raised. The enumeration oracle listens; NULL otherwise. */
extern void (*frame_observer)(uint32_t i, loc l, const struct cube *c);
/* A live lemma d ⊆ lits of level >= i, NULL if there is none. Among several the shortest that is
 * met first. */
const struct lemma *frame_find_subset(const struct frames *f, uint32_t i, loc l, const struct cube *set);

/* The solver of l, with F(.,l) in it; appends the activation variables that make it F(i,l). */
struct solver *frame_solver(struct frames *f, loc l);
void frame_assume(struct frames *f, uint32_t i, loc l, term_vec *assumptions);

/* Do the invariants above hold, and do counters and levels agree? For asserts: quadratic in the
 * lemmas of a location, of which at most FRAMES_CHECK_MOST are compared with each other. */
enum { FRAMES_CHECK_MOST = 200 };
bool frames_check(const struct frames *f);

#endif
