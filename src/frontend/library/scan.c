/* A call of scanf becomes one call per conversion:
 *
 *     scanf("%d %9s", &n, name)    count = edgewise_scan_begin(2)
 *                                  edgewise_scan_4(count, 0, &n)
 *                                  edgewise_scan_text(count, 1, name, 9)
 *
 * Only input from outside is treated so: what sscanf finds is decided by the text that it reads. A
 * format that asks for pointers, wide characters, numbered arguments or memory of its own (%m)
 * stays a call, of which the table of the library says what it may write. */
#include "frontend/library/scan.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdint.h>

#include "frontend/driver/ir.h"
#include "frontend/library/formats.h"
#include "frontend/library/models/scan_format.h"
#include "util/vec.h"

struct expansion {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef builder;
    LLVMTypeRef word; /* of the size of a pointer */
};

static const struct {
    const char *name;
    uint32_t format; /* argument number */
} scanners[] = {
    {"scanf", 0},  {"__isoc99_scanf", 0},  {"__isoc23_scanf", 0},
    {"fscanf", 1}, {"__isoc99_fscanf", 1}, {"__isoc23_fscanf", 1},
};

/* The number of the format's argument, -1 for other calls. */
static int format_of(LLVMValueRef call) {
    LLVMValueRef f = LLVMIsACallInst(call) ? ir_callee(call) : NULL;
    if (!f || ir_has_body(f)) return -1;
    for (size_t i = 0; i < sizeof scanners / sizeof *scanners; i++)
        if (ir_has_name(f, scanners[i].name) && ir_arguments(call) > scanners[i].format)
            return (int)scanners[i].format;
    return -1;
}

/* Can each conversion be followed, and is there a pointer for it? Counts those that assign. */
static bool is_followed(LLVMValueRef call, uint32_t first, const char *format, uint32_t *n) {
    struct scan_conversion c;
    *n = 0;
    for (const char *at = format; (c = scan_next(at)).kind; at = c.end) {
        if (c.kind == '?') return false;
        if (!c.assigns) continue;
        uint32_t argument = first + (*n)++;
        if (argument >= ir_arguments(call)) return false;
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, argument));
        if (LLVMGetTypeKind(type) != LLVMPointerTypeKind) return false;
    }
    return true;
}

static LLVMValueRef number(LLVMTypeRef type, uint64_t n) { return LLVMConstInt(type, n, false); }

/* edgewise_scan_...(count, k, to, size), without a size if that is 0 */
static void assign(const struct expansion *x, const char *name, LLVMValueRef count, uint32_t k,
                   LLVMValueRef to, uint64_t size) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(x->context);
    LLVMTypeRef params[4] = {i32, i32, LLVMTypeOf(to), x->word};
    LLVMValueRef args[4] = {count, number(i32, k), to, number(x->word, size)};
    uint32_t n = size ? 4 : 3;
    LLVMValueRef f = ir_declare(x->module, name, LLVMVoidTypeInContext(x->context), params, n);
    LLVMBuildCall2(x->builder, LLVMGlobalGetValueType(f), f, args, n, "");
}

static void convert(const struct expansion *x, const struct scan_conversion *c, LLVMValueRef count,
                    uint32_t k, LLVMValueRef to) {
    static const char *const integers[] = {
        [1] = "edgewise_scan_1", [2] = "edgewise_scan_2", [4] = "edgewise_scan_4", [8] = "edgewise_scan_8"};
    uint32_t bits = ir_width(x->word);
    uint64_t bytes = scan_bytes(c, bits / 8), unlimited = UINT64_MAX >> (65 - bits);
    assert(c->assigns && c->kind != '?');
    if (c->kind == 's') assign(x, "edgewise_scan_text", count, k, to, c->width ? c->width : unlimited);
    else if (c->kind == 'c') assign(x, "edgewise_scan_bytes", count, k, to, c->width ? c->width : 1);
    else if (c->kind == 'f') assign(x, "edgewise_scan_bytes", count, k, to, bytes);
    else assign(x, integers[bytes], count, k, to, 0);
}

static void expand(const struct expansion *x, LLVMValueRef call, uint32_t first, const char *format,
                   uint32_t n) {
    assert(first > 0);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(x->context);
    LLVMPositionBuilderBefore(x->builder, call);
    LLVMSetCurrentDebugLocation2(x->builder, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef begin = ir_declare(x->module, "edgewise_scan_begin", i32, &i32, 1), all = number(i32, n);
    LLVMValueRef count = LLVMBuildCall2(x->builder, LLVMGlobalGetValueType(begin), begin, &all, 1, "");
    uint32_t k = 0;
    struct scan_conversion c;
    for (const char *at = format; (c = scan_next(at)).kind; at = c.end)
        if (c.assigns) {
            convert(x, &c, count, k, LLVMGetOperand(call, first + k));
            k++;
        }
    assert(k == n);
    LLVMReplaceAllUsesWith(call, count);
    LLVMInstructionEraseFromParent(call);
}

void scan_expand(LLVMModuleRef module) {
    VEC(LLVMValueRef) calls = {0};
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (format_of(i) >= 0) VEC_PUSH(&calls, i);
    struct expansion x = {.module = module, .context = LLVMGetModuleContext(module)};
    x.word = LLVMIntPtrTypeInContext(x.context, LLVMGetModuleDataLayout(module));
    x.builder = LLVMCreateBuilderInContext(x.context);
    for (uint32_t i = 0; i < calls.n; i++) {
        uint32_t at = (uint32_t)format_of(calls.at[i]), n;
        char format[FORMATS_LONGEST];
        if (formats_read(LLVMGetOperand(calls.at[i], at), format) &&
            is_followed(calls.at[i], at + 1, format, &n))
            expand(&x, calls.at[i], at + 1, format, n);
    }
    LLVMDisposeBuilder(x.builder);
    VEC_RELEASE(&calls);
}
