/* Terms into Z3.
 *
 * The translation is bottom-up over an explicit stack, each term once. Where SMT-LIB leaves a
 * result open (the bits of a NaN, a float out of the range of an integer), the term evaluator has
 * chosen one; the translation pins Z3 to the same choice, so that models evaluate to what Z3
 * said. */
#include "smt/z3/z3_context.h"

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

#include "util/clock.h"
#include "util/fail.h"

static struct {
    Z3_context c, spare;
    uint32_t users;
    VEC(Z3_ast) terms;  /* by handle; NULL: not translated yet */
    VEC(Z3_sort) sorts; /* by handle */
    term_vec stack;
    VEC(Z3_ast) args;
    /* parts of a term under construction: Z3 only protects its last result */
    VEC(Z3_ast) held;
    Z3_ast rounding, to_zero; /* rounding modes, made with the first float */
    char error[200];
    pthread_mutex_t lock; /* guards `checking` */
    bool checking;
} z3 = {.lock = PTHREAD_MUTEX_INITIALIZER};

static Z3_ast hold(Z3_ast a) {
    if (a) {
        Z3_inc_ref(z3.c, a);
        VEC_PUSH(&z3.held, a);
    }
    return a;
}

static void drop_held(void) {
    while (z3.held.n) Z3_dec_ref(z3.c, VEC_POP(&z3.held));
}

static void on_error(Z3_context c, Z3_error_code code) {
    if (!z3.error[0]) snprintf(z3.error, sizeof z3.error, "z3: %s", Z3_get_error_msg(c, code));
}

static void interrupt(void *unused) {
    (void)unused;
    pthread_mutex_lock(&z3.lock);
    if (z3.checking) Z3_interrupt(z3.c);
    pthread_mutex_unlock(&z3.lock);
}

void z3_context_enter(void) {
    pthread_mutex_lock(&z3.lock);
    z3.checking = true;
    pthread_mutex_unlock(&z3.lock);
}

void z3_context_leave(void) {
    pthread_mutex_lock(&z3.lock);
    z3.checking = false;
    pthread_mutex_unlock(&z3.lock);
}

void z3_context_prepare(void) {
    if (z3.spare) return;
    Z3_config config = Z3_mk_config();
    z3.spare = Z3_mk_context_rc(config);
    Z3_del_config(config);
}

void z3_context_acquire(void) {
    if (z3.users++) return;
    z3_context_prepare();
    z3.c = z3.spare;
    z3.spare = NULL;
    Z3_set_error_handler(z3.c, on_error);
    z3.error[0] = 0;
    stop_hook_add(interrupt, NULL);
}

void z3_context_release(void) {
    assert(z3.users > 0);
    if (--z3.users) return;
    stop_hook_remove(interrupt, NULL);
    for (uint32_t i = 0; i < z3.terms.n; i++)
        if (z3.terms.at[i]) Z3_dec_ref(z3.c, z3.terms.at[i]);
    for (uint32_t i = 0; i < z3.sorts.n; i++)
        if (z3.sorts.at[i]) Z3_dec_ref(z3.c, Z3_sort_to_ast(z3.c, z3.sorts.at[i]));
    if (z3.rounding) {
        Z3_dec_ref(z3.c, z3.rounding);
        Z3_dec_ref(z3.c, z3.to_zero);
    }
    Z3_del_context(z3.c);
    z3.c = NULL;
    z3.rounding = z3.to_zero = NULL;
    VEC_RELEASE(&z3.terms);
    VEC_RELEASE(&z3.sorts);
    VEC_RELEASE(&z3.stack);
    VEC_RELEASE(&z3.args);
    VEC_RELEASE(&z3.held);
}

Z3_context z3_context(void) { return z3.c; }

const char *z3_context_error(void) { return z3.error[0] ? z3.error : NULL; }

/* ---- sorts ---- */

static Z3_sort make_sort(sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return Z3_mk_bool_sort(z3.c);
    case SORT_BV: return Z3_mk_bv_sort(z3.c, sort_width(s));
    case SORT_INT: return Z3_mk_int_sort(z3.c);
    case SORT_ARRAY: return Z3_mk_array_sort(z3.c, z3_sort(sort_index(s)), z3_sort(sort_element(s)));
    case SORT_FLOAT: return Z3_mk_fpa_sort(z3.c, sort_exponent(s), sort_significand(s));
    }
    fail_internal("sort %u has no kind", (unsigned)s);
}

