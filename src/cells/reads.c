#include "cells/reads.h"

#include "util/bits.h"

/* One layer of t = g: from `c + u = g`, `c * u = g` (c odd), `ext(u) = g` to u = *g. */
static bool peel(term *t, term *g) {
    uint32_t width = term_width(*t);
    term c = term_arity(*t) ? term_arg(*t, 0) : TERM_NONE;
    bool scaled = term_arity(*t) == 2 && term_is_const(c) && width <= 64;
    switch (term_op_of(*t)) {
    case OP_BV_ADD:
        if (!scaled) return false;
        *g = term_bv_sub(*g, c);
        *t = term_arg(*t, 1);
        return true;
    case OP_BV_MUL:
        if (!scaled || !(term_value(c).lo & 1)) return false;
        *g = term_bv_mul(term_bv(width, bits_inverse64(term_value(c).lo) & bits_mask64(width)), *g);
        *t = term_arg(*t, 1);
        return true;
    case OP_BV_ZEXT:
    case OP_BV_SEXT:
        *t = term_arg(*t, 0);
        *g = term_extract(*g, term_width(*t) - 1, 0);
        return true;
    default: return false;
    }
}

term cells_express(term index, term base, term g) {
    term known = g;
    if (index == base || term_sort(index) != term_sort(base) || term_sort(g) != term_sort(base))
        return TERM_NONE;
    while (!term_is_var(base))
        if (sort_kind_of(term_sort(base)) != SORT_BV || !peel(&base, &known)) return TERM_NONE;
    struct subst by = {0};
    subst_set(&by, base, known);
    term t = subst_apply(&by, index);
    subst_release(&by);
    term_vec vars = {0};
    term_free_vars(t, &vars);
    bool determined = vars.n == 1 && vars.at[0] == g;
    VEC_RELEASE(&vars);
    return determined ? t : TERM_NONE;
}

void cells_reads_release(struct cells_reads *r) {
    VEC_RELEASE(&r->indices);
    VEC_RELEASE(&r->free);
}

static bool is_determined(const struct cells_reads *r, term index, term g) {
    for (uint32_t k = 0; k < r->free.n; k++)
        if (r->free.at[k] == index || cells_express(index, r->free.at[k], g) != TERM_NONE) return true;
    return false;
}

/* The index that determines most of those that are not determined yet; of these, a simple one. */
static term best_base(const struct cells_reads *r, term g) {
    term best = TERM_NONE;
    uint32_t most = 0;
    for (uint32_t i = 0; i < r->indices.n; i++) {
        uint32_t n = 1;
        if (is_determined(r, r->indices.at[i], g)) continue;
        for (uint32_t j = 0; j < r->indices.n; j++)
            n += !is_determined(r, r->indices.at[j], g) &&
                 cells_express(r->indices.at[j], r->indices.at[i], g) != TERM_NONE;
        bool simpler = best != TERM_NONE && term_size(r->indices.at[i]) < term_size(best);
        if (n < most || (n == most && !simpler)) continue;
        most = n;
        best = r->indices.at[i];
    }
    return best;
}

void cells_reads_init(struct cells_reads *r, const struct cfa_step *s) {
    *r = (struct cells_reads){0};
    for (uint32_t i = 0; i < s->guard.n; i++) term_indices_read(s->guard.at[i], &r->indices);
    if (!r->indices.n) return;
    term g = term_fresh("index", term_sort(r->indices.at[0]));
    for (term base; (base = best_base(r, g)) != TERM_NONE;) VEC_PUSH(&r->free, base);
}

term cells_common_variable(const struct cells_reads *r) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < r->indices.n; i++) term_free_vars(r->indices.at[i], &vars);
    term x = r->free.n > 1 && vars.n == 1 ? vars.at[0] : TERM_NONE;
    VEC_RELEASE(&vars);
    return x;
}
