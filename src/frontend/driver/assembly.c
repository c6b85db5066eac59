/* Inline assembly, before anything else looks at the module. Three cases:
 *
 *     asm volatile("" ::: "memory");                      nothing but a wish to the compiler: exact
 *     asm("lock; decl %0; sete %1" : "+m"(n), "=q"(z));   instructions that are known (x86.c):
 *                                                         exact
 *     asm("cpuid" : "=a"(a), "=d"(d) : "0"(leaf));        all else: arbitrary outputs
 *
 * In the third case the assembly becomes the call of a function without a body, which is given the
 * inputs and returns all outputs; those in memory are stored after the call. One whose text says
 * that it clobbers memory may write what any function without a body may. Compilers rely on what
 * assembly says of itself in the same way, and so do we: the ledger names it.
 *
 * Limits: asm goto and structs as outputs are cut. */
#include "frontend/driver/assembly.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/calls.h"
#include "frontend/driver/ir.h"

/* ---- constraints ---- */

static LLVMTypeRef element_type(LLVMValueRef call, uint32_t argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", 11);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static LLVMTypeRef result_type(LLVMTypeRef all, uint32_t i) {
    return LLVMGetTypeKind(all) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(all, i) : all;
}

/* One constraint of LLVM's: "=*m", "=&{ax}", "0", "*m", "Ir". False if it is none that we know. */
static bool add_operand(struct assembly *a, const char *text, size_t n, uint32_t *results,
                        uint32_t *arguments) {
    struct assembly_operand o = {.output = text[0] == '=', .tied = -1};
    if (n == 0 || text[0] == '!') return false; /* a label */
    snprintf(o.constraint, sizeof o.constraint, "%.*s", (int)n, text);
    o.early = memchr(text, '&', n) != NULL;
    o.indirect = memchr(text, '*', n) != NULL;
    for (size_t i = 0; i + 4 <= n; i++) o.accumulator |= !strncmp(text + i, "{ax}", 4);
    if (!o.output && text[0] >= '0' && text[0] <= '9') o.tied = atoi(text);
    if (o.indirect) {
        o.pointer = LLVMGetOperand(a->call, *arguments);
        o.type = element_type(a->call, (*arguments)++);
    } else if (o.output) {
        o.type = result_type(LLVMTypeOf(a->call), (*results)++);
    } else {
        o.value = LLVMGetOperand(a->call, (*arguments)++);
        o.type = LLVMTypeOf(o.value);
    }
    VEC_PUSH(&a->operands, o);
    return o.type != NULL;
}

static bool parse_constraints(struct assembly *a, const char *text, size_t n) {
    uint32_t results = 0, arguments = 0;
    for (size_t at = 0; at < n;) {
        size_t end = at;
        while (end < n && text[end] != ',') end++;
        bool clobber = text[at] == '~';
        if (clobber) a->memory |= end - at == 9 && !strncmp(text + at, "~{memory}", 9);
        else if (!add_operand(a, text + at, end - at, &results, &arguments)) return false;
        at = end + 1;
    }
    for (uint32_t i = 0; i < a->operands.n; i++)
        if (a->operands.at[i].tied >= (int)a->operands.n) return false;
    return arguments == ir_arguments(a->call);
}

static bool is_scalar(LLVMTypeRef type) {
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k == LLVMIntegerTypeKind || k == LLVMPointerTypeKind || k == LLVMFloatTypeKind ||
           k == LLVMDoubleTypeKind;
}

static bool writes_struct(const struct assembly *a) {
    for (uint32_t i = 0; i < a->operands.n; i++)
        if (a->operands.at[i].output && !is_scalar(a->operands.at[i].type)) return true;
    return false;
}

/* ---- values ---- */

