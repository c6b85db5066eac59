/* Large blocks (Beyer et al., "Software model checking via large-block encoding"): locations are
 * eliminated, and the edges through them become one edge whose command is the sequence of the two;
 * edges between the same two locations become one edge whose command is their choice.
 *
 *   LBE_SEQUENCE   eliminates locations with one incoming and one outgoing edge
 *   LBE_LOOP       eliminates every location that is not l0, lE, a cut or a loop head
 *
 * cfa_split will enumerate the paths of the new commands, so the number of paths is what must stay
 * small: products at sequences, sums at choices. An elimination that would give an edge more than
 * max_paths paths does not happen, and all together may add PATHS_TO_ADD to what there was.
 * Locations go in the order of what they add (incoming times outgoing paths minus both), as in
 * sparse elimination; ties go by index.
 *
 * Parallel edges that only assume, and whose conditions cover everything, become skip. That is what
 * is left of a branch when slicing has emptied it, and it lets the next round of slicing drop the
 * condition. */
#include <assert.h>
#include <stdlib.h>

#include "cfa/pass.h"
#include "cfa/reduce.h"
#include "util/hash.h"
#include "util/heap.h"
#include "util/mem.h"
#include "util/options.h"

#define PATHS_TO_ADD 4000.0

struct blocks {
    struct cfa *c;
    double max_paths, total, limit;
    VEC(double) paths;         /* per command */
    VEC(uint8_t) gone;         /* per edge */
    struct cfa_index adjacent; /* edges in and out, gone ones among them */
    struct int_map between;    /* (from, to) -> edge + 1 */
    struct heap queue;
    uint32_t *stamp;    /* per location: the queue's other entries are outdated */
    struct arena arena; /* of the queue's entries */
    uint8_t *keep;      /* locations that are not eliminated */
    bool loop;
};

struct lbe_candidate {
    double grows;
    loc l;
    uint32_t stamp;
};

static bool before(const void *a, const void *b) {
    const struct lbe_candidate *x = a, *y = b;
    return x->grows != y->grows ? x->grows < y->grows : x->l < y->l;
}

static double paths_of(struct blocks *b, cmd k) {
    assert(k < b->c->cmds.n);
    while (b->paths.n < b->c->cmds.n) {
        const struct cfa_cmd *command = &b->c->cmds.at[b->paths.n];
        double n = 1;
        if (command->kind == CMD_SEQ) n = b->paths.at[command->first] * b->paths.at[command->second];
        if (command->kind == CMD_CHOICE) n = b->paths.at[command->first] + b->paths.at[command->second];
        VEC_PUSH(&b->paths, n);
    }
    return b->paths.at[k];
}

static double edge_paths(struct blocks *b, uint32_t edge) { return paths_of(b, b->c->edges.at[edge].cmd); }

/* ---- parallel edges ---- */

/* Is the disjunction true? Beyond what term_or sees: the default case of a switch, all others
 * negated. */
static bool covers_all(const term_vec *conds) {
    if (term_or_n(conds->at, conds->n) == term_true()) return true;
    struct int_map set = {0};
    bool all = false;
    for (uint32_t i = 0; i < conds->n; i++) int_map_put(&set, conds->at[i], NULL);
    for (uint32_t i = 0; i < conds->n && !all; i++) {
        term_vec literals = {0};
        term_conjuncts(conds->at[i], &literals);
        all = true;
        for (uint32_t j = 0; j < literals.n && all; j++)
            all = int_map_get(&set, term_not(literals.at[j])) != NULL;
        VEC_RELEASE(&literals);
    }
    int_map_release(&set);
    return all;
}

static uint64_t pair_of(const struct cfa_edge *e) { return (uint64_t)e->from << 32 | e->to; }

struct group {
    uint32_t first; /* edge */
    term_vec conds; /* of its edges that only assume */
};

