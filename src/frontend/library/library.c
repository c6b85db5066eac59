/* Calls of functions without a body: those that verification knows (errors, nondeterminism,
 * assumptions), those of the C library (libc.c), allocation, and the unknown rest. The result of an
 * unknown function is arbitrary. What else it does is a matter of the rules (frontend.h): anything
 * to the memory that it can reach (outside.c) by those of C; nothing by those of SV-COMP, and then
 * the ledger says so. */
#include <assert.h>
#include <string.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/translate/checks.h"
#include "frontend/translate/debug.h"
#include "frontend/driver/calls.h"
#include "frontend/driver/ir.h"
#include "frontend/library/effects.h"
#include "frontend/library/libc.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"
#include "frontend/translate/notes.h"
#include "frontend/translate/predicates.h"
#include "frontend/translate/validity.h"
#include "frontend/library/outside.h"
#include "frontend/driver/prepare.h"
#include "util/log.h"
#include "util/options.h"
#include "util/strbuf.h"

static bool is_one_of(const char *name, const char *const *list) {
    for (; *list; list++)
        if (!strcmp(name, *list)) return true;
    return false;
}

/* ---- nondeterminism ---- */

static bool is_unsigned_name(const char *type) {
    static const char *const names[] = {"bool",      "uchar",   "ushort",    "uint",         "ulong",
                                        "ulonglong", "size_t",  "u8",        "u16",          "u32",
                                        "u64",       "u128",    "uint8_t",   "uint16_t",     "uint32_t",
                                        "uint64_t",  "uint128", "unsigned",  "unsigned_int", "unsigned_char",
                                        "pointer",   "pchar",   "pthread_t", "sector_t",     NULL};
    return is_one_of(type, names);
}

static void begin_of_life(struct run *r, LLVMValueRef call) {
    if (!LLVMGetFirstUse(call)) return;
    const char *name = debug_value_name(r->t, call);
    for (uint32_t leaf = 0; leaf < run_leaves(r, LLVMTypeOf(call)); leaf++) {
        sort s = run_sort(r, run_leaf_type(LLVMTypeOf(call), leaf));
        run_define_leaf(r, call, leaf, run_input(r, SITE_UNINIT, name ? name : "uninitialized", s, true));
    }
}

/* A struct that does not fit into registers. The compiled program cannot be told its value. */
static void arbitrary_in_memory(struct run *r, LLVMValueRef call, enum site_kind kind, const char *name) {
    LLVMTypeRef type = ir_result_in_memory(call);
    if (type)
        memory_arbitrary(r, LLVMGetOperand(call, 0), LLVMABISizeOfType(r->t->data, type),
                         kind == SITE_LIBRARY ? SITE_LIBRARY : SITE_ENVIRONMENT, name);
}

static void arbitrary_result(struct run *r, LLVMValueRef call, enum site_kind kind, const char *name) {
    r->t->cfa->over_approximate = true;
    arbitrary_in_memory(r, call, kind, name);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
    /* A result that nobody uses is drawn as well where the compiled program asks for it, or the
     * next one would be its value. */
    if (!LLVMGetFirstUse(call) && kind != SITE_UNKNOWN && kind != SITE_INPUT) return;
    uint32_t leaves = run_leaves(r, LLVMTypeOf(call));
    /* a harness returns numbers only */
    if (leaves > 1 && kind == SITE_UNKNOWN) kind = SITE_ENVIRONMENT;
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        sort s = run_sort(r, run_leaf_type(LLVMTypeOf(call), leaf));
        run_define_leaf(r, call, leaf, run_input(r, kind, name, s, true));
    }
}

static void nondeterministic(struct run *r, LLVMValueRef call, const char *name) {
    const char *type = vocabulary_type(name);
    sort s = run_sort(r, LLVMTypeOf(call));
    if (!s) {
        arbitrary_result(r, call, SITE_UNKNOWN, name);
        return;
    }
    term v = run_input(r, SITE_NONDET, name, s, !is_unsigned_name(type));
    if ((!strcmp(type, "bool") || !strcmp(type, "_Bool")) && sort_kind_of(s) == SORT_BV)
        run_assume(r, term_ule(v, term_bv(sort_width(s), 1)));
    run_define(r, call, v);
}

/* ---- unknown functions ---- */

static void note_unknown(struct run *r, LLVMValueRef call, const char *name) {
    struct cfa *c = r->t->cfa;
    LLVMTypeRef type = LLVMTypeOf(call);
    bool hands_out = LLVMGetTypeKind(type) == LLVMPointerTypeKind || r->t->pt.outside_writes;
    if (!r->t->pt.outside_writes) cfa_ledger_add(c, LEDGER_EXTERN_PURE, r->pos, name);
    cfa_ledger_add(c, LEDGER_EXTERN_APART, r->pos, name);
    if (hands_out && !r->t->pt.unknown) cfa_ledger_add(c, LEDGER_OUTSIDE_APART, r->pos, name);
}

