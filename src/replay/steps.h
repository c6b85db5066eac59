/* A counterexample as steps in C's words: calls with their arguments, lines with what was assigned
 * and decided there, and at the end the check that fails. Made from the events of the run; the text
 * for a terminal and the report's stepper are written from it. */
#ifndef REPLAY_STEPS_H
#define REPLAY_STEPS_H

#include "replay/events.h"
#include "util/strbuf.h"

enum step_kind { STEP_CALL, STEP_LINE, STEP_CHECK };

/* A variable or a piece of memory that a step gave a value. */
struct step_change {
    char *name, *text; /* owned */
    uint32_t frame;    /* number of the call in which the variable lives; 0 for memory */
};

struct step {
    enum step_kind kind;
    struct src_pos pos;
    const char *function;  /* NULL: unknown */
    uint32_t depth, frame; /* how many calls are around it; the number of the innermost, from 1 */
    char *text;            /* what happened: "n = 8, i < n  [0 < 8 is true]"; owned */
    bool relevant;
    bool by_caller; /* the call of the function that --entry names */
    VEC(struct step_change) changes;
};

struct steps {
    const struct cfa *c;
    VEC(struct step) all;
    bool complete;           /* false: the run was too long to be told in steps */
    char *check;             /* "x == y with x = 3, y = 4"; owned */
    const char *check_class; /* "assert", or the function that must not be called */
    struct src_pos check_pos;
};

/* With `full` also what does not matter for the failure. */
void steps_init(struct steps *s, const struct cfa *unreduced, const input_log *log, bool full);
void steps_release(struct steps *s);

/* A run of steps whose places repeat: `times` rounds of `period` steps from `begin` on; times is 1
 * for a single step. */
struct step_fold {
    uint32_t begin, period, times;
};
struct step_fold steps_fold_at(const struct steps *s, uint32_t i);

#endif
