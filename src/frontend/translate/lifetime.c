#include "frontend/translate/lifetime.h"

#include <assert.h>
#include <stdlib.h>

#include "frontend/driver/ir.h"
#include "util/mem.h"

static const uint64_t SPACE_64 = (uint64_t)1 << 47; /* what x86-64 leaves to a process */
static const uint64_t FIRST_32 = 0x08048000, LAST_32 = 0xffffe000;

static term word(const struct translator *t, uint64_t n) { return term_bv(t->pointer_width, n); }

static uint64_t life_key(uint32_t object, uint32_t instance) { return (uint64_t)object << 32 | instance; }

/* ---- variables ---- */

static bool follows_blocks(const struct object *o) { return o->many && o->slot > 0; }

/* Is it followed whether the object is alive? */
static bool is_followed(const struct translator *t, uint32_t object) {
    const struct object *o = &t->pt.objects.all.at[object];
    if (o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK) return false;
    if (o->many) return t->lifetimes && follows_blocks(o);
    return t->lifetimes || (o->numbered && o->mortal);
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
    bool many = t->pt.objects.all.at[object].many;
    return many ? sort_array(sort_bv(t->pointer_width), sort_bv(1)) : sort_bool();
}

void lifetime_prepare(struct translator *t) {
    bool any = false;
    for (uint32_t i = 1; i < t->pt.objects.all.n; i++) {
        if (t->pt.objects.all.at[i].numbered) {
            *int_map_put(&t->numbers, life_key(i, 0), NULL) =
                make_var(t, "address of", i, sort_bv(t->pointer_width));
            any = true;
        }
        for (uint32_t k = 0; is_followed(t, i) && k < t->layout.shapes.at[i].instances; k++)
            *int_map_put(&t->alive, life_key(i, k), NULL) = make_var(t, "alive", i, alive_sort(t, i));
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

/* Where an object may lie that comes to life now; `before`: only objects up to this one are there yet. */
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
            term first = o->many ? term_const_array(term_sort(var), term_bv(1, 0)) : born;
            run_command(r, cfa_assign_n(t->cfa, &(struct cfa_assign){var, first}, 1));
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

static term block_number(struct run *r, uint32_t object, term address) {
    uint64_t slot = r->t->pt.objects.all.at[object].slot;
    term offset = term_bv_sub(address, word(r->t, r->t->layout.shapes.at[object].base));
    return term_bv_udiv(offset, word(r->t, slot));
}

term lifetime_alive(struct run *r, uint32_t object, uint32_t instance, term address) {
    term var = alive_var(r->t, object, instance);
    if (!var) return TERM_NONE;
    if (!r->t->pt.objects.all.at[object].many) return run_memory(r, var);
    return term_eq(term_select(run_memory(r, var), block_number(r, object, address)), term_bv(1, 1));
}

static void set_alive(struct run *r, uint32_t object, uint32_t instance, term address, term when,
                      bool alive) {
    term var = alive_var(r->t, object, instance);
    if (!var) return;
    term old = run_memory(r, var);
    if (!r->t->pt.objects.all.at[object].many) {
        run_set_memory(r, var, term_ite(when, term_bool(alive), old));
        return;
    }
    term index = block_number(r, object, address), bit = term_bv(1, alive);
    run_set_memory(r, var, term_store(old, index, term_ite(when, bit, term_select(old, index))));
}

term lifetime_begin(struct run *r, uint32_t object, uint32_t instance, term address) {
    term var = number_var(r->t, object);
    if (var) {
        address = run_input(r, SITE_INTERNAL, "address", term_sort(var), false);
        settle(r, object, address, r->t->pt.objects.all.n);
        run_set_memory(r, var, address);
    }
    set_alive(r, object, instance, address, term_true(), true);
    return address;
}

void lifetime_end(struct run *r, uint32_t object, uint32_t instance) {
    if (!r->t->pt.objects.all.at[object].many) set_alive(r, object, instance, TERM_NONE, term_true(), false);
}

void lifetime_marker(struct run *r, LLVMValueRef call, bool start) {
    LLVMValueRef v = LLVMGetOperand(call, 1);
    uint32_t object = LLVMIsAAllocaInst(v) ? objects_of_site(&r->t->pt.objects, v) : 0;
    if (!object || !ir_is_static_alloca(v)) return;
    uint32_t instance = r->t->layout.shapes.at[object].instances > 1 ? r->a->depth : 0;
    if (start) lifetime_begin(r, object, instance, TERM_NONE);
    else lifetime_end(r, object, instance);
}

void lifetime_free(struct run *r, LLVMValueRef pointer) {
    const target_set *targets = points_to_of(&r->t->pt, pointer);
    term p = run_value(r, pointer);
    for (uint32_t i = 0; i < targets->n; i++) {
        uint32_t object = targets->at[i].object;
        const struct object *o = &r->t->pt.objects.all.at[object];
        if (o->kind != OBJECT_HEAP || !alive_var(r->t, object, 0)) continue;
        term offset = term_bv_sub(p, word(r->t, r->t->layout.shapes.at[object].base));
        term hit = o->many ? term_ult(offset, word(r->t, r->t->layout.shapes.at[object].extent))
                           : term_eq(p, lifetime_address(r, object, 0));
        set_alive(r, object, 0, p, hit, false);
    }
}
