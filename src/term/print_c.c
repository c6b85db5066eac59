/* Terms as C expressions, for traces, witnesses and reports.
 *
 * A bit-vector is said as an unsigned expression of the smallest type of 8, 16, 32, 64 bits that
 * holds it. Where the C type of a variable (or array element) is not known, it may be signed, so it
 * is cast to unsigned wherever C would not convert it anyway because another operand is unsigned.
 * Where it is known, a signed relation of signed variables and an unsigned one of unsigned
 * variables need no cast, and an unsigned bound on a signed variable is said as a range: for int x,
 * the term (bvule x 7) is 0 <= x && x <= 7. Results in narrow types are cast back, since C computes
 * in int; widths that no C type has are cut by a mask. Signed relations cast both sides. Not
 * sayable: widths above 64, arrays as values, integers beyond 64 bits, floats, and signed division
 * that C leaves undefined.
 *
 * Shared subterms are written out each time; a limit on text and depth keeps the tree of a DAG from
 * exploding, and above it the answer is that it cannot be said. */
#include "term/internal.h"

#include <string.h>

enum { TEXT_MAX = 1 << 16, DEPTH_MAX = 200 };

struct c_printer {
    struct strbuf *b;
    struct term_words words;
    size_t start;
    uint32_t depth;
    bool failed;
};

static void print(struct c_printer *p, term t);

static void text(struct c_printer *p, const char *s) { strbuf_text(p->b, s); }

/* The width of the C type that holds w bits; 0 if there is none. */
static uint32_t c_width(uint32_t w) { return w <= 8 ? 8 : w <= 16 ? 16 : w <= 32 ? 32 : w <= 64 ? 64 : 0; }

static const char *c_type(uint32_t w, bool is_signed) {
    switch (c_width(w)) {
    case 8: return is_signed ? "signed char" : "unsigned char";
    case 16: return is_signed ? "short" : "unsigned short";
    case 32: return is_signed ? "int" : "unsigned int";
    default: return is_signed ? "long long" : "unsigned long long";
    }
}

static bool is_bv(term t) { return sort_kind_of(term_sort(t)) == SORT_BV; }

/* The type of a variable, or of an element of one, that has the width of its C type. */
static enum c_kind kind(const struct c_printer *p, term t) {
    term var = is_op(t, OP_SELECT) ? arg(t, 0) : t;
    if (!p->words.kind_of || !is_op(var, OP_VAR) || !is_bv(t) || width_of(t) != c_width(width_of(t)))
        return C_UNKNOWN;
    return p->words.kind_of(p->words.context, var);
}

static bool is_signed_var(const struct c_printer *p, term t) { return kind(p, t) == C_SIGNED; }

/* Does the text of t surely have an unsigned type, or a narrow one without negative values? */
static bool is_unsigned(const struct c_printer *p, term t) {
    enum c_kind k = kind(p, t);
    return (!is_op(t, OP_VAR) && !is_op(t, OP_SELECT)) || k == C_UNSIGNED || k == C_POINTER;
}

/* As an unsigned expression with a value below 2^w, whatever the C type of a variable. */
static void print_unsigned(struct c_printer *p, term t) {
    uint32_t w = width_of(t);
    if (is_bv(t) && is_unsigned(p, t)) {
        print(p, t);
        return;
    }
    bool mask = is_bv(t) && w != c_width(w);
    if (mask) text(p, "(");
    if (is_bv(t)) strbuf_printf(p->b, "(%s)", c_type(w, false));
    print(p, t);
    if (mask) strbuf_printf(p->b, " & 0x%llxu%s)", (unsigned long long)bits_mask(w), w > 32 ? "ll" : "");
}

/* An operand next to others: C converts it if one of them is unsigned and it is not promoted. */
static void operand(struct c_printer *p, term t, bool converted) {
    bool exact = is_bv(t) && (width_of(t) == 32 || width_of(t) == 64);
    if (!is_bv(t) || (exact && converted)) print(p, t);
    else print_unsigned(p, t);
}

/* An operand of which only the value modulo 2^w matters, since what it is part of is cut to w bits:
 * of the lowest w bits of a variable, the variable. False if it is none of those. */
