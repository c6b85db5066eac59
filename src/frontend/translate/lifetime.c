#include "frontend/translate/lifetime.h"

#include <assert.h>
#include <stdlib.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/memory.h"
#include "util/mem.h"

static const uint64_t SPACE_64 = (uint64_t)1 << 47; /* what x86-64 leaves to a process */
static const uint64_t FIRST_32 = 0x08048000, LAST_32 = 0xffffe000;

static term word(const struct translator *t, uint64_t n) { return term_bv(t->pointer_width, n); }

static uint64_t life_key(uint32_t object, uint32_t instance) { return (uint64_t)object << 32 | instance; }

/* ---- variables ---- */

/* Is it followed whether the object is alive? Blocks that nothing frees matter for leaks. */
static bool is_followed(const struct translator *t, uint32_t object) {
    const struct object *o = &t->pt.objects.all.at[object];
    if (o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK) return false;
    if (t->lifetimes) return o->mortal || o->kind == OBJECT_HEAP;
    return !o->many && o->numbered && o->mortal;
}

/* Arrays of variable length that are allocated again and again: alive from a first number on. */
static bool is_stack_of_blocks(const struct object *o) { return o->many && o->kind == OBJECT_STACK; }

static bool counts_living(const struct translator *t, uint32_t object) {
    const struct object *o = &t->pt.objects.all.at[object];
    const check_set ends = CHECK_BIT(CHECK_LEAK) | CHECK_BIT(CHECK_CLEANUP);
    return o->kind == OBJECT_HEAP && o->many && (t->program->checks & ends);
}

static bool has_size_variable(const struct translator *t, uint32_t object) {
    const struct object *o = &t->pt.objects.all.at[object];
    return t->lifetimes && (o->kind == OBJECT_HEAP || o->kind == OBJECT_STACK) && !o->bytes;
}

static term make_var(struct translator *t, const char *what, uint32_t object, sort s) {
    const struct object *o = &t->pt.objects.all.at[object];
    char *name = mem_printf("%s %s", what, o->kind == OBJECT_HEAP ? "heap" : ir_name(o->site));
    term var = term_fresh(name, s);
    cfa_add_var(t->cfa, var, NULL, false, (struct src_pos){0});
    free(name);
    return var;
}

static sort alive_sort(const struct translator *t, uint32_t object) {
    const struct object *o = &t->pt.objects.all.at[object];
    if (is_stack_of_blocks(o)) return sort_bv(t->pointer_width);
    return o->many ? sort_array(sort_bv(t->pointer_width), sort_bv(1)) : sort_bool();
}

static void mark_kept(struct translator *t) {
    for (uint32_t f = 0; f < t->pt.functions.n; f++)
        FOR_BLOCKS (b, t->pt.functions.at[f])
            FOR_INSTRUCTIONS (i, b) {
                if (!LLVMIsAPHINode(i) && !LLVMIsASelectInst(i) && !LLVMIsALoadInst(i)) continue;
                const target_set *targets = points_to_of(&t->pt, i);
                for (uint32_t k = 0; k < targets->n; k++)
                    t->pt.objects.all.at[targets->at[k].object].kept = true;
            }
}

void lifetime_prepare(struct translator *t) {
    bool any = false;
    if (t->lifetimes) mark_kept(t);
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        if (t->pt.objects.all.at[i].numbered) {
            *int_map_put(&t->numbers, life_key(i, 0), NULL) =
                make_var(t, "address of", i, sort_bv(t->pointer_width));
            any = true;
        }
        for (uint32_t k = 0; is_followed(t, i) && k < t->layout.shapes.at[i].instances; k++)
            *int_map_put(&t->alive, life_key(i, k), NULL) = make_var(t, "alive", i, alive_sort(t, i));
        if (counts_living(t, i))
            *int_map_put(&t->living, i, NULL) = make_var(t, "living", i, sort_bv(t->pointer_width));
        sort number = sort_bv(t->pointer_width);
        if (has_size_variable(t, i))
            *int_map_put(&t->sizes, i, NULL) =
                make_var(t, "size", i, t->pt.objects.all.at[i].many ? sort_array(number, number) : number);
    }
    if (any && t->pointer_width == 32)
        cfa_ledger_add(t->cfa, LEDGER_ADDRESS_RANGE, (struct src_pos){0}, NULL);
}

static term number_var(const struct translator *t, uint32_t object) {
    uint64_t *known = int_map_get(&t->numbers, life_key(object, 0));
    return known ? (term)*known : TERM_NONE;
}

