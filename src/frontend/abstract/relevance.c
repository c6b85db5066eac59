/* A backward slice (Weiser, TSE 1984) of the whole program in one pass over its functions, before
 * anything is inlined, so that it costs as much as the source is long. Memory is told apart in one
 * way only: a variable to which nothing but its own name leads is followed; every other read gives
 * any value (abstraction.c).
 *
 *     static int locked;                         followed
 *     void lock(void) { if (locked) reach_error(); locked = 1; }
 *     int open(struct device *d) {
 *         if (d->broken) return log(d);          d->broken: any value; log() does not matter
 *         lock();
 *     ...
 *
 * Calls of the error function matter, and with a call the conditions on which it depends, the
 * values that these are computed from, what is stored in variables that are read, what functions
 * return, and every call of a function in which something matters.
 *
 * What ends an execution is treated apart, because ending it early can only hide an error: a call
 * that never comes back makes what follows it depend on the conditions around it; assumptions, and
 * small functions that end the execution in some cases, matter where something else does.
 *
 * What the translation gives up at (a cut) always matters: else the proof would not be about it. */
#include "frontend/abstract/relevance.h"

#include <assert.h>
#include <string.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/calls.h"
#include "frontend/driver/ir.h"
#include "frontend/driver/prepare.h"
#include "frontend/library/libc.h"
#include "frontend/pointers/objects.h"

/* Instructions of a function that is little more than a condition. */
enum { GUARD_SIZE = 40 };
enum { PRIVATE = 1, SHARED = 2 };

bool relevance_has(const struct relevance *r, LLVMValueRef v) {
    return int_map_get(&r->marks, (uintptr_t)v) != NULL;
}

struct relevance_part *relevance_of(const struct relevance *r, LLVMValueRef function) {
    uint64_t *at = int_map_get(&r->index, (uintptr_t)function);
    return at ? &r->parts.at[*at] : NULL;
}

static LLVMValueRef function_of(LLVMValueRef instruction) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static bool is_error(const struct relevance *r, LLVMValueRef f) {
    return prepare_is_error((void *)r->program, f);
}

/* ---- functions ---- */

static void reach_functions(struct relevance *r, LLVMValueRef entry) {
    *int_map_put(&r->index, (uintptr_t)entry, NULL) = 0;
    VEC_PUSH(&r->parts, (struct relevance_part){.function = entry});
    for (uint32_t n = 0; n < r->parts.n; n++)
        FOR_BLOCKS (b, r->parts.at[n].function)
            FOR_INSTRUCTIONS (i, b) {
                r->parts.at[n].size += !ir_is_debug(i);
                LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
                if (!f || !ir_has_body(f) || is_error(r, f)) continue;
                r->failed |=
                    f != LLVMGetCalledValue(i) || LLVMGetCalledFunctionType(i) != LLVMGlobalGetValueType(f);
                bool added;
                uint64_t *index = int_map_put(&r->index, (uintptr_t)f, &added);
                if (!added) continue;
                *index = r->parts.n;
                VEC_PUSH(&r->parts, (struct relevance_part){.function = f});
            }
    for (uint32_t n = 0; n < r->parts.n; n++) r->size += r->parts.at[n].size;
}

static bool never_comes_back(const struct relevance *r, LLVMValueRef call) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    if (!f) return false;
    const struct relevance_part *part = relevance_of(r, f);
    if (part) return !part->returns;
    return is_error(r, f) || ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "noreturn");
}

LLVMValueRef relevance_end(const struct relevance *r, LLVMBasicBlockRef block) {
    FOR_INSTRUCTIONS (i, block)
        if (never_comes_back(r, i)) return i;
    return NULL;
}

static bool ends(void *relevance, LLVMBasicBlockRef block) { return relevance_end(relevance, block) != NULL; }

/* Is there a way from the entry to a return? */
static bool can_return(const struct relevance *r, LLVMValueRef f) {
    struct int_map seen = {0};
    VEC(LLVMBasicBlockRef) waiting = {0};
    bool returns = false;
    VEC_PUSH(&waiting, LLVMGetEntryBasicBlock(f));
    while (waiting.n > 0 && !returns) {
        LLVMBasicBlockRef b = VEC_POP(&waiting);
        bool added;
        int_map_put(&seen, (uintptr_t)b, &added);
        if (!added || relevance_end(r, b)) continue;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        returns = LLVMIsAReturnInst(end) != NULL;
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) VEC_PUSH(&waiting, LLVMGetSuccessor(end, i));
    }
    VEC_RELEASE(&waiting);
    int_map_release(&seen);
    return returns;
}

