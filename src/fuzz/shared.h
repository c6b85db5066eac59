/* What the driver (driver/driver.c, inside the sandbox, 32 or 64 bits) and the engine (fuzz.c)
 * share: one block of memory and two pipes. All fields have fixed widths. The block outlives the
 * driver: one that dies is started again and goes on with the corpus that it finds here. It trusts
 * nothing in the block to be sane but its own writes; the engine takes the log of a hit as a
 * suggestion that is checked by other means. */
#ifndef FUZZ_SHARED_H
#define FUZZ_SHARED_H

#include <stdint.h>

enum {
    FUZZ_GO_FD = 3, /* the driver reads a byte here: it may go on */
    /* and writes one there before that, every FUZZ_TICK microseconds of CPU time */
    FUZZ_TICK_FD = 4,
    FUZZ_SHARED_FD = 5, /* the block */
    FUZZ_TICK = 10000,
    FUZZ_MAX_DRAWS = 4096,    /* in one run */
    FUZZ_MAX_ENTRIES = 8192,  /* inputs in the corpus */
    FUZZ_POOL = 1 << 20,      /* values in the corpus */
    FUZZ_MAX_EDGES = 1 << 20, /* counters beyond are ignored */
    FUZZ_MAX_WORDS = 4096,    /* of the dictionary */
    FUZZ_MAX_SLOW = 64,
    FUZZ_MAX_TOLD = 256, /* hits that are remembered */
    /* elements of memory that nobody set with values of their own, at most (fill.h) */
    FILL_FIRST = 8,
};

/* Where these begin: at the beginning or before the end. */
static inline uint64_t fill_first(uint64_t how, uint64_t elements) {
    uint64_t n = how % (FILL_FIRST + 1);
    return how / (FILL_FIRST + 1) % 2 && n <= elements ? elements - n : 0;
}

enum fuzz_state {
    FUZZ_NEW, /* nothing was run yet */
    FUZZ_SEARCHING,
    FUZZ_HIT,       /* the log leads to the error; the driver waits */
    FUZZ_EXHAUSTED, /* the program takes no inputs, and its one run did not reach the error */
};

struct fuzz_draw {
    uint64_t value;
    uint32_t source; /* which function was asked; numbers of weave.h */
    uint32_t place;  /* where */
};

struct fuzz_entry {
    uint32_t at, n; /* values in the pool */
    uint32_t picked;
    uint32_t level; /* of the time limit that it needed */
};

struct fuzz_slow {
    uint32_t at, n, level, spare;
};

struct fuzz_shared {
    uint64_t seed; /* state of the random generator */
    uint64_t executions, timeouts, crashes, edges;
    uint64_t ticks, news_tick; /* now, and when something new was last seen */
    uint64_t slow_ticks;       /* spent on runs with a long limit */
    uint32_t state;
    uint32_t target; /* of a hit: the place */
    uint32_t draws;  /* of the last run */
    uint32_t entries, pool, words, slow, in_run, takes_inputs;
    uint32_t told_n;
    uint32_t limit, spare;        /* ticks that the run may take */
    uint64_t told[FUZZ_MAX_TOLD]; /* hashes of hits that the engine has heard of */
    struct fuzz_draw log[FUZZ_MAX_DRAWS];
    struct fuzz_entry entry[FUZZ_MAX_ENTRIES];
    struct fuzz_slow slow_run[FUZZ_MAX_SLOW];
    uint64_t word[FUZZ_MAX_WORDS]; /* what inputs were compared with */
    uint64_t value[FUZZ_POOL];
    uint8_t seen[FUZZ_MAX_EDGES]; /* per edge: the classes of counts that were seen */
};

#endif