static term alive_var(const struct translator *t, uint32_t object, uint32_t instance) {
    uint64_t *known = int_map_get(&t->alive, life_key(object, instance));
    return known ? (term)*known : TERM_NONE;
}

/* ---- addresses ---- */

term lifetime_address(struct run *r, uint32_t object, uint32_t instance) {
    term var = number_var(r->t, object);
    return var ? run_memory(r, var) : word(r->t, layout_address(&r->t->layout, object, instance));
}

uint32_t lifetime_find(struct run *r, term pointer, uint64_t *offset) {
    struct translator *t = r->t;
    for (uint32_t i = 1; t->numbers.n > 0 && i < t->pt.objects.all.n; i++) {
        if (!t->pt.objects.all.at[i].numbered) continue;
        term d = term_bv_sub(pointer, lifetime_address(r, i, 0));
        if (!term_is_const(d) || term_value(d).lo >= t->layout.shapes.at[i].extent) continue;
        *offset = term_value(d).lo;
        return i;
    }
    return 0;
}

/* first <= n and n + size <= last */
static term between(const struct translator *t, term n, uint64_t size, uint64_t first, uint64_t last) {
    return term_and(term_ule(word(t, first), n), term_ule(n, word(t, last - size)));
}

static term apart(const struct translator *t, term a, uint64_t size_a, term b, uint64_t size_b) {
    return term_or(term_ule(term_bv_add(a, word(t, size_a)), b),
                   term_ule(term_bv_add(b, word(t, size_b)), a));
}

/* Where an object may lie that comes to life now; `before`: only objects up to this one are there
 * yet. */
static void settle(struct run *r, uint32_t object, term n, uint32_t before) {
    struct translator *t = r->t;
    const struct object *o = &t->pt.objects.all.at[object];
    uint64_t size = o->size, align = o->promised;
    if (t->pointer_width == 64) run_assume(r, between(t, n, size, align, SPACE_64));
    else
        run_assume(
            r, term_or(between(t, n, size, FIRST_32, ARENA_32), between(t, n, size, ARENA_32_END, LAST_32)));
    if (align > 1) run_assume(r, term_eq(term_bv_and(n, word(t, align - 1)), word(t, 0)));
    for (uint32_t i = 1; i < before; i++) {
        const struct object *other = &t->pt.objects.all.at[i];
        if (i == object || !other->numbered) continue;
        term alive = alive_var(t, i, 0), there = alive ? run_memory(r, alive) : term_true();
        run_assume(r, term_or(term_not(there), apart(t, n, size, lifetime_address(r, i, 0), other->size)));
    }
}

void lifetime_initial(struct run *r) {
    struct translator *t = r->t;
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        const struct object *o = &t->pt.objects.all.at[i];
        for (uint32_t k = 0; is_followed(t, i) && k < t->layout.shapes.at[i].instances; k++) {
            term var = alive_var(t, i, k), born = term_bool(!o->mortal && o->kind == OBJECT_STACK);
            term first = is_stack_of_blocks(o) ? word(t, 0)
                         : o->many             ? term_const_array(term_sort(var), term_bv(1, 0))
                                               : born;
            run_command(r, cfa_assign_n(t->cfa, &(struct cfa_assign){var, first}, 1));
        }
        uint64_t *living = int_map_get(&t->living, i), *size = int_map_get(&t->sizes, i);
        if (living) run_command(r, cfa_assign_n(t->cfa, &(struct cfa_assign){(term)*living, word(t, 0)}, 1));
        if (size) { /* of blocks that are not there: any constant will do */
            term none = o->many ? term_const_array(term_sort((term)*size), word(t, 0)) : word(t, 0);
            run_command(r, cfa_assign_n(t->cfa, &(struct cfa_assign){(term)*size, none}, 1));
        }
    }
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        const struct object *o = &t->pt.objects.all.at[i];
        if (!o->numbered) continue;
        term var = number_var(t, i);
        uint32_t site = cfa_add_site(t->cfa, SITE_INTERNAL, "address", term_sort(var), false, r->pos);
        run_command(r, cfa_havoc(t->cfa, var, site));
    }
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        const struct object *o = &t->pt.objects.all.at[i];
        if (o->numbered && o->kind != OBJECT_HEAP && !o->mortal) settle(r, i, number_var(t, i), i);
    }
}

/* ---- lives ---- */

/* The number n of the block that was allocated just now, if `offset` is lead + slot * n: where it
 * was given out, the region has had room for it, so that nothing wraps. TERM_NONE otherwise. */
