/* Which states are described together: all of a location, and those in which a condition holds.
 *
 * Conditions are the values of a variable that has few, the sign of one that has both, the
 * program's own, where a parameter lies, and whether a loop that counts in steps has room for the
 * last one: `for (i = 0; i < n; i += 2)` never ends for n = INT_MAX, and then nothing that is meant
 * to hold does. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lemmas/supplier.h"

enum {
    MAX_SPLITS = 16, /* conditions per location that make classes */
    MAX_FLAGS = 4,
    FEW_VALUES = 6,
    FEW_STEADY_VALUES = 16 /* of a variable that no loop changes */
};

void classes_clear(struct workshop *w) {
    for (uint32_t i = 0; i < w->classes.n; i++) VEC_RELEASE(&w->classes.at[i].rows);
    VEC_CLEAR(&w->classes);
}

/* known(l) & !when: may what all samples agree on end, behind many iterations? */
static bool may_end(struct workshop *w, loc l, term when) {
    assert(w->known && l < w->known->n);
    struct solver *s = solver_new();
    term query = term_not(when);
    solver_set_limit(s, 0.05);
    for (uint32_t i = 0; i < w->known->at[l].n; i++) solver_assert(s, w->known->at[l].at[i]);
    enum answer a = solver_check(s, &query, 1);
    solver_free(s);
    return a == ANSWER_SAT;
}

static void add_class_for(struct workshop *w, loc l, term when, bool claims_only) {
    assert(l != w->c->l0 && l != w->c->lE);
    assert(sort_kind_of(term_sort(when)) == SORT_BOOL);
    struct lemma_class k = {.at = l, .when = when, .claims_only = claims_only};
    for (uint32_t i = 0; i < w->samples.at[l].n; i++) {
        runner_load(&w->r, sample(&w->samples, l, i));
        if (sheet_holds(&w->r.sheet, when)) VEC_PUSH(&k.rows, i);
    }
    /* A condition that is always or never true says nothing new; but parameters have more values
     * than runs show, and runs are short. */
    bool says_more = when == term_true() || k.rows.n < w->samples.at[l].n ||
                     places_mention_ghost(w->places, when) || may_end(w, l, when);
    /* A case that no run has come to may still occur, behind many iterations: it is `false` until
     * the filter meets it. */
    if (says_more) VEC_PUSH(&w->classes, k);
    else VEC_RELEASE(&k.rows);
}

static void add_class(struct workshop *w, loc l, term when) { add_class_for(w, l, when, false); }

static void add_value_class(struct workshop *w, loc l, term var, uint64_t v) {
    assert((v & ~bits_mask64(term_width(var))) == 0);
    add_class(w, l, term_eq(var, term_bv(term_width(var), v)));
}

/* The values that runs have shown, if they are at most so many; else none. */
static uint32_t values_of(struct workshop *w, loc l, term var, uint64_t *values, uint32_t most) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < w->samples.at[l].n; i++) {
        runner_load(&w->r, sample(&w->samples, l, i));
        uint64_t v = sheet_u64(w, var);
        uint32_t j = 0;
        while (j < n && values[j] != v) j++;
        if (j == most) return 0;
        if (j == n) values[n++] = v;
    }
    return n;
}

/* The classes x = c for a variable that has few values; for one that loops leave alone, the values
 * between those that runs have shown as well. */
static uint32_t split_by_values(struct workshop *w, loc l, term var) {
    assert(term_is_var(var) && term_width(var) <= 64);
    uint64_t values[FEW_STEADY_VALUES], least = UINT64_MAX, greatest = 0;
    bool steady = places_is_steady(w->c, var);
    uint32_t n = values_of(w, l, var, values, steady ? FEW_STEADY_VALUES : FEW_VALUES);
    if (n < 2) return 0;
    for (uint32_t j = 0; j < n; j++) {
        if (values[j] < least) least = values[j];
        if (values[j] > greatest) greatest = values[j];
    }
    if (steady && greatest - least < FEW_STEADY_VALUES) {
        for (uint64_t v = least; v <= greatest; v++) add_value_class(w, l, var, v);
        return (uint32_t)(greatest - least) + 1;
    }
    for (uint32_t j = 0; j < n; j++) add_value_class(w, l, var, values[j]);
    return n;
}

/* 0 <= x and x < 0 for variables of both signs, x <= 0 being a common end of loops that count to
 * x. */
