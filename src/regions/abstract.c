/* Forward and backward images of commands over regions.
 *
 * A condition becomes the set of states in which it may hold: and, or, not and ite are set
 * operations; an atom is evaluated (form.h) in every combination of regions of its columns, if
 * these are not too many. An assignment x := t becomes cases: the combinations of regions of t's
 * columns, grouped by the regions that t may then lie in;
 *
 *     image(S) = union over cases of  x in regions  and  exists x. (S and when)
 *
 * A column that is a sum gets what the assignment makes of the sum. The updates of one command are
 * ordered so that none reads what an earlier one has written; what is left (x, y := y, x) goes to
 * the columns' next levels first. */
#include "regions/abstract.h"

#include <assert.h>
#include <stdlib.h>

#include "regions/form.h"

#define COMBINATIONS 4096.0
#define COLLECT_AT 4000000u /* children; then whenever it has doubled */

/* ---- conditions ---- */

static uint32_t keep(struct abstract *a, mdd d) {
    VEC_PUSH(&a->kept, d);
    return a->kept.n - 1;
}

/* The combinations of regions, from slot i on, for which answers[index] == sought. */
static mdd combine(struct abstract *a, const struct form *f, uint32_t i, uint32_t index,
                   const uint64_t *answers, uint64_t sought) {
    assert(index < f->combinations);
    if (i == f->columns.n) return answers[index] == sought ? MDD_ALL : MDD_NONE;
    mdd kids[MDD_SIZE];
    const struct column *k = &a->columns.at.at[f->columns.at[i]];
    for (uint32_t r = 0; r < k->regions.n; r++)
        kids[r] = combine(a, f, i + 1, index * k->regions.n + r, answers, sought);
    return mdd_make(&a->table, k->level, kids);
}

/* Evaluates f in every combination: calls itself slot by slot. `target`: the column that is
 * assigned, or NULL. */
static void enumerate(struct abstract *a, struct form *f, uint32_t i, uint32_t index, uint32_t *regions,
                      const struct column *target, uint64_t *answers) {
    if (i == f->columns.n) {
        if (form_unseen(f, regions)) return; /* neither true nor false, in no region */
        struct range r = form_range(f, regions);
        answers[index] = target ? form_regions(target, r) : (r.lo == 0 ? 1u : 0u) | (r.hi == 1 ? 2u : 0u);
        return;
    }
    uint32_t n = a->columns.at.at[f->columns.at[i]].regions.n;
    assert(n >= 2 && n <= MDD_SIZE);
    for (regions[i] = 0; regions[i] < n; regions[i]++)
        enumerate(a, f, i + 1, index * n + regions[i], regions, target, answers);
}

static uint64_t *answers_of(struct abstract *a, struct form *f, const struct column *target) {
    uint64_t *answers = mem_zero((size_t)f->combinations, sizeof *answers);
    uint32_t *regions = mem_zero(f->columns.n + 1, sizeof *regions);
    enumerate(a, f, 0, 0, regions, target, answers);
    free(regions);
    return answers;
}

static mdd atom(struct abstract *a, term t, bool side) {
    struct form f;
    form_init(&f, &a->columns, t);
    mdd d = MDD_ALL;
    if (f.combinations <= COMBINATIONS) {
        uint64_t *answers = answers_of(a, &f, NULL);
        d = combine(a, &f, 0, 0, answers, 3);
        d = mdd_or(&a->table, d, combine(a, &f, 0, 0, answers, side ? 2 : 1));
        free(answers);
    }
    form_release(&f);
    return d;
}

static mdd connective(struct abstract *a, term t, bool side) {
    assert(term_op_of(t) == OP_AND || term_op_of(t) == OP_OR);
    bool meet = (term_op_of(t) == OP_AND) == side;
    mdd d = meet ? MDD_ALL : MDD_NONE;
    for (uint32_t i = 0; i < term_arity(t); i++) {
        mdd e = abstract_condition(a, term_arg(t, i), side);
        d = meet ? mdd_and(&a->table, d, e) : mdd_or(&a->table, d, e);
    }
    return d;
}

/* ite(c, x, y); x = y is ite(x, y, not y). */
static mdd choice(struct abstract *a, term c, term x, term y, bool side_x, bool side_y) {
    mdd yes = mdd_and(&a->table, abstract_condition(a, c, true), abstract_condition(a, x, side_x));
    mdd no = mdd_and(&a->table, abstract_condition(a, c, false), abstract_condition(a, y, side_y));
    return mdd_or(&a->table, yes, no);
}

