/* Names of variables. LLVM's C interface has few getters for debug metadata, but the operands of a node can be
 * read by position:
 *   DILocalVariable  scope, name, file, type       DISubprogram     file, scope, name, ...
 *   DILexicalBlock   file, scope                   DIBasicType      file, scope, name
 *   DIDerivedType    file, scope, name, base       DICompositeType  file, scope, name, base, elements
 *   DIGlobalVariable scope, name, file, type, ...
 *
 * After promotion, one C variable is many SSA values. The name is given to phi nodes, which are what the variable is at a
 * join, and to other values only if the variable has a single value all the time. */
#include "frontend/names.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/debug.h"
#include "frontend/ir.h"
#include "util/strbuf.h"

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_UNION = 0x17
};
enum { SEVERAL = 1 }; /* in name_count: more than one value */

/* ---- types ---- */

static unsigned tag_of(LLVMValueRef node) { return node ? LLVMGetDINodeTag(LLVMValueAsMetadata(node)) : 0; }

/* Through typedefs and qualifiers. */
static LLVMValueRef plain_type(LLVMValueRef type) {
    for (int depth = 0; type && depth < 100; depth++) {
        if (LLVMGetMetadataKind(LLVMValueAsMetadata(type)) != LLVMDIDerivedTypeMetadataKind ||
            tag_of(type) == TAG_POINTER)
            break;
        type = debug_operand(type, 3);
    }
    return type;
}

bool debug_is_signed(LLVMValueRef type) {
    type = plain_type(type);
    unsigned n = 0;
    if (!type || tag_of(type) == TAG_POINTER) return false;
    const char *name = debug_string(type, 2, &n);
    if (!name || n < 3) return tag_of(type) == TAG_ENUM;
    return strncmp(name, "unsigned", n < 8 ? n : 8) && strncmp(name, "_Bool", n < 5 ? n : 5);
}

static uint64_t bytes_of(LLVMValueRef type) {
    return type ? LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(type)) / 8 : 0;
}

/* Appends ".member[3]..." for the scalar of this size at this offset; false if there is none. */
static bool append_path(struct strbuf *b, LLVMValueRef type, uint64_t offset, uint64_t width,
                        bool *is_signed) {
    for (int depth = 0; depth < 20; depth++) {
        type = plain_type(type);
        if (!type) return false;
        unsigned tag = tag_of(type);
        if (tag == TAG_STRUCT) {
            LLVMValueRef members = debug_operand(type, 4), found = NULL;
            for (unsigned i = 0; debug_operand(members, i); i++) {
                LLVMValueRef m = debug_operand(members, i);
                uint64_t at = LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(m)),
                         size = LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(m));
                if (at % 8 || size % 8) continue; /* a bit-field */
                if (at / 8 <= offset && offset < at / 8 + size / 8) found = m;
            }
            unsigned n = 0;
            const char *name = found ? debug_string(found, 2, &n) : NULL;
            if (!name) return false;
            strbuf_printf(b, ".%.*s", (int)n, name);
            offset -= LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(found)) / 8;
            type = debug_operand(found, 3);
        } else if (tag == TAG_ARRAY) {
            LLVMValueRef element = debug_operand(type, 3), ranges = debug_operand(type, 4);
            uint64_t size = bytes_of(plain_type(element));
            if (size == 0 || debug_operand(ranges, 1)) return false; /* several dimensions: not spelt out */
            strbuf_printf(b, "[%llu]", (unsigned long long)(offset / size));
            offset %= size;
            type = element;
        } else {
            *is_signed = debug_is_signed(type);
            return offset == 0 && tag != TAG_UNION && bytes_of(type) == width;
        }
    }
    return false;
}

/* ---- variables ---- */

