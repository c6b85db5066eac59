/* An interpreter of the part of LLVM's code that functions of integers are made of (evaluate.h). */
#include "frontend/contracts/evaluate.h"

#include "frontend/driver/ir.h"
#include "util/bits.h"

enum { RUN_STEPS = 50000, MOST_DEPTH = 1500, MOST_ARGUMENTS = 16 };

struct frame {
    struct evaluator *e;
    struct int_map values; /* of instructions and parameters; of allocas, what they hold */
    uint64_t *globals;
    LLVMBasicBlockRef block, before;
    bool returned;
    uint64_t result;
};

static uint32_t width_of(LLVMValueRef v) { return ir_width(LLVMTypeOf(v)); }

static uint64_t cut(uint64_t x, uint32_t width) { return (uint64_t)bits_cut(x, width); }

static bool read(struct frame *f, LLVMValueRef v, uint64_t *x) {
    if (LLVMIsAConstantInt(v)) {
        if (!width_of(v)) return false;
        *x = LLVMConstIntGetZExtValue(v);
        return true;
    }
    const uint64_t *found = int_map_get(&f->values, (uintptr_t)v);
    if (found) *x = *found;
    return found != NULL;
}

static bool write(struct frame *f, LLVMValueRef v, uint64_t x) {
    if (!width_of(v)) return false;
    *int_map_put(&f->values, (uintptr_t)v, NULL) = cut(x, width_of(v));
    return true;
}

/* ---- memory ---- */

static uint64_t *global_of(struct frame *f, LLVMValueRef pointer) {
    for (uint32_t i = 0; i < f->e->n_globals; i++)
        if (f->e->globals[i] == pointer) return &f->globals[i];
    return NULL;
}

static bool load(struct frame *f, LLVMValueRef i) {
    LLVMValueRef from = LLVMGetOperand(i, 0);
    const uint64_t *global = global_of(f, from);
    uint64_t x = 0;
    if (global) return write(f, i, *global);
    if (LLVMIsAGlobalVariable(from) && LLVMIsGlobalConstant(from) && LLVMGetInitializer(from))
        return read(f, LLVMGetInitializer(from), &x) && write(f, i, x);
    return LLVMIsAAllocaInst(from) && read(f, from, &x) && write(f, i, x);
}

static bool store(struct frame *f, LLVMValueRef i) {
    LLVMValueRef to = LLVMGetOperand(i, 1);
    uint64_t x, *global = global_of(f, to);
    if (!read(f, LLVMGetOperand(i, 0), &x) || (!global && !LLVMIsAAllocaInst(to))) return false;
    if (global) *global = x;
    else *int_map_put(&f->values, (uintptr_t)to, NULL) = x;
    return true;
}

/* ---- operations ---- */

static bool divide(LLVMOpcode op, uint64_t a, uint64_t b, uint32_t width, uint64_t *x) {
    i128 n = bits_signed(a, width), d = bits_signed(b, width);
    if (!b) return false;
    switch (op) {
    case LLVMUDiv: *x = a / b; return true;
    case LLVMURem: *x = a % b; return true;
    case LLVMSDiv: *x = (uint64_t)(n / d); return true;
    default: *x = (uint64_t)(n % d); return true;
    }
}

static bool binary(LLVMOpcode op, uint64_t a, uint64_t b, uint32_t width, uint64_t *x) {
    switch (op) {
    case LLVMAdd: *x = a + b; return true;
    case LLVMSub: *x = a - b; return true;
    case LLVMMul: *x = a * b; return true;
    case LLVMAnd: *x = a & b; return true;
    case LLVMOr: *x = a | b; return true;
    case LLVMXor: *x = a ^ b; return true;
    case LLVMShl: *x = a << (b % width); return true;
    case LLVMLShr: *x = a >> (b % width); return true;
    case LLVMAShr: *x = (uint64_t)(bits_signed(a, width) >> (b % width)); return true;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem: return divide(op, a, b, width, x);
    default: return false;
    }
}