static mdd condition(struct abstract *a, term t, bool side) {
    bool of_bools = term_arity(t) > 1 && sort_kind_of(term_sort(term_arg(t, 1))) == SORT_BOOL;
    switch (term_op_of(t)) {
    case OP_TRUE: return side ? MDD_ALL : MDD_NONE;
    case OP_FALSE: return side ? MDD_NONE : MDD_ALL;
    case OP_NOT: return abstract_condition(a, term_arg(t, 0), !side);
    case OP_AND:
    case OP_OR: return connective(a, t, side);
    case OP_ITE: return choice(a, term_arg(t, 0), term_arg(t, 1), term_arg(t, 2), side, side);
    case OP_EQ:
        return of_bools ? choice(a, term_arg(t, 0), term_arg(t, 1), term_arg(t, 1), side, !side)
                        : atom(a, t, side);
    default: return atom(a, t, side);
    }
}

mdd abstract_condition(struct abstract *a, term cond, bool side) {
    assert(sort_kind_of(term_sort(cond)) == SORT_BOOL);
    uint64_t key = (uint64_t)cond << 1 | side;
    const uint64_t *slot = int_map_get(&a->conditions, key);
    if (slot) return a->kept.at[*slot];
    mdd d = condition(a, cond, side);
    *int_map_put(&a->conditions, key, NULL) = keep(a, d);
    return d;
}

/* ---- assignments ---- */

static void add_case(struct abstract *a, struct update *u, mdd when, uint64_t regions) {
    if (when == MDD_NONE) return;
    assert(u->column < a->columns.at.n);
    for (uint32_t i = 0; i < u->cases.n; i++)
        if (u->cases.at[i].regions == regions) {
            mdd *there = &a->kept.at[u->cases.at[i].when];
            *there = mdd_or(&a->table, *there, when);
            return;
        }
    VEC_PUSH(&u->cases, (struct case_of){keep(a, when), regions});
}

/* The cases of u.column := t where `guard` holds. */
static void add_cases(struct abstract *a, struct update *u, term t, mdd guard) {
    if (guard == MDD_NONE) return;
    const struct column *k = &a->columns.at.at[u->column];
    if (term_op_of(t) == OP_ITE) {
        add_cases(a, u, term_arg(t, 1),
                  mdd_and(&a->table, guard, abstract_condition(a, term_arg(t, 0), true)));
        add_cases(a, u, term_arg(t, 2),
                  mdd_and(&a->table, guard, abstract_condition(a, term_arg(t, 0), false)));
        return;
    }
    if (sort_kind_of(term_sort(t)) == SORT_BOOL) {
        add_case(a, u, mdd_and(&a->table, guard, abstract_condition(a, t, true)), 2);
        add_case(a, u, mdd_and(&a->table, guard, abstract_condition(a, t, false)), 1);
        return;
    }
    struct form f;
    form_init(&f, &a->columns, t);
    if (f.combinations <= COMBINATIONS) {
        uint64_t *answers = answers_of(a, &f, k);
        struct int_map done = {0};
        for (uint32_t i = 0; i < (uint32_t)f.combinations; i++) {
            bool added;
            int_map_put(&done, answers[i], &added);
            if (added)
                add_case(a, u, mdd_and(&a->table, guard, combine(a, &f, 0, 0, answers, answers[i])),
                         answers[i]);
        }
        int_map_release(&done);
        free(answers);
    } else {
        add_case(a, u, guard, form_regions(k, range_any(term_sort(t))));
    }
    form_release(&f);
}

static struct update make_update(struct abstract *a, uint32_t column, term assigned) {
    struct update u = {.column = column};
    struct form f;
    add_cases(a, &u, assigned, MDD_ALL);
    form_init(&f, &a->columns, assigned);
    for (uint32_t i = 0; i < f.columns.n; i++) VEC_PUSH(&u.reads, f.columns.at[i]);
    form_release(&f);
    return u;
}

static bool reads(const struct update *u, uint32_t column) {
    for (uint32_t i = 0; i < u->reads.n; i++)
        if (u->reads.at[i] == column) return true;
    return false;
}