/* Everything that escaped becomes arbitrary. */
static void havoc_reachable(struct run *r, const char *name) {
    const struct objects *all = &r->t->pt.objects;
    for (uint32_t i = 1; i < all->all.n && !r->over; i++) {
        const struct object *o = &all->all.at[i];
        if (!o->escapes) continue;
        if (o->kind == OBJECT_FUNCTION) {
            if (ir_has_body(o->site))
                run_cut(r, "a call of %s, which has no body and may call %s", name, ir_name(o->site));
        } else if (o->kind != OBJECT_GLOBAL || !LLVMIsGlobalConstant(o->site)) {
            memory_havoc_object(r, i, SITE_ENVIRONMENT, name);
        }
    }
}

static void unknown(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    if (ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "returns_twice")) {
        run_cut(r, "a call of %s, which may return twice", name);
        return;
    }
    if (!strncmp(name, "__builtin_", 10) || !strncmp(name, "__sync_", 7) || !strncmp(name, "__atomic_", 9)) {
        run_cut(r, "the compiler builtin %s, which clang does not know", name);
        return;
    }
    note_unknown(r, call, name);
    if (r->t->accesses) run_assumption(r, LEDGER_EXTERN_MEMORY, name);
    effects_errno(r, name);
    if (r->t->pt.outside_writes) {
        warning("%s has no body: its result and all memory that it can reach are taken to be arbitrary",
                name);
        havoc_reachable(r, name);
    } else {
        warning("%s has no body: its result is taken to be arbitrary, and it to change no memory "
                "(--extern=havoc or --rules=c: all that it can reach)",
                name);
    }
    if (!r->over) arbitrary_result(r, call, SITE_UNKNOWN, name);
}

/* ---- the C library ---- */

/* Functions that may return any number of a range; the compiled program is told which. */
static bool returns_any_of(const char *name, int64_t *least, int64_t *most) {
    static const char *const natural[] = {"rand", "random", "lrand48", "rand_r", NULL};
    static const char *const characters[] = {"getchar",          "getc", "fgetc", "_IO_getc",
                                             "getchar_unlocked", NULL};
    bool character = is_one_of(name, characters);
    *least = character ? -1 : 0;
    *most = character ? 255 : INT32_MAX;
    return character || is_one_of(name, natural);
}

static void library_result(struct run *r, LLVMValueRef call, const char *name) {
    int64_t least, most;
    bool known =
        returns_any_of(name, &least, &most) && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
    bool chosen = known && (least == 0 || !libc_feeds_itself(r->t->module));
    arbitrary_result(r, call, chosen ? SITE_UNKNOWN : SITE_LIBRARY, name);
    if (!known || !LLVMGetFirstUse(call)) return;
    term v = run_bits(r, call);
    uint32_t width = term_width(v);
    if (width >= 16)
        run_assume(r, term_and(term_sle(term_bv(width, (uint64_t)least), v),
                               term_sle(v, term_bv(width, (uint64_t)most))));
}

/* What the program prints is shown by marks: good in traces, and how tests see a run's result. */
static void show_arguments(struct run *r, LLVMValueRef call, const char *name) {
    for (uint32_t i = 1; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMIntegerTypeKind)
            run_command(r, cfa_mark(r->t->cfa, r->pos, arena_strdup(&r->t->cfa->arena, name),
                                    run_bits(r, arg), true));
    }
}

/* ---- dispatch ---- */

static const char *constant_text(LLVMValueRef text, const char *otherwise) {
    size_t n;
    LLVMValueRef data = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    return data && LLVMIsConstantString(data) ? LLVMGetAsString(data, &n) : otherwise;
}

static const char *cut_reason(LLVMValueRef call) {
    return constant_text(LLVMGetOperand(call, 0), "something that is not supported");
}

/* A model takes something for granted. */
static void enter_ledger(struct run *r, LLVMValueRef call) {
    const char *name = constant_text(LLVMGetOperand(call, 0), "");
    for (int k = 0; k < LEDGER_KINDS; k++)
        if (!strcmp(ledger_name((enum ledger_kind)k), name)) {
            run_assumption(r, (enum ledger_kind)k, NULL);
            return;
        }
    run_cut(r, "an assumption that is not known");
}

/* Is argument i of the call a number that is not 0? */
static bool argument_holds(struct run *r, LLVMValueRef call, uint32_t i, term *holds) {
    if (i >= ir_arguments(call)) return false;
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i)));
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return false;
    term c = run_bits(r, LLVMGetOperand(call, i));
    *holds = term_not(term_eq(c, term_bv(term_width(c), 0)));
    return true;
}

