/* Facts about objects whose size is a symbol, and about the sentinel that ends a search in one.
 *
 *     char *p = malloc(n), *s;                   settled    p[n - 1] = 0
 *     p[n - 1] = 0;                              extents    s - p <= n - 1
 *     for (s = p; *s; s++) ;
 *
 * Neither the size nor the offset of a pointer is written down in a condition of the program, but
 * the checks of accesses have both: a step into lE is taken if `limit < offset`, unsigned, with
 * limit = size - width. From these the candidates are made:
 *
 *   settled   a[index] = value          where the program has stored that, and the index has stayed
 *   extents   offset <= end             for the limits, for the sizes themselves (one past the
 *                                       end), and for the settled indices (not beyond the sentinel);
 *             x < 0 or offset <= end    for loops that count down
 *             1 <= x, x <= end          where a step takes a constant from x
 *             x <= end / c              where offset is c * x: without the product nothing wraps
 *             offset - other <= end     for pointers that move together, as in strcat
 *
 * An offset is that of a check with any variable of its sort in the place of its variable: what is
 * needed of the pointer of an outer loop is what the check asks of the pointer of the inner one.
 *
 * All are plain: a state that violates one ends it. Arrays occur in these facts as they are, so
 * that samples and the solver's models must have values of arrays.
 *
 * Limits: an offset of two variables (`p + i`) is taken as it is; sizes are compared with sums of
 * at most two terms; the checks that are constants of the program's layout are left to bounds.c. */
#include <assert.h>
#include <stdlib.h>

#include "lemmas/settled.h"
#include "lemmas/supplier.h"

enum {
    MAX_CHECKS = 24,  /* pairs of an offset and a limit */
    MAX_SETTLED = 12, /* stores */
    MAX_SIDE = 24,    /* subterms of an offset or a limit */
    MAX_OFFSETS = 32, /* per class */
    MAX_COUNTERS = 8, /* variables that count down */
    MAX_APART = 12    /* offsets that are compared with each other */
};

struct extent {
    term offset, limit;
};
struct extents {
    VEC(struct extent) checks;
    settled_vec settled;
    term_vec ends;
};

/* ---- what the program asks ---- */

/* Over variables of the automaton alone, and short. */
static bool is_side(const struct cfa *c, term t) {
    if (term_is_const(t) || term_is_larger(t, MAX_SIDE) || term_has(t, OP_SELECT)) return false;
    term_vec vars = {0};
    bool good = true;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) good &= cfa_has_var(c, vars.at[i]);
    VEC_RELEASE(&vars);
    return good;
}

static void add_check(struct extents *e, term limit, term offset) {
    for (uint32_t i = 0; i < e->checks.n; i++)
        if (e->checks.at[i].offset == offset && e->checks.at[i].limit == limit) return;
    if (e->checks.n < MAX_CHECKS) VEC_PUSH(&e->checks, (struct extent){offset, limit});
}

/* The comparisons `limit < offset` in the guards of steps into lE. */
static void find_checks(struct extents *e, const struct cfa *c) {
    struct int_map seen = {0};
    term_vec parts = {0};
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].guard.n && c->steps.at[i].to == c->lE; j++)
            term_subterms_unseen(c->steps.at[i].guard.at[j], &seen, &parts);
    for (uint32_t i = 0; i < parts.n; i++)
        if (term_op_of(parts.at[i]) == OP_BV_ULT && term_width(term_arg(parts.at[i], 0)) <= 64 &&
            is_side(c, term_arg(parts.at[i], 0)) && is_side(c, term_arg(parts.at[i], 1)))
            add_check(e, term_arg(parts.at[i], 0), term_arg(parts.at[i], 1));
    VEC_RELEASE(&parts);
    int_map_release(&seen);
}

/* The constant summand; 0 if there is none. */
static term constant_of(term t) {
    bool sum = term_op_of(t) == OP_BV_ADD && term_is_const(term_arg(t, 0));
    return sum ? term_arg(t, 0) : term_bv(term_width(t), 0);
}

