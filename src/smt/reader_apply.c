/* Operators of SMT-LIB on arguments that nobody has looked at: names, numbers of arguments and
 * sorts are checked here, because the constructors of term.h take for granted that they fit.
 *
 * Most operators are rows of a table: how the name groups its arguments, of which sort they are,
 * and the constructor for two of them. */
#include "smt/reader_apply.h"

#include <string.h>

#include "term/subst.h"

/* f(a, b, c) as f(f(a, b), c), f(a, f(b, c)), f(a, b) & f(b, c), all pairs, or two arguments
 * only. */
enum grouping { LEFT, RIGHT, CHAIN, PAIRS, TWO };
/* Of the arguments, all of one sort; MIXED: bit-vectors of any widths. */
enum argument_kind { OF_BOOL, OF_BV, OF_INT, OF_ANY, MIXED };

typedef term (*binary)(term, term);

struct operator_row {
    const char *name;
    enum grouping grouping;
    enum argument_kind kind;
    binary make;
};

static term greater(term a, term b) { return term_int_lt(b, a); }
static term at_least(term a, term b) { return term_int_le(b, a); }
static term ugt(term a, term b) { return term_ult(b, a); }
static term uge(term a, term b) { return term_ule(b, a); }
static term sgt(term a, term b) { return term_slt(b, a); }
static term sge(term a, term b) { return term_sle(b, a); }
static term differs(term a, term b) { return term_not(term_eq(a, b)); }
static term not_and(term a, term b) { return term_bv_not(term_bv_and(a, b)); }
static term not_or(term a, term b) { return term_bv_not(term_bv_or(a, b)); }
static term not_xor(term a, term b) { return term_bv_not(term_bv_xor(a, b)); }
static term compared(term a, term b) { return term_bool_to_bv(term_eq(a, b), 1); }

static const struct operator_row rows[] = {
    {"=", CHAIN, OF_ANY, term_eq},        {"distinct", PAIRS, OF_ANY, differs},
    {"=>", RIGHT, OF_BOOL, term_implies}, {"xor", LEFT, OF_BOOL, differs},
    {"bvadd", LEFT, OF_BV, term_bv_add},  {"bvsub", LEFT, OF_BV, term_bv_sub},
    {"bvmul", LEFT, OF_BV, term_bv_mul},  {"bvand", LEFT, OF_BV, term_bv_and},
    {"bvor", LEFT, OF_BV, term_bv_or},    {"bvxor", LEFT, OF_BV, term_bv_xor},
    {"bvnand", TWO, OF_BV, not_and},      {"bvnor", TWO, OF_BV, not_or},
    {"bvxnor", TWO, OF_BV, not_xor},      {"bvcomp", TWO, OF_BV, compared},
    {"bvudiv", TWO, OF_BV, term_bv_udiv}, {"bvurem", TWO, OF_BV, term_bv_urem},
    {"bvsdiv", TWO, OF_BV, term_bv_sdiv}, {"bvsrem", TWO, OF_BV, term_bv_srem},
    {"bvshl", TWO, OF_BV, term_bv_shl},   {"bvlshr", TWO, OF_BV, term_bv_lshr},
    {"bvashr", TWO, OF_BV, term_bv_ashr}, {"concat", LEFT, MIXED, term_concat},
    {"bvult", CHAIN, OF_BV, term_ult},    {"bvule", CHAIN, OF_BV, term_ule},
    {"bvslt", CHAIN, OF_BV, term_slt},    {"bvsle", CHAIN, OF_BV, term_sle},
    {"bvugt", CHAIN, OF_BV, ugt},         {"bvuge", CHAIN, OF_BV, uge},
    {"bvsgt", CHAIN, OF_BV, sgt},         {"bvsge", CHAIN, OF_BV, sge},
    {"+", LEFT, OF_INT, term_int_add},    {"-", LEFT, OF_INT, term_int_sub},
    {"*", LEFT, OF_INT, term_int_mul},    {"div", LEFT, OF_INT, term_int_div},
    {"mod", TWO, OF_INT, term_int_mod},   {"<", CHAIN, OF_INT, term_int_lt},
    {"<=", CHAIN, OF_INT, term_int_le},   {">", CHAIN, OF_INT, greater},
    {">=", CHAIN, OF_INT, at_least},
};

