/* A counterexample as a story: one line per executed source line, in order, with the inputs that
 * were drawn and the variables that changed there, in C values. It is made once from a replay on
 * the unreduced automaton; the trace for people, JSON, SARIF and the witnesses are all written from
 * it. */
#ifndef REPLAY_STORY_H
#define REPLAY_STORY_H

#include "replay/replay.h"
#include "util/strbuf.h"

struct story_value {
    char *name; /* C variable, or the function that an input came from; owned */
    char *text; /* as C would print it; owned */
    bool is_input;
    enum site_kind kind; /* inputs: where it came from */
    uint32_t sort;       /* a term sort */
};

struct story_line {
    struct src_pos pos;             /* where the line was entered */
    uint32_t last_column;           /* of what was executed last on it */
    VEC(struct story_value) values; /* in the order of execution */
};

struct story {
    const struct cfa *c; /* the unreduced automaton, for file names */
    VEC(struct story_line) lines;
    bool shortened; /* there were more lines than are kept */
};

/* Tells the run of `log`, which must lead to lE. */
void story_init(struct story *s, const struct cfa *unreduced, const input_log *log);
/* The inputs of a run that was not followed on the automaton, and the place of the error, of which
 * line and column are known. */
void story_init_inputs(struct story *s, const struct cfa *unreduced, const input_log *log,
                       struct src_pos error);
void story_release(struct story *s);
const char *story_file(const struct story *s, const struct story_line *line);

/* A run of lines whose positions repeat: lines begin .. begin + period * times - 1. */
struct story_fold {
    uint32_t begin, period, times; /* times is 1 for a line that stands by itself */
};
/* The fold that starts at line i. */
struct story_fold story_fold_at(const struct story *s, uint32_t i);

/* A value as a C constant expression: 5, -3, 4294967295u, 0.5, 1. */
void value_print_c(struct strbuf *b, uint32_t sort, value v, bool is_signed);

#endif
