/* Every verifier has words for "this holds", "assume this" and "any value". A function without a
 * body that has such a name means what the word means:
 *
 *     void __CPROVER_assume(_Bool);          int nondet_int(void);
 *     int main(void) { int x = nondet_int(); __CPROVER_assume(x > 0); __CPROVER_assert(x != 7, "seven"); }
 *
 * A function of the same name with a body is the program's own and means what its body says. A name
 * of a vocabulary that we do not know, and any other name with "assert" or "assume" in it, is given
 * up on where it is called: a check that is taken for a function that does nothing would be proven
 * for nothing. `assume` alone is a word only where another word of a vocabulary is used as well,
 * because a program's own function may be called so.
 *
 * Old programs mark the error with the label ERROR. It counts only where nothing else can fail.
 *
 * The compiled program needs definitions of these functions to fail where the automaton does; they
 * are printed here with the types that the program declares, because a definition by another type
 * would read other registers. */
#include "frontend/dialects/vocabulary.h"

#include <assert.h>
#include <ctype.h>
#include <llvm-c/DebugInfo.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/driver/prepare.h"
#include "frontend/library/libc.h"
#include "system/companion.h"
#include "util/log.h"
#include "util/mem.h"
#include "util/strbuf.h"

static const struct word {
    const char *name;
    enum vocabulary_role role;
} words[] = {
    {"assert", VOCABULARY_ASSERT},
    {"sassert", VOCABULARY_ASSERT},
    {"__VERIFIER_assert", VOCABULARY_ASSERT},
    {"__CPROVER_assert", VOCABULARY_ASSERT},
    {"__CPROVER_precondition", VOCABULARY_ASSERT},
    {"__CPROVER_postcondition", VOCABULARY_ASSERT},
    {"__CPROVER_loop_check", VOCABULARY_ASSERT}, /* source/clauses.c makes it of a loop's invariant */
    {"__ESBMC_assert", VOCABULARY_ASSERT},
    {"klee_assert", VOCABULARY_ASSERT},
    {"verifier.assert", VOCABULARY_ASSERT},
    {"__VERIFIER_assert_not", VOCABULARY_ASSERT_NOT},
    {"verifier.assert.not", VOCABULARY_ASSERT_NOT},
    {"__VERIFIER_assert_if", VOCABULARY_ASSERT_IF},
    {"__VERIFIER_assume", VOCABULARY_ASSUME},
    {"__CPROVER_assume", VOCABULARY_ASSUME},
    {"__ESBMC_assume", VOCABULARY_ASSUME},
    {"klee_assume", VOCABULARY_ASSUME},
    {"verifier.assume", VOCABULARY_ASSUME},
    {"verifier.assume.not", VOCABULARY_ASSUME_NOT},
    {"__CPROVER_r_ok", VOCABULARY_PREDICATE},
    {"__CPROVER_w_ok", VOCABULARY_PREDICATE},
    {"__CPROVER_rw_ok", VOCABULARY_PREDICATE},
    {"__CPROVER_same_object", VOCABULARY_PREDICATE},
    {"__CPROVER_OBJECT_SIZE", VOCABULARY_PREDICATE},
    {"__CPROVER_POINTER_OFFSET", VOCABULARY_PREDICATE},
    {"__CPROVER_POINTER_OBJECT", VOCABULARY_PREDICATE},
    {"__CPROVER_DYNAMIC_OBJECT", VOCABULARY_PREDICATE},
    {"__CPROVER_cover", VOCABULARY_IGNORED},
    {"__CPROVER_input", VOCABULARY_IGNORED},
    {"__CPROVER_output", VOCABULARY_IGNORED},
    {"__CPROVER_atomic_begin", VOCABULARY_IGNORED},
    {"__CPROVER_atomic_end", VOCABULARY_IGNORED},
    {"__ESBMC_atomic_begin", VOCABULARY_IGNORED},
    {"__ESBMC_atomic_end", VOCABULARY_IGNORED},
    {"seahorn.fn.enter", VOCABULARY_IGNORED},
    {"sea_dsa_alias", VOCABULARY_IGNORED}, /* a hint for its points-to analysis */
    {"nd", VOCABULARY_NONDET},
    {"nondet", VOCABULARY_NONDET},
};

/* Prefixes of functions that return any value; behind them stands the type. */
static const char *const nondet_prefixes[] = {"__VERIFIER_nondet_", "__CPROVER_nondet_", "__ESBMC_nondet_",
                                              "nondet_", "nd_"};
/* An uninterpreted function has equal values for equal arguments. That it may have other ones is
 * more than can be. */