static term newest_number(struct run *r, uint32_t object, term offset) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    if (o->kind != OBJECT_HEAP || !o->slot || o->lead >= o->slot) return TERM_NONE;
    term newest = term_bv_sub(heap_allocated(r, object), word(r->t, 1));
    term start = term_bv_add(word(r->t, o->lead), term_bv_mul(word(r->t, o->slot), newest));
    return offset == start && !term_is_const(offset) ? newest : TERM_NONE;
}

term lifetime_number(struct run *r, uint32_t object, term address) {
    uint64_t slot = r->t->pt.objects.all.at[object].slot;
    term offset = term_bv_sub(address, word(r->t, r->t->layout.shapes.at[object].base));
    term newest = newest_number(r, object, offset);
    if (newest) return newest;
    return term_bv_udiv(offset, word(r->t, slot));
}

term lifetime_alive(struct run *r, uint32_t object, uint32_t instance, term address) {
    term var = alive_var(r->t, object, instance);
    if (!var) return TERM_NONE;
    const struct object *o = &r->t->pt.objects.all.at[object];
    if (!o->many) return run_memory(r, var);
    term number = lifetime_number(r, object, address);
    if (!is_stack_of_blocks(o)) return term_eq(term_select(run_memory(r, var), number), term_bv(1, 1));
    return term_and(term_ule(run_memory(r, var), number), term_ult(number, heap_allocated(r, object)));
}

static void set_alive(struct run *r, uint32_t object, uint32_t instance, term address, term when,
                      bool alive) {
    term var = alive_var(r->t, object, instance);
    if (!var) return;
    term old = run_memory(r, var);
    if (is_stack_of_blocks(&r->t->pt.objects.all.at[object])) return; /* by its number */
    if (!r->t->pt.objects.all.at[object].many) {
        run_set_memory(r, var, term_ite(when, term_bool(alive), old));
        return;
    }
    term index = lifetime_number(r, object, address), bit = term_bv(1, alive);
    run_set_memory(r, var, term_store(old, index, term_ite(when, bit, term_select(old, index))));
}

static void count_living(struct run *r, uint32_t object, term when, uint64_t by) {
    uint64_t *known = int_map_get(&r->t->living, object);
    if (!known) return;
    term n = run_memory(r, (term)*known);
    run_set_memory(r, (term)*known, term_ite(when, term_bv_add(n, word(r->t, by)), n));
}

term lifetime_living(struct run *r, uint32_t object) {
    uint64_t *known = int_map_get(&r->t->living, object);
    return known ? run_memory(r, (term)*known) : TERM_NONE;
}

term lifetime_begin(struct run *r, uint32_t object, uint32_t instance, term address, term when) {
    term var = number_var(r->t, object);
    if (var) {
        address = run_input(r, SITE_INTERNAL, "address", term_sort(var), false);
        settle(r, object, address, r->t->pt.objects.all.n);
        run_set_memory(r, var, address);
    }
    set_alive(r, object, instance, address, when, true);
    count_living(r, object, when, 1);
    return address;
}

void lifetime_end(struct run *r, uint32_t object, uint32_t instance) {
    if (!r->t->pt.objects.all.at[object].many) set_alive(r, object, instance, TERM_NONE, term_true(), false);
}

/* A variable that lives again has the address that it had: a pointer from before would seem to be
 * good. */
static void note_old_scope(struct run *r, uint32_t object, bool again) {
    if (again && r->t->lifetimes && r->t->pt.objects.all.at[object].kept)
        run_assumption(r, LEDGER_OLD_SCOPES, ir_name(r->t->pt.objects.all.at[object].site));
}

void lifetime_marker(struct run *r, LLVMValueRef call, bool start) {
    LLVMValueRef v = LLVMGetOperand(call, 1);
    uint32_t object = LLVMIsAAllocaInst(v) ? objects_of_site(&r->t->pt.objects, v) : 0;
    if (!object || !ir_is_static_alloca(v)) return;
    uint32_t instance = r->t->layout.shapes.at[object].instances > 1 ? r->a->depth : 0;
    if (start) note_old_scope(r, object, r->p->recursive || ir_in_cycle(LLVMGetInstructionParent(call)));
    if (start) lifetime_begin(r, object, instance, TERM_NONE, term_true());
    else lifetime_end(r, object, instance);
}

term lifetime_is_block(struct run *r, uint32_t object, term p) {
    struct translator *t = r->t;
    const struct object *o = &t->pt.objects.all.at[object];
    const struct shape *s = &t->layout.shapes.at[object];
    if (!o->many)
        return term_and(term_eq(p, lifetime_address(r, object, 0)), lifetime_alive(r, object, 0, p));
    term offset = term_bv_sub(p, word(t, s->base));
    term first = term_eq(term_bv_and(offset, word(t, o->slot - 1)), word(t, o->lead));
    return term_and(term_and(term_ult(offset, word(t, s->extent)), first), lifetime_alive(r, object, 0, p));
}

