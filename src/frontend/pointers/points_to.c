/* Points-to analysis: inclusion-based (Andersen), over the SSA values of the flattened program,
 * with offsets kept as residue classes. Steensgaard's classes would be cheaper; after inlining the
 * programs are small enough for inclusion, whose finer answers turn most objects into plain
 * variables.
 *
 * Integers carry targets too: a pointer may be copied byte by byte or cast. Arithmetic other than
 * adding constants forgets the offset (stride 1) but not the object. The contents of objects are
 * kept per offset class, so the fields of structs, also of structs in arrays, are kept apart.
 * Rounds over all instructions repeat until nothing changes: targets only grow, offsets only
 * coarsen.
 *
 * Limits: a pointer that is a constant number has no target, and neither has one that was read from
 * memory that nobody set; C gives no meaning to its use, and we say what we do then in memory.c. */
#include "frontend/pointers/points_to.h"

#include <assert.h>
#include <string.h>

#include "frontend/pointers/accesses.h"
#include "frontend/pointers/addresses.h"
#include "frontend/pointers/classes.h"
#include "frontend/driver/ir.h"
#include "frontend/library/outside.h"

enum {
    MAX_CONTENTS = 5000, /* classes of offsets per object; beyond that, they are one */
    MANY_TARGETS = 8
};

/* ---- sets ---- */

static bool add_target(target_set *s, uint32_t object, const struct offsets *at) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i].object == object) return offsets_join(&s->at[i].at, at);
    VEC_PUSH(s, (struct target){object, *at});
    return true;
}

/* The same for large sets, in time that is linear: where each object stands is noted meanwhile. */
static bool add_many(target_set *to, const target_set *from) {
    static VEC(uint32_t) place; /* by object, one more than its index; 0 between two calls */
    bool grew = false;
    uint32_t last = 0;
    for (uint32_t i = 0; i < to->n; i++) last = to->at[i].object > last ? to->at[i].object : last;
    for (uint32_t i = 0; i < from->n; i++) last = from->at[i].object > last ? from->at[i].object : last;
    if (place.n <= last) VEC_RESIZE(&place, last + 1);
    for (uint32_t i = 0; i < to->n; i++) place.at[to->at[i].object] = i + 1;
    for (uint32_t i = 0; i < from->n; i++) {
        const struct target *t = &from->at[i];
        uint32_t known = place.at[t->object];
        if (known) {
            grew |= offsets_join(&to->at[known - 1].at, &t->at);
        } else {
            VEC_PUSH(to, *t);
            place.at[t->object] = to->n;
            grew = true;
        }
    }
    for (uint32_t i = 0; i < to->n; i++) place.at[to->at[i].object] = 0;
    return grew;
}

static bool add_all(target_set *to, const target_set *from) {
    bool grew = false;
    if (to->n > MANY_TARGETS && from->n > MANY_TARGETS) return add_many(to, from);
    for (uint32_t i = 0; i < from->n; i++) grew |= add_target(to, from->at[i].object, &from->at[i].at);
    return grew;
}

static target_set *set_of(struct points_to *pt, LLVMValueRef v) {
    bool added;
    uint64_t *at = int_map_put(&pt->index, (uintptr_t)v, &added);
    if (added) {
        *at = pt->sets.n;
        VEC_PUSH(&pt->sets, (target_set){0});
    }
    return &pt->sets.at[*at];
}

/* ---- values ---- */

static void value_targets(struct points_to *pt, LLVMValueRef v, target_set *out);

static void shifted_targets(struct points_to *pt, LLVMValueRef v, int64_t constant, uint64_t scale,
                            target_set *out) {
    target_set base = {0};
    value_targets(pt, v, &base);
    for (uint32_t i = 0; i < base.n; i++) {
        struct offsets at = offsets_shift(&base.at[i].at, constant, scale);
        add_target(out, base.at[i].object, &at);
    }
    VEC_RELEASE(&base);
}

