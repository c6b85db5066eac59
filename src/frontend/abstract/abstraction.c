/* The abstraction of a large program, for proofs (relevance.c says what is kept). Most of a driver
 * has nothing to do with the lock whose use is checked:
 *
 *     for (i = 0; i < n; i++) fill(d->ring + i);   gone: a loop in which nothing matters is left
 *     mutex_lock(&d->lock);                        kept, with what is stored in its variable
 *     if (d->ring[0].status & 4) return -5;        kept: d->ring[0].status is any value
 *     mutex_unlock(&d->lock);
 *
 * Every execution of the program that reaches the error is one here: what is gone decides nothing,
 * and values that are not followed may be as they were. So TRUE carries over, on these premises:
 * the accesses that are gone leave other objects alone, calls by pointers are of functions of their
 * types, and functions without a body do what the rules say (the ledger has all of them). Loops
 * that never end and divisions by zero may be gone, so that an error here need not be one there. */
#include "frontend/abstract/abstraction.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <stdio.h>
#include <string.h>

#include "frontend/abstract/again.h"
#include "frontend/abstract/relevance.h"
#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/calls.h"
#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "frontend/pointers/objects.h"
#include "util/log.h"

/* Smaller programs are translated as a whole in no time. */
enum { MIN_SIZE = 1500 };
/* Less than this part of the instructions has to be left. */
static const double LARGEST_PART = 0.7;

struct maker {
    struct relevance r;
    LLVMModuleRef module;
    LLVMBuilderRef builder;
    VEC(LLVMValueRef) any; /* markers, one per type */
};

/* ---- the ledger ---- */

static void note(struct abstraction *a, enum ledger_kind kind, const char *detail) {
    for (uint32_t i = 0; i < a->notes.n; i++)
        if (a->notes.at[i].kind == (int)kind && !strcmp(a->notes.at[i].detail, detail)) return;
    VEC_PUSH(&a->notes, (struct abstraction_note){(int)kind, mem_strdup(detail)});
}

/* What the translation would have said of a call that is gone. */
static void note_call(struct abstraction *a, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f || ir_has_body(f)) return;
    const char *name = ir_name(f);
    if (!strcmp(name, MARK_ORDER)) note(a, LEDGER_ORDER, "");
    if (!strncmp(name, MARK_ASSEMBLY, strlen(MARK_ASSEMBLY)) ||
        !strncmp(name, MARK_ASSEMBLY_MEMORY, strlen(MARK_ASSEMBLY_MEMORY))) {
        note(a, LEDGER_ASSEMBLY, "");
        note(a, LEDGER_EXTERN_PURE, "inline assembly");
    }
    if (!strncmp(name, MARK_STRANGER, strlen(MARK_STRANGER))) {
        if (!calls_is_foreign(f)) note(a, LEDGER_CALL_TYPES, "");
        name = "a function behind a pointer";
    } else if (!strncmp(name, MARK_PREFIX, strlen(MARK_PREFIX)) || !strncmp(name, "llvm.", 5)) {
        return;
    }
    bool known =
        vocabulary_role(f) != VOCABULARY_NONE || objects_is_allocation(call) || libc_effect(f) != LIBC_NOT;
    if (known) return;
    note(a, LEDGER_EXTERN_PURE, name);
    note(a, LEDGER_EXTERN_APART, name);
}

static void note_parts(struct maker *m, struct abstraction *a) {
    note(a, LEDGER_VALID_ACCESS, "");
    for (uint32_t n = 0; n < m->r.parts.n; n++)
        FOR_BLOCKS (b, m->r.parts.at[n].function)
            FOR_INSTRUCTIONS (i, b)
                if (ir_is_call(i) && !relevance_has(&m->r, i)) note_call(a, i);
}

void abstraction_note(const struct abstraction *a, struct cfa *c) {
    for (uint32_t i = 0; i < a->notes.n; i++) {
        const struct abstraction_note *n = &a->notes.at[i];
        cfa_ledger_add(c, (enum ledger_kind)n->kind, (struct src_pos){0}, *n->detail ? n->detail : NULL);
    }
}

