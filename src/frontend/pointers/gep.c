#include <assert.h>

#include "frontend/driver/ir.h"
#include "frontend/pointers/points_to.h"

static bool add_part(struct gep *g, LLVMValueRef index, uint64_t scale) {
    if (scale == 0) return true;
    if (LLVMIsAConstantInt(index)) {
        g->constant += (int64_t)((uint64_t)LLVMConstIntGetSExtValue(index) * scale);
        return true;
    }
    if (g->n == sizeof g->part / sizeof *g->part) return false;
    g->part[g->n].index = index;
    g->part[g->n++].scale = scale;
    return true;
}

bool gep_parse(LLVMTargetDataRef layout, LLVMValueRef v, struct gep *g) {
    *g = (struct gep){.base = LLVMGetOperand(v, 0)};
    LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
    unsigned n = LLVMGetNumIndices(v);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(v, i + 1);
        if (i == 0) {
            if (!add_part(g, index, LLVMABISizeOfType(layout, type))) return false;
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            if (!LLVMIsAConstantInt(index)) return false;
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            g->constant += (int64_t)LLVMOffsetOfElement(layout, type, field);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
            type = LLVMGetElementType(type);
            if (!add_part(g, index, LLVMABISizeOfType(layout, type))) return false;
        } else {
            return false; /* vectors */
        }
    }
    return true;
}
