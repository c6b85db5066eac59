/* Memory that a library function writes becomes arbitrary: a superset of what the function does,
 * whatever it does. Two limits:
 *
 *     struct node { struct node *next; char name[20]; } n;
 *     fgets(n.name, 20, stdin);       the bytes of name only, because the row of fgets says how
 *                                     many
 *     read(0, &n, sizeof n);          next becomes a number from outside, which could be any
 *                                     address: cut
 *
 * A pointer that lies where the function may write would have to be able to point anywhere
 * afterwards. */
#include "frontend/library/effects.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/library/libc.h"
#include "frontend/translate/checks.h"
#include "frontend/translate/memory.h"
#include "frontend/translate/validity.h"
#include "system/companion.h"

/* As many bytes are made arbitrary one by one; more as a whole object. */
enum { MAX_BYTES = 64 };

static bool is_pointer_type(LLVMTypeRef type) { return type && LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

/* May a pointer of the program's lie where a library function writes? */
static bool holds_pointer(struct points_to *pt, const struct target *t, uint64_t bytes) {
    const struct object *o = &pt->objects.all.at[t->object];
    uint64_t width = bytes ? bytes : UINT64_MAX / 4;
    if (o->kind == OBJECT_OUTSIDE || o->kind == OBJECT_FUNCTION) return false;
    for (uint32_t i = 0; i < pt->contents.at[t->object].n; i++) {
        const struct content *c = &pt->contents.at[t->object].at[i];
        if (c->targets.n > 0 && offsets_overlap(&c->at, c->width, &t->at, width)) return true;
    }
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        const struct access *a = &o->accesses.at[i];
        if (a->load && is_pointer_type(a->type) && offsets_overlap(&a->at, a->width, &t->at, width))
            return true;
    }
    return false;
}

static void write_argument(struct run *r, LLVMValueRef f, LLVMValueRef arg, uint64_t bytes) {
    const char *name = ir_name(f);
    struct points_to *pt = &r->t->pt;
    const target_set *targets = points_to_of(pt, arg);
    for (uint32_t i = 0; i < targets->n; i++)
        if (holds_pointer(pt, &targets->at[i], bytes)) {
            run_cut(r, "a call of %s, which writes where pointers are", name);
            return;
        }
    if (!r->t->accesses) run_assumption(r, LEDGER_LIBRARY_MEMORY, name);
    if (bytes > MAX_BYTES) validity_access(r, arg, bytes, true);
    else if (!bytes && r->t->accesses && libc_has_no_limit(f)) {
        /* It may write beyond the end; the compiled program shows whether it does. */
        term beyond = run_input(r, SITE_LIBRARY, name, sort_bool(), false);
        checks_fail_if(r, CHECK_BOUNDS, beyond);
    }
    if (bytes > 0 && bytes <= MAX_BYTES) memory_arbitrary(r, arg, bytes, SITE_LIBRARY, name);
    else memory_havoc(r, arg, SITE_LIBRARY, name);
}

enum site_kind effects_input_kind(void) {
    return strstr(companion_stand_ins(), MARK_OUTSIDE_NUMBER) ? SITE_INPUT : SITE_LIBRARY;
}

void effects_bring(struct run *r, LLVMValueRef call, const char *by) {
    LLVMValueRef to = LLVMGetOperand(call, 0);
    term n = run_bits(r, LLVMGetOperand(call, 1));
    uint64_t bytes = term_is_const(n) ? term_value(n).lo : 0;
    const target_set *targets = points_to_of(&r->t->pt, to);
    assert(ir_arguments(call) == 3);
    for (uint32_t i = 0; i < targets->n; i++)
        if (holds_pointer(&r->t->pt, &targets->at[i], bytes)) {
            run_cut(r, "a call of %s, which writes where pointers are", by);
            return;
        }
    uint32_t first = r->t->cfa->sites.n;
    enum site_kind kind = effects_input_kind();
    if (bytes > 0 && bytes <= MAX_BYTES) memory_arbitrary(r, to, bytes, kind, by);
    else if (targets->n) memory_havoc(r, to, kind, by);
    for (uint32_t i = first; i < r->t->cfa->sites.n; i++) r->t->cfa->sites.at[i].memory.part = i - first;
}

static void havoc_global(struct run *r, LLVMValueRef global, const char *name) {
    uint32_t object = global ? objects_of_site(&r->t->pt.objects, global) : 0;
    if (object) memory_havoc_object(r, object, SITE_LIBRARY, name);
}

void effects_errno(struct run *r, const char *name) {
    havoc_global(r, LLVMGetNamedGlobal(r->t->module, LIBC_ERRNO), name);
}

/* A variable of the library that the program defines itself and lets point to memory of its own. */
static bool holds_own_pointers(struct run *r, LLVMValueRef global) {
    struct target all = {objects_of_site(&r->t->pt.objects, global), {.stride = 1, .n = 1}};
    return LLVMGetInitializer(global) && all.object && holds_pointer(&r->t->pt, &all, 0);
}

static void write_library(struct run *r, LLVMValueRef f, const char *name) {
    if (libc_writes_static(f) && r->t->pt.outside)
        memory_havoc_object(r, r->t->pt.outside, SITE_LIBRARY, name);
    FOR_GLOBALS (g, r->t->module) {
        if (!libc_sets_variable(f, g)) continue;
        if (holds_own_pointers(r, g)) run_cut(r, "a call of %s, which may set %s", name, ir_name(g));
        else havoc_global(r, g, name);
    }
    effects_errno(r, name);
}

/* Does the signal end the program, unless it is handled (which is cut), ignored or blocked from the
 * start? */
static bool ends_program(LLVMValueRef signal) {
    static const int harmless[] = {0,  17, 18, 19, 20,
                                   21, 22, 23, 28}; /* CHLD CONT STOP TSTP TTIN TTOU URG WINCH */
    if (!LLVMIsAConstantInt(signal)) return false;
    long long n = LLVMConstIntGetSExtValue(signal);
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (n == harmless[i]) return false;
    return n > 0 && n < 32;
}

static void raise_signal(struct run *r, LLVMValueRef call) {
    if (!ends_program(LLVMGetOperand(call, 0))) return;
    run_assumption(r, LEDGER_SIGNALS, "raise");
    run_stop(r);
}

void effects_apply(struct run *r, LLVMValueRef call) {
    LLVMValueRef f = ir_callee(call);
    const char *name = ir_name(f), *refusal = libc_refusal(call);
    enum libc_effect effect = libc_effect(f);
    assert(effect != LIBC_NOT);
    if (refusal) run_cut(r, "a call of %s%s", name, refusal);
    else if (effect == LIBC_ENDS) run_stop(r);
    else if (effect == LIBC_RAISES) raise_signal(r, call);
    for (uint32_t i = 0; i < ir_arguments(call) && !r->over; i++) {
        uint64_t bytes;
        if (libc_writes(call, i, &bytes)) write_argument(r, f, LLVMGetOperand(call, i), bytes);
    }
    if (!r->over) write_library(r, f, name);
}
