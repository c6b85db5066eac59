/* Memories by tracked cells: a counterexample depends on few of them.
 *
 * Let a be any address. The abstraction keeps a and the content c of that cell, follows all writes
 * to it, and knows nothing of the other cells: reading one of them gives any value. Every execution
 * of the model is one of the abstraction, whatever a is; so a may be chosen with knowledge of the
 * future (a *prophecy*: Mann, Irfan, Griggio, Padon, Barrett, "Counterexample-guided prophecy for
 * model checking modulo the theory of arrays", TACAS 2021), namely as the address that is read when
 * the bad state is reached:
 *
 *     state a, next a := a             read(M, i)  becomes  i = a ? c : any value
 *     state c, next c := (w = a ? v : c)     for the next memory write(M, w, v)
 *     bad     becomes  bad & i = a
 *
 * There is a pair for every memory and address that is read. With a `delay` d, there are others for
 * the addresses of up to d steps before, which are remembered (if the execution is that long). A
 * proof of the abstraction is one of the model; a counterexample counts only if it simulates. Sizes
 * do not matter: a FIFO of 1024 words has the same abstraction as one of 8, but for the width of
 * its pointers.
 *
 * Limits: memories that are compared with each other, and an initial memory that is no word and no
 * other state. */
#include "btor2/tracked.h"

#include <assert.h>
#include <stdlib.h>

#include "btor2/build.h"
#include "util/mem.h"

enum { MAX_PAIRS = 12, MAX_NODES = 1 << 20, MAX_DEPTH = 10000 };

static const struct btor2_sort bit_sort = {.width = 1};

/* A memory (a state) and an address of the original. */
struct tracked_pair {
    uint32_t memory;
    btor2_ref address;
};

struct tracker {
    const struct btor2_model *m;
    struct btor2_tracked *t;
    struct btor2_model *to;
    VEC(struct tracked_pair) pairs;
    /* By node of the original: the reference in `to`; 0 for memories. */
    btor2_ref *at;
    /* By node of the original: what the walk at hand, number `walk`, has made of a memory. */
    btor2_ref *memo;
    uint32_t *memo_walk, walk;
    uint32_t delay;
    const char *why;
};

/* ---- which cells ---- */

static void add_pair(struct tracker *k, uint32_t memory, btor2_ref address) {
    for (uint32_t i = 0; i < k->pairs.n; i++)
        if (k->pairs.at[i].memory == memory && k->pairs.at[i].address == address) return;
    if (k->pairs.n < MAX_PAIRS) VEC_PUSH(&k->pairs, (struct tracked_pair){memory, address});
}

/* All states that a memory is made from, under writes and choices. */
static void collect(struct tracker *k, btor2_ref memory, btor2_ref address, uint32_t depth) {
    const struct btor2_node *n = btor2_at(k->m, memory);
    if (k->memo_walk[btor2_node_of(memory)] == k->walk) return;
    k->memo_walk[btor2_node_of(memory)] = k->walk;
    if (depth > MAX_DEPTH) k->why = "memories are nested too deeply";
    else if (n->op == BTOR2_STATE) add_pair(k, n->index, address);
    else if (n->op == BTOR2_WRITE) collect(k, n->args[0], address, depth + 1);
    else if (n->op == BTOR2_ITE) {
        collect(k, n->args[1], address, depth + 1);
        collect(k, n->args[2], address, depth + 1);
    }
}

static void collect_all(struct tracker *k) {
    for (uint32_t i = 1; i < k->m->nodes.n && !k->why; i++) {
        const struct btor2_node *n = &k->m->nodes.at[i];
        k->walk++;
        if (n->op == BTOR2_READ) collect(k, n->args[0], n->args[1], 0);
        bool compared =
            (n->op == BTOR2_EQ || n->op == BTOR2_NEQ) && btor2_is_memory(btor2_at(k->m, n->args[0]));
        if (compared) k->why = "memories are compared with each other";
        if (n->op == BTOR2_INPUT && btor2_is_memory(n)) k->why = "an input is a memory";
    }
    if (!k->why && !k->pairs.n) k->why = "no memory is read";
}

/* ---- expressions ---- */

static btor2_ref mapped(const struct tracker *k, btor2_ref r) {
    btor2_ref to = k->at[btor2_node_of(r)];
    assert(to);
    return to ^ (btor2_negated(r) ? 1u : 0u);
}

static btor2_ref equal(struct tracker *k, btor2_ref a, btor2_ref b) {
    return btor2_add_bit(k->to, BTOR2_EQ, a, b);
}

static btor2_ref state_ref(const struct tracker *k, uint32_t state) {
    return 2 * k->to->states.at[state].node;
}

/* What the state's memory has at the address (of the new model), as far as the cells know. */
static btor2_ref known_content(struct tracker *k, uint32_t memory, btor2_ref address) {
    btor2_ref value = btor2_add_input(
        k->to, (struct btor2_sort){.width = k->m->nodes.at[k->m->states.at[memory].node].sort.element});
    for (uint32_t i = 0; i < k->t->cells.n; i++) {
        struct btor2_tracked_cell c = k->t->cells.at[i];
        if (c.memory == memory)
            value = btor2_add_ite(k->to, equal(k, address, state_ref(k, c.address)), state_ref(k, c.content),
                                  value);
    }
    return value;
}

