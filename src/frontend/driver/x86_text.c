/* The text of inline assembly, as far as it is understood: which instructions there are, what their
 * operands are, and whether executing them one by one is exact. A text is taken only if all of it
 * is known:
 *
 *     lock; decl $0; sete $1           as LLVM has it: $0 is an operand, $$0 would be a number
 *     movl %gs:$1, $0                  not understood: an address in the text
 *
 * Each operand has to have the width of the instruction that uses it (registers may be wider), and
 * no input may be needed after an output that may lie in the same register was written. */
#include "frontend/driver/x86.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "frontend/driver/ir.h"

/* clang-format off */
static const struct known_operation {
    const char *name;
    enum x86_operation what;
    uint32_t operands;
} known[] = {
    {"lock", X86_NOTHING, 0},   {"nop", X86_NOTHING, 0},    {"pause", X86_NOTHING, 0},  {"rep", X86_NOTHING, 0},
    {"mfence", X86_NOTHING, 0}, {"lfence", X86_NOTHING, 0}, {"sfence", X86_NOTHING, 0}, {"mov", X86_MOV, 2},
    {"add", X86_ADD, 2},        {"sub", X86_SUB, 2},        {"and", X86_AND, 2},        {"or", X86_OR, 2},
    {"xor", X86_XOR, 2},        {"inc", X86_INC, 1},        {"dec", X86_DEC, 1},        {"neg", X86_NEG, 1},
    {"not", X86_NOT, 1},        {"xchg", X86_XCHG, 2},      {"xadd", X86_XADD, 2},      {"cmpxchg", X86_CMPXCHG, 2},
    {"bswap", X86_BSWAP, 1},    {"bt", X86_BT, 2},          {"bts", X86_BTS, 2},        {"btr", X86_BTR, 2},
    {"btc", X86_BTC, 2},        {"sbb", X86_SBB, 2},        {"cmp", X86_CMP, 2},        {"test", X86_TEST, 2},
    {"shl", X86_SHL, 2},        {"shr", X86_SHR, 2},        {"sar", X86_SAR, 2},        {"rol", X86_ROL, 2},
    {"ror", X86_ROR, 2},        {"sete", X86_SETE, 1},      {"setz", X86_SETE, 1},      {"setne", X86_SETNE, 1},
    {"setnz", X86_SETNE, 1},    {"sets", X86_SETS, 1},      {"setns", X86_SETNS, 1},    {"setc", X86_SETC, 1},
    {"setb", X86_SETC, 1},      {"setnc", X86_SETNC, 1},    {"setae", X86_SETNC, 1},
};
/* clang-format on */

/* ---- reading the text ---- */

struct assembly_operand *x86_operand_of(struct assembly *a, int i) {
    assert(i >= 0 && (uint32_t)i < a->operands.n);
    int tied = a->operands.at[i].tied;
    return &a->operands.at[tied >= 0 ? tied : i];
}

uint32_t x86_type_width(const struct assembly *a, LLVMTypeRef type) {
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return 8 * LLVMPointerSize(a->layout);
    return ir_width(type);
}

static uint32_t width_of_letter(char c) {
    return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' || c == 'k' ? 32 : c == 'q' ? 64 : 0;
}

/* "$0", "${1:b}" or "$$12". */
static bool parse_place(const struct assembly *a, const char *text, struct x86_place *p) {
    char *end;
    *p = (struct x86_place){.operand = X86_CONSTANT};
    if (!strncmp(text, "$$", 2)) {
        p->number = (uint64_t)strtoll(text + 2, &end, 0);
        return end > text + 2 && *end == 0;
    }
    bool braces = !strncmp(text, "${", 2);
    if (text[0] != '$' || !isdigit((unsigned char)text[braces ? 2 : 1])) return false;
    p->operand = (int)strtol(text + (braces ? 2 : 1), &end, 10);
    if (braces) {
        if (*end == ':') {
            p->width = width_of_letter(end[1]);
            if (!p->width) return false;
            end += 2;
        }
        if (*end++ != '}') return false;
    }
    return *end == 0 && (uint32_t)p->operand < a->operands.n;
}

/* The operation of a mnemonic, with or without a letter for the width. */
static const struct known_operation *find_operation(const char *name, uint32_t *width) {
    size_t n = strlen(name);
    *width = 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i].name, name)) return &known[i];
    if (n < 2 || !strchr("bwlq", name[n - 1])) return NULL;
    *width = width_of_letter(name[n - 1]);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == n - 1 && !strncmp(known[i].name, name, n - 1) &&
            known[i].what < X86_SETE && known[i].what != X86_NOTHING)
            return &known[i];
    return NULL;
}