static void gep_targets(struct points_to *pt, LLVMValueRef v, target_set *out) {
    struct gep g;
    uint64_t scale = 0;
    if (!gep_parse(pt->layout, v, &g)) {
        shifted_targets(pt, LLVMGetOperand(v, 0), 0, 1, out);
        return;
    }
    for (uint32_t i = 0; i < g.n; i++) scale = gcd64(scale, g.part[i].scale);
    shifted_targets(pt, g.base, g.constant, scale, out);
    /* (char *)0 + address: the object is in the index */
    for (uint32_t i = 0; i < g.n && out->n == 0; i++) shifted_targets(pt, g.part[i].index, 0, 1, out);
}

/* A number is constant + k * scale for some k, modulo its width; scale 0: exactly the constant,
 * else it is a power of two. Compilers before us (CIL, clang at -O0) leave the arithmetic of
 * offsets unfolded, so it is followed a few steps. */
struct number {
    int64_t constant;
    uint64_t scale;
};

enum { MAX_STEPS = 8 };

static struct number number_of(LLVMValueRef v, uint32_t depth);

/* Of all multiples, only those of powers of two are still multiples after wrapping. */
static uint64_t lowest_bit(uint64_t n) { return n & (0 - n); }

static struct number times(struct number a, struct number b) {
    if (a.scale == 0 && b.scale != 0) return times(b, a);
    if (b.scale != 0) return (struct number){0, 1};
    uint64_t product = (uint64_t)a.constant * (uint64_t)b.constant, by = lowest_bit((uint64_t)b.constant);
    /* not even the constant says anything then */
    bool too_far = a.scale && by > INT64_MAX / a.scale;
    return too_far ? (struct number){0, 1} : (struct number){(int64_t)product, a.scale * by};
}

static struct number resized(LLVMValueRef v, struct number n, bool zero_extended) {
    unsigned from = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))),
             to = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    unsigned width = from < to ? from : to;
    if (width >= 64 || n.scale != 0) return n;
    uint64_t low = (uint64_t)n.constant & (((uint64_t)1 << width) - 1), sign = (uint64_t)1 << (width - 1);
    return (struct number){(int64_t)(zero_extended ? low : (low ^ sign) - sign), 0};
}

static struct number number_of_instruction(LLVMValueRef v, uint32_t depth) {
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    if (op == LLVMZExt || op == LLVMSExt || op == LLVMTrunc)
        return resized(v, number_of(LLVMGetOperand(v, 0), depth + 1), op == LLVMZExt);
    if (op != LLVMAdd && op != LLVMSub && op != LLVMMul && op != LLVMShl) return (struct number){0, 1};
    struct number a = number_of(LLVMGetOperand(v, 0), depth + 1),
                  b = number_of(LLVMGetOperand(v, 1), depth + 1);
    if (op == LLVMMul) return times(a, b);
    if (op == LLVMShl)
        return b.scale || b.constant < 0 || b.constant > 32
                   ? (struct number){0, 1}
                   : times(a, (struct number){(int64_t)1 << b.constant, 0});
    uint64_t sum = op == LLVMAdd ? (uint64_t)a.constant + (uint64_t)b.constant
                                 : (uint64_t)a.constant - (uint64_t)b.constant;
    return (struct number){(int64_t)sum, gcd64(a.scale, b.scale)};
}

static struct number number_of(LLVMValueRef v, uint32_t depth) {
    if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64 ||
        depth > MAX_STEPS)
        return (struct number){0, 1};
    if (LLVMIsAConstantInt(v)) return (struct number){LLVMConstIntGetSExtValue(v), 0};
    if (!LLVMIsAInstruction(v)) return (struct number){0, 1};
    struct number n = number_of_instruction(v, depth);
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width < 63 && n.scale >> width) n.scale = (uint64_t)1 << width;
    return n;
}

/* A sum of integers wraps, other than an address computation that C gives a meaning to. */
static void wrapped_targets(struct points_to *pt, LLVMValueRef v, struct number by, target_set *out) {
    target_set sums = {0};
    shifted_targets(pt, v, by.constant, by.scale, &sums);
    for (uint32_t i = 0; i < sums.n; i++) sums.at[i].at.wraps |= by.scale != 0;
    add_all(out, &sums);
    VEC_RELEASE(&sums);
}

