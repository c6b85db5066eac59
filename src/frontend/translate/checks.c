/* Checks of arithmetic and types are placed by clang: compiled with
 * -fsanitize=signed-integer-overflow, the sum
 *
 *     int c = a + b;        becomes      %s = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 %b)
 *                                        br i1 (the flag is 0), label %cont, label %handler
 *                           handler:     call void @__ubsan_handle_add_overflow(ptr @place, i64 %a,
 *                                        i64 %b)
 *
 * so that the integer promotions, the types and the places are clang's, and a handler's call is an
 * edge into lE. The constant behind @place begins with file, line and column; together with the
 * class they tell checks apart, so that the copies of an inlined function are one check.
 *
 * Two handlers serve two classes each. A division fails by zero or because the least number is
 * divided by -1, and a pointer is null or misaligned. The driver asks clang to go on after the
 * second kind, and so gets two calls: that of the first kind ends in "_abort".
 *
 * Limits: clang checks `unreachable` after each call that does not return, and takes the promise
 * away from the function. A function without a body keeps it here: what follows its call is not
 * reached. */
#include "frontend/translate/notes.h"
#include "frontend/translate/checks.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/driver.h"
#include "frontend/driver/ir.h"
#include "frontend/driver/prepare.h"
#include "frontend/source/allow.h"
#include "frontend/translate/debug.h"
#include "frontend/translate/types.h"
#include "system/temporary.h"
#include "system/toolchain.h"

#define HANDLER CHECK_HANDLER_PREFIX

struct place_text {
    const char *file; /* not ended by a NUL */
    size_t length;
    unsigned line, column;
};

static bool is_handler(LLVMValueRef i) {
    return ir_is_call(i) && ir_callee(i) && ir_starts_with(ir_callee(i), HANDLER);
}

/* ---- clang's constants ---- */

/* Field k of a constant struct, NULL if there is none. */
static LLVMValueRef field(LLVMValueRef constant, unsigned k) {
    if (!constant || LLVMGetTypeKind(LLVMTypeOf(constant)) != LLVMStructTypeKind) return NULL;
    return k < LLVMCountStructElementTypes(LLVMTypeOf(constant)) ? LLVMGetAggregateElement(constant, k)
                                                                 : NULL;
}

static LLVMValueRef contents(LLVMValueRef global) {
    return global && LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : NULL;
}

static uint64_t number(LLVMValueRef v) {
    return v && LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
}

/* The argument whose constant begins with the place: a returned null pointer's place is the
 * second. */
static LLVMValueRef place_argument(LLVMValueRef call) {
    bool second = ir_starts_with(ir_callee(call), HANDLER "nonnull_return") && ir_arguments(call) > 1;
    return LLVMGetOperand(call, second ? 1 : 0);
}

/* {{file, line, column}, ...} or {file, line, column}; false if it is neither. */
static bool read_place(LLVMValueRef call, struct place_text *p) {
    LLVMValueRef data = contents(place_argument(call)), first = field(data, 0);
    if (first && LLVMGetTypeKind(LLVMTypeOf(first)) == LLVMStructTypeKind) data = first;
    LLVMValueRef name = contents(field(data, 0));
    if (!name || !LLVMIsConstantString(name) || !number(field(data, 1))) return false;
    p->file = LLVMGetAsString(name, &p->length);
    if (p->length && !p->file[p->length - 1]) p->length--; /* its NUL */
    p->line = (unsigned)number(field(data, 1));
    p->column = (unsigned)number(field(data, 2));
    return true;
}

/* clang's own place of a handler's call, else that of the debug information. */
static struct place_text place_of(LLVMValueRef call) {
    struct place_text p = {"", 0, 0, 0};
    if (is_handler(call) && read_place(call, &p)) return p;
    unsigned n = 0;
    if (!LLVMInstructionGetDebugLoc(call)) return p;
    const char *file = LLVMGetDebugLocFilename(call, &n);
    if (file) p = (struct place_text){file, n, LLVMGetDebugLocLine(call), LLVMGetDebugLocColumn(call)};
    return p;
}

/* The type of the operation: {kind, description, name}; integers are kind 0, and an odd description
 * is a signed one. */
static bool is_unsigned(LLVMValueRef call) {
    LLVMValueRef type = contents(field(contents(LLVMGetOperand(call, 0)), 1));
    return type && number(field(type, 0)) == 0 && number(field(type, 1)) % 2 == 0;
}