static const char uninterpreted[] = "__CPROVER_uninterpreted_";
static const char *const prefixes[] = {"__CPROVER_", "__ESBMC_", "__SMACK_", "klee_",
                                       "sea_",       "seahorn.", "verifier."};

const char *vocabulary_type(const char *name) {
    for (size_t i = 0; i < sizeof nondet_prefixes / sizeof *nondet_prefixes; i++)
        if (!strncmp(name, nondet_prefixes[i], strlen(nondet_prefixes[i])))
            return name + strlen(nondet_prefixes[i]);
    return "";
}

static bool has_ignoring_case(const char *name, const char *part) {
    for (; *name; name++) {
        size_t n = 0;
        while (part[n] && tolower((unsigned char)name[n]) == part[n]) n++;
        if (!part[n]) return true;
    }
    return false;
}

/* By its name alone, `assume` aside. */
static enum vocabulary_role role_of_name(const char *name) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(name, words[i].name)) return words[i].role;
    if (*vocabulary_type(name))
        return strcmp(name, "__VERIFIER_nondet_memory") ? VOCABULARY_NONDET : VOCABULARY_NONE;
    if (!strncmp(name, uninterpreted, strlen(uninterpreted))) return VOCABULARY_ANY;
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (!strncmp(name, prefixes[i], strlen(prefixes[i]))) return VOCABULARY_UNSUPPORTED;
    bool suspect = has_ignoring_case(name, "assert") || has_ignoring_case(name, "assume");
    return suspect ? VOCABULARY_SUSPECT : VOCABULARY_NONE;
}

/* What is asked for a value has no arguments that it could write through. */
static bool takes_arguments(LLVMValueRef f) { return LLVMCountParams(f) > 0; }

static bool is_word(LLVMValueRef f) {
    enum vocabulary_role r = ir_has_body(f) ? VOCABULARY_NONE : role_of_name(ir_name(f));
    return r != VOCABULARY_NONE && r != VOCABULARY_SUSPECT && LLVMGetFirstUse(f);
}

static bool uses_vocabulary(LLVMModuleRef module) {
    FOR_FUNCTIONS (f, module)
        if (is_word(f) || ir_has_name(f, "__VERIFIER_error")) return true;
    return false;
}

enum vocabulary_role vocabulary_role(LLVMValueRef f) {
    const char *name = ir_name(f);
    if (ir_has_body(f) || !strncmp(name, "llvm.", 5) || !strncmp(name, MARK_PREFIX, strlen(MARK_PREFIX)))
        return VOCABULARY_NONE;
    if (!strcmp(name, "assume"))
        return uses_vocabulary(LLVMGetGlobalParent(f)) ? VOCABULARY_ASSUME : VOCABULARY_SUSPECT;
    enum vocabulary_role r = role_of_name(name);
    if (r == VOCABULARY_NONDET && takes_arguments(f)) return VOCABULARY_NONE;
    return r == VOCABULARY_SUSPECT && libc_effect(f) != LIBC_NOT ? VOCABULARY_NONE : r;
}

/* ---- labels ---- */

static bool is_check(enum vocabulary_role r) {
    return r == VOCABULARY_ASSERT || r == VOCABULARY_ASSERT_NOT || r == VOCABULARY_ASSERT_IF ||
           r == VOCABULARY_SUSPECT || r == VOCABULARY_UNSUPPORTED;
}

bool vocabulary_can_fail(LLVMModuleRef module, const struct program *p) {
    FOR_FUNCTIONS (f, module)
        if (LLVMGetFirstUse(f) && (prepare_is_error((void *)p, f) || is_check(vocabulary_role(f))))
            return true;
    return false;
}

/* llvm.dbg.label(metadata !DILabel(scope: !3, name: "ERROR", ...)); LLVM's C interface has no way
 * to ask for the name. */
static bool is_error_label(LLVMValueRef i) {
    LLVMValueRef f = LLVMIsACallInst(i) ? LLVMIsAFunction(LLVMGetCalledValue(i)) : NULL;
    if (!f || !ir_has_name(f, "llvm.dbg.label")) return false;
    char *text = LLVMPrintValueToString(LLVMGetOperand(i, 0));
    bool error = strstr(text, "name: \"" VOCABULARY_LABEL "\"") != NULL;
    LLVMDisposeMessage(text);
    return error;
}

