/* Acceleration of counting loops (after Kroening, Lewis, Weissenbacher, CAV 2013; there by
 * polynomials, here only what has a closed form modulo 2^w).
 *
 * A step from a location to itself without inputs is simple if every variable that it changes is
 * set to a term that stays the same, or grows by a constant, and every literal of its guard that is
 * touched by that compares two terms a, b which move by constants:
 *
 *     a < b, a <= b    one of them stands still. The moving one, m, goes by d each time; without
 *                      wrap-around on the way it is monotone, so the literal holds in all of n
 *                      iterations iff it holds in
 *                      the first and in the last:    m <= m + (n-1) d   (d > 0, the literal's order)
 *     a != b           they do not meet: (b - a) mod 2^w is more than (n-1) d, or no multiple of d,
 *                      where d > 0 is how fast a approaches b
 *
 * and (n-1) d < 2^w. n iterations are then one step with an input n: x' = x + n d. The conditions
 * are exact for paths without wrap-around; paths with one are found by taking the step again. n is
 * at most MAX_COUNT, for the trace has to be written down step by step, and is checked like any
 * other. Longer ones are for src/fuzz. */
#include "bmc/accelerate.h"

#include <assert.h>
#include <stdlib.h>

#include "util/bits.h"

enum { COUNT_WIDTH = 32, MAX_COUNT = 100000, MAX_TRACE = 500000 };

struct simple {
    struct cfa_step *plain;
    term count; /* n */
    term_vec guard;
};

static bool mentions_changed(const struct cfa_step *s, term t) {
    term_vec vars = {0};
    bool found = false;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n && !found; i++)
        for (uint32_t k = 0; k < s->updates.n && !found; k++) found = vars.at[i] == s->updates.at[k].var;
    VEC_RELEASE(&vars);
    return found;
}

/* Does t grow by the same constant in every iteration? */
static bool moves_by(struct cfa_step *s, term t, uint64_t *stride) {
    if (sort_kind_of(term_sort(t)) != SORT_BV || term_width(t) > 64) return false;
    term difference = term_bv_sub(cfa_wp(s, t), t);
    if (!term_is_const(difference)) return false;
    *stride = term_value(difference).lo;
    return true;
}

/* n - less, with the width of t. */
static term count_like(const struct simple *s, term t, uint64_t less) {
    term n = term_bv_sub(s->count, term_bv(COUNT_WIDTH, less));
    uint32_t width = term_width(t);
    return width > COUNT_WIDTH   ? term_zext(n, width)
           : width < COUNT_WIDTH ? term_extract(n, width - 1, 0)
                                 : n;
}

static void require(struct simple *s, term condition) {
    assert(term_sort(condition) == sort_bool());
    VEC_PUSH(&s->guard, condition);
}

/* (n-1) d < 2^w, and n-1 fits w bits */
static void require_short(struct simple *s, uint64_t d, uint32_t width) {
    assert(d > 0);
    uint64_t most = bits_mask64(width) / d;
    if (most < MAX_COUNT)
        require(s, term_ule(term_bv_sub(s->count, term_bv(COUNT_WIDTH, 1)), term_bv(COUNT_WIDTH, most)));
}

static term relation(enum term_op op, term a, term b) {
    switch (op) {
    case OP_BV_ULT: return term_ult(a, b);
    case OP_BV_ULE: return term_ule(a, b);
    case OP_BV_SLT: return term_slt(a, b);
    default: return term_sle(a, b);
    }
}

/* a < b and its kin. */
static bool accelerate_order(struct simple *s, term literal) {
    enum term_op op = term_op_of(literal);
    term a = term_arg(literal, 0), b = term_arg(literal, 1);
    uint64_t da, db;
    if (!moves_by(s->plain, a, &da) || !moves_by(s->plain, b, &db) || (da && db)) return false;
    uint64_t d = da ? da : db, top = bits_mask64(term_width(a));
    bool is_signed = op == OP_BV_SLT || op == OP_BV_SLE, down = d > top / 2;
    require(s, literal);
    if (!d) return true;
    term m = da ? a : b, last = term_bv_add(m, term_bv_mul(count_like(s, m, 1), term_bv(term_width(m), d)));
    require(s, da ? relation(op, last, b) : relation(op, a, last));
    require(s, relation(is_signed ? OP_BV_SLE : OP_BV_ULE, down ? last : m, down ? m : last));
    require_short(s, down ? (~d & top) + 1 : d, term_width(a));
    return true;
}

/* a != b */
static bool accelerate_disequality(struct simple *s, term literal) {
    term a = term_arg(term_arg(literal, 0), 0), b = term_arg(term_arg(literal, 0), 1);
    uint64_t da, db;
    if (!moves_by(s->plain, a, &da) || !moves_by(s->plain, b, &db)) return false;
    uint32_t width = term_width(a);
    uint64_t top = bits_mask64(width), d = (da - db) & top;
    require(s, literal);
    if (!d) return true;
    bool away = d > top / 2;
    if (away) d = (~d & top) + 1;
    term gap = away ? term_bv_sub(a, b) : term_bv_sub(b, a), step = term_bv(width, d);
    term before = term_ult(term_bv_mul(count_like(s, a, 1), step), gap);
    term never = d > 1 ? term_not(term_eq(term_bv_urem(gap, step), term_bv(width, 0))) : term_false();
    require(s, term_or(before, never));
    require_short(s, d, width);
    return true;
}

