/* An interpreter: executes an automaton on concrete values, following edges (commands) or steps. The
 * automata of the front end are deterministic once the values of `x := *` are fixed: at most one edge
 * (one branch of a choice) can be taken. */
#ifndef CFA_INTERP_H
#define CFA_INTERP_H

#include "cfa/cfa.h"

/* Values for the nondeterministic sites, and what happens on the way. Any callback may be NULL. */
struct cfa_world {
    void *context;
    value (*input)(void *context, const struct cfa *c, uint32_t site); /* default: 0 */
    void (*at_loc)(void *context, const struct cfa *c, loc l, struct model *state);
    void (*at_mark)(void *context, const struct cfa *c, const struct cfa_cmd *mark, value shown);
    uint64_t max_edges; /* stop after so many; 0: no limit */
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
    struct model state; /* the final values of the variables; caller releases */
};

/* Runs from l0 with all variables 0 until the end. */
void cfa_execute(const struct cfa *c, const struct cfa_index *by_edge, struct cfa_world *world,
                 struct cfa_run *run);

#endif