static const struct operator_row *find_row(const char *name) {
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i].name, name)) return &rows[i];
    return NULL;
}

static bool is_kind(term t, enum argument_kind kind) {
    enum sort_kind k = sort_kind_of(term_sort(t));
    switch (kind) {
    case OF_BOOL: return k == SORT_BOOL;
    case OF_BV:
    case MIXED: return k == SORT_BV;
    case OF_INT: return k == SORT_INT;
    case OF_ANY: return true;
    }
    return false;
}

static bool fits(const struct operator_row *row, const term *a, uint32_t n) {
    uint64_t width = 0;
    if (n < 2 || (row->grouping == TWO && n != 2)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!is_kind(a[i], row->kind)) return false;
        if (row->kind != MIXED && term_sort(a[i]) != term_sort(a[0])) return false;
        if (row->kind == MIXED) width += term_width(a[i]);
    }
    return width <= BV_MAX_WIDTH;
}

static term group(const struct operator_row *row, const term *a, uint32_t n) {
    term t = row->grouping == RIGHT ? a[n - 1] : a[0];
    switch (row->grouping) {
    case LEFT:
    case TWO:
        for (uint32_t i = 1; i < n; i++) t = row->make(t, a[i]);
        return t;
    case RIGHT:
        for (uint32_t i = n - 1; i-- > 0;) t = row->make(a[i], t);
        return t;
    case CHAIN:
        t = term_true();
        for (uint32_t i = 0; i + 1 < n; i++) t = term_and(t, row->make(a[i], a[i + 1]));
        return t;
    case PAIRS:
        t = term_true();
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t j = i + 1; j < n; j++) t = term_and(t, row->make(a[i], a[j]));
        return t;
    }
    return t;
}

/* ---- operators that are no rows ---- */

static const char *const op_names[OP_COUNT] = {
#define OP(name, smt) [OP_##name] = smt,
    TERM_OP_ROWS(OP)
#undef OP
};

static enum term_op find_op(const char *name) {
    for (enum term_op op = OP_NOT; op < OP_COUNT; op++)
        if (!strcmp(op_names[op], name)) return op;
    return OP_COUNT;
}

static value concat_values(value high, uint32_t low_width, value low) {
    for (uint32_t i = 0; i < low_width; i++) high = (value){high.lo << 1, high.hi << 1 | high.lo >> 63};
    return (value){high.lo | low.lo, high.hi | low.hi};
}

bool reader_float_is_known(uint32_t e, uint32_t s) {
    static const uint32_t known[][2] = {{8, 24}, {11, 53}, {15, 64}, {15, 113}, {5, 11}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i][0] == e && known[i][1] == s) return true;
    return false;
}

/* (fp sign exponent fraction) of constants */
static term read_fp(const term *a, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!term_is_const(a[i]) || sort_kind_of(term_sort(a[i])) != SORT_BV) return TERM_NONE;
    if (n != 3 || !reader_float_is_known(term_width(a[1]), term_width(a[2]) + 1)) return TERM_NONE;
    uint32_t e = term_width(a[1]), f = term_width(a[2]);
    value v = concat_values(concat_values(term_value(a[0]), e, term_value(a[1])), f, term_value(a[2]));
    return term_float_bits(sort_float(e, f + 1), v);
}

static term read_unary(const char *name, term a) {
    if (!strcmp(name, "-") && is_kind(a, OF_INT)) return term_int_sub(term_int(0), a);
    if (!strcmp(name, "abs") && is_kind(a, OF_INT))
        return term_ite(term_int_lt(a, term_int(0)), term_int_sub(term_int(0), a), a);
    if (!strcmp(name, "bvneg") && is_kind(a, OF_BV)) return term_bv_neg(a);
    return TERM_NONE;
}