/* Moves updates that no other of the rest reads to the front, one by one. */
static void order_updates(struct assignment *g) {
    for (g->joint = 0; g->joint < g->updates.n; g->joint++) {
        uint32_t free_one = g->updates.n;
        for (uint32_t i = g->joint; i < g->updates.n && free_one == g->updates.n; i++) {
            bool wanted = false;
            for (uint32_t j = g->joint; j < g->updates.n && !wanted; j++)
                wanted = j != i && reads(&g->updates.at[j], g->updates.at[i].column);
            if (!wanted) free_one = i;
        }
        if (free_one == g->updates.n) return;
        struct update u = g->updates.at[free_one];
        g->updates.at[free_one] = g->updates.at[g->joint];
        g->updates.at[g->joint] = u;
    }
}

static uint32_t make_assignment(struct abstract *a, const struct cfa_cmd *k) {
    struct assignment g = {0};
    struct subst s = {0};
    struct int_map columns = {0};
    for (uint32_t i = 0; i < k->n; i++) subst_set(&s, k->assigns[i].var, k->assigns[i].value);
    for (uint32_t i = 0; i < k->n; i++) {
        const uint_vec *touched = &a->touched[cfa_var_index(a->c, k->assigns[i].var)];
        for (uint32_t j = 0; j < touched->n; j++) {
            bool added;
            int_map_put(&columns, touched->at[j], &added);
            if (!added) continue;
            struct update u =
                make_update(a, touched->at[j], subst_apply(&s, a->columns.at.at[touched->at[j]].t));
            VEC_PUSH(&g.updates, u);
        }
    }
    subst_release(&s);
    int_map_release(&columns);
    order_updates(&g);
    assert(g.joint <= g.updates.n);
    VEC_PUSH(&a->assignments, g);
    return a->assignments.n - 1;
}

static const struct assignment *assignment_of(struct abstract *a, cmd k) {
    bool added;
    int_map_put(&a->assigned, k, &added);
    if (added) {
        uint32_t i = make_assignment(a, &a->c->cmds.at[k]);
        *int_map_put(&a->assigned, k, NULL) = i;
    }
    return &a->assignments.at[*int_map_get(&a->assigned, k)];
}

static uint32_t level_of(const struct abstract *a, const struct update *u) {
    return a->columns.at.at[u->column].level;
}

static mdd forget(struct abstract *a, mdd S, uint32_t column) {
    assert(column < a->columns.at.n);
    return mdd_exists(&a->table, S, a->columns.at.at[column].level);
}

/* The value goes to `level`, which is that of the column or its next one. */
static mdd update_image(struct abstract *a, mdd S, const struct update *u, uint32_t level) {
    assert(u->column < a->columns.at.n);
    struct mdd_table *t = &a->table;
    mdd after = MDD_NONE;
    for (uint32_t i = 0; i < u->cases.n; i++) {
        mdd d = mdd_exists(t, mdd_and(t, S, a->kept.at[u->cases.at[i].when]), level);
        after = mdd_or(t, after, mdd_and(t, d, mdd_literal(t, level, u->cases.at[i].regions)));
    }
    return after;
}

static mdd update_preimage(struct abstract *a, mdd S, const struct update *u, uint32_t level) {
    assert(u->column < a->columns.at.n);
    struct mdd_table *t = &a->table;
    mdd before = MDD_NONE;
    for (uint32_t i = 0; i < u->cases.n; i++) {
        mdd d = mdd_exists(t, mdd_and(t, S, mdd_literal(t, level, u->cases.at[i].regions)), level);
        before = mdd_or(t, before, mdd_and(t, d, a->kept.at[u->cases.at[i].when]));
    }
    return before;
}

/* Updates that read what others of them write (a swap) write to next levels, which then become the
 * columns' own. */
static mdd assignment_image(struct abstract *a, mdd S, const struct assignment *g) {
    for (uint32_t i = 0; i < g->updates.n; i++)
        S = update_image(a, S, &g->updates.at[i], level_of(a, &g->updates.at[i]) + (i >= g->joint));
    for (uint32_t i = g->joint; i < g->updates.n; i++) {
        uint32_t level = level_of(a, &g->updates.at[i]);
        S = mdd_rename(&a->table, mdd_exists(&a->table, S, level), level + 1, level);
    }
    return S;
}

