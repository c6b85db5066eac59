/* Tables for state machines: x = c => y in {d1 .. dn}.
 *
 * A variable that only ever holds constants of the program (a state, a mode, a lock, a flag) is
 * enumerated. For two such variables at a location, the table says which values of y go with each
 * value of x. A state outside adds its row or its value, so the filter's fixpoint is the strongest
 * inductive set of such tables: an explicit-value analysis of all pairs at once, path-sensitive in
 * each single variable.
 *
 * A row's list that holds all values of y ever seen says nothing and is left out; one that grows
 * too long is given up. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/supplier.h"

enum {
    MAX_ROWS = 48,   /* values of x */
    MAX_FLAGS = 24,  /* variables y of one table */
    MAX_LIST = 6,    /* values of y in one row */
    MAX_FACTS = 1200 /* per location; tables with many rows come first */
};

struct list {
    uint32_t n; /* MAX_LIST + 1: any value */
    uint64_t at[MAX_LIST];
};

struct case_table {
    uint32_t class;
    term x;
    uint32_t n_flags, n_rows;
    term flags[MAX_FLAGS];
    uint64_t rows[MAX_ROWS];
    struct list lists[MAX_ROWS][MAX_FLAGS];
};

struct cases {
    VEC(struct case_table *) tables;
};

/* Groups: the set of x's values, and each (row, flag). */
enum { GROUPS = MAX_ROWS * MAX_FLAGS + 1 };

static void *cases_create(struct workshop *w) {
    (void)w;
    return MEM_NEW(struct cases);
}

static void cases_destroy(void *state) {
    struct cases *s = state;
    for (uint32_t i = 0; i < s->tables.n; i++) free(s->tables.at[i]);
    VEC_RELEASE(&s->tables);
    free(s);
}

/* False if the list was given up before or is now. */
static bool list_add(struct list *l, uint64_t v) {
    if (l->n > MAX_LIST) return false;
    for (uint32_t i = 0; i < l->n; i++)
        if (l->at[i] == v) return true;
    if (l->n == MAX_LIST) {
        l->n++;
        return false;
    }
    l->at[l->n++] = v;
    return true;
}

static term one_of(term x, const uint64_t *values, uint32_t n) {
    assert(n > 0);
    term any = term_false();
    for (uint32_t i = 0; i < n; i++) any = term_or(any, term_eq(term_bv(term_width(x), values[i]), x));
    return any;
}

static void add_members(struct pool *p, uint32_t self, uint32_t index, const struct case_table *t) {
    pool_add(p, t->class, self, index * GROUPS, one_of(t->x, t->rows, t->n_rows));
}

static void add_list(struct pool *p, uint32_t self, uint32_t index, const struct case_table *t, uint32_t row,
                     uint32_t flag) {
    const struct list *l = &t->lists[row][flag];
    term is_row = term_eq(term_bv(term_width(t->x), t->rows[row]), t->x);
    if (l->n > MAX_LIST) return;
    pool_add(p, t->class, self, index * GROUPS + 1 + row * MAX_FLAGS + flag,
             term_implies(is_row, one_of(t->flags[flag], l->at, l->n)));
}

/* The row of a value of x, made if need be; MAX_ROWS if there is no room. */
static uint32_t row_of(struct case_table *t, uint64_t v) {
    for (uint32_t i = 0; i < t->n_rows; i++)
        if (t->rows[i] == v) return i;
    if (t->n_rows == MAX_ROWS) return MAX_ROWS;
    t->rows[t->n_rows] = v;
    return t->n_rows++;
}

/* ---- proposing ---- */

static bool is_program_constant(const struct workshop *w, uint64_t v, uint32_t width) {
    for (uint32_t i = 0; i < w->r.constants.n; i++)
        if ((w->r.constants.at[i].lo & bits_mask64(width)) == v) return true;
    return v <= 1;
}

