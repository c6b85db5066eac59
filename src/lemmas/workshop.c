/* What is known before guessing: live variables, columns, atoms, constants, classes. */
#include <assert.h>
#include <stdlib.h>

#include "cfa/live.h"
#include "lemmas/supplier.h"
#include "util/clock.h"

enum {
    MAX_COLUMNS = 40,    /* per location */
    MAX_ATOMS = 64,      /* per location */
    MAX_THRESHOLDS = 96, /* per width */
    MAX_TERM = 12        /* subterms of a column that is no variable */
};

/* Runs do not take the steps that have instances. */
static void close_steps(struct workshop *w) {
    w->r.opaque = mem_zero(w->c->steps.n + 1, sizeof *w->r.opaque);
    for (uint32_t i = 0; i < w->c->steps.n; i++) w->r.opaque[i] = w->places->instances[i].n > 0;
}

void workshop_init(struct workshop *w, struct cfa *c, const struct places *places, uint64_t seed) {
    assert(places_check(places) && (!places->all.n || places->c == c));
    *w = (struct workshop){.c = c, .places = places};
    runner_init(&w->r, c, seed);
    samples_init(&w->samples, c);
    if (places->instances) close_steps(w);
    w->columns = mem_zero(c->locs.n, sizeof *w->columns);
    w->atoms = mem_zero(c->locs.n, sizeof *w->atoms);
}

void workshop_release(struct workshop *w) {
    for (uint32_t l = 0; l < w->c->locs.n; l++) {
        VEC_RELEASE(&w->columns[l]);
        VEC_RELEASE(&w->atoms[l]);
    }
    for (uint32_t i = 0; i <= 64; i++) VEC_RELEASE(&w->thresholds[i]);
    classes_clear(w);
    VEC_RELEASE(&w->classes);
    int_map_release(&w->hardness);
    free(w->columns);
    free(w->atoms);
    free(w->steady);
    samples_release(&w->samples);
    runner_release(&w->r);
}

/* Multiplication and division of two unknowns: one such target makes a whole query hard. Terms
 * share their subterms, so the answer for each is kept. */
static bool is_hard(struct workshop *w, term t) {
    enum { UNKNOWN, EASY, HARD };
    bool added;
    uint64_t *kept = int_map_put(&w->hardness, t, &added);
    if (!added) return *kept == HARD;
    bool hard = term_is_nonlinear(t);
    for (uint32_t i = 0; i < term_arity(t) && !hard; i++) hard = is_hard(w, term_arg(t, i));
    *int_map_put(&w->hardness, t, NULL) = hard ? HARD : EASY;
    return hard;
}

/* ---- columns and atoms ---- */

static bool is_column_sort(term t) { return sort_kind_of(term_sort(t)) == SORT_BV && term_width(t) <= 64; }

/* Only live variables of the automaton (no inputs). */
static bool over_live(const struct cfa *c, const struct live *live, loc l, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool ok = vars.n > 0;
    for (uint32_t i = 0; i < vars.n && ok; i++)
        ok = cfa_has_var(c, vars.at[i]) && live_at(live, l, cfa_var_index(c, vars.at[i]));
    VEC_RELEASE(&vars);
    return ok;
}

/* Operators whose result is worth a column of its own: what linear relations over the arguments
 * cannot say.
 */
static bool is_interesting(term t) {
    switch (term_op_of(t)) {
    case OP_BV_UREM:
    case OP_BV_SREM:
    case OP_BV_UDIV:
    case OP_BV_SDIV:
    case OP_BV_AND:
    case OP_BV_LSHR:
    case OP_BV_ASHR:
    case OP_BV_SHL:
    case OP_BV_MUL:
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
    case OP_BV_EXTRACT:
    case OP_BV_ADD:
    case OP_SELECT: return true;
    default: return false;
    }
}

/* Subterms of t, through all operators, that may be columns; compared sides count whatever they
 * are. */
