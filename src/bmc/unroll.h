/* The automaton unrolled in depth, all paths of one length at once.
 *
 * Representation. A node (i, l) stands for the states at location l after i steps from the start.
 * It has a literal `reach` and a term per variable. In every model of the solver in which the reach
 * literal of a node is true there is a path to it: of the incoming edges one whose `taken` is true,
 * and so on back to the start; the values of the node are those of the path's last state. The
 * encoding is one-sided (reach implies a path, not the other way round), so paths need not exclude
 * each other and a nondeterministic automaton is no special case:
 *
 *     taken(e) => reach(from) & guard(e)        reach => taken(e1) | ... | taken(en)
 *     taken(e) => x' = value of x along e       for those x on whose value the edges differ
 *
 * A node with one incoming edge, and a variable on which all edges agree, get no name of their own:
 * constants travel through the unrolling by substitution, guards that become false take their edges
 * away, and a loop with a known number of iterations costs the solver nothing. A merged variable
 * whose values are all constants remembers them (`sets`), so that guards about it can still become
 * false. */
#ifndef BMC_UNROLL_H
#define BMC_UNROLL_H

#include "cfa/live.h"
#include "cfa/verdict.h"
#include "smt/solver.h"

struct unroll_edge {
    uint32_t step, from; /* indices into cfa.steps and unroll.nodes */
    term taken;
    term *inputs; /* one per input of the step */
};

/* An edge on its way into a node: what the step does to the values of its source. */
struct unroll_arrival {
    struct unroll_edge edge;
    term_vec guard; /* literals that did not become true */
    term *values;   /* all variables */
};
typedef VEC(struct unroll_arrival) arrival_vec;

struct unroll_node {
    loc at;
    uint32_t depth; /* of the longest path, where paths of several lengths meet */
    term reach;
    term *values; /* one per variable of the automaton */
    struct unroll_edge *in;
    uint32_t n_in; /* 0: a start */
};

enum { VALUE_SET_MAX = 24 };
struct unroll_values {
    uint32_t n;
    term at[VALUE_SET_MAX]; /* constants, distinct */
};

struct unroll {
    struct cfa *c;
    struct solver *s;
    const struct facts *known; /* NULL: none */
    /* Where edges meet, only variables with their bit set get a value that all edges agree on; of
     * the others nobody asks. NULL: all variables do. */
    const struct live *live;
    struct cfa_index index;
    struct arena arena; /* values, edges, inputs */
    VEC(struct unroll_node) nodes;
    VEC(uint32_t) frontier; /* the nodes of the newest depth */
    struct int_map set_of;  /* merged variable -> index into sets */
    VEC(struct unroll_values) sets;
    uint32_t depth;
};

void unroll_init(struct unroll *u, struct cfa *c, const struct facts *known);
void unroll_release(struct unroll *u);

/* Depth 0: at l0 with arbitrary values, or (anywhere) at every location but lE. */
void unroll_start(struct unroll *u, bool anywhere);
/* One step more: the frontier becomes the set of nodes of the next depth. */
void unroll_extend(struct unroll *u);
/* The steps from a node, by their targets: arrivals[l] grows by those to l. */
void unroll_expand(struct unroll *u, uint32_t node, arrival_vec *arrivals);
/* One node at l of all these arrivals (at least one), and empties the list; false if the known
 * facts say that no path comes there. The node is the last of u->nodes. */
bool unroll_merge(struct unroll *u, loc l, arrival_vec *arrivals);
void unroll_arrivals_clear(arrival_vec *arrivals);
/* The frontier's node at lE, UINT32_MAX if there is none. */
uint32_t unroll_error_node(const struct unroll *u);
/* Takes a node that is known to be unreachable out of the frontier. */
void unroll_drop(struct unroll *u, uint32_t node);
/* After SAT with the node's reach literal assumed: the path to it, with the inputs' values. */
void unroll_trace(struct unroll *u, uint32_t node, struct verdict *v);

#endif
