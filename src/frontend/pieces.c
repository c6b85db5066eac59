/* Contracts in LLVM's code: who can have one, the first guesses, and the pieces (contracts.h has the argument why that is sound).
 *
 * A call of f becomes a call of a stub that draws a result and ends the execution if the contract does not allow it; the new
 * entry function draws the number of a piece. A function may have a contract only if its result depends on nothing but its
 * arguments and what it draws, and if it changes nothing: then a call can be replaced whatever the rest of the state is. */
#include "frontend/pieces.h"

#include <stdio.h>
#include <string.h>

#include "frontend/ir.h"
#include "frontend/prepare.h"
#include "util/hash.h"

enum { MOST_CONSTANTS = 10, MOST_CONDITIONS = 6, MOST_CLAUSES = 4000 };

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

static bool is_harmless_call(const struct program *p, LLVMValueRef call) {
    static const char *const known[] = {"abort", "exit", "_exit", NULL};
    LLVMValueRef f = ir_callee(call);
    if (!f) return false;
    if (ir_is_debug(call) || ir_has_body(f) || prepare_is_error((void *)p, f)) return true;
    for (int i = 0; known[i]; i++)
        if (ir_has_name(f, known[i])) return true;
    return (ir_starts_with(f, "__VERIFIER_nondet_") && !ir_has_name(f, "__VERIFIER_nondet_memory")) ||
           ir_starts_with(f, MARK_UNINIT) || ir_starts_with(f, MARK_ANY);
}

static bool is_pure(const struct program *p, LLVMValueRef f) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b) {
            bool good;
            if (ir_is_call(i)) good = is_harmless_call(p, i);
            else if (LLVMIsAStoreInst(i)) good = is_own_scalar(LLVMGetOperand(i, 1)) && !LLVMGetVolatile(i);
            else if (LLVMIsALoadInst(i)) good = is_own_scalar(LLVMGetOperand(i, 0)) && !LLVMGetVolatile(i);
            else if (LLVMIsAAllocaInst(i)) good = is_own_scalar(i);
            else
                good = !LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i) && !LLVMIsAFenceInst(i) &&
                       !LLVMIsAVAArgInst(i);
            if (!good) return false;
        }
    return true;
}

static uint32_t width_of(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) <= 64 ? LLVMGetIntTypeWidth(t)
                                                                                     : 0;
}

static bool has_integers_only(LLVMValueRef f) {
    LLVMTypeRef t = LLVMGlobalGetValueType(f);
    if (LLVMIsFunctionVarArg(t) || LLVMCountParams(f) > CONTRACT_PARAMETERS ||
        !width_of(LLVMGetReturnType(t)))
        return false;
    for (uint32_t i = 0; i < LLVMCountParams(f); i++)
        if (!width_of(LLVMTypeOf(LLVMGetParam(f, i)))) return false;
    return true;
}

/* May f have a contract: it and whatever it calls are functions of their arguments? */
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

/* ---- guesses ---- */

typedef VEC(int64_t) number_vec;

static void add_number(number_vec *v, int64_t n, uint32_t most) {
    for (uint32_t i = 0; i < v->n; i++)
        if (v->at[i] == n) return;
    if (v->n < most) VEC_PUSH(v, n);
}

/* The constants of the function; those that it compares with are conditions, too. */
static void read_constants(LLVMValueRef f, number_vec *constants, number_vec *compared) {
    FOR_BLOCKS (b, f)
        FOR_INSTRUCTIONS (i, b) {
            for (int k = 0; k < LLVMGetNumOperands(i); k++) {
                LLVMValueRef c = LLVMGetOperand(i, (unsigned)k);
                if (!LLVMIsAConstantInt(c) || LLVMIsAAllocaInst(i) || LLVMGetIntTypeWidth(LLVMTypeOf(c)) > 64)
                    continue;
                if (LLVMGetIntTypeWidth(LLVMTypeOf(c)) == 1) continue;
                int64_t n = LLVMConstIntGetSExtValue(c);
                if (n < -1000000 || n > 1000000) continue;
                add_number(constants, n, MOST_CONSTANTS);
                if (LLVMIsAICmpInst(i)) add_number(compared, n, MOST_CONDITIONS);
            }
        }
}