static void collect_columns(struct workshop *w, loc l, const struct live *live, term t) {
    struct int_map seen = {0};
    term_vec stack = {0};
    VEC_PUSH(&stack, t);
    while (stack.n && w->columns[l].n < MAX_COLUMNS) {
        term top = VEC_POP(&stack);
        bool added;
        int_map_put(&seen, top, &added);
        if (!added) continue;
        if (is_column_sort(top) && is_interesting(top) && term_size(top) <= MAX_TERM &&
            over_live(w->c, live, l, top) && !terms_include(&w->columns[l], top))
            VEC_PUSH(&w->columns[l], top);
        for (uint32_t i = 0; i < term_arity(top); i++) VEC_PUSH(&stack, term_arg(top, i));
    }
    VEC_RELEASE(&stack);
    int_map_release(&seen);
}

static void add_atom(struct workshop *w, loc l, const struct live *live, term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL);
    if (w->atoms[l].n >= MAX_ATOMS || term_size(t) > 4 * MAX_TERM) return;
    if (terms_include(&w->atoms[l], t) || terms_include(&w->atoms[l], term_not(t)) ||
        !over_live(w->c, live, l, t))
        return;
    VEC_PUSH(&w->atoms[l], t);
}

/* ---- what a step leaves behind ---- */

/* Terms before a step whose value is in a variable after it: the updates read backwards. A value in
 * several variables is in one that stays, if `stays` and there is one, else in one that moves. */
static void read_backwards(const struct workshop *w, const struct cfa_step *s, bool stays,
                           struct int_map *after) {
    for (uint32_t i = 0; i < s->updates.n; i++) {
        const struct cfa_assign *a = &s->updates.at[i];
        if (term_is_const(a->value)) continue;
        bool added, preferred = w->steady[cfa_var_index(w->c, a->var)] == stays;
        uint64_t *at = int_map_put(after, a->value, &added);
        if (added || preferred) *at = a->var;
    }
}

/* Conditions that held on the way in, in terms of what stays or of what moves. */
static void add_conditions_before(struct workshop *w, loc l, const struct live *live,
                                  const struct cfa_step *s, bool stays) {
    struct int_map after = {0};
    read_backwards(w, s, stays, &after);
    for (uint32_t j = 0; j < s->guard.n; j++)
        if (term_size(s->guard.at[j]) <= 4 * MAX_TERM) {
            /* What still mentions an input, or a variable that the step overwrites, is not meant;
             * the filter finds out. */
            term atom = term_replace(&after, s->guard.at[j]);
            add_atom(w, l, live, atom);
            collect_columns(w, l, live, atom);
        }
    int_map_release(&after);
}

/* What held, or was the value of a variable, before a step that moves x by a constant, in terms of
 * the moved x: after `c = *p; p++`, it is p[-1] that c equals. */
static void add_moved_atoms(struct workshop *w, loc l, const struct live *live, const struct cfa_step *s) {
    struct subst back = {0};
    bool some = false;
    for (uint32_t i = 0; i < s->updates.n; i++) {
        const struct cfa_assign *a = &s->updates.at[i];
        term d = is_column_sort(a->var) ? term_bv_sub(a->value, a->var) : TERM_NONE;
        if (d == TERM_NONE || !term_is_const(d)) continue;
        subst_set(&back, a->var, term_bv_sub(a->var, d));
        some = true;
    }
    for (uint32_t i = 0; some && i < s->guard.n; i++)
        if (term_size(s->guard.at[i]) <= 4 * MAX_TERM)
            add_atom(w, l, live, subst_apply(&back, s->guard.at[i]));
    for (uint32_t i = 0; some && i < s->updates.n; i++) {
        const struct cfa_assign *a = &s->updates.at[i];
        if (!term_is_const(a->value) && term_size(a->value) <= MAX_TERM && !subst_get(&back, a->var))
            add_atom(w, l, live, term_eq(a->var, subst_apply(&back, a->value)));
    }
    subst_release(&back);
}

/* Those, and definitions. */
static void add_incoming_atoms(struct workshop *w, loc l, const struct live *live, const struct cfa_step *s) {
    add_conditions_before(w, l, live, s, false);
    add_conditions_before(w, l, live, s, true);
    if (!workshop_by_place(w)) add_moved_atoms(w, l, live, s);
    for (uint32_t j = 0; j < s->updates.n; j++) {
        const struct cfa_assign *a = &s->updates.at[j];
        if (!term_is_const(a->value) && term_size(a->value) <= MAX_TERM)
            add_atom(w, l, live, term_eq(a->var, a->value));
    }
}

