#include "smt/z3/coarse.h"

static bool is_power_of_two(term t) {
    value v = term_value(t);
    return term_width(t) <= 64 && v.lo && !(v.lo & (v.lo - 1));
}

/* Division by a constant that is no power of two is as hard as by an unknown. */
static bool is_hard(term t) {
    enum term_op op = term_op_of(t);
    bool divides = op == OP_BV_UDIV || op == OP_BV_UREM || op == OP_BV_SDIV || op == OP_BV_SREM;
    return term_is_nonlinear(t) || (divides && !is_power_of_two(term_arg(t, 1)));
}

term coarse_term(struct coarse *c, term t) {
    term_vec subterms = {0}, args = {0};
    term_subterms(t, &subterms); /* arguments first */
    for (uint32_t i = 0; i < subterms.n; i++) {
        term old = subterms.at[i], new = old;
        bool added;
        int_map_put(&c->done, old, &added);
        if (!added) continue;
        VEC_CLEAR(&args);
        for (uint32_t j = 0; j < term_arity(old); j++)
            VEC_PUSH(&args, (term)*int_map_get(&c->done, term_arg(old, j)));
        if (is_hard(old)) {
            new = term_fresh("hard", term_sort(old));
            c->some = true;
        } else if (args.n) {
            new = term_rebuild(old, args.at);
        }
        *int_map_get(&c->done, old) = new;
    }
    VEC_RELEASE(&subterms);
    VEC_RELEASE(&args);
    return (term)*int_map_get(&c->done, t);
}

void coarse_release(struct coarse *c) { int_map_release(&c->done); }