static bool compare(LLVMIntPredicate p, uint64_t a, uint64_t b, uint32_t width) {
    i128 x = bits_signed(a, width), y = bits_signed(b, width);
    switch (p) {
    case LLVMIntEQ: return a == b;
    case LLVMIntNE: return a != b;
    case LLVMIntUGT: return a > b;
    case LLVMIntUGE: return a >= b;
    case LLVMIntULT: return a < b;
    case LLVMIntULE: return a <= b;
    case LLVMIntSGT: return x > y;
    case LLVMIntSGE: return x >= y;
    case LLVMIntSLT: return x < y;
    default: return x <= y;
    }
}

static bool compute(struct frame *f, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    uint64_t a, b, x;
    uint32_t width = width_of(LLVMGetOperand(i, 0));
    if (!width || !read(f, LLVMGetOperand(i, 0), &a)) return false;
    switch (op) {
    case LLVMZExt:
    case LLVMTrunc:
    case LLVMFreeze: return write(f, i, a);
    case LLVMSExt: return write(f, i, (uint64_t)bits_signed(a, width));
    case LLVMSelect: return read(f, LLVMGetOperand(i, a & 1 ? 1 : 2), &x) && write(f, i, x);
    case LLVMICmp:
        return read(f, LLVMGetOperand(i, 1), &b) &&
               write(f, i, compare(LLVMGetICmpPredicate(i), a, b, width));
    default:
        return LLVMGetNumOperands(i) == 2 && read(f, LLVMGetOperand(i, 1), &b) &&
               binary(op, a, b, width, &x) && write(f, i, x);
    }
}

/* ---- control ---- */

static void jump(struct frame *f, LLVMBasicBlockRef to) {
    f->before = f->block;
    f->block = to;
}

static bool branch(struct frame *f, LLVMValueRef i) {
    uint64_t x;
    if (!LLVMIsConditional(i)) return jump(f, LLVMGetSuccessor(i, 0)), true;
    if (!read(f, LLVMGetCondition(i), &x)) return false;
    jump(f, LLVMGetSuccessor(i, x & 1 ? 0 : 1));
    return true;
}

/* Operands: the value, the default block, then constants and blocks in turn. */
static bool choose(struct frame *f, LLVMValueRef i) {
    uint64_t x;
    if (!width_of(LLVMGetOperand(i, 0)) || !read(f, LLVMGetOperand(i, 0), &x)) return false;
    uint32_t to = 0, cases = LLVMGetNumSuccessors(i);
    for (uint32_t k = 1; k < cases && !to; k++)
        if (LLVMConstIntGetZExtValue(LLVMGetOperand(i, 2 * k)) == x) to = k;
    jump(f, LLVMGetSuccessor(i, to));
    return true;
}

/* The phis of a block take their values at once. */
static bool enter(struct frame *f, LLVMValueRef *first) {
    VEC(uint64_t) values = {0};
    LLVMValueRef i = LLVMGetFirstInstruction(f->block);
    bool good = true;
    for (; i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i)) {
        uint64_t x = 0;
        for (uint32_t k = 0; k < LLVMCountIncoming(i); k++)
            if (LLVMGetIncomingBlock(i, k) == f->before)
                good = good && read(f, LLVMGetIncomingValue(i, k), &x);
        VEC_PUSH(&values, x);
    }
    *first = i;
    i = LLVMGetFirstInstruction(f->block);
    for (uint32_t k = 0; k < values.n; k++, i = LLVMGetNextInstruction(i))
        good = good && write(f, i, values.at[k]);
    VEC_RELEASE(&values);
    return good;
}

/* ---- calls ---- */

static bool run(struct evaluator *e, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
                uint64_t *result);

static bool draw(struct frame *f, LLVMValueRef i) {
    uint64_t small = rng_below(&f->e->random, 24), any = rng_next(&f->e->random);
    f->e->draws++;
    return write(f, i, rng_below(&f->e->random, 2) ? small - 4 : any);
}

