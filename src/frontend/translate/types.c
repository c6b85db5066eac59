/* Types and scopes of the source, from debug metadata into the automaton's tables (cfa/debug.h).
 *
 * LLVM's C interface reads operands of metadata nodes (names.c lists them) but no numbers that are
 * stored in a node itself: the value of an enumerator, the number of a parameter, the pieces of an
 * expression. Those are taken from the text of the node, which LLVM prints without looking at the
 * module, so that it is cheap. */
#include "frontend/translate/types.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include <unistd.h>

#include "frontend/driver/driver.h"
#include "frontend/translate/debug.h"

enum {
    TAG_ARRAY = 0x01,
    TAG_ENUM = 0x04,
    TAG_MEMBER = 0x0d,
    TAG_POINTER = 0x0f,
    TAG_STRUCT = 0x13,
    TAG_FUNCTION = 0x15,
    TAG_UNION = 0x17,
    TAG_BASIC = 0x24
};
enum { MAX_MEMBERS = 4096, MAX_QUALIFIERS = 100, MAX_INLINING = 1000 };

static struct cfa_debug *tables(struct translator *t) { return t->cfa->debug; }

static unsigned tag_of(LLVMValueRef node) { return node ? LLVMGetDINodeTag(LLVMValueAsMetadata(node)) : 0; }

int64_t types_number(LLVMValueRef node, const char *field, int64_t otherwise) {
    char *text = LLVMPrintValueToString(node);
    const char *at = strstr(text, field);
    int64_t n = at ? strtoll(at + strlen(field), NULL, 10) : otherwise;
    LLVMDisposeMessage(text);
    return n;
}

uint32_t types_parameter(struct translator *t, LLVMValueRef variable) {
    bool added;
    uint64_t *known = int_map_put(&t->parameters, (uintptr_t)LLVMValueAsMetadata(variable), &added);
    if (added) *known = (uint64_t)types_number(variable, "arg: ", 0);
    return (uint32_t)*known;
}

bool types_fragment(struct translator *t, LLVMValueRef expression, uint64_t *offset, uint64_t *bits) {
    *offset = *bits = 0;
    bool added;
    uint64_t *known = int_map_put(&t->fragments, (uintptr_t)LLVMValueAsMetadata(expression), &added);
    if (added) { /* 0: something else; 1: empty; else the fragment */
        char *text = LLVMPrintValueToString(expression);
        unsigned long long from, size;
        const char *at = strstr(text, "DIExpression(");
        uint64_t found = 0;
        if (at && at[13] == ')') found = 1;
        else if (at && sscanf(at, "DIExpression(DW_OP_LLVM_fragment, %llu, %llu)", &from, &size) == 2 &&
                 from < (1u << 31) && size < (1u << 31))
            found = from << 32 | size << 1;
        LLVMDisposeMessage(text);
        known = int_map_put(&t->fragments, (uintptr_t)LLVMValueAsMetadata(expression), NULL);
        *known = found;
    }
    *offset = *known >> 32;
    *bits = (uint32_t)*known >> 1;
    return *known != 0;
}

/* ---- types ---- */

static LLVMValueRef unqualified(LLVMValueRef type) {
    for (int depth = 0; type && depth < MAX_QUALIFIERS; depth++) {
        if (LLVMGetMetadataKind(LLVMValueAsMetadata(type)) != LLVMDIDerivedTypeMetadataKind ||
            tag_of(type) == TAG_POINTER)
            break;
        type = debug_operand(type, 3);
    }
    return type;
}

static bool begins(const char *s, unsigned n, const char *with) {
    size_t k = strlen(with);
    return n >= k && !strncmp(s, with, k);
}

static enum debug_kind basic_kind(const char *name, unsigned n) {
    if (!name) return DEBUG_UNKNOWN;
    if (begins(name, n, "_Bool") || begins(name, n, "bool")) return DEBUG_BOOL;
    if (begins(name, n, "char") || begins(name, n, "signed char") || begins(name, n, "unsigned char"))
        return DEBUG_CHAR;
    if (begins(name, n, "unsigned")) return DEBUG_UNSIGNED;
    if (begins(name, n, "float") || begins(name, n, "double") || begins(name, n, "long double") ||
        begins(name, n, "_Float") || begins(name, n, "__float"))
        return DEBUG_FLOAT;
    if (begins(name, n, "complex") || begins(name, n, "_Complex")) return DEBUG_UNKNOWN;
    return DEBUG_SIGNED;
}