Z3_sort z3_sort(sort s) {
    if (s >= z3.sorts.n) VEC_RESIZE(&z3.sorts, s + 1);
    if (!z3.sorts.at[s]) {
        Z3_sort made = make_sort(s);
        Z3_inc_ref(z3.c, Z3_sort_to_ast(z3.c, made));
        if (s >= z3.sorts.n) VEC_RESIZE(&z3.sorts, s + 1);
        z3.sorts.at[s] = made;
    }
    return z3.sorts.at[s];
}

/* ---- constants ---- */

static Z3_ast make_bits(uint32_t width, value v) {
    if (width <= 64) return Z3_mk_unsigned_int64(z3.c, v.lo, Z3_mk_bv_sort(z3.c, width));
    bool bits[BV_MAX_WIDTH];
    for (uint32_t i = 0; i < width; i++) bits[i] = ((i < 64 ? v.lo >> i : v.hi >> (i - 64)) & 1) != 0;
    return Z3_mk_bv_numeral(z3.c, width, bits);
}

/* A signed 128-bit number: high * 2^64 + low. */
static Z3_ast make_int(value v) {
    Z3_sort s = Z3_mk_int_sort(z3.c);
    if (v.hi == 0 && v.lo >> 63 == 0) return Z3_mk_int64(z3.c, (int64_t)v.lo, s);
    if (v.hi == UINT64_MAX && v.lo >> 63) return Z3_mk_int64(z3.c, (int64_t)v.lo, s);
    Z3_ast shift = hold(Z3_mk_numeral(z3.c, "18446744073709551616", s)),
           high = hold(Z3_mk_int64(z3.c, (int64_t)v.hi, s));
    Z3_ast product = hold(Z3_mk_mul(z3.c, 2, (Z3_ast[]){high, shift}));
    return Z3_mk_add(z3.c, 2, (Z3_ast[]){product, hold(Z3_mk_unsigned_int64(z3.c, v.lo, s))});
}

static Z3_ast make_constant(sort s, value v) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return v.lo ? Z3_mk_true(z3.c) : Z3_mk_false(z3.c);
    case SORT_BV: return make_bits(sort_width(s), v);
    case SORT_INT: return make_int(v);
    case SORT_FLOAT: return Z3_mk_fpa_to_fp_bv(z3.c, make_bits(sort_width(s), v), z3_sort(s));
    case SORT_ARRAY: break;
    }
    fail_internal("a constant of array sort");
}

/* ---- floats ---- */

static void make_rounding(void) {
    if (z3.rounding) return;
    z3.rounding = Z3_mk_fpa_round_nearest_ties_to_even(z3.c);
    Z3_inc_ref(z3.c, z3.rounding);
    z3.to_zero = Z3_mk_fpa_round_toward_zero(z3.c);
    Z3_inc_ref(z3.c, z3.to_zero);
}

/* The evaluator's canonical NaN, asked of the evaluator itself: 0/0. */
static Z3_ast nan_bits(sort f) {
    term zero = term_float_bits(f, value_of(0));
    term nan = term_fp(OP_FP_DIV, zero, zero, TERM_NONE);
    assert(term_is_const(nan));
    return make_bits(sort_width(f), term_value(nan));
}

/* The evaluator takes the second of two zeros. */
static Z3_ast make_extremum(enum term_op op, const Z3_ast *a) {
    Z3_ast zero = hold(Z3_mk_fpa_is_zero(z3.c, a[0])), other = hold(Z3_mk_fpa_is_zero(z3.c, a[1]));
    Z3_ast both = hold(Z3_mk_and(z3.c, 2, (Z3_ast[]){zero, other}));
    Z3_ast r = op == OP_FP_MIN ? Z3_mk_fpa_min(z3.c, a[0], a[1]) : Z3_mk_fpa_max(z3.c, a[0], a[1]);
    return Z3_mk_ite(z3.c, both, a[1], hold(r));
}

