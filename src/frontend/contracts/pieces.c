/* Contracts in LLVM's code: who can have one, and the pieces (contracts.h has the argument why that
 * is sound).
 *
 * A call of f becomes a call of a stub that draws the results and ends the execution if the
 * contract does not allow them; the new entry function draws the number of a piece. A function may
 * have a contract only if what it does depends on nothing but its arguments, what it draws, and a
 * few global variables, and if it changes nothing else: then a call can be replaced whatever the
 * rest of the state is. */
#include "frontend/contracts/pieces.h"

#include <stdio.h>
#include <string.h>

#include "frontend/contracts/guesses.h"
#include "frontend/driver/ir.h"
#include "frontend/driver/prepare.h"
#include "util/hash.h"

typedef VEC(LLVMValueRef) function_vec;

/* ---- which functions ---- */

/* Everything with a body that f calls, directly or not, but the error; f itself if it is called. */
static void callees(const struct program *p, LLVMValueRef f, function_vec *out) {
    struct int_map met = {0};
    function_vec work = {0};
    VEC_PUSH(&work, f);
    while (work.n) {
        LLVMValueRef g = VEC_POP(&work);
        FOR_BLOCKS (b, g)
            FOR_INSTRUCTIONS (i, b) {
                LLVMValueRef h = ir_is_call(i) ? ir_callee(i) : NULL;
                bool added = false;
                if (h && ir_has_body(h) && !prepare_is_error((void *)p, h))
                    int_map_put(&met, (uintptr_t)h, &added);
                if (!added) continue;
                VEC_PUSH(&work, h);
                VEC_PUSH(out, h);
            }
    }
    VEC_RELEASE(&work);
    int_map_release(&met);
}

static bool contains(const function_vec *v, LLVMValueRef f) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == f) return true;
    return false;
}

static bool is_recursive(const struct program *p, LLVMValueRef f) {
    function_vec all = {0};
    callees(p, f, &all);
    bool yes = contains(&all, f);
    VEC_RELEASE(&all);
    return yes;
}

/* A scalar of the function's own whose address nobody takes. */
static bool is_own_scalar(LLVMValueRef v) {
    if (!LLVMIsAAllocaInst(v) || LLVMGetTypeKind(LLVMGetAllocatedType(v)) != LLVMIntegerTypeKind)
        return false;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool stored_to =
            LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == v && LLVMGetOperand(user, 0) != v;
        if (!LLVMIsALoadInst(user) && !stored_to && !(ir_is_call(user) && ir_is_debug(user))) return false;
    }
    return true;
}

/* An integer with a name of its own that is only ever loaded and stored as a whole. */
static bool is_plain_global(LLVMValueRef g) {
    if (!LLVMIsAGlobalVariable(g) || !LLVMGetInitializer(g) || LLVMIsThreadLocal(g)) return false;
    if (!ir_width(LLVMGlobalGetValueType(g))) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(g); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool loaded = LLVMIsALoadInst(user) && LLVMTypeOf(user) == LLVMGlobalGetValueType(g);
        bool stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == g &&
                      LLVMTypeOf(LLVMGetOperand(user, 0)) == LLVMGlobalGetValueType(g);
        if ((!loaded && !stored) || LLVMGetVolatile(user)) return false;
    }
    return true;
}

static bool is_harmless_access(LLVMValueRef access, LLVMValueRef address) {
    return !LLVMGetVolatile(access) && (is_own_scalar(address) || is_plain_global(address));
}

static bool is_harmless_call(const struct program *p, LLVMValueRef call) {
    static const char *const known[] = {"abort", "exit", "_exit", NULL};
    LLVMValueRef f = ir_callee(call);
    if (!f) return false;
    if (ir_is_debug(call) || ir_has_body(f) || prepare_is_error((void *)p, f)) return true;
    for (int i = 0; known[i]; i++)
        if (ir_has_name(f, known[i])) return true;
    return (ir_starts_with(f, "__VERIFIER_nondet_") && !ir_has_name(f, "__VERIFIER_nondet_memory")) ||
           ir_starts_with(f, MARK_UNINIT) || ir_starts_with(f, MARK_ANY) || ir_has_name(f, MARK_ORDER);
}

static bool is_pure(const struct program *p, LLVMValueRef f) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b) {
            bool good;
            if (ir_is_call(i)) good = is_harmless_call(p, i);
            else if (LLVMIsAStoreInst(i)) good = is_harmless_access(i, LLVMGetOperand(i, 1));
            else if (LLVMIsALoadInst(i)) good = is_harmless_access(i, LLVMGetOperand(i, 0));
            else if (LLVMIsAAllocaInst(i)) good = is_own_scalar(i);
            else
                good = !LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i) && !LLVMIsAFenceInst(i) &&
                       !LLVMIsAVAArgInst(i);
            if (!good) return false;
        }
    return true;
}

