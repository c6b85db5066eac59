#include "term/internal.h"

static term build_fp(enum term_op op, sort result, const term *args, uint32_t n) {
    if (op >= OP_FP_FROM_BITS) return term_fp_convert(op, args[0], result);
    return term_fp(op, args[0], n > 1 ? args[1] : TERM_NONE, n > 2 ? args[2] : TERM_NONE);
}

/* n-ary only where the table may hold operators with more than two arguments. */
term term_build(enum term_op op, sort result, const term *args, uint32_t n, uint32_t p0, uint32_t p1) {
    switch (op) {
    case OP_NOT: return term_not(args[0]);
    case OP_AND: return term_and_n(args, n);
    case OP_OR: return term_or_n(args, n);
    case OP_EQ: return term_eq(args[0], args[1]);
    case OP_ITE: return term_ite(args[0], args[1], args[2]);
    case OP_BV_ADD:
    case OP_INT_ADD: return term_sum(args, n);
    case OP_BV_MUL: return term_bv_mul(args[0], args[1]);
    case OP_BV_UDIV: return term_bv_udiv(args[0], args[1]);
    case OP_BV_UREM: return term_bv_urem(args[0], args[1]);
    case OP_BV_SDIV: return term_bv_sdiv(args[0], args[1]);
    case OP_BV_SREM: return term_bv_srem(args[0], args[1]);
    case OP_BV_AND: return term_bv_and(args[0], args[1]);
    case OP_BV_OR: return term_bv_or(args[0], args[1]);
    case OP_BV_XOR: return term_bv_xor(args[0], args[1]);
    case OP_BV_NOT: return term_bv_not(args[0]);
    case OP_BV_SHL: return term_bv_shl(args[0], args[1]);
    case OP_BV_LSHR: return term_bv_lshr(args[0], args[1]);
    case OP_BV_ASHR: return term_bv_ashr(args[0], args[1]);
    case OP_BV_CONCAT: return term_concat(args[0], args[1]);
    case OP_BV_EXTRACT: return term_extract(args[0], p0, p1);
    case OP_BV_ZEXT: return term_zext(args[0], sort_width(result));
    case OP_BV_SEXT: return term_sext(args[0], sort_width(result));
    case OP_BV_ULT: return term_ult(args[0], args[1]);
    case OP_BV_ULE: return term_ule(args[0], args[1]);
    case OP_BV_SLT: return term_slt(args[0], args[1]);
    case OP_BV_SLE: return term_sle(args[0], args[1]);
    case OP_INT_MUL: return term_int_mul(args[0], args[1]);
    case OP_INT_DIV: return term_int_div(args[0], args[1]);
    case OP_INT_MOD: return term_int_mod(args[0], args[1]);
    case OP_INT_LT: return term_int_lt(args[0], args[1]);
    case OP_INT_LE: return term_int_le(args[0], args[1]);
    case OP_SELECT: return term_select(args[0], args[1]);
    case OP_STORE: return term_store(args[0], args[1], args[2]);
    case OP_CONST_ARRAY: return term_const_array(result, args[0]);
    default: assert(op >= OP_FP_ADD); return build_fp(op, result, args, n);
    }
}

term term_rebuild(term like, const term *args) {
    const struct node *x = node_of(like);
    enum term_op op = (enum term_op)x->op;
    uint32_t params = op_params(op);
    if (!x->arity) return like;
    return term_build(op, x->sort, args, x->arity, params > 0 ? term_param(like, 0) : 0,
                      params > 1 ? term_param(like, 1) : 0);
}
