/* The outside is one object of unknown size and contents. Pointers that the program gets from
 * elsewhere lead into it, at any multiple of a pointer's size: parameters of the entry function,
 * results of functions without a body, the contents of globals that are only declared, numbers
 * turned into pointers, and whatever is found by following those. Any two of them may meet there,
 * and what is written stays. By C's rules they may also lead to the program's own objects, as far
 * as others can reach these (`escapes`) or the address can be guessed (points_to.h):
 *
 *     int g; void f(int *p) { g = 0; *p = 1; assert(g == 0); }               fails, with --entry=f
 *     int *x = malloc(4), *y = bar(); *x = 1; *y = 2; assert(*x == 1);        holds: nobody else
 *                                                                             knows x
 *
 * Memory of the system's making (argv, what getenv returns) is apart from the program's own by any
 * rules. By those of SV-COMP all foreign memory is; that is assumed, and said (ledger.h).
 *
 * By C's rules (struct rules in frontend.h), functions without a body may write whatever they can
 * reach: globals that are not static, what any of them was ever given, and what those lead to. The
 * objects are marked here and made arbitrary in library.c. */
#include "frontend/library/outside.h"

#include <assert.h>
#include <string.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "frontend/pointers/numbers.h"

static uint32_t outside_object(struct points_to *pt) {
    if (!pt->outside) {
        pt->outside = objects_add_outside(&pt->objects);
        VEC_RESIZE(&pt->contents, pt->objects.all.n);
        target_set itself = {0};
        outside_targets(pt, &itself);
        points_to_store(pt, pt->outside, &itself.at[0].at, LLVMPointerSize(pt->layout), &itself);
        VEC_RELEASE(&itself);
    }
    return pt->outside;
}

void outside_targets(struct points_to *pt, target_set *out) {
    uint32_t object = outside_object(pt);
    VEC_PUSH(out, (struct target){object, {.stride = LLVMPointerSize(pt->layout), .n = 1}});
}

/* A pointer of which nothing is known; with `guess`, it may have any value. */
static void unknown_targets(struct points_to *pt, bool guess, target_set *out) {
    struct offsets anywhere = {.stride = 1, .n = 1};
    outside_targets(pt, out);
    if (!pt->unknown) return;
    VEC_PUSH(out, (struct target){pt->unknown, anywhere});
    if (guess) VEC_PUSH(out, (struct target){pt->guess, anywhere});
}

static bool holds_pointers(LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return true;
    case LLVMArrayTypeKind: return holds_pointers(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (holds_pointers(LLVMStructGetTypeAtIndex(type, i))) return true;
        return false;
    default: return false;
    }
}

/* Lets every pointer in the object lead anywhere. True if that is new. */
static bool fill_with_pointers(struct points_to *pt, uint32_t object) {
    target_set targets = {0};
    bool before = pt->changed;
    unknown_targets(pt, false, &targets);
    pt->changed = false;
    points_to_store(pt, object, &targets.at[0].at, LLVMPointerSize(pt->layout), &targets);
    bool grew = pt->changed;
    pt->changed = before || grew;
    VEC_RELEASE(&targets);
    return grew;
}

/* Is there somebody who could put the program's addresses into foreign memory? */
static bool has_strangers(struct points_to *pt) {
    for (uint32_t n = 0; n < pt->functions.n; n++)
        FOR_BLOCKS (b, pt->functions.at[n])
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
                if (f && outside_is_unknown(f) && !objects_is_allocation(i)) return true;
            }
    return false;
}

static void begin_unknown(struct points_to *pt, bool entry_is_main) {
    pt->grain = LLVMPointerSize(pt->layout);
    pt->strangers = !entry_is_main || has_strangers(pt);
    if (!pt->c_rules) return;
    pt->unknown = objects_add_nameless(&pt->objects);
    pt->guess = objects_add_nameless(&pt->objects);
    VEC_RESIZE(&pt->contents, pt->objects.all.n);
    if (pt->strangers) fill_with_pointers(pt, outside_object(pt));
}

void outside_begin(struct points_to *pt, LLVMValueRef entry) {
    struct offsets start = offsets_exact(0);
    bool is_main = ir_has_name(entry, "main");
    begin_unknown(pt, is_main);
    for (uint32_t i = 0; i < LLVMCountParams(entry); i++) {
        LLVMValueRef parameter = LLVMGetParam(entry, i);
        if (LLVMGetTypeKind(LLVMTypeOf(parameter)) != LLVMPointerTypeKind) continue;
        target_set targets = {0};
        if (is_main || !pt->unknown) VEC_PUSH(&targets, (struct target){outside_object(pt), start});
        else unknown_targets(pt, false, &targets);
        points_to_give(pt, parameter, &targets);
        VEC_RELEASE(&targets);
    }
    FOR_GLOBALS (g, pt->module) {
        uint32_t object = objects_of_site(&pt->objects, g);
        if (object && !LLVMGetInitializer(g) && holds_pointers(LLVMGlobalGetValueType(g)))
            fill_with_pointers(pt, object);
    }
}