static void add_clause(struct contract *c, const struct contract_atom *condition,
                       struct contract_atom claim) {
    if (c->clauses.n >= MOST_CLAUSES) return;
    struct contract_clause clause = {.conditional = condition != NULL, .claim = claim};
    if (condition) clause.condition = *condition;
    VEC_PUSH(&c->clauses, clause);
}

/* result = | <= | >= first + second + n */
static void add_claims(struct contract *c, const struct contract_atom *condition, int first, int second,
                       int64_t n) {
    int result = (int)c->parameters;
    for (enum contract_relation r = CONTRACT_EQ; r <= CONTRACT_GE; r++)
        add_clause(c, condition, (struct contract_atom){result, first, second, r, n, CONTRACT_SUM});
}

/* The result tells whether the argument is odd, or even. */
static void add_parities(struct contract *c) {
    for (uint32_t i = 0; i < c->parameters; i++)
        for (int64_t n = 0; n < 2 && c->width[i] == c->width[c->parameters] && c->width[i] > 1; n++)
            add_clause(c, NULL,
                       (struct contract_atom){(int)c->parameters, (int)i, CONTRACT_NONE, CONTRACT_EQ, n,
                                              CONTRACT_PARITY});
}

static void add_claims_under(struct contract *c, const struct contract_atom *condition,
                             const number_vec *constants) {
    uint32_t w = c->width[c->parameters];
    for (uint32_t k = 0; k < constants->n; k++)
        add_claims(c, condition, CONTRACT_NONE, CONTRACT_NONE, constants->at[k]);
    for (uint32_t i = 0; i < c->parameters; i++) {
        if (c->width[i] != w) continue;
        for (uint32_t k = 0; k < constants->n; k++) {
            add_claims(c, condition, (int)i, CONTRACT_NONE, constants->at[k]);
            if (constants->at[k] > 0) add_claims(c, condition, (int)i, CONTRACT_NONE, -constants->at[k]);
        }
        for (uint32_t j = i + 1; j < c->parameters; j++) {
            if (c->width[j] != w) continue;
            add_claims(c, condition, (int)i, (int)j, 0);
            add_clause(
                c, condition,
                (struct contract_atom){(int)c->parameters, (int)i, (int)j, CONTRACT_EQ, 0, CONTRACT_PRODUCT});
        }
    }
}

/* `more`: conditions on both sides of a constant, with it and without. */
static void guess(struct contract *c, const number_vec *constants, const number_vec *compared, bool more) {
    add_parities(c);
    add_claims_under(c, NULL, constants);
    for (uint32_t i = 0; i < c->parameters; i++)
        for (uint32_t k = 0; k < compared->n; k++)
            for (int64_t n = compared->at[k] - more; n <= compared->at[k]; n++) {
                struct contract_atom low = {(int)i, CONTRACT_NONE, CONTRACT_NONE, CONTRACT_LE,
                                            n,      CONTRACT_SUM};
                struct contract_atom high = {(int)i,      CONTRACT_NONE, CONTRACT_NONE,
                                             CONTRACT_GE, n + 1,         CONTRACT_SUM};
                add_claims_under(c, &low, constants);
                add_claims_under(c, &high, constants);
            }
}