void lifetime_free(struct run *r, LLVMValueRef pointer) {
    const target_set *targets = points_to_of(&r->t->pt, pointer);
    term p = run_value(r, pointer);
    for (uint32_t i = 0; i < targets->n; i++) {
        uint32_t object = targets->at[i].object;
        const struct object *o = &r->t->pt.objects.all.at[object];
        if (o->kind != OBJECT_HEAP || !alive_var(r->t, object, 0)) continue;
        term hit = lifetime_is_block(r, object, p);
        count_living(r, object, hit, UINT64_MAX);
        set_alive(r, object, 0, p, hit, false);
    }
}

/* ---- arrays of variable length ---- */

static void end_array(struct run *r, uint32_t object) {
    if (!is_stack_of_blocks(&r->t->pt.objects.all.at[object])) {
        lifetime_end(r, object, 0);
        return;
    }
    term var = alive_var(r->t, object, 0);
    if (var) run_set_memory(r, var, heap_allocated(r, object));
}

static bool restores(LLVMValueRef i, LLVMValueRef save) {
    return ir_is_call(i) && ir_callee(i) && ir_starts_with(ir_callee(i), "llvm.stackrestore") &&
           LLVMGetOperand(i, 0) == save;
}

/* Ends the arrays that are allocated from `i` on in its block; false if the stack is restored
 * there. */
static bool end_in_block(struct run *r, LLVMValueRef i, LLVMValueRef save) {
    for (; i; i = LLVMGetNextInstruction(i)) {
        if (restores(i, save)) return false;
        if (!LLVMIsAAllocaInst(i) || ir_is_static_alloca(i)) continue;
        uint32_t object = objects_of_site(&r->t->pt.objects, i);
        if (object) end_array(r, object);
    }
    return true;
}

/* Everything that is allocated on some way from where the stack is saved to where it is
 * restored. */
void lifetime_restore(struct run *r, LLVMValueRef call) {
    LLVMValueRef save = LLVMGetOperand(call, 0);
    struct int_map seen = {0};
    VEC(LLVMBasicBlockRef) waiting = {0};
    if (!r->t->lifetimes) return;
    if (!ir_is_call(save)) {
        run_cut(r, "an array of variable length whose scope is not known");
        return;
    }
    bool on = end_in_block(r, save, save);
    if (on) VEC_PUSH(&waiting, LLVMGetInstructionParent(save));
    while (waiting.n) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(VEC_POP(&waiting));
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
            bool added;
            int_map_put(&seen, (uintptr_t)next, &added);
            if (added && end_in_block(r, LLVMGetFirstInstruction(next), save)) VEC_PUSH(&waiting, next);
        }
    }
    VEC_RELEASE(&waiting);
    int_map_release(&seen);
}

/* Activations of a recursive function share the numbers of their arrays, so that which of them end
 * is not known. */
void lifetime_return(struct run *r) {
    const struct objects *all = &r->t->pt.objects;
    for (uint32_t i = 1; r->t->lifetimes && i < all->all.n && !r->over; i++) {
        const struct object *o = &all->all.at[i];
        if (o->kind != OBJECT_STACK || o->owner != r->p->function) continue;
        if (!o->many) note_old_scope(r, i, true);
        if (!o->many) lifetime_end(r, i, r->t->layout.shapes.at[i].instances > 1 ? r->a->depth : 0);
        else if (r->p->recursive) run_cut(r, "an array of variable length in a recursive function");
        else end_array(r, i);
    }
}

/* ---- sizes ---- */

term lifetime_size(struct run *r, uint32_t object, term address) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    uint64_t *known = int_map_get(&r->t->sizes, object);
    if (o->bytes || o->size) return word(r->t, o->bytes ? o->bytes : o->size);
    if (!known) return TERM_NONE;
    term var = run_memory(r, (term)*known);
    return o->many ? term_select(var, lifetime_number(r, object, address)) : var;
}

void lifetime_set_size(struct run *r, uint32_t object, term address, term size) {
    uint64_t *known = int_map_get(&r->t->sizes, object);
    if (!known) return;
    bool many = r->t->pt.objects.all.at[object].many;
    term old = run_memory(r, (term)*known);
    run_set_memory(r, (term)*known, many ? term_store(old, lifetime_number(r, object, address), size) : size);
}