static Z3_ast make_float_arithmetic(enum term_op op, const Z3_ast *a) {
    Z3_context c = z3.c;
    Z3_ast r = z3.rounding;
    switch (op) {
    case OP_FP_ADD: return Z3_mk_fpa_add(c, r, a[0], a[1]);
    case OP_FP_SUB: return Z3_mk_fpa_sub(c, r, a[0], a[1]);
    case OP_FP_MUL: return Z3_mk_fpa_mul(c, r, a[0], a[1]);
    case OP_FP_DIV: return Z3_mk_fpa_div(c, r, a[0], a[1]);
    case OP_FP_REM: return Z3_mk_fpa_rem(c, a[0], a[1]);
    case OP_FP_FMA: return Z3_mk_fpa_fma(c, r, a[0], a[1], a[2]);
    case OP_FP_NEG: return Z3_mk_fpa_neg(c, a[0]);
    case OP_FP_ABS: return Z3_mk_fpa_abs(c, a[0]);
    case OP_FP_SQRT: return Z3_mk_fpa_sqrt(c, r, a[0]);
    case OP_FP_RINT: return Z3_mk_fpa_round_to_integral(c, r, a[0]);
    case OP_FP_MIN:
    case OP_FP_MAX: return make_extremum(op, a);
    case OP_FP_LT: return Z3_mk_fpa_lt(c, a[0], a[1]);
    case OP_FP_LE: return Z3_mk_fpa_leq(c, a[0], a[1]);
    case OP_FP_EQ: return Z3_mk_fpa_eq(c, a[0], a[1]);
    case OP_FP_IS_NAN: return Z3_mk_fpa_is_nan(c, a[0]);
    case OP_FP_IS_INF: return Z3_mk_fpa_is_infinite(c, a[0]);
    case OP_FP_IS_ZERO: return Z3_mk_fpa_is_zero(c, a[0]);
    case OP_FP_IS_NORMAL: return Z3_mk_fpa_is_normal(c, a[0]);
    case OP_FP_IS_SUBNORMAL: return Z3_mk_fpa_is_subnormal(c, a[0]);
    case OP_FP_IS_NEG: return Z3_mk_fpa_is_negative(c, a[0]);
    default: fail_internal("operator %d is no float operator of Z3", (int)op);
    }
}

/* (-)2^exponent (+ or - 1, away from zero) rounded to the format; too large a power becomes
 * infinite. */
static Z3_ast power_of_two(sort f, uint32_t exponent, bool negative, bool one_more) {
    bool bits[BV_MAX_WIDTH + 2] = {false};
    bits[exponent] = true;
    bits[0] = one_more || exponent == 0;
    Z3_ast power = hold(Z3_mk_bv_numeral(z3.c, exponent + 2, bits));
    if (negative) power = hold(Z3_mk_bvneg(z3.c, power));
    return hold(Z3_mk_fpa_to_fp_signed(z3.c, z3.rounding, power, z3_sort(f)));
}

/* Conversion to an integer: the evaluator says 0 for what does not fit. Signed, x fits iff -2^(w-1)
 * - 1 < x < 2^(w-1); in a format too coarse for that lower bound nothing lies strictly between it
 * and -2^(w-1). */
static Z3_ast make_to_integer(term t, Z3_ast x) {
    sort f = term_sort(term_arg(t, 0));
    uint32_t w = term_width(t);
    bool is_signed = term_op_of(t) == OP_FP_TO_SBV, coarse = is_signed && sort_significand(f) < w;
    Z3_ast low = is_signed ? power_of_two(f, w - 1, true, !coarse) : power_of_two(f, 0, true, false);
    Z3_ast high = power_of_two(f, is_signed ? w - 1 : w, false, false);
    Z3_ast above = hold(coarse ? Z3_mk_fpa_geq(z3.c, x, low) : Z3_mk_fpa_gt(z3.c, x, low));
    Z3_ast below = hold(Z3_mk_fpa_lt(z3.c, x, high)), infinite = hold(Z3_mk_fpa_is_infinite(z3.c, x));
    Z3_ast finite = hold(Z3_mk_not(z3.c, infinite));
    Z3_ast fits = hold(Z3_mk_and(z3.c, 3, (Z3_ast[]){above, below, finite}));
    Z3_ast r =
        is_signed ? Z3_mk_fpa_to_sbv(z3.c, z3.to_zero, x, w) : Z3_mk_fpa_to_ubv(z3.c, z3.to_zero, x, w);
    r = hold(r);
    return Z3_mk_ite(z3.c, fits, r, hold(make_bits(w, value_of(0))));
}