static bool same_object(const target_set *a, const target_set *b) {
    return a->n == 1 && b->n == 1 && a->at[0].object == b->at[0].object;
}

static void sum_targets(struct points_to *pt, LLVMValueRef a, LLVMValueRef b, bool minus, target_set *out) {
    target_set left = {0}, right = {0};
    struct number any = {0, 1};
    value_targets(pt, a, &left);
    value_targets(pt, b, &right);
    if (right.n == 0) {
        struct number n = number_of(b, 0);
        if (minus) n.constant = (int64_t)(0 - (uint64_t)n.constant);
        wrapped_targets(pt, a, n, out);
    } else if (left.n == 0) {
        wrapped_targets(pt, b, minus ? any : number_of(a, 0), out);
    } else if (!minus || !same_object(&left, &right)) { /* else a distance, and no pointer can come of it */
        wrapped_targets(pt, a, any, out);
        wrapped_targets(pt, b, any, out);
    }
    VEC_RELEASE(&left);
    VEC_RELEASE(&right);
}

static void constant_targets(struct points_to *pt, LLVMValueRef v, target_set *out) {
    struct offsets zero = offsets_exact(0);
    if (LLVMIsAGlobalAlias(v)) v = LLVMAliasGetAliasee(v);
    if (LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v)) {
        add_target(out, objects_add_global(&pt->objects, v), &zero);
    } else if (LLVMIsAConstantExpr(v)) {
        switch (LLVMGetConstOpcode(v)) {
        case LLVMGetElementPtr: gep_targets(pt, v, out); break;
        case LLVMAdd: sum_targets(pt, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), false, out); break;
        case LLVMSub: sum_targets(pt, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), true, out); break;
        default:
            for (int i = 0; i < LLVMGetNumOperands(v); i++)
                shifted_targets(pt, LLVMGetOperand(v, (unsigned)i), 0, 0, out);
        }
    } else if (LLVMIsAConstantStruct(v) || LLVMIsAConstantArray(v)) {
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            value_targets(pt, LLVMGetOperand(v, (unsigned)i), out);
    }
}

static void value_targets(struct points_to *pt, LLVMValueRef v, target_set *out) {
    if (LLVMIsAConstant(v)) {
        constant_targets(pt, v, out);
    } else {
        uint64_t *at = int_map_get(&pt->index, (uintptr_t)v);
        if (at) add_all(out, &pt->sets.at[*at]);
    }
}

/* ---- contents ---- */

static void contents_grew(struct points_to *pt, uint32_t object) {
    pt->changed = true;
    stamps_set(&pt->stamps, &pt->stamps.contents, object);
}

void points_to_store(struct points_to *pt, uint32_t object, const struct offsets *at, uint64_t width,
                     const target_set *what) {
    if (what->n == 0) return;
    for (uint32_t i = 0; i < pt->contents.at[object].n; i++) {
        struct content *c = &pt->contents.at[object].at[i];
        if (c->width != width || c->at.stride != at->stride || c->at.n != at->n ||
            memcmp(c->at.r, at->r, at->n * sizeof *at->r))
            continue;
        if (add_all(&c->targets, what)) contents_grew(pt, object);
        return;
    }
    if (pt->contents.at[object].n == MAX_CONTENTS && (at->stride != 1 || width != 1)) {
        struct offsets anywhere = {.stride = 1, .n = 1};
        points_to_store(pt, object, &anywhere, 1, what);
        return;
    }
    struct content new = {.at = *at, .width = width};
    add_all(&new.targets, what);
    VEC_PUSH(&pt->contents.at[object], new);
    contents_grew(pt, object);
}

static void load_content(struct points_to *pt, uint32_t object, const struct offsets *at, uint64_t width,
                         target_set *out) {
    for (uint32_t i = 0; i < pt->contents.at[object].n; i++) {
        struct content *c = &pt->contents.at[object].at[i];
        if (offsets_overlap(&c->at, c->width, at, width)) add_all(out, &c->targets);
    }
}