static bool has_integers_only(LLVMValueRef f) {
    LLVMTypeRef t = LLVMGlobalGetValueType(f), result = LLVMGetReturnType(t);
    if (LLVMIsFunctionVarArg(t) || LLVMCountParams(f) > CONTRACT_ARGUMENTS ||
        (!ir_width(result) && LLVMGetTypeKind(result) != LLVMVoidTypeKind))
        return false;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++)
        if (!ir_width(LLVMTypeOf(LLVMGetParam(f, i)))) return false;
    return true;
}

/* May f have a contract: it and whatever it calls are functions of their arguments and of plain
 * globals? */
static bool is_eligible(const struct program *p, LLVMValueRef f) {
    function_vec all = {0};
    callees(p, f, &all);
    bool good = has_integers_only(f);
    for (uint32_t i = 0; i < all.n && good; i++)
        good = is_pure(p, all.at[i]) && (!is_recursive(p, all.at[i]) || has_integers_only(all.at[i]));
    VEC_RELEASE(&all);
    return good;
}

bool pieces_recursive(const struct program *p, LLVMValueRef entry) {
    function_vec all = {0};
    callees(p, entry, &all);
    bool yes = false;
    for (uint32_t i = 0; i < all.n && !yes; i++) yes = is_recursive(p, all.at[i]);
    VEC_RELEASE(&all);
    return yes;
}

/* The recursive functions that the entry reaches; none if one of them cannot have a contract. */
static void recursive_functions(const struct program *p, LLVMValueRef entry, function_vec *out) {
    function_vec all = {0};
    callees(p, entry, &all);
    bool good = !contains(&all, entry);
    for (uint32_t i = 0; i < all.n && good; i++) {
        if (!is_recursive(p, all.at[i])) continue;
        good = is_eligible(p, all.at[i]);
        VEC_PUSH(out, all.at[i]);
    }
    if (!good) VEC_CLEAR(out);
    VEC_RELEASE(&all);
}

static bool touches(LLVMValueRef f, LLVMValueRef global) {
    for (LLVMUseRef u = LLVMGetFirstUse(global); u; u = LLVMGetNextUse(u))
        if (LLVMGetBasicBlockParent(LLVMGetInstructionParent(LLVMGetUser(u))) == f) return true;
    return false;
}

/* The variables that the functions, or what they call, read or write. */
static void touched_globals(const struct program *p, LLVMModuleRef module, const function_vec *functions,
                            function_vec *out) {
    FOR_GLOBALS (g, module) {
        bool touched = false;
        if (!is_plain_global(g) || LLVMIsGlobalConstant(g)) continue;
        for (uint32_t i = 0; i < functions->n && !touched; i++) {
            function_vec all = {0};
            callees(p, functions->at[i], &all);
            for (uint32_t j = 0; j < all.n && !touched; j++) touched = touches(all.at[j], g);
            VEC_RELEASE(&all);
        }
        if (touched) VEC_PUSH(out, g);
    }
}

/* ---- code ---- */

struct maker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef b;
    const function_vec *functions, *globals;
};

static LLVMValueRef draw(struct maker *m, const char *name, LLVMTypeRef type) {
    LLVMValueRef f = ir_declare(m->module, name, type, NULL, 0);
    return LLVMBuildCall2(m->b, LLVMGlobalGetValueType(f), f, NULL, 0, "");
}

static LLVMValueRef draw_numbered(struct maker *m, uint32_t contract, uint32_t number, LLVMTypeRef type) {
    char name[64];
    snprintf(name, sizeof name, CONTRACT_SITE, contract, number);
    return draw(m, name, type);
}

static LLVMValueRef atom_value(struct maker *m, const struct contract_atom *a, LLVMValueRef *values) {
    static const LLVMIntPredicate predicates[] = {
        [CONTRACT_EQ] = LLVMIntEQ, [CONTRACT_LE] = LLVMIntSLE, [CONTRACT_GE] = LLVMIntSGE};
    LLVMValueRef left = values[a->left],
                 right = LLVMConstInt(LLVMTypeOf(left), (unsigned long long)a->constant, true);
    if (a->form == CONTRACT_PRODUCT) {
        LLVMValueRef product = LLVMBuildMul(m->b, values[a->first], values[a->second], "");
        return LLVMBuildICmp(m->b, predicates[a->relation], left, product, "");
    }
    if (a->first != CONTRACT_NONE) {
        LLVMTypeRef type = LLVMTypeOf(left);
        LLVMValueRef factor = LLVMConstInt(type, (unsigned long long)a->factor, true),
                     first = values[a->first];
        if (a->form == CONTRACT_POWER) {
            LLVMValueRef last = LLVMConstInt(type, LLVMGetIntTypeWidth(type) - 1, false);
            first = LLVMBuildShl(m->b, factor, LLVMBuildAnd(m->b, first, last, ""), "");
        } else {
            first = LLVMBuildMul(m->b, factor, first, "");
        }
        right = LLVMBuildAdd(m->b, right, first, "");
    }
    if (a->second != CONTRACT_NONE) right = LLVMBuildAdd(m->b, right, values[a->second], "");
    if (a->form == CONTRACT_PARITY)
        right = LLVMBuildAnd(m->b, right, LLVMConstInt(LLVMTypeOf(left), 1, false), "");
    return LLVMBuildICmp(m->b, predicates[a->relation], left, right, "");
}

