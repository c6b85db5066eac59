#include "frontend/pointers/accesses.h"

#include <assert.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"

/* The object of a class of places is there once, and is allocated again and again. */
static void collect_site(struct points_to *pt, LLVMValueRef site, bool many) {
    uint64_t *stands = pt->classes ? int_map_get(pt->classes, (uintptr_t)site) : NULL;
    if (!stands) {
        objects_add_site(&pt->objects, site, many);
        return;
    }
    LLVMValueRef first = (LLVMValueRef)(uintptr_t)*stands;
    uint32_t object = objects_of_site(&pt->objects, first);
    if (!object) object = objects_add_site(&pt->objects, first, true);
    if (site != first) objects_share(&pt->objects, site, object);
}

void sites_collect(struct points_to *pt) {
    for (uint32_t f = 0; f < pt->functions.n; f++) {
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) {
                bool site = LLVMIsAAllocaInst(i) || objects_is_allocation(i);
                if (!site) continue;
                /* a function that is still called may be called again; its variables live once per
                 * activation */
                bool many = !ir_is_static_alloca(i) && (f > 0 || ir_in_cycle(b));
                collect_site(pt, i, many);
            }
    }
    VEC_RESIZE(&pt->contents, pt->objects.all.n);
}

static void add_access(struct object *o, struct access a) {
    uint32_t from = o->accesses.n > 256 ? o->accesses.n - 256 : 0;
    for (uint32_t i = from; i < o->accesses.n; i++) {
        struct access *b = &o->accesses.at[i];
        if (b->width != a.width || b->type != a.type || memcmp(&b->at, &a.at, sizeof a.at)) continue;
        b->load |= a.load;
        return;
    }
    VEC_PUSH(&o->accesses, a);
}

static void touch(struct points_to *pt, LLVMValueRef pointer, uint64_t width, LLVMTypeRef type, bool write) {
    target_set targets = {0};
    points_to_reached(pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        struct object *o = &pt->objects.all.at[targets.at[i].object];
        o->written |= write;
        add_access(o, (struct access){targets.at[i].at, width, type, !write});
    }
    VEC_RELEASE(&targets);
}

/* Contents that a library function makes arbitrary have no layout of their own: only that they
 * change matters. */
static void overwrite(struct points_to *pt, LLVMValueRef pointer) {
    target_set targets = {0};
    points_to_reached(pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) pt->objects.all.at[targets.at[i].object].written = true;
    VEC_RELEASE(&targets);
}

static uint64_t constant_or_zero(LLVMValueRef v) {
    return LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

static void touch_call(struct points_to *pt, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) return;
    uint64_t bytes;
    for (uint32_t i = 0; i < ir_arguments(call) && !ir_has_body(f); i++)
        if (libc_writes(call, i, &bytes)) overwrite(pt, LLVMGetOperand(call, i));
    LLVMTypeRef result = ir_has_body(f) ? NULL : ir_result_in_memory(call);
    if (result) touch(pt, LLVMGetOperand(call, 0), LLVMABISizeOfType(pt->layout, result), NULL, true);
    bool copy = ir_starts_with(f, "llvm.memcpy") || ir_starts_with(f, "llvm.memmove");
    if (copy || ir_starts_with(f, "llvm.memset"))
        touch(pt, LLVMGetOperand(call, 0), constant_or_zero(LLVMGetOperand(call, 2)), NULL, true);
    if (copy) touch(pt, LLVMGetOperand(call, 1), constant_or_zero(LLVMGetOperand(call, 2)), NULL, false);
    if (ir_has_name(f, MARK_UNINIT_MEM))
        touch(pt, LLVMGetOperand(call, 0), constant_or_zero(LLVMGetOperand(call, 1)), NULL, true);
}

/* Variables that functions of the library set. */
static void overwrite_variables(struct points_to *pt) {
    FOR_GLOBALS (g, pt->module) {
        uint32_t object = objects_of_site(&pt->objects, g);
        if (object && (libc_is_variable(g) || ir_has_name(g, LIBC_ERRNO)))
            pt->objects.all.at[object].written = true;
    }
}

void accesses_collect(struct points_to *pt) {
    overwrite_variables(pt);
    for (uint32_t f = 0; f < pt->functions.n; f++) {
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) {
                LLVMTypeRef type;
                switch (LLVMGetInstructionOpcode(i)) {
                case LLVMLoad:
                    touch(pt, LLVMGetOperand(i, 0), LLVMStoreSizeOfType(pt->layout, LLVMTypeOf(i)),
                          LLVMTypeOf(i), false);
                    break;
                case LLVMStore:
                    type = LLVMTypeOf(LLVMGetOperand(i, 0));
                    touch(pt, LLVMGetOperand(i, 1), LLVMStoreSizeOfType(pt->layout, type), type, true);
                    break;
                case LLVMAtomicRMW:
                case LLVMAtomicCmpXchg:
                    type = LLVMTypeOf(LLVMGetOperand(i, 1));
                    touch(pt, LLVMGetOperand(i, 0), LLVMStoreSizeOfType(pt->layout, type), type, true);
                    break;
                case LLVMCall: touch_call(pt, i); break;
                default: break;
                }
            }
    }
}