static btor2_ref walk_content(struct tracker *k, btor2_ref memory, btor2_ref address, uint32_t cell);

static btor2_ref make_content(struct tracker *k, btor2_ref memory, btor2_ref address, uint32_t cell) {
    const struct btor2_node *n = btor2_at(k->m, memory);
    if (n->op == BTOR2_STATE) {
        bool own = cell != NO_TRACKED && k->t->cells.at[cell].memory == n->index;
        return own ? state_ref(k, k->t->cells.at[cell].content) : known_content(k, n->index, address);
    }
    if (n->op == BTOR2_WRITE)
        return btor2_add_ite(k->to, equal(k, mapped(k, n->args[1]), address), mapped(k, n->args[2]),
                             walk_content(k, n->args[0], address, cell));
    assert(n->op == BTOR2_ITE);
    btor2_ref a = walk_content(k, n->args[1], address, cell), b = walk_content(k, n->args[2], address, cell);
    return btor2_add_ite(k->to, mapped(k, n->args[0]), a, b);
}

static btor2_ref walk_content(struct tracker *k, btor2_ref memory, btor2_ref address, uint32_t cell) {
    uint32_t node = btor2_node_of(memory);
    if (k->memo_walk[node] != k->walk) {
        k->memo[node] = make_content(k, memory, address, cell);
        k->memo_walk[node] = k->walk;
    }
    return k->memo[node];
}

/* The content of a memory of the original at an address of the new model. `cell`: the address is
 * that of this cell, and its content is wanted; else NO_TRACKED. */
static btor2_ref content(struct tracker *k, btor2_ref memory, btor2_ref address, uint32_t cell) {
    if (k->to->nodes.n > MAX_NODES) k->why = "the abstraction is too large";
    k->walk++;
    return walk_content(k, memory, address, cell);
}

/* ---- states ---- */

/* The address, which never changes, and the content, one pair per delay. */
static void add_cells(struct tracker *k) {
    for (uint32_t i = 0; i < k->pairs.n; i++)
        for (uint32_t d = 0; d <= k->delay; d++) {
            struct btor2_sort sort = k->m->nodes.at[k->m->states.at[k->pairs.at[i].memory].node].sort;
            btor2_ref a = btor2_add_state(k->to, (struct btor2_sort){.width = sort.index}, 0);
            btor2_set_next(k->to, a, a);
            VEC_PUSH(&k->t->cells, (struct btor2_tracked_cell){k->pairs.at[i].memory,
                                                               btor2_at(k->to, a)->index, NO_TRACKED});
        }
}

/* The first content of a memory at a cell's address: a word that fills it, or what another memory
 * has there. */
static btor2_ref initial_content(struct tracker *k, btor2_ref init, uint32_t cell) {
    if (!init) return 0;
    if (btor2_at(k->m, init)->sort.width) return mapped(k, init);
    return content(k, init, state_ref(k, k->t->cells.at[cell].address), NO_TRACKED);
}

static void add_memory(struct tracker *k, const struct btor2_node *n) {
    for (uint32_t i = 0; i < k->t->cells.n; i++) {
        if (k->t->cells.at[i].memory != n->index) continue;
        btor2_ref init = initial_content(k, k->m->states.at[n->index].init, i);
        btor2_ref c = btor2_add_state(k->to, (struct btor2_sort){.width = n->sort.element}, init);
        k->t->cells.at[i].content = btor2_at(k->to, c)->index;
    }
}

static void translate(struct tracker *k, uint32_t node) {
    struct btor2_node n = k->m->nodes.at[node];
    if (n.op == BTOR2_STATE && btor2_is_memory(&n)) {
        add_memory(k, &n);
    } else if (n.op == BTOR2_STATE) {
        btor2_ref init = k->m->states.at[n.index].init;
        k->at[node] = btor2_add_state(k->to, n.sort, init ? mapped(k, init) : 0);
        k->t->state[n.index] = btor2_at(k->to, k->at[node])->index;
    } else if (n.op == BTOR2_INPUT) {
        k->at[node] = btor2_add_input(k->to, n.sort);
        k->t->input[n.index] = btor2_at(k->to, k->at[node])->index;
    } else if (n.op == BTOR2_CONST) {
        k->at[node] = btor2_add_number(k->to, n.sort, k->m->constants.at[n.index]);
    } else if (n.op == BTOR2_READ) {
        k->at[node] = content(k, n.args[0], mapped(k, n.args[1]), NO_TRACKED);
    } else if (!btor2_is_memory(&n)) {
        for (uint32_t i = 0; i < btor2_op_arity[n.op]; i++) n.args[i] = mapped(k, n.args[i]);
        k->at[node] = btor2_add_node(k->to, n);
    }
}