/* ---- columns that the program does not write down ---- */

static void add_column(struct workshop *w, loc l, const struct live *live, term t) {
    assert(is_column_sort(t));
    if (w->columns[l].n < MAX_COLUMNS && !term_is_const(t) && !term_is_var(t) &&
        over_live(w->c, live, l, t) && !terms_include(&w->columns[l], t))
        VEC_PUSH(&w->columns[l], t);
}

/* x urem d for a loop that does x := x + d, unless d is a power of two: that is what affine
 * equalities see.
 */
static void add_remainder(struct workshop *w, loc l, const struct live *live, const struct cfa_assign *a) {
    if (!is_column_sort(a->var)) return;
    term d = term_bv_sub(a->value, a->var);
    uint64_t c = term_is_const(d) ? term_value(d).lo : 3;
    if (c == 0 || (c & (c - 1)) == 0 || (~c & bits_mask64(term_width(d))) < 16) return;
    if (term_is_const(d) || term_is_var(d)) add_column(w, l, live, term_bv_urem(a->var, d));
}

/* n + d for a loop that does x := x + d while x <= n, and n + d - 1 for x < n: what x is at
 * most. */
static void add_ends(struct workshop *w, loc l, const struct live *live, const struct cfa_step *s,
                     const struct cfa_assign *a) {
    term d = is_column_sort(a->var) ? term_bv_sub(a->value, a->var) : TERM_NONE;
    if (d == TERM_NONE || !term_is_const(d) || term_value(d).lo > bits_mask64(term_width(d)) / 4) return;
    for (uint32_t i = 0; i < s->guard.n; i++) {
        enum term_op op = term_op_of(s->guard.at[i]);
        bool strict = op == OP_BV_ULT || op == OP_BV_SLT;
        if ((!strict && op != OP_BV_ULE && op != OP_BV_SLE) || term_arg(s->guard.at[i], 0) != a->var)
            continue;
        term end = term_bv_add(term_arg(s->guard.at[i], 1), d);
        add_column(w, l, live, strict ? term_bv_sub(end, term_bv(term_width(d), 1)) : end);
    }
}

/* Does the term multiply unknowns? Of a large one only the operator is looked at. */
static bool multiplies(term t) {
    enum { SMALL = 64 };
    term_vec subterms = {0};
    bool found = false;
    if (term_size(t) < SMALL) term_subterms(t, &subterms);
    else VEC_PUSH(&subterms, t);
    for (uint32_t i = 0; i < subterms.n && !found; i++)
        found = term_op_of(subterms.at[i]) == OP_BV_MUL && term_is_nonlinear(subterms.at[i]);
    VEC_RELEASE(&subterms);
    return found;
}

/* Products of two live variables, for programs that multiply and have few. */
static void add_products(struct workshop *w, loc l, const struct live *live) {
    enum { FEW = 4 };
    struct cfa *c = w->c;
    bool wanted = false;
    for (uint32_t i = 0; i < c->steps.n && !wanted; i++) {
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++)
            wanted |= multiplies(c->steps.at[i].guard.at[j]);
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++)
            wanted |= multiplies(c->steps.at[i].updates.at[j].value);
    }
    uint32_t n = 0;
    while (n < w->columns[l].n && term_is_var(w->columns[l].at[n])) n++;
    for (uint32_t i = 0; wanted && n <= FEW && i < n; i++)
        for (uint32_t j = i; j < n; j++) {
            term x = w->columns[l].at[i], y = w->columns[l].at[j];
            if (term_width(x) == term_width(y)) add_column(w, l, live, term_bv_mul(x, y));
        }
}

static bool lasts(const struct workshop *w, term t) {
    term_vec vars = {0};
    bool steady = true;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        steady = steady && cfa_has_var(w->c, vars.at[i]) && w->steady[cfa_var_index(w->c, vars.at[i])];
    VEC_RELEASE(&vars);
    return steady;
}