static mdd assignment_preimage(struct abstract *a, mdd S, const struct assignment *g) {
    for (uint32_t i = g->joint; i < g->updates.n; i++) {
        uint32_t level = level_of(a, &g->updates.at[i]);
        S = mdd_rename(&a->table, S, level, level + 1);
    }
    for (uint32_t i = g->updates.n; i-- > 0;)
        S = update_preimage(a, S, &g->updates.at[i], level_of(a, &g->updates.at[i]) + (i >= g->joint));
    return S;
}

/* ---- commands ---- */

static mdd havoc(struct abstract *a, mdd S, term var) {
    if (var == TERM_NONE) return S;
    assert(cfa_has_var(a->c, var));
    const uint_vec *touched = &a->touched[cfa_var_index(a->c, var)];
    for (uint32_t i = 0; i < touched->n; i++) S = forget(a, S, touched->at[i]);
    return S;
}

static mdd primitive_image(struct abstract *a, mdd S, cmd k) {
    const struct cfa_cmd *command = &a->c->cmds.at[k];
    if (command->kind == CMD_ASSUME) return mdd_and(&a->table, S, abstract_condition(a, command->cond, true));
    if (a->on_command) a->on_command(a, S, k);
    if (command->kind == CMD_HAVOC) return havoc(a, S, command->var);
    if (command->kind != CMD_ASSIGN) return S;
    return assignment_image(a, S, assignment_of(a, k));
}

static mdd primitive_preimage(struct abstract *a, mdd S, cmd k) {
    const struct cfa_cmd *command = &a->c->cmds.at[k];
    if (command->kind == CMD_ASSUME) return mdd_and(&a->table, S, abstract_condition(a, command->cond, true));
    if (command->kind == CMD_HAVOC) return havoc(a, S, command->var);
    if (command->kind != CMD_ASSIGN) return S;
    return assignment_preimage(a, S, assignment_of(a, k));
}

/* Sequences are walked with a stack, choices by recursion. */
static mdd walk(struct abstract *a, mdd S, cmd k, bool forward) {
    assert(k < a->c->cmds.n);
    VEC(cmd) waiting = {0};
    VEC_PUSH(&waiting, k);
    while (waiting.n && S != MDD_NONE && !a->table.full) {
        k = VEC_POP(&waiting);
        const struct cfa_cmd command = a->c->cmds.at[k];
        if (command.kind == CMD_SEQ) {
            VEC_PUSH(&waiting, forward ? command.second : command.first);
            VEC_PUSH(&waiting, forward ? command.first : command.second);
        } else if (command.kind == CMD_CHOICE) {
            mdd first = walk(a, S, command.first, forward);
            S = mdd_or(&a->table, first, walk(a, S, command.second, forward));
        } else {
            S = forward ? primitive_image(a, S, k) : primitive_preimage(a, S, k);
        }
    }
    VEC_RELEASE(&waiting);
    return S;
}

mdd abstract_image(struct abstract *a, mdd S, cmd k) {
    assert(k < a->c->cmds.n);
    return walk(a, S, k, true);
}
mdd abstract_preimage(struct abstract *a, mdd S, cmd k) {
    assert(k < a->c->cmds.n);
    return walk(a, S, k, false);
}

/* ---- as terms ---- */

/* column in R1 and kid1, or column in R2 and kid2, ...: one disjunct per distinct child. */
static term node_term(const struct abstract *a, mdd d, const struct int_map *terms) {
    const struct column *k = &a->columns.at.at[a->column_at[mdd_level(&a->table, d)]];
    term_vec parts = {0};
    uint64_t done = 0;
    for (uint32_t i = 0; i < k->regions.n; i++) {
        mdd kid = mdd_kid(&a->table, d, k->level, i);
        if (done >> i & 1 || kid == MDD_NONE) continue;
        uint64_t same = 0;
        for (uint32_t j = i; j < k->regions.n; j++)
            if (mdd_kid(&a->table, d, k->level, j) == kid) same |= 1ull << j;
        done |= same;
        VEC_PUSH(&parts, term_and(column_term(k, same),
                                  kid == MDD_ALL ? term_true() : (term)*int_map_get(terms, kid)));
    }
    term t = term_or_n(parts.at, parts.n);
    VEC_RELEASE(&parts);
    return t;
}

static int by_handle(const void *x, const void *y) {
    mdd a = *(const mdd *)x, b = *(const mdd *)y;
    return a < b ? -1 : a > b;
}