/* With a property file, only its error function is the error: what a failing check means besides is
 * not said there. */
static void check_holds(struct run *r, LLVMValueRef call, term holds, const char *name) {
    if (r->t->program->property) {
        run_cut_if(r, term_not(holds), "%s fails, which the property does not speak of,", name);
        return;
    }
    checks_assert(r, call, holds);
}

static void word_with_condition(struct run *r, LLVMValueRef call, enum vocabulary_role role,
                                const char *name) {
    term holds, then;
    if (!argument_holds(r, call, 0, &holds) ||
        (role == VOCABULARY_ASSERT_IF && !argument_holds(r, call, 1, &then))) {
        run_cut(r, "a call of %s without a condition that is a number", name);
        return;
    }
    switch (role) {
    case VOCABULARY_ASSERT: check_holds(r, call, holds, name); break;
    case VOCABULARY_ASSERT_NOT: check_holds(r, call, term_not(holds), name); break;
    case VOCABULARY_ASSERT_IF: check_holds(r, call, term_or(term_not(holds), then), name); break;
    case VOCABULARY_ASSUME: run_assume(r, holds); break;
    default: assert(role == VOCABULARY_ASSUME_NOT); run_assume(r, term_not(holds));
    }
    if (!r->over && LLVMGetFirstUse(call)) arbitrary_result(r, call, SITE_INTERNAL, name);
}

/* A word of a verification vocabulary (dialects/vocabulary.c)? */
static bool word_call(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    enum vocabulary_role role = vocabulary_role(f);
    switch (role) {
    case VOCABULARY_NONE: return false;
    case VOCABULARY_NONDET: nondeterministic(r, call, name); return true;
    case VOCABULARY_IGNORED: return true;
    case VOCABULARY_PREDICATE: predicates_call(r, call, name); return true;
    case VOCABULARY_ANY: arbitrary_result(r, call, SITE_LIBRARY, name); return true;
    case VOCABULARY_UNSUPPORTED: run_cut(r, "a call of %s, which is not supported,", name); return true;
    case VOCABULARY_SUSPECT:
        run_cut(r, "a call of %s, which has no body (is a header missing?)", name);
        return true;
    default: word_with_condition(r, call, role, name); return true;
    }
}

/* Inline assembly that is not known (driver/assembly.c). */
static void assembly_call(struct run *r, LLVMValueRef call, bool memory) {
    static const char name[] = "inline assembly";
    run_assumption(r, LEDGER_ASSEMBLY, NULL);
    if (memory && r->t->pt.outside_writes) havoc_reachable(r, name);
    else if (memory) run_assumption(r, LEDGER_EXTERN_PURE, name);
    if (!r->over) arbitrary_result(r, call, SITE_LIBRARY, name);
}

/* ---- pointers to no known function ---- */

/* The pointer may hold a function of another type, which no dispatcher calls (driver/calls.c): a
 * cut. */
static void cut_other_types(struct run *r, LLVMValueRef call, term pointer) {
    LLVMValueRef f = ir_callee(call);
    const target_set *targets = points_to_of(&r->t->pt, LLVMGetOperand(call, 0));
    for (uint32_t i = 0; i < targets->n && !r->over; i++) {
        const struct object *o = &r->t->pt.objects.all.at[targets->at[i].object];
        if (o->kind != OBJECT_FUNCTION || calls_is_candidate(f, o->site)) continue;
        run_cut_if(r, term_eq(pointer, run_value(r, o->site)), "a call of %s by another type than its own",
                   ir_name(o->site));
    }
}

/* By the rules of SV-COMP, foreign memory does not lead to the program's functions: a pointer from
 * there is one to a function without a body. Null is none. By C's rules, and where a pointer cannot
 * come from outside, who calls what is not known: a cut. */
static void stranger_call(struct run *r, LLVMValueRef call) {
    static const char name[] = "a function behind a pointer";
    struct points_to *pt = &r->t->pt;
    bool foreign = pt->outside && points_to_has(points_to_of(pt, LLVMGetOperand(call, 0)), pt->outside);
    if (pt->c_rules || !foreign) {
        run_cut(r, "call through a pointer to no known function of its type");
        return;
    }
    term pointer = run_value(r, LLVMGetOperand(call, 0));
    run_assume(r, term_not(term_eq(pointer, term_bv(r->t->pointer_width, 0))));
    cut_other_types(r, call, pointer);
    run_assumption(r, LEDGER_VALID_ACCESS, NULL);
    note_unknown(r, call, name);
    if (pt->outside_writes) havoc_reachable(r, name);
    if (!r->over) arbitrary_result(r, call, SITE_ENVIRONMENT, name);
}

