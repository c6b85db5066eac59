/* A BTOR2 model as a C program: one loop, one step of the model per round.
 *
 *     uint64_t counter = 0;
 *     for (;;) {
 *         uint64_t n6 = __VERIFIER_nondet_ulong() & 0xff;          an input
 *         uint64_t n7 = (counter + 1) & 0xff;
 *         if (!constraint) break;
 *         if (bad) reach_error();
 *         counter = n7;
 *     }
 *
 * Words are uint64_t with their unused bits 0; functions at the top of the file give division and
 * shifts the meaning that BTOR2 has for them. Memories are arrays, hence of at most 2^20
 * elements. */
#include <inttypes.h>

#include "btor2/emit.h"

enum { MAX_C_WIDTH = 64, MAX_C_INDEX = 20 };

static const char prologue[] =
    "#include <stdint.h>\n#include <string.h>\n"
    "typedef uint64_t word;\n"
    "extern unsigned long __VERIFIER_nondet_ulong(void);\nextern void reach_error(void);\n"
    "static word mask(word x, unsigned w) { return w == 64 ? x : x & (((word)1 << w) - 1); }\n"
    "static word input(unsigned w) { return mask(__VERIFIER_nondet_ulong(), w); }\n"
    "static int minus(word x, unsigned w) { return (int)(x >> (w - 1) & 1); }\n"
    "static word sext(word x, unsigned w, unsigned to) {\n"
    "    return minus(x, w) ? mask(x | ~mask(~(word)0, w), to) : x;\n}\n"
    "static word flip(word x, unsigned w) { return x ^ (word)1 << (w - 1); } /* signed order as unsigned */\n"
    "static word neg(word x, unsigned w) { return mask(0 - x, w); }\n"
    "static word absolute(word x, unsigned w) { return minus(x, w) ? neg(x, w) : x; }\n"
    "static word udiv(word a, word b, unsigned w) { return b ? a / b : mask(~(word)0, w); }\n"
    "static word urem(word a, word b) { return b ? a % b : a; }\n"
    "static word sdiv(word a, word b, unsigned w) {\n"
    "    word q = udiv(absolute(a, w), absolute(b, w), w);\n"
    "    return minus(a, w) != minus(b, w) ? neg(q, w) : q;\n}\n"
    "static word srem(word a, word b, unsigned w) {\n"
    "    word r = urem(absolute(a, w), absolute(b, w));\n    return minus(a, w) ? neg(r, w) : r;\n}\n"
    "static word smod(word a, word b, unsigned w) {\n"
    "    word r = srem(a, b, w);\n"
    "    return r && b && minus(a, w) != minus(b, w) ? mask(r + b, w) : r;\n}\n"
    "static word sll(word a, word n, unsigned w) { return n >= w ? 0 : mask(a << n, w); }\n"
    "static word srl(word a, word n, unsigned w) { return n >= w ? 0 : a >> n; }\n"
    "static word sra(word a, word n, unsigned w) {\n"
    "    word fill = minus(a, w) ? mask(~(word)0, w) : 0;\n"
    "    return n >= w ? fill : n == 0 ? a : a >> n | mask(fill << (w - n), w);\n}\n"
    "static word rol(word a, word n, unsigned w) {\n"
    "    n %= w;\n    return n == 0 ? a : mask(a << n, w) | a >> (w - n);\n}\n"
    "static word ror(word a, word n, unsigned w) { return rol(a, w - n % w, w); }\n"
    "static word parity(word x) {\n    word p = 0;\n    for (; x; x &= x - 1) p ^= 1;\n    return p;\n}\n"
    "static word uaddo(word a, word b, unsigned w) { return w == 64 ? a + b < a : (a + b) >> w & 1; }\n"
    "static word saddo(word a, word b, unsigned w) {\n"
    "    return minus(a, w) == minus(b, w) && minus(mask(a + b, w), w) != minus(a, w);\n}\n"
    "static word ssubo(word a, word b, unsigned w) {\n"
    "    return minus(a, w) != minus(b, w) && minus(mask(a - b, w), w) != minus(a, w);\n}\n"
    "static word umulo(word a, word b, unsigned w) { return a && b > mask(~(word)0, w) / a; }\n"
    "static word smulo(word a, word b, unsigned w) {\n"
    "    word x = absolute(a, w), y = absolute(b, w), half = (word)1 << (w - 1);\n"
    "    word limit = minus(a, w) != minus(b, w) ? half : half - 1;\n    return x && y > limit / x;\n}\n"
    "static word sdivo(word a, word b, unsigned w) {\n"
    "    return a == (word)1 << (w - 1) && b == mask(~(word)0, w);\n}\n\n";

