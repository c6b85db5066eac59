/* Names of variables. LLVM's C interface has few getters for debug metadata, but the operands of a
 * node can be read by position:
 *   DILocalVariable  scope, name, file, type       DISubprogram     file, scope, name, ...
 *   DILexicalBlock   file, scope                   DIBasicType      file, scope, name
 *   DIDerivedType    file, scope, name, base       DICompositeType  file, scope, name, base, elements
 *   DIGlobalVariable scope, name, file, type, ...
 *
 * After promotion, one C variable is many SSA values. The name is given to phi nodes, which are
 * what the variable is at a join, and to other values only if the variable has a single value all
 * the time. */
#include "frontend/translate/names.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/translate/debug.h"
#include "frontend/translate/types.h"
#include "frontend/driver/ir.h"
#include "util/strbuf.h"

enum { SEVERAL = 1 }; /* in variable_values: more than one value */

/* ---- variables ---- */

/* A variable in its inlined function, or the part of it that a debug intrinsic speaks of. */
static uint64_t instance_of(struct translator *t, LLVMValueRef debug_call) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(debug_call);
    uint64_t offset, bits;
    types_fragment(t, LLVMGetOperand(debug_call, 2), &offset, &bits);
    uint64_t who = hash_mix((uint64_t)(uintptr_t)LLVMValueAsMetadata(LLVMGetOperand(debug_call, 1)),
                            (uint64_t)(uintptr_t)(place ? LLVMDILocationGetInlinedAt(place) : NULL));
    return bits ? hash_mix(who, offset) : who;
}

/* "return" is our own name for what a function returns: no variable. */
static bool is_variable(LLVMValueRef variable) {
    unsigned n = 0;
    const char *name = debug_string(variable, 1, &n);
    return name && !(n == 6 && !strncmp(name, "return", 6));
}

static void remember(struct translator *t, LLVMValueRef v, LLVMValueRef debug_call) {
    bool added;
    LLVMValueRef variable = LLVMGetOperand(debug_call, 1);
    uint64_t who = instance_of(t, debug_call);
    uint64_t *first = int_map_put(&t->variable_values, who, &added);
    if (added) *first = (uintptr_t)v;
    else if (*first != (uintptr_t)v) *first = SEVERAL;
    uint64_t *known = int_map_put(&t->value_variables, (uintptr_t)v, &added);
    if (added) *known = (uintptr_t)variable;
    if (!added) return;
    *int_map_put(&t->value_instances, (uintptr_t)v, NULL) = who;
    *int_map_put(&t->value_expressions, (uintptr_t)v, NULL) = (uintptr_t)LLVMGetOperand(debug_call, 2);
    *int_map_put(&t->value_scopes, (uintptr_t)v, NULL) =
        types_scope(t, LLVMInstructionGetDebugLoc(debug_call));
}

void names_collect(struct translator *t, LLVMValueRef function) {
    FOR_BLOCKS (b, function)
        FOR_INSTRUCTIONS (i, b) {
            if (!ir_is_debug(i) || !is_variable(LLVMGetOperand(i, 1))) continue;
            LLVMValueRef v = ir_debug_value(i);
            if (v && (LLVMIsAInstruction(v) || LLVMIsAArgument(v))) remember(t, v, i);
            else if (v && ir_has_name(ir_callee(i), "llvm.dbg.value")) /* a constant is a value, too */
                *int_map_put(&t->variable_values, instance_of(t, i), NULL) = SEVERAL;
        }
}

void names_release(struct translator *t) {
    int_map_release(&t->variable_values);
    int_map_release(&t->value_variables);
    int_map_release(&t->value_instances);
    int_map_release(&t->value_expressions);
    int_map_release(&t->value_scopes);
    int_map_release(&t->types);
    int_map_release(&t->inlined);
    int_map_release(&t->fragments);
    int_map_release(&t->note_ids);
    int_map_release(&t->results);
}

static LLVMValueRef variable_of(const struct translator *t, LLVMValueRef v) {
    uint64_t *known = int_map_get(&t->value_variables, (uintptr_t)v);
    return known ? (LLVMValueRef)(uintptr_t)*known : NULL;
}