static void check_mark(struct run *r, enum check_class class, LLVMValueRef call) {
    checks_fail_if(r, class, term_eq(run_bits(r, LLVMGetOperand(call, 0)), term_bv(1, 1)));
}

static bool verifier_call(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    if (prepare_is_error((void *)r->t->program, f)) {
        notes_failure(r, call, NULL);
        run_error(r);
    } else if (!strncmp(name, MARK_UNINIT, strlen(MARK_UNINIT))) begin_of_life(r, call);
    else if (!strncmp(name, MARK_ANY, strlen(MARK_ANY))) arbitrary_result(r, call, SITE_LIBRARY, "any");
    else if (!strcmp(name, MARK_OUTSIDE_NUMBER))
        arbitrary_result(r, call, effects_input_kind(), constant_text(LLVMGetOperand(call, 0), "input"));
    else if (!strcmp(name, MARK_OUTSIDE_BYTES))
        effects_bring(r, call, constant_text(LLVMGetOperand(call, 2), "input"));
    else if (!strcmp(name, MARK_UNINIT_MEM)) memory_begin(r, call);
    else if (!strcmp(name, MARK_ASSUME))
        run_assume(r, term_eq(run_bits(r, LLVMGetOperand(call, 0)), term_bv(1, 1)));
    else if (!strcmp(name, MARK_ORDER)) run_assumption(r, LEDGER_ORDER, NULL);
    else if (!strcmp(name, MARK_UNSET)) check_mark(r, CHECK_UNINITIALIZED, call);
    else if (!strcmp(name, MARK_FELL)) check_mark(r, CHECK_RETURN, call);
    else if (!strcmp(name, MARK_APART))
        validity_apart(r, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), 1);
    else if (!strcmp(name, MARK_SIZE)) run_define(r, call, validity_size(r, LLVMGetOperand(call, 0)));
    else if (!strcmp(name, MARK_LEDGER)) enter_ledger(r, call);
    else if (!strcmp(name, MARK_CUT)) run_cut(r, "%s", cut_reason(call));
    else if (!strncmp(name, MARK_STRANGER, strlen(MARK_STRANGER))) stranger_call(r, call);
    else if (!strncmp(name, MARK_ASSEMBLY, strlen(MARK_ASSEMBLY))) assembly_call(r, call, false);
    else if (!strncmp(name, MARK_ASSEMBLY_MEMORY, strlen(MARK_ASSEMBLY_MEMORY))) assembly_call(r, call, true);
    else return word_call(r, call, f, name);
    return true;
}

bool library_frees(const char *name) {
    return !strcmp(name, "free") || !strcmp(name, "kfree") || !strcmp(name, "cfree");
}

/* What the function reads behind its pointers is not followed. Texts of the program are what they
 * should be. */
static void trust_arguments(struct run *r, LLVMValueRef call, const char *name) {
    if (!r->t->accesses || library_frees(name)) return;
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef v = LLVMGetOperand(call, i);
        bool pointer = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
        bool text = LLVMIsAConstantPointerNull(v) || (LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v));
        if (pointer && !text) run_assumption(r, LEDGER_LIBRARY_MEMORY, name);
    }
}

static void known_call(struct run *r, LLVMValueRef call, const char *name) {
    trust_arguments(r, call, name);
    if (!strcmp(name, "exit")) validity_exit(r);
    effects_apply(r, call);
    if (r->over) return;
    if (!strcmp(name, "printf")) show_arguments(r, call, name);
    if (library_frees(name)) {
        validity_free(r, LLVMGetOperand(call, 0));
        lifetime_free(r, LLVMGetOperand(call, 0));
    }
    library_result(r, call, name);
}

void library_call(struct run *r, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) {
        run_cut(r, LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly"
                                                              : "a call that is not supported");
        return;
    }
    const char *name = ir_name(f);
    if (checks_call(r, call) || verifier_call(r, call, f, name)) return;
    if (objects_is_allocation(call)) {
        memory_allocate(r, call);
        effects_errno(r, name);
    } else if (floats_call(r, call, name)) return;
    else if (!strncmp(name, "llvm.va_", 8) && strncmp(name, "llvm.va_end", 11))
        run_cut(r, "a variable argument list");
    else if (!strncmp(name, "llvm.", 5)) {
        if (!intrinsics_call(r, call, name)) run_cut(r, "the intrinsic %s", name);
    } else if (ir_has_body(f)) run_cut(r, "a call of %s with other arguments than it takes", name);
    else if (libc_effect(f) != LIBC_NOT) known_call(r, call, name);
    else unknown(r, call, f, name);
    if (!r->over && ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "noreturn")) run_stop(r);
}
