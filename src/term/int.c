/* Unbounded integers. Inequalities may be moved around here, so every one is sum <= constant
 * divided by the coefficients' common divisor, and written with positive coefficients on both
 * sides; there is no INT_LT. Constants and coefficients are 128 bits wide; what would leave them is
 * not simplified. */
#include "term/internal.h"

static void check_pair(term a, term b) {
    assert(term_sort(a) == sort_int() && term_sort(b) == sort_int());
    (void)a, (void)b;
}

term term_int_mul(term a, term b) {
    check_pair(a, b);
    if (is_const(b)) {
        term t = a;
        a = b, b = t;
    }
    if (is_const(a)) {
        term r = term_scale(a, b);
        return r ? r : make2(OP_INT_MUL, sort_int(), a, b);
    }
    return a < b ? make2(OP_INT_MUL, sort_int(), a, b) : make2(OP_INT_MUL, sort_int(), b, a);
}

static term divide(enum term_op op, term a, term b) {
    check_pair(a, b);
    term r = fold2(op, sort_int(), a, b);
    if (r) return r;
    if (is_const(b) && const_bits(b) == 1) return op == OP_INT_DIV ? a : term_int(0);
    return make2(op, sort_int(), a, b);
}

term term_int_div(term a, term b) { return divide(OP_INT_DIV, a, b); }
term term_int_mod(term a, term b) { return divide(OP_INT_MOD, a, b); }

/* sum + constant <= 0 */
static term le_zero(struct linear *l) {
    if (l->n == 0) return term_bool((i128)l->constant <= 0);
    u128 g = linear_gcd(l);
    struct linear left, right;
    linear_init(&left, l->s);
    linear_init(&right, l->s);
    /* sum <= k becomes sum/g <= floor(k/g) */
    i128 k = -(i128)l->constant, d = (i128)g, q = k / d - (k % d < 0);
    for (uint32_t i = 0; i < l->n; i++) {
        i128 c = (i128)l->at[i].coefficient / d;
        linear_add(c < 0 ? &right : &left, l->at[i].t, (u128)(c < 0 ? -c : c));
    }
    if (left.n && q < 0 && right.n) left.constant = (u128)-q;
    else right.constant = (u128)q;
    term r = make2(OP_INT_LE, sort_bool(), linear_term(&left), linear_term(&right));
    linear_release(&left);
    linear_release(&right);
    return r;
}

static term compare(bool strict, term a, term b) {
    check_pair(a, b);
    struct linear l;
    linear_init(&l, sort_int());
    linear_add(&l, a, 1);
    linear_add(&l, b, ~(u128)0);
    linear_add(&l, term_int(strict), 1);
    linear_normalize(&l);
    u128 least = (u128)1 << 127;
    bool extreme = l.constant == least;
    for (uint32_t i = 0; i < l.n; i++) extreme |= l.at[i].coefficient == least;
    term r = l.overflow || extreme ? make2(strict ? OP_INT_LT : OP_INT_LE, sort_bool(), a, b) : le_zero(&l);
    linear_release(&l);
    return r;
}

term term_int_lt(term a, term b) { return compare(true, a, b); }
term term_int_le(term a, term b) { return compare(false, a, b); }