static bool is_float(LLVMValueRef call) {
    LLVMValueRef type = contents(field(contents(LLVMGetOperand(call, 0)), 1));
    return type && number(field(type, 0)) == 1;
}

/* ---- classes ---- */

/* The only branch to a block; NULL if there are several. */
static LLVMValueRef branch_to(LLVMBasicBlockRef block) {
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(block));
    return use && !LLVMGetNextUse(use) && LLVMIsABranchInst(LLVMGetUser(use)) ? LLVMGetUser(use) : NULL;
}

static bool same_position(LLVMValueRef a, LLVMValueRef b) {
    return LLVMInstructionGetDebugLoc(a) && LLVMInstructionGetDebugLoc(b) &&
           LLVMGetDebugLocLine(a) == LLVMGetDebugLocLine(b) &&
           LLVMGetDebugLocColumn(a) == LLVMGetDebugLocColumn(b);
}

/* After a call of a function without a body that promises not to return: the handler then has the
 * call's position, and stands behind it or in a block of its own. */
static bool follows_foreign_call(LLVMValueRef handler) {
    LLVMValueRef before = LLVMGetPreviousInstruction(handler);
    if (!before) before = branch_to(LLVMGetInstructionParent(handler));
    while (before && (ir_is_debug(before) || LLVMIsABranchInst(before)))
        before = LLVMGetPreviousInstruction(before);
    return before && ir_is_call(before) && ir_callee(before) && !ir_has_body(ir_callee(before)) &&
           !is_handler(before) && same_position(before, handler);
}

/* False if it is no check. */
static bool class_of_handler(LLVMValueRef call, enum check_class *class) {
    const char *name = ir_name(ir_callee(call)) + strlen(HANDLER);
    for (uint32_t i = 0; i < check_handler_count; i++) {
        const struct check_handler *h = &check_handlers[i];
        size_t n = strlen(h->name);
        if (strncmp(name, h->name, n) || (name[n] && strcmp(name + n, "_abort"))) continue;
        *class = name[n] ? h->class : h->goes_on;
        if (*class == CHECK_OVERFLOW && is_unsigned(call)) *class = CHECK_UNSIGNED_WRAP;
        if (*class == CHECK_DIVISION && is_float(call)) *class = CHECK_FLOAT_DIVISION;
        return *class != CHECK_UNREACHABLE || !follows_foreign_call(call);
    }
    return false;
}

/* False if it is no check, or none that is asked for. */
static bool class_of(const struct program *p, LLVMValueRef i, enum check_class *class) {
    *class = CHECK_ASSERT;
    if (!ir_is_call(i) || !ir_callee(i)) return false;
    bool is_check = is_handler(i) ? class_of_handler(i, class) : prepare_is_error((void *)p, ir_callee(i));
    return is_check && (p->checks & CHECK_BIT(*class));
}

/* ---- the module before the passes ---- */

static void forget_values(LLVMValueRef call) {
    for (uint32_t a = 0; a < ir_arguments(call); a++) {
        LLVMValueRef argument = LLVMGetOperand(call, a);
        if (!LLVMIsAConstant(argument)) LLVMSetOperand(call, a, LLVMConstNull(LLVMTypeOf(argument)));
    }
}

static void forget_promises(LLVMValueRef i) {
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNSW(i, false);
        LLVMSetNUW(i, false);
        break;
    case LLVMGetElementPtr: LLVMSetIsInBounds(i, false); break;
    default: break;
    }
}

void checks_prepare(LLVMModuleRef module) {
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                forget_promises(i);
                if (is_handler(i)) forget_values(i);
            }
}

/* ---- what is never null ---- */

/* A variable, or a place some way from one. Address computations that leave their object are
 * failures themselves. */