static void translate_next(struct tracker *k) {
    for (uint32_t i = 0; i < k->m->states.n; i++) {
        btor2_ref next = k->m->states.at[i].next;
        if (next && k->t->state[i] != NO_TRACKED)
            btor2_set_next(k->to, state_ref(k, k->t->state[i]), mapped(k, next));
    }
    for (uint32_t i = 0; i < k->t->cells.n; i++) {
        struct btor2_tracked_cell c = k->t->cells.at[i];
        btor2_ref next = k->m->states.at[c.memory].next;
        if (next)
            btor2_set_next(k->to, state_ref(k, c.content), content(k, next, state_ref(k, c.address), i));
    }
}

/* ---- the prophecy ---- */

/* A state that has the value of `now` one step later; *known says whether there was such a step. */
static btor2_ref one_step_before(struct tracker *k, btor2_ref now, btor2_ref *known) {
    btor2_ref no = btor2_add_constant(k->to, bit_sort, 0);
    btor2_ref before = btor2_add_state(k->to, btor2_at(k->to, now)->sort, 0),
              was_known = btor2_add_state(k->to, bit_sort, no);
    btor2_set_next(k->to, before, now);
    btor2_set_next(k->to, was_known, *known);
    *known = was_known;
    return before;
}

/* bad, and every cell's address is the one that was foretold. */
static btor2_ref foretold(struct tracker *k, btor2_ref bad) {
    uint32_t cell = 0;
    for (uint32_t i = 0; i < k->pairs.n; i++) {
        btor2_ref address = mapped(k, k->pairs.at[i].address), known = btor2_add_constant(k->to, bit_sort, 1);
        for (uint32_t d = 0; d <= k->delay; d++, cell++) {
            if (d) address = one_step_before(k, address, &known);
            btor2_ref same = equal(k, address, state_ref(k, k->t->cells.at[cell].address));
            bad = btor2_add_bit(k->to, BTOR2_AND, bad, btor2_add_bit(k->to, BTOR2_IMPLIES, known, same));
        }
    }
    assert(cell == k->t->cells.n);
    return bad;
}

static void build(struct tracker *k, uint32_t property) {
    add_cells(k);
    for (uint32_t i = 1; i < k->m->nodes.n && !k->why; i++) translate(k, i);
    if (k->why) return;
    translate_next(k);
    for (uint32_t i = 0; i < k->m->constraints.n; i++)
        VEC_PUSH(&k->to->constraints, mapped(k, k->m->constraints.at[i]));
    VEC_PUSH(&k->to->bads, foretold(k, mapped(k, k->m->bads.at[property])));
}

static uint32_t *no_indices(uint32_t n) {
    uint32_t *all = mem_alloc((n + 1) * sizeof *all);
    for (uint32_t i = 0; i <= n; i++) all[i] = NO_TRACKED;
    return all;
}

struct btor2_tracked *btor2_tracked_new(const struct btor2_model *m, uint32_t property, uint32_t delay,
                                        const char **why) {
    assert(property < m->bads.n);
    struct btor2_tracked *t = MEM_NEW(struct btor2_tracked);
    *t = (struct btor2_tracked){btor2_new(), m, no_indices(m->inputs.n), no_indices(m->states.n), {0}};
    struct tracker k = {.m = m, .t = t, .to = t->m, .delay = delay, .at = mem_zero(m->nodes.n, sizeof *k.at)};
    k.memo = mem_zero(m->nodes.n, sizeof *k.memo);
    k.memo_walk = mem_zero(m->nodes.n, sizeof *k.memo_walk);
    collect_all(&k);
    if (!k.why) build(&k, property);
    free(k.at);
    free(k.memo);
    free(k.memo_walk);
    VEC_RELEASE(&k.pairs);
    *why = k.why;
    if (!k.why) {
        btor2_check(t->m);
        return t;
    }
    btor2_tracked_free(t);
    return NULL;
}

void btor2_tracked_free(struct btor2_tracked *t) {
    if (!t) return;
    btor2_free(t->m);
    free(t->input);
    free(t->state);
    VEC_RELEASE(&t->cells);
    free(t);
}

void btor2_tracked_run(const struct btor2_tracked *t, const struct btor2_run *abstract,
                       struct btor2_run *run) {
    const struct btor2_model *m = t->original;
    btor2_run_init(run, m, abstract->steps);
    for (uint32_t k = 0; k < run->steps; k++) {
        for (uint32_t i = 0; i < m->inputs.n; i++)
            btor2_value_copy(btor2_run_input(run, k, i), btor2_run_input(abstract, k, t->input[i]));
        for (uint32_t i = 0; i < m->states.n; i++)
            if (t->state[i] != NO_TRACKED)
                btor2_value_copy(btor2_run_state(run, k, i), btor2_run_state(abstract, k, t->state[i]));
        for (uint32_t i = 0; i < t->cells.n; i++) {
            struct btor2_tracked_cell c = t->cells.at[i];
            btor2_element_set(btor2_run_state(run, k, c.memory),
                              btor2_run_state(abstract, k, c.address)->word,
                              btor2_run_state(abstract, k, c.content)->word);
        }
    }
}