static uint32_t split_by_sign(struct workshop *w, loc l, term var) {
    assert(term_is_var(var) && term_width(var) <= 64);
    bool negative = false, positive = false;
    uint32_t width = term_width(var);
    for (uint32_t i = 0; i < w->samples.at[l].n; i++) {
        runner_load(&w->r, sample(&w->samples, l, i));
        int64_t v = bits_signed64(sheet_u64(w, var), width);
        negative |= v < 0;
        positive |= v > 0;
    }
    if (!negative || !positive) return 0;
    add_class(w, l, term_slt(term_bv(width, 0), var));
    return 1;
}

/* What a step adds to the variable, if it is a constant of more than 1; else 0. */
static uint64_t stride(const struct cfa_step *s, term x) {
    for (uint32_t i = 0; i < s->updates.n; i++) {
        if (s->updates.at[i].var != x) continue;
        term d = term_bv_sub(s->updates.at[i].value, x);
        uint64_t c = term_is_const(d) ? term_value(d).lo : 0;
        return c > 1 && c < bits_mask64(term_width(x)) / 4 ? c : 0;
    }
    return 0;
}

/* x < n or x <= n with x := x + d: n is not so large that x passes it by wrapping around. TERM_NONE
 * if this is no such loop. */
static term room_of(const struct cfa_step *s, term literal) {
    enum term_op op = term_op_of(literal);
    bool is_signed = op == OP_BV_SLT || op == OP_BV_SLE, strict = op == OP_BV_SLT || op == OP_BV_ULT;
    if (!is_signed && op != OP_BV_ULT && op != OP_BV_ULE) return TERM_NONE;
    term x = term_arg(literal, 0), n = term_arg(literal, 1);
    if (!term_is_var(x) || !term_is_var(n) || term_width(x) > 64) return TERM_NONE;
    uint32_t width = term_width(x);
    uint64_t d = stride(s, x), last = (is_signed ? bits_mask64(width) / 2 : bits_mask64(width)) - d + strict;
    if (!d) return TERM_NONE;
    term most = term_bv(width, last), zero = term_bv(width, 0);
    return is_signed ? term_and(term_slt(zero, n), term_sle(n, most)) : term_ule(n, most);
}

static uint32_t split_by_room(struct workshop *w, loc l) {
    uint32_t splits = 0;
    for (uint32_t i = 0; i < w->c->steps.n; i++) {
        const struct cfa_step *s = &w->c->steps.at[i];
        for (uint32_t j = 0; j < s->guard.n && splits < MAX_SPLITS; j++) {
            term room = room_of(s, s->guard.at[j]);
            if (room == TERM_NONE || !terms_include(&w->columns[l], term_arg(s->guard.at[j], 1))) continue;
            add_class(w, l, room);
            splits++;
        }
    }
    return splits;
}

/* ---- places of cells ---- */

/* The conditions at a location whose variables are live there. */
struct place_split {
    struct workshop *w;
    loc at;
    const term *atoms, *flag; /* positions; flags */
    uint32_t n, flags;        /* how many */
};

static bool is(const struct place_split *p, term atom, unsigned kinds) {
    return places_include(p->w->places, atom, kinds);
}

/* With many places, a flag sums up what the program claims, and nothing else is looked for. */
static void add_with_flags(const struct place_split *p, term when) {
    for (uint32_t j = 0; j < p->flags; j++)
        add_class_for(p->w, p->at, term_and(when, p->flag[j]), (j + 1) * p->n > MAX_SPLITS);
}

/* The position with each of the others that make sense beside it. */
static void split_by_place(const struct place_split *p, term atom) {
    assert(is(p, atom, PLACE_POSITION));
    enum { FIXED = PLACE_FIXED | PLACE_WITHIN };
    bool fixed = is(p, atom, FIXED), start = is(p, atom, PLACE_START);
    add_class(p->w, p->at, atom);
    add_class(p->w, p->at, term_not(atom));
    add_with_flags(p, atom);
    for (uint32_t j = 0; j < p->n; j++) {
        term other = p->atoms[j];
        /* What a loop has not come to yet ends where the array ends. */
        if (!fixed && is(p, other, FIXED)) add_class(p->w, p->at, term_and(term_not(atom), other));
        /* Where it has been, a cell and its neighbour are both there. */
        if (!fixed && is(p, other, PLACE_WITHIN)) {
            add_class(p->w, p->at, term_and(atom, other));
            add_with_flags(p, term_and(atom, other));
        }
        /* Between where a loop started and where it is. */
        if (!start && is(p, other, PLACE_START)) add_class(p->w, p->at, term_and(term_not(other), atom));
        /* The ghost that is where an index has jumped to, and another one. */
        if (term_op_of(atom) == OP_EQ && term_op_of(other) != OP_EQ)
            add_class(p->w, p->at, term_and(atom, other));
    }
}