static bool print_loose(struct c_printer *p, term t) {
    if (!is_op(t, OP_BV_EXTRACT) || term_param(t, 1) || width_of(t) == c_width(width_of(t))) return false;
    uint32_t w = width_of(arg(t, 0));
    if (w != 32 && w != 64) return false;
    print_unsigned(p, arg(t, 0));
    return true;
}

static bool some_unsigned(const struct c_printer *p, term t) {
    for (uint32_t i = 0; i < node_of(t)->arity; i++)
        if (is_unsigned(p, arg(t, i))) return true;
    return false;
}

static void infix(struct c_printer *p, term t, const char *op) {
    bool converted = some_unsigned(p, t);
    text(p, "(");
    for (uint32_t i = 0; i < node_of(t)->arity; i++) {
        if (i) text(p, op);
        operand(p, arg(t, i), converted || i);
    }
    text(p, ")");
}

/* A result that may need more than w bits: cut to them. */
static void open_cut(struct c_printer *p, uint32_t w) {
    if (w != c_width(w)) text(p, "(");
    else if (w < 32) strbuf_printf(p->b, "(%s)", c_type(w, false));
}

static void close_cut(struct c_printer *p, uint32_t w) {
    if (w != c_width(w) && w <= 16) strbuf_printf(p->b, " %% %uu)", 1u << w);
    else if (w != c_width(w))
        strbuf_printf(p->b, " & 0x%llxu%s)", (unsigned long long)bits_mask(w), w > 32 ? "ll" : "");
}

/* Narrow factors would be promoted to int, where their product may overflow. */
static void product(struct c_printer *p, term t) {
    open_cut(p, width_of(t));
    if (width_of(t) < 32) text(p, "(1u * ");
    infix(p, t, " * ");
    if (width_of(t) < 32) text(p, ")");
    close_cut(p, width_of(t));
}

/* The summand without its sign; returns whether the sign is minus. */
static bool minus(term x) {
    if (is_scaled(x)) x = arg(x, 0);
    uint32_t w = width_of(x);
    return is_const(x) && bits_sign(const_bits(x), w) && const_bits(x) != (u128)1 << (w - 1);
}

static void print_magnitude(struct c_printer *p, term x, bool converted) {
    term c = is_scaled(x) ? arg(x, 0) : x;
    uint32_t w = width_of(c);
    if (!minus(x)) {
        if (w == c_width(w) || !print_loose(p, x)) operand(p, x, converted);
        return;
    }
    u128 m = bits_cut(-const_bits(c), w);
    if (x == c || m != 1) strbuf_printf(p->b, "%llu%s", (unsigned long long)m, w > 32 ? "ull" : "u");
    if (x != c && m != 1) text(p, " * ");
    if (x != c) operand(p, arg(x, 1), converted || m != 1);
}

/* Is some summand unsigned as it will be written? -1 * y is written without the factor. */
static bool sum_unsigned(const struct c_printer *p, term t) {
    for (uint32_t i = 0; i < node_of(t)->arity; i++) {
        term x = arg(t, i);
        bool bare = is_scaled(x) && const_bits(arg(x, 0)) == bits_mask(width_of(x));
        if (is_unsigned(p, bare ? arg(x, 1) : x)) return true;
    }
    return false;
}

/* x - y + 2 rather than 2 + x + 4294967295 * y. */
static void sum(struct c_printer *p, term t) {
    uint32_t n = node_of(t)->arity, printed = 0;
    bool converted = sum_unsigned(p, t);
    open_cut(p, width_of(t));
    text(p, "(");
    for (uint32_t round = 0; round < 3; round++) /* positive terms, negative ones, the constant */
        for (uint32_t i = 0; i < n; i++) {
            term x = arg(t, i);
            if (round != (is_const(x) ? 2u : minus(x) ? 1u : 0u)) continue;
            if (!printed && minus(x)) text(p, width_of(t) > 32 ? "0ull - " : "0u - ");
            else if (printed) text(p, minus(x) ? " - " : " + ");
            print_magnitude(p, x, converted || printed);
            printed++;
        }
    text(p, ")");
    close_cut(p, width_of(t));
}