static bool is_in_variable(LLVMValueRef pointer) {
    for (int depth = 0; depth < 100; depth++) {
        if (LLVMIsAAllocaInst(pointer)) return true;
        if (LLVMIsAGlobalVariable(pointer)) return LLVMGetLinkage(pointer) != LLVMExternalWeakLinkage;
        if (!LLVMIsAGetElementPtrInst(pointer) &&
            !(LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
            return false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return false;
}

/* `icmp ne ptr p, null` that guards a check. */
static bool is_null_check(LLVMValueRef i) {
    return LLVMIsAICmpInst(i) && LLVMGetICmpPredicate(i) == LLVMIntNE &&
           LLVMIsAConstantPointerNull(LLVMGetOperand(i, 1)) &&
           LLVMGetMetadata(i, LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(i)), "nosanitize", 10));
}

/* Nothing leads to the handler any more: it is no check. */
static void drop_handler(LLVMValueRef branch) {
    LLVMBasicBlockRef block = LLVMGetSuccessor(branch, 1);
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_handler(i)) LLVMInstructionEraseFromParent(i);
    }
}

static void settle(LLVMValueRef comparison) {
    LLVMUseRef use = LLVMGetFirstUse(comparison);
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    bool only = use && !LLVMGetNextUse(use);
    if (only && LLVMIsABranchInst(user)) drop_handler(user);
    LLVMReplaceAllUsesWith(comparison, LLVMConstInt(LLVMTypeOf(comparison), 1, false));
}

void checks_simplify(LLVMModuleRef module) {
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (is_null_check(i) && is_in_variable(LLVMGetOperand(i, 0))) settle(i);
}

/* ---- collecting ---- */

/* Named metadata that lists {class, file, line, column, function}, all as text or numbers. */
#define REMEMBERED "edgewise.checks"

static LLVMMetadataRef text_node(LLVMContextRef context, const char *text, size_t n) {
    return LLVMMDStringInContext2(context, text, n);
}

static LLVMMetadataRef number_node(LLVMContextRef context, unsigned n) {
    return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(context), n, false));
}

static void remember(LLVMModuleRef module, LLVMValueRef call, enum check_class class) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    struct place_text p = place_of(call);
    LLVMMetadataRef program = LLVMGetSubprogram(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    unsigned n = 0;
    const char *function = program ? debug_string(LLVMMetadataAsValue(context, program), 2, &n) : NULL;
    /* could not be recognized again */
    if (!function || !p.line || !LLVMInstructionGetDebugLoc(call)) return;
    LLVMMetadataRef fields[] = {number_node(context, (unsigned)class), text_node(context, p.file, p.length),
                                number_node(context, p.line), number_node(context, p.column),
                                text_node(context, function, n)};
    LLVMMetadataRef node = LLVMMDNodeInContext2(context, fields, sizeof fields / sizeof *fields);
    LLVMAddNamedMetadataOperand(module, REMEMBERED, LLVMMetadataAsValue(context, node));
}

void checks_remember(LLVMModuleRef module, const struct program *p) {
    enum check_class class;
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b)
                if (class_of(p, i, &class)) remember(module, i, class);
}

/* clang's checks hold absolute names, whatever it is told about names: the program's files go by
 * the names that the user gave, because a page or an editor has to find them under one name. */
static const char *name_as_given(const struct program *p, const char *file) {
    for (uint32_t i = 0; i < p->files.n; i++)
        if (!strcmp(p->files.at[i], file)) return file;
    size_t n = strlen(temporary_dir()); /* standard input is a file there */
    if (!strncmp(file, temporary_dir(), n) && file[n] == '/') return file + n + 1;
    return toolchain_shown_name(file);
}

static uint32_t add_check(struct translator *t, enum check_class class, struct place_text p,
                          const char *function) {
    char *file = mem_printf("%.*s", (int)p.length, p.file);
    struct src_pos pos = {cfa_add_file(t->cfa, name_as_given(t->program, file)), p.line, p.column, function};
    free(file);
    return cfa_add_check(t->cfa, class, pos);
}

static uint64_t number_in(LLVMValueRef node, unsigned k) { return number(debug_operand(node, k)); }

/* A check whose call is gone cannot fail: the inliner saw that, and it counts as met. */
static void recall(struct translator *t, LLVMValueRef node) {
    unsigned file_length = 0, function_length = 0;
    const char *file = debug_string(node, 1, &file_length), *name = debug_string(node, 4, &function_length);
    char *function = mem_printf("%.*s", (int)function_length, name ? name : "");
    struct place_text p = {file ? file : "", file_length, (unsigned)number_in(node, 2),
                           (unsigned)number_in(node, 3)};
    uint32_t check = add_check(t, (enum check_class)number_in(node, 0), p, function);
    t->cfa->checks.at[check].met = true;
    free(function);
}