static void initial_contents(struct points_to *pt, uint32_t object, LLVMValueRef constant, uint64_t offset) {
    LLVMTypeRef type = LLVMTypeOf(constant);
    if (LLVMIsAConstantStruct(constant)) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            initial_contents(pt, object, LLVMGetOperand(constant, i),
                             offset + LLVMOffsetOfElement(pt->layout, type, i));
    } else if (LLVMIsAConstantArray(constant)) {
        uint64_t step = LLVMABISizeOfType(pt->layout, LLVMGetElementType(type));
        for (int i = 0; i < LLVMGetNumOperands(constant); i++)
            initial_contents(pt, object, LLVMGetOperand(constant, (unsigned)i), offset + (uint64_t)i * step);
    } else {
        target_set targets = {0};
        struct offsets at = offsets_exact((int64_t)offset);
        constant_targets(pt, constant, &targets);
        points_to_store(pt, object, &at, LLVMStoreSizeOfType(pt->layout, type), &targets);
        VEC_RELEASE(&targets);
    }
}

static void scan_globals(struct points_to *pt) {
    for (uint32_t i = 1; i < pt->objects.all.n; i++) {
        struct object *o = &pt->objects.all.at[i];
        LLVMValueRef init = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->site) : NULL;
        if (init) initial_contents(pt, i, init, 0);
    }
}

/* ---- instructions ---- */

static void set_grew(struct points_to *pt, LLVMValueRef v) {
    pt->changed = true;
    stamps_set(&pt->stamps, &pt->stamps.sets, *int_map_get(&pt->index, (uintptr_t)v));
}

void points_to_give(struct points_to *pt, LLVMValueRef to, const target_set *targets) {
    if (targets->n > 0 && add_all(set_of(pt, to), targets)) set_grew(pt, to);
}

static void flow(struct points_to *pt, LLVMValueRef from, LLVMValueRef to) {
    target_set targets = {0};
    value_targets(pt, from, &targets);
    points_to_give(pt, to, &targets);
    VEC_RELEASE(&targets);
}

/* ---- pointers from nowhere ---- */

bool points_to_has(const target_set *s, uint32_t object) {
    for (uint32_t i = 0; i < s->n; i++)
        if (s->at[i].object == object) return true;
    return false;
}

void points_to_reached(struct points_to *pt, LLVMValueRef pointer, target_set *out) {
    target_set named = {0};
    struct offsets anywhere = {.stride = pt->grain, .n = 1};
    value_targets(pt, pointer, &named);
    for (uint32_t i = 0; i < named.n; i++)
        if (pt->objects.all.at[named.at[i].object].kind != OBJECT_NAMELESS)
            add_target(out, named.at[i].object, &named.at[i].at);
    bool unknown = pt->unknown && points_to_has(&named, pt->unknown);
    for (uint32_t i = 1; unknown && i < pt->objects.all.n; i++) {
        const struct object *o = &pt->objects.all.at[i];
        if ((o->escapes || o->guessed) && o->kind != OBJECT_FUNCTION) add_target(out, i, &anywhere);
    }
    VEC_RELEASE(&named);
}

/* The same for an access with this alignment, which C promises. */
static void reached_by(struct points_to *pt, LLVMValueRef pointer, uint64_t align, target_set *out) {
    target_set named = {0};
    value_targets(pt, pointer, &named);
    if (pt->unknown && align < pt->grain && points_to_has(&named, pt->unknown)) {
        pt->grain = align ? align : 1;
        pt->changed = true;
    }
    VEC_RELEASE(&named);
    points_to_reached(pt, pointer, out);
}

static uint64_t alignment_of(LLVMValueRef access) {
    switch (LLVMGetInstructionOpcode(access)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: return LLVMGetAlignment(access);
    default: return 1;
    }
}

/* Of a foreign pointer, a part is a foreign number: if it is made a pointer again, that one is
 * foreign, too. */