/* As a signed number: a cast if the C type has the width, else shifted up and down. */
static void print_signed(struct c_printer *p, term t) {
    uint32_t w = width_of(t), c = c_width(w);
    if (is_const(t)) {
        i128 n = bits_signed(const_bits(t), w);
        if (n == -((i128)1 << 63)) text(p, "(-9223372036854775807ll - 1)");
        else if (n == INT32_MIN) text(p, "(-2147483647 - 1)");
        else strbuf_printf(p->b, w > 32 ? "%lldll" : "%lld", (long long)n);
        return;
    }
    if (is_signed_var(p, t)) {
        print(p, t);
        return;
    }
    if (is_op(t, OP_BV_SEXT) && is_signed_var(p, arg(t, 0)) && (w == 32 || w == 64)) {
        if (w == 64) text(p, "(long long)"); /* to 32 bits C extends by itself */
        print(p, arg(t, 0));
        return;
    }
    if (is_op(t, OP_BV_ZEXT) && kind(p, arg(t, 0)) == C_UNSIGNED && (w == 32 || w == 64)) {
        if (w == 64) text(p, "(long long)");
        print(p, arg(t, 0));
        return;
    }
    strbuf_printf(p->b, w < c ? "((%s)(" : "(%s)", c_type(w, true));
    if (w < c) print_unsigned(p, t);
    else print(p, t);
    if (w < c) strbuf_printf(p->b, " << %u) >> %u)", c - w, c - w);
}

static void infix_signed(struct c_printer *p, term t, const char *op) {
    text(p, "(");
    print_signed(p, arg(t, 0));
    text(p, op);
    print_signed(p, arg(t, 1));
    text(p, ")");
}

/* People write the constant last. */
static void relation_signed(struct c_printer *p, term t) {
    bool strict = is_op(t, OP_BV_SLT);
    if (!is_const(arg(t, 0))) {
        infix_signed(p, t, strict ? " < " : " <= ");
        return;
    }
    text(p, "(");
    print_signed(p, arg(t, 1));
    text(p, strict ? " > " : " >= ");
    print_signed(p, arg(t, 0));
    text(p, ")");
}

/* SMT-LIB's value for division by zero, said by a conditional unless the divisor is a constant. */
static void division(struct c_printer *p, term t, const char *op, bool is_signed, bool remainder) {
    term b = arg(t, 1);
    uint32_t w = width_of(t);
    bool guard = !is_const(b);
    /* INT_MIN / -1 */
    if (is_signed && !(is_const(b) && const_bits(b) != bits_mask(w))) p->failed = true;
    if (guard) {
        text(p, "(");
        print(p, b);
        text(p, " == 0 ? ");
        if (remainder) print_unsigned(p, arg(t, 0));
        else strbuf_printf(p->b, "0x%llxu%s", (unsigned long long)bits_mask(w), w > 32 ? "ll" : "");
        text(p, " : ");
    }
    if (is_signed) {
        strbuf_printf(p->b, "(%s)", c_type(w, false));
        open_cut(p, w);
        infix_signed(p, t, op);
        close_cut(p, w);
    } else infix(p, t, op);
    if (guard) text(p, ")");
}

static void print_const(struct c_printer *p, term t) {
    sort s = term_sort(t);
    u128 x = const_bits(t);
    switch (sort_kind_of(s)) {
    case SORT_BOOL: text(p, x ? "1" : "0"); return;
    case SORT_BV:
        if (sort_width(s) > 64) p->failed = true;
        strbuf_printf(p->b, "%llu%s", (unsigned long long)x, sort_width(s) > 32 ? "ull" : "u");
        return;
    case SORT_INT:
        if ((i128)x != (i128)(int64_t)x) p->failed = true;
        strbuf_printf(p->b, (i128)x < 0 ? "(%lldll)" : "%lldll", (long long)x);
        return;
    default: p->failed = true;
    }
}

