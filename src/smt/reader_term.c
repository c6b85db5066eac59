/* Sorts and terms from the trees of reader.c: SMT-LIB as term_print writes it. */
#include "smt/reader.h"

#include <ctype.h>
#include <string.h>

/* ---- sorts ---- */

static uint32_t number(const struct reader *r, uint32_t node) {
    return (uint32_t)strtoul(reader_text(r, node), NULL, 10);
}

sort reader_sort(struct reader *r, uint32_t node) {
    const char *text = reader_text(r, node), *head = reader_text(r, reader_child(r, node, 0));
    const char *name = reader_text(r, reader_child(r, node, 1));
    if (!strcmp(text, "Bool")) return sort_bool();
    if (!strcmp(text, "Int")) return sort_int();
    if (!strcmp(head, "_") && !strcmp(name, "BitVec")) {
        uint32_t width = number(r, reader_child(r, node, 2));
        if (width >= 1 && width <= BV_MAX_WIDTH) return sort_bv(width);
    }
    if (!strcmp(head, "_") && !strcmp(name, "FloatingPoint"))
        return sort_float(number(r, reader_child(r, node, 2)), number(r, reader_child(r, node, 3)));
    if (!strcmp(head, "Array")) {
        sort index = reader_sort(r, reader_child(r, node, 1)),
             element = reader_sort(r, reader_child(r, node, 2));
        if (index && element) return sort_array(index, element);
    }
    if (!r->error->set) reader_error(r, "a sort that is not known", *text ? text : head);
    return 0;
}

/* ---- constants ---- */

static bool append_digit(value *v, uint32_t base, uint32_t digit) {
    uint64_t limb[4] = {v->lo & UINT32_MAX, v->lo >> 32, v->hi & UINT32_MAX, v->hi >> 32}, carry = digit;
    for (int i = 0; i < 4; i++) {
        carry += limb[i] * base;
        limb[i] = carry & UINT32_MAX;
        carry >>= 32;
    }
    *v = (value){limb[1] << 32 | limb[0], limb[3] << 32 | limb[2]};
    return carry == 0;
}

static bool read_digits(const char *text, uint32_t base, value *v) {
    *v = value_of(0);
    if (!*text) return false;
    for (; *text; text++) {
        char c = (char)tolower((unsigned char)*text);
        uint32_t digit = isdigit((unsigned char)c) ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f'    ? (uint32_t)(c - 'a') + 10
                                                   : 99;
        if (digit >= base || !append_digit(v, base, digit)) return false;
    }
    return true;
}

static term constant_atom(const char *text) {
    value v;
    size_t n = strlen(text);
    if (text[0] == '#' && text[1] == 'x' && n <= 34 && read_digits(text + 2, 16, &v))
        return term_const(sort_bv(4 * (uint32_t)(n - 2)), v);
    if (text[0] == '#' && text[1] == 'b' && n <= 130 && read_digits(text + 2, 2, &v))
        return term_const(sort_bv((uint32_t)(n - 2)), v);
    if (isdigit((unsigned char)*text) && read_digits(text, 10, &v)) return term_const(sort_int(), v);
    return TERM_NONE;
}

static term read_atom_term(struct reader *r, uint32_t node) {
    const char *text = reader_text(r, node);
    uint32_t i = reader_symbol(r, text);
    if (i) return r->symbols.at[i].t;
    if (!strcmp(text, "true")) return term_true();
    if (!strcmp(text, "false")) return term_false();
    term t = constant_atom(text);
    if (t == TERM_NONE) reader_error(r, "a symbol that is not declared", text);
    return t;
}

/* (_ bvN w) and (_ NaN e s) */
static term read_indexed(struct reader *r, uint32_t node) {
    const char *name = reader_text(r, reader_child(r, node, 1));
    uint32_t a = number(r, reader_child(r, node, 2)), b = number(r, reader_child(r, node, 3));
    value v;
    if (!strncmp(name, "bv", 2) && a >= 1 && a <= BV_MAX_WIDTH && read_digits(name + 2, 10, &v))
        return term_const(sort_bv(a), v);
    if (!strcmp(name, "NaN")) {
        term zero = term_float_bits(sort_float(a, b), value_of(0));
        return term_fp(OP_FP_DIV, zero, zero, TERM_NONE);
    }
    reader_error(r, "a constant that is not known", name);
    return TERM_NONE;
}