void abstraction_release(struct abstraction *a) {
    for (uint32_t i = 0; i < a->notes.n; i++) free(a->notes.at[i].detail);
    VEC_RELEASE(&a->notes);
    *a = (struct abstraction){0};
}

/* ---- one function ---- */

static bool has_value(LLVMValueRef i) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(i));
    return kind != LLVMVoidTypeKind && kind != LLVMLabelTypeKind && kind != LLVMMetadataTypeKind &&
           kind != LLVMTokenTypeKind;
}

/* Nothing that is left uses its value, but as an operand that does not matter. */
static void drop(LLVMValueRef i) {
    if (has_value(i)) LLVMReplaceAllUsesWith(i, LLVMConstNull(LLVMTypeOf(i)));
    LLVMInstructionEraseFromParent(i);
}

static LLVMValueRef any_of(void *maker, LLVMTypeRef type) {
    struct maker *m = maker;
    for (uint32_t i = 0; i < m->any.n; i++)
        if (LLVMGetReturnType(LLVMGlobalGetValueType(m->any.at[i])) == type) return m->any.at[i];
    char name[48];
    snprintf(name, sizeof name, MARK_ANY "abstract.%u", m->any.n);
    VEC_PUSH(&m->any, ir_declare(m->module, name, type, NULL, 0));
    return VEC_LAST(&m->any);
}

/* A read of memory that is not followed, or a call of which nothing is known. */
static void forget_value(struct maker *m, LLVMValueRef read) {
    if (!has_value(read)) {
        drop(read);
        return;
    }
    LLVMValueRef f = any_of(m, LLVMTypeOf(read));
    LLVMPositionBuilderBefore(m->builder, read);
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(read));
    LLVMReplaceAllUsesWith(read, LLVMBuildCall2(m->builder, LLVMGlobalGetValueType(f), f, NULL, 0, ""));
    LLVMInstructionEraseFromParent(read);
}

static bool is_foreign_read(struct maker *m, LLVMValueRef i) {
    LLVMValueRef f = ir_is_call(i) ? ir_callee(i) : NULL;
    if (f && ir_starts_with(f, MARK_STRANGER)) return !relevance_is_met(&m->r, i);
    if (LLVMIsAAtomicRMWInst(i) || LLVMIsAAtomicCmpXchgInst(i)) return true;
    return LLVMIsALoadInst(i) && !relevance_variable(&m->r, LLVMGetOperand(i, 0));
}

/* Declarations of variables stay where the variable does. */
static bool is_kept(const struct maker *m, LLVMValueRef i) {
    if (!ir_is_debug(i)) return relevance_has(&m->r, i);
    LLVMValueRef v = ir_debug_value(i);
    return v && (LLVMIsAAllocaInst(v) || LLVMIsAArgument(v)) && relevance_has(&m->r, v);
}

/* Everything from here to the end of the block; its end, too, which is replaced by "nothing
 * follows". */
static void end_at(struct maker *m, LLVMBasicBlockRef block, LLVMValueRef first) {
    for (LLVMValueRef i = first, next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        drop(i);
    }
    LLVMPositionBuilderAtEnd(m->builder, block);
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    LLVMBuildUnreachable(m->builder);
}

/* A branch that decides nothing: all ways from it join there. */
static void go_to_join(struct maker *m, const struct relevance_part *p, uint32_t b) {
    const struct control *c = &p->control;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(c->blocks[b]);
    LLVMTypeRef result = LLVMGetReturnType(LLVMGlobalGetValueType(p->function));
    LLVMInstructionEraseFromParent(end);
    LLVMPositionBuilderAtEnd(m->builder, c->blocks[b]);
    LLVMSetCurrentDebugLocation2(m->builder, NULL);
    if (c->join[b] < c->n) LLVMBuildBr(m->builder, c->blocks[c->join[b]]);
    else if (!p->returns) LLVMBuildUnreachable(m->builder);
    else if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) LLVMBuildRetVoid(m->builder);
    else LLVMBuildRet(m->builder, LLVMConstNull(result));
}