static void slice(struct c_printer *p, term t) {
    uint32_t high = term_param(t, 0), low = term_param(t, 1), w = high - low + 1, from = width_of(arg(t, 0));
    open_cut(p, w);
    if (w == c_width(w) && w >= 32) strbuf_printf(p->b, "(%s)", c_type(w, false));
    if (low) text(p, "(");
    print_unsigned(p, arg(t, 0));
    if (low) strbuf_printf(p->b, " >> %u)", low);
    if (high + 1 < from || w == c_width(w)) close_cut(p, w);
    else if (w != c_width(w)) text(p, ")");
}

static void concatenation(struct c_printer *p, term t) {
    strbuf_printf(p->b, "((%s)", c_type(width_of(t) < 32 ? 32 : width_of(t), false));
    print_unsigned(p, arg(t, 0));
    strbuf_printf(p->b, " << %u | ", width_of(arg(t, 1)));
    print_unsigned(p, arg(t, 1));
    text(p, ")");
}

static void extension(struct c_printer *p, term t) {
    uint32_t w = width_of(t);
    bool is_signed = is_op(t, OP_BV_SEXT);
    term x = arg(t, 0);
    /* what was cut by an unsigned mask has the type already */
    bool cut = !is_signed && w == 32 &&
               (is_op(x, OP_BV_ADD) || (is_op(x, OP_BV_EXTRACT) && width_of(arg(x, 0)) == 32)) &&
               width_of(x) != c_width(width_of(x));
    if (is_signed && w != c_width(w)) text(p, "(");
    if (!cut) strbuf_printf(p->b, "(%s)", c_type(w, false));
    if (is_signed) print_signed(p, arg(t, 0));
    else print_unsigned(p, arg(t, 0));
    if (is_signed) close_cut(p, w);
}

/* Shifts by the width or more are 0 (or the sign) in SMT-LIB and undefined in C. */
static void shift(struct c_printer *p, term t) {
    uint32_t w = width_of(t);
    bool arithmetic = is_op(t, OP_BV_ASHR);
    if (arithmetic) strbuf_printf(p->b, "(%s)", c_type(w, false));
    text(p, "(");
    print_unsigned(p, arg(t, 1));
    strbuf_printf(p->b, " >= %u ? ", w);
    if (arithmetic)
        p->failed |= w != c_width(w), text(p, "("), print_signed(p, arg(t, 0)), text(p, " < 0 ? -1 : 0)");
    else text(p, "0");
    text(p, " : ");
    open_cut(p, w);
    text(p, "(");
    if (arithmetic) print_signed(p, arg(t, 0));
    else print_unsigned(p, arg(t, 0));
    text(p, is_op(t, OP_BV_SHL) ? " << " : " >> ");
    print_unsigned(p, arg(t, 1));
    text(p, ")");
    close_cut(p, w);
    text(p, ")");
}

/* ---- relations ---- */

/* A constant beside an expression without negative values, in which an int is converted if need
 * be. */
static void print_plain(struct c_printer *p, term t, term beside) {
    bool small = is_bv(t) && is_const(t) && const_bits(t) <= INT32_MAX;
    if (small && is_unsigned(p, beside) && width_of(t) >= 8) strbuf_printf(p->b, "%d", (int)const_bits(t));
    else operand(p, t, true);
}

/* x < 0 and x >= 0 are said of the highest bit. */
static bool sign_test(struct c_printer *p, term a, term b, bool equal) {
    if (!is_const(a) || !is_op(b, OP_BV_EXTRACT) || width_of(b) != 1) return false;
    term x = arg(b, 0);
    if (!is_signed_var(p, x) || term_param(b, 1) != width_of(x) - 1) return false;
    bool negative = (const_bits(a) == 1) == equal;
    text(p, "(");
    print(p, x);
    text(p, negative ? " < 0)" : " >= 0)");
    return true;
}

/* state == IDLE */
static bool named_equality(struct c_printer *p, term a, term b, const char *op) {
    if (!p->words.constant_of || !is_bv(a) || !is_const(a) || !is_op(b, OP_VAR) || width_of(b) > 64)
        return false;
    const char *name = p->words.constant_of(p->words.context, b, (uint64_t)const_bits(a));
    if (!name) return false;
    text(p, "(");
    print(p, b);
    strbuf_printf(p->b, "%s%s)", op, name);
    return true;
}