/* Groups of parallel edges that only assume and together always can be taken become one skip. */
static void join_covering(struct blocks *b) {
    struct cfa *c = b->c;
    struct int_map index = {0};
    VEC(struct group) groups = {0};
    for (uint32_t i = 0; i < c->edges.n; i++) {
        const struct cfa_cmd *k = &c->cmds.at[c->edges.at[i].cmd];
        if (k->kind != CMD_ASSUME) continue;
        bool added;
        uint64_t *slot = int_map_put(&index, pair_of(&c->edges.at[i]), &added);
        if (added) {
            *slot = groups.n;
            VEC_PUSH(&groups, (struct group){.first = i});
        }
        VEC_PUSH(&groups.at[*slot].conds, k->cond);
    }
    for (uint32_t i = 0; i < groups.n; i++)
        if (groups.at[i].conds.n > 1 && covers_all(&groups.at[i].conds))
            c->edges.at[groups.at[i].first].cmd = cfa_skip();
    for (uint32_t i = 0; i < c->edges.n; i++) { /* a skip subsumes the assumes beside it */
        const uint64_t *slot = int_map_get(&index, pair_of(&c->edges.at[i]));
        if (!slot || c->cmds.at[c->edges.at[i].cmd].kind != CMD_ASSUME) continue;
        if (c->edges.at[groups.at[*slot].first].cmd == cfa_skip())
            c->edges.at[i].cmd = cfa_assume(c, term_false());
    }
    for (uint32_t i = 0; i < groups.n; i++) VEC_RELEASE(&groups.at[i].conds);
    VEC_RELEASE(&groups);
    int_map_release(&index);
}

static void edge_remove(struct blocks *b, uint32_t edge) {
    assert(edge < b->c->edges.n);
    b->total -= edge_paths(b, edge);
    b->gone.at[edge] = 1;
}

/* Adds an edge, or a choice to the edge that is there; the caller has checked that the paths
 * fit. */
static void edge_add(struct blocks *b, loc from, cmd command, loc to) {
    assert(from < b->c->locs.n && to < b->c->locs.n);
    struct cfa *c = b->c;
    bool added;
    uint64_t *slot = int_map_put(&b->between, pair_of(&(struct cfa_edge){from, to, command, 0}), &added);
    if (*slot && !b->gone.at[*slot - 1] &&
        edge_paths(b, (uint32_t)*slot - 1) + paths_of(b, command) <= b->max_paths) {
        uint32_t edge = (uint32_t)*slot - 1;
        b->total -= edge_paths(b, edge);
        c->edges.at[edge].cmd = cfa_choice(c, c->edges.at[edge].cmd, command);
        b->total += edge_paths(b, edge);
        return;
    }
    uint32_t edge = cfa_add_edge(c, from, command, to);
    *slot = edge + 1;
    VEC_PUSH(&b->gone, 0);
    VEC_PUSH(&b->adjacent.out[from], edge);
    VEC_PUSH(&b->adjacent.in[to], edge);
    b->total += paths_of(b, command);
}

/* ---- elimination ---- */

/* Forgets gone edges in a list of edges. Macro because each vector has a type of its own. */
#define TIDY(b, list)                                                                                        \
    do {                                                                                                     \
        uint32_t kept_ = 0;                                                                                  \
        for (uint32_t i_ = 0; i_ < (list)->n; i_++)                                                          \
            if (!(b)->gone.at[(list)->at[i_]]) (list)->at[kept_++] = (list)->at[i_];                         \
        (list)->n = kept_;                                                                                   \
    } while (0)

static void paths_around(struct blocks *b, loc l, double *in, double *out) {
    TIDY(b, &b->adjacent.in[l]);
    TIDY(b, &b->adjacent.out[l]);
    *in = *out = 0;
    for (uint32_t i = 0; i < b->adjacent.in[l].n; i++) *in += edge_paths(b, b->adjacent.in[l].at[i]);
    for (uint32_t i = 0; i < b->adjacent.out[l].n; i++) *out += edge_paths(b, b->adjacent.out[l].at[i]);
}

static void enqueue(struct blocks *b, loc l) {
    if (b->keep[l]) return;
    double in, out;
    paths_around(b, l, &in, &out);
    b->stamp[l]++;
    if (!b->loop && (b->adjacent.in[l].n != 1 || b->adjacent.out[l].n != 1)) return;
    struct lbe_candidate *k = arena_alloc(&b->arena, sizeof *k);
    *k = (struct lbe_candidate){in * out - in - out, l, b->stamp[l]};
    heap_push(&b->queue, k);
}

static bool may_eliminate(struct blocks *b, loc l, double grows) {
    if (b->total + grows > b->limit) return false;
    for (uint32_t i = 0; i < b->adjacent.in[l].n; i++) {
        const struct cfa_edge *e = &b->c->edges.at[b->adjacent.in[l].at[i]];
        if (e->from == l) return false;
        for (uint32_t j = 0; j < b->adjacent.out[l].n; j++) {
            const struct cfa_edge *f = &b->c->edges.at[b->adjacent.out[l].at[j]];
            struct cfa_edge both = {e->from, f->to, 0, 0};
            const uint64_t *slot = int_map_get(&b->between, pair_of(&both));
            double there = slot && !b->gone.at[*slot - 1] ? edge_paths(b, (uint32_t)*slot - 1) : 0;
            if (there + paths_of(b, e->cmd) * paths_of(b, f->cmd) > b->max_paths) return false;
        }
    }
    return true;
}