/* The inner nodes of S, children first: they have the smaller handles. */
static void nodes_of(const struct mdd_table *t, mdd S, uint_vec *nodes) {
    struct int_map seen = {0};
    VEC_PUSH(nodes, S);
    int_map_put(&seen, S, NULL);
    for (uint32_t i = 0; i < nodes->n; i++) {
        uint32_t level = mdd_level(t, nodes->at[i]);
        for (uint32_t j = 0; j < t->sizes[level]; j++) {
            mdd kid = mdd_kid(t, nodes->at[i], level, j);
            bool added = false;
            if (kid > MDD_ALL) int_map_put(&seen, kid, &added);
            if (added) VEC_PUSH(nodes, kid);
        }
    }
    qsort(nodes->at, nodes->n, sizeof *nodes->at, by_handle);
    int_map_release(&seen);
}

term abstract_term(const struct abstract *a, mdd S) {
    if (S <= MDD_ALL) return term_bool(S == MDD_ALL);
    struct int_map terms = {0};
    uint_vec nodes = {0};
    nodes_of(&a->table, S, &nodes);
    for (uint32_t i = 0; i < nodes.n; i++) {
        term t = node_term(a, nodes.at[i], &terms);
        *int_map_put(&terms, nodes.at[i], NULL) = t;
    }
    term t = (term)*int_map_get(&terms, S);
    VEC_RELEASE(&nodes);
    int_map_release(&terms);
    return t;
}

/* ---- lifetime ---- */

void abstract_collect(struct abstract *a, mdd *roots, uint32_t n) {
    assert(a->collect_at >= COLLECT_AT);
    if (a->table.kids.n < a->collect_at) return;
    VEC(mdd *) all = {0};
    for (uint32_t i = 0; i < a->kept.n; i++) VEC_PUSH(&all, &a->kept.at[i]);
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&all, &roots[i]);
    mdd_collect(&a->table, all.at, all.n);
    VEC_RELEASE(&all);
    a->collect_at = 2 * a->table.kids.n < COLLECT_AT ? COLLECT_AT : 2 * a->table.kids.n;
}

void abstract_init(struct abstract *a, const struct cfa *c, const struct grain *grain, uint64_t limit) {
    *a = (struct abstract){.c = c, .collect_at = COLLECT_AT};
    columns_init(&a->columns, c, grain);
    columns_order(&a->columns, c);
    uint8_t *sizes = mem_zero(2 * (size_t)a->columns.at.n + 1, 1);
    a->touched = mem_zero(c->vars.n + 1, sizeof *a->touched);
    a->column_at = mem_zero(2 * (size_t)a->columns.at.n + 1, sizeof *a->column_at);
    for (uint32_t i = 0; i < a->columns.at.n; i++) {
        const struct column *k = &a->columns.at.at[i];
        term_vec vars = {0};
        assert(!sizes[k->level] && k->regions.n <= MDD_SIZE);
        sizes[k->level] = sizes[k->level + 1] = (uint8_t)k->regions.n;
        a->column_at[k->level] = i;
        term_free_vars(k->t, &vars);
        for (uint32_t j = 0; j < vars.n; j++) VEC_PUSH(&a->touched[cfa_var_index(c, vars.at[j])], i);
        VEC_RELEASE(&vars);
    }
    mdd_init(&a->table, sizes, 2 * a->columns.at.n, limit);
    free(sizes);
}

void abstract_forget(struct abstract *a) {
    for (uint32_t i = 0; i < a->assignments.n; i++) {
        struct assignment *g = &a->assignments.at[i];
        for (uint32_t j = 0; j < g->updates.n; j++) {
            VEC_RELEASE(&g->updates.at[j].cases);
            VEC_RELEASE(&g->updates.at[j].reads);
        }
        VEC_RELEASE(&g->updates);
    }
    VEC_CLEAR(&a->assignments);
    VEC_CLEAR(&a->kept);
    int_map_clear(&a->conditions);
    int_map_clear(&a->assigned);
}

void abstract_release(struct abstract *a) {
    abstract_forget(a);
    for (uint32_t i = 0; i < a->c->vars.n; i++) VEC_RELEASE(&a->touched[i]);
    free(a->touched);
    free(a->column_at);
    VEC_RELEASE(&a->assignments);
    VEC_RELEASE(&a->kept);
    int_map_release(&a->conditions);
    int_map_release(&a->assigned);
    mdd_release(&a->table);
    columns_release(&a->columns);
}