static void remember(struct translator *t, LLVMValueRef v, LLVMValueRef variable, LLVMMetadataRef place) {
    bool added;
    uint64_t who = hash_mix((uint64_t)(uintptr_t)LLVMValueAsMetadata(variable),
                            (uint64_t)(uintptr_t)(place ? LLVMDILocationGetInlinedAt(place) : NULL));
    uint64_t *first = int_map_put(&t->variable_values, who, &added);
    if (added) *first = (uintptr_t)v;
    else if (*first != (uintptr_t)v) *first = SEVERAL;
    uint64_t *known = int_map_put(&t->value_variables, (uintptr_t)v, &added);
    if (added) *known = (uintptr_t)variable;
    if (added) *int_map_put(&t->value_instances, (uintptr_t)v, NULL) = who;
}

void names_collect(struct translator *t, LLVMValueRef function) {
    FOR_BLOCKS (b, function)
        FOR_INSTRUCTIONS (i, b) {
            if (!ir_is_debug(i)) continue;
            LLVMValueRef v = ir_debug_value(i);
            if (v && (LLVMIsAInstruction(v) || LLVMIsAArgument(v)))
                remember(t, v, LLVMGetOperand(i, 1), LLVMInstructionGetDebugLoc(i));
            else if (v && ir_has_name(ir_callee(i), "llvm.dbg.value")) { /* a constant is a value, too */
                LLVMMetadataRef place = LLVMInstructionGetDebugLoc(i);
                uint64_t who =
                    hash_mix((uint64_t)(uintptr_t)LLVMValueAsMetadata(LLVMGetOperand(i, 1)),
                             (uint64_t)(uintptr_t)(place ? LLVMDILocationGetInlinedAt(place) : NULL));
                *int_map_put(&t->variable_values, who, NULL) = SEVERAL;
            }
        }
}

void names_release(struct translator *t) {
    int_map_release(&t->variable_values);
    int_map_release(&t->value_variables);
    int_map_release(&t->value_instances);
}

static LLVMValueRef variable_of(const struct translator *t, LLVMValueRef v) {
    uint64_t *known = int_map_get(&t->value_variables, (uintptr_t)v);
    return known ? (LLVMValueRef)(uintptr_t)*known : NULL;
}

static struct c_name named(struct translator *t, const char *text, unsigned n, bool is_signed) {
    char *kept = arena_alloc(&t->cfa->arena, n + 1);
    memcpy(kept, text, n);
    kept[n] = 0;
    return (struct c_name){kept, is_signed};
}

struct c_name names_of_value(struct translator *t, LLVMValueRef v) {
    LLVMValueRef variable = variable_of(t, v);
    unsigned n = 0;
    const char *name = variable ? debug_string(variable, 1, &n) : NULL;
    if (!name) return (struct c_name){NULL, true};
    bool is_signed = debug_is_signed(debug_operand(variable, 3));
    uint64_t *instance = int_map_get(&t->value_instances, (uintptr_t)v);
    uint64_t *values = instance ? int_map_get(&t->variable_values, *instance) : NULL;
    bool only = values && *values == (uintptr_t)v;
    if (!only && !LLVMIsAPHINode(v)) return (struct c_name){NULL, is_signed};
    return named(t, name, n, is_signed);
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

struct c_name names_of_memory(struct translator *t, uint32_t object, uint64_t offset, uint64_t width) {
    const struct object *o = &t->pt.objects.all.at[object];
    struct c_name none = {NULL, true};
    if (o->kind != OBJECT_GLOBAL && o->kind != OBJECT_STACK) return none;
    LLVMValueRef variable = o->kind == OBJECT_GLOBAL ? global_variable(t, o->site) : variable_of(t, o->site);
    unsigned n = 0;
    const char *name = variable ? debug_string(variable, 1, &n) : NULL;
    if (!name) return none;
    LLVMValueRef type = debug_operand(variable, 3), plain = plain_type(type);
    if (width == 0) { /* an array of scalars by its own name */
        bool scalar = plain && tag_of(plain) == TAG_ARRAY;
        return scalar ? named(t, name, n, debug_is_signed(debug_operand(plain, 3))) : none;
    }
    struct strbuf b = {0};
    bool is_signed = true;
    strbuf_bytes(&b, name, n);
    struct c_name result = none;
    if (append_path(&b, type, offset, width, &is_signed)) result = named(t, b.text, (unsigned)b.n, is_signed);
    strbuf_release(&b);
    return result;
}
