/* A condition is taken apart into comparisons. a <= b says of the forms that
 *
 *     b - a  =  c1*x1 + ... + cn*xn + k  >=  0,
 *
 * which bounds each base by the bounds of the others, and with two bases of opposite sign is a gap.
 * A disjunction of which one part is left is that part. What fits none of these is kept as a truth,
 * so that the same condition is known when it is asked again: the second access through a pointer
 * needs no second proof that it is not null. */
#include "sweep/transfer.h"

#include <assert.h>

void transfer_release(struct transfer_kit *t) {
    reading_release(&t->reader);
    state_mentions_release(&t->mentions);
}

/* ---- comparisons ---- */

static i128 floor_div(i128 a, i128 b) {
    assert(b > 0);
    return a / b - (a % b < 0);
}

/* A term that is a base because it is a wider copy of another: bounds of the narrow one. */
static void bind(struct sweep_state *s, term t, struct state_bound b) {
    state_bind(s, t, b);
    if (term_op_of(t) != OP_BV_ZEXT || !state_sort(term_sort(term_arg(t, 0)))) return;
    term inner = term_arg(t, 0);
    struct state_bound all = state_bound_all(term_sort(inner));
    if (b.hi <= all.hi && b.lo <= b.hi) state_bind(s, inner, (struct state_bound){b.lo > 0 ? b.lo : 0, b.hi});
}

/* The form is at least 0. True if bounds or a gap say just that. */
static bool at_least_zero(struct sweep_state *s, const struct reading_form *f) {
    struct state_bound whole = reading_form_bound(s, f);
    if (whole.hi < 0) state_clear(s);
    for (uint32_t i = 0; i < f->n && s->reached; i++) {
        struct reading_form rest = *f;
        i128 c = f->base[i].coef;
        struct state_bound b = f->base[i].b;
        memmove(rest.base + i, rest.base + i + 1, (--rest.n - i) * sizeof *rest.base);
        i128 most = reading_form_bound(s, &rest).hi; /* c * x + most >= 0 */
        if (c > 0) b.lo = -floor_div(most, c);
        else b.hi = floor_div(most, -c);
        if (b.lo > b.hi) state_clear(s);
        else bind(s, f->base[i].t, b);
    }
    if (f->n < 2) return true;
    if (f->n > 2 || f->base[0].coef + f->base[1].coef != 0) return false;
    bool first = f->base[0].coef > 0; /* c * (x - y) + k >= 0: y - x <= k / c */
    state_part(s, f->base[first].t, f->base[!first].t, floor_div(f->k, f->base[!first].coef));
    return f->base[!first].coef == 1;
}

/* The form is not 0. */
static void not_zero(struct sweep_state *s, const struct reading_form *f) {
    struct state_bound b = reading_form_bound(s, f);
    struct reading_form g = *f;
    if (b.lo == 0 && b.hi == 0) {
        state_clear(s);
    } else if (b.lo == 0) {
        g.k--;
        at_least_zero(s, &g);
    } else if (b.hi == 0) {
        for (uint32_t i = 0; i < g.n; i++) g.base[i].coef = -g.base[i].coef;
        g.k = -g.k - 1;
        at_least_zero(s, &g);
    } else if (f->n == 1) { /* c * x != -k: at an end of the bounds of x */
        struct state_bound x = f->base[0].b;
        i128 c = f->base[0].coef;
        if (f->k % c) return;
        x.lo += x.lo == -f->k / c;
        x.hi -= x.hi == -f->k / c;
        bind(s, f->base[0].t, x);
    }
}

struct comparison {
    term t;
    bool side;
    const struct reading *a, *b;
};

/* a <= b, or a < b if `strict`, as integers. */
static bool require_order(struct sweep_state *s, const struct reading *a, const struct reading *b,
                          bool strict) {
    struct reading_form f;
    if (!reading_form_minus(&b->f, &a->f, &f)) return false;
    f.k -= strict;
    return at_least_zero(s, &f);
}

static bool require_comparison(struct sweep_state *s, struct comparison k) {
    enum term_op op = term_op_of(k.t);
    bool strict = op == OP_BV_ULT || op == OP_BV_SLT, is_unsigned = op == OP_BV_ULT || op == OP_BV_ULE;
    struct reading_form f;
    if (op == OP_EQ && k.side) return require_order(s, k.a, k.b, false) & require_order(s, k.b, k.a, false);
    if (op == OP_EQ) {
        if (reading_form_minus(&k.a->f, &k.b->f, &f)) not_zero(s, &f);
        return false;
    }
    const struct reading *less = k.side ? k.a : k.b, *more = k.side ? k.b : k.a;
    if (!k.side) strict = !strict;
    if (!is_unsigned) return require_order(s, less, more, strict);
    if (more->b.lo < 0) return false;
    struct reading zero = {0};
    return require_order(s, &zero, less, false) & require_order(s, less, more, strict);
}

/* ---- conditions ---- */

struct wanted {
    term t;
    bool side;
};
typedef VEC(struct wanted) wanted_vec;