/* Two cells, in this order: what the program claims of every two. */
static void split_by_order(const struct place_split *p, term order) {
    enum { FIXED = PLACE_FIXED | PLACE_WITHIN };
    for (uint32_t i = 0; i < p->n; i++) {
        term atom = p->atoms[i];
        add_class_for(p->w, p->at, term_and(atom, order), true);
        for (uint32_t j = 0; j < p->n && !is(p, atom, FIXED); j++)
            if (is(p, p->atoms[j], FIXED))
                add_class_for(p->w, p->at, term_and(term_and(atom, p->atoms[j]), order), true);
    }
}

static uint32_t count_while(const struct workshop *w, const term_vec *atoms, uint32_t first, uint32_t most,
                            unsigned kinds) {
    uint32_t n = 0;
    while (first + n < atoms->n && n < most && places_include(w->places, atoms->at[first + n], kinds)) n++;
    return n;
}

static void split_by_places(struct workshop *w, loc l) {
    assert(workshop_by_place(w));
    const term_vec *atoms = &w->atoms[l];
    struct place_split p = {.w = w, .at = l, .atoms = atoms->at};
    uint32_t positions = count_while(w, atoms, 0, UINT32_MAX, PLACE_POSITION);
    p.n = positions < MAX_SPLITS ? positions : MAX_SPLITS;
    p.flag = atoms->at + positions;
    /* Equalities are about where a cell lies; they hold whatever the program has found out. */
    if (p.n && !w->equalities_only) p.flags = count_while(w, atoms, positions, MAX_FLAGS, PLACE_FLAG);
    for (uint32_t i = 0; i < p.n; i++) split_by_place(&p, atoms->at[i]);
    const term_vec *g = &w->places->ghosts;
    bool claims = w->places->all.n && VEC_LAST(&w->places->all).kind == PLACE_CLAIM;
    if (!claims || g->n < 2 || term_sort(g->at[0]) != term_sort(g->at[1])) return;
    split_by_order(&p, term_ult(g->at[0], g->at[1]));
    split_by_order(&p, term_ult(g->at[1], g->at[0]));
}

static bool same_rows(const struct lemma_class *a, const struct lemma_class *b) {
    return a->at == b->at && a->rows.n == b->rows.n && a->rows.n &&
           !memcmp(a->rows.at, b->rows.at, a->rows.n * sizeof *a->rows.at);
}

/* Of the classes with the same samples only the one with the simplest condition stays. */
static void drop_twins(struct workshop *w) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < w->classes.n; i++) {
        struct lemma_class k = w->classes.at[i];
        uint32_t j = 0;
        while (j < kept && !same_rows(&w->classes.at[j], &k)) j++;
        if (j == kept) {
            w->classes.at[kept++] = k;
            continue;
        }
        struct lemma_class *twin = &w->classes.at[j];
        bool simpler = term_size(k.when) < term_size(twin->when);
        struct lemma_class gone = simpler ? *twin : k;
        if (simpler) *twin = k;
        VEC_RELEASE(&gone.rows);
    }
    w->classes.n = kept;
}

void workshop_classes(struct workshop *w, bool split) {
    classes_clear(w);
    for (loc l = 0; l < w->c->locs.n; l++) {
        if (l == w->c->l0 || l == w->c->lE) continue;
        /* where no run has come to, it is `false` at first, too */
        add_class(w, l, term_true());
        if (!split || (!w->samples.at[l].n && !workshop_by_place(w))) continue;
        if (workshop_by_place(w)) {
            split_by_places(w, l);
            continue;
        }
        uint32_t splits = split_by_room(w, l);
        for (uint32_t i = 0; i < w->columns[l].n && splits < MAX_SPLITS; i++)
            if (term_is_var(w->columns[l].at[i]))
                splits +=
                    split_by_values(w, l, w->columns[l].at[i]) + split_by_sign(w, l, w->columns[l].at[i]);
        for (uint32_t i = 0; i < w->atoms[l].n && splits < 2 * MAX_SPLITS; i++, splits += 2) {
            add_class(w, l, w->atoms[l].at[i]);
            add_class(w, l, term_not(w->atoms[l].at[i]));
        }
    }
    if (w->equalities_only) drop_twins(w);
}

void class_tabulate(struct workshop *w, struct lemma_class *k) {
    assert(k->matrix == NULL && k->at < w->c->locs.n);
    const term_vec *columns = &w->columns[k->at];
    k->matrix = mem_alloc(((size_t)k->rows.n * columns->n + 1) * sizeof *k->matrix);
    for (uint32_t i = 0; i < k->rows.n; i++) {
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        for (uint32_t j = 0; j < columns->n; j++)
            k->matrix[(size_t)i * columns->n + j] = sheet_u64(w, columns->at[j]);
    }
}
