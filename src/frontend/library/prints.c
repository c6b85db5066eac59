/* What printf returns and what sprintf writes follow from the format, if it is a constant:
 *
 *     n = snprintf(b, 8, "%d:%s", i, s);       becomes, with models of models/print.c,
 *
 *     k = edgewise_print_number(b, 8, 0, |i|, sign of i, 10, 10 digits, flags, width, precision);
 *     k = edgewise_print_text(b, 8, k, ":", ...);
 *     k = edgewise_print_text(b, 8, k, s, ...);
 *     n = edgewise_print_end(b, 8, k);
 *
 * printf itself stays where it is, and only its result is replaced; that output succeeds is on the
 * ledger then. asprintf goes through its pieces twice, for the length and for the text. A format
 * with anything else (floats, pointers, %n, wide characters, positions) or with arguments of other
 * types is left to rows.def, which leaves everything open. */
#include "frontend/library/prints.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/library/formats.h"
#include "util/vec.h"

/* As in models/print.c. */
enum { LEFT = 1, ZERO = 2, PLUS = 4, SPACE = 8, ALTERNATIVE = 16, UPPER = 32 };
enum { MAX_DIRECTIVES = 32, BIGGEST = 100000 };

/* A width or a precision: a number, or an argument. */
struct amount {
    int number;
    LLVMValueRef argument;
};

struct directive {
    char kind; /* '"' for plain text, else as in the format */
    const char *text;
    size_t length;
    uint32_t flags, bits; /* of the number that the argument stands for */
    struct amount width, precision;
    LLVMValueRef argument;
};

struct print {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMValueRef call;
    uint32_t next; /* argument of the call */
    char format[FORMATS_LONGEST];
    struct directive all[MAX_DIRECTIVES];
    uint32_t n;
};

/* ---- formats ---- */

static uint32_t pointer_bits(const struct print *p) {
    return 8 * LLVMPointerSize(LLVMGetModuleDataLayout(p->module));
}

static LLVMValueRef next_argument(struct print *p) {
    return p->next < ir_arguments(p->call) ? LLVMGetOperand(p->call, p->next++) : NULL;
}

static uint32_t parse_flags(const char **at) {
    static const char letters[] = "-0+ #";
    uint32_t flags = 0;
    for (const char *found; **at && (found = strchr(letters, **at)); ++*at) flags |= 1u << (found - letters);
    return flags;
}

static bool parse_amount(struct print *p, const char **at, struct amount *a) {
    if (**at == '*') {
        ++*at;
        a->argument = next_argument(p);
        return a->argument && ir_width(LLVMTypeOf(a->argument)) == 32;
    }
    for (a->number = 0; **at >= '0' && **at <= '9' && a->number < BIGGEST; ++*at)
        a->number = 10 * a->number + (**at - '0');
    return a->number < BIGGEST;
}

/* hh h l ll j z t; 0: another one. */
static uint32_t parse_size(const struct print *p, const char **at) {
    const char *s = *at;
    size_t n = strspn(s, "hljztLq");
    *at += n;
    if (n == 0) return 32;
    if (n == 2 && !strncmp(s, "hh", 2)) return 8;
    if (n == 2 && !strncmp(s, "ll", 2)) return 64;
    if (n != 1) return 0;
    return *s == 'h' ? 16 : *s == 'j' ? 64 : strchr("lzt", *s) ? pointer_bits(p) : 0;
}

static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* C leaves the others undefined. */
static bool flags_fit(const struct directive *d) {
    if (strchr("sc", d->kind)) return !(d->flags & ~(uint32_t)LEFT);
    return !(d->flags & ALTERNATIVE) || strchr("oxX", d->kind);
}

static bool take_argument(struct print *p, struct directive *d) {
    d->argument = next_argument(p);
    if (!d->argument) return false;
    if (!flags_fit(d)) return false;
    if (d->kind == 's') return d->bits == 32 && is_pointer(d->argument);
    if (d->kind == 'c') return d->bits == 32 && ir_width(LLVMTypeOf(d->argument)) == 32;
    if (!strchr("diuxXo", d->kind)) return false;
    return d->bits && ir_width(LLVMTypeOf(d->argument)) == (d->bits < 32 ? 32 : d->bits);
}

/* What follows a '%'. */
static bool parse_directive(struct print *p, const char **at, struct directive *d) {
    d->flags = parse_flags(at);
    d->precision.number = -1;
    if (!parse_amount(p, at, &d->width)) return false;
    if (**at == '.') {
        ++*at;
        if (!parse_amount(p, at, &d->precision)) return false;
    }
    d->bits = parse_size(p, at);
    d->kind = **at;
    if (d->kind == 'X') d->flags |= UPPER;
    return d->kind && ++*at && take_argument(p, d);
}