static void make_block(struct maker *m, const struct relevance_part *p, uint32_t b) {
    LLVMBasicBlockRef block = p->control.blocks[b];
    LLVMValueRef last = relevance_end(&m->r, block), end = LLVMGetBasicBlockTerminator(block);
    if (last) end_at(m, block, relevance_has(&m->r, last) ? LLVMGetNextInstruction(last) : last);
    else if (p->control.next[b].n > 1 && LLVMGetNumSuccessors(end) > 1 && !relevance_has(&m->r, end))
        go_to_join(m, p, b);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMIsATerminatorInst(i)) continue;
        if (!is_kept(m, i)) drop(i);
        else if (is_foreign_read(m, i)) forget_value(m, i);
    }
}

static void visit_blocks(LLVMBasicBlockRef entry, struct int_map *seen) {
    VEC(LLVMBasicBlockRef) waiting = {0};
    VEC_PUSH(&waiting, entry);
    while (waiting.n > 0) {
        LLVMBasicBlockRef b = VEC_POP(&waiting);
        bool added;
        int_map_put(seen, (uintptr_t)b, &added);
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; added && i < LLVMGetNumSuccessors(end); i++)
            VEC_PUSH(&waiting, LLVMGetSuccessor(end, i));
    }
    VEC_RELEASE(&waiting);
}

static bool leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == to) return true;
    return false;
}

/* The same value without the ways that are gone. A way that is new would need a value: there is
 * none, because a branch before a value that matters does (relevance.c: follow_phi). */
static void renew_phi(struct maker *m, LLVMValueRef phi) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(phi);
    LLVMPositionBuilderBefore(m->builder, phi);
    LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(phi));
    LLVMValueRef fresh = LLVMBuildPhi(m->builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef incoming = LLVMGetIncomingValue(phi, i);
        if (leads_to(from, block)) LLVMAddIncoming(fresh, &incoming, &from, 1);
    }
    LLVMReplaceAllUsesWith(phi, fresh);
    LLVMInstructionEraseFromParent(phi);
}

static void renew_phis(struct maker *m, LLVMValueRef function) {
    FOR_BLOCKS (b, function) {
        VEC(LLVMValueRef) phis = {0};
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && LLVMIsAPHINode(i);
             i = LLVMGetNextInstruction(i))
            VEC_PUSH(&phis, i);
        for (uint32_t i = 0; i < phis.n; i++) renew_phi(m, phis.at[i]);
        VEC_RELEASE(&phis);
    }
}

static void make_function(struct maker *m, const struct relevance_part *p) {
    const struct control *c = &p->control;
    struct int_map seen = {0};
    for (uint32_t b = 0; b < c->n; b++)
        if (c->reached[b]) make_block(m, p, b);
    visit_blocks(c->blocks[0], &seen);
    for (uint32_t b = 0; b < c->n; b++)
        if (!int_map_get(&seen, (uintptr_t)c->blocks[b]))
            end_at(m, c->blocks[b], LLVMGetFirstInstruction(c->blocks[b]));
    renew_phis(m, p->function);
    int_map_release(&seen);
}

/* ---- the module ---- */

static bool is_worthwhile(const struct relevance *r, bool always) {
    return !r->failed && (always || (r->size >= MIN_SIZE && r->kept < LARGEST_PART * r->size));
}

void abstraction_apply(LLVMModuleRef module, const struct program *p, LLVMValueRef entry) {
    struct maker m = {.module = module};
    assert(p->abstraction && !p->abstraction->made);
    /* What a symbol of the program's own means, an ifunc's resolver decides when it runs. */
    if (LLVMGetFirstGlobalIFunc(module)) return;
    relevance_find(&m.r, module, p, entry);
    if (m.r.size >= MIN_SIZE)
        verbose("abstraction: %u of %u instructions matter%s", m.r.kept, m.r.size,
                m.r.failed ? ", and what is not followed" : "");
    if (is_worthwhile(&m.r, p->abstraction->always)) {
        p->abstraction->made = true;
        note_parts(&m, p->abstraction);
        m.builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
        for (uint32_t i = 0; i < m.r.parts.n; i++)
            if (m.r.parts.at[i].needed) make_function(&m, &m.r.parts.at[i]);
        LLVMDisposeBuilder(m.builder);
        again_apply(module, entry, any_of, &m);
    }
    relevance_release(&m.r);
    VEC_RELEASE(&m.any);
}
