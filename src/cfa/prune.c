/* Reachability in the graph, and loop heads. */
#include <stdlib.h>

#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/mem.h"

/* Sets mark[l] for all locations that can reach one of the marked ones. */
static void close_backward(const struct cfa *c, const struct cfa_index *by_edge, uint8_t *mark) {
    loc_vec stack = {0};
    for (loc l = 0; l < c->locs.n; l++)
        if (mark[l]) VEC_PUSH(&stack, l);
    while (stack.n) {
        loc l = VEC_POP(&stack);
        for (uint32_t i = 0; i < by_edge->in[l].n; i++) {
            loc from = c->edges.at[by_edge->in[l].at[i]].from;
            if (!mark[from]) VEC_PUSH(&stack, from);
            mark[from] = 1;
        }
    }
    VEC_RELEASE(&stack);
}

/* Edges that cannot be taken are no way from one location to another. */
static void drop_dead_edges(struct cfa *c) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < c->edges.n; i++) {
        const struct cfa_cmd *k = &c->cmds.at[c->edges.at[i].cmd];
        if (k->kind != CMD_ASSUME || k->cond != term_false()) c->edges.at[n++] = c->edges.at[i];
    }
    c->edges.n = n;
}

uint32_t cfa_prune(struct cfa *c) {
    cfa_clear_steps(c);
    drop_dead_edges(c);
    struct cfa_index by_edge;
    loc_vec forward = {0};
    cfa_index_edges(c, &by_edge);
    cfa_order(c, &by_edge, &forward);
    uint8_t *useful = mem_zero(c->locs.n, 1), *keep = mem_zero(c->locs.n, 1);
    useful[c->lE] = 1;
    for (uint32_t i = 0; i < c->cuts.n; i++) useful[c->cuts.at[i].at] = 1;
    close_backward(c, &by_edge, useful);
    for (uint32_t i = 0; i < forward.n; i++) keep[forward.at[i]] = useful[forward.at[i]];
    cfa_index_release(&by_edge);
    uint32_t dropped = cfa_keep_locs(c, keep);
    VEC_RELEASE(&forward);
    free(useful);
    free(keep);
    cfa_compact_cmds(c);
    return dropped;
}

struct prune_visit {
    loc l;
    uint32_t next; /* of its outgoing edges */
};

void cfa_mark_loop_heads(struct cfa *c) {
    struct cfa_index by_edge;
    cfa_index_edges(c, &by_edge);
    enum { NEW, ACTIVE, DONE };
    uint8_t *state = mem_zero(c->locs.n, 1);
    VEC(struct prune_visit) stack = {0};
    for (loc l = 0; l < c->locs.n; l++) c->locs.at[l].loop_head = false;
    VEC_PUSH(&stack, (struct prune_visit){c->l0, 0});
    state[c->l0] = ACTIVE;
    while (stack.n) {
        struct prune_visit *top = &VEC_LAST(&stack);
        if (top->next == by_edge.out[top->l].n) {
            state[VEC_POP(&stack).l] = DONE;
            continue;
        }
        loc to = c->edges.at[by_edge.out[top->l].at[top->next++]].to;
        if (state[to] == ACTIVE) c->locs.at[to].loop_head = true;
        if (state[to] != NEW) continue;
        state[to] = ACTIVE;
        VEC_PUSH(&stack, (struct prune_visit){to, 0});
    }
    VEC_RELEASE(&stack);
    free(state);
    cfa_index_release(&by_edge);
}