static bool accelerate_literal(struct simple *s, term literal) {
    if (!mentions_changed(s->plain, literal)) {
        require(s, literal);
        return true;
    }
    switch (term_op_of(literal)) {
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: return accelerate_order(s, literal);
    case OP_NOT: return term_op_of(term_arg(literal, 0)) == OP_EQ && accelerate_disequality(s, literal);
    default: return false;
    }
}

/* x + n d, or what does not change after the first iteration; TERM_NONE if x is not simple. */
static term accelerated_value(const struct simple *s, const struct cfa_assign *update) {
    uint64_t d;
    if (!mentions_changed(s->plain, update->value)) return update->value;
    if (!moves_by(s->plain, update->var, &d)) return TERM_NONE;
    term x = update->var;
    return term_bv_add(x, term_bv_mul(count_like(s, x, 0), term_bv(term_width(x), d)));
}

static bool is_candidate(const struct cfa_step *s) {
    return s->from == s->to && !s->draws.n && !s->inputs.n && s->updates.n;
}

static void release_step(struct cfa_step *s) {
    VEC_RELEASE(&s->guard);
    VEC_RELEASE(&s->updates);
    VEC_RELEASE(&s->inputs);
}

/* The accelerated step of a plain one; false if that is not simple. */
static bool accelerate_step(struct cfa *c, uint32_t index, struct cfa_step *out) {
    struct simple s = {.plain = &c->steps.at[index], .count = term_fresh("n", sort_bv(COUNT_WIDTH))};
    assert(is_candidate(s.plain));
    bool good = true;
    *out = (struct cfa_step){.from = s.plain->from, .to = s.plain->to, .edge = s.plain->edge};
    for (uint32_t i = 0; i < s.plain->guard.n && good; i++)
        good = accelerate_literal(&s, s.plain->guard.at[i]);
    for (uint32_t i = 0; i < s.plain->updates.n && good; i++) {
        struct cfa_assign u = {s.plain->updates.at[i].var, accelerated_value(&s, &s.plain->updates.at[i])};
        good = u.value != TERM_NONE;
        if (good) VEC_PUSH(&out->updates, u);
    }
    require(&s, term_ule(term_bv(COUNT_WIDTH, 1), s.count));
    require(&s, term_ule(s.count, term_bv(COUNT_WIDTH, MAX_COUNT)));
    for (uint32_t i = 0; i < s.guard.n; i++) VEC_PUSH(&out->guard, s.guard.at[i]);
    VEC_PUSH(&out->inputs, (struct cfa_input){.var = s.count, .site = NO_SITE});
    VEC_RELEASE(&s.guard);
    if (!good) release_step(out);
    return good;
}

bool accelerate_init(struct acceleration *a, struct cfa *c) {
    *a = (struct acceleration){.c = c, .first = c->steps.n};
    for (uint32_t i = 0; i < a->first; i++) {
        struct cfa_step step;
        if (!is_candidate(&c->steps.at[i]) || !accelerate_step(c, i, &step)) continue;
        VEC_PUSH(&c->steps, step);
        VEC_PUSH(&a->plain, i);
    }
    return a->plain.n > 0;
}

void accelerate_release(struct acceleration *a) {
    assert(a->c->steps.n == a->first + a->plain.n);
    while (a->c->steps.n > a->first) release_step(&a->c->steps.at[--a->c->steps.n]);
    VEC_RELEASE(&a->plain);
}

void accelerate_index(const struct acceleration *a, struct cfa_index *index) {
    for (uint32_t i = 0; i < a->plain.n; i++) {
        loc l = a->c->steps.at[a->plain.at[i]].from;
        for (uint32_t k = index->out[l].n; k-- > 0;)
            if (index->out[l].at[k] == a->plain.at[i]) VEC_SWAP_REMOVE(&index->out[l], k);
    }
}

bool accelerate_expand(const struct acceleration *a, struct verdict *v) {
    VEC(struct trace_step) expanded = {0};
    for (uint32_t i = 0; i < v->trace.n; i++) {
        struct trace_step *t = &v->trace.at[i];
        if (t->step < a->first) {
            VEC_PUSH(&expanded, *t);
            continue;
        }
        assert(t->inputs.n == 1 && t->step - a->first < a->plain.n);
        uint64_t n = t->inputs.at[0].lo;
        VEC_RELEASE(&t->inputs);
        assert(n >= 1 && n <= MAX_COUNT);
        for (; n > 0 && expanded.n <= MAX_TRACE; n--)
            VEC_PUSH(&expanded, (struct trace_step){.step = a->plain.at[t->step - a->first]});
    }
    free(v->trace.at);
    v->trace.at = expanded.at;
    v->trace.n = expanded.n;
    v->trace.capacity = expanded.capacity;
    return expanded.n <= MAX_TRACE;
}