static void eliminate(struct blocks *b, loc l) {
    assert(l != b->c->l0 && l != b->c->lE);
    VEC(struct cfa_edge) in = {0}, out = {0};
    for (uint32_t i = 0; i < b->adjacent.in[l].n; i++) VEC_PUSH(&in, b->c->edges.at[b->adjacent.in[l].at[i]]);
    for (uint32_t i = 0; i < b->adjacent.out[l].n; i++)
        VEC_PUSH(&out, b->c->edges.at[b->adjacent.out[l].at[i]]);
    for (uint32_t i = 0; i < b->adjacent.in[l].n; i++) edge_remove(b, b->adjacent.in[l].at[i]);
    for (uint32_t i = 0; i < b->adjacent.out[l].n; i++) edge_remove(b, b->adjacent.out[l].at[i]);
    for (uint32_t i = 0; i < in.n; i++)
        for (uint32_t j = 0; j < out.n; j++)
            edge_add(b, in.at[i].from, cfa_seq(b->c, in.at[i].cmd, out.at[j].cmd), out.at[j].to);
    for (uint32_t i = 0; i < in.n; i++) enqueue(b, in.at[i].from);
    for (uint32_t i = 0; i < out.n; i++) enqueue(b, out.at[i].to);
    VEC_RELEASE(&in);
    VEC_RELEASE(&out);
}

static uint32_t eliminate_all(struct blocks *b) {
    uint32_t eliminated = 0;
    for (loc l = 0; l < b->c->locs.n; l++) enqueue(b, l);
    while (heap_top(&b->queue)) {
        struct lbe_candidate k = *(struct lbe_candidate *)heap_pop(&b->queue);
        if (k.stamp != b->stamp[k.l] || !may_eliminate(b, k.l, k.grows)) continue;
        b->keep[k.l] = 2; /* never again */
        eliminate(b, k.l);
        eliminated++;
    }
    return eliminated;
}

/* ---- */

/* Starts with the automaton's own edges, parallel ones merged where they fit. */
static void blocks_init(struct blocks *b, struct cfa *c, int lbe, double max_paths) {
    *b = (struct blocks){.c = c, .max_paths = max_paths, .loop = lbe == LBE_LOOP};
    b->queue.before = before;
    join_covering(b);
    cfa_prune(c);
    cfa_mark_loop_heads(c);
    VEC(struct cfa_edge) edges = {0};
    for (uint32_t i = 0; i < c->edges.n; i++) VEC_PUSH(&edges, c->edges.at[i]);
    VEC_CLEAR(&c->edges);
    cfa_index_edges(c, &b->adjacent);
    for (uint32_t i = 0; i < edges.n; i++) edge_add(b, edges.at[i].from, edges.at[i].cmd, edges.at[i].to);
    VEC_RELEASE(&edges);
    b->limit = b->total + PATHS_TO_ADD;
    b->stamp = mem_zero(c->locs.n, sizeof *b->stamp);
    b->keep = mem_zero(c->locs.n, 1);
    b->keep[c->l0] = b->keep[c->lE] = 1;
    for (uint32_t i = 0; i < c->cuts.n; i++) b->keep[c->cuts.at[i].at] = 1;
    for (loc l = 0; l < c->locs.n; l++) b->keep[l] |= c->locs.at[l].loop_head;
}

static void blocks_finish(struct blocks *b) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < b->c->edges.n; i++)
        if (!b->gone.at[i]) b->c->edges.at[n++] = b->c->edges.at[i];
    b->c->edges.n = n;
    VEC_RELEASE(&b->paths);
    VEC_RELEASE(&b->gone);
    cfa_index_release(&b->adjacent);
    int_map_release(&b->between);
    heap_release(&b->queue);
    arena_release(&b->arena);
    free(b->stamp);
    free(b->keep);
}

uint32_t cfa_large_blocks(struct cfa *c, int lbe, double max_paths) {
    if (lbe == LBE_NONE) return 0;
    struct blocks b;
    cfa_clear_steps(c);
    blocks_init(&b, c, lbe, max_paths);
    uint32_t eliminated = eliminate_all(&b);
    blocks_finish(&b);
    cfa_prune(c);
    return eliminated;
}
