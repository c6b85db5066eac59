/* Terms are read from the leaves up, along a recipe that is made once per term.
 *
 * An operator gives a bound, and where it is linear and does not wrap a form; the bound that the
 * form has is often better, because equal bases cancel out and gaps speak of two of them. A
 * choice along the values of one term,
 *
 *     t = 0 ? 100 : t = 1 ? 250 : anything            with 0 <= t <= 1,
 *
 * which is how a table of constants is read, leaves out the values that t cannot have. Limits: no
 * elements of arrays, no floats, no bits but by bounds. */
#include "sweep/reading.h"

#include <assert.h>

#include "term/subst.h"

/* ---- forms ---- */

static struct reading_form form_of_constant(i128 k) { return (struct reading_form){.k = k}; }

static struct reading_form form_of_base(term t, struct state_bound b) {
    struct reading_form f = {.n = 1};
    f.base[0].t = t;
    f.base[0].coef = 1;
    f.base[0].b = b;
    return f;
}

/* to += by * f; false if it has too many bases or too large numbers. */
static bool form_add(struct reading_form *to, const struct reading_form *f, i128 by) {
    i128 more;
    if (!i128_mul(f->k, by, &more) || !i128_add(to->k, more, &to->k)) return false;
    for (uint32_t i = 0; i < f->n; i++) {
        uint32_t k = 0;
        while (k < to->n && to->base[k].t < f->base[i].t) k++;
        bool there = k < to->n && to->base[k].t == f->base[i].t;
        if (!i128_mul(f->base[i].coef, by, &more)) return false;
        if (!there && to->n == FORM_BASES) return false;
        if (!there) {
            memmove(to->base + k + 1, to->base + k, (to->n++ - k) * sizeof *to->base);
            to->base[k] = f->base[i];
            to->base[k].coef = 0;
        }
        if (!i128_add(to->base[k].coef, more, &to->base[k].coef)) return false;
        if (to->base[k].coef == 0) memmove(to->base + k, to->base + k + 1, (--to->n - k) * sizeof *to->base);
    }
    return true;
}

bool reading_form_minus(const struct reading_form *a, const struct reading_form *b,
                        struct reading_form *out) {
    *out = *a;
    return form_add(out, b, -1);
}

static bool add_scaled(struct state_bound *to, struct state_bound b, i128 by) {
    i128 lo, hi;
    return i128_mul(by > 0 ? b.lo : b.hi, by, &lo) && i128_mul(by > 0 ? b.hi : b.lo, by, &hi) &&
           i128_add(to->lo, lo, &to->lo) && i128_add(to->hi, hi, &to->hi);
}

static const struct state_bound everything = {-((i128)1 << 120), (i128)1 << 120};

struct state_bound reading_form_bound(const struct sweep_state *s, const struct reading_form *f) {
    struct state_bound b = {f->k, f->k};
    i128 most;
    for (uint32_t i = 0; i < f->n; i++)
        if (!add_scaled(&b, f->base[i].b, f->base[i].coef)) return everything;
    if (f->n != 2 || f->base[0].coef + f->base[1].coef != 0) return b;
    bool first = f->base[0].coef > 0;
    i128 by = first ? f->base[0].coef : f->base[1].coef;
    term x = f->base[!first].t, y = f->base[first].t; /* by * (x - y) + k */
    if (by > (i128)1 << 60) return b;
    if (state_gap_between(s, x, y, &most) && most * by + f->k < b.hi) b.hi = most * by + f->k;
    if (state_gap_between(s, y, x, &most) && f->k - most * by > b.lo) b.lo = f->k - most * by;
    return b;
}

/* Both hold; where nothing is left no execution comes, and either will do. */
static struct state_bound both(struct state_bound a, struct state_bound b) {
    struct state_bound r = state_bound_meet(a, b);
    return r.lo <= r.hi ? r : a;
}

/* ---- operators ---- */

struct place { /* of an operator that is being read */
    const struct sweep_state *s;
    struct reading_cache *r;
    term t;
    const uint32_t *args;
    uint32_t n;
};

static const struct reading *arg(const struct place *p, uint32_t i) {
    assert(i < p->n);
    return &p->r->at.at[p->args[i]];
}

static struct reading alone(term t, struct state_bound b) { return (struct reading){b, form_of_base(t, b)}; }