/* Signed variables are compared with each other and with constants as they are. */
static bool plain_equality(struct c_printer *p, term a, term b, const char *op) {
    bool left = is_signed_var(p, b), right = is_signed_var(p, a) || is_const(a);
    if (!is_bv(a) || !left || !right) return false;
    text(p, "(");
    print(p, b);
    text(p, op);
    print_signed(p, a);
    text(p, ")");
    return true;
}

/* The constant stands last, as people write it, and as a small negative number where it is one: C
 * converts that to the other side's unsigned type. */
static void equality(struct c_printer *p, term t, bool equal) {
    term a = arg(t, 0), b = arg(t, 1);
    const char *op = equal ? " == " : " != ";
    if (is_bv(a) && (named_equality(p, a, b, op) || sign_test(p, a, b, equal) || plain_equality(p, a, b, op)))
        return;
    bool converted = some_unsigned(p, t);
    text(p, "(");
    operand(p, b, converted);
    text(p, op);
    uint32_t w = width_of(a);
    i128 n = is_bv(a) && is_const(a) ? bits_signed(const_bits(a), w) : 0;
    if (n < 0 && n > -65536 && (w == 32 || w == 64)) strbuf_printf(p->b, "%d", (int)n);
    else print_plain(p, a, b);
    text(p, ")");
}

/* An unsigned bound c on a signed variable x. As signed numbers, 0 .. 2^(w-1)-1 come before
 * -2^(w-1) .. -1. */
static bool bound_on_signed(struct c_printer *p, term t) {
    term a = arg(t, 0), b = arg(t, 1);
    bool strict = is_op(t, OP_BV_ULT), upper = is_const(b);
    term x = upper ? a : b, c = upper ? b : a;
    if (!is_signed_var(p, x) || !is_const(c)) return false;
    bool negative = bits_sign(const_bits(c), width_of(c));
    const char *op = upper ? (strict ? " < " : " <= ") : strict ? " > " : " >= ";
    text(p, "(");
    if (upper && !negative) text(p, "0 <= "), print(p, x), text(p, " && ");
    print(p, x);
    text(p, op);
    print_signed(p, c);
    if (upper && negative) text(p, " || "), print(p, x), text(p, " >= 0");
    if (!upper && negative) text(p, " && "), print(p, x), text(p, " < 0");
    if (!upper && !negative) text(p, " || "), print(p, x), text(p, " < 0");
    text(p, ")");
    return true;
}

static void relation(struct c_printer *p, term t) {
    const char *op = is_op(t, OP_BV_ULT) ? " < " : " <= ";
    term a = arg(t, 0), b = arg(t, 1);
    if (bound_on_signed(p, t)) return;
    if (!is_const(a) && !is_const(b)) {
        infix(p, t, op);
        return;
    }
    text(p, "(");
    if (is_const(a)) { /* people write the constant last */
        operand(p, b, true);
        text(p, is_op(t, OP_BV_ULT) ? " > " : " >= ");
        print_plain(p, a, b);
    } else {
        operand(p, a, true);
        text(p, op);
        print_plain(p, b, a);
    }
    text(p, ")");
}

static void negation(struct c_printer *p, term t) {
    if (is_op(arg(t, 0), OP_EQ)) {
        equality(p, arg(t, 0), false);
        return;
    }
    text(p, "!");
    print(p, arg(t, 0));
}

static void conditional(struct c_printer *p, term t) {
    text(p, "(");
    print(p, arg(t, 0));
    text(p, " ? ");
    operand(p, arg(t, 1), false);
    text(p, " : ");
    operand(p, arg(t, 2), false);
    text(p, ")");
}

/* c <= x, in any of its forms. */
static bool is_lower_bound(term t) {
    bool order = is_op(t, OP_BV_ULE) || is_op(t, OP_BV_ULT) || is_op(t, OP_BV_SLE) || is_op(t, OP_BV_SLT);
    return order && is_const(arg(t, 0)) && !is_const(arg(t, 1));
}

