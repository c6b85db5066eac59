#include "frontend/translate/procedures.h"

#include <assert.h>

#include "frontend/abstract/again.h"
#include "frontend/driver/ir.h"
#include "util/options.h"

struct procedure *procedures_called(const struct translator *t, LLVMValueRef call) {
    LLVMValueRef f = LLVMIsACallInst(call) ? ir_callee(call) : NULL;
    uint64_t *index = f ? int_map_get(&t->procedure_of, (uintptr_t)f) : NULL;
    return index ? &t->procedures.at[*index - 1] : NULL;
}

/* ---- recursion ---- */

/* Marks in `seen` what procedure p reaches by calls (itself only if it is recursive). */
static void reach(const struct translator *t, uint32_t p, bool *seen) {
    VEC(uint32_t) work = {0};
    VEC_PUSH(&work, p);
    while (work.n > 0) {
        LLVMValueRef f = t->procedures.at[VEC_POP(&work)].function;
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                struct procedure *q = procedures_called(t, i);
                if (!q || again_is(i) || seen[q - t->procedures.at]) continue;
                seen[q - t->procedures.at] = true;
                VEC_PUSH(&work, (uint32_t)(q - t->procedures.at));
            }
    }
    VEC_RELEASE(&work);
}

static void find_groups(struct translator *t) {
    uint32_t n = t->procedures.n;
    bool *reaches = mem_zero((size_t)n * n, sizeof *reaches);
    for (uint32_t i = 0; i < n; i++) reach(t, i, reaches + (size_t)i * n);
    for (uint32_t i = 0; i < n; i++) {
        struct procedure *p = &t->procedures.at[i];
        p->recursive = reaches[(size_t)i * n + i];
        p->group = i;
        for (uint32_t j = 0; j < i; j++)
            if (reaches[(size_t)i * n + j] && reaches[(size_t)j * n + i])
                p->group = t->procedures.at[j].group;
    }
    free(reaches);
}

uint32_t procedures_instances(void *translator, LLVMValueRef function) {
    struct translator *t = translator;
    uint64_t *index = int_map_get(&t->procedure_of, (uintptr_t)function);
    assert(index);
    return t->procedures.at[*index - 1].recursive ? t->program->recursion + 1 : 1;
}

/* ---- chains and segments ---- */

typedef VEC(LLVMBasicBlockRef) block_vec;

static void count_predecessors(LLVMValueRef function, struct int_map *count, struct int_map *only) {
    FOR_BLOCKS (b, function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
            ++*int_map_put(count, (uintptr_t)LLVMGetSuccessor(end, i), NULL);
            *int_map_put(only, (uintptr_t)LLVMGetSuccessor(end, i), NULL) = (uintptr_t)b;
        }
    }
}

/* A block continues its predecessor's chain if that is its only one and goes nowhere else. */
static void find_heads(struct procedure *p) {
    struct int_map count = {0}, only = {0};
    count_predecessors(p->function, &count, &only);
    FOR_BLOCKS (b, p->function) {
        uint64_t *n = int_map_get(&count, (uintptr_t)b), *from = int_map_get(&only, (uintptr_t)b);
        LLVMValueRef end = from ? LLVMGetBasicBlockTerminator((LLVMBasicBlockRef)(uintptr_t)*from) : NULL;
        bool chained =
            n && *n == 1 && LLVMGetInstructionOpcode(end) == LLVMBr && LLVMGetNumSuccessors(end) == 1;
        if (b == LLVMGetEntryBasicBlock(p->function) || !chained) int_map_put(&p->head, (uintptr_t)b, NULL);
    }
    int_map_release(&count);
    int_map_release(&only);
}

static void number_chain(struct translator *t, struct procedure *p, LLVMBasicBlockRef block,
                         uint64_t *segment) {
    ++*segment;
    for (;;) {
        FOR_INSTRUCTIONS (i, block) {
            if (procedures_called(t, i)) ++*segment;
            *int_map_put(&p->segment, (uintptr_t)i, NULL) = *segment;
        }
        *int_map_put(&p->end, (uintptr_t)block, NULL) = *segment;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetInstructionOpcode(end) != LLVMBr || LLVMGetNumSuccessors(end) != 1) return;
        block = LLVMGetSuccessor(end, 0);
        if (int_map_get(&p->head, (uintptr_t)block)) return;
    }
}

static void note_use(struct procedure *p, LLVMValueRef v, uint64_t segment) {
    uint64_t *home = LLVMIsAInstruction(v) ? int_map_get(&p->segment, (uintptr_t)v) : NULL;
    if (home && *home != segment && !ir_is_fixed_address(v)) int_map_put(&p->escapes, (uintptr_t)v, NULL);
}

static void find_escapes(struct procedure *p) {
    FOR_BLOCKS (b, p->function)
        FOR_INSTRUCTIONS (i, b) {
            uint64_t *here = int_map_get(&p->segment, (uintptr_t)i);
            if (!here) continue; /* an unreachable cycle of blocks */
            if (LLVMIsAPHINode(i)) {
                for (unsigned k = 0; k < LLVMCountIncoming(i); k++) {
                    uint64_t *there = int_map_get(&p->end, (uintptr_t)LLVMGetIncomingBlock(i, k));
                    if (there) note_use(p, LLVMGetIncomingValue(i, k), *there);
                }
            } else {
                for (int o = 0; o < LLVMGetNumOperands(i); o++)
                    note_use(p, LLVMGetOperand(i, (unsigned)o), *here);
            }
        }
}

static void cut_into_segments(struct translator *t, struct procedure *p) {
    uint64_t segment = 0;
    find_heads(p);
    FOR_BLOCKS (b, p->function)
        if (int_map_get(&p->head, (uintptr_t)b)) number_chain(t, p, b, &segment);
    find_escapes(p);
}

void procedures_collect(struct translator *t) {
    for (uint32_t i = 0; i < t->pt.functions.n; i++) {
        *int_map_put(&t->procedure_of, (uintptr_t)t->pt.functions.at[i], NULL) = i + 1;
        VEC_PUSH(&t->procedures, (struct procedure){.function = t->pt.functions.at[i]});
    }
    find_groups(t);
    for (uint32_t i = 0; i < t->procedures.n; i++) cut_into_segments(t, &t->procedures.at[i]);
}

void procedures_release(struct translator *t) {
    for (uint32_t i = 0; i < t->procedures.n; i++) {
        struct procedure *p = &t->procedures.at[i];
        int_map_release(&p->segment);
        int_map_release(&p->end);
        int_map_release(&p->head);
        int_map_release(&p->escapes);
    }
    VEC_RELEASE(&t->procedures);
    int_map_release(&t->procedure_of);
}
