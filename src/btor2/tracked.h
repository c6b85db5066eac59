/* Memories of any size without their cells: an abstraction, see tracked.c. */
#ifndef BTOR2_TRACKED_H
#define BTOR2_TRACKED_H

#include "btor2/simulate.h"

/* A tracked cell: its address and its content (states of the abstraction), and the memory (a state
 * of the original). */
struct btor2_tracked_cell {
    uint32_t memory, address, content;
};

struct btor2_tracked {
    /* Without memories. If its one bad state is not reachable, then neither is that of the
     * original. */
    struct btor2_model *m;
    const struct btor2_model *original;
    /* For each input and each state of the original: the input or state of `m`; NO_TRACKED for
     * memories. */
    uint32_t *input, *state;
    VEC(struct btor2_tracked_cell) cells;
};

enum { NO_TRACKED = 0xffffffff };

/* The abstraction for a bad state: the cells that are read in the last step and in the `delay`
 * steps before. NULL if the model compares memories, has none, or would become too large; *why is
 * then a static text. */
struct btor2_tracked *btor2_tracked_new(const struct btor2_model *m, uint32_t property, uint32_t delay,
                                        const char **why);
void btor2_tracked_free(struct btor2_tracked *t);
/* A run of the abstraction as a run of the original, which may not be an execution of it. */
void btor2_tracked_run(const struct btor2_tracked *t, const struct btor2_run *abstract,
                       struct btor2_run *run);

#endif
