#include "cfa/code.h"

#include <assert.h>

#include "util/hash.h"

static uint32_t new_register(struct code *k, value v) {
    VEC_PUSH(&k->registers, v);
    return k->registers.n - 1;
}

uint32_t code_variable(struct code *k, term var) {
    assert(term_is_var(var));
    bool added;
    uint64_t *slot = int_map_put(&k->leaves, var, &added);
    if (!added) return (uint32_t)*slot;
    value zero = {0};
    for (sort s = term_sort(var); sort_kind_of(s) == SORT_ARRAY; s = sort_element(s))
        zero = array_value_const(zero);
    *slot = k->registers.n;
    return new_register(k, zero);
}

void code_begin(struct code *k) { int_map_clear(&k->local); }

/* The register of a leaf or of what this use site has compiled already; UINT32_MAX: neither. */
static uint32_t find(struct code *k, term t) {
    if (term_is_var(t)) return code_variable(k, t);
    if (term_is_const(t)) {
        bool added;
        uint64_t *slot = int_map_put(&k->leaves, t, &added);
        if (added) {
            *slot = k->registers.n;
            new_register(k, term_value(t));
        }
        return (uint32_t)*slot;
    }
    const uint64_t *slot = int_map_get(&k->local, t);
    return slot ? (uint32_t)*slot : UINT32_MAX;
}

static uint32_t emit(struct code *k, term t) {
    assert(!term_is_var(t) && !term_is_const(t));
    assert(term_arity(t) > 0);
    uint32_t n = term_arity(t), to = new_register(k, (value){0});
    struct instruction i = {t, to, n, k->args.n};
    for (uint32_t j = 0; j < n; j++) VEC_PUSH(&k->args, find(k, term_arg(t, j)));
    VEC_PUSH(&k->instructions, i);
    *int_map_put(&k->local, t, NULL) = to;
    if (n > k->gathered.n) VEC_RESIZE(&k->gathered, n);
    return to;
}

/* A term stays on the stack until its arguments are compiled. */
uint32_t code_term(struct code *k, term t) {
    uint32_t found = find(k, t);
    if (found != UINT32_MAX) return found;
    VEC_PUSH(&k->stack, t);
    while (k->stack.n) {
        term top = VEC_LAST(&k->stack);
        if (find(k, top) != UINT32_MAX) {
            k->stack.n--;
            continue;
        }
        bool ready = true;
        for (uint32_t i = 0; i < term_arity(top); i++) {
            term arg = term_arg(top, i);
            if (find(k, arg) != UINT32_MAX) continue;
            VEC_PUSH(&k->stack, arg);
            ready = false;
        }
        if (!ready) continue;
        emit(k, top);
        k->stack.n--;
    }
    return find(k, t);
}

void code_run(struct code *k, struct piece p) {
    assert(p.begin <= p.end && p.end <= k->instructions.n);
    for (uint32_t i = p.begin; i < p.end; i++) {
        const struct instruction *in = &k->instructions.at[i];
        const uint32_t *args = k->args.at + in->args;
        for (uint32_t j = 0; j < in->n; j++) k->gathered.at[j] = k->registers.at[args[j]];
        k->registers.at[in->to] = term_apply_op(in->t, k->gathered.at);
    }
}

void code_release(struct code *k) {
    VEC_RELEASE(&k->instructions);
    VEC_RELEASE(&k->args);
    VEC_RELEASE(&k->registers);
    VEC_RELEASE(&k->stack);
    VEC_RELEASE(&k->order);
    VEC_RELEASE(&k->gathered);
    int_map_release(&k->leaves);
    int_map_release(&k->local);
}