/* From "all return" down, so that recursion counts as returning. */
static void find_returning(struct relevance *r) {
    for (uint32_t i = 0; i < r->parts.n; i++) r->parts.at[i].returns = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = r->parts.n; i-- > 0;) {
            struct relevance_part *p = &r->parts.at[i];
            if (!p->returns || can_return(r, p->function)) continue;
            p->returns = false;
            changed = true;
        }
    }
}

static bool is_assumption(LLVMValueRef call) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    if (!f || ir_has_body(f)) return false;
    enum vocabulary_role role = vocabulary_role(f);
    return ir_has_name(f, MARK_ASSUME) || role == VOCABULARY_ASSUME || role == VOCABULARY_ASSUME_NOT;
}

/* A small function that may end the execution, itself or by another one. */
static bool may_end(const struct relevance *r, const struct relevance_part *p) {
    if (!p->returns || p->size > GUARD_SIZE) return false;
    FOR_BLOCKS (b, p->function)
        FOR_INSTRUCTIONS (i, b) {
            LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
            const struct relevance_part *callee = f ? relevance_of(r, f) : NULL;
            if (is_assumption(i) || never_comes_back(r, i) || (callee && callee->guards)) return true;
        }
    return false;
}

static void find_guards(struct relevance *r) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->parts.n; i++) {
            struct relevance_part *p = &r->parts.at[i];
            if (p->guards || !may_end(r, p)) continue;
            p->guards = changed = true;
        }
    }
}

/* ---- variables ---- */

/* Does a use of an address (a variable's, or one inside of it) only read, write or begin it? */
static bool is_private_use(LLVMValueRef user, LLVMValueRef address);

static bool has_private_uses(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (!is_private_use(LLVMGetUser(use), address)) return false;
    return true;
}

static bool is_gep(LLVMValueRef v) {
    return LLVMIsAGetElementPtrInst(v) ||
           (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Calls that begin a variable's life, or whose object it is. */
static bool begins_life(LLVMValueRef call) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    return f && (ir_has_name(f, MARK_UNINIT_MEM) || ir_starts_with(f, "llvm.lifetime."));
}

/* memset(&variable, ...) writes it. */
static bool fills(LLVMValueRef call, LLVMValueRef address) {
    LLVMValueRef f = ir_is_call(call) ? ir_callee(call) : NULL;
    return f && ir_starts_with(f, "llvm.memset.") && LLVMGetOperand(call, 0) == address;
}

static bool is_private_use(LLVMValueRef user, LLVMValueRef address) {
    if (is_gep(user)) return LLVMGetOperand(user, 0) == address && has_private_uses(user);
    if (LLVMIsALoadInst(user)) return true;
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) != address;
    return begins_life(user) || fills(user, address);
}

/* errno is set by functions without a body; what is only declared may be set by others. */
static bool is_candidate(LLVMValueRef v) {
    if (LLVMIsAAllocaInst(v)) return true;
    return LLVMIsAGlobalVariable(v) && LLVMGetInitializer(v) && !ir_has_name(v, LIBC_ERRNO);
}

