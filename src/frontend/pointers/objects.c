#include "frontend/pointers/objects.h"

#include <assert.h>
#include <string.h>

#include "frontend/driver/ir.h"

enum {
    MIN_ALIGN = 16, /* what malloc aligns to */
    PAGE = 4096,
    /* As powers of two: the slots of blocks whose sizes vary. A block has at most half of it
     * (heap.c). */
    SLOT_32 = 18,
    SLOT_64 = 32,
};

void objects_init(struct objects *o, LLVMTargetDataRef layout) {
    *o = (struct objects){.layout = layout};
    VEC_PUSH(&o->all, (struct object){0});
}

void objects_release(struct objects *o) {
    for (uint32_t i = 0; i < o->all.n; i++) VEC_RELEASE(&o->all.at[i].accesses);
    VEC_RELEASE(&o->all);
    int_map_release(&o->by_site);
}

uint32_t objects_of_site(const struct objects *o, LLVMValueRef site) {
    uint64_t *at = int_map_get(&o->by_site, (uintptr_t)site);
    return at ? (uint32_t)*at : 0;
}

static uint32_t add(struct objects *o, struct object object) {
    uint32_t index = o->all.n;
    object.promised = object.align ? object.align : 1;
    if (object.kind == OBJECT_HEAP && object.align == MIN_ALIGN)
        object.promised = 2 * LLVMPointerSize(o->layout);
    if (!object.many) object.bytes = object.size;
    if (object.align < MIN_ALIGN) object.align = MIN_ALIGN;
    if (object.site) *int_map_put(&o->by_site, (uintptr_t)object.site, NULL) = index;
    VEC_PUSH(&o->all, object);
    return index;
}

uint32_t objects_add_global(struct objects *o, LLVMValueRef global) {
    uint32_t known = objects_of_site(o, global);
    if (known) return known;
    if (LLVMIsAFunction(global))
        return add(o, (struct object){.kind = OBJECT_FUNCTION, .site = global, .size = 1});
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    uint64_t size = LLVMTypeIsSized(type) ? LLVMABISizeOfType(o->layout, type) : 0;
    return add(o,
               (struct object){
                   .kind = OBJECT_GLOBAL, .site = global, .size = size, .align = LLVMGetAlignment(global)});
}

uint32_t objects_add_outside(struct objects *o) { return add(o, (struct object){.kind = OBJECT_OUTSIDE}); }

uint32_t objects_add_nameless(struct objects *o) {
    return add(o, (struct object){.kind = OBJECT_NAMELESS, .size = 1});
}

static const struct {
    const char *name;
    int count, size; /* which arguments multiply to the size; -1: none */
    int align;       /* which one is the alignment */
} allocators[] = {
    {"malloc", -1, 0, -1},  {"calloc", 0, 1, -1},        {"valloc", -1, 0, -1},
    {"alloca", -1, 0, -1},  {"aligned_alloc", -1, 1, 0}, {"memalign", -1, 1, 0},
    {"kmalloc", -1, 0, -1}, {"kzalloc", -1, 0, -1},      {"__builtin_alloca", -1, 0, -1},
};

static int allocator_of(LLVMValueRef call) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    if (!f || ir_has_body(f) || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind) return -1;
    for (int i = 0; i < (int)(sizeof allocators / sizeof *allocators); i++) {
        int needed = allocators[i].size + 1;
        if (ir_has_name(f, allocators[i].name)) return (int)ir_arguments(call) >= needed ? i : -1;
    }
    return -1;
}

bool objects_is_allocation(LLVMValueRef call) { return allocator_of(call) >= 0; }

bool objects_is_on_stack(LLVMValueRef call) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    return f && (ir_has_name(f, "alloca") || ir_has_name(f, "__builtin_alloca"));
}

void objects_size_arguments(LLVMValueRef call, int *count, int *size) {
    int a = allocator_of(call);
    assert(a >= 0);
    *count = allocators[a].count;
    *size = allocators[a].size;
}

LLVMValueRef objects_alignment_argument(LLVMValueRef call) {
    int a = allocator_of(call);
    return a >= 0 && allocators[a].align >= 0 ? LLVMGetOperand(call, (unsigned)allocators[a].align) : NULL;
}

/* The value of a constant argument; false if it is not constant. */
static bool constant(LLVMValueRef call, int argument, uint64_t *n) {
    LLVMValueRef v = LLVMIsAConstantInt(LLVMGetOperand(call, (unsigned)argument));
    if (!v || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    *n = LLVMConstIntGetZExtValue(v);
    return true;
}

static uint64_t site_size(struct objects *o, LLVMValueRef site) {
    uint64_t count = 1, size = 0;
    if (LLVMIsAAllocaInst(site)) {
        LLVMValueRef n = LLVMIsAConstantInt(LLVMGetOperand(site, 0));
        return n ? LLVMABISizeOfType(o->layout, LLVMGetAllocatedType(site)) * LLVMConstIntGetZExtValue(n) : 0;
    }
    int a = allocator_of(site);
    assert(a >= 0);
    if (!constant(site, allocators[a].size, &size)) return 0;
    if (allocators[a].count >= 0 && !constant(site, allocators[a].count, &count)) return 0;
    return count <= INT32_MAX && size <= INT32_MAX && count * size <= INT32_MAX ? count * size : 0;
}

static bool is_alignment(uint64_t n) { return n && !(n & (n - 1)) && n <= 1u << 20; }

/* A page where the program does not say it as a constant: what asks for more is cut (heap.c). */
static uint64_t site_align(LLVMValueRef site) {
    if (LLVMIsAAllocaInst(site)) return LLVMGetAlignment(site);
    int a = allocator_of(site);
    uint64_t n = PAGE;
    if (allocators[a].align < 0) return ir_has_name(ir_callee(site), "valloc") ? PAGE : MIN_ALIGN;
    return constant(site, allocators[a].align, &n) && is_alignment(n) ? n : PAGE;
}

/* A block of a checked program has a quarter of its slot in front of it and at least half of it
 * behind. */
static void give_slots(const struct objects *o, struct object *new) {
    new->slot = new->align > MIN_ALIGN ? new->align : MIN_ALIGN;
    while (new->slot < new->size) new->slot *= 2;
    if (o->lives) new->slot *= 4;
    if (o->lives && !new->size) {
        uint64_t varying = (uint64_t)1 << (LLVMPointerSize(o->layout) == 4 ? SLOT_32 : SLOT_64);
        if (new->slot < varying) new->slot = varying;
    }
    new->lead = o->lives ? new->slot / 4 : 0;
    new->size = 0;
}

uint32_t objects_add_site(struct objects *o, LLVMValueRef site, bool many) {
    assert(!objects_of_site(o, site));
    struct object new = {
        .kind = LLVMIsAAllocaInst(site) ? OBJECT_STACK : OBJECT_HEAP, .site = site, .many = many};
    new.owner = LLVMGetBasicBlockParent(LLVMGetInstructionParent(site));
    new.size = site_size(o, site);
    new.align = site_align(site);
    if (new.kind == OBJECT_HEAP) {
        const char *name = ir_name(ir_callee(site));
        new.zeroed = !strcmp(name, "calloc") || !strcmp(name, "kzalloc");
    }
    new.bytes = new.size;
    if (many && (new.size || o->lives)) give_slots(o, &new);
    return add(o, new);
}

void objects_share(struct objects *o, LLVMValueRef site, uint32_t object) {
    assert(object && object < o->all.n && o->all.at[object].many && !objects_of_site(o, site));
    *int_map_put(&o->by_site, (uintptr_t)site, NULL) = object;
}
