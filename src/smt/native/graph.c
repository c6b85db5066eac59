#include "smt/native/graph.h"

#include "util/hash.h"

static void release_table(struct graph_table *t) {
    VEC_RELEASE(&t->index);
    VEC_RELEASE(&t->element);
}

/* STOREs of constants at constant indices over a constant array; the newest of an index counts. */
static bool read_table(term array, struct graph_table *table) {
    struct int_map met = {0};
    sort s = term_sort(array);
    bool good = sort_kind_of(sort_index(s)) == SORT_BV && sort_width(sort_index(s)) <= 64;
    for (; good && term_op_of(array) == OP_STORE; array = term_arg(array, 0)) {
        term i = term_arg(array, 1), v = term_arg(array, 2);
        good = term_is_const(i) && term_is_const(v);
        bool added = false;
        if (good) int_map_put(&met, term_value(i).lo, &added);
        if (!added) continue;
        VEC_PUSH(&table->index, term_value(i).lo);
        VEC_PUSH(&table->element, v);
    }
    good = good && term_op_of(array) == OP_CONST_ARRAY && term_is_const(term_arg(array, 0));
    if (good) table->other = term_arg(array, 0);
    int_map_release(&met);
    return good;
}

/* The array's table, plus 1; 0 if it is none. `known` remembers. */
static uint32_t table_of(struct graph *g, struct int_map *known, term array) {
    bool added;
    uint64_t *at = int_map_put(known, array, &added);
    if (!added) return (uint32_t)*at;
    struct graph_table table = {0};
    if (read_table(array, &table)) {
        VEC_PUSH(&g->tables, table);
        *at = g->tables.n;
    } else {
        release_table(&table);
    }
    return (uint32_t)*at;
}

static uint32_t table_read(struct graph *g, struct int_map *known, term t) {
    return term_op_of(t) == OP_SELECT ? table_of(g, known, term_arg(t, 0)) : 0;
}

static bool is_array(term t) { return sort_kind_of(term_sort(t)) == SORT_ARRAY; }

static int by_handle(const void *a, const void *b) {
    term x = *(const term *)a, y = *(const term *)b;
    return x < y ? -1 : x > y;
}

/* All terms that the roots depend on, arguments first. */
static void collect(struct graph *g, struct int_map *tables, const term *roots, uint32_t n, term_vec *all) {
    struct int_map met = {0};
    term_vec stack = {0};
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&stack, roots[i]);
    while (stack.n) {
        term t = VEC_POP(&stack);
        bool added;
        int_map_put(&met, t, &added);
        if (!added) continue;
        VEC_PUSH(all, t);
        for (uint32_t i = table_read(g, tables, t) ? 1 : 0; i < term_arity(t) && !is_array(t); i++)
            VEC_PUSH(&stack, term_arg(t, i));
    }
    if (all->n) qsort(all->at, all->n, sizeof *all->at, by_handle);
    int_map_release(&met);
    VEC_RELEASE(&stack);
}

void graph_init(struct graph *g, const term *roots, uint32_t n) {
    term_vec all = {0};
    struct int_map tables = {0}, index = {0};
    *g = (struct graph){0};
    collect(g, &tables, roots, n, &all);
    for (uint32_t i = 0; i < all.n; i++) {
        struct graph_node d = {
            .t = all.at[i], .first = g->args.n, .table = table_read(g, &tables, all.at[i])};
        for (uint32_t j = d.table ? 1 : 0; j < term_arity(d.t) && !is_array(d.t); j++, d.n++)
            VEC_PUSH(&g->args, (uint32_t)*int_map_get(&index, term_arg(d.t, j)));
        if (term_op_of(d.t) == OP_FP_FROM_BITS) g->nodes.at[VEC_LAST(&g->args)].is_pattern = true;
        *int_map_put(&index, d.t, NULL) = g->nodes.n;
        VEC_PUSH(&g->nodes, d);
    }
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&g->roots, (uint32_t)*int_map_get(&index, roots[i]));
    int_map_release(&tables);
    int_map_release(&index);
    VEC_RELEASE(&all);
}

void graph_release(struct graph *g) {
    for (uint32_t i = 0; i < g->tables.n; i++) release_table(&g->tables.at[i]);
    VEC_RELEASE(&g->tables);
    VEC_RELEASE(&g->nodes);
    VEC_RELEASE(&g->args);
    VEC_RELEASE(&g->roots);
}