static LLVMValueRef base_of(LLVMValueRef pointer) {
    while (is_gep(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

bool relevance_is_met(const struct relevance *r, LLVMValueRef stranger) {
    return int_map_get(&r->strangers, (uintptr_t)stranger) != NULL;
}

LLVMValueRef relevance_variable(struct relevance *r, LLVMValueRef pointer) {
    LLVMValueRef base = base_of(pointer);
    if (!is_candidate(base)) return NULL;
    bool added;
    uint64_t *kind = int_map_put(&r->objects, (uintptr_t)base, &added);
    if (added) *kind = has_private_uses(base) ? PRIVATE : SHARED;
    return *kind == PRIVATE ? base : NULL;
}

/* ---- marks ---- */

static void need_function(struct relevance *r, struct relevance_part *p);

static void mark(struct relevance *r, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) && !LLVMIsAArgument(v)) return;
    bool added;
    int_map_put(&r->marks, (uintptr_t)v, &added);
    if (added) VEC_PUSH(&r->waiting, v);
}

/* The branches that decide whether a block is executed. */
static void need_block(struct relevance *r, LLVMBasicBlockRef block) {
    struct relevance_part *p = relevance_of(r, LLVMGetBasicBlockParent(block));
    if (!p) return;
    need_function(r, p);
    if (r->failed) return;
    const struct control *c = &p->control;
    uint32_t b = control_number(c, block);
    for (uint32_t i = 0; i < c->on[b].n; i++) mark(r, LLVMGetBasicBlockTerminator(c->blocks[c->on[b].at[i]]));
}

static void mark_guards(struct relevance *r, const struct relevance_part *p) {
    FOR_BLOCKS (b, p->function)
        FOR_INSTRUCTIONS (i, b) {
            LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
            const struct relevance_part *callee = f ? relevance_of(r, f) : NULL;
            if (is_assumption(i) || (callee && callee->guards)) mark(r, i);
        }
}

static void need_function(struct relevance *r, struct relevance_part *p) {
    if (p->needed || r->failed) return;
    if (!control_init(&p->control, p->function, ends, r)) {
        r->failed = true;
        return;
    }
    p->needed = true;
    for (LLVMUseRef use = LLVMGetFirstUse(p->function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (ir_is_call(user) && ir_callee(user) == p->function) mark(r, user);
    }
    mark_guards(r, p);
    if (!p->guards) return;
    FOR_BLOCKS (b, p->function)
        if (ends(r, b)) need_block(r, b);
}

static void mark_operands(struct relevance *r, LLVMValueRef v) {
    for (int i = 0; i < LLVMGetNumOperands(v); i++) mark(r, LLVMGetOperand(v, (unsigned)i));
}

/* What any function stores there. */
static void mark_stores(struct relevance *r, LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (is_gep(user)) mark_stores(r, user);
        else if (!LLVMIsALoadInst(user) && relevance_of(r, function_of(user))) mark(r, user);
    }
}

static void follow_load(struct relevance *r, LLVMValueRef load) {
    LLVMValueRef variable = relevance_variable(r, LLVMGetOperand(load, 0));
    if (!variable) return;
    mark_operands(r, load);
    bool added;
    int_map_put(&r->marks, (uintptr_t)variable, &added);
    if (added || LLVMIsAAllocaInst(variable)) mark_stores(r, variable);
}

static void follow_phi(struct relevance *r, LLVMValueRef phi) {
    mark_operands(r, phi);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        mark(r, LLVMGetBasicBlockTerminator(from));
        need_block(r, from);
    }
}

/* A call of a function with a body: its parameters ask for themselves. */
static void follow_call(struct relevance *r, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    struct relevance_part *callee = f ? relevance_of(r, f) : NULL;
    bool stranger = f && ir_starts_with(f, MARK_STRANGER);
    if (!callee) {
        for (uint32_t i = 0; i < ir_arguments(call) && !stranger; i++) mark(r, LLVMGetOperand(call, i));
        return;
    }
    need_function(r, callee);
    if (callee->wanted || LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
    if (!LLVMGetFirstUse(call)) return;
    callee->wanted = true;
    FOR_BLOCKS (b, callee->function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end)) mark(r, end);
    }
}

static void follow_argument(struct relevance *r, LLVMValueRef argument) {
    LLVMValueRef f = LLVMGetParamParent(argument);
    uint32_t n = 0;
    while (LLVMGetParam(f, n) != argument) n++;
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (ir_is_call(user) && ir_callee(user) == f && relevance_of(r, function_of(user)))
            mark(r, LLVMGetOperand(user, n));
    }
}

static void follow(struct relevance *r, LLVMValueRef v) {
    if (LLVMIsAArgument(v)) {
        follow_argument(r, v);
        return;
    }
    if (!relevance_of(r, function_of(v))) return;
    r->kept++;
    need_block(r, LLVMGetInstructionParent(v));
    if (LLVMIsALoadInst(v)) follow_load(r, v);
    else if (LLVMIsAPHINode(v)) follow_phi(r, v);
    else if (ir_is_call(v)) follow_call(r, v);
    else mark_operands(r, v);
}