static bool is_signed_type(const struct translator *t, uint32_t type) {
    enum debug_kind k = t->cfa->debug->types.at[type].kind;
    return k != DEBUG_UNSIGNED && k != DEBUG_POINTER && k != DEBUG_BOOL;
}

static struct c_name named(struct translator *t, const char *text, size_t n, uint32_t type) {
    return (struct c_name){debug_keep(t->cfa->debug, text, n), is_signed_type(t, type), type};
}

/* "c.x[3]" for the scalar of this size at this offset of a variable; no name if there is none. */
static struct c_name part_of(struct translator *t, LLVMValueRef variable, uint64_t offset, uint64_t bytes) {
    struct c_name result = {NULL, true, 0};
    unsigned n = 0;
    const char *name = debug_string(variable, 1, &n);
    struct strbuf b = {0};
    strbuf_bytes(&b, name, n);
    uint32_t part = debug_path(t->cfa->debug, &b, types_of(t, debug_operand(variable, 3)), offset, bytes);
    if (part && debug_is_scalar(t->cfa->debug, part)) result = named(t, b.text, b.n, part);
    strbuf_release(&b);
    return result;
}

struct c_name names_of_value(struct translator *t, LLVMValueRef v) {
    LLVMValueRef variable = variable_of(t, v);
    unsigned n = 0;
    const char *name = variable ? debug_string(variable, 1, &n) : NULL;
    if (!name) return (struct c_name){NULL, true, 0};
    uint64_t offset, bits;
    LLVMValueRef expression = (LLVMValueRef)(uintptr_t)*int_map_get(&t->value_expressions, (uintptr_t)v);
    bool known = types_fragment(t, expression, &offset, &bits);
    uint32_t type = types_of(t, debug_operand(variable, 3));
    struct c_name result = bits ? part_of(t, variable, offset / 8, bits / 8) : named(t, name, n, type);
    uint64_t *instance = int_map_get(&t->value_instances, (uintptr_t)v);
    uint64_t *values = instance ? int_map_get(&t->variable_values, *instance) : NULL;
    bool only = values && *values == (uintptr_t)v;
    if (!known || (!only && !LLVMIsAPHINode(v))) result.text = NULL;
    return result;
}

/* The debug variable of a global, NULL if it has none. */
static LLVMValueRef global_variable(struct translator *t, LLVMValueRef global) {
    size_t n = 0;
    LLVMValueRef found = NULL;
    LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
    for (unsigned i = 0; i < n && !found; i++) {
        LLVMMetadataRef m = LLVMValueMetadataEntriesGetMetadata(entries, i);
        if (LLVMGetMetadataKind(m) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
        found = LLVMMetadataAsValue(LLVMGetModuleContext(t->module),
                                    LLVMDIGlobalVariableExpressionGetVariable(m));
    }
    LLVMDisposeValueMetadataEntries(entries);
    return found;
}

LLVMValueRef names_variable(struct translator *t, const struct object *o) {
    if (o->kind == OBJECT_GLOBAL) return global_variable(t, o->site);
    return o->kind == OBJECT_STACK ? variable_of(t, o->site) : NULL;
}

struct c_name names_of_memory(struct translator *t, uint32_t object, uint64_t offset, uint64_t width) {
    LLVMValueRef variable = names_variable(t, &t->pt.objects.all.at[object]);
    unsigned n = 0;
    const char *name = variable ? debug_string(variable, 1, &n) : NULL;
    if (!name) return (struct c_name){NULL, true, 0};
    if (width) return part_of(t, variable, offset, width);
    const struct cfa_debug *d = t->cfa->debug;
    /* an array of scalars by its own name */
    uint32_t type = types_of(t, debug_operand(variable, 3));
    bool scalars = d->types.at[type].kind == DEBUG_ARRAY && debug_is_scalar(d, d->types.at[type].element);
    return scalars ? named(t, name, n, d->types.at[type].element) : (struct c_name){NULL, true, 0};
}