/* Whether `char` has a sign is the target's choice, which no operand of the node tells. */
static bool is_unsigned_basic(LLVMValueRef node) {
    char *text = LLVMPrintValueToString(node);
    bool is_unsigned = strstr(text, "DW_ATE_unsigned_char") != NULL;
    LLVMDisposeMessage(text);
    return is_unsigned;
}

static const char *kept_string(struct translator *t, LLVMValueRef node, unsigned k) {
    unsigned n = 0;
    const char *s = debug_string(node, k, &n);
    return s ? debug_keep(tables(t), s, n) : NULL;
}

static void fill_members(struct translator *t, uint32_t index, LLVMValueRef node) {
    LLVMValueRef members = debug_operand(node, 4);
    unsigned n = members && LLVMIsAMDNode(members) ? LLVMGetMDNodeNumOperands(members) : 0;
    for (unsigned i = 0; i < n && i < MAX_MEMBERS; i++) {
        LLVMValueRef m = debug_operand(members, i);
        if (!m || tag_of(m) != TAG_MEMBER) continue;
        const char *name = kept_string(t, m, 2);
        struct debug_member member = {name ? name : "", LLVMDITypeGetOffsetInBits(LLVMValueAsMetadata(m)),
                                      LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(m)),
                                      types_of(t, debug_operand(m, 3))};
        VEC_PUSH(&tables(t)->types.at[index].members, member);
    }
}

static void fill_constants(struct translator *t, uint32_t index, LLVMValueRef node) {
    LLVMValueRef all = debug_operand(node, 4);
    unsigned n = all && LLVMIsAMDNode(all) ? LLVMGetMDNodeNumOperands(all) : 0;
    for (unsigned i = 0; i < n && i < MAX_MEMBERS; i++) {
        LLVMValueRef constant = debug_operand(all, i);
        const char *name = constant ? kept_string(t, constant, 0) : NULL;
        if (!name) continue;
        struct debug_constant c = {name, types_number(constant, "value: ", 0)};
        VEC_PUSH(&tables(t)->types.at[index].constants, c);
    }
}

static uint64_t dimension(LLVMValueRef ranges, unsigned k) {
    LLVMValueRef range = debug_operand(ranges, k), count = range ? debug_operand(range, 0) : NULL;
    return count && LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0;
}

/* int a[2][3] is one node with two ranges: an array of 2 arrays of 3. */
static void fill_array(struct translator *t, uint32_t index, LLVMValueRef node) {
    LLVMValueRef ranges = debug_operand(node, 4);
    unsigned n = ranges && LLVMIsAMDNode(ranges) ? LLVMGetMDNodeNumOperands(ranges) : 0;
    uint32_t element = types_of(t, debug_operand(node, 3));
    for (unsigned i = n; i-- > 1;) {
        uint64_t count = dimension(ranges, i);
        struct debug_type inner = {.kind = DEBUG_ARRAY,
                                   .element = element,
                                   .count = count,
                                   .bits = count * tables(t)->types.at[element].bits};
        VEC_PUSH(&tables(t)->types, inner);
        element = tables(t)->types.n - 1;
    }
    tables(t)->types.at[index].element = element;
    tables(t)->types.at[index].count = n ? dimension(ranges, 0) : 0;
}

static enum debug_kind kind_of(LLVMValueRef node, unsigned tag) {
    unsigned n = 0;
    switch (tag) {
    case TAG_ARRAY: return DEBUG_ARRAY;
    case TAG_ENUM: return DEBUG_ENUM;
    case TAG_POINTER: return DEBUG_POINTER;
    case TAG_STRUCT: return DEBUG_STRUCT;
    case TAG_UNION: return DEBUG_UNION;
    case TAG_FUNCTION: return DEBUG_FUNCTION;
    case TAG_BASIC: {
        const char *name = debug_string(node, 2, &n);
        return basic_kind(name, n);
    }
    default: return DEBUG_UNKNOWN;
    }
}

