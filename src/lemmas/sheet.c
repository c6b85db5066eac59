#include "lemmas/sheet.h"

#include <assert.h>

void sheet_begin(struct sheet *e) {
    if (++e->stamp) return;
    memset(e->stamps.at, 0, e->stamps.n * sizeof *e->stamps.at); /* the stamp went round */
    e->stamp = 1;
}

static void make_room(struct sheet *e, term t) {
    if (t < e->stamps.n) return;
    uint32_t n = terms_count() > t ? terms_count() : t + 1;
    VEC_RESIZE(&e->stamps, n);
    VEC_RESIZE(&e->values, n);
}

static bool known(const struct sheet *e, term t) { return e->stamps.at[t] == e->stamp; }

static void set(struct sheet *e, term t, value v) {
    e->values.at[t] = v;
    e->stamps.at[t] = e->stamp;
}

void sheet_set(struct sheet *e, term var, value v) {
    make_room(e, var);
    set(e, var, v);
}

/* The default of an unset variable: 0, or the array that is 0 everywhere. */
static value zero_of(sort s) {
    if (sort_kind_of(s) != SORT_ARRAY) return value_of(0);
    return array_value_const(zero_of(sort_element(s)));
}

/* Pushes the arguments that have no value yet; true if there were none. */
static bool push_arguments(struct sheet *e, term t) {
    uint32_t before = e->stack.n;
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!known(e, term_arg(t, i))) VEC_PUSH(&e->stack, term_arg(t, i));
    return e->stack.n == before;
}

static void compute(struct sheet *e, term t) {
    enum { SMALL = 8 };
    value few[SMALL];
    uint32_t n = term_arity(t);
    value *args = n <= SMALL ? few : mem_alloc(n * sizeof *args);
    for (uint32_t i = 0; i < n; i++) args[i] = e->values.at[term_arg(t, i)];
    set(e, t, term_apply_op(t, args));
    if (args != few) free(args);
}

value sheet_value(struct sheet *e, term t) {
    assert(e->stamp > 0);
    make_room(e, t); /* arguments have smaller handles */
    if (known(e, t)) return e->values.at[t];
    VEC_CLEAR(&e->stack);
    VEC_PUSH(&e->stack, t);
    while (e->stack.n) {
        term top = VEC_LAST(&e->stack);
        if (known(e, top)) {
            e->stack.n--;
        } else if (term_is_const(top)) {
            set(e, top, term_value(top));
        } else if (term_is_var(top)) {
            set(e, top, zero_of(term_sort(top)));
        } else if (push_arguments(e, top)) {
            compute(e, top);
        }
    }
    return e->values.at[t];
}

void sheet_release(struct sheet *e) {
    VEC_RELEASE(&e->values);
    VEC_RELEASE(&e->stamps);
    VEC_RELEASE(&e->stack);
}