/* How many values the column has in the samples; more than MAX_ROWS: many. */
static uint32_t count_values(const struct workshop *w, const struct lemma_class *k, uint32_t column,
                             bool *constants) {
    uint64_t values[MAX_ROWS];
    uint32_t n = 0, width = term_width(w->columns[k->at].at[column]);
    *constants = term_is_var(w->columns[k->at].at[column]);
    for (uint32_t i = 0; i < k->rows.n; i++) {
        uint64_t v = class_value(w, k, i, column);
        uint32_t j = 0;
        while (j < n && values[j] != v) j++;
        if (j < n) continue;
        if (n == MAX_ROWS) return MAX_ROWS + 1;
        *constants = *constants && is_program_constant(w, v, width);
        values[n++] = v;
    }
    return n;
}

static void fill_table(const struct workshop *w, const struct lemma_class *k, struct case_table *t,
                       uint32_t x, const uint32_t *flags) {
    for (uint32_t i = 0; i < k->rows.n; i++) {
        uint32_t row = row_of(t, class_value(w, k, i, x));
        assert(row < MAX_ROWS);
        for (uint32_t f = 0; f < t->n_flags; f++) list_add(&t->lists[row][f], class_value(w, k, i, flags[f]));
    }
}

static void propose_table(struct cases *s, struct pool *p, uint32_t class, uint32_t self, uint32_t x,
                          const uint32_t *counts) {
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    const term_vec *columns = &w->columns[k->at];
    struct case_table *t = MEM_NEW(struct case_table);
    uint32_t flags[MAX_FLAGS];
    t->class = class;
    t->x = columns->at[x];
    for (uint32_t j = 0; j < columns->n && t->n_flags < MAX_FLAGS; j++) {
        if (j == x || !term_is_var(columns->at[j])) continue;
        flags[t->n_flags] = j;
        t->flags[t->n_flags++] = columns->at[j];
    }
    fill_table(w, k, t, x, flags);
    add_members(p, self, s->tables.n, t);
    for (uint32_t row = 0; row < t->n_rows; row++)
        for (uint32_t f = 0; f < t->n_flags; f++)
            if (t->lists[row][f].n < counts[flags[f]]) add_list(p, self, s->tables.n, t, row, f);
    VEC_PUSH(&s->tables, t);
}

static void cases_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    assert(class < p->w->classes.n);
    struct workshop *w = p->w;
    const struct lemma_class *k = &w->classes.at[class];
    uint32_t counts[256], n = w->columns[k->at].n, before = p->all.n;
    bool enumerated[256];
    assert(n < 256);
    if (k->when != term_true()) return;
    for (uint32_t j = 0; j < n; j++) counts[j] = count_values(w, k, j, &enumerated[j]);
    for (uint32_t rows = MAX_ROWS; rows >= 2; rows--)
        for (uint32_t j = 0; j < n && p->all.n < before + MAX_FACTS; j++)
            if (counts[j] == rows && enumerated[j]) propose_table(state, p, class, self, j, counts);
}

/* ---- weakening ---- */

/* A value of x that has no row yet. */
static void add_row(struct pool *p, uint32_t self, uint32_t index, struct case_table *t) {
    uint64_t v = sheet_u64(p->w, t->x);
    uint32_t row = is_program_constant(p->w, v, term_width(t->x)) ? row_of(t, v) : MAX_ROWS;
    if (row == MAX_ROWS) return; /* nothing is said about the set of x's values any more */
    add_members(p, self, index, t);
    for (uint32_t f = 0; f < t->n_flags; f++) {
        list_add(&t->lists[row][f], sheet_u64(p->w, t->flags[f]));
        add_list(p, self, index, t, row, f);
    }
}

static void cases_weaken(void *state, struct pool *p, uint32_t class, uint32_t group, uint32_t self) {
    struct cases *s = state;
    uint32_t index = group / GROUPS, place = group % GROUPS;
    struct case_table *t = s->tables.at[index];
    assert(t->class == class);
    (void)class;
    if (place == 0) {
        add_row(p, self, index, t);
        return;
    }
    uint32_t row = (place - 1) / MAX_FLAGS, flag = (place - 1) % MAX_FLAGS;
    if (list_add(&t->lists[row][flag], sheet_u64(p->w, t->flags[flag])))
        add_list(p, self, index, t, row, flag);
}

const struct supplier supplier_cases = {"cases",          "x = c => y in {d ..}, for state machines",
                                        PASS_BY_LOCATION, cases_create,
                                        cases_destroy,    cases_propose,
                                        cases_weaken};