/* What held on the way in from l0 of what no other step assigns: it still holds. */
static void add_lasting_atoms(struct workshop *w, loc l, const struct live *live) {
    const struct cfa *c = w->c;
    for (uint32_t i = 0; i < w->r.index.out[c->l0].n; i++) {
        const struct cfa_step *s = &c->steps.at[w->r.index.out[c->l0].at[i]];
        struct int_map after = {0};
        read_backwards(w, s, true, &after);
        for (uint32_t j = 0; j < s->guard.n; j++)
            if (term_size(s->guard.at[j]) <= 4 * MAX_TERM) {
                term atom = term_replace(&after, s->guard.at[j]);
                if (lasts(w, atom)) add_atom(w, l, live, atom);
            }
        int_map_release(&after);
    }
}

/* First the live variables, then what the steps that leave and enter the location talk about. */
static void describe_location(struct workshop *w, loc l, const struct live *live) {
    assert(l != w->c->l0 && l != w->c->lE);
    struct cfa *c = w->c;
    for (uint32_t i = 0; i < c->vars.n && w->columns[l].n < MAX_COLUMNS; i++)
        if (live_at(live, l, i) && is_column_sort(c->vars.at[i].var))
            VEC_PUSH(&w->columns[l], c->vars.at[i].var);
    add_products(w, l, live);
    for (uint32_t i = 0; i < w->places->all.n; i++) add_atom(w, l, live, w->places->all.at[i].when);
    for (uint32_t i = 0; i < w->r.index.out[l].n; i++) {
        struct cfa_step *s = &c->steps.at[w->r.index.out[l].at[i]];
        for (uint32_t j = 0; j < s->guard.n; j++) {
            collect_columns(w, l, live, s->guard.at[j]);
            add_atom(w, l, live, s->guard.at[j]);
        }
        for (uint32_t j = 0; j < s->updates.n && !workshop_by_place(w); j++) {
            add_remainder(w, l, live, &s->updates.at[j]);
            add_ends(w, l, live, s, &s->updates.at[j]);
        }
    }
    for (uint32_t i = 0; i < w->r.index.in[l].n; i++)
        add_incoming_atoms(w, l, live, &c->steps.at[w->r.index.in[l].at[i]]);
    if (!workshop_by_place(w)) add_lasting_atoms(w, l, live);
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++)
            add_atom(w, l, live, c->steps.at[i].guard.at[j]);
}

/* ---- thresholds ---- */

static int compare_u64(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void add_threshold(struct workshop *w, uint32_t width, uint64_t v) {
    assert(width >= 1 && width <= 64);
    v &= bits_mask64(width);
    for (uint32_t i = 0; i < w->thresholds[width].n; i++)
        if (w->thresholds[width].at[i] == v) return;
    if (w->thresholds[width].n < MAX_THRESHOLDS) VEC_PUSH(&w->thresholds[width], v);
}

/* The program's constants and their neighbours, at the widths of all columns. */
static void compute_thresholds(struct workshop *w) {
    bool used[65] = {false};
    for (loc l = 0; l < w->c->locs.n; l++)
        for (uint32_t i = 0; i < w->columns[l].n; i++) used[term_width(w->columns[l].at[i])] = true;
    for (uint32_t width = 1; width <= 64; width++) {
        if (!used[width]) continue;
        for (int d = -2; d <= 2; d++) add_threshold(w, width, (uint64_t)(int64_t)d);
        for (uint32_t i = 0; i < w->r.constants.n; i++) {
            uint64_t v = w->r.constants.at[i].lo;
            if ((v & bits_mask64(width)) == v || bits_signed64(v, width) == (int64_t)v)
                add_threshold(w, width, v);
        }
        qsort(w->thresholds[width].at, w->thresholds[width].n, sizeof(uint64_t), compare_u64);
    }
}

static void find_steady(struct workshop *w) {
    const struct cfa *c = w->c;
    w->steady = mem_alloc((c->vars.n + 1) * sizeof *w->steady);
    for (uint32_t i = 0; i < c->vars.n; i++) w->steady[i] = true;
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n && c->steps.at[i].from != c->l0; j++)
            w->steady[cfa_var_index(c, c->steps.at[i].updates.at[j].var)] = false;
}

