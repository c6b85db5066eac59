/* Control dependence after Ferrante, Ottenstein and Warren (TOPLAS 1987), post-dominators after
 * Cooper, Harvey and Kennedy (2001).
 *
 * Block b depends on block a if one way out of a leads to b for certain and another does not:
 *
 *     if (c) f();        f() depends on the condition
 *     g();               g() does not: both ways lead there
 *     if (d) abort();
 *     h();               h() depends on d, because one way never comes back */
#include "frontend/abstract/control.h"

#include <assert.h>
#include <string.h>

static bool is_plain_end(LLVMValueRef end) {
    switch (LLVMGetInstructionOpcode(end)) {
    case LLVMBr:
    case LLVMSwitch:
    case LLVMRet:
    case LLVMUnreachable: return true;
    default: return false;
    }
}

static void add_once(block_list *list, uint32_t b) {
    for (uint32_t i = 0; i < list->n; i++)
        if (list->at[i] == b) return;
    VEC_PUSH(list, b);
}

static bool number_blocks(struct control *c, LLVMValueRef function) {
    c->n = LLVMCountBasicBlocks(function);
    c->blocks = mem_alloc(c->n * sizeof *c->blocks);
    LLVMGetBasicBlocks(function, c->blocks);
    for (uint32_t b = 0; b < c->n; b++) {
        *int_map_put(&c->index, (uintptr_t)c->blocks[b], NULL) = b;
        if (!is_plain_end(LLVMGetBasicBlockTerminator(c->blocks[b]))) return false;
    }
    return true;
}

static void find_successors(struct control *c, bool (*ends)(void *, LLVMBasicBlockRef), void *context) {
    for (uint32_t b = 0; b < c->n; b++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(c->blocks[b]);
        unsigned n = ends(context, c->blocks[b]) ? 0 : LLVMGetNumSuccessors(end);
        for (unsigned i = 0; i < n; i++) add_once(&c->next[b], control_number(c, LLVMGetSuccessor(end, i)));
        if (n == 0) VEC_PUSH(&c->next[b], c->n);
    }
}

/* The nodes that `from` leads to, each after all that it leads to; neighbours are lists by node,
 * and `n` has none unless the lists have one for it. */
static void postorder(const block_list *next, uint32_t nodes, uint32_t from, block_list *order, bool *seen) {
    block_list path = {0}, at = {0};
    VEC_PUSH(&path, from);
    VEC_PUSH(&at, 0);
    seen[from] = true;
    while (path.n > 0) {
        uint32_t b = VEC_LAST(&path), i = VEC_LAST(&at)++;
        if (i < next[b].n) {
            uint32_t to = next[b].at[i];
            if (to >= nodes || seen[to]) continue;
            seen[to] = true;
            VEC_PUSH(&path, to);
            VEC_PUSH(&at, 0);
        } else {
            VEC_PUSH(order, b);
            (void)VEC_POP(&path);
            (void)VEC_POP(&at);
        }
    }
    VEC_RELEASE(&path);
    VEC_RELEASE(&at);
}

/* Marks what leads to b. */
static void mark_back(const block_list *before, uint32_t b, bool *leads) {
    block_list waiting = {0};
    leads[b] = true;
    VEC_PUSH(&waiting, b);
    while (waiting.n > 0) {
        uint32_t at = VEC_POP(&waiting);
        for (uint32_t i = 0; i < before[at].n; i++) {
            uint32_t p = before[at].at[i];
            if (leads[p]) continue;
            leads[p] = true;
            VEC_PUSH(&waiting, p);
        }
    }
    VEC_RELEASE(&waiting);
}

/* What goes round for ever gets an edge to the exit: from the block that a walk from the entry ends
 * at. */
static void open_circles(struct control *c, block_list *before, const block_list *order) {
    bool *leads = mem_zero(c->n + 1, sizeof *leads);
    mark_back(before, c->n, leads);
    for (uint32_t i = 0; i < order->n; i++) {
        uint32_t b = order->at[i];
        if (leads[b]) continue;
        VEC_PUSH(&c->next[b], c->n);
        VEC_PUSH(&before[c->n], b);
        mark_back(before, b, leads);
    }
    free(leads);
}

