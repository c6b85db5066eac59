/* Replay of a counterexample on the unreduced automaton: the values that the trace gives to the
 * sites of nondeterminism, fed to the interpreter, must lead to lE.
 *
 * A log lists the values in the order of execution. Feeding it goes by class of sites
 * (cfa_site.same_as): each site takes the next value of its class; sites that the log does not
 * speak of, because the reductions found them irrelevant, get 0. The unreduced automaton must have
 * adopted the classes of the reduced one. */
#ifndef REPLAY_REPLAY_H
#define REPLAY_REPLAY_H

#include "cfa/interp.h"
#include "cfa/verdict.h"
#include "util/budget.h"

struct input_value {
    uint32_t site;
    value value;
};
/* A vector of draws, and the variables whose value at l0 is not 0: a variable that the program
 * never sets. */
typedef struct input_log {
    struct input_value *at;
    uint32_t n, capacity;
    VEC(struct initial_value) initial;
    /* the check that fails in the end: its index into the automaton's and 1; 0: not known */
    uint32_t check;
    bool by_clang; /* a check that two have placed is looked for by clang's instrumentation */
} input_log;
void input_log_copy(input_log *to, const input_log *from); /* replaces what is in `to` */
void input_log_release(input_log *log);

/* The inputs of a trace of the reduced automaton; values that nobody uses are 0. */
void replay_log(const struct cfa *reduced, const struct verdict *v, input_log *log);

void replay_adopt_classes(struct cfa *unreduced, const struct cfa *reduced);

struct replay_watch {
    void *context;
    void (*at_input)(void *context, const struct cfa *c, uint32_t site, value v);
    void (*at_mark)(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown);
    void (*at_loc)(void *context, const struct cfa *c, loc l, struct model *state);
};
struct replay_end {
    enum run_end end;
    loc at;
    uint64_t edges;
    uint32_t last; /* the edge taken last, if there is one */
};
/* Which check of the automaton failed, an index into its checks; UINT32_MAX: none that has a
 * number. */
uint32_t replay_failed_check(const struct cfa *unreduced, struct replay_end end);
/* One run in a world of the caller's making. */
struct replay_end replay_execute(const struct cfa *unreduced, struct cfa_world *world);
/* Runs the unreduced automaton on the values of a log. *used (may be NULL) is what was really
 * drawn. The marks and inputs met go to the callbacks of `watch` (may be NULL). */
struct replay_end replay_run(const struct cfa *unreduced, const input_log *log, uint64_t max_edges,
                             struct replay_watch *watch, input_log *used);

/* Makes a log that leads to lE easier to read: values that do not matter become 0, the others as
 * small as a search within the budget finds them. The log keeps leading to lE, by the failure of
 * the same check. */
void replay_minimize(const struct cfa *unreduced, input_log *log, const struct budget *b);

/* FALSE: the trace evaluated step by step on the reduced automaton. NULL if it leads to lE, else a
 * fresh string. */
char *replay_check_trace(struct cfa *c, const struct verdict *v);

#endif
