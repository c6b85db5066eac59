/* An interpreter: executes an automaton on concrete values, following edges (commands) or steps.
 * The automata of the front end are deterministic once the values of `x := *` are fixed: at most
 * one edge (one branch of a choice) can be taken.
 *
 * A branch may draw values before an assume rejects it. Such draws are undone: the next branch that
 * draws from the same class of sites (same_as) gets the same values again, so that a run depends
 * only on the sequence of values that each class produces. Marks of rejected branches are not
 * reported. */
#ifndef CFA_INTERP_H
#define CFA_INTERP_H

#include "cfa/cfa.h"

/* Values for the nondeterministic sites, and what happens on the way. Any callback may be NULL. */
struct cfa_world {
    void *context;
    value (*input)(void *context, const struct cfa *c, uint32_t site); /* default: 0 */
    /* A value was drawn on a branch that was taken for good; in the order of execution, also among
     * the marks. */
    void (*at_draw)(void *context, const struct cfa *c, uint32_t site, value v);
    void (*at_loc)(void *context, const struct cfa *c, loc l, struct model *state);
    void (*at_mark)(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown);
    const struct model *initial; /* values of variables at l0; NULL, or not there: 0 */
    uint64_t max_edges;          /* stop after so many; 0: no limit */
};

enum run_end {
    RUN_ERROR,
    RUN_CUT,
    RUN_STUCK,
    RUN_LIMIT
}; /* at lE; at a cut; no edge can be taken; max_edges */

struct cfa_run {
    enum run_end end;
    loc at;             /* where it ended */
    uint64_t edges;     /* taken */
    uint32_t last;      /* the edge taken last, if there is one */
    struct model state; /* the final values of the variables; caller releases */
};

/* Runs from l0, with world->initial as the variables' values, until the end. */
void cfa_execute(const struct cfa *c, const struct cfa_index *by_edge, struct cfa_world *world,
                 struct cfa_run *run);

/* A machine holds the compiled code of an automaton, made piece by piece as it is needed; the
 * automaton must not change meanwhile. For many runs, and for evaluating steps and terms on many
 * states. A state is an array of values, one per variable in the order of c->vars. */
struct cfa_machine;
struct cfa_machine *cfa_machine_new(const struct cfa *c);
void cfa_machine_free(struct cfa_machine *m);
void cfa_machine_run(struct cfa_machine *m, const struct cfa_index *by_edge, struct cfa_world *world,
                     struct cfa_run *run);
/* Can the step be taken from `state` with these inputs (one value each; NULL: all 0)? If so, and
 * `next` is not NULL, the new state is written there (next may be state). */
bool cfa_step_execute(struct cfa_machine *m, uint32_t step, const value *state, const value *inputs,
                      value *next);
/* The value of a term over the automaton's variables in a state. */
value cfa_machine_eval(struct cfa_machine *m, term t, const value *state);

#endif