static bool call(struct frame *f, LLVMValueRef i) {
    uint64_t arguments[MOST_ARGUMENTS], result = 0;
    LLVMValueRef g = ir_callee(i);
    uint32_t n = ir_arguments(i);
    if (ir_is_debug(i)) return true;
    if (!g || n > MOST_ARGUMENTS) return false;
    /* mostly written to before it is read */
    if (ir_starts_with(g, MARK_UNINIT)) return write(f, i, 0);
    if (!ir_has_body(g))
        return (ir_starts_with(g, "__VERIFIER_nondet_") || ir_starts_with(g, MARK_ANY)) && draw(f, i);
    if (n != LLVMCountParams(g)) return false;
    for (uint32_t k = 0; k < n; k++)
        if (!read(f, LLVMGetOperand(i, k), &arguments[k])) return false;
    bool known = f->e->shortcut && f->e->shortcut(f->e->context, g, arguments, f->globals, &result);
    if (!known && !run(f->e, g, arguments, f->globals, &result)) return false;
    return LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMVoidTypeKind || write(f, i, result);
}

static bool finish(struct frame *f, LLVMValueRef i) {
    f->returned = true;
    return !LLVMGetNumOperands(i) || read(f, LLVMGetOperand(i, 0), &f->result);
}

static bool step(struct frame *f, LLVMValueRef i) {
    if (f->e->steps <= f->e->end) return false;
    f->e->steps--;
    if (ir_is_call(i)) return call(f, i);
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAlloca: return true;
    case LLVMLoad: return load(f, i);
    case LLVMStore: return store(f, i);
    case LLVMBr: return branch(f, i);
    case LLVMSwitch: return choose(f, i);
    case LLVMRet: return finish(f, i);
    default: return compute(f, i);
    }
}

static bool run_blocks(struct frame *f) {
    while (!f->returned) {
        LLVMValueRef i;
        LLVMBasicBlockRef here = f->block;
        if (!enter(f, &i)) return false;
        for (; i && f->block == here && !f->returned; i = LLVMGetNextInstruction(i)) {
            bool jumps = LLVMIsATerminatorInst(i) != NULL;
            if (!step(f, i)) return false;
            if (jumps) break;
        }
    }
    return true;
}

static uint64_t call_hash(const struct evaluator *e, LLVMValueRef f, const uint64_t *arguments,
                          const uint64_t *globals) {
    uint64_t h = hash_int((uintptr_t)f);
    for (uint32_t i = 0; i < LLVMCountParams(f); i++) h = hash_mix(h, arguments[i]);
    for (uint32_t i = 0; i < e->n_globals; i++) h = hash_mix(h, globals[i]);
    return h;
}

static bool recall(struct evaluator *e, uint64_t hash, uint64_t *globals, uint64_t *result) {
    const uint64_t *at = int_map_get(&e->memory, hash);
    if (!at) return false;
    *result = e->outcomes.at[*at];
    for (uint32_t i = 0; i < e->n_globals; i++) globals[i] = e->outcomes.at[*at + 1 + i];
    return true;
}

static void remember(struct evaluator *e, uint64_t hash, const uint64_t *globals, uint64_t result) {
    *int_map_put(&e->memory, hash, NULL) = e->outcomes.n;
    VEC_PUSH(&e->outcomes, result);
    for (uint32_t i = 0; i < e->n_globals; i++) VEC_PUSH(&e->outcomes, globals[i]);
}

static bool run(struct evaluator *e, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
                uint64_t *result) {
    uint64_t hash = call_hash(e, f, arguments, globals), draws = e->draws;
    if (recall(e, hash, globals, result)) return true;
    if (e->depth >= MOST_DEPTH) return false;
    struct frame frame = {.e = e, .globals = globals, .block = LLVMGetEntryBasicBlock(f)};
    bool good = true;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++)
        good = good && write(&frame, LLVMGetParam(f, i), arguments[i]);
    e->depth++;
    good = good && run_blocks(&frame);
    e->depth--;
    int_map_release(&frame.values);
    *result = frame.result;
    if (good && e->draws == draws) remember(e, hash, globals, *result);
    return good;
}

bool evaluate(struct evaluator *e, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
              uint64_t *result) {
    e->end = e->steps > RUN_STEPS ? e->steps - RUN_STEPS : 0;
    return e->steps && run(e, f, arguments, globals, result);
}

void evaluator_release(struct evaluator *e) {
    int_map_release(&e->memory);
    VEC_RELEASE(&e->outcomes);
}