static void drop_foreign(struct points_to *pt, target_set *s) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        enum object_kind kind = pt->objects.all.at[s->at[i].object].kind;
        if (kind != OBJECT_NAMELESS && kind != OBJECT_OUTSIDE) s->at[kept++] = s->at[i];
    }
    VEC_RESIZE(s, kept);
}

static void do_load(struct points_to *pt, LLVMValueRef i) {
    target_set pointers = {0}, loaded = {0};
    uint64_t width = LLVMStoreSizeOfType(pt->layout, LLVMTypeOf(i));
    reached_by(pt, LLVMGetOperand(i, 0), alignment_of(i), &pointers);
    for (uint32_t t = 0; t < pointers.n; t++)
        load_content(pt, pointers.at[t].object, &pointers.at[t].at, width, &loaded);
    if (pt->unknown && width < LLVMPointerSize(pt->layout)) drop_foreign(pt, &loaded);
    points_to_give(pt, i, &loaded);
    VEC_RELEASE(&pointers);
    VEC_RELEASE(&loaded);
}

static void store_targets(struct points_to *pt, LLVMValueRef pointer, uint64_t width, uint64_t align,
                          const target_set *stored) {
    target_set pointers = {0};
    reached_by(pt, pointer, align, &pointers);
    for (uint32_t t = 0; t < pointers.n; t++)
        points_to_store(pt, pointers.at[t].object, &pointers.at[t].at, width, stored);
    VEC_RELEASE(&pointers);
}

static void do_store(struct points_to *pt, LLVMValueRef value, LLVMValueRef pointer, uint64_t align) {
    target_set stored = {0};
    value_targets(pt, value, &stored);
    store_targets(pt, pointer, LLVMStoreSizeOfType(pt->layout, LLVMTypeOf(value)), align, &stored);
    VEC_RELEASE(&stored);
}

/* The instruction's own value is the old one. */
static void do_atomic(struct points_to *pt, LLVMValueRef i) {
    LLVMValueRef operand = LLVMGetOperand(i, 1);
    LLVMAtomicRMWBinOp op = LLVMGetAtomicRMWBinOp(i);
    target_set stored = {0};
    do_load(pt, i);
    if (op == LLVMAtomicRMWBinOpXchg) {
        value_targets(pt, operand, &stored);
    } else if (op == LLVMAtomicRMWBinOpAdd || op == LLVMAtomicRMWBinOpSub) {
        sum_targets(pt, i, operand, op == LLVMAtomicRMWBinOpSub, &stored);
    } else {
        shifted_targets(pt, i, 0, 1, &stored);
        shifted_targets(pt, operand, 0, 1, &stored);
    }
    store_targets(pt, LLVMGetOperand(i, 0), LLVMStoreSizeOfType(pt->layout, LLVMTypeOf(operand)),
                  alignment_of(i), &stored);
    VEC_RELEASE(&stored);
}

/* Copies contents; where both places are exact, offsets are kept, else anything may be anywhere. */
static void copy_object(struct points_to *pt, const struct target *to, const struct target *from,
                        uint64_t width) {
    bool exact = to->object != from->object && to->at.stride == 0 && to->at.n == 1 && from->at.stride == 0 &&
                 from->at.n == 1;
    uint32_t n = pt->contents.at[from->object].n;
    for (uint32_t i = 0; i < n; i++) {
        struct content c = pt->contents.at[from->object].at[i];
        struct offsets source = from->at;
        if (!offsets_overlap(&c.at, c.width, &source, width)) continue;
        struct offsets at = exact ? offsets_shift(&c.at, to->at.r[0] - from->at.r[0], 0)
                                  : (struct offsets){.stride = 1, .n = 1};
        target_set targets = {0};
        add_all(&targets, &c.targets);
        points_to_store(pt, to->object, &at, exact ? c.width : 1, &targets);
        VEC_RELEASE(&targets);
    }
}