/* Pointers of a struct lie at multiples of their size. */
static void fill_result(struct points_to *pt, LLVMValueRef memory, const target_set *with) {
    uint64_t size = LLVMPointerSize(pt->layout);
    const target_set *places = points_to_of(pt, memory);
    for (uint32_t i = 0; i < places->n; i++) {
        struct offsets at = offsets_shift(&places->at[i].at, 0, size);
        points_to_store(pt, places->at[i].object, &at, size, with);
    }
}

static void give_arguments(struct points_to *pt, LLVMValueRef call) {
    target_set targets = {0};
    for (uint32_t k = 0; k < ir_arguments(call); k++) {
        const target_set *of = points_to_of(pt, LLVMGetOperand(call, k));
        for (uint32_t i = 0; i < of->n; i++)
            VEC_PUSH(&targets, (struct target){of->at[i].object, offsets_shift(&of->at[i].at, 0, 1)});
    }
    points_to_give(pt, call, &targets);
    VEC_RELEASE(&targets);
}

/* A variable that was never set on any way to where it is used. What is in memory, or set on some
 * ways only, has no value that a program may look at: memory.c says what an access through it
 * does. */
static bool is_unset_value(LLVMValueRef call) {
    if (!ir_starts_with(ir_callee(call), MARK_UNINIT)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == call;
        if (stored || LLVMIsAPHINode(user)) return false;
    }
    return true;
}

static bool is_assembly(LLVMValueRef f) {
    return ir_starts_with(f, MARK_ASSEMBLY) || ir_starts_with(f, MARK_ASSEMBLY_MEMORY);
}

/* Assembly may hand its inputs on, also as numbers; what it computes otherwise, nobody knows. */
static void assembly_result(struct points_to *pt, LLVMValueRef call) {
    LLVMTypeRef type = LLVMTypeOf(call);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
    if (LLVMStoreSizeOfType(pt->layout, type) >= LLVMPointerSize(pt->layout)) give_arguments(pt, call);
    if (!holds_pointers(type)) return;
    target_set targets = {0};
    unknown_targets(pt, false, &targets);
    points_to_give(pt, call, &targets);
    VEC_RELEASE(&targets);
}

void outside_result(struct points_to *pt, LLVMValueRef call) {
    LLVMTypeRef in_memory = ir_result_in_memory(call);
    LLVMValueRef f = ir_callee(call);
    if (is_assembly(f)) {
        assembly_result(pt, call);
        return;
    }
    bool direct = holds_pointers(LLVMTypeOf(call)), indirect = in_memory && holds_pointers(in_memory);
    bool unset = pt->unknown && direct && is_unset_value(call);
    bool marker = ir_starts_with(f, MARK_PREFIX) && !ir_starts_with(f, MARK_STRANGER);
    if ((marker && !unset) || (!direct && !indirect)) return;
    target_set targets = {0};
    if (libc_effect(f) != LIBC_NOT) outside_targets(pt, &targets);
    else unknown_targets(pt, unset || ir_starts_with(f, "__VERIFIER_"), &targets);
    if (direct) points_to_give(pt, call, &targets);
    if (direct && libc_returns_argument(ir_callee(call))) give_arguments(pt, call);
    if (indirect) fill_result(pt, LLVMGetOperand(call, 0), &targets);
    VEC_RELEASE(&targets);
}

bool outside_is_unknown(LLVMValueRef f) {
    if (ir_starts_with(f, MARK_ASSEMBLY_MEMORY) || ir_starts_with(f, MARK_STRANGER)) return true;
    return !ir_has_body(f) && !ir_starts_with(f, "llvm.") && !ir_starts_with(f, MARK_PREFIX) &&
           !ir_starts_with(f, "__VERIFIER_") && vocabulary_role(f) == VOCABULARY_NONE &&
           libc_effect(f) == LIBC_NOT;
}

void outside_give_any(struct points_to *pt, LLVMValueRef v) {
    target_set targets = {0};
    unknown_targets(pt, true, &targets);
    points_to_give(pt, v, &targets);
    VEC_RELEASE(&targets);
}

/* ---- what escapes ---- */