/* The sort that the operator's result has for these arguments. */
static sort result_sort(enum term_op op, const term *a, uint32_t n) {
    sort first = term_sort(a[0]);
    switch (op) {
    case OP_BV_NOT: return first;
    case OP_ITE: return n > 1 ? term_sort(a[1]) : first;
    case OP_SELECT: return sort_kind_of(first) == SORT_ARRAY ? sort_element(first) : first;
    case OP_STORE: return first;
    case OP_FP_TO_BITS: return sort_bv(sort_width(first));
    default: return op >= OP_FP_ADD && op < OP_FP_LT ? first : sort_bool();
    }
}

static term read_other(const char *name, const term *a, uint32_t n) {
    enum term_op op = find_op(name);
    bool one_argument = (op == OP_AND || op == OP_OR) && n == 1;
    if (one_argument && is_kind(a[0], OF_BOOL)) return a[0];
    bool known = op <= OP_ITE || op == OP_BV_NOT || op == OP_SELECT || op == OP_STORE ||
                 (op >= OP_FP_ADD && op < OP_FP_FROM_BITS);
    if (op == OP_FP_TO_BITS && n == 1 && sort_kind_of(term_sort(a[0])) == SORT_FLOAT) known = true;
    return known ? term_checked(op, result_sort(op, a, n), a, n, 0, 0) : TERM_NONE;
}

term reader_apply(const char *name, const term *a, uint32_t n) {
    const struct operator_row *row = find_row(name);
    term t = TERM_NONE;
    if (!n) return TERM_NONE;
    if (row && fits(row, a, n)) return group(row, a, n);
    if (n == 1) t = read_unary(name, a[0]);
    if (t == TERM_NONE && !strcmp(name, "fp")) t = read_fp(a, n);
    return t == TERM_NONE && !row ? read_other(name, a, n) : t;
}

/* ---- indexed operators ---- */

/* (_ to_fp e s): from bits, a float or a signed integer, as the arguments' sorts say. */
static enum term_op conversion(const char *name, term a, bool rounded) {
    if (!strcmp(name, "to_fp_unsigned")) return OP_FP_FROM_UBV;
    if (sort_kind_of(term_sort(a)) == SORT_FLOAT) return OP_FP_FROM_FP;
    return rounded ? OP_FP_FROM_SBV : OP_FP_FROM_BITS;
}

static term read_rotated(term a, uint32_t by, bool left) {
    uint32_t width = term_width(a), n = left ? by % width : (width - by % width) % width;
    if (!n) return a;
    return term_concat(term_extract(a, width - 1 - n, 0), term_extract(a, width - 1, width - n));
}

term reader_apply_indexed(const char *name, uint32_t x, uint32_t y, term a, bool rounded) {
    bool is_bv = is_kind(a, OF_BV);
    uint32_t width = is_bv ? term_width(a) : 0;
    if (!strcmp(name, "extract"))
        return term_checked(OP_BV_EXTRACT, x >= y && x < width ? sort_bv(x - y + 1) : term_sort(a), &a, 1, x,
                            y);
    bool wider = is_bv && x <= BV_MAX_WIDTH - width;
    if (!strcmp(name, "zero_extend")) return wider ? term_zext(a, width + x) : TERM_NONE;
    if (!strcmp(name, "sign_extend")) return wider ? term_sext(a, width + x) : TERM_NONE;
    if (!strcmp(name, "rotate_left") && is_bv) return read_rotated(a, x, true);
    if (!strcmp(name, "rotate_right") && is_bv) return read_rotated(a, x, false);
    if (!strncmp(name, "to_fp", 5) && reader_float_is_known(x, y))
        return term_checked(conversion(name, a, rounded), sort_float(x, y), &a, 1, 0, 0);
    bool to_bits = !strcmp(name, "fp.to_sbv") || !strcmp(name, "fp.to_ubv");
    if (!to_bits || x < 1 || x > BV_MAX_WIDTH) return TERM_NONE;
    return term_checked(name[6] == 's' ? OP_FP_TO_SBV : OP_FP_TO_UBV, sort_bv(x), &a, 1, x, 0);
}