static Z3_ast make_float(term t, const Z3_ast *a) {
    make_rounding();
    switch (term_op_of(t)) {
    case OP_FP_FROM_BITS: return Z3_mk_fpa_to_fp_bv(z3.c, a[0], z3_sort(term_sort(t)));
    case OP_FP_FROM_FP: return Z3_mk_fpa_to_fp_float(z3.c, z3.rounding, a[0], z3_sort(term_sort(t)));
    case OP_FP_FROM_SBV: return Z3_mk_fpa_to_fp_signed(z3.c, z3.rounding, a[0], z3_sort(term_sort(t)));
    case OP_FP_FROM_UBV: return Z3_mk_fpa_to_fp_unsigned(z3.c, z3.rounding, a[0], z3_sort(term_sort(t)));
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return make_to_integer(t, a[0]);
    case OP_FP_TO_BITS: {
        Z3_ast nan = hold(nan_bits(term_sort(term_arg(t, 0)))), is_nan = hold(Z3_mk_fpa_is_nan(z3.c, a[0]));
        return Z3_mk_ite(z3.c, is_nan, nan, hold(Z3_mk_fpa_to_ieee_bv(z3.c, a[0])));
    }
    default: return make_float_arithmetic(term_op_of(t), a);
    }
}

/* ---- terms ---- */

typedef Z3_ast (*binary)(Z3_context, Z3_ast, Z3_ast);

static Z3_ast fold(binary f, const Z3_ast *a, uint32_t n) {
    Z3_ast r = a[0];
    for (uint32_t i = 1; i < n; i++) r = f(z3.c, r, a[i]);
    return r;
}

static Z3_ast make_bv(term t, const Z3_ast *a, uint32_t n) {
    Z3_context c = z3.c;
    switch (term_op_of(t)) {
    case OP_BV_ADD: return fold(Z3_mk_bvadd, a, n);
    case OP_BV_MUL: return fold(Z3_mk_bvmul, a, n);
    case OP_BV_UDIV: return Z3_mk_bvudiv(c, a[0], a[1]);
    case OP_BV_UREM: return Z3_mk_bvurem(c, a[0], a[1]);
    case OP_BV_SDIV: return Z3_mk_bvsdiv(c, a[0], a[1]);
    case OP_BV_SREM: return Z3_mk_bvsrem(c, a[0], a[1]);
    case OP_BV_AND: return fold(Z3_mk_bvand, a, n);
    case OP_BV_OR: return fold(Z3_mk_bvor, a, n);
    case OP_BV_XOR: return fold(Z3_mk_bvxor, a, n);
    case OP_BV_NOT: return Z3_mk_bvnot(c, a[0]);
    case OP_BV_SHL: return Z3_mk_bvshl(c, a[0], a[1]);
    case OP_BV_LSHR: return Z3_mk_bvlshr(c, a[0], a[1]);
    case OP_BV_ASHR: return Z3_mk_bvashr(c, a[0], a[1]);
    case OP_BV_CONCAT: return fold(Z3_mk_concat, a, n);
    case OP_BV_EXTRACT: return Z3_mk_extract(c, term_param(t, 0), term_param(t, 1), a[0]);
    case OP_BV_ZEXT: return Z3_mk_zero_ext(c, term_param(t, 0), a[0]);
    case OP_BV_SEXT: return Z3_mk_sign_ext(c, term_param(t, 0), a[0]);
    case OP_BV_ULT: return Z3_mk_bvult(c, a[0], a[1]);
    case OP_BV_ULE: return Z3_mk_bvule(c, a[0], a[1]);
    case OP_BV_SLT: return Z3_mk_bvslt(c, a[0], a[1]);
    case OP_BV_SLE: return Z3_mk_bvsle(c, a[0], a[1]);
    default: return make_float(t, a);
    }
}

/* By zero: the evaluator says 0, and the dividend as remainder. */
static Z3_ast make_int_division(enum term_op op, const Z3_ast *a) {
    Z3_ast zero = hold(Z3_mk_int64(z3.c, 0, Z3_mk_int_sort(z3.c))),
           by_zero = hold(Z3_mk_eq(z3.c, a[1], zero));
    Z3_ast r = hold(op == OP_INT_DIV ? Z3_mk_div(z3.c, a[0], a[1]) : Z3_mk_mod(z3.c, a[0], a[1]));
    return Z3_mk_ite(z3.c, by_zero, op == OP_INT_DIV ? zero : a[0], r);
}

