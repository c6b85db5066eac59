/* SMT-LIB 2.6 text. Every compound subterm that is used twice is bound by a let, in handle order,
 * so the text is linear in the DAG; the names ?1, ?2, ... avoid those of variables. */
#include "term/internal.h"

#include <ctype.h>
#include <string.h>

static const char *const op_names[OP_COUNT] = {
#define OP(name, smt) [OP_##name] = smt,
    TERM_OP_ROWS(OP)
#undef OP
};

void sort_print(struct strbuf *b, sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: strbuf_text(b, "Bool"); break;
    case SORT_INT: strbuf_text(b, "Int"); break;
    case SORT_BV: strbuf_printf(b, "(_ BitVec %u)", sort_width(s)); break;
    case SORT_FLOAT:
        strbuf_printf(b, "(_ FloatingPoint %u %u)", sort_exponent(s), sort_significand(s));
        break;
    case SORT_ARRAY:
        strbuf_text(b, "(Array ");
        sort_print(b, sort_index(s));
        strbuf_char(b, ' ');
        sort_print(b, sort_element(s));
        strbuf_char(b, ')');
        break;
    }
}

static bool is_reserved(const char *name) {
    static const char *const words[] = {
        "_",     "!",      "as",     "let",     "exists",      "forall",  "match",    "par",    "true",
        "false", "not",    "and",    "or",      "xor",         "ite",     "distinct", "select", "store",
        "const", "concat", "fp",     "div",     "mod",         "abs",     "RNE",      "RNA",    "RTP",
        "RTN",   "RTZ",    "BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i])) return true;
    return !strncmp(name, "bv", 2);
}

static bool is_simple_symbol(const char *name) {
    if (!*name || isdigit((unsigned char)*name) || is_reserved(name)) return false;
    for (const char *p = name; *p; p++)
        if (!isascii((unsigned char)*p) || (!isalnum((unsigned char)*p) && !strchr("~!@$%^&*_-+=<>.?/", *p)))
            return false;
    return true;
}

/* Neither | nor \ can stand in a quoted symbol; they are written as their codes. */
void term_print_symbol(struct strbuf *b, const char *name) {
    if (is_simple_symbol(name)) {
        strbuf_text(b, name);
        return;
    }
    strbuf_char(b, '|');
    for (const char *p = name; *p; p++)
        if (*p == '|' || *p == '\\') strbuf_printf(b, "%%%02x", (unsigned)*p);
        else strbuf_char(b, *p);
    strbuf_char(b, '|');
}

/* ---- constants ---- */

static void print_decimal(struct strbuf *b, u128 x) {
    char digits[48];
    size_t n = sizeof digits;
    digits[--n] = 0;
    do digits[--n] = (char)('0' + (int)(x % 10));
    while (x /= 10);
    strbuf_text(b, digits + n);
}

static void print_bits(struct strbuf *b, u128 x, uint32_t width) {
    strbuf_text(b, "#b");
    for (uint32_t i = width; i--;) strbuf_char(b, x >> i & 1 ? '1' : '0');
}

static void print_bv(struct strbuf *b, u128 x, uint32_t width) {
    if (width % 4) {
        strbuf_text(b, "(_ bv");
        print_decimal(b, x);
        strbuf_printf(b, " %u)", width);
        return;
    }
    strbuf_text(b, "#x");
    for (uint32_t i = width / 4; i--;) strbuf_char(b, "0123456789abcdef"[(unsigned)(x >> 4 * i & 15)]);
}

/* Where only a value may stand, as in a constant array, cvc5 takes those with a name and no (fp
 * ..): 0 is the one that matters. */
static void print_float(struct strbuf *b, sort s, u128 x) {
    uint32_t exponent = sort_exponent(s), fraction = sort_significand(s) - 1;
    u128 e = bits_cut(x >> fraction, exponent), f = bits_cut(x, fraction);
    const char *sign = x >> (exponent + fraction) & 1 ? "-" : "+";
    bool nan = e == bits_mask(exponent) && f;
    if (nan || ((!e || e == bits_mask(exponent)) && !f)) {
        strbuf_printf(b, "(_ %s%s %u %u)", nan ? "" : sign,
                      nan ? "NaN"
                      : e ? "oo"
                          : "zero",
                      exponent, fraction + 1);
        return;
    }
    strbuf_text(b, "(fp ");
    print_bits(b, x >> (exponent + fraction) & 1, 1);
    strbuf_char(b, ' ');
    print_bits(b, e, exponent);
    strbuf_char(b, ' ');
    print_bits(b, f, fraction);
    strbuf_char(b, ')');
}

static void print_int(struct strbuf *b, i128 n) {
    if (n >= 0) {
        print_decimal(b, (u128)n);
        return;
    }
    strbuf_text(b, "(- ");
    print_decimal(b, -(u128)n);
    strbuf_char(b, ')');
}

void value_print(struct strbuf *b, sort s, value v) {
    u128 x = value_bits(v);
    switch (sort_kind_of(s)) {
    case SORT_BOOL: strbuf_text(b, v.lo ? "true" : "false"); break;
    case SORT_INT: print_int(b, (i128)x); break;
    case SORT_BV: print_bv(b, x, sort_width(s)); break;
    case SORT_FLOAT: print_float(b, s, x); break;
    case SORT_ARRAY: term_print(b, term_const(s, v)); break;
    }
}

/* ---- terms ---- */

static const char *rounding(enum term_op op) {
    switch (op) {
    case OP_FP_ADD:
    case OP_FP_SUB:
    case OP_FP_MUL:
    case OP_FP_DIV:
    case OP_FP_FMA:
    case OP_FP_SQRT:
    case OP_FP_RINT:
    case OP_FP_FROM_FP:
    case OP_FP_FROM_SBV:
    case OP_FP_FROM_UBV: return " RNE";
    case OP_FP_TO_SBV:
    case OP_FP_TO_UBV: return " RTZ";
    default: return "";
    }
}

static void print_head(struct strbuf *b, term t) {
    enum term_op op = op_of(t);
    const char *name = op_names[op];
    sort s = term_sort(t);
    if (op == OP_BV_EXTRACT) strbuf_printf(b, "((_ extract %u %u)", term_param(t, 0), term_param(t, 1));
    else if (op_params(op)) strbuf_printf(b, "((_ %s %u)", name, term_param(t, 0));
    else if (op >= OP_FP_FROM_BITS && op != OP_FP_TO_BITS)
        strbuf_printf(b, "((_ %s %u %u)", name, sort_exponent(s), sort_significand(s));
    else if (op == OP_CONST_ARRAY) {
        strbuf_text(b, "((as const ");
        sort_print(b, s);
        strbuf_char(b, ')');
    } else {
        strbuf_char(b, '(');
        strbuf_text(b, name);
    }
    if (op >= OP_FP_ADD) strbuf_text(b, rounding(op));
}

struct print_frame {
    term t;
    uint32_t next; /* argument to print */
};

struct printer {
    struct strbuf *b;
    VEC(struct print_frame) stack;
};

/* By term: how often it is used in the term being printed; later the number of its let. Zero
 * between prints.
 */
static VEC(uint32_t) uses;
#define LET_FLAG 0x80000000u

static void print_let(struct strbuf *b, uint32_t number) {
    strbuf_char(b, '?');
    print_decimal(b, number);
}

static bool print_leaf(struct strbuf *b, term t, bool as_definition) {
    if (is_const(t)) value_print(b, term_sort(t), term_value(t));
    else if (is_op(t, OP_VAR)) term_print_symbol(b, term_name(t));
    else if (!as_definition && uses.at[t] & LET_FLAG) print_let(b, uses.at[t] & ~LET_FLAG);
    else return false;
    return true;
}

static void print_tree(struct printer *p, term root) {
    if (print_leaf(p->b, root, true)) return;
    VEC_PUSH(&p->stack, (struct print_frame){root, 0});
    print_head(p->b, root);
    while (p->stack.n) {
        struct print_frame *f = &VEC_LAST(&p->stack);
        if (f->next == node_of(f->t)->arity) {
            strbuf_char(p->b, ')');
            p->stack.n--;
            continue;
        }
        term x = arg(f->t, f->next++);
        strbuf_char(p->b, ' ');
        if (print_leaf(p->b, x, false)) continue;
        print_head(p->b, x);
        VEC_PUSH(&p->stack, (struct print_frame){x, 0});
    }
}

static void count_uses(const term_vec *all) {
    if (uses.n < terms.nodes.n) VEC_RESIZE(&uses, terms.nodes.n);
    for (uint32_t i = 0; i < all->n; i++)
        for (uint32_t k = 0; k < node_of(all->at[i])->arity; k++) uses.at[arg(all->at[i], k)]++;
}

/* The next number whose name is not that of a variable. */
static uint32_t next_let(uint32_t number) {
    char name[16];
    if (!terms.odd_names) return number + 1;
    do snprintf(name, sizeof name, "?%u", ++number);
    while (term_name_used(name));
    return number;
}

void term_print(struct strbuf *b, term t) {
    struct printer p = {.b = b};
    term_vec all = {0};
    uint32_t lets = 0, number = 0;
    term_subterms(t, &all);
    count_uses(&all);
    for (uint32_t i = 0; i + 1 < all.n; i++) {
        term u = all.at[i];
        if (!node_of(u)->arity || uses.at[u] < 2) continue;
        number = next_let(number);
        strbuf_text(b, "(let ((");
        print_let(b, number);
        strbuf_char(b, ' ');
        print_tree(&p, u);
        strbuf_text(b, ")) ");
        uses.at[u] = LET_FLAG | number;
        lets++;
    }
    print_tree(&p, t);
    while (lets--) strbuf_char(b, ')');
    for (uint32_t i = 0; i < all.n; i++) uses.at[all.at[i]] = 0;
    VEC_RELEASE(&p.stack);
    VEC_RELEASE(&all);
}

void print_release(void) { VEC_RELEASE(&uses); }

char *term_text(term t) {
    struct strbuf b = {0};
    term_print(&b, t);
    return strbuf_take(&b);
}