/* c <= x && x <= y, in this order and form. */
static bool between(struct c_printer *p, term t) {
    if (node_of(t)->arity != 2) return false;
    uint32_t k = is_lower_bound(arg(t, 0)) ? 0 : 1;
    term low = arg(t, k), high = arg(t, 1 - k);
    bool is_signed = is_op(low, OP_BV_SLE), fits = is_signed || is_op(low, OP_BV_ULE);
    if (!is_lower_bound(low) || !fits || is_lower_bound(high) || node_of(high)->arity != 2) return false;
    if (arg(high, 0) != arg(low, 1)) return false;
    text(p, "(");
    if (is_signed) infix_signed(p, low, " <= ");
    else {
        text(p, "(");
        print_plain(p, arg(low, 0), arg(low, 1));
        text(p, " <= ");
        operand(p, arg(low, 1), true);
        text(p, ")");
    }
    text(p, " && ");
    print(p, high);
    text(p, ")");
    return true;
}

static void print_compound(struct c_printer *p, term t) {
    switch (op_of(t)) {
    case OP_NOT: negation(p, t); break;
    case OP_AND:
        if (!between(p, t)) infix(p, t, " && ");
        break;
    case OP_OR: infix(p, t, " || "); break;
    case OP_EQ: equality(p, t, true); break;
    case OP_ITE: conditional(p, t); break;
    case OP_BV_ADD: sum(p, t); break;
    case OP_BV_MUL: product(p, t); break;
    case OP_INT_ADD: infix(p, t, " + "); break;
    case OP_INT_MUL: infix(p, t, " * "); break;
    case OP_BV_UDIV: division(p, t, " / ", false, false); break;
    case OP_BV_UREM: division(p, t, " % ", false, true); break;
    case OP_BV_SDIV: division(p, t, " / ", true, false); break;
    case OP_BV_SREM: division(p, t, " % ", true, true); break;
    case OP_BV_AND: infix(p, t, " & "); break;
    case OP_BV_OR: infix(p, t, " | "); break;
    case OP_BV_XOR: infix(p, t, " ^ "); break;
    case OP_BV_NOT:
        open_cut(p, width_of(t));
        text(p, "~");
        print_unsigned(p, arg(t, 0));
        close_cut(p, width_of(t));
        break;
    case OP_BV_SHL:
    case OP_BV_LSHR:
    case OP_BV_ASHR: shift(p, t); break;
    case OP_BV_CONCAT: concatenation(p, t); break;
    case OP_BV_EXTRACT: slice(p, t); break;
    case OP_BV_ZEXT:
    case OP_BV_SEXT: extension(p, t); break;
    case OP_BV_ULT:
    case OP_BV_ULE: relation(p, t); break;
    case OP_BV_SLT:
    case OP_BV_SLE: relation_signed(p, t); break;
    case OP_INT_LE: infix(p, t, " <= "); break;
    case OP_INT_LT: infix(p, t, " < "); break;
    case OP_SELECT:
        print(p, arg(t, 0));
        text(p, "[");
        operand(p, arg(t, 1), false);
        text(p, "]");
        break;
    default: p->failed = true;
    }
}

static void print_name(struct c_printer *p, term t) {
    if (kind(p, t) == C_POINTER) strbuf_printf(p->b, "(%s)", c_type(width_of(t), false));
    text(p, p->words.name_of ? p->words.name_of(p->words.context, t) : term_name(t));
}

static void print(struct c_printer *p, term t) {
    bool wide = is_bv(t) && width_of(t) > 64;
    if (wide || p->depth >= DEPTH_MAX || p->b->n - p->start > TEXT_MAX) p->failed = true;
    if (p->failed) return;
    p->depth++;
    if (is_const(t)) print_const(p, t);
    else if (is_op(t, OP_VAR)) print_name(p, t);
    else print_compound(p, t);
    p->depth--;
}

bool term_print_c_words(struct strbuf *b, term t, const struct term_words *words) {
    struct c_printer p = {.b = b, .words = *words, .start = b->n};
    print(&p, t);
    if (p.failed && b->text) {
        b->n = p.start;
        b->text[b->n] = 0;
    }
    if (!p.failed) print_tidy(b, p.start);
    return !p.failed;
}

bool term_print_c(struct strbuf *b, term t, const char *(*name_of)(void *context, term var), void *context) {
    return term_print_c_words(b, t, &(struct term_words){.name_of = name_of, .context = context});
}