/* The form, if it fits the sort; else anything within b. */
static struct reading exact(const struct place *p, const struct reading_form *f,
                            struct state_bound otherwise) {
    struct state_bound all = state_bound_all(term_sort(p->t)), b = reading_form_bound(p->s, f);
    if (!state_bound_within(b, all)) return alone(p->t, both(all, otherwise));
    return (struct reading){both(b, otherwise), *f};
}

static struct reading read_sum(const struct place *p) {
    struct reading_form f = {0};
    struct state_bound all = state_bound_all(term_sort(p->t)), b = {0, 0};
    bool good = true, bounded = true;
    for (uint32_t i = 0; i < p->n; i++) {
        good = good && form_add(&f, &arg(p, i)->f, 1);
        bounded = bounded && add_scaled(&b, arg(p, i)->b, 1);
    }
    bounded = bounded && state_bound_within(b, all);
    if (good) return exact(p, &f, bounded ? b : all);
    return alone(p->t, bounded ? b : all);
}

static struct state_bound product(struct state_bound a, struct state_bound b) {
    i128 v[4];
    if (!i128_mul(a.lo, b.lo, &v[0]) || !i128_mul(a.lo, b.hi, &v[1]) || !i128_mul(a.hi, b.lo, &v[2]) ||
        !i128_mul(a.hi, b.hi, &v[3]))
        return everything;
    struct state_bound r = {v[0], v[0]};
    for (uint32_t i = 1; i < 4; i++) r = state_bound_join(r, (struct state_bound){v[i], v[i]});
    return r;
}

static term stripped(term t) {
    while (term_op_of(t) == OP_BV_SEXT) t = term_arg(t, 0);
    return t;
}

/* The product of two unknowns has one name, however wide it is computed. */
static struct reading read_product(const struct place *p) {
    struct state_bound all = state_bound_all(term_sort(p->t));
    if (p->n != 2) return alone(p->t, all);
    const struct reading *a = arg(p, 0), *b = arg(p, 1);
    struct reading_form f = {0};
    if (a->b.lo == a->b.hi && form_add(&f, &b->f, a->b.lo)) return exact(p, &f, all);
    if (b->b.lo == b->b.hi && form_add(&f, &a->f, b->b.lo)) return exact(p, &f, all);
    struct state_bound v = product(a->b, b->b);
    if (!state_bound_within(v, all)) return alone(p->t, all);
    term x = stripped(term_arg(p->t, 0)), y = stripped(term_arg(p->t, 1));
    if (term_width(x) > 64 || term_width(y) > 64) return alone(p->t, v);
    f = form_of_base(term_bv_mul(term_sext(x, 100), term_sext(y, 100)), v);
    return exact(p, &f, v);
}

static struct state_bound corners(struct state_bound a, struct state_bound b) {
    struct state_bound r = {a.lo / b.lo, a.lo / b.lo};
    const i128 x[] = {a.lo, a.hi}, y[] = {b.lo, b.hi};
    for (uint32_t i = 0; i < 4; i++)
        r = state_bound_join(r, (struct state_bound){x[i & 1] / y[i >> 1], x[i & 1] / y[i >> 1]});
    return a.lo < 0 && a.hi > 0 ? state_bound_join(r, (struct state_bound){0, 0}) : r;
}

/* By numbers of one sign; of unsigned numbers, by one that is positive as a signed number, too. */
static struct reading read_quotient(const struct place *p) {
    struct state_bound a = arg(p, 0)->b, b = arg(p, 1)->b, all = state_bound_all(term_sort(p->t));
    enum term_op op = term_op_of(p->t);
    bool is_signed = op == OP_BV_SDIV || op == OP_BV_SREM, rest = op == OP_BV_SREM || op == OP_BV_UREM;
    if ((b.lo <= 0 && b.hi >= 0) || (!is_signed && b.lo < 0)) return alone(p->t, all);
    if (!is_signed && a.lo < 0) {
        i128 size = (i128)1 << term_width(p->t);
        a = a.hi < 0 ? (struct state_bound){a.lo + size, a.hi + size} : (struct state_bound){0, size - 1};
    }
    if (!rest) { /* an unsigned quotient by 1 may be negative as a signed number */
        struct state_bound q = corners(a, b);
        return alone(p->t, is_signed ? both(all, q) : state_bound_within(q, all) ? q : all);
    }
    i128 most = (b.hi > 0 ? b.hi : -b.lo) - 1;
    struct state_bound r = {a.lo < 0 ? -most : 0, a.hi > 0 ? most : 0};
    if (a.lo > r.lo && a.lo <= 0) r.lo = a.lo;
    if (a.hi < r.hi && a.hi >= 0) r.hi = a.hi;
    return alone(p->t, r);
}