struct writer {
    struct strbuf *b;
    const struct btor2_model *m;
};

static bool is_supported(const struct btor2_model *m) {
    for (uint32_t i = 1; i < m->nodes.n; i++) {
        struct btor2_sort s = m->nodes.at[i].sort;
        if (s.width > MAX_C_WIDTH || s.index > MAX_C_INDEX || s.element > MAX_C_WIDTH) return false;
    }
    return true;
}

/* A word as an expression; a memory as its name. */
static void print_ref(struct writer *w, btor2_ref r) {
    if (btor2_negated(r))
        strbuf_printf(w->b, "mask(~n%u, %u)", btor2_node_of(r), btor2_at(w->m, r)->sort.width);
    else strbuf_printf(w->b, "n%u", btor2_node_of(r));
}

/* `format` has %a, %b and %c for arguments, %w for the width of the first one, %v for that of the
 * second. */
static void print_pattern(struct writer *w, const struct btor2_node *n, const char *format) {
    for (; *format; format++) {
        if (*format != '%') {
            strbuf_char(w->b, *format);
            continue;
        }
        format++;
        if (*format == 'w') strbuf_printf(w->b, "%u", btor2_at(w->m, n->args[0])->sort.width);
        else if (*format == 'v') strbuf_printf(w->b, "%u", btor2_at(w->m, n->args[1])->sort.width);
        else print_ref(w, n->args[*format - 'a']);
    }
}

static const char *pattern_of(enum btor2_op op) {
    static const char *const patterns[BTOR2_OP_COUNT] = {
        [BTOR2_UEXT] = "%a",
        [BTOR2_NOT] = "mask(~%a, %w)",
        [BTOR2_INC] = "mask(%a + 1, %w)",
        [BTOR2_DEC] = "mask(%a - 1, %w)",
        [BTOR2_NEG] = "neg(%a, %w)",
        [BTOR2_REDAND] = "%a == mask(~(word)0, %w)",
        [BTOR2_REDOR] = "%a != 0",
        [BTOR2_REDXOR] = "parity(%a)",
        [BTOR2_IFF] = "%a == %b",
        [BTOR2_IMPLIES] = "!%a || %b",
        [BTOR2_EQ] = "%a == %b",
        [BTOR2_NEQ] = "%a != %b",
        [BTOR2_UGT] = "%a > %b",
        [BTOR2_UGTE] = "%a >= %b",
        [BTOR2_ULT] = "%a < %b",
        [BTOR2_ULTE] = "%a <= %b",
        [BTOR2_SGT] = "flip(%a, %w) > flip(%b, %w)",
        [BTOR2_SGTE] = "flip(%a, %w) >= flip(%b, %w)",
        [BTOR2_SLT] = "flip(%a, %w) < flip(%b, %w)",
        [BTOR2_SLTE] = "flip(%a, %w) <= flip(%b, %w)",
        [BTOR2_AND] = "%a & %b",
        [BTOR2_NAND] = "mask(~(%a & %b), %w)",
        [BTOR2_OR] = "%a | %b",
        [BTOR2_NOR] = "mask(~(%a | %b), %w)",
        [BTOR2_XOR] = "%a ^ %b",
        [BTOR2_XNOR] = "mask(~(%a ^ %b), %w)",
        [BTOR2_ROL] = "rol(%a, %b, %w)",
        [BTOR2_ROR] = "ror(%a, %b, %w)",
        [BTOR2_SLL] = "sll(%a, %b, %w)",
        [BTOR2_SRL] = "srl(%a, %b, %w)",
        [BTOR2_SRA] = "sra(%a, %b, %w)",
        [BTOR2_ADD] = "mask(%a + %b, %w)",
        [BTOR2_SUB] = "mask(%a - %b, %w)",
        [BTOR2_MUL] = "mask(%a * %b, %w)",
        [BTOR2_UDIV] = "udiv(%a, %b, %w)",
        [BTOR2_UREM] = "urem(%a, %b)",
        [BTOR2_SDIV] = "sdiv(%a, %b, %w)",
        [BTOR2_SREM] = "srem(%a, %b, %w)",
        [BTOR2_SMOD] = "smod(%a, %b, %w)",
        [BTOR2_UADDO] = "uaddo(%a, %b, %w)",
        [BTOR2_SADDO] = "saddo(%a, %b, %w)",
        [BTOR2_USUBO] = "%a < %b",
        [BTOR2_SSUBO] = "ssubo(%a, %b, %w)",
        [BTOR2_UMULO] = "umulo(%a, %b, %w)",
        [BTOR2_SMULO] = "smulo(%a, %b, %w)",
        [BTOR2_UDIVO] = "0",
        [BTOR2_SDIVO] = "sdivo(%a, %b, %w)",
        [BTOR2_CONCAT] = "%a << %v | %b",
        [BTOR2_READ] = "%a[%b]",
        [BTOR2_ITE] = "%a ? %b : %c",
    };
    return patterns[op];
}