/* ---- operators ---- */

struct reader_frame {
    uint32_t node, next; /* the list, and its next child to be read */
    uint32_t base;       /* of its arguments on the stack of terms */
    bool is_let;
};

struct term_builder {
    struct reader *r;
    VEC(struct reader_frame) frames;
    term_vec values;
};

static const char *const op_names[OP_COUNT] = {
#define OP(name, smt) [OP_##name] = smt,
    TERM_OP_ROWS(OP)
#undef OP
};

typedef term (*binary)(term, term);

static term fold(binary f, const term *a, uint32_t n) {
    term t = a[0];
    for (uint32_t i = 1; i < n; i++) t = f(t, a[i]);
    return t;
}

static const binary folds[OP_COUNT] = {
    [OP_EQ] = term_eq,           [OP_BV_ADD] = term_bv_add,    [OP_BV_MUL] = term_bv_mul,
    [OP_BV_UDIV] = term_bv_udiv, [OP_BV_UREM] = term_bv_urem,  [OP_BV_SDIV] = term_bv_sdiv,
    [OP_BV_SREM] = term_bv_srem, [OP_BV_AND] = term_bv_and,    [OP_BV_OR] = term_bv_or,
    [OP_BV_XOR] = term_bv_xor,   [OP_BV_SHL] = term_bv_shl,    [OP_BV_LSHR] = term_bv_lshr,
    [OP_BV_ASHR] = term_bv_ashr, [OP_BV_CONCAT] = term_concat, [OP_BV_ULT] = term_ult,
    [OP_BV_ULE] = term_ule,      [OP_BV_SLT] = term_slt,       [OP_BV_SLE] = term_sle,
    [OP_INT_ADD] = term_int_add, [OP_INT_MUL] = term_int_mul,  [OP_INT_DIV] = term_int_div,
    [OP_INT_MOD] = term_int_mod, [OP_INT_LT] = term_int_lt,    [OP_INT_LE] = term_int_le,
    [OP_SELECT] = term_select,
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

/* (fp sign exponent fraction) of constants */
static term read_fp(const term *a) {
    uint32_t e = term_width(a[1]), f = term_width(a[2]);
    value v = concat_values(concat_values(term_value(a[0]), e, term_value(a[1])), f, term_value(a[2]));
    return term_float_bits(sort_float(e, f + 1), v);
}

static term apply_plain(struct reader *r, const char *name, const term *a, uint32_t n) {
    enum term_op op = find_op(name);
    if (op != OP_COUNT && folds[op] && n >= 2) return fold(folds[op], a, n);
    if (!strcmp(name, "-") && n == 1) return term_int_sub(term_int(0), a[0]);
    if (!strcmp(name, "fp") && n == 3 && term_is_const(a[0]) && term_is_const(a[1]) && term_is_const(a[2]))
        return read_fp(a);
    if (op == OP_NOT && n == 1) return term_not(a[0]);
    if (op == OP_AND) return term_and_n(a, n);
    if (op == OP_OR) return term_or_n(a, n);
    if (op == OP_ITE && n == 3) return term_ite(a[0], a[1], a[2]);
    if (op == OP_STORE && n == 3) return term_store(a[0], a[1], a[2]);
    if (op == OP_BV_NOT && n == 1) return term_bv_not(a[0]);
    if (op == OP_FP_TO_BITS && n == 1) return term_fp_convert(op, a[0], sort_bv(term_width(a[0])));
    if (op >= OP_FP_ADD && op < OP_FP_FROM_BITS && n >= 1 && n <= 3)
        return term_fp(op, a[0], n > 1 ? a[1] : TERM_NONE, n > 2 ? a[2] : TERM_NONE);
    reader_error(r, "an operator that is not known, or with other arguments", name);
    return TERM_NONE;
}

/* (_ to_fp e s): from bits, a float or a signed integer, as the arguments' sorts say. */
static enum term_op conversion(const char *name, term a, bool rounded) {
    if (!strcmp(name, "to_fp_unsigned")) return OP_FP_FROM_UBV;
    if (sort_kind_of(term_sort(a)) == SORT_FLOAT) return OP_FP_FROM_FP;
    return rounded ? OP_FP_FROM_SBV : OP_FP_FROM_BITS;
}

static term apply_indexed(struct reader *r, uint32_t node, const term *a, uint32_t n) {
    uint32_t head = reader_child(r, node, 0);
    const char *name = reader_text(r, reader_child(r, head, 1));
    uint32_t x = number(r, reader_child(r, head, 2)), y = number(r, reader_child(r, head, 3));
    bool rounded = !strncmp(reader_text(r, reader_child(r, node, 1)), "R", 1);
    if (!strcmp(reader_text(r, reader_child(r, head, 0)), "as") && n == 1) {
        sort s = reader_sort(r, reader_child(r, head, 2));
        return s ? term_const_array(s, a[0]) : TERM_NONE;
    }
    if (n == 1 && !strcmp(name, "extract") && x >= y && x < term_width(a[0])) return term_extract(a[0], x, y);
    if (n == 1 && !strcmp(name, "zero_extend")) return term_zext(a[0], term_width(a[0]) + x);
    if (n == 1 && !strcmp(name, "sign_extend")) return term_sext(a[0], term_width(a[0]) + x);
    if (n == 1 && !strncmp(name, "to_fp", 5))
        return term_fp_convert(conversion(name, a[0], rounded), a[0], sort_float(x, y));
    if (n == 1 && !strcmp(name, "fp.to_sbv")) return term_fp_convert(OP_FP_TO_SBV, a[0], sort_bv(x));
    if (n == 1 && !strcmp(name, "fp.to_ubv")) return term_fp_convert(OP_FP_TO_UBV, a[0], sort_bv(x));
    reader_error(r, "an indexed operator that is not known", name);
    return TERM_NONE;
}

static void push_value(struct term_builder *b, term t) { VEC_PUSH(&b->values, t); }

/* Starts a node: leaves give their value at once. */
static void enter(struct term_builder *b, uint32_t node) {
    struct reader *r = b->r;
    const char *head = reader_text(r, reader_child(r, node, 0));
    if (!node) {
        reader_error(r, "a term is missing", NULL);
    } else if (r->nodes.at[node].text) {
        push_value(b, read_atom_term(r, node));
    } else if (!strcmp(head, "_")) {
        push_value(b, read_indexed(r, node));
    } else if (!strcmp(head, "let")) {
        VEC_PUSH(&b->frames, (struct reader_frame){node, 0, b->values.n, true});
    } else {
        VEC_PUSH(&b->frames, (struct reader_frame){node, reader_child(r, node, 1), b->values.n, false});
    }
}

/* (let ((x t)) body): first t, then the body; the body's value is the let's. */
static void step_let(struct term_builder *b, struct reader_frame f) {
    struct reader *r = b->r;
    uint32_t binding = reader_child(r, reader_child(r, f.node, 1), 0);
    if (f.next == 0) {
        VEC_LAST(&b->frames).next = 1;
        enter(b, reader_child(r, binding, 1));
        return;
    }
    reader_define(r, reader_text(r, reader_child(r, binding, 0)), VEC_POP(&b->values));
    b->frames.n--;
    enter(b, reader_child(r, f.node, 2));
}

static void step_application(struct term_builder *b, struct reader_frame f) {
    struct reader *r = b->r;
    if (f.next) {
        const char *text = reader_text(r, f.next);
        VEC_LAST(&b->frames).next = r->nodes.at[f.next].next;
        if (strcmp(text, "RNE") && strcmp(text, "RTZ")) enter(b, f.next);
        return;
    }
    const char *name = reader_text(r, reader_child(r, f.node, 0));
    const term *args = b->values.at + f.base;
    uint32_t n = b->values.n - f.base;
    term t = *name ? apply_plain(r, name, args, n) : apply_indexed(r, f.node, args, n);
    b->values.n = f.base;
    b->frames.n--;
    push_value(b, t);
}

term reader_term(struct reader *r, uint32_t node) {
    struct term_builder b = {.r = r};
    enter(&b, node);
    while (b.frames.n && !r->error->set) {
        struct reader_frame f = VEC_LAST(&b.frames);
        if (f.is_let) step_let(&b, f);
        else step_application(&b, f);
    }
    term t = r->error->set ? TERM_NONE : b.values.at[0];
    VEC_RELEASE(&b.frames);
    VEC_RELEASE(&b.values);
    return t;
}