static i128 ones_above(i128 v) { return (i128)bits_mask(bits_length((u128)v)); }

static struct reading read_bits(const struct place *p) {
    struct state_bound a = arg(p, 0)->b, b = arg(p, 1)->b, r = state_bound_all(term_sort(p->t));
    if (p->n != 2) return alone(p->t, r);
    bool natural = a.lo >= 0 && b.lo >= 0;
    i128 larger = ones_above(a.hi > b.hi ? a.hi : b.hi);
    switch (term_op_of(p->t)) {
    case OP_BV_AND:
        if (a.lo >= 0) r = (struct state_bound){0, a.hi};
        if (b.lo >= 0) r = both(r, (struct state_bound){0, b.hi});
        break;
    case OP_BV_OR:
        if (natural) r = (struct state_bound){a.lo > b.lo ? a.lo : b.lo, larger};
        break;
    default:
        if (natural) r = (struct state_bound){0, larger};
    }
    return alone(p->t, r);
}

static struct reading read_shift(const struct place *p) {
    struct state_bound a = arg(p, 0)->b, b = arg(p, 1)->b, all = state_bound_all(term_sort(p->t));
    uint32_t width = term_width(p->t);
    if (b.lo < 0 || b.hi >= width) return alone(p->t, all);
    if (term_op_of(p->t) == OP_BV_SHL) {
        struct state_bound v =
            b.hi > 60 ? everything : product(a, (struct state_bound){(i128)1 << b.lo, (i128)1 << b.hi});
        return alone(p->t, state_bound_within(v, all) ? v : all);
    }
    if (term_op_of(p->t) == OP_BV_LSHR && a.lo < 0) return alone(p->t, all);
    struct state_bound r = {a.lo >> (a.lo < 0 ? b.lo : b.hi), a.hi >> (a.hi < 0 ? b.hi : b.lo)};
    return alone(p->t, r);
}

static struct reading read_wider(const struct place *p) {
    const struct reading *a = arg(p, 0);
    if (term_op_of(p->t) == OP_BV_SEXT || a->b.lo >= 0) return *a;
    i128 size = (i128)1 << term_width(term_arg(p->t, 0));
    if (a->b.hi >= 0) return alone(p->t, (struct state_bound){0, size - 1});
    struct reading_form f = a->f;
    f.k += size;
    return exact(p, &f, state_bound_all(term_sort(p->t)));
}

static struct reading read_part(const struct place *p) {
    const struct reading *a = arg(p, 0);
    struct state_bound all = state_bound_all(term_sort(p->t));
    uint32_t low = term_param(p->t, 1);
    if (low == 0) return state_bound_within(a->b, all) ? *a : alone(p->t, all);
    struct state_bound b = {a->b.lo >> low, a->b.hi >> low};
    return alone(p->t, state_bound_within(b, all) ? b : all);
}

/* high, low: high * 2^n + low as unsigned number. */
static struct reading read_joined(const struct place *p) {
    struct state_bound all = state_bound_all(term_sort(p->t)), a = arg(p, 0)->b, b = arg(p, 1)->b;
    i128 size = (i128)1 << term_width(term_arg(p->t, 1));
    if (b.lo < 0) b = (struct state_bound){0, size - 1};
    return alone(p->t, both(all, (struct state_bound){a.lo * size + b.lo, a.hi * size + b.hi}));
}

/* ---- truth values ---- */

static struct state_bound truth(bool may_be_false, bool may_be_true) {
    return (struct state_bound){may_be_false ? 0 : 1, may_be_true ? 1 : 0};
}

/* a < b or a <= b; unsigned order is signed order within one sign, and negative values come
 * last. */
