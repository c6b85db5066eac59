/* Calls of functions without a body: those that verification knows (errors, nondeterminism, assumptions), those
 * of the C library (libc.c), allocation, and the unknown rest. The result of an unknown function is arbitrary. What else it
 * does is the user's choice (--extern): nothing, as the rules of SV-COMP have it and as a TRUE then says, or anything to the
 * memory that it can reach (outside.c). */
#include <assert.h>
#include <string.h>

#include "frontend/debug.h"
#include "frontend/ir.h"
#include "frontend/libc.h"
#include "frontend/memory.h"
#include "frontend/outside.h"
#include "frontend/prepare.h"
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
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind || !LLVMGetFirstUse(call)) return;
    uint32_t leaves = run_leaves(r, LLVMTypeOf(call));
    if (leaves > 1 && kind == SITE_UNKNOWN) kind = SITE_ENVIRONMENT; /* a harness returns numbers only */
    for (uint32_t leaf = 0; leaf < leaves; leaf++) {
        sort s = run_sort(r, run_leaf_type(LLVMTypeOf(call), leaf));
        run_define_leaf(r, call, leaf, run_input(r, kind, name, s, true));
    }
}

static void nondeterministic(struct run *r, LLVMValueRef call, const char *name) {
    const char *type = name + strlen("__VERIFIER_nondet_");
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

static void note_unknown(struct translator *t, const char *name) {
    for (uint32_t i = 0; i < t->unknown.n; i++)
        if (!strcmp(t->unknown.at[i], name)) return;
    VEC_PUSH(&t->unknown, name);
}

void library_assumptions(struct translator *t) {
    struct strbuf b = {0};
    if (t->unknown.n == 0) return;
    strbuf_text(&b, t->unknown.n == 1 ? "the function without a body " : "the functions without a body ");
    for (uint32_t i = 0; i < t->unknown.n; i++) strbuf_printf(&b, "%s%s", i ? ", " : "", t->unknown.at[i]);
    if (!outside_may_change())
        strbuf_text(&b, t->unknown.n == 1 ? " changes no variable of the program"
                                          : " change no variable of the program");
    else
        strbuf_text(&b, t->unknown.n == 1 ? " calls no function of the program"
                                          : " call no function of the program");
    strbuf_text(&b, ", and pointers from there lead to memory of its own (--extern)");
    cfa_add_assumption(t->cfa, b.text);
    strbuf_release(&b);
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
    note_unknown(r->t, name);
    if (outside_may_change()) {
        warning("%s has no body: its result and all memory that it can reach are taken to be arbitrary",
                name);
        havoc_reachable(r, name);
    } else {
        warning("%s has no body: its result is taken to be arbitrary, and it to change no memory "
                "(--extern=havoc: all that it can reach)",
                name);
    }
    if (!r->over) arbitrary_result(r, call, SITE_UNKNOWN, name);
}

/* ---- the C library ---- */

/* The text of a format, NULL if it is not constant. */
static const char *constant_text(LLVMValueRef v) {
    size_t n;
    LLVMValueRef data = LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v) ? LLVMGetInitializer(v) : NULL;
    return data && LLVMIsConstantString(data) ? LLVMGetAsString(data, &n) : NULL;
}

/* Does a format hold %n, %hn, %2$n, ...? */
static bool stores_count(const char *format) {
    for (const char *at = strchr(format, '%'); at; at = strchr(at + 1, '%')) {
        at += 1 + strspn(at + 1, "0123456789$.*'+- #hlLjzt");
        if (*at == 'n') return true;
        if (!*at) return false;
    }
    return false;
}

/* Could one of the formats store the number of characters printed? */
static bool may_store_count(LLVMValueRef call) {
    bool passed = false, format = false;
    for (uint32_t i = 0; i < ir_arguments(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) != LLVMPointerTypeKind) continue;
        const char *text = constant_text(arg);
        if (text && stores_count(text)) return true;
        format |= text != NULL;
        passed |= !text && i > 0;
    }
    return passed && !format;
}

