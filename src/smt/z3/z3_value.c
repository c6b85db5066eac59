/* Values out of Z3's models. An array is a chain of stores over a constant array, a function given
 * by its graph (as-array), or, now and then, a lambda, which is read at every index of a small
 * sort; all become array values. */
#include "smt/z3/z3_context.h"

#include <string.h>

#include "util/fail.h"

/* v * 10 + digit, by 32-bit limbs; false if that needs more than 127 bits. */
static bool append_digit(value *v, uint32_t digit) {
    uint32_t limb[4] = {(uint32_t)v->lo, (uint32_t)(v->lo >> 32), (uint32_t)v->hi, (uint32_t)(v->hi >> 32)};
    uint64_t carry = digit;
    for (int i = 0; i < 4; i++) {
        carry += (uint64_t)limb[i] * 10;
        limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    *v = (value){(uint64_t)limb[1] << 32 | limb[0], (uint64_t)limb[3] << 32 | limb[2]};
    return carry == 0 && limb[3] >> 31 == 0;
}

static bool read_int(Z3_ast a, value *v) {
    const char *text = Z3_get_numeral_string(z3_context(), a);
    bool negative = *text == '-';
    *v = value_of(0);
    for (text += negative; *text; text++)
        if (*text < '0' || *text > '9' || !append_digit(v, (uint32_t)(*text - '0'))) return false;
    if (negative) *v = (value){~v->lo + 1, ~v->hi + (v->lo == 0)};
    return true;
}

static bool read_bits(Z3_ast a, uint32_t width, value *v) {
    *v = value_of(0);
    if (width <= 64) return Z3_get_numeral_uint64(z3_context(), a, &v->lo);
    const char *text = Z3_get_numeral_binary_string(z3_context(), a);
    for (; *text; text++) *v = (value){v->lo << 1 | (*text == '1'), v->hi << 1 | v->lo >> 63};
    return true;
}

/* Evaluates an application to a constant in the model. */
static bool evaluate(Z3_model m, Z3_ast a, sort s, value *v) {
    Z3_ast r = NULL;
    if (!a || !Z3_model_eval(z3_context(), m, a, true, &r) || !r) return false;
    Z3_inc_ref(z3_context(), r);
    bool ok = sort_kind_of(s) != SORT_BV || Z3_get_ast_kind(z3_context(), r) == Z3_NUMERAL_AST;
    ok = ok && (sort_kind_of(s) == SORT_BV ? read_bits(r, sort_width(s), v) : z3_read_value(m, r, s, v));
    Z3_dec_ref(z3_context(), r);
    return ok;
}

/* A float constant through its bits; all NaNs are the evaluator's one. */
static bool read_float(Z3_model m, Z3_ast a, sort s, value *v) {
    if (!Z3_is_numeral_ast(z3_context(), a)) return false;
    if (Z3_fpa_is_numeral_nan(z3_context(), a)) {
        term zero = term_float_bits(s, value_of(0));
        *v = term_value(term_fp(OP_FP_DIV, zero, zero, TERM_NONE));
        return true;
    }
    return evaluate(m, Z3_mk_fpa_to_ieee_bv(z3_context(), a), sort_bv(sort_width(s)), v);
}

static bool read_graph(Z3_model m, Z3_ast a, sort s, value *v) {
    Z3_context c = z3_context();
    Z3_func_interp f = Z3_model_get_func_interp(c, m, Z3_get_as_array_func_decl(c, a));
    if (!f) return false;
    Z3_func_interp_inc_ref(c, f);
    value element, index;
    bool ok = evaluate(m, Z3_func_interp_get_else(c, f), sort_element(s), &element);
    if (ok) *v = array_value_const(element);
    for (unsigned i = 0; ok && i < Z3_func_interp_get_num_entries(c, f); i++) {
        Z3_func_entry e = Z3_func_interp_get_entry(c, f, i);
        Z3_func_entry_inc_ref(c, e);
        ok = evaluate(m, Z3_func_entry_get_arg(c, e, 0), sort_index(s), &index) &&
             evaluate(m, Z3_func_entry_get_value(c, e), sort_element(s), &element);
        if (ok) *v = array_value_store(*v, index, element);
        Z3_func_entry_dec_ref(c, e);
    }
    Z3_func_interp_dec_ref(c, f);
    return ok;
}

enum { LAMBDA_BITS = 12 };

static bool read_lambda(Z3_model m, Z3_ast a, sort s, value *v) {
    Z3_context c = z3_context();
    sort index = sort_index(s);
    if (sort_kind_of(index) != SORT_BV || sort_width(index) > LAMBDA_BITS) return false;
    bool ok = true;
    for (uint64_t i = 0; ok && i < UINT64_C(1) << sort_width(index); i++) {
        value element;
        Z3_ast at = Z3_mk_select(c, a, Z3_mk_unsigned_int64(c, i, Z3_mk_bv_sort(c, sort_width(index))));
        ok = evaluate(m, at, sort_element(s), &element);
        if (ok) *v = i ? array_value_store(*v, value_of(i), element) : array_value_const(element);
    }
    return ok;
}

/* Stores are walked from the outermost inwards and then applied the other way round. */
static bool read_stores(Z3_model m, Z3_ast a, sort s, value *v) {
    Z3_context c = z3_context();
    VEC(Z3_app) stores = {0};
    Z3_decl_kind kind;
    while (Z3_get_ast_kind(c, a) == Z3_APP_AST) {
        kind = Z3_get_decl_kind(c, Z3_get_app_decl(c, Z3_to_app(c, a)));
        if (kind != Z3_OP_STORE) break;
        VEC_PUSH(&stores, Z3_to_app(c, a));
        a = Z3_get_app_arg(c, Z3_to_app(c, a), 0);
    }
    value element, index;
    bool ok = false;
    if (Z3_is_as_array(c, a)) {
        ok = read_graph(m, a, s, v);
    } else if (Z3_get_ast_kind(c, a) == Z3_QUANTIFIER_AST) {
        ok = read_lambda(m, a, s, v);
    } else if (Z3_get_ast_kind(c, a) == Z3_APP_AST && kind == Z3_OP_CONST_ARRAY) {
        ok = evaluate(m, Z3_get_app_arg(c, Z3_to_app(c, a), 0), sort_element(s), &element);
        if (ok) *v = array_value_const(element);
    }
    for (uint32_t i = stores.n; ok && i-- > 0;) {
        ok = evaluate(m, Z3_get_app_arg(c, stores.at[i], 1), sort_index(s), &index) &&
             evaluate(m, Z3_get_app_arg(c, stores.at[i], 2), sort_element(s), &element);
        if (ok) *v = array_value_store(*v, index, element);
    }
    VEC_RELEASE(&stores);
    return ok;
}

bool z3_read_value(Z3_model m, Z3_ast a, sort s, value *v) {
    Z3_context c = z3_context();
    switch (sort_kind_of(s)) {
    case SORT_BOOL: {
        Z3_lbool b = Z3_get_bool_value(c, a);
        *v = value_of(b == Z3_L_TRUE);
        return b != Z3_L_UNDEF;
    }
    case SORT_BV: return Z3_get_ast_kind(c, a) == Z3_NUMERAL_AST && read_bits(a, sort_width(s), v);
    case SORT_INT: return Z3_get_ast_kind(c, a) == Z3_NUMERAL_AST && read_int(a, v);
    case SORT_FLOAT: return read_float(m, a, s, v);
    case SORT_ARRAY: return read_stores(m, a, s, v);
    }
    return false;
}
