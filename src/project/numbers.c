#include "project/numbers.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MOST_ARRAY_SORTS = 200, DEEPEST_SORT = 4 };

/* ---- writing ---- */

void numbers_put(struct numbers_writer *w, uint64_t n) { strbuf_printf(&w->out, "%" PRIx64 " ", n); }

void numbers_put_sort(struct numbers_writer *w, sort s) {
    numbers_put(w, sort_kind_of(s));
    switch (sort_kind_of(s)) {
    case SORT_BV: numbers_put(w, sort_width(s)); break;
    case SORT_FLOAT:
        numbers_put(w, sort_exponent(s));
        numbers_put(w, sort_significand(s));
        break;
    case SORT_ARRAY:
        numbers_put_sort(w, sort_index(s));
        numbers_put_sort(w, sort_element(s));
        break;
    case SORT_BOOL:
    case SORT_INT: break;
    }
}

struct exceptions {
    struct numbers_writer *w; /* NULL: count only */
    sort array;
    uint64_t n;
};

static void put_exception(void *context, value index, value element) {
    struct exceptions *x = context;
    x->n++;
    if (!x->w) return;
    numbers_put_value(x->w, sort_index(x->array), index);
    numbers_put_value(x->w, sort_element(x->array), element);
}

void numbers_put_value(struct numbers_writer *w, sort s, value v) {
    if (sort_kind_of(s) != SORT_ARRAY) {
        numbers_put(w, v.lo);
        numbers_put(w, v.hi);
        return;
    }
    struct exceptions x = {.array = s};
    numbers_put_value(w, sort_element(s), array_value_default(v));
    array_value_visit(v, put_exception, &x);
    numbers_put(w, x.n);
    x.w = w;
    array_value_visit(v, put_exception, &x);
}

static void put_variable(struct numbers_writer *w, term t) {
    uint32_t index = cfa_var_index(w->c, t);
    if (index < w->c->vars.n && w->c->vars.at[index].var == t) {
        numbers_put(w, index);
        return;
    }
    bool added;
    uint64_t *number = int_map_put(&w->foreign, t, &added);
    if (added) *number = w->foreign.n - 1;
    numbers_put(w, w->c->vars.n + *number);
    numbers_put_sort(w, term_sort(t));
}

static void define(struct numbers_writer *w, term t) {
    numbers_put(w, term_op_of(t));
    if (term_is_var(t)) {
        put_variable(w, t);
        return;
    }
    numbers_put_sort(w, term_sort(t));
    if (term_is_const(t)) {
        numbers_put_value(w, term_sort(t), term_value(t));
        return;
    }
    bool slice = term_op_of(t) == OP_BV_EXTRACT;
    numbers_put(w, slice ? term_param(t, 0) : 0);
    numbers_put(w, slice ? term_param(t, 1) : 0);
    numbers_put(w, term_arity(t));
    for (uint32_t i = 0; i < term_arity(t); i++) numbers_put(w, *int_map_get(&w->written, term_arg(t, i)));
}

/* The subterms that were not written yet, arguments first. */
static void collect(const struct numbers_writer *w, term t, term_vec *fresh) {
    struct int_map seen = {0};
    term_vec stack = {0};
    VEC_PUSH(&stack, t);
    while (stack.n) {
        term top = VEC_LAST(&stack);
        uint32_t before = stack.n;
        bool known = int_map_get(&w->written, top) || int_map_get(&seen, top);
        for (uint32_t i = term_arity(top); !known && i-- > 0;) {
            term a = term_arg(top, i);
            if (!int_map_get(&w->written, a) && !int_map_get(&seen, a)) VEC_PUSH(&stack, a);
        }
        if (stack.n > before) continue;
        stack.n--;
        if (known) continue;
        int_map_put(&seen, top, NULL);
        VEC_PUSH(fresh, top);
    }
    VEC_RELEASE(&stack);
    int_map_release(&seen);
}

void numbers_put_term(struct numbers_writer *w, term t) {
    term_vec fresh = {0};
    collect(w, t, &fresh);
    numbers_put(w, fresh.n);
    for (uint32_t i = 0; i < fresh.n; i++) {
        define(w, fresh.at[i]);
        uint32_t number = w->written.n;
        *int_map_put(&w->written, fresh.at[i], NULL) = number;
    }
    numbers_put(w, *int_map_get(&w->written, t));
    VEC_RELEASE(&fresh);
}

void numbers_writer_release(struct numbers_writer *w) {
    strbuf_release(&w->out);
    int_map_release(&w->written);
    int_map_release(&w->foreign);
}

/* ---- reading ---- */

static uint32_t digit_of(char c) {
    if (c >= '0' && c <= '9') return (uint32_t)(c - '0');
    return c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a') + 10 : 16;
}

uint64_t numbers_get(struct numbers_reader *r) {
    uint64_t n = 0;
    int digits = 0;
    while (r->at < r->end && digit_of(*r->at) < 16 && digits++ < 16) n = n << 4 | digit_of(*r->at++);
    if (!digits || r->at >= r->end || *r->at++ != ' ') r->broken = true;
    return r->broken ? 0 : n;
}

uint32_t numbers_get_below(struct numbers_reader *r, uint64_t limit) {
    uint64_t n = numbers_get(r);
    if (n >= limit) r->broken = true;
    return r->broken ? 0 : (uint32_t)n;
}

uint32_t numbers_get_count(struct numbers_reader *r) {
    uint64_t n = numbers_get(r);
    if (r->broken || n > (uint64_t)(r->end - r->at) / 2) r->broken = true;
    return r->broken ? 0 : (uint32_t)n;
}