static Z3_ast make_term(term t, const Z3_ast *a, uint32_t n) {
    Z3_context c = z3.c;
    switch (term_op_of(t)) {
    case OP_TRUE: return Z3_mk_true(c);
    case OP_FALSE: return Z3_mk_false(c);
    case OP_CONST: return make_constant(term_sort(t), term_value(t));
    case OP_VAR: return Z3_mk_const(c, Z3_mk_string_symbol(c, term_name(t)), z3_sort(term_sort(t)));
    case OP_NOT: return Z3_mk_not(c, a[0]);
    case OP_AND: return Z3_mk_and(c, n, a);
    case OP_OR: return Z3_mk_or(c, n, a);
    case OP_EQ: return Z3_mk_eq(c, a[0], a[1]);
    case OP_ITE: return Z3_mk_ite(c, a[0], a[1], a[2]);
    case OP_INT_ADD: return Z3_mk_add(c, n, a);
    case OP_INT_MUL: return Z3_mk_mul(c, n, a);
    case OP_INT_DIV:
    case OP_INT_MOD: return make_int_division(term_op_of(t), a);
    case OP_INT_LT: return Z3_mk_lt(c, a[0], a[1]);
    case OP_INT_LE: return Z3_mk_le(c, a[0], a[1]);
    case OP_SELECT: return Z3_mk_select(c, a[0], a[1]);
    case OP_STORE: return Z3_mk_store(c, a[0], a[1], a[2]);
    case OP_CONST_ARRAY: return Z3_mk_const_array(c, z3_sort(sort_index(term_sort(t))), a[0]);
    default: return make_bv(t, a, n);
    }
}

static Z3_ast known(term t) { return t < z3.terms.n ? z3.terms.at[t] : NULL; }

/* Pushes the arguments of t that are not translated yet; true if there are none. */
static bool arguments_ready(term t) {
    uint32_t before = z3.stack.n;
    for (uint32_t i = 0; i < term_arity(t); i++)
        if (!known(term_arg(t, i))) VEC_PUSH(&z3.stack, term_arg(t, i));
    return z3.stack.n == before;
}

Z3_ast z3_term(term root) {
    if (known(root)) return known(root);
    VEC_PUSH(&z3.stack, root);
    while (z3.stack.n) {
        term t = VEC_LAST(&z3.stack);
        if (!known(t) && !arguments_ready(t)) continue;
        (void)VEC_POP(&z3.stack);
        if (known(t)) continue;
        VEC_CLEAR(&z3.args);
        for (uint32_t i = 0; i < term_arity(t); i++) VEC_PUSH(&z3.args, known(term_arg(t, i)));
        Z3_ast made = make_term(t, z3.args.at, z3.args.n);
        if (!made) made = Z3_mk_false(z3.c); /* z3_context_error() is set: nobody will trust this */
        Z3_inc_ref(z3.c, made);
        drop_held();
        if (t >= z3.terms.n) VEC_RESIZE(&z3.terms, terms_count());
        z3.terms.at[t] = made;
    }
    return known(root);
}

/* ---- solvers ---- */

bool z3_context_stopped(void) { return stop_requested() || z3_context_error(); }

void z3_leave_signals_alone(Z3_solver solver) {
    Z3_context c = z3_context();
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    Z3_params_set_bool(c, p, Z3_mk_string_symbol(c, "ctrl_c"), false);
    Z3_solver_set_params(c, solver, p);
    Z3_params_dec_ref(c, p);
}

void z3_set_timeout(Z3_solver solver, double seconds) {
    Z3_context c = z3_context();
    Z3_params p = Z3_mk_params(c);
    Z3_params_inc_ref(c, p);
    double ms = seconds * 1000;
    Z3_params_set_uint(c, p, Z3_mk_string_symbol(c, "timeout"),
                       seconds <= 0 || ms > 4e9 ? 4294967295u
                       : ms < 1                 ? 1
                                                : (unsigned)ms);
    Z3_solver_set_params(c, solver, p);
    Z3_params_dec_ref(c, p);
}