/* Adding 0 to the top of the stack: the barrier of processors that have no other. */
static bool is_stack_barrier(const struct known_operation *k, const char *from, const char *to) {
    return k->what == X86_ADD && !strcmp(from, "$$0") &&
           (!strcmp(to, "0(%esp)") || !strcmp(to, "0(%rsp)") || !strcmp(to, "(%esp)") ||
            !strcmp(to, "(%rsp)"));
}

static char *trimmed(char *s) {
    while (isspace((unsigned char)*s)) s++;
    for (size_t n = strlen(s); n > 0 && isspace((unsigned char)s[n - 1]); n--) s[n - 1] = 0;
    return s;
}

static bool parse_instruction(struct x86_machine *m, char *text) {
    char *name = trimmed(text), *rest = name + strcspn(name, " \t");
    if (*rest) *rest++ = 0;
    rest = trimmed(rest);
    uint32_t width;
    const struct known_operation *k = find_operation(name, &width);
    if (!k) return false;
    if (k->operands == 0) return *rest == 0 || parse_instruction(m, rest); /* a prefix */
    char *comma = strchr(rest, ',');
    if ((comma != NULL) != (k->operands == 2) || m->n == X86_MOST) return false;
    if (comma) *comma++ = 0;
    char *from = trimmed(rest), *to = comma ? trimmed(comma) : from;
    if (comma && is_stack_barrier(k, from, to)) return true;
    struct x86_instruction i = {.what = k->what, .width = width, .from = {.operand = X86_NO_OPERAND}};
    if (comma && !parse_place(m->a, from, &i.from)) return false;
    if (!parse_place(m->a, to, &i.to) || i.to.operand == X86_CONSTANT) return false;
    m->code[m->n++] = i;
    return true;
}

/* "671:" in front of a statement. */
static char *without_label(char *s) {
    char *at = s;
    while (isdigit((unsigned char)*at)) at++;
    return at > s && *at == ':' ? trimmed(at + 1) : s;
}

static bool parse_statement(struct x86_machine *m, char *s, bool *elsewhere) {
    s = without_label(trimmed(s));
    bool ends = !strncmp(s, ".popsection", 11) || !strncmp(s, ".previous", 9);
    if (*elsewhere) {
        *elsewhere = !ends;
        return true;
    }
    if (!strncmp(s, ".pushsection .smp_locks", 23) || !strncmp(s, ".section .smp_locks", 19)) {
        *elsewhere = true;
        return true;
    }
    return *s == 0 || *s == '#' || (*s != '.' && parse_instruction(m, s));
}

static bool parse_text(struct x86_machine *m) {
    char *copy = mem_strdup(m->a->text);
    bool fine = true, elsewhere = false;
    for (char *at = copy; fine && at;) {
        char *end = at + strcspn(at, ";\n");
        char *next = *end ? end + 1 : NULL;
        *end = 0;
        fine = parse_statement(m, at, &elsewhere);
        at = next;
    }
    free(copy);
    return fine && !elsewhere;
}

/* ---- is it all understood? ---- */

static bool is_register(struct assembly *a, const struct x86_place *p) {
    return p->operand >= 0 && !x86_operand_of(a, p->operand)->indirect;
}

static uint32_t place_width(struct assembly *a, const struct x86_place *p) {
    if (p->operand < 0) return 0;
    return p->width ? p->width : x86_type_width(a, x86_operand_of(a, p->operand)->type);
}

bool x86_is_bit_operation(enum x86_operation o) { return o >= X86_BT && o <= X86_BTC; }
bool x86_is_set(enum x86_operation o) { return o >= X86_SETE; }
bool x86_is_shift(enum x86_operation o) { return o >= X86_SHL && o <= X86_ROR; }

/* May the operand have this width: memory exactly, a register at least? */
static bool fits(struct assembly *a, const struct x86_place *p, uint32_t width) {
    if (p->operand < 0) return true;
    uint32_t own = x86_type_width(a, x86_operand_of(a, p->operand)->type);
    bool memory = x86_operand_of(a, p->operand)->indirect;
    if (p->width && p->width != width) return false;
    return memory ? own == width : own >= width;
}

