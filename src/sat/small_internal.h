/* Representation of the small solver; shared by small*.c only.
 *
 * Clauses live in one arena of 32-bit words: a header of two words, then the literals; a reference
 * is the index of the header. The first two literals are watched; a binary clause is watched with
 * both its literals in the watches, so that propagation never touches its words. Watch lists are
 * slices of one pool, so that cloning a solver is a few copies of memory.
 *
 * Invariants between queries: the trail may still hold the last query's assignment (`level > 0`),
 * which the next call undoes; at root level every clause of size >= 2 is watched by two literals.
 * The buckets hold the unassigned variables of the domain that are hot (see small_order.c), the
 * leaf lists all leaves of the domain. */
#ifndef SAT_SMALL_INTERNAL_H
#define SAT_SMALL_INTERNAL_H

#include "sat/small.h"
#include "util/vec.h"

enum { NO_REF = 0 };
enum { CLAUSE_LEARNT = 1, CLAUSE_DEAD = 2, CLAUSE_TEMPORARY = 4, CLAUSE_FLAGS = 3 /* bits */ };
enum { HEADER = 2 };
#define WATCH_BINARY 0x80000000u
enum { BUCKETS = 19, TOP_RANK = 5 /* activity is below 2^5 times the increment, or nearly so */ };
enum { OUTSIDE = 0, LOCAL = 1, REQUIRED = 2 };

struct watch {
    uint32_t ref;     /* with WATCH_BINARY */
    uint32_t blocker; /* another literal of the clause; the other one if binary */
};

struct watch_list {
    uint32_t at, n, capacity; /* a slice of the pool */
};

struct variable {
    uint32_t reason; /* clause, or NO_REF for decisions, assumptions and root units */
    uint32_t level;
};

typedef VEC(uint32_t) word_vec;

struct small {
    uint32_t n;    /* variables 0 .. n exist */
    uint32_t room; /* capacity of the arrays by variable */
    int8_t *value; /* by literal: 1, -1, 0 */
    struct variable *var;
    double *activity;
    int8_t *phase;              /* by variable: 1 or -1 */
    uint8_t *domain;            /* by variable: OUTSIDE, LOCAL, REQUIRED */
    uint8_t *place;             /* by variable: 1 + bucket, or 0 */
    uint8_t *seen;              /* by variable; zero between uses */
    uint32_t *stamp;            /* by level, for LBD */
    uint8_t *failed;            /* by literal; set only for literals in `core` */
    struct watch_list *watches; /* by literal */

    VEC(uint32_t) arena;
    VEC(struct watch) pool;
    uint32_t pool_waste, arena_waste;
    word_vec learnts;     /* references */
    word_vec temporaries; /* references of clauses that go after the query */
    uint32_t old_learnts; /* the first ones of `learnts`, known not to be temporary */

    word_vec trail;
    word_vec level_start; /* of levels 1, 2, ... */
    uint32_t level, head;
    word_vec bucket[BUCKETS];               /* of hot variables, by small_rank */
    uint32_t first_bucket;                  /* those before are empty */
    word_vec local_leaves, required_leaves; /* variables of the domain without cone inputs */
    /* leaves before this one (required, then local) are assigned */
    uint32_t cursor;
    word_vec local;    /* the variables with domain LOCAL */
    uint32_t focused;  /* number of literals that `local` was made for */
    word_vec required; /* the variables with domain REQUIRED */
    const struct small_cones *cones;
    /* propagate variables of at least this domain: OUTSIDE at root level, else LOCAL */
    uint8_t least_domain;

    word_vec assumptions, core;
    word_vec learnt, stack, cleared; /* scratch of the analysis */
    /* assumed true when there is a temporary clause: see small_temporary */
    uint32_t switch_var;
    bool temporary, empty_temporary; /* a temporary clause exists / has no literal left */
    bool inconsistent;
    double increment;
    uint32_t stamped; /* generation of `stamp` */
    uint64_t conflicts, reduce_at, root_units;
    int64_t limit; /* of conflicts for the next query, < 0: none */
    void *context;
    int (*terminate)(void *);
};

/* small.c */
void small_backtrack(struct small *s, uint32_t level);
/* The trail has room for every variable: see grow in small.c. */
static inline void small_assign(struct small *s, uint32_t lit, uint32_t reason) {
    assert(!s->value[lit] && s->trail.n < s->trail.capacity);
    s->value[lit] = 1;
    s->value[lit ^ 1] = -1;
    s->var[lit / 2] = (struct variable){reason, s->level};
    s->trail.at[s->trail.n++] = lit;
}

/* small_memory.c */
uint32_t small_store(struct small *s, const uint32_t *lits, uint32_t n, uint32_t flags);
void small_watch_push(struct small *s, uint32_t lit, struct watch w); /* may move the pool */
void small_watch(struct small *s, uint32_t ref);
/* searched from the end: cheap for young clauses */
void small_unwatch(struct small *s, uint32_t ref);
void small_kill(struct small *s, uint32_t ref);
/* forgets half of the learnt clauses; at root level or in a restart */
void small_reduce(struct small *s);
void small_collect(struct small *s);  /* compacts arena and watches when a good part is waste */
void small_simplify(struct small *s); /* drops clauses satisfied at root level */

/* small_search.c */
uint32_t small_propagate(struct small *s); /* the conflicting clause or NO_REF */
enum sat_result small_search(struct small *s);

/* small_order.c */
void small_order_insert(struct small *s, uint32_t var); /* if it is hot */
void small_order_rebuild(struct small *s);              /* from the domain */
uint32_t small_next_decision(struct small *s);          /* a variable or 0 */
void small_bump(struct small *s, uint32_t var);

static inline uint32_t small_exponent(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (uint32_t)(bits >> 52);
}
/* The bucket of a variable; at least BUCKETS if it is not hot. */
static inline uint32_t small_rank(const struct small *s, uint32_t var) {
    uint32_t top = small_exponent(s->increment) + TOP_RANK, mine = small_exponent(s->activity[var]);
    return mine < top ? top - mine : 0;
}
static inline bool small_hot(const struct small *s, uint32_t var) { return small_rank(s, var) < BUCKETS; }

static inline uint32_t clause_size(const struct small *s, uint32_t ref) {
    return s->arena.at[ref] >> CLAUSE_FLAGS;
}
static inline uint32_t *clause_lits(const struct small *s, uint32_t ref) {
    return s->arena.at + ref + HEADER;
}
static inline uint32_t clause_lbd(const struct small *s, uint32_t ref) { return s->arena.at[ref + 1]; }
static inline bool clause_is(const struct small *s, uint32_t ref, uint32_t flag) {
    return s->arena.at[ref] & flag;
}

#endif