static void propose(struct contracts *k, LLVMModuleRef module, const struct program *p,
                    const function_vec *recursive) {
    number_vec constants = {0}, compared = {0};
    for (int64_t n = -1; n < 2; n++) add_number(&constants, n, MOST_CONSTANTS);
    for (uint32_t i = 0; i < recursive->n; i++) read_constants(recursive->at[i], &constants, &compared);
    LLVMValueRef entry = LLVMGetNamedFunction(module, p->entry);
    if (entry) read_constants(entry, &constants, &compared);
    for (uint32_t i = 0; i < constants.n; i++) VEC_PUSH(&k->constants, constants.at[i]);
    for (uint32_t i = 0; i < recursive->n; i++) {
        LLVMValueRef f = recursive->at[i];
        struct contract c = {.function = mem_strdup(ir_name(f)), .parameters = LLVMCountParams(f)};
        for (uint32_t j = 0; j < c.parameters; j++) c.width[j] = width_of(LLVMTypeOf(LLVMGetParam(f, j)));
        c.width[c.parameters] = width_of(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
        guess(&c, &constants, &compared, k->as_written);
        VEC_PUSH(&k->of, c);
    }
    VEC_RELEASE(&constants);
    VEC_RELEASE(&compared);
}

/* ---- code ---- */

struct maker {
    LLVMModuleRef module;
    LLVMContextRef context;
    LLVMBuilderRef b;
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
    if (a->first != CONTRACT_NONE) right = LLVMBuildAdd(m->b, right, values[a->first], "");
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
        if (k->conditional)
            v = LLVMBuildOr(m->b, LLVMBuildNot(m->b, atom_value(m, &k->condition, values), ""), v, "");
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

/* A function like f: any result that the contract allows. */
static LLVMValueRef make_stub(struct maker *m, uint32_t number, const struct contract *c, LLVMValueRef f) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f);
    LLVMValueRef stub = LLVMAddFunction(m->module, "edgewise.contract", type),
                 values[CONTRACT_PARAMETERS + 1];
    LLVMPositionBuilderAtEnd(m->b, LLVMAppendBasicBlockInContext(m->context, stub, "entry"));
    for (uint32_t i = 0; i < c->parameters; i++) values[i] = LLVMGetParam(stub, i);
    values[c->parameters] = draw_numbered(m, number, c->parameters + 1, LLVMGetReturnType(type));
    assume(m, stub, contract_value(m, c, values));
    LLVMBuildRet(m->b, values[c->parameters]);
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

/* Draws a value for each bit of the result that is set. */
static void show_bits(struct maker *m, uint32_t number, LLVMValueRef driver, LLVMValueRef result) {
    LLVMTypeRef type = LLVMTypeOf(result), truth = LLVMInt1TypeInContext(m->context);
    for (uint32_t i = 0; i < LLVMGetIntTypeWidth(type); i++) {
        LLVMBasicBlockRef set = LLVMAppendBasicBlockInContext(m->context, driver, "set"),
                          on = LLVMAppendBasicBlockInContext(m->context, driver, "on");
        LLVMValueRef bit =
            LLVMBuildTrunc(m->b, LLVMBuildLShr(m->b, result, LLVMConstInt(type, i, false), ""), truth, "");
        LLVMBuildCondBr(m->b, bit, set, on);
        LLVMPositionBuilderAtEnd(m->b, set);
        draw_numbered(m, number, CONTRACT_BITS + i, type);
        LLVMBuildBr(m->b, on);
        LLVMPositionBuilderAtEnd(m->b, on);
    }
    draw_numbered(m, number, CONTRACT_RETURNED, type);
}

/* f from arbitrary arguments; a violated contract is the error. */
static void run_function(struct maker *m, const struct program *p, uint32_t number, const struct contract *c,
                         LLVMValueRef f, LLVMValueRef driver) {
    LLVMTypeRef type = LLVMGlobalGetValueType(f), nothing = LLVMVoidTypeInContext(m->context);
    LLVMValueRef values[CONTRACT_PARAMETERS + 1];
    for (uint32_t i = 0; i < c->parameters; i++)
        values[i] = draw_numbered(m, number, i, LLVMTypeOf(LLVMGetParam(f, i)));
    LLVMValueRef result = LLVMBuildCall2(m->b, type, f, values, c->parameters, "");
    values[c->parameters] = result;
    if (p->contracts->sampling) {
        show_bits(m, number, driver, result);
        finish(m, LLVMGlobalGetValueType(driver));
        return;
    }
    assume(m, driver,
           LLVMBuildICmp(m->b, LLVMIntEQ, result, draw_numbered(m, number, c->parameters, LLVMTypeOf(result)),
                         ""));
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
static LLVMValueRef make_driver(struct maker *m, const struct program *p, LLVMValueRef entry,
                                const function_vec *functions) {
    const struct contracts *k = p->contracts;
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
    function_vec functions = {0};
    recursive_functions(p, entry, &functions);
    if (!k->proposed && p->error_functions.n) propose(k, module, p, &functions);
    k->proposed = true;
    if (functions.n && functions.n == k->of.n) {
        struct maker m = {module, LLVMGetModuleContext(module), NULL};
        m.b = LLVMCreateBuilderInContext(m.context);
        for (uint32_t i = 0; i < functions.n && !k->sampling; i++)
            replace_calls(module, functions.at[i], make_stub(&m, i, &k->of.at[i], functions.at[i]));
        entry = make_driver(&m, p, entry, &functions);
        LLVMDisposeBuilder(m.b);
    }
    VEC_RELEASE(&functions);
    return entry;
}
