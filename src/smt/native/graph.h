/* The subterms of a query as one graph, for passes that compute something for each of them many
 * times.
 *
 * Nodes are in an order in which arguments come first. Arrays are leaves; a read from an array of
 * constants is a node whose only argument is the index, with the table of what it may read. */
#ifndef SMT_NATIVE_GRAPH_H
#define SMT_NATIVE_GRAPH_H

#include "term/term.h"

struct graph_node {
    term t;
    uint32_t n, first; /* arguments: args.at[first .. first + n) */
    uint32_t table;    /* of a read from constants: index into tables, plus 1; else 0 */
    bool is_pattern;   /* some float is made from its bits: better to look at that float */
};

/* A constant array: `other` everywhere but at the indices, each of which is there once. */
struct graph_table {
    term other;
    VEC(uint64_t) index;
    term_vec element;
};

struct graph {
    VEC(struct graph_node) nodes;
    VEC(uint32_t) args;
    VEC(struct graph_table) tables;
    VEC(uint32_t) roots; /* nodes, in the order of the terms given */
};

void graph_init(struct graph *g, const term *roots, uint32_t n);
void graph_release(struct graph *g);

static inline uint32_t graph_arg(const struct graph *g, uint32_t node, uint32_t i) {
    assert(i < g->nodes.at[node].n);
    return g->args.at[g->nodes.at[node].first + i];
}

#endif