/* Limits, sizes and settled indices. */
static void find_ends(struct extents *e) {
    for (uint32_t i = 0; i < e->checks.n; i++) {
        term limit = e->checks.at[i].limit;
        terms_add_once(&e->ends, limit);
        terms_add_once(&e->ends, term_bv_sub(limit, constant_of(limit)));
    }
    for (uint32_t i = 0; i < e->settled.n; i++)
        if (!term_is_const(e->settled.at[i].index)) terms_add_once(&e->ends, e->settled.at[i].index);
}

bool extents_matter(const struct workshop *w) {
    struct extents e = {0};
    if (workshop_by_place(w)) return false;
    find_checks(&e, w->c);
    bool some = e.checks.n > 0;
    VEC_RELEASE(&e.checks);
    return some;
}

static void *extents_create(struct workshop *w) {
    struct extents *e = mem_zero(1, sizeof *e);
    if (workshop_by_place(w)) return e;
    find_checks(e, w->c);
    settled_stores(w->c, MAX_SETTLED, &e->settled);
    find_ends(e);
    return e;
}

static void extents_destroy(void *state) {
    struct extents *e = state;
    for (uint32_t i = 0; i < e->settled.n; i++) settled_release(&e->settled.at[i]);
    VEC_RELEASE(&e->settled);
    VEC_RELEASE(&e->checks);
    VEC_RELEASE(&e->ends);
    free(e);
}

/* ---- candidates ---- */

struct proposal {
    struct pool *p;
    const struct extents *e;
    uint32_t class, self;
    term_vec offsets; /* at this location */
};

static bool holds_in_samples(const struct proposal *q, term fact) {
    struct workshop *w = q->p->w;
    const struct lemma_class *k = &w->classes.at[q->class];
    for (uint32_t i = 0; i < k->rows.n; i++) {
        runner_load(&w->r, sample(&w->samples, k->at, k->rows.at[i]));
        if (!sheet_holds(&w->r.sheet, fact)) return false;
    }
    return true;
}

static bool propose(const struct proposal *q, term fact) {
    bool good = holds_in_samples(q, fact);
    if (good) pool_add(q->p, q->class, q->self, 0, fact);
    return good;
}

static void propose_settled(const struct proposal *q) {
    for (uint32_t i = 0; i < q->e->settled.n; i++) {
        const struct settled *s = &q->e->settled.at[i];
        if (s->value && s->final[q->p->w->classes.at[q->class].at])
            propose(q, term_eq(s->value, term_select(s->array, s->index)));
    }
}

/* The check's offset with y in the place of its variable x. */
static void add_offset(term_vec *offsets, term offset, term x, term y) {
    struct subst s = {0};
    subst_set(&s, x, y);
    if (offsets->n < MAX_OFFSETS) terms_add_once(offsets, subst_apply(&s, offset));
    subst_release(&s);
}

/* Of c * x + d: x, and *c; TERM_NONE if it has another form. */
static term scaled(term offset, term *c) {
    term rest = term_bv_sub(offset, constant_of(offset));
    bool good = term_op_of(rest) == OP_BV_MUL && term_is_const(term_arg(rest, 0));
    *c = good ? term_arg(rest, 0) : TERM_NONE;
    return good ? term_arg(rest, 1) : TERM_NONE;
}

/* Is it in the object of some end, or one past it, in all samples? Of a loop that counts down,
 * where it is not negative. */
static bool is_inside(const struct proposal *q, term offset) {
    term c, x = scaled(offset, &c), number = x && term_op_of(x) == OP_BV_SEXT ? term_arg(x, 0) : x;
    for (uint32_t i = 0; i < q->e->ends.n; i++) {
        if (term_sort(q->e->ends.at[i]) != term_sort(offset)) continue;
        term in = term_ule(offset, q->e->ends.at[i]);
        if (number) in = term_or(in, term_slt(number, term_bv(term_width(number), 0)));
        if (holds_in_samples(q, in)) return true;
    }
    return false;
}

static void drop_outside(struct proposal *q) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < q->offsets.n; i++)
        if (is_inside(q, q->offsets.at[i])) q->offsets.at[kept++] = q->offsets.at[i];
    q->offsets.n = kept;
}