uint32_t types_of(struct translator *t, LLVMValueRef node) {
    node = unqualified(node);
    if (!node || !LLVMIsAMDNode(node)) return 0;
    bool added;
    uint64_t *known = int_map_put(&t->types, (uintptr_t)LLVMValueAsMetadata(node), &added);
    if (!added) return (uint32_t)*known;
    uint32_t index = tables(t)->types.n;
    *known = index; /* before its parts, because a struct may contain pointers to itself */
    struct debug_type type = {.kind = kind_of(node, tag_of(node)),
                              .bits = LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(node)),
                              .name = kept_string(t, node, 2)};
    if (type.kind == DEBUG_CHAR) type.is_unsigned = is_unsigned_basic(node);
    VEC_PUSH(&tables(t)->types, type);
    switch (type.kind) {
    case DEBUG_STRUCT:
    case DEBUG_UNION: fill_members(t, index, node); break;
    case DEBUG_ENUM: fill_constants(t, index, node); break;
    case DEBUG_ARRAY: fill_array(t, index, node); break;
    case DEBUG_POINTER: {
        uint32_t element = types_of(t, debug_operand(node, 3));
        tables(t)->types.at[index].element = element;
        break;
    }
    default: break;
    }
    return index;
}

/* ---- scopes ---- */

static LLVMValueRef subprogram_of(struct translator *t, LLVMMetadataRef scope) {
    for (int depth = 0; scope && depth < MAX_INLINING; depth++) {
        LLVMValueRef node = LLVMMetadataAsValue(LLVMGetModuleContext(t->module), scope);
        if (LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) return node;
        LLVMValueRef outer = debug_operand(node, 1);
        scope = outer ? LLVMValueAsMetadata(outer) : NULL;
    }
    return NULL;
}

/* clang names a file relative to the folder that it shares with the one where clang runs, which may
 * be ours: such a name does not lead to the file from the current folder. */
static uint32_t add_file(struct translator *t, const char *name, unsigned n, const char *folder, unsigned m) {
    char *plain = mem_printf("%.*s", (int)n, name),
         *joined = mem_printf("%.*s/%.*s", (int)m, folder, (int)n, name);
    bool elsewhere =
        *plain && *plain != '/' && *joined == '/' && access(plain, F_OK) && !access(joined, F_OK);
    uint32_t file = cfa_add_file(t->cfa, elsewhere ? joined : plain);
    free(plain);
    free(joined);
    return file;
}

uint32_t types_file(struct translator *t, LLVMMetadataRef place) {
    LLVMMetadataRef scope = LLVMDILocationGetScope(place), file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    unsigned n = 0, m = 0;
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : NULL;
    const char *folder = file ? LLVMDIFileGetDirectory(file, &m) : NULL;
    if (!name) return 0;
    bool added;
    /* nodes of files are no types */
    uint64_t *known = int_map_put(&t->types, (uintptr_t)file, &added);
    if (added) *known = add_file(t, name, n, folder ? folder : "", m);
    return (uint32_t)*known;
}

static bool is_of_library(LLVMMetadataRef scope) {
    unsigned n = 0;
    LLVMMetadataRef file = scope ? LLVMDIScopeGetFile(scope) : NULL;
    const char *name = file ? LLVMDIFileGetFilename(file, &n) : NULL;
    return name && n == strlen(DRIVER_LIBRARY) && !strncmp(name, DRIVER_LIBRARY, n);
}

uint32_t types_scope(struct translator *t, LLVMMetadataRef place) {
    if (!place) return 0;
    LLVMValueRef function = subprogram_of(t, LLVMDILocationGetScope(place));
    if (!function) return 0;
    LLVMMetadataRef call = LLVMDILocationGetInlinedAt(place);
    uint64_t key = hash_mix((uintptr_t)LLVMValueAsMetadata(function), (uintptr_t)call);
    bool added;
    uint64_t *known = int_map_put(&t->inlined, key, &added);
    if (!added) return (uint32_t)*known;
    struct debug_scope s = {.function = kept_string(t, function, 2),
                            .is_model = is_of_library(LLVMDILocationGetScope(place))};
    if (call) {
        s.caller = types_scope(t, call);
        s.file = types_file(t, call);
        s.line = LLVMDILocationGetLine(call);
        s.column = LLVMDILocationGetColumn(call);
    }
    *int_map_put(&t->inlined, key, NULL) = tables(t)->scopes.n;
    VEC_PUSH(&tables(t)->scopes, s);
    return tables(t)->scopes.n - 1;
}