/* What clang says of a block operation's pointer. */
static uint64_t argument_alignment(LLVMValueRef call, uint32_t argument) {
    unsigned kind = LLVMGetEnumAttributeKindForName("align", 5);
    LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, argument + 1, kind);
    return a ? LLVMGetEnumAttributeValue(a) : 1;
}

static void do_copy(struct points_to *pt, LLVMValueRef call) {
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1), size = LLVMGetOperand(call, 2);
    target_set targets = {0}, sources = {0};
    uint64_t width = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : UINT64_MAX / 4;
    reached_by(pt, to, argument_alignment(call, 0), &targets);
    reached_by(pt, from, argument_alignment(call, 1), &sources);
    for (uint32_t t = 0; t < targets.n; t++)
        for (uint32_t s = 0; s < sources.n; s++) copy_object(pt, &targets.at[t], &sources.at[s], width);
    VEC_RELEASE(&targets);
    VEC_RELEASE(&sources);
}

static void do_site(struct points_to *pt, LLVMValueRef site) {
    uint32_t object = objects_of_site(&pt->objects, site);
    if (!object) return;
    const struct object *o = &pt->objects.all.at[object];
    struct offsets at = offsets_exact(0);
    if (o->many) at = (struct offsets){.stride = o->slot ? o->slot : 16, .n = 1, .r = {(int64_t)o->lead}};
    if (add_target(set_of(pt, site), object, &at)) set_grew(pt, site);
}

/* What a function returns is kept under its first basic block's value, which is no value of the
 * program. */
static LLVMValueRef result_key(LLVMValueRef function) {
    return LLVMBasicBlockAsValue(LLVMGetEntryBasicBlock(function));
}

static void do_operands(struct points_to *pt, LLVMValueRef i, int n, uint64_t scale) {
    target_set targets = {0};
    for (int o = 0; o < n; o++) shifted_targets(pt, LLVMGetOperand(i, (unsigned)o), 0, scale, &targets);
    points_to_give(pt, i, &targets);
    VEC_RELEASE(&targets);
}

static void do_call(struct points_to *pt, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) return;
    if (objects_is_allocation(call)) {
        do_site(pt, call);
    } else if (ir_starts_with(f, "llvm.memcpy") || ir_starts_with(f, "llvm.memmove")) {
        do_copy(pt, call);
    } else if (ir_starts_with(f, "llvm.memset")) {
        target_set filled = {0};
        reached_by(pt, LLVMGetOperand(call, 0), argument_alignment(call, 0), &filled);
        VEC_RELEASE(&filled);
    } else if (ir_starts_with(f, "llvm.")) {
        if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
        do_operands(pt, call, (int)ir_arguments(call), 1);
    } else if (ir_has_body(f)) {
        for (uint32_t i = 0; i < ir_arguments(call) && i < LLVMCountParams(f); i++)
            flow(pt, LLVMGetOperand(call, i), LLVMGetParam(f, i));
        flow(pt, result_key(f), call);
    } else {
        outside_result(pt, call);
    }
}

static void do_return(struct points_to *pt, LLVMValueRef i) {
    if (LLVMGetNumOperands(i) == 0) return;
    flow(pt, LLVMGetOperand(i, 0), result_key(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i))));
}

static void do_phi(struct points_to *pt, LLVMValueRef i) {
    for (unsigned k = 0; k < LLVMCountIncoming(i); k++) flow(pt, LLVMGetIncomingValue(i, k), i);
}

static void do_computed(struct points_to *pt, LLVMValueRef i, LLVMOpcode op) {
    target_set targets = {0};
    if (op == LLVMGetElementPtr) gep_targets(pt, i, &targets);
    else sum_targets(pt, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), op == LLVMSub, &targets);
    points_to_give(pt, i, &targets);
    VEC_RELEASE(&targets);
}