void workshop_prepare(struct workshop *w, const struct facts *known, const struct budget *b) {
    struct live live;
    w->known = known;
    samples_collect(&w->samples, &w->r, workshop_by_place(w) ? NULL : known, b);
    live_of_steps(w->c, &live);
    find_steady(w);
    for (loc l = 0; l < w->c->locs.n; l++)
        if (l != w->c->l0 && l != w->c->lE) describe_location(w, l, &live);
    live_release(&live);
    for (loc l = 0; l < w->c->locs.n; l++)
        for (uint32_t i = 0; i < w->columns[l].n; i++) w->products |= is_hard(w, w->columns[l].at[i]);
    compute_thresholds(w);
}

/* ---- the pool ---- */

void pool_init(struct pool *p, struct workshop *w) {
    *p = (struct pool){.w = w};
    p->at = mem_zero(w->c->locs.n, sizeof *p->at);
    p->facts = mem_zero(w->c->locs.n, sizeof *p->facts);
}

bool pool_check(const struct pool *p) {
    for (loc l = 0; l < p->w->c->locs.n; l++)
        for (uint32_t i = 0; i < p->at[l].n; i++) {
            if (p->at[l].at[i] >= p->all.n) return false;
            const struct candidate *c = &p->all.at[p->at[l].at[i]];
            uint64_t *slot = int_map_get(&p->facts[l], c->fact);
            if (c->class >= p->w->classes.n || p->w->classes.at[c->class].at != l || !slot) return false;
            if (c->alive && *slot != p->at[l].at[i]) return false;
        }
    return true;
}

void pool_release(struct pool *p) {
    for (loc l = 0; l < p->w->c->locs.n; l++) {
        VEC_RELEASE(&p->at[l]);
        int_map_release(&p->facts[l]);
    }
    free(p->at);
    free(p->facts);
    VEC_RELEASE(&p->all);
}

/* The fact where x = c: with c for x, which makes multiplications by x easy. */
static term specialized(term when, term fact) {
    assert(sort_kind_of(term_sort(fact)) == SORT_BOOL);
    if (term_op_of(when) != OP_EQ) return fact;
    term a = term_arg(when, 0), b = term_arg(when, 1);
    if (!term_is_const(a) || !term_is_var(b)) return fact;
    struct subst s = {0};
    subst_set(&s, b, a);
    fact = subst_apply(&s, fact);
    subst_release(&s);
    return fact;
}

/* Where a cell lies matters for what is said of cells; the rest holds there as it does
 * everywhere. */
static bool is_beside_the_point(const struct workshop *w, const struct lemma_class *k, term fact) {
    return workshop_by_place(w) && k->when != term_true() && !term_is_const(fact) &&
           !places_mention_cell(w->places, fact);
}

void pool_add(struct pool *p, uint32_t class, uint32_t supplier, uint32_t group, term fact) {
    assert(class < p->w->classes.n);
    assert(sort_kind_of(term_sort(fact)) == SORT_BOOL);
    const struct lemma_class *k = &p->w->classes.at[class];
    if (is_beside_the_point(p->w, k, fact)) return;
    fact = term_implies(k->when, specialized(k->when, fact));
    if (fact == term_true()) return;
    bool hard = is_hard(p->w, fact);
    if (hard && (p->pass == PASS_LINEAR || p->pass == PASS_EXTENTS)) return;
    bool added;
    uint64_t *slot = int_map_put(&p->facts[k->at], fact, &added);
    if (!added && p->all.at[*slot].alive) {
        if (suppliers[supplier] != &supplier_nothing) return;
        /* another's fact has no replacement of this class when it ends */
        p->all.at[*slot].alive = false;
    }
    *slot = p->all.n;
    VEC_PUSH(&p->at[k->at], p->all.n);
    VEC_PUSH(
        &p->all,
        (struct candidate){
            .fact = fact, .class = class, .group = group, .supplier = supplier, .alive = true, .hard = hard});
}