/* Live variables are the first columns. */
static void find_offsets(struct proposal *q) {
    const struct workshop *w = q->p->w;
    const term_vec *columns = &w->columns[w->classes.at[q->class].at];
    for (uint32_t i = 0; i < q->e->checks.n; i++) {
        term offset = q->e->checks.at[i].offset;
        term_vec vars = {0};
        term_free_vars(offset, &vars);
        for (uint32_t j = 0; j < columns->n; j++)
            if (vars.n == 1 && term_is_var(columns->at[j]) &&
                term_sort(columns->at[j]) == term_sort(vars.at[0]))
                add_offset(&q->offsets, offset, vars.at[0], columns->at[j]);
        if (vars.n > 1 && q->offsets.n < MAX_OFFSETS) terms_add_once(&q->offsets, offset);
        VEC_RELEASE(&vars);
    }
    drop_outside(q);
}

/* x <= bound, or only where x is not negative as the number that the program has. */
static void propose_below(const struct proposal *q, term x, term offset, term bound) {
    term fact = term_ule(offset, bound);
    if (propose(q, fact)) return;
    term number = term_op_of(x) == OP_BV_SEXT ? term_arg(x, 0) : x;
    propose(q, term_or(term_slt(number, term_bv(term_width(number), 0)), fact));
}

static void propose_offset(const struct proposal *q, term offset) {
    for (uint32_t i = 0; i < q->e->ends.n; i++) {
        term end = q->e->ends.at[i], c, x;
        if (term_sort(end) != term_sort(offset)) continue;
        x = scaled(offset, &c);
        if (!x) {
            propose(q, term_ule(offset, end));
            continue;
        }
        propose_below(q, x, offset, end);
        propose_below(q, x, x, term_bv_udiv(end, c));
    }
}

/* Does some step take something from it? */
static bool is_counter(const struct cfa *c, term x) {
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].updates.n; j++) {
            const struct cfa_assign *a = &c->steps.at[i].updates.at[j];
            if (a->var != x) continue;
            term d = term_bv_sub(x, a->value);
            if (term_is_const(d) && term_value(d).lo <= 64 && term_value(d).lo) return true;
        }
    return false;
}

/* What counts down from a size: 1 <= x, x <= end. */
static void propose_counters(const struct proposal *q) {
    const struct workshop *w = q->p->w;
    const term_vec *columns = &w->columns[w->classes.at[q->class].at];
    uint32_t n = 0;
    for (uint32_t i = 0; i < columns->n && n < MAX_COUNTERS; i++) {
        term x = columns->at[i];
        if (!term_is_var(x) || !is_counter(w->c, x)) continue;
        n++;
        propose(q, term_not(term_eq(term_bv(term_width(x), 0), x)));
        for (uint32_t k = 0; k < q->e->ends.n; k++)
            if (term_sort(q->e->ends.at[k]) == term_sort(x)) propose(q, term_ule(x, q->e->ends.at[k]));
    }
}

/* Two offsets of one sort, of different variables. */
static bool are_apart(term a, term b) {
    return term_sort(a) == term_sort(b) && !term_is_const(term_bv_sub(a, b));
}

/* a - b <= end, which a step that moves both by the same keeps as it is, without arithmetic. */
static void propose_apart(const struct proposal *q, term a, term b) {
    for (uint32_t i = 0; i < q->e->ends.n; i++)
        if (term_sort(q->e->ends.at[i]) == term_sort(a))
            propose(q, term_ule(term_bv_sub(a, b), q->e->ends.at[i]));
}

static void extents_propose(void *state, struct pool *p, uint32_t class, uint32_t self) {
    struct proposal q = {.p = p, .e = state, .class = class, .self = self};
    assert(class < p->w->classes.n);
    if (p->w->classes.at[class].when != term_true()) return;
    propose_settled(&q);
    if (((struct extents *)state)->ends.n) propose_counters(&q);
    find_offsets(&q);
    for (uint32_t i = 0; i < q.offsets.n; i++) propose_offset(&q, q.offsets.at[i]);
    uint32_t n = q.offsets.n < MAX_APART ? q.offsets.n : 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (are_apart(q.offsets.at[i], q.offsets.at[j]))
                propose_apart(&q, q.offsets.at[i], q.offsets.at[j]);
    VEC_RELEASE(&q.offsets);
}

const struct supplier supplier_extents = {"extents",
                                          "offset <= size, and sentinels",
                                          PASS_EXTENTS,
                                          extents_create,
                                          extents_destroy,
                                          extents_propose,
                                          NULL};
