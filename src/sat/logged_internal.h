/* Representation of the logging solver; shared by logged*.c only. */
#ifndef SAT_LOGGED_INTERNAL_H
#define SAT_LOGGED_INTERNAL_H

#include "sat/logged.h"
#include "util/vec.h"

#define NO_CLAUSE 0xffffffffu

typedef VEC(uint32_t) logged_words;

struct logged_clause {
    uint32_t at, n;           /* its literals in `lits` */
    uint32_t chain, chain_n;  /* its chain in `links`; none for clauses that were given */
    uint8_t part;             /* of a clause that was given */
    uint8_t derived, retired; /* retired: no longer watched, but part of the proof */
    uint32_t glue;
};

struct logged_antecedent {
    uint32_t pivot;  /* variable; 0 in the first link of a chain */
    uint32_t clause; /* antecedent */
};

struct logged_var {
    uint32_t level, reason, position; /* in the trail */
    uint32_t before, after;           /* in the queue of decisions; 0: none */
    uint64_t stamp;                   /* the larger, the later in the queue */
    uint8_t part, seen;
    int8_t phase;
};

struct logged_watcher {
    uint32_t clause, blocker;
};

typedef VEC(struct logged_watcher) logged_watchers;

/* Invariants between calls: level 0, everything propagated; every literal that is true at level 0
 * has a unit clause as its reason. Watched are the first two literals of a clause. */
struct logged {
    VEC(struct logged_clause) clauses;
    logged_words lits;
    VEC(struct logged_antecedent) links;
    VEC(struct logged_var) vars;  /* 0 is not used */
    VEC(int8_t) value;            /* by literal: 1, -1, 0 */
    VEC(logged_watchers) watches; /* by literal: clauses to visit when it becomes false */
    logged_words trail, level_start;
    uint32_t head;
    enum logged_part part;
    uint32_t empty;        /* the empty clause, or NO_CLAUSE */
    uint32_t last, search; /* the queue's end, and where to look for a decision */
    uint64_t stamps, conflicts, restarts, restart_at, reduce_at;
    logged_words learnt, marked, units, scratch;
};

/* logged_memory.c */
uint32_t logged_store(struct logged *s, const uint32_t *lits, uint32_t n);
void logged_attach(struct logged *s, uint32_t clause);
void logged_link(struct logged *s, uint32_t pivot, uint32_t clause);
void logged_reduce(struct logged *s); /* retires half of the learnt clauses; at level 0 */
void logged_bump(struct logged *s, uint32_t var);

static inline uint32_t *logged_lits(const struct logged *s, uint32_t clause) {
    return s->lits.at + s->clauses.at[clause].at;
}
static inline uint32_t logged_level(const struct logged *s) { return s->level_start.n; }

#endif