static void follow_all(struct relevance *r) {
    while (r->waiting.n > 0 && !r->failed) follow(r, VEC_POP(&r->waiting));
}

/* ---- where it begins ---- */

/* May the translation give up at this call of a function without a body, other than because of what
 * it is given? */
static bool may_cut_library(LLVMValueRef call, LLVMValueRef f) {
    switch (libc_effect(f)) {
    case LIBC_NOT: break;
    case LIBC_CUT:
    case LIBC_LOCALE:
    case LIBC_KEEPS: return true;
    default: return libc_refusal(call) != NULL;
    }
    const char *name = ir_name(f);
    return ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "returns_twice") ||
           !strncmp(name, "__builtin_", 10) || !strncmp(name, "__sync_", 7) || !strncmp(name, "__atomic_", 9);
}

static bool may_cut(LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) return true;
    const char *name = ir_name(f);
    if (!strcmp(name, MARK_CUT)) return true;
    if (!strncmp(name, MARK_PREFIX, strlen(MARK_PREFIX))) return false;
    if (!strncmp(name, "llvm.", 5)) return !strncmp(name, "llvm.eh.", 8) || !strncmp(name, "llvm.va_", 8);
    switch (vocabulary_role(f)) {
    case VOCABULARY_NONE: return !objects_is_allocation(call) && may_cut_library(call, f);
    case VOCABULARY_ASSUME:
    case VOCABULARY_ASSUME_NOT:
    case VOCABULARY_NONDET:
    case VOCABULARY_PREDICATE:
    case VOCABULARY_ANY:
    case VOCABULARY_IGNORED: return false;
    default: return true;
    }
}

static void mark_seeds(struct relevance *r) {
    for (uint32_t n = 0; n < r->parts.n; n++)
        FOR_BLOCKS (b, r->parts.at[n].function)
            FOR_INSTRUCTIONS (i, b) {
                if (!ir_is_call(i) || ir_is_debug(i)) continue;
                LLVMValueRef f = ir_callee(i);
                bool outside = !f || !relevance_of(r, f);
                if (outside && ((f && is_error(r, f)) || may_cut(i))) mark(r, i);
            }
}

/* A stranger is called where no function of the call's type is meant. It matters if it may be, all
 * the same, a function in which something matters: one that differs in promoted types only. */
static bool stranger_matters(const struct relevance *r, LLVMValueRef stranger) {
    if (calls_is_foreign(stranger)) return false;
    for (uint32_t i = 0; i < r->parts.n; i++) {
        const struct relevance_part *p = &r->parts.at[i];
        if (p->needed && calls_address_taken(p->function) && !calls_is_candidate(stranger, p->function) &&
            calls_fits_promoted(stranger, p->function))
            return true;
    }
    return false;
}

/* What is known of a stranger's result is nothing; the call itself matters if it may be one of a
 * function that does. True if that has marked something. */
static bool mark_strangers(struct relevance *r) {
    for (uint32_t n = 0; n < r->parts.n; n++)
        FOR_BLOCKS (b, r->parts.at[n].function)
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
                if (!f || !ir_starts_with(f, MARK_STRANGER) || relevance_is_met(r, i)) continue;
                if (!stranger_matters(r, f)) continue;
                int_map_put(&r->strangers, (uintptr_t)i, NULL);
                mark(r, i);
                mark_operands(r, i);
            }
    return r->waiting.n > 0;
}

void relevance_find(struct relevance *r, LLVMModuleRef module, const struct program *p, LLVMValueRef entry) {
    *r = (struct relevance){.program = p, .module = module};
    reach_functions(r, entry);
    find_returning(r);
    find_guards(r);
    need_function(r, &r->parts.at[0]);
    mark_seeds(r);
    do follow_all(r);
    while (!r->failed && mark_strangers(r));
    assert(r->failed || r->waiting.n == 0);
}

void relevance_release(struct relevance *r) {
    for (uint32_t i = 0; i < r->parts.n; i++)
        if (r->parts.at[i].needed) control_release(&r->parts.at[i].control);
    VEC_RELEASE(&r->parts);
    VEC_RELEASE(&r->waiting);
    int_map_release(&r->index);
    int_map_release(&r->marks);
    int_map_release(&r->objects);
    int_map_release(&r->strangers);
}