static struct state_bound ordered(const struct place *p) {
    const struct reading *a = arg(p, 0), *b = arg(p, 1);
    enum term_op op = term_op_of(p->t);
    bool strict = op == OP_BV_ULT || op == OP_BV_SLT;
    struct reading_form f;
    if (op == OP_BV_ULT || op == OP_BV_ULE) {
        if ((a->b.lo < 0 && a->b.hi >= 0) || (b->b.lo < 0 && b->b.hi >= 0)) return truth(true, true);
        if ((a->b.lo < 0) != (b->b.lo < 0)) return truth(a->b.lo < 0, b->b.lo < 0);
    }
    struct state_bound d = {b->b.lo - a->b.hi, b->b.hi - a->b.lo}; /* b - a */
    if (reading_form_minus(&b->f, &a->f, &f)) d = both(d, reading_form_bound(p->s, &f));
    return truth(d.lo < strict, d.hi >= strict);
}

static struct state_bound equal(const struct place *p) {
    const struct reading *a = arg(p, 0), *b = arg(p, 1);
    struct reading_form f;
    struct state_bound d = {b->b.lo - a->b.hi, b->b.hi - a->b.lo};
    if (reading_form_minus(&b->f, &a->f, &f)) d = both(d, reading_form_bound(p->s, &f));
    return truth(d.lo != 0 || d.hi != 0, d.lo <= 0 && d.hi >= 0);
}

static struct state_bound connected(const struct place *p) {
    bool is_and = term_op_of(p->t) == OP_AND;
    struct state_bound r = {is_and, is_and};
    for (uint32_t i = 0; i < p->n; i++) {
        struct state_bound b = arg(p, i)->b;
        r.lo = is_and == (b.lo < r.lo) ? b.lo : r.lo;
        r.hi = is_and == (b.hi < r.hi) ? b.hi : r.hi;
    }
    return r;
}

/* ---- choices ---- */

static bool compares_with_constant(term c) {
    return term_op_of(c) == OP_EQ && term_is_const(term_arg(c, 0)) && state_sort(term_sort(term_arg(c, 0)));
}

/* Along the values of one term, of which those that were asked for are gone. */
static struct reading read_table(const struct place *p) {
    const struct reading_cache *r = p->r;
    term t = p->t, key = term_arg(term_arg(t, 0), 1);
    struct state_bound left = reading_before(r, key)->b, all = {0, 0};
    bool some = false;
    while (left.lo <= left.hi) {
        bool more = term_op_of(t) == OP_ITE && compares_with_constant(term_arg(t, 0)) &&
                    term_arg(term_arg(t, 0), 1) == key;
        i128 at = more ? reading_before(r, term_arg(term_arg(t, 0), 0))->b.lo : 0;
        struct state_bound b = reading_before(r, more ? term_arg(t, 1) : t)->b;
        if (!more || (left.lo <= at && at <= left.hi)) all = some ? state_bound_join(all, b) : b, some = true;
        if (!more) break;
        if (at == left.lo) left.lo++;
        else if (at == left.hi) left.hi--;
        t = term_arg(t, 2);
    }
    return alone(p->t, some ? all : state_bound_all(term_sort(p->t)));
}

static struct reading read_choice(const struct place *p) {
    struct state_bound c = arg(p, 0)->b;
    if (c.lo == c.hi) return *arg(p, c.lo ? 1 : 2);
    if (compares_with_constant(term_arg(p->t, 0))) return read_table(p);
    return alone(p->t, state_bound_join(arg(p, 1)->b, arg(p, 2)->b));
}

/* ---- all together ---- */

static struct reading read_operator(const struct place *p) {
    enum term_op op = term_op_of(p->t);
    struct state_bound all = state_bound_all(term_sort(p->t));
    struct reading_form f = {0};
    for (uint32_t i = 0; i < p->n; i++)
        if (!state_sort(term_sort(term_arg(p->t, i)))) return alone(p->t, all);
    switch (op) {
    case OP_NOT: return alone(p->t, (struct state_bound){1 - arg(p, 0)->b.hi, 1 - arg(p, 0)->b.lo});
    case OP_AND:
    case OP_OR: return alone(p->t, connected(p));
    case OP_EQ: return alone(p->t, equal(p));
    case OP_ITE: return read_choice(p);
    case OP_BV_ADD: return read_sum(p);
    case OP_BV_MUL: return read_product(p);
    case OP_BV_NOT: return form_add(&f, &arg(p, 0)->f, -1) ? f.k--, exact(p, &f, all) : alone(p->t, all);
    case OP_BV_UDIV:
    case OP_BV_UREM:
    case OP_BV_SDIV:
    case OP_BV_SREM: return read_quotient(p);
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR: return read_bits(p);
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR: return read_shift(p);
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: return alone(p->t, ordered(p));
    case OP_BV_ZEXT:
    case OP_BV_SEXT: return read_wider(p);
    case OP_BV_EXTRACT: return read_part(p);
    case OP_BV_CONCAT: return read_joined(p);
    default: return alone(p->t, all);
    }
}