/* The sort if nothing is wrong with it. */
static sort get_float_sort(struct numbers_reader *r) {
    static const uint32_t known[][2] = {{5, 11}, {8, 24}, {11, 53}, {15, 64}, {15, 113}};
    uint64_t exponent = numbers_get(r), significand = numbers_get(r);
    for (uint32_t i = 0; i < sizeof known / sizeof *known; i++)
        if (exponent == known[i][0] && significand == known[i][1])
            return sort_float(known[i][0], known[i][1]);
    r->broken = true;
    return sort_bool();
}

static sort get_sort(struct numbers_reader *r, int depth);

sort numbers_get_sort(struct numbers_reader *r) { return get_sort(r, 0); }

static sort get_array_sort(struct numbers_reader *r, int depth) {
    sort index = get_sort(r, depth + 1), element = get_sort(r, depth + 1);
    if (depth >= DEEPEST_SORT || sort_kind_of(index) == SORT_ARRAY || r->arrays.n > MOST_ARRAY_SORTS)
        r->broken = true;
    if (r->broken) return sort_bool();
    sort s = sort_array(index, element);
    for (uint32_t i = 0; i < r->arrays.n; i++)
        if (r->arrays.at[i] == s) return s;
    VEC_PUSH(&r->arrays, s);
    return s;
}

static sort get_sort(struct numbers_reader *r, int depth) {
    uint32_t kind = numbers_get_below(r, SORT_FLOAT + 1), width;
    if (r->broken || depth > DEEPEST_SORT) {
        r->broken = true;
        return sort_bool();
    }
    switch ((enum sort_kind)kind) {
    case SORT_BV:
        width = numbers_get_below(r, BV_MAX_WIDTH + 1);
        if (!width) r->broken = true;
        return r->broken ? sort_bool() : sort_bv(width);
    case SORT_FLOAT: return get_float_sort(r);
    case SORT_ARRAY: return get_array_sort(r, depth);
    case SORT_INT: return sort_int();
    case SORT_BOOL: break;
    }
    return sort_bool();
}

/* Are the bits above the sort's width 0? */
static bool fits(sort s, value v) {
    uint32_t width = sort_width(s);
    if (sort_kind_of(s) == SORT_INT || width >= 128) return true;
    return width >= 64 ? !(width == 64 ? v.hi : v.hi >> (width - 64)) : !v.hi && !(v.lo >> width);
}

value numbers_get_value(struct numbers_reader *r, sort s) {
    value v = {0, 0};
    if (sort_kind_of(s) != SORT_ARRAY) {
        v.lo = numbers_get(r);
        v.hi = numbers_get(r);
        if (!fits(s, v)) r->broken = true;
        if (r->broken) return value_of(0);
        /* There is one NaN. */
        return sort_kind_of(s) == SORT_FLOAT ? term_value(term_float_bits(s, v)) : v;
    }
    v = array_value_const(numbers_get_value(r, sort_element(s)));
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        value index = numbers_get_value(r, sort_index(s)), element = numbers_get_value(r, sort_element(s));
        v = array_value_store(v, index, element);
    }
    return v;
}

static term get_variable(struct numbers_reader *r) {
    uint32_t n = r->c->vars.n, number = numbers_get_below(r, (uint64_t)n + r->most_foreign);
    if (r->broken) return TERM_NONE;
    if (number < n) return r->c->vars.at[number].var;
    sort s = get_sort(r, 0);
    if (r->broken || number - n != r->foreign.n) return TERM_NONE;
    VEC_PUSH(&r->foreign, term_fresh("ghost", s));
    return VEC_LAST(&r->foreign);
}

static term get_application(struct numbers_reader *r, enum term_op op, sort s) {
    uint32_t p0 = numbers_get_below(r, BV_MAX_WIDTH), p1 = numbers_get_below(r, BV_MAX_WIDTH);
    term_vec args = {0};
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        uint32_t number = numbers_get_below(r, r->terms.n);
        if (!r->broken) VEC_PUSH(&args, r->terms.at[number]);
    }
    term t = r->broken ? TERM_NONE : term_checked(op, s, args.at, args.n, p0, p1);
    VEC_RELEASE(&args);
    return t;
}

static term get_definition(struct numbers_reader *r) {
    enum term_op op = (enum term_op)numbers_get_below(r, OP_COUNT);
    if (r->broken) return TERM_NONE;
    if (op == OP_VAR) return get_variable(r);
    sort s = get_sort(r, 0);
    if (r->broken) return TERM_NONE;
    if (op > OP_CONST) return get_application(r, op, s);
    if (sort_kind_of(s) == SORT_ARRAY) return TERM_NONE;
    value v = numbers_get_value(r, s);
    return r->broken ? TERM_NONE : term_const(s, v);
}

term numbers_get_term(struct numbers_reader *r) {
    for (uint32_t n = numbers_get_count(r); n > 0 && !r->broken; n--) {
        term t = get_definition(r);
        if (t == TERM_NONE) r->broken = true;
        else VEC_PUSH(&r->terms, t);
    }
    uint32_t number = numbers_get_below(r, r->terms.n);
    return r->broken ? term_true() : r->terms.at[number];
}

void numbers_reader_release(struct numbers_reader *r) {
    VEC_RELEASE(&r->terms);
    VEC_RELEASE(&r->foreign);
    VEC_RELEASE(&r->arrays);
}