static void do_instruction(struct points_to *pt, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    switch (op) {
    case LLVMAlloca: do_site(pt, i); break;
    case LLVMGetElementPtr:
    case LLVMAdd:
    case LLVMSub: do_computed(pt, i, op); break;
    case LLVMPHI: do_phi(pt, i); break;
    case LLVMSelect:
        flow(pt, LLVMGetOperand(i, 1), i);
        flow(pt, LLVMGetOperand(i, 2), i);
        break;
    case LLVMLoad: do_load(pt, i); break;
    case LLVMStore: do_store(pt, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), alignment_of(i)); break;
    case LLVMAtomicRMW: do_atomic(pt, i); break;
    case LLVMAtomicCmpXchg:
        do_load(pt, i);
        do_store(pt, LLVMGetOperand(i, 2), LLVMGetOperand(i, 0), alignment_of(i));
        break;
    case LLVMCall: do_call(pt, i); break;
    case LLVMRet: do_return(pt, i); break;
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue: do_operands(pt, i, LLVMGetNumOperands(i), 0); break;
    case LLVMICmp:
    case LLVMFCmp:
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMUnreachable:
    case LLVMFence: break;
    default: do_operands(pt, i, LLVMGetNumOperands(i), 1); break; /* arithmetic of all kinds */
    }
}

/* ---- the whole ---- */

static void collect_functions(struct points_to *pt, LLVMValueRef entry,
                              bool (*stays_call)(void *, LLVMValueRef), void *context) {
    struct int_map seen = {0};
    VEC_PUSH(&pt->functions, entry);
    int_map_put(&seen, (uintptr_t)entry, NULL);
    for (uint32_t n = 0; n < pt->functions.n; n++) {
        FOR_BLOCKS (b, pt->functions.at[n])
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
                bool added;
                if (!f || !ir_has_body(f) || stays_call(context, f)) continue;
                int_map_put(&seen, (uintptr_t)f, &added);
                if (added) VEC_PUSH(&pt->functions, f);
            }
    }
    int_map_release(&seen);
}

/* ---- rounds ---- */

/* Has the set of a value grown since then? Those of constants never do. */
static bool has_grown(struct points_to *pt, LLVMValueRef v, uint64_t since) {
    uint64_t *at = LLVMIsAConstant(v) ? NULL : int_map_get(&pt->index, (uintptr_t)v);
    return at && stamps_newer(&pt->stamps.sets, *at, since);
}

static bool has_grown_any(struct points_to *pt, LLVMValueRef i, int operands, uint64_t since) {
    for (int k = 0; k < operands; k++)
        if (has_grown(pt, LLVMGetOperand(i, (unsigned)k), since)) return true;
    return false;
}

/* What pointers from nowhere reach is known only at the end (points_to_reached), so whoever uses
 * one is always looked at. */
static bool leads_anywhere(struct points_to *pt, LLVMValueRef pointer) {
    return pt->unknown && points_to_has(points_to_of(pt, pointer), pt->unknown);
}

static bool contents_have_grown(struct points_to *pt, LLVMValueRef pointer, uint64_t since) {
    const target_set *targets = points_to_of(pt, pointer);
    for (uint32_t i = 0; i < targets->n; i++)
        if (stamps_newer(&pt->stamps.contents, targets->at[i].object, since)) return true;
    return false;
}

static bool is_copy(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    return f && (ir_starts_with(f, "llvm.memcpy") || ir_starts_with(f, "llvm.memmove"));
}

/* May a visit change something? `since` is the time of the last one. */
static bool needs_visit(struct points_to *pt, LLVMValueRef i, uint64_t since) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if (since == 0 || op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg) return true;
    bool copy = op == LLVMCall && is_copy(i);
    if (op == LLVMCall && !copy) return true;
    if (has_grown_any(pt, i, op == LLVMPHI ? 0 : copy ? 2 : LLVMGetNumOperands(i), since)) return true;
    for (unsigned k = 0; op == LLVMPHI && k < LLVMCountIncoming(i); k++)
        if (has_grown(pt, LLVMGetIncomingValue(i, k), since)) return true;
    if (op == LLVMStore) return leads_anywhere(pt, LLVMGetOperand(i, 1));
    if (op == LLVMLoad)
        return leads_anywhere(pt, LLVMGetOperand(i, 0)) ||
               contents_have_grown(pt, LLVMGetOperand(i, 0), since);
    return copy && (leads_anywhere(pt, LLVMGetOperand(i, 0)) || leads_anywhere(pt, LLVMGetOperand(i, 1)) ||
                    contents_have_grown(pt, LLVMGetOperand(i, 1), since));
}