/* What comments say counts where --check chooses, not where a property is given. */
static bool is_allowed(struct translator *t, uint32_t check) {
    struct cfa_check *k = &t->cfa->checks.at[check];
    if (t->program->property || t->program->rules.sv_comp) return false;
    const char *reason = allow_reason(t->cfa->files.at[k->pos.file], k->pos.line, k->class);
    if (reason && !k->allowed) cfa_ledger_add(t->cfa, LEDGER_ALLOWED, k->pos, reason);
    return k->allowed = reason != NULL;
}

/* clang goes on behind these calls, so that arithmetic can wrap. */
static bool goes_on(LLVMValueRef call) {
    const char *name = ir_name(ir_callee(call));
    size_t n = strlen(name), end = strlen("_abort");
    return is_handler(call) && !(n > end && !strcmp(name + n - end, "_abort"));
}

/* Is there nothing that could matter before the call? */
static bool begins_block(LLVMValueRef call) {
    for (LLVMValueRef i = LLVMGetPreviousInstruction(call); i; i = LLVMGetPreviousInstruction(i))
        if (!ir_is_debug(i) && !LLVMIsACastInst(i)) return false;
    return true;
}

static void collect(struct translator *t, LLVMValueRef i) {
    enum check_class class;
    if (!class_of(t->program, i, &class)) return;
    const char *function = debug_function(t, i);
    if (!function) function = ir_name(LLVMGetBasicBlockParent(LLVMGetInstructionParent(i)));
    uint32_t check = add_check(t, class, place_of(i), function);
    t->cfa->checks.at[check].met = false;
    t->cfa->checks.at[check].of_clang = is_handler(i);
    *int_map_put(&t->check_of, (uintptr_t)i, NULL) = check;
    bool on = is_allowed(t, check) && goes_on(i);
    if (begins_block(i) && !on)
        *int_map_put(&t->failing, (uintptr_t)LLVMGetInstructionParent(i), NULL) = (uintptr_t)i;
}

static void recall_all(struct translator *t) {
    uint32_t n = LLVMGetNamedMetadataNumOperands(t->module, REMEMBERED);
    LLVMValueRef *nodes = mem_zero(n + 1, sizeof *nodes);
    LLVMGetNamedMetadataOperands(t->module, REMEMBERED, nodes);
    for (uint32_t i = 0; i < n; i++) recall(t, nodes[i]);
    free(nodes);
}

void checks_collect(struct translator *t) {
    recall_all(t);
    for (uint32_t p = 0; p < t->procedures.n; p++)
        FOR_BLOCKS (b, t->procedures.at[p].function)
            FOR_INSTRUCTIONS (i, b) collect(t, i);
}

/* ---- translation ---- */

static void fail(struct run *r, uint32_t check, LLVMValueRef call) {
    struct cfa *c = r->t->cfa;
    if (r->over) return;
    c->checks.at[check].met = true;
    if (c->checks.at[check].allowed) {
        if (!goes_on(call)) run_stop(r);
        return;
    }
    enum check_class class = c->checks.at[check].class;
    struct src_pos at = c->checks.at[check].pos;
    if (class != CHECK_ASSERT && at.line) { /* the operand, not the operation */
        r->pos.line = at.line;
        r->pos.column = at.column;
    }
    notes_failure(r, call, class == CHECK_ASSERT ? NULL : check_rows[class].name);
    uint32_t edge = cfa_add_edge(c, r->at, r->body, c->lE);
    c->edges.at[edge].check = check + 1;
    run_stop(r);
}

static uint32_t check_of(struct run *r, uint64_t call) {
    uint64_t *check = int_map_get(&r->t->check_of, call);
    assert(check && *check < r->t->cfa->checks.n);
    return (uint32_t)*check;
}

bool checks_enter(struct run *r, LLVMBasicBlockRef block) {
    uint64_t *call = int_map_get(&r->t->failing, (uintptr_t)block);
    if (!call) return false;
    run_place(r, (LLVMValueRef)(uintptr_t)*call);
    fail(r, check_of(r, *call), (LLVMValueRef)(uintptr_t)*call);
    return true;
}

/* The translation came by the check, and has seen that it holds here. */
static void meet(struct run *r, LLVMBasicBlockRef failing) {
    uint64_t *call = int_map_get(&r->t->failing, (uintptr_t)failing);
    if (!call) return;
    struct cfa_check *k = &r->t->cfa->checks.at[check_of(r, *call)];
    k->met = true;
    r->t->cfa->has_check |= k->class != CHECK_ASSERT;
}

