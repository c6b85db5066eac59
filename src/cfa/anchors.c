/* A store a := store(a, i, k) of a constant k makes the variables of i anchors unless they are
 * assigned inside a loop. Loops are taken from the order of locations: an edge that goes back
 * covers all locations between its ends, which is too many at times, and costs an anchor then. */
#include "cfa/anchors.h"

#include <assert.h>
#include <stdlib.h>

#include "cfa/pass.h"
#include "util/mem.h"

enum { MAX_INDEX = 24 }; /* subterms */

struct anchors {
    const struct cfa *c;
    bool *moves; /* per variable: assigned inside a loop */
    uint64_t *set;
};

/* Per location: does an edge that goes back cover it? */
static bool *find_covered(const struct cfa *c, bool steps) {
    uint32_t n = c->locs.n, count = steps ? c->steps.n : c->edges.n, *place = mem_zero(n, sizeof *place);
    bool *covered = mem_zero(n, sizeof *covered);
    int32_t *open = mem_zero(n + 1, sizeof *open), depth = 0;
    struct cfa_index by_edge;
    loc_vec order = {0};
    cfa_index_edges(c, &by_edge);
    cfa_order(c, &by_edge, &order);
    cfa_index_release(&by_edge);
    for (uint32_t i = 0; i < order.n; i++) place[order.at[i]] = i;
    for (uint32_t i = 0; i < count; i++) {
        loc from = steps ? c->steps.at[i].from : c->edges.at[i].from;
        loc to = steps ? c->steps.at[i].to : c->edges.at[i].to;
        if (place[to] > place[from]) continue;
        open[place[to]]++;
        open[place[from] + 1]--;
    }
    for (uint32_t i = 0; i < order.n; i++) {
        depth += open[i];
        assert(depth >= 0);
        covered[order.at[i]] = depth > 0;
    }
    VEC_RELEASE(&order);
    free(open);
    free(place);
    return covered;
}

static void add_index(struct anchors *a, term index) {
    term_vec vars = {0};
    if (term_is_larger(index, MAX_INDEX) || term_has(index, OP_SELECT)) return;
    term_free_vars(index, &vars);
    bool stays = true;
    for (uint32_t i = 0; i < vars.n; i++) {
        uint32_t v = cfa_var_index(a->c, vars.at[i]);
        stays = stays && v != UINT32_MAX && !a->moves[v];
    }
    for (uint32_t i = 0; stays && i < vars.n; i++) {
        uint32_t v = cfa_var_index(a->c, vars.at[i]);
        a->set[v / 64] |= (uint64_t)1 << (v % 64);
    }
    VEC_RELEASE(&vars);
}

/* The stores of constants on the way from an array to its new value. */
static void add_stores(struct anchors *a, const struct cfa_assign *s, struct int_map *after) {
    term_vec parts = {0};
    if (sort_kind_of(term_sort(s->var)) == SORT_ARRAY) term_subterms(s->value, &parts);
    for (uint32_t i = 0; i < parts.n; i++) {
        if (term_op_of(parts.at[i]) != OP_STORE || !term_is_const(term_arg(parts.at[i], 2))) continue;
        term index = term_arg(parts.at[i], 1);
        add_index(a, after ? term_replace(after, index) : index);
    }
    VEC_RELEASE(&parts);
}

static void note_moves(struct anchors *a, const struct cfa_assign *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) a->moves[cfa_var_index(a->c, at[i].var)] = true;
}

/* ---- edges ---- */

/* Calls `visit` for the assignments of a command, and for `x := *` as an assignment of x to
 * itself. */
static void each_assign(struct anchors *a, cmd command,
                        void (*visit)(struct anchors *, const struct cfa_assign *, uint32_t)) {
    VEC(cmd) stack = {0};
    VEC_PUSH(&stack, command);
    while (stack.n) {
        const struct cfa_cmd *k = &a->c->cmds.at[VEC_POP(&stack)];
        if (k->kind == CMD_SEQ || k->kind == CMD_CHOICE) {
            VEC_PUSH(&stack, k->first);
            VEC_PUSH(&stack, k->second);
        } else if (k->kind == CMD_ASSIGN) {
            visit(a, k->assigns, k->n);
        } else if (k->kind == CMD_HAVOC && k->var) {
            visit(a, &(struct cfa_assign){k->var, k->var}, 1);
        }
    }
    VEC_RELEASE(&stack);
}

static void visit_stores(struct anchors *a, const struct cfa_assign *at, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) add_stores(a, &at[i], NULL);
}

static bool has_arrays(const struct cfa *c) {
    for (uint32_t i = 0; i < c->vars.n; i++)
        if (sort_kind_of(term_sort(c->vars.at[i].var)) == SORT_ARRAY) return true;
    return false;
}

void anchors_of_edges(const struct cfa *c, uint64_t *set) {
    if (!has_arrays(c)) return;
    struct anchors a = {c, mem_zero(c->vars.n + 1, 1), set};
    bool *covered = find_covered(c, false);
    for (uint32_t i = 0; i < c->edges.n; i++)
        if (covered[c->edges.at[i].from]) each_assign(&a, c->edges.at[i].cmd, note_moves);
    for (uint32_t i = 0; i < c->edges.n; i++) each_assign(&a, c->edges.at[i].cmd, visit_stores);
    free(covered);
    free(a.moves);
}

/* ---- steps ---- */

/* A step stores at terms over what was before it: what holds after it says the same. */
static void step_stores(struct anchors *a, const struct cfa_step *s) {
    struct int_map after = {0};
    for (uint32_t i = 0; i < s->updates.n; i++)
        if (!term_is_const(s->updates.at[i].value))
            *int_map_put(&after, s->updates.at[i].value, NULL) = s->updates.at[i].var;
    for (uint32_t i = 0; i < s->updates.n; i++) add_stores(a, &s->updates.at[i], &after);
    int_map_release(&after);
}

void anchors_of_steps(const struct cfa *c, uint64_t *set) {
    if (!has_arrays(c)) return;
    struct anchors a = {c, mem_zero(c->vars.n + 1, 1), set};
    bool *covered = find_covered(c, true);
    for (uint32_t i = 0; i < c->steps.n; i++)
        if (covered[c->steps.at[i].from]) note_moves(&a, c->steps.at[i].updates.at, c->steps.at[i].updates.n);
    for (uint32_t i = 0; i < c->steps.n; i++) step_stores(&a, &c->steps.at[i]);
    free(covered);
    free(a.moves);
}