static LLVMValueRef contract_value(struct maker *m, const struct contract *c, LLVMValueRef *values) {
    LLVMValueRef all = LLVMConstInt(LLVMInt1TypeInContext(m->context), 1, false);
    for (uint32_t i = 0; i < c->clauses.n; i++) {
        const struct contract_clause *k = &c->clauses.at[i];
        if (!k->active) continue;
        LLVMValueRef v = atom_value(m, &k->claim, values);
        for (uint32_t j = 0; j < k->conditions; j++)
            v = LLVMBuildOr(m->b, LLVMBuildNot(m->b, atom_value(m, &k->condition[j], values), ""), v, "");
        all = LLVMBuildAnd(m->b, all, v, "");
    }
    return all;
}

/* Goes on where the condition holds, and ends the execution elsewhere. */
static void assume(struct maker *m, LLVMValueRef f, LLVMValueRef condition) {
    LLVMBasicBlockRef on = LLVMAppendBasicBlockInContext(m->context, f, "on"),
                      end = LLVMAppendBasicBlockInContext(m->context, f, "end");
    LLVMBuildCondBr(m->b, condition, on, end);
    LLVMPositionBuilderAtEnd(m->b, end);
    LLVMBuildUnreachable(m->b);
    LLVMPositionBuilderAtEnd(m->b, on);
}

static void load_globals(struct maker *m, LLVMValueRef *values) {
    for (uint32_t i = 0; i < m->globals->n; i++)
        values[i] = LLVMBuildLoad2(m->b, LLVMGlobalGetValueType(m->globals->at[i]), m->globals->at[i], "");
}

static void store_globals(struct maker *m, LLVMValueRef *values) {
    for (uint32_t i = 0; i < m->globals->n; i++) LLVMBuildStore(m->b, values[i], m->globals->at[i]);
}

/* A function like f: any results that the contract allows. */
static LLVMValueRef make_stub(struct maker *m, uint32_t number, const struct contract *c, LLVMValueRef f) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMValueRef stub = LLVMAddFunction(m->module, "edgewise.contract", type), values[CONTRACT_VALUES];
    LLVMPositionBuilderAtEnd(m->b, LLVMAppendBasicBlockInContext(m->context, stub, "entry"));
    for (uint32_t i = 0; i < c->arguments; i++) values[i] = LLVMGetParam(stub, i);
    load_globals(m, values + c->arguments);
    for (uint32_t i = c->parameters; i < c->parameters + c->results; i++)
        values[i] =
            draw_numbered(m, number, CONTRACT_DRAWN + i, LLVMIntTypeInContext(m->context, c->width[i]));
    assume(m, stub, contract_value(m, c, values));
    store_globals(m, values + c->parameters + c->results - m->globals->n);
    if (c->results > m->globals->n) LLVMBuildRet(m->b, values[c->parameters]);
    else LLVMBuildRetVoid(m->b);
    return stub;
}

static void replace_calls(LLVMModuleRef module, LLVMValueRef f, LLVMValueRef stub) {
    FOR_FUNCTIONS (g, module)
        FOR_BLOCKS (b, g)
            FOR_INSTRUCTIONS (i, b)
                if (ir_is_call(i) && ir_callee(i) == f)
                    LLVMSetOperand(i, (unsigned)LLVMGetNumOperands(i) - 1, stub);
}

static void finish(struct maker *m, LLVMTypeRef type) {
    LLVMTypeRef result = LLVMGetReturnType(type);
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind) LLVMBuildRetVoid(m->b);
    else LLVMBuildRet(m->b, LLVMConstNull(result));
}