static uint32_t intersect(const uint32_t *join, const uint32_t *rank, uint32_t a, uint32_t b) {
    while (a != b) {
        while (rank[a] < rank[b]) a = join[a];
        while (rank[b] < rank[a]) b = join[b];
    }
    return a;
}

/* `order`: the nodes from which the exit is reached, each after all that lead to it, the exit
 * last. */
static void find_joins(struct control *c, const block_list *order) {
    uint32_t none = c->n + 1;
    uint32_t *rank = mem_zero(c->n + 1, sizeof *rank);
    for (uint32_t i = 0; i < order->n; i++) rank[order->at[i]] = i;
    for (uint32_t b = 0; b < c->n; b++) c->join[b] = none;
    c->join[c->n] = c->n;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = order->n - 1; i-- > 0;) {
            uint32_t b = order->at[i], join = none;
            for (uint32_t k = 0; k < c->next[b].n; k++) {
                uint32_t s = c->next[b].at[k];
                if (c->join[s] == none) continue;
                join = join == none ? s : intersect(c->join, rank, join, s);
            }
            assert(join != none);
            changed |= c->join[b] != join;
            c->join[b] = join;
        }
    }
    free(rank);
}

static void find_dependences(struct control *c) {
    for (uint32_t a = 0; a < c->n; a++) {
        if (!c->reached[a] || c->next[a].n < 2) continue;
        for (uint32_t i = 0; i < c->next[a].n; i++)
            for (uint32_t b = c->next[a].at[i]; b != c->join[a]; b = c->join[b]) {
                assert(b < c->n);
                add_once(&c->on[b], a);
            }
    }
}

bool control_init(struct control *c, LLVMValueRef function, bool (*ends)(void *, LLVMBasicBlockRef),
                  void *context) {
    *c = (struct control){0};
    bool plain = number_blocks(c, function);
    c->reached = mem_zero(c->n + 1, sizeof *c->reached);
    c->next = mem_zero(c->n + 1, sizeof *c->next);
    c->on = mem_zero(c->n + 1, sizeof *c->on);
    c->join = mem_zero(c->n + 1, sizeof *c->join);
    if (!plain) {
        control_release(c);
        return false;
    }
    block_list forward = {0}, backward = {0}, *before = mem_zero(c->n + 1, sizeof *before);
    bool *seen = mem_zero(c->n + 1, sizeof *seen);
    find_successors(c, ends, context);
    postorder(c->next, c->n, 0, &forward, c->reached);
    for (uint32_t i = 0; i < forward.n; i++) {
        uint32_t b = forward.at[i];
        for (uint32_t k = 0; k < c->next[b].n; k++) VEC_PUSH(&before[c->next[b].at[k]], b);
    }
    open_circles(c, before, &forward);
    postorder(before, c->n + 1, c->n, &backward, seen);
    assert(backward.n == forward.n + 1);
    find_joins(c, &backward);
    find_dependences(c);
    for (uint32_t b = 0; b <= c->n; b++) VEC_RELEASE(&before[b]);
    free(before);
    free(seen);
    VEC_RELEASE(&forward);
    VEC_RELEASE(&backward);
    return true;
}

void control_release(struct control *c) {
    for (uint32_t b = 0; b <= c->n && c->next; b++) {
        VEC_RELEASE(&c->next[b]);
        VEC_RELEASE(&c->on[b]);
    }
    int_map_release(&c->index);
    free(c->blocks);
    free(c->reached);
    free(c->next);
    free(c->on);
    free(c->join);
    *c = (struct control){0};
}

uint32_t control_number(const struct control *c, LLVMBasicBlockRef block) {
    uint64_t *number = int_map_get(&c->index, (uintptr_t)block);
    assert(number);
    return (uint32_t)*number;
}