static void escape_object(struct points_to *pt, uint32_t object) {
    struct object *o = &pt->objects.all.at[object];
    if (o->escapes || o->kind == OBJECT_NAMELESS) return;
    o->escapes = true;
    for (uint32_t i = 0; i < pt->contents.at[object].n; i++) {
        const target_set *targets = &pt->contents.at[object].at[i].targets;
        for (uint32_t k = 0; k < targets->n; k++)
            escape_object(pt, targets->at[k].object); /* at most once per object */
    }
}

static void escape_value(struct points_to *pt, LLVMValueRef v) {
    const target_set *targets = points_to_of(pt, v);
    for (uint32_t i = 0; i < targets->n; i++) escape_object(pt, targets->at[i].object);
}

static void escape_globals(struct points_to *pt) {
    for (uint32_t i = 1; i < pt->objects.all.n; i++) {
        const struct object *o = &pt->objects.all.at[i];
        if (o->kind != OBJECT_GLOBAL) continue;
        LLVMLinkage l = LLVMGetLinkage(o->site);
        if (l != LLVMInternalLinkage && l != LLVMPrivateLinkage) escape_object(pt, i);
    }
}

static void escape_arguments(struct points_to *pt) {
    for (uint32_t n = 0; n < pt->functions.n; n++)
        FOR_BLOCKS (b, pt->functions.at[n])
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
                if (!f || !outside_is_unknown(f) || objects_is_allocation(i)) continue;
                /* where a result is to be put, the function's writer cannot see */
                for (uint32_t k = ir_result_in_memory(i) ? 1 : 0; k < ir_arguments(i); k++)
                    escape_value(pt, LLVMGetOperand(i, k));
            }
}

static bool is_constant(const struct object *o) {
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->site);
}

static bool guess_value(struct points_to *pt, LLVMValueRef v) {
    const target_set *targets = points_to_of(pt, v);
    bool grew = false;
    for (uint32_t i = 0; i < targets->n; i++) {
        struct object *o = &pt->objects.all.at[targets->at[i].object];
        grew |= !o->guessed && o->kind != OBJECT_NAMELESS;
        o->guessed |= o->kind != OBJECT_NAMELESS;
    }
    return grew;
}

/* Is a pointer made a number for more than a distance or a comparison? Then the number may come
 * back as a pointer. */
static bool is_exposed(LLVMValueRef cast) {
    for (LLVMUseRef u = LLVMGetFirstUse(cast); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) && LLVMGetInstructionOpcode(user) != LLVMSub) return true;
    }
    return false;
}

static bool close_guess(struct points_to *pt, LLVMValueRef i) {
    if (LLVMGetInstructionOpcode(i) == LLVMPtrToInt && is_exposed(i))
        return guess_value(pt, LLVMGetOperand(i, 0));
    if (LLVMGetInstructionOpcode(i) != LLVMICmp) return false;
    LLVMValueRef a = LLVMGetOperand(i, 0), b = LLVMGetOperand(i, 1);
    bool from_left = points_to_has(points_to_of(pt, a), pt->guess);
    bool from_right = points_to_has(points_to_of(pt, b), pt->guess);
    bool grew = from_left && guess_value(pt, b);
    return (from_right && guess_value(pt, a)) || grew;
}

static bool close_guesses(struct points_to *pt) {
    bool grew = false;
    for (uint32_t f = 0; f < pt->functions.n; f++)
        FOR_BLOCKS (b, pt->functions.at[f])
            FOR_INSTRUCTIONS (i, b) grew |= close_guess(pt, i);
    return grew;
}

static uint32_t count_escapes(const struct points_to *pt) {
    uint32_t n = 0;
    for (uint32_t i = 1; i < pt->objects.all.n; i++) n += pt->objects.all.at[i].escapes;
    return n;
}

static bool close_escapes(struct points_to *pt) {
    uint32_t before = count_escapes(pt);
    for (uint32_t i = 1; i < pt->objects.all.n; i++)
        pt->objects.all.at[i].escapes = false; /* contents may have grown */
    escape_globals(pt);
    escape_arguments(pt);
    if (pt->outside) escape_object(pt, pt->outside);
    bool grew = count_escapes(pt) > before;
    for (uint32_t i = 1; i < pt->objects.all.n && pt->outside_writes; i++) {
        struct object *o = &pt->objects.all.at[i];
        if (!o->escapes || o->kind == OBJECT_FUNCTION || is_constant(o)) continue;
        o->written = true;
        grew |= fill_with_pointers(pt, i);
    }
    return grew;
}

bool outside_close(struct points_to *pt) {
    bool grew = numbers_close(pt);
    if (pt->unknown) grew |= close_guesses(pt);
    if (pt->unknown || pt->outside_writes) grew |= close_escapes(pt);
    return grew;
}