static uint64_t rows(const struct btor2_node *n) { return (uint64_t)1 << n->sort.index; }

/* Memories are computed by copying: "word n7[4]; memcpy(n7, n5, sizeof n7); n7[n3] = n4;". */
static void print_memory(struct writer *w, uint32_t node) {
    const struct btor2_node *n = &w->m->nodes.at[node];
    strbuf_printf(w->b, "        word n%u[%" PRIu64 "];\n        ", node, rows(n));
    if (n->op == BTOR2_WRITE) {
        strbuf_printf(w->b, "memcpy(n%u, n%u, sizeof n%u);\n        n%u[", node, btor2_node_of(n->args[0]),
                      node, node);
        print_ref(w, n->args[1]);
        strbuf_text(w->b, "] = ");
        print_ref(w, n->args[2]);
    } else {
        strbuf_printf(w->b, "memcpy(n%u, ", node);
        print_ref(w, n->args[0]);
        strbuf_printf(w->b, " ? n%u : n%u, sizeof n%u)", btor2_node_of(n->args[1]), btor2_node_of(n->args[2]),
                      node);
    }
    strbuf_text(w->b, ";\n");
}

static void print_word(struct writer *w, uint32_t node) {
    const struct btor2_node *n = &w->m->nodes.at[node];
    bool memories = n->args[0] && btor2_is_memory(btor2_at(w->m, n->args[0])) && n->op != BTOR2_READ;
    strbuf_printf(w->b, "        word n%u = ", node);
    if (n->op == BTOR2_INPUT) {
        strbuf_printf(w->b, "input(%u)", n->sort.width);
    } else if (n->op == BTOR2_SLICE) {
        strbuf_text(w->b, "mask(");
        print_ref(w, n->args[0]);
        strbuf_printf(w->b, " >> %u, %u)", n->params[1], n->sort.width);
    } else if (n->op == BTOR2_SEXT) {
        strbuf_text(w->b, "sext(");
        print_ref(w, n->args[0]);
        strbuf_printf(w->b, ", %u, %u)", btor2_at(w->m, n->args[0])->sort.width, n->sort.width);
    } else if (memories) {
        strbuf_printf(w->b, "memcmp(n%u, n%u, sizeof n%u) %s 0", btor2_node_of(n->args[0]),
                      btor2_node_of(n->args[1]), btor2_node_of(n->args[0]), n->op == BTOR2_EQ ? "==" : "!=");
    } else {
        print_pattern(w, n, pattern_of(n->op));
    }
    strbuf_text(w->b, ";\n");
}

static void print_node(struct writer *w, uint32_t node) {
    const struct btor2_node *n = &w->m->nodes.at[node];
    if (n->op == BTOR2_STATE || n->op == BTOR2_CONST) return;
    if (!btor2_is_memory(n)) {
        print_word(w, node);
    } else if (n->op == BTOR2_INPUT) {
        strbuf_printf(w->b,
                      "        word n%u[%" PRIu64 "];\n        for (word i = 0; i < %" PRIu64
                      "; i++) n%u[i] = input(%u);\n",
                      node, rows(n), rows(n), node, n->sort.element);
    } else {
        print_memory(w, node);
    }
}