static uint32_t mark_labels(LLVMModuleRef module) {
    LLVMContextRef context = LLVMGetModuleContext(module);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    uint32_t marked = 0;
    FOR_FUNCTIONS (f, module)
        FOR_BLOCKS (b, f)
            FOR_INSTRUCTIONS (i, b) {
                if (!is_error_label(i)) continue;
                LLVMValueRef error = ir_declare(module, MARK_ERROR, LLVMVoidTypeInContext(context), NULL, 0);
                LLVMPositionBuilderBefore(builder, i);
                LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(i));
                LLVMBuildCall2(builder, LLVMGlobalGetValueType(error), error, NULL, 0, "");
                marked++;
            }
    LLVMDisposeBuilder(builder);
    return marked;
}

/* ---- definitions for compiled runs ---- */

static const char *c_type(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMVoidTypeKind: return "void";
    case LLVMPointerTypeKind: return "void *";
    case LLVMFloatTypeKind: return "float";
    case LLVMDoubleTypeKind: return "double";
    case LLVMX86_FP80TypeKind: return "long double";
    case LLVMIntegerTypeKind: break;
    default: return NULL;
    }
    switch (LLVMGetIntTypeWidth(t)) {
    case 1: return "_Bool";
    case 8: return "signed char";
    case 16: return "short";
    case 32: return "int";
    case 64: return "long long";
    default: return NULL;
    }
}

/* The call that tells the types of the arguments, where the declaration does not. */
static LLVMValueRef first_call(LLVMValueRef f) {
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (ir_is_call(LLVMGetUser(use)) && ir_callee(LLVMGetUser(use)) == f) return LLVMGetUser(use);
    return NULL;
}

/* ", T a1, T a2": false for a type that C text cannot say. */
static bool print_parameters(struct strbuf *b, LLVMValueRef f) {
    uint32_t n = LLVMCountParams(f);
    LLVMValueRef call = n == 0 ? first_call(f) : NULL;
    if (call) n = ir_arguments(call);
    if (n == 0) strbuf_text(b, "void");
    for (uint32_t i = 0; i < n; i++) {
        const char *type = c_type(LLVMTypeOf(call ? LLVMGetOperand(call, i) : LLVMGetParam(f, i)));
        if (!type) return false;
        strbuf_printf(b, "%s%s a%u", i ? ", " : "", type, i);
    }
    return true;
}

static const char *body_of(enum vocabulary_role role) {
    switch (role) {
    case VOCABULARY_ASSERT: return "if (!a0) edgewise_reached();";
    case VOCABULARY_ASSERT_NOT: return "if (a0) edgewise_reached();";
    case VOCABULARY_ASSERT_IF: return "if (a0 && !a1) edgewise_reached();";
    case VOCABULARY_ASSUME: return "if (!a0) __VERIFIER_assume(0);";
    case VOCABULARY_ASSUME_NOT: return "if (a0) __VERIFIER_assume(0);";
    case VOCABULARY_IGNORED: return "";
    /* a compiled program does not know: the run ends, and confirms nothing */
    case VOCABULARY_PREDICATE: return "__VERIFIER_assume(0);";
    default: return NULL;
    }
}

/* "void f2(int a0) __asm__("verifier.assume"); void f2(int a0) {...}", since the name need not be
 * one of C's. */
static void print_stand_in(struct strbuf *out, LLVMValueRef f, uint32_t number) {
    const char *body = body_of(vocabulary_role(f)), *name = ir_name(f);
    const char *result = c_type(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
    struct strbuf parameters = {0};
    bool good = body && result && strcmp(name, "__VERIFIER_assume") && !strpbrk(name, "\"\\\n");
    if (good && print_parameters(&parameters, f) && (!*body || strchr(parameters.text, 'a'))) {
        strbuf_printf(out, "%s edgewise_word_%u(%s) __asm__(\"%s\");\n", result, number, parameters.text,
                      name);
        strbuf_printf(out, "%s edgewise_word_%u(%s) { %s%s }\n", result, number, parameters.text, body,
                      strcmp(result, "void") ? " return 0;" : "");
    }
    strbuf_release(&parameters);
}

static void tell_stand_ins(LLVMModuleRef module) {
    struct strbuf b = {0};
    uint32_t number = 0;
    FOR_FUNCTIONS (f, module)
        if (LLVMGetFirstUse(f)) print_stand_in(&b, f, number++);
    companion_put_stand_ins(b.n ? b.text : NULL);
    strbuf_release(&b);
}

void vocabulary_prepare(LLVMModuleRef module, const struct program *p) {
    bool by_label = !p->property && !vocabulary_can_fail(module, p) && mark_labels(module) > 0;
    companion_put_label(by_label ? VOCABULARY_LABEL : NULL);
    if (by_label) verbose("nothing else can fail, so reaching the label %s is the error", VOCABULARY_LABEL);
    tell_stand_ins(module);
}