/* A handler that serves two classes is a block that only chooses between two that fail. */
void checks_pass(struct run *r, LLVMBasicBlockRef not_taken) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(not_taken);
    meet(r, not_taken);
    if (!end || !LLVMIsABranchInst(end) || !begins_block(end)) return;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) meet(r, LLVMGetSuccessor(end, i));
}

bool checks_call(struct run *r, LLVMValueRef call) {
    uint64_t *check = int_map_get(&r->t->check_of, (uintptr_t)call);
    if (check) fail(r, (uint32_t)*check, call);
    else if (is_handler(call))
        run_stop(r); /* of a function that does not return, or of a class that is off */
    return check != NULL || is_handler(call);
}

void checks_assert(struct run *r, LLVMValueRef call, term holds) {
    struct cfa *c = r->t->cfa;
    if (r->over) return;
    bool asked = r->t->program->checks & CHECK_BIT(CHECK_ASSERT);
    struct src_pos pos = r->pos;
    size_t made = strlen(DEBUG_WRAPPER); /* a contract's check is the function's own */
    if (pos.function && !strncmp(pos.function, DEBUG_WRAPPER, made)) pos.function += made;
    uint32_t check = asked ? cfa_add_check(c, CHECK_ASSERT, pos) : UINT32_MAX;
    if (asked) c->checks.at[check].met = true;
    if (asked && !is_allowed(r->t, check)) {
        if (holds == term_true()) {
            c->decided = true;
            return;
        }
        run_flush(r);
        cmd failing = cfa_seq(c, cfa_assume(c, term_not(holds)), notes_check(r, call));
        uint32_t edge = cfa_add_edge(c, r->at, failing, c->lE);
        c->edges.at[edge].check = check + 1;
    }
    run_assume(r, holds);
}

/* ---- checks of the memory model ---- */

bool checks_of_null(LLVMValueRef pointer) {
    if (!LLVMIsAInstruction(pointer) && !LLVMIsAArgument(pointer)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
        if (LLVMIsAICmpInst(LLVMGetUser(u)) && is_null_check(LLVMGetUser(u))) return true;
    return false;
}

/* The check of the memory model at the place of the current instruction, which is given with *at;
 * UINT32_MAX if a comment allows it to fail. */
static uint32_t met_check(struct run *r, enum check_class class, struct src_pos *pos, LLVMMetadataRef *at) {
    struct cfa *c = r->t->cfa;
    *pos = run_user_place(r, at);
    uint32_t check = cfa_add_check(c, class, *pos);
    c->checks.at[check].met = c->checks.at[check].of_memory = true;
    if (is_allowed(r->t, check)) return UINT32_MAX;
    c->has_check = true;
    return check;
}

void checks_cut_if(struct run *r, enum check_class class, term condition, const char *reason) {
    LLVMMetadataRef at;
    struct src_pos pos;
    if (r->over || condition == term_false() || !(r->t->program->checks & CHECK_BIT(class))) return;
    uint32_t check = met_check(r, class, &pos, &at);
    if (check == UINT32_MAX) return;
    run_cut_if(r, condition, "%s", reason);
    VEC_LAST(&r->t->cfa->cuts).check = check + 1;
}

void checks_fail_if(struct run *r, enum check_class class, term condition) {
    struct cfa *c = r->t->cfa;
    if (r->over) return;
    if (!(r->t->program->checks & CHECK_BIT(class))) {
        if (condition == term_false()) return;
        run_assumption(r, LEDGER_VALID_ACCESS, NULL);
        run_assume(r, term_not(condition));
        return;
    }
    LLVMMetadataRef at;
    struct src_pos pos;
    uint32_t check = met_check(r, class, &pos, &at);
    if (check == UINT32_MAX) {
        run_assume(r, term_not(condition));
        return;
    }
    if (condition == term_false()) {
        c->decided = true;
        return;
    }
    run_flush(r);
    cmd failing = cfa_seq(c, cfa_assume(c, condition), notes_invalid(r, pos, at, check_rows[class].name));
    uint32_t edge = cfa_add_edge(c, r->at, failing, c->lE);
    c->edges.at[edge].check = check + 1;
    run_assume(r, term_not(condition));
}