LLVMValueRef assembly_arbitrary(struct assembly *a, LLVMTypeRef type) {
    char name[96];
    char *text = LLVMPrintTypeToString(type);
    snprintf(name, sizeof name, MARK_ANY "%.60s", text);
    LLVMDisposeMessage(text);
    LLVMValueRef f = ir_declare(a->module, name, type, NULL, 0);
    return LLVMBuildCall2(a->builder, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

void assembly_finish(struct assembly *a) {
    LLVMTypeRef type = LLVMTypeOf(a->call);
    bool several = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    LLVMValueRef all = several ? LLVMGetPoison(type) : NULL;
    unsigned n = 0;
    for (uint32_t i = 0; i < a->operands.n; i++) {
        struct assembly_operand *o = &a->operands.at[i];
        if (!o->output) continue;
        if (o->indirect && o->written) {
            LLVMSetAlignment(LLVMBuildStore(a->builder, o->value, o->pointer), 1);
        } else if (!o->indirect) {
            LLVMValueRef v = o->value ? o->value : assembly_arbitrary(a, o->type);
            all = several ? LLVMBuildInsertValue(a->builder, all, v, n++, "") : v;
        }
    }
    assert(!several || n == LLVMCountStructElementTypes(type));
    if (all) LLVMReplaceAllUsesWith(a->call, all);
}

/* What tied inputs hold at the beginning, their outputs do. False if one is tied to memory, or to
 * another type. */
static bool begin_tied(struct assembly *a) {
    for (uint32_t i = 0; i < a->operands.n; i++) {
        struct assembly_operand *o = &a->operands.at[i];
        struct assembly_operand *to = o->tied >= 0 ? &a->operands.at[o->tied] : NULL;
        if (to && (!to->output || to->indirect || to->type != o->type)) return false;
        if (to) to->value = o->value;
    }
    return true;
}

/* ---- arbitrary outputs ---- */

typedef VEC(LLVMValueRef) value_vec;
typedef VEC(LLVMTypeRef) type_vec;

/* Scalars in memory are read; structs are not, so that only their address is given. Who clobbers
 * memory gets every pointer. */
static void collect_inputs(struct assembly *a, value_vec *values) {
    for (uint32_t i = 0; i < a->operands.n; i++) {
        struct assembly_operand *o = &a->operands.at[i];
        if (o->indirect && (a->memory || !is_scalar(o->type))) VEC_PUSH(values, o->pointer);
        if (o->output || (o->indirect && !is_scalar(o->type))) continue;
        if (o->indirect) {
            LLVMValueRef v = LLVMBuildLoad2(a->builder, o->type, o->pointer, "");
            LLVMSetAlignment(v, 1);
            VEC_PUSH(values, v);
        } else {
            VEC_PUSH(values, o->value);
        }
    }
}

/* The call of a function of its own, whose result holds all outputs. */
static LLVMValueRef call_stranger(struct assembly *a, LLVMTypeRef result, const value_vec *values) {
    static uint32_t made;
    char name[48];
    type_vec params = {0};
    for (uint32_t i = 0; i < values->n; i++) VEC_PUSH(&params, LLVMTypeOf(values->at[i]));
    do snprintf(name, sizeof name, "%s%u", a->memory ? MARK_ASSEMBLY_MEMORY : MARK_ASSEMBLY, made++);
    while (LLVMGetNamedFunction(a->module, name));
    LLVMValueRef f = ir_declare(a->module, name, result, params.at, params.n);
    LLVMValueRef call = LLVMBuildCall2(a->builder, LLVMGlobalGetValueType(f), f, values->at, values->n, "");
    VEC_RELEASE(&params);
    return call;
}

static void make_arbitrary(struct assembly *a) {
    value_vec values = {0};
    type_vec outputs = {0};
    collect_inputs(a, &values);
    for (uint32_t i = 0; i < a->operands.n; i++)
        if (a->operands.at[i].output) VEC_PUSH(&outputs, a->operands.at[i].type);
    LLVMTypeRef result = outputs.n == 0   ? LLVMVoidTypeInContext(a->context)
                         : outputs.n == 1 ? outputs.at[0]
                                          : LLVMStructTypeInContext(a->context, outputs.at, outputs.n, false);
    LLVMValueRef all = call_stranger(a, result, &values);
    for (uint32_t i = 0, n = 0; i < a->operands.n; i++) {
        struct assembly_operand *o = &a->operands.at[i];
        if (!o->output) continue;
        o->value = outputs.n == 1 ? all : LLVMBuildExtractValue(a->builder, all, n++, "");
        o->written = true;
    }
    VEC_RELEASE(&values);
    VEC_RELEASE(&outputs);
}

/* ---- the whole ---- */

static bool is_blank(const char *text) { return text[strspn(text, " \t\r\n;")] == 0; }

static bool is_x86(LLVMModuleRef module) {
    const char *target = LLVMGetTarget(module);
    return !strncmp(target, "x86_64", 6) || (target[0] == 'i' && !strncmp(target + 2, "86", 2));
}

/* Without an instruction, memory stays as it is and registers hold what they held. */
static bool is_exact(struct assembly *a) {
    if (!begin_tied(a)) return false;
    return is_blank(a->text) || (is_x86(a->module) && x86_execute(a));
}

static void lower(struct assembly *a) {
    if (!is_blank(a->text) && writes_struct(a)) {
        calls_insert_cut(a->module, a->call, "inline assembly that writes a struct");
        return;
    }
    if (!is_exact(a)) make_arbitrary(a);
    assembly_finish(a);
    LLVMInstructionEraseFromParent(a->call);
}

static void lower_call(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef call) {
    LLVMValueRef piece = LLVMGetCalledValue(call);
    size_t n, constraints;
    const char *text = LLVMGetInlineAsmAsmString(piece, &n);
    const char *list = LLVMGetInlineAsmConstraintString(piece, &constraints);
    struct assembly a = {.module = module,
                         .context = LLVMGetModuleContext(module),
                         .layout = LLVMGetModuleDataLayout(module),
                         .builder = builder,
                         .call = call,
                         .is_volatile = LLVMGetInlineAsmHasSideEffects(piece)};
    a.text = mem_printf("%.*s", (int)n, text);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    if (parse_constraints(&a, list, constraints)) lower(&a);
    free(a.text);
    VEC_RELEASE(&a.operands);
}

void assembly_lower(LLVMModuleRef module) {
    value_vec calls = {0};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (LLVMIsACallInst(i) && LLVMIsAInlineAsm(LLVMGetCalledValue(i))) VEC_PUSH(&calls, i);
    for (uint32_t i = 0; i < calls.n; i++) lower_call(module, builder, calls.at[i]);
    LLVMDisposeBuilder(builder);
    VEC_RELEASE(&calls);
}