static bool parse_format(struct print *p) {
    for (const char *at = p->format; *at;) {
        if (p->n == MAX_DIRECTIVES) return false;
        struct directive *d = &p->all[p->n++];
        *d = (struct directive){.kind = '"', .text = at};
        if (*at == '%' && at[1] == '%') {
            d->length = 1;
            at += 2;
        } else if (*at == '%') {
            at++;
            if (!parse_directive(p, &at, d)) return false;
        } else {
            d->length = strcspn(at, "%");
            at += d->length;
        }
    }
    return true;
}

/* ---- calls of models ---- */

struct room {
    LLVMValueRef to, max;
};

static LLVMTypeRef word_type(const struct print *p) {
    return LLVMIntPtrTypeInContext(p->context, LLVMGetModuleDataLayout(p->module));
}
static LLVMTypeRef int_type(const struct print *p) { return LLVMInt32TypeInContext(p->context); }
static LLVMTypeRef pointer_type(const struct print *p) { return LLVMPointerTypeInContext(p->context, 0); }
static LLVMValueRef int_of(const struct print *p, int n) {
    return LLVMConstInt(int_type(p), (unsigned long long)(long long)n, true);
}
static LLVMValueRef word_of(const struct print *p, uint64_t n) {
    return LLVMConstInt(word_type(p), n, false);
}

