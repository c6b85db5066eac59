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

/* What a local variable holds that is given one value and never changed; else `v` itself. Used
 * before that, it would hold no pointer that a program may use. */
static LLVMValueRef behind_variable(LLVMValueRef v) {
    LLVMValueRef variable = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL, value = NULL;
    if (!variable || !ir_is_static_alloca(variable)) return v;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), f = ir_is_call(user) ? ir_callee(user) : NULL;
        bool harmless = ir_is_debug(user) || (f && ir_starts_with(f, "llvm.lifetime"));
        if (harmless || (LLVMIsALoadInst(user) && !LLVMGetVolatile(user))) continue;
        if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable || LLVMGetVolatile(user)) return v;
        LLVMValueRef stored = LLVMGetOperand(user, 0), from = ir_is_call(stored) ? ir_callee(stored) : NULL;
        if (from && ir_starts_with(from, MARK_UNINIT)) continue;
        if (value || !LLVMIsAGlobalVariable(stored)) return v;
        value = stored;
    }
    return value ? value : v;
}

bool formats_read(LLVMValueRef v, char text[FORMATS_LONGEST]) {
    v = behind_variable(v);
    LLVMValueRef data = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    LLVMTypeRef type = data ? LLVMTypeOf(data) : NULL;
    if (!type || LLVMGetTypeKind(type) != LLVMArrayTypeKind || ir_width(LLVMGetElementType(type)) == 0)
        return false;
    uint64_t n = LLVMGetArrayLength2(type);
    text[0] = 0;
    if (LLVMIsAConstantAggregateZero(data)) return true;
    for (uint64_t i = 0; i < n && i < FORMATS_LONGEST; i++) {
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
    char text[FORMATS_LONGEST];
    if (formats_read(format, text)) return stores_count(text);
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
    char have[FORMATS_LONGEST];
    return formats_read(v, have) && !strcmp(have, text);
}