static struct reading read_leaf(term t) {
    if (!term_is_const(t)) return alone(t, state_bound_all(term_sort(t)));
    value v = term_value(t);
    sort s = term_sort(t);
    bool is_bool = sort_kind_of(s) == SORT_BOOL;
    i128 k = is_bool ? (i128)v.lo : bits_signed(u128_of(v.lo, v.hi), sort_width(s));
    return (struct reading){{k, k}, form_of_constant(k)};
}

/* What the state says of the term itself. */
static void use_state(const struct sweep_state *s, term t, term opposite, struct reading *v) {
    struct state_bound b = state_bound_meet(v->b, state_bound_of(s, t));
    if (opposite != TERM_NONE && state_holds(s, t)) b.lo = 1;
    if (opposite != TERM_NONE && state_holds(s, opposite)) b.hi = 0;
    if (b.lo > b.hi) return; /* no execution comes here; that is for others to find */
    v->b = b;
    if (v->f.n == 1 && v->f.base[0].t == t) v->f.base[0].b = b;
}

static bool compares(term t) {
    enum term_op op = term_op_of(t);
    return op == OP_EQ || (op >= OP_BV_ULT && op <= OP_BV_SLE) || op == OP_OR;
}

static const struct reading_recipe *recipe_for(struct reading_cache *r, term t) {
    bool added;
    uint64_t *slot = int_map_put(&r->of, t, &added);
    if (!added) return &r->recipes.at[*slot - 1];
    struct reading_recipe made = {0};
    struct int_map place = {0};
    term_subterms(t, &made.terms);
    for (uint32_t i = 0; i < made.terms.n; i++) {
        term u = made.terms.at[i];
        *int_map_put(&place, u, NULL) = i;
        for (uint32_t k = 0; k < term_arity(u); k++)
            VEC_PUSH(&made.args, (uint32_t)*int_map_get(&place, term_arg(u, k)));
        VEC_PUSH(&made.opposite, compares(u) ? term_not(u) : TERM_NONE);
    }
    int_map_release(&place);
    VEC_PUSH(&r->recipes, made);
    *slot = r->recipes.n;
    return &VEC_LAST(&r->recipes);
}

struct reading reading_of(struct reading_cache *r, const struct sweep_state *s, term t) {
    assert(state_sort(term_sort(t)));
    const struct reading_recipe *c = recipe_for(r, t);
    uint32_t first = 0;
    r->last = c;
    VEC_RESIZE(&r->at, c->terms.n);
    for (uint32_t i = 0; i < c->terms.n; i++) {
        term u = c->terms.at[i];
        struct place p = {s, r, u, c->args.at + first, term_arity(u)};
        first += p.n;
        if (!state_sort(term_sort(u))) continue;
        r->at.at[i] = p.n ? read_operator(&p) : read_leaf(u);
        use_state(s, u, c->opposite.at[i], &r->at.at[i]);
    }
    return VEC_LAST(&r->at);
}

const struct reading *reading_before(const struct reading_cache *r, term t) {
    const term_vec *terms = &r->last->terms;
    uint32_t lo = 0, hi = terms->n - 1;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (terms->at[middle] < t) lo = middle + 1;
        else hi = middle;
    }
    assert(terms->at[lo] == t);
    return &r->at.at[lo];
}

void reading_release(struct reading_cache *r) {
    for (uint32_t i = 0; i < r->recipes.n; i++) {
        VEC_RELEASE(&r->recipes.at[i].terms);
        VEC_RELEASE(&r->recipes.at[i].args);
        VEC_RELEASE(&r->recipes.at[i].opposite);
    }
    VEC_RELEASE(&r->recipes);
    VEC_RELEASE(&r->at);
    int_map_release(&r->of);
    *r = (struct reading_cache){0};
}