static LLVMValueRef call_model(struct print *p, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                               uint32_t n) {
    LLVMTypeRef types[16];
    assert(n <= 16);
    for (uint32_t i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
    LLVMValueRef f = ir_declare(p->module, name, result, types, n);
    return LLVMBuildCall2(p->builder, LLVMGlobalGetValueType(f), f, args, n, "");
}

static LLVMValueRef amount_value(const struct print *p, const struct amount *a) {
    return a->argument ? a->argument : int_of(p, a->number);
}

static uint32_t base_of(char kind) { return kind == 'o' ? 8 : kind == 'x' || kind == 'X' ? 16 : 10; }

static uint32_t most_digits(uint32_t bits, uint32_t base) {
    bool wide = bits > 32;
    return base == 8 ? (wide ? 22 : 11) : base == 16 ? (wide ? 16 : 8) : (wide ? 20 : 10);
}

static LLVMValueRef print_number(struct print *p, const struct room *r, LLVMValueRef n,
                                 const struct directive *d) {
    bool is_signed = d->kind == 'd' || d->kind == 'i', wide = d->bits > 32;
    LLVMTypeRef type = wide ? LLVMInt64TypeInContext(p->context) : int_type(p);
    LLVMValueRef x = d->argument, sign = int_of(p, 0), flags = int_of(p, (int)d->flags);
    x = LLVMBuildIntCast2(p->builder, x, LLVMIntTypeInContext(p->context, d->bits), is_signed, "");
    x = LLVMBuildIntCast2(p->builder, x, type, is_signed, "");
    if (is_signed) {
        LLVMValueRef zero = LLVMConstNull(type);
        LLVMValueRef negative = LLVMBuildICmp(p->builder, LLVMIntSLT, x, zero, "");
        LLVMValueRef args[] = {LLVMBuildZExt(p->builder, negative, int_type(p), ""), flags};
        sign = call_model(p, "edgewise_print_sign", int_type(p), args, 2);
        x = LLVMBuildSelect(p->builder, negative, LLVMBuildSub(p->builder, zero, x, ""), x, "");
    }
    uint32_t base = base_of(d->kind);
    LLVMValueRef args[] = {r->to,
                           r->max,
                           n,
                           x,
                           sign,
                           LLVMConstInt(type, base, false),
                           int_of(p, (int)most_digits(d->bits, base)),
                           flags,
                           amount_value(p, &d->width),
                           amount_value(p, &d->precision)};
    return call_model(p, wide ? "edgewise_print_long" : "edgewise_print_number", word_type(p), args, 10);
}

static LLVMValueRef print_piece(struct print *p, const struct room *r, LLVMValueRef n,
                                const struct directive *d) {
    LLVMValueRef flags = int_of(p, (int)d->flags), width = amount_value(p, &d->width), text = d->argument;
    if (d->kind == 'c') {
        LLVMValueRef args[] = {r->to, r->max, n, d->argument, flags, width};
        return call_model(p, "edgewise_print_char", word_type(p), args, 6);
    }
    if (d->kind != 's' && d->kind != '"') return print_number(p, r, n, d);
    LLVMValueRef precision = amount_value(p, &d->precision);
    if (d->kind == '"') {
        char piece[FORMATS_LONGEST];
        memcpy(piece, d->text, d->length);
        piece[d->length] = 0;
        text = LLVMBuildGlobalStringPtr(p->builder, piece, "edgewise.piece");
        precision = int_of(p, (int)d->length);
    }
    LLVMValueRef args[] = {r->to, r->max, n, text, flags, width, precision};
    return call_model(p, "edgewise_print_text", word_type(p), args, 7);
}

static LLVMValueRef print_all(struct print *p, const struct room *r) {
    LLVMValueRef n = word_of(p, 0);
    for (uint32_t i = 0; i < p->n; i++) n = print_piece(p, r, n, &p->all[i]);
    return n;
}

static LLVMValueRef finish(struct print *p, const char *name, const struct room *r, LLVMValueRef n) {
    LLVMValueRef args[] = {r->to, r->max, n};
    return call_model(p, name, int_type(p), args, 3);
}

/* ---- the functions ---- */

enum form { FORM_NONE, FORM_STREAM, FORM_BUFFER, FORM_ROOM, FORM_NEW };

static enum form form_of(LLVMValueRef f, uint32_t *format) {
    static const struct {
        const char *name;
        enum form form;
        uint32_t format; /* which argument it is */
    } rows[] = {{"printf", FORM_STREAM, 0},  {"fprintf", FORM_STREAM, 1}, {"dprintf", FORM_STREAM, 1},
                {"sprintf", FORM_BUFFER, 1}, {"snprintf", FORM_ROOM, 2},  {"asprintf", FORM_NEW, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (ir_has_name(f, rows[i].name)) {
            *format = rows[i].format;
            return rows[i].form;
        }
    return FORM_NONE;
}

static LLVMValueRef print_new(struct print *p) {
    struct room none = {LLVMConstNull(pointer_type(p)), word_of(p, 0)};
    LLVMValueRef length = print_all(p, &none), place[] = {LLVMGetOperand(p->call, 0), length};
    struct room r = {.to = call_model(p, "edgewise_print_new", pointer_type(p), place, 2)};
    LLVMValueRef room[] = {r.to, length};
    r.max = call_model(p, "edgewise_print_room", word_type(p), room, 2);
    return finish(p, "edgewise_print_new_end", &r, print_all(p, &r));
}

static LLVMValueRef print_result(struct print *p, enum form form) {
    struct room r = {LLVMConstNull(pointer_type(p)), word_of(p, 0)};
    if (form == FORM_NEW) return print_new(p);
    if (form == FORM_STREAM) {
        LLVMValueRef n = print_all(p, &r);
        return call_model(p, "edgewise_print_result", int_type(p), &n, 1);
    }
    r.to = LLVMGetOperand(p->call, 0);
    r.max = form == FORM_ROOM ? LLVMGetOperand(p->call, 1) : LLVMConstAllOnes(word_type(p));
    return finish(p, "edgewise_print_end", &r, print_all(p, &r));
}

static bool expand(struct print *p) {
    uint32_t format = 0;
    enum form form = form_of(ir_callee(p->call), &format);
    if (form == FORM_STREAM && !LLVMGetFirstUse(p->call)) return false;
    if (ir_arguments(p->call) <= format || ir_width(LLVMTypeOf(p->call)) != 32) return false;
    p->next = format + 1;
    if (!formats_read(LLVMGetOperand(p->call, format), p->format) || !parse_format(p)) return false;
    LLVMPositionBuilderBefore(p->builder, LLVMGetNextInstruction(p->call));
    LLVMSetCurrentDebugLocation2(p->builder, LLVMInstructionGetDebugLoc(p->call));
    LLVMReplaceAllUsesWith(p->call, print_result(p, form));
    if (form != FORM_STREAM) LLVMInstructionEraseFromParent(p->call);
    return true;
}

bool prints_expand(LLVMModuleRef module) {
    VEC(LLVMValueRef) calls = {0};
    bool expanded = false;
    uint32_t format = 0;
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef callee = LLVMIsACallInst(i) ? ir_callee(i) : NULL;
                if (callee && !ir_has_body(callee) && form_of(callee, &format)) VEC_PUSH(&calls, i);
            }
    struct print p = {.module = module, .context = LLVMGetModuleContext(module)};
    p.builder = LLVMCreateBuilderInContext(p.context);
    for (uint32_t i = 0; i < calls.n; i++) {
        p.call = calls.at[i];
        p.n = 0;
        expanded |= expand(&p);
    }
    LLVMDisposeBuilder(p.builder);
    VEC_RELEASE(&calls);
    return expanded;
}
