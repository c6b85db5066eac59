/* A format is read where it is a constant string, narrow or wide, or a choice among such. Any other
 * may hold %n. */
#include "frontend/library/formats.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "frontend/driver/ir.h"

enum { MAX_CHOICES = 4 };

static char narrowed(LLVMValueRef character) {
    unsigned long long c = LLVMConstIntGetZExtValue(character);
    return c < 128 ? (char)c : '?';
}

bool formats_text(LLVMValueRef v, char text[FORMATS_MAX]) {
    LLVMValueRef data = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    LLVMTypeRef type = data ? LLVMTypeOf(data) : NULL;
    if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind || ir_width(LLVMGetElementType(type)) == 0)
        return false;
    uint64_t n = LLVMGetArrayLength2(type);
    text[0] = 0;
    if (LLVMIsAConstantAggregateZero(data)) return true;
    for (uint64_t i = 0; i < n && i < FORMATS_MAX; i++) {
        LLVMValueRef element = LLVMGetAggregateElement(data, (unsigned)i);
        if (!element || !LLVMIsAConstantInt(element)) return false;
        text[i] = narrowed(element);
        if (!text[i]) return true;
    }
    return false;
}

/* %n, %hn, %-5n, %2$n, ... */
static bool stores_count(const char *format) {
    for (const char *at = strchr(format, '%'); at; at = strchr(at + 1, '%')) {
        at += 1 + strspn(at + 1, "0123456789$.*'+- #IhlLjztqZ");
        if (*at == 'n') return true;
        if (!*at) return false;
    }
    return false;
}

static bool may_store(LLVMValueRef format, int depth) {
    char text[FORMATS_MAX];
    if (formats_text(format, text)) return stores_count(text);
    if (depth == 0) return true;
    if (LLVMIsASelectInst(format))
        return may_store(LLVMGetOperand(format, 1), depth - 1) ||
               may_store(LLVMGetOperand(format, 2), depth - 1);
    if (!LLVMIsAPHINode(format)) return true;
    for (unsigned i = 0; i < LLVMCountIncoming(format); i++)
        if (may_store(LLVMGetIncomingValue(format, i), depth - 1)) return true;
    return false;
}

bool formats_may_store(LLVMValueRef format) { return may_store(format, MAX_CHOICES); }

bool formats_is_text(LLVMValueRef v, const char *text) {
    char have[FORMATS_MAX];
    return formats_text(v, have) && !strcmp(have, text);
}