/* f from arbitrary arguments; a violated contract is the error. */
static void run_function(struct maker *m, const struct program *p, uint32_t number, const struct contract *c,
                         LLVMValueRef f, LLVMValueRef driver) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f), nothing = LLVMVoidTypeInContext(m->context);
    LLVMValueRef values[CONTRACT_VALUES];
    for (uint32_t i = 0; i < c->parameters; i++)
        values[i] = draw_numbered(m, number, i, LLVMIntTypeInContext(m->context, c->width[i]));
    store_globals(m, values + c->arguments);
    LLVMValueRef result = LLVMBuildCall2(m->b, type, f, values, c->arguments, "");
    if (c->results > m->globals->n) values[c->parameters] = result;
    load_globals(m, values + c->parameters + c->results - m->globals->n);
    for (uint32_t i = c->parameters; i < c->parameters + c->results; i++) {
        LLVMValueRef shown = draw_numbered(m, number, i, LLVMTypeOf(values[i]));
        assume(m, driver, LLVMBuildICmp(m->b, LLVMIntEQ, values[i], shown, ""));
    }
    LLVMValueRef holds = contract_value(m, c, values);
    LLVMBasicBlockRef good = LLVMAppendBasicBlockInContext(m->context, driver, "good"),
                      bad = LLVMAppendBasicBlockInContext(m->context, driver, "bad");
    LLVMBuildCondBr(m->b, holds, good, bad);
    LLVMPositionBuilderAtEnd(m->b, bad);
    LLVMValueRef error = ir_declare(m->module, p->error_functions.at[0], nothing, NULL, 0);
    LLVMTypeRef error_type = LLVMGlobalGetValueType(error);
    LLVMValueRef nulls[8];
    uint32_t n = LLVMCountParams(error) < 8 ? LLVMCountParams(error) : 8;
    for (uint32_t i = 0; i < n; i++) nulls[i] = LLVMConstNull(LLVMTypeOf(LLVMGetParam(error, i)));
    LLVMBuildCall2(m->b, error_type, error, nulls, n, "");
    LLVMBuildUnreachable(m->b);
    LLVMPositionBuilderAtEnd(m->b, good);
    finish(m, LLVMGlobalGetValueType(driver));
}

/* Chooses a piece and runs it. */
static LLVMValueRef make_driver(struct maker *m, const struct program *p, LLVMValueRef entry) {
    const struct contracts *k = p->contracts;
    const function_vec *functions = m->functions;
    LLVMTypeRef type = LLVMGlobalGetValueType(entry), number = LLVMInt32TypeInContext(m->context);
    LLVMSetValueName2(entry, "edgewise.entry", strlen("edgewise.entry"));
    LLVMValueRef driver = LLVMAddFunction(m->module, p->entry, type);
    LLVMBasicBlockRef start = LLVMAppendBasicBlockInContext(m->context, driver, "entry"),
                      own = LLVMAppendBasicBlockInContext(m->context, driver, "own");
    LLVMPositionBuilderAtEnd(m->b, start);
    LLVMValueRef choice = LLVMBuildSwitch(m->b, draw(m, CONTRACT_CHOICE, number), own, functions->n);
    LLVMPositionBuilderAtEnd(m->b, own);
    VEC(LLVMValueRef) args = {0};
    for (uint32_t i = 0; i < LLVMCountParams(entry); i++) VEC_PUSH(&args, LLVMGetParam(driver, i));
    if (k->with_main) LLVMBuildCall2(m->b, type, entry, args.at, args.n, "");
    VEC_RELEASE(&args);
    finish(m, type);
    for (uint32_t i = 0; i < functions->n; i++) {
        LLVMBasicBlockRef piece = LLVMAppendBasicBlockInContext(m->context, driver, "piece");
        LLVMAddCase(choice, LLVMConstInt(number, i + 1, false), piece);
        LLVMPositionBuilderAtEnd(m->b, piece);
        run_function(m, p, i, &k->of.at[i], functions->at[i], driver);
    }
    return driver;
}

LLVMValueRef pieces_make(LLVMModuleRef module, const struct program *p, LLVMValueRef entry) {
    struct contracts *k = p->contracts;
    function_vec functions = {0}, globals = {0};
    recursive_functions(p, entry, &functions);
    touched_globals(p, module, &functions, &globals);
    if (globals.n > CONTRACT_GLOBALS) VEC_CLEAR(&functions);
    if (!k->proposed && functions.n && p->error_functions.n)
        contracts_guess(k, &(struct guess_task){entry, functions.at, globals.at, functions.n, globals.n});
    k->proposed = true;
    if (functions.n && functions.n == k->of.n) {
        struct maker m = {module, LLVMGetModuleContext(module), NULL, &functions, &globals};
        m.b = LLVMCreateBuilderInContext(m.context);
        for (uint32_t i = 0; i < functions.n; i++)
            replace_calls(module, functions.at[i], make_stub(&m, i, &k->of.at[i], functions.at[i]));
        entry = make_driver(&m, p, entry);
        LLVMDisposeBuilder(m.b);
    }
    VEC_RELEASE(&functions);
    VEC_RELEASE(&globals);
    return entry;
}