static void print_constants(struct writer *w) {
    for (uint32_t i = 1; i < w->m->nodes.n; i++) {
        const struct btor2_node *n = &w->m->nodes.at[i];
        if (n->op != BTOR2_CONST) continue;
        mpz_srcptr v = w->m->constants.at[n->index];
        strbuf_printf(w->b, "    const word n%u = %" PRIu64 "u;\n", i, (uint64_t)mpz_get_ui(v));
    }
}

/* `name` becomes the value of the reference: nothing means an arbitrary one. */
static void print_fill(struct writer *w, const struct btor2_node *n, const char *name, uint32_t node,
                       btor2_ref to, const char *indent) {
    if (!btor2_is_memory(n)) {
        strbuf_printf(w->b, "%s%s%u = ", indent, name, node);
        if (to) print_ref(w, to);
        else strbuf_printf(w->b, "input(%u)", n->sort.width);
        strbuf_text(w->b, ";\n");
        return;
    }
    strbuf_printf(w->b, "%sfor (word i = 0; i < %" PRIu64 "; i++) %s%u[i] = ", indent, rows(n), name, node);
    if (!to) strbuf_printf(w->b, "input(%u)", n->sort.element);
    else print_ref(w, to);
    strbuf_text(w->b, to && btor2_is_memory(btor2_at(w->m, to)) ? "[i];\n" : ";\n");
}

static void print_declaration(struct writer *w, const char *name, uint32_t node) {
    const struct btor2_node *n = &w->m->nodes.at[node];
    if (btor2_is_memory(n)) strbuf_printf(w->b, "    static word %s%u[%" PRIu64 "];\n", name, node, rows(n));
    else strbuf_printf(w->b, "    word %s%u;\n", name, node);
}

static void print_states(struct writer *w) {
    for (uint32_t i = 0; i < w->m->states.n; i++) {
        uint32_t node = w->m->states.at[i].node;
        print_declaration(w, "n", node);
        print_declaration(w, "next", node);
        print_fill(w, &w->m->nodes.at[node], "n", node, w->m->states.at[i].init, "    ");
    }
}

static void print_step(struct writer *w, uint32_t property) {
    for (uint32_t i = 1; i < w->m->nodes.n; i++) print_node(w, i);
    for (uint32_t i = 0; i < w->m->constraints.n; i++) {
        strbuf_text(w->b, "        if (!");
        print_ref(w, w->m->constraints.at[i]);
        strbuf_text(w->b, ") break;\n");
    }
    strbuf_text(w->b, "        if (");
    print_ref(w, w->m->bads.at[property]);
    strbuf_text(w->b, ") reach_error();\n");
    for (int pass = 0; pass < 2; pass++) /* all next values first: they speak of the old ones */
        for (uint32_t i = 0; i < w->m->states.n; i++) {
            const struct btor2_state *s = &w->m->states.at[i];
            const struct btor2_node *n = &w->m->nodes.at[s->node];
            if (pass == 0) print_fill(w, n, "next", s->node, s->next, "        ");
            else if (!btor2_is_memory(n)) strbuf_printf(w->b, "        n%u = next%u;\n", s->node, s->node);
            else strbuf_printf(w->b, "        memcpy(n%u, next%u, sizeof n%u);\n", s->node, s->node, s->node);
        }
}

/* Initial values that are computed need their nodes before the loop; constants are all that C gets
 * here. */
static bool inits_are_leaves(const struct btor2_model *m) {
    for (uint32_t i = 0; i < m->states.n; i++) {
        btor2_ref init = m->states.at[i].init;
        enum btor2_op op = init ? btor2_at(m, init)->op : BTOR2_CONST;
        if (op != BTOR2_CONST && op != BTOR2_STATE) return false;
    }
    return true;
}

bool btor2_print_c(struct strbuf *b, const struct btor2_model *m, uint32_t property, struct error *e) {
    if (!is_supported(m) || !inits_are_leaves(m)) {
        error_set(e, NULL, 0, 0,
                  "C output is for words of at most 64 bits, memories of at most 2^20 elements, "
                  "and initial values that are constants or states");
        return false;
    }
    struct writer w = {b, m};
    strbuf_text(b, prologue);
    strbuf_text(b, "int main(void) {\n");
    print_constants(&w);
    print_states(&w);
    strbuf_text(b, "    for (;;) {\n");
    print_step(&w, property);
    strbuf_text(b, "    }\n    return 0;\n}\n");
    return true;
}