/* One round over all instructions, or over those that may change something. */
static void do_round(struct points_to *pt, bool all) {
    uint32_t n = 0;
    pt->changed = false;
    for (uint32_t f = 0; f < pt->functions.n; f++)
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) {
                uint32_t number = n++;
                uint64_t since = number < pt->stamps.visits.n ? pt->stamps.visits.at[number] : 0;
                if (!all && !needs_visit(pt, i, since)) continue;
                stamps_visit(&pt->stamps, number);
                do_instruction(pt, i);
            }
}

static void fixed_point(struct points_to *pt) {
    do do_round(pt, false);
    while (pt->changed);
#ifndef NDEBUG
    do_round(pt, true);
    assert(!pt->changed); /* nothing was left out */
#endif
}

static void analyse(struct points_to *pt, LLVMValueRef entry, bool (*stays_call)(void *, LLVMValueRef),
                    void *context) {
    pt->layout = LLVMGetModuleDataLayout(pt->module);
    VEC_PUSH(&pt->sets, (target_set){0});
    objects_init(&pt->objects, pt->layout);
    pt->objects.lives = pt->lives;
    collect_functions(pt, entry, stays_call, context);
    FOR_GLOBALS (g, pt->module) objects_add_global(&pt->objects, g);
    FOR_FUNCTIONS (f, pt->module)
        if (!ir_starts_with(f, "llvm.")) objects_add_global(&pt->objects, f);
    sites_collect(pt);
    scan_globals(pt);
    outside_begin(pt, entry);
    do fixed_point(pt);
    while (outside_close(pt));
    accesses_collect(pt);
}

/* Classes of places are known after a first analysis; the second one has their objects. */
void points_to_run(struct points_to *pt, LLVMModuleRef module, LLVMValueRef entry,
                   bool (*stays_call)(void *, LLVMValueRef), void *context) {
    struct points_to clean = {
        .module = module, .outside_writes = pt->outside_writes, .c_rules = pt->c_rules, .lives = pt->lives};
    *pt = clean;
    analyse(pt, entry, stays_call, context);
    struct int_map classes = {0};
    if ((!pt->lives || !pt->c_rules) && classes_find(pt, &classes)) {
        points_to_release(pt);
        *pt = clean;
        pt->classes = &classes;
        analyse(pt, entry, stays_call, context);
        pt->classes = NULL;
    }
    int_map_release(&classes);
    addresses_mark(pt, entry);
}

void points_to_release(struct points_to *pt) {
    for (uint32_t i = 0; i < pt->sets.n; i++) VEC_RELEASE(&pt->sets.at[i]);
    for (uint32_t i = 0; i < pt->contents.n; i++) {
        for (uint32_t k = 0; k < pt->contents.at[i].n; k++) VEC_RELEASE(&pt->contents.at[i].at[k].targets);
        VEC_RELEASE(&pt->contents.at[i]);
    }
    VEC_RELEASE(&pt->sets);
    VEC_RELEASE(&pt->contents);
    VEC_RELEASE(&pt->functions);
    stamps_release(&pt->stamps);
    int_map_release(&pt->index);
    objects_release(&pt->objects);
}

const target_set *points_to_of(struct points_to *pt, LLVMValueRef v) {
    static const target_set none = {0};
    if (LLVMIsAConstant(v)) {
        target_set *set = set_of(pt, v);
        if (set->n == 0) {
            target_set targets = {0};
            constant_targets(pt, v, &targets);
            set = set_of(pt, v);
            add_all(set, &targets);
            VEC_RELEASE(&targets);
        }
        return set;
    }
    uint64_t *at = int_map_get(&pt->index, (uintptr_t)v);
    return at ? &pt->sets.at[*at] : &none;
}