static bool is_decided(const struct reading *v) { return v->b.lo == v->b.hi; }

/* A disjunction: the part that is left, if it is one. */
static void want_last(const struct reading_cache *r, struct wanted w, wanted_vec *todo) {
    term open = TERM_NONE;
    for (uint32_t i = 0; i < term_arity(w.t); i++) {
        const struct reading *v = reading_before(r, term_arg(w.t, i));
        if (is_decided(v) && (v->b.lo == 1) != w.side) continue;
        if (open != TERM_NONE) return;
        open = term_arg(w.t, i);
    }
    if (open != TERM_NONE) VEC_PUSH(todo, (struct wanted){open, w.side});
}

/* Is all that the condition says in bounds and gaps? */
static bool require(struct transfer_kit *t, struct sweep_state *s, struct wanted w, wanted_vec *todo) {
    enum term_op op = term_op_of(w.t);
    if (op == OP_NOT) {
        VEC_PUSH(todo, (struct wanted){term_arg(w.t, 0), !w.side});
        return true;
    }
    if ((op == OP_AND && w.side) || (op == OP_OR && !w.side)) {
        for (uint32_t i = 0; i < term_arity(w.t); i++)
            VEC_PUSH(todo, (struct wanted){term_arg(w.t, i), w.side});
        return true;
    }
    if (op == OP_AND || op == OP_OR) {
        want_last(&t->reader, w, todo);
        return false;
    }
    bool compares = (op >= OP_BV_ULT && op <= OP_BV_SLE) || op == OP_EQ;
    if (!compares || !state_sort(term_sort(term_arg(w.t, 0)))) {
        state_bind(s, w.t, (struct state_bound){w.side, w.side});
        return term_is_var(w.t);
    }
    return require_comparison(s,
                              (struct comparison){w.t, w.side, reading_before(&t->reader, term_arg(w.t, 0)),
                                                  reading_before(&t->reader, term_arg(w.t, 1))});
}

void transfer_assume(struct transfer_kit *t, struct sweep_state *s, term condition) {
    if (!s->reached) return;
    struct reading whole = reading_of(&t->reader, s, condition);
    wanted_vec todo = {0};
    if (whole.b.hi == 0) state_clear(s);
    else if (whole.b.lo == 0) VEC_PUSH(&todo, (struct wanted){condition, true});
    while (todo.n && s->reached) {
        struct wanted w = VEC_POP(&todo);
        const struct reading *v = reading_before(&t->reader, w.t);
        if (is_decided(v) && (v->b.lo == 1) == w.side) continue;
        if (is_decided(v)) state_clear(s);
        else if (!require(t, s, w, &todo)) state_trust(s, w.side ? w.t : term_not(w.t));
    }
    VEC_RELEASE(&todo);
}

/* ---- assignments ---- */

/* Is some base of the form assigned by the command? */
static bool speaks_of(struct transfer_kit *t, const struct reading_form *f, const struct cfa_assign *pairs,
                      uint32_t n) {
    for (uint32_t i = 0; i < f->n; i++)
        for (uint32_t k = 0; k < n; k++)
            if (state_mentions_var(&t->mentions, f->base[i].t, pairs[k].var)) return true;
    return false;
}

static bool is_shift(const struct reading_form *f, term var) {
    return f->n == 1 && f->base[0].t == var && f->base[0].coef == 1;
}

/* var = form, whose bases keep their values. */
static void equate(struct sweep_state *s, term var, const struct reading_form *f) {
    struct reading_form up = {.n = 1}, all;
    up.base[0].t = var;
    up.base[0].coef = 1;
    up.base[0].b = state_bound_of(s, var);
    if (f->n != 1 || f->base[0].coef != 1 || !reading_form_minus(&up, f, &all) || all.n != 2) return;
    state_part(s, var, f->base[0].t, f->k);
    state_part(s, f->base[0].t, var, -f->k);
}

void transfer_assign(struct transfer_kit *t, struct sweep_state *s, const struct cfa_assign *pairs,
                     uint32_t n) {
    if (!s->reached) return;
    struct reading *values = mem_zero(n + 1, sizeof *values);
    for (uint32_t i = 0; i < n; i++)
        if (state_sort(term_sort(pairs[i].var))) values[i] = reading_of(&t->reader, s, pairs[i].value);
    for (uint32_t i = 0; i < n && s->reached; i++) {
        term var = pairs[i].var;
        bool numeric = state_sort(term_sort(var));
        const struct reading_form *f = &values[i].f;
        if (numeric && is_shift(f, var)) {
            state_shift(s, &t->mentions, var, f->k);
            continue;
        }
        state_forget(s, &t->mentions, var);
        if (!numeric) continue;
        state_bind(s, var, values[i].b);
        if (!speaks_of(t, f, pairs, n)) equate(s, var, f);
    }
    free(values);
}

void transfer_havoc(struct transfer_kit *t, struct sweep_state *s, term var) {
    if (s->reached) state_forget(s, &t->mentions, var);
}