static void write_arguments(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    for (uint32_t i = 0; i < ir_arguments(call) && !r->over; i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        bool pointer = LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind;
        if (pointer && !LLVMIsAConstantPointerNull(arg) && libc_writes_argument(f, i))
            memory_havoc(r, arg, SITE_LIBRARY, name);
    }
}

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
    arbitrary_result(r, call, known ? SITE_UNKNOWN : SITE_LIBRARY, name);
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

static const char *cut_reason(LLVMValueRef call) {
    LLVMValueRef text = LLVMGetOperand(call, 0);
    size_t n;
    LLVMValueRef data = LLVMIsAGlobalVariable(text) ? LLVMGetInitializer(text) : NULL;
    return data && LLVMIsConstantString(data) ? LLVMGetAsString(data, &n) : "something that is not supported";
}

static bool verifier_call(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    if (prepare_is_error((void *)r->t->program, f)) run_error(r);
    else if (!strncmp(name, "__VERIFIER_nondet_", 18) && strcmp(name, "__VERIFIER_nondet_memory"))
        nondeterministic(r, call, name);
    else if (!strncmp(name, MARK_UNINIT, strlen(MARK_UNINIT))) begin_of_life(r, call);
    else if (!strncmp(name, MARK_ANY, strlen(MARK_ANY))) arbitrary_result(r, call, SITE_LIBRARY, "any");
    else if (!strcmp(name, MARK_UNINIT_MEM)) memory_begin(r, call);
    else if (!strcmp(name, MARK_CUT)) run_cut(r, "%s", cut_reason(call));
    else if (!strcmp(name, "__VERIFIER_assume") && ir_arguments(call) > 0) {
        term c = run_bits(r, LLVMGetOperand(call, 0));
        run_assume(r, term_not(term_eq(c, term_bv(term_width(c), 0))));
    } else return false;
    return true;
}

static void known_call(struct run *r, LLVMValueRef call, LLVMValueRef f, const char *name) {
    enum libc_effect effect = libc_effect(f);
    if (effect == LIBC_ENDS) run_stop(r);
    else if (effect == LIBC_CUT || (effect == LIBC_PRINTS && may_store_count(call)))
        run_cut(r, "a call of %s", name);
    if (r->over) return;
    if (effect == LIBC_WRITES) write_arguments(r, call, f, name);
    if (!strcmp(name, "printf")) show_arguments(r, call, name);
    library_result(r, call, name);
}

/* asm volatile("" ::: "memory"), which only keeps a compiler from moving things. */
static bool is_barrier(LLVMValueRef call) {
    LLVMValueRef assembly = LLVMIsAInlineAsm(LLVMGetCalledValue(call));
    size_t n = 1;
    if (assembly) LLVMGetInlineAsmAsmString(assembly, &n);
    return n == 0 && ir_arguments(call) == 0 && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
}

void library_call(struct run *r, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    if (!f) {
        if (is_barrier(call)) return;
        run_cut(r, LLVMIsAInlineAsm(LLVMGetCalledValue(call)) ? "inline assembly"
                                                              : "a call that is not supported");
        return;
    }
    const char *name = ir_name(f);
    if (verifier_call(r, call, f, name)) return;
    if (objects_is_allocation(call)) memory_allocate(r, call);
    else if (floats_call(r, call, name)) return;
    else if (!strncmp(name, "llvm.va_", 8) && strncmp(name, "llvm.va_end", 11))
        run_cut(r, "a variable argument list");
    else if (!strncmp(name, "llvm.", 5)) {
        if (!intrinsics_call(r, call, name)) run_cut(r, "the intrinsic %s", name);
    } else if (ir_has_body(f)) run_cut(r, "a call of %s with other arguments than it takes", name);
    else if (libc_effect(f) != LIBC_NOT) known_call(r, call, f, name);
    else unknown(r, call, f, name);
    if (!r->over && ir_has_attribute(f, (uint32_t)LLVMAttributeFunctionIndex, "noreturn")) run_stop(r);
}