/* A bit's number in a register may be any; as a constant in the text it would be taken modulo the
 * width. */
static bool is_bit_number(struct assembly *a, const struct x86_place *p) {
    if (p->operand == X86_CONSTANT) return p->number < 32;
    const char *constraint = a->operands.at[p->operand].constraint;
    return is_register(a, p) && strchr(constraint, 'r') && strspn(constraint, "IJr") == strlen(constraint);
}

static bool settle_width(struct assembly *a, struct x86_instruction *i) {
    if (x86_is_set(i->what)) i->width = 8;
    else if (!i->width && is_register(a, &i->from)) i->width = place_width(a, &i->from);
    else if (!i->width && is_register(a, &i->to)) i->width = place_width(a, &i->to);
    if (x86_is_bit_operation(i->what) && !i->width && i->from.operand == X86_CONSTANT) i->width = 32;
    return i->width == 8 || i->width == 16 || i->width == 32 || i->width == 64;
}

static bool is_understood(struct assembly *a, struct x86_instruction *i) {
    if (!settle_width(a, i) || (i->what == X86_BSWAP && i->width < 32)) return false;
    if (i->what == X86_SBB && i->from.operand != i->to.operand) return false;
    if (x86_is_shift(i->what) && (i->from.operand != X86_CONSTANT || i->from.number >= i->width))
        return false;
    if (!x86_is_bit_operation(i->what)) return fits(a, &i->from, i->width) && fits(a, &i->to, i->width);
    if (!is_bit_number(a, &i->from) || (i->from.operand >= 0 && place_width(a, &i->from) != i->width))
        return false;
    uint32_t own = x86_type_width(a, x86_operand_of(a, i->to.operand)->type);
    return x86_operand_of(a, i->to.operand)->indirect ? own >= 8 : own == i->width;
}

struct assembly_operand *x86_accumulator(struct assembly *a) {
    for (uint32_t i = 0; i < a->operands.n; i++)
        if (a->operands.at[i].accumulator && a->operands.at[i].output && !a->operands.at[i].indirect)
            return &a->operands.at[i];
    return NULL;
}

static bool reads_input(struct assembly *a, const struct x86_place *p) {
    return p->operand >= 0 &&
           (!x86_operand_of(a, p->operand)->output || x86_operand_of(a, p->operand)->indirect);
}

/* An input may lie in the register of an output that was written, and so may the address of
 * memory. */
static bool reads_too_late(struct x86_machine *m) {
    bool written = false;
    for (uint32_t k = 0; k < m->n; k++) {
        const struct x86_instruction *i = &m->code[k];
        if (written && (reads_input(m->a, &i->from) || reads_input(m->a, &i->to))) return true;
        written |= is_register(m->a, &i->to) && !x86_operand_of(m->a, i->to.operand)->early;
        written |= (i->what == X86_XCHG || i->what == X86_XADD) && is_register(m->a, &i->from);
        written |= i->what == X86_CMPXCHG;
    }
    return false;
}

/* What an instruction changes has to be an output. */
static bool changes_outputs_only(struct x86_machine *m) {
    for (uint32_t k = 0; k < m->n; k++) {
        const struct x86_instruction *i = &m->code[k];
        bool reads = i->what == X86_CMP || i->what == X86_TEST || i->what == X86_BT;
        bool both = i->what == X86_XCHG || i->what == X86_XADD;
        if (!reads && !x86_operand_of(m->a, i->to.operand)->output) return false;
        if (both && (i->from.operand < 0 || !x86_operand_of(m->a, i->from.operand)->output)) return false;
        struct assembly_operand *acc = i->what == X86_CMPXCHG ? x86_accumulator(m->a) : NULL;
        if (i->what == X86_CMPXCHG && (!acc || x86_type_width(m->a, acc->type) != i->width)) return false;
    }
    return true;
}

static bool is_number(LLVMTypeRef type) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k == LLVMPointerTypeKind || k == LLVMIntegerTypeKind;
}

bool x86_understand(struct x86_machine *m) {
    if (!parse_text(m)) return false;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct x86_place *both[2] = {&m->code[i].from, &m->code[i].to};
        for (int k = 0; k < 2; k++)
            if (both[k]->operand >= 0 && !is_number(x86_operand_of(m->a, both[k]->operand)->type))
                return false;
        if (!is_understood(m->a, &m->code[i])) return false;
    }
    return changes_outputs_only(m) && !reads_too_late(m);
}
