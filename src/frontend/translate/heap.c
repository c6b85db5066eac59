/* Allocation, and the initial contents of memory.
 *
 * A site that is executed once has a fixed address. One that may be executed again hands out
 * consecutive pieces of a region of its own and never takes them back; a counter says how much is
 * gone. Where accesses are checked, the pieces are slots with room around each block, also if sizes
 * vary, and an array says how large each is (lifetime.h). Regions are much larger than real memory
 * where pointers have 64 bits, because nothing lies at these addresses in truth: what is left out
 * then are executions that allocate, free and allocate for years, and that is said. In 32 bits the
 * end of a region is a cut. free does nothing.
 *
 *     while (1) { p = malloc(4096); free(p); c++; assert(c != 300000); }      reaches its failure
 *     p = malloc((size_t)1 << 62);                                            null: no address
 *                                                                             space has that much */
#include <assert.h>
#include <stdlib.h>

#include <llvm-c/DebugInfo.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"
#include "util/mem.h"
#include "util/options.h"

static term word(struct run *r, uint64_t n) { return term_bv(r->t->pointer_width, n); }

static term as_word(struct run *r, LLVMValueRef v) {
    term t = run_bits(r, v);
    uint32_t width = r->t->pointer_width;
    return term_width(t) > width ? term_extract(t, width - 1, 0) : term_zext(t, width);
}

static term bump_counter(struct run *r, uint32_t object) {
    bool added;
    uint64_t *known = int_map_put(&r->t->bump, object, &added);
    if (!added) return (term)*known;
    term var = term_fresh("allocated", sort_bv(r->t->pointer_width));
    *int_map_put(&r->t->bump, object, NULL) = var;
    VEC_PUSH(&r->t->zeros, var);
    cfa_add_var(r->t->cfa, var, NULL, false, r->pos);
    return var;
}

term heap_allocated(struct run *r, uint32_t object) { return run_memory(r, bump_counter(r, object)); }

/* The bytes that a site asks for; sets *overflow if calloc's product, or alloca's, does not fit. */
static term requested(struct run *r, LLVMValueRef site, term *overflow) {
    *overflow = term_false();
    term count, size;
    if (LLVMIsAAllocaInst(site)) {
        count = as_word(r, LLVMGetOperand(site, 0));
        size = word(r, LLVMABISizeOfType(r->t->data, LLVMGetAllocatedType(site)));
    } else {
        int counted, sized;
        objects_size_arguments(site, &counted, &sized);
        size = as_word(r, LLVMGetOperand(site, (unsigned)sized));
        if (counted < 0) return size;
        count = as_word(r, LLVMGetOperand(site, (unsigned)counted));
    }
    uint32_t width = r->t->pointer_width;
    term most = term_ite(term_eq(size, word(r, 0)), term_bv_not(term_bv(width, 0)),
                         term_bv_udiv(term_bv_not(term_bv(width, 0)), size));
    *overflow = term_ult(most, count);
    return term_bv_mul(count, size);
}

/* More than the address space of a process holds on x86-64: no such block exists. */
static const uint64_t LARGEST_64 = (uint64_t)1 << 47;
/* A region this large outlasts any execution that frees nothing: it exceeds the address space. */
static const uint64_t INEXHAUSTIBLE = (uint64_t)1 << 48;
/* A program that allocates more from one place is not unusual. */
static const uint64_t FEW_BLOCKS = (uint64_t)1 << 20;

/* What is freed, or was on the stack of a function that returned, is not used again: where the
 * program counts on that, exhaustion ends executions that go on in reality. */
static void note_exhaustion(struct run *r, uint32_t object, const struct shape *s) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    LLVMValueRef release = LLVMGetNamedFunction(r->t->module, "free");
    bool freed = o->kind == OBJECT_STACK || (release && LLVMGetFirstUse(release));
    if (!freed && s->extent >= INEXHAUSTIBLE) return;
    bool huge = s->extent >= (uint64_t)1 << 40;
    char *most =
        mem_printf("%llu %s", (unsigned long long)(s->extent >> (huge ? 40 : 20)), huge ? "TiB" : "MiB");
    run_assumption(r, LEDGER_HEAP_BUDGET, most);
    free(most);
}

/* The region of a site is used up. Where that may happen to a program in an hour, it is a cut; a
 * region as large as many address spaces is taken to suffice, and said so; SV-COMP's programs are
 * taken to have enough memory. */
static void exhausted(struct run *r, uint32_t object, const struct shape *s, term full) {
    /* slots of blocks whose sizes vary are much larger than the blocks: that they are used up means
     * nothing */
    const struct object *o = &r->t->pt.objects.all.at[object];
    bool few = r->t->lifetimes && s->extent / o->slot < FEW_BLOCKS;
    if (few || (r->t->pt.c_rules && s->extent < INEXHAUSTIBLE)) {
        run_cut_if(r, full, "more than %llu MiB of memory allocated again and again",
                   (unsigned long long)(s->extent >> 20));
        return;
    }
    note_exhaustion(r, object, s);
    run_assume(r, term_not(full));
}

static term next_slot(struct run *r, uint32_t object, const struct shape *s, uint64_t slot) {
    term counter = bump_counter(r, object), n = run_memory(r, counter);
    exhausted(r, object, s, term_ule(word(r, s->extent / slot), n));
    run_set_memory(r, counter, term_bv_add(n, word(r, 1)));
    uint64_t first = s->base + r->t->pt.objects.all.at[object].lead;
    return term_bv_add(word(r, first), term_bv_mul(word(r, slot), n));
}

/* Sizes vary: the counter counts bytes, and blocks keep a distance of at least 16. */
static term next_bytes(struct run *r, uint32_t object, const struct shape *s, term size) {
    uint64_t align = r->t->pt.objects.all.at[object].align;
    term counter = bump_counter(r, object), n = run_memory(r, counter);
    term rounded = term_bv_and(term_bv_add(size, word(r, align + 15)), term_bv_not(word(r, align - 1)));
    exhausted(r, object, s, term_ult(word(r, s->extent), term_bv_add(n, rounded)));
    run_set_memory(r, counter, term_bv_add(n, rounded));
    return term_bv_add(word(r, s->base), n);
}

/* Requests that the region cannot serve. By C's rules those that no address space can serve return
 * null (*fails), and an array on the stack is never too large in silence. */
static term too_large(struct run *r, uint32_t object, term size, term overflow, term *fails) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    uint64_t room = (o->slot ? o->slot : r->t->layout.shapes.at[object].extent) / 2;
    bool wide = r->t->pointer_width == 64;
    if (r->t->pt.c_rules && wide && room > LARGEST_64) room = LARGEST_64;
    if (!r->t->pt.c_rules || o->kind == OBJECT_STACK) return term_or(overflow, term_ult(word(r, room), size));
    uint64_t most = wide ? LARGEST_64 : INT32_MAX;
    *fails = term_or(overflow, term_ult(word(r, most), size));
    return term_and(term_not(*fails), room < most ? term_ult(word(r, room), size) : term_false());
}

/* A block of a size that is known at run time only; null for what cannot be had. */
static term block_of_size(struct run *r, LLVMValueRef site, uint32_t object) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    const struct shape *s = &r->t->layout.shapes.at[object];
    term overflow, size = requested(r, site, &overflow), fails = term_false();
    term excess = too_large(r, object, size, overflow, &fails);
    if (o->kind == OBJECT_STACK) run_assumption(r, LEDGER_STACK_BUDGET, NULL);
    if (o->kind == OBJECT_STACK && !r->t->pt.c_rules)
        run_assume(r, term_not(excess)); /* the stack overflows */
    else
        run_cut_if(r, excess,
                   o->kind == OBJECT_STACK ? "an array of very many bytes on the stack"
                                           : "a request for very much memory");
    /* where malloc may fail, it may do so for 0 bytes, too */
    bool succeeds = o->kind == OBJECT_HEAP && r->t->pt.c_rules && r->t->program->rules.malloc_succeeds;
    if (succeeds && term_eq(size, word(r, 0)) != term_false()) {
        term null = run_input(r, SITE_INTERNAL, "malloc_of_nothing", sort_bool(), false);
        fails = term_or(fails, term_and(term_eq(size, word(r, 0)), null));
    }
    size = term_ite(fails, word(r, 0), size);
    term block = !o->many  ? word(r, s->base)
                 : o->slot ? next_slot(r, object, s, o->slot)
                           : next_bytes(r, object, s, size);
    lifetime_set_size(r, object, block, size);
    return term_ite(fails, word(r, 0), block);
}

static term new_block(struct run *r, LLVMValueRef site, uint32_t object) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    const struct shape *s = &r->t->layout.shapes.at[object];
    LLVMValueRef align = objects_alignment_argument(site);
    if (align)
        run_cut_if(r, term_ult(word(r, o->align), as_word(r, align)), "an alignment that is not a constant");
    if (o->slot && o->bytes) return next_slot(r, object, s, o->slot);
    return o->size ? word(r, s->base) : block_of_size(r, site, object);
}

/* A variable of a function that is called lives from its beginning; the entry function's are there
 * from the start. */
static void lifetime_begin_here(struct run *r, uint32_t object) {
    bool first = r->a == r->t->activations.at[0];
    if (!first && !r->t->pt.objects.all.at[object].numbered)
        lifetime_begin(r, object, r->a->depth, TERM_NONE, term_true());
}

/* The block in ite(fails, 0, block), which is not null. */
static term not_null(struct run *r, term block) {
    while (term_op_of(block) == OP_ITE) {
        if (term_arg(block, 1) == word(r, 0)) block = term_arg(block, 2);
        else if (term_arg(block, 2) == word(r, 0)) block = term_arg(block, 1);
        else break;
    }
    return block;
}

void memory_allocate(struct run *r, LLVMValueRef site) {
    uint32_t object = objects_of_site(&r->t->pt.objects, site);
    assert(object);
    const struct object *o = &r->t->pt.objects.all.at[object];
    if (ir_is_static_alloca(site)) {
        /* an address that is a number is looked up where it is used: the variable may live again
         * and again */
        if (!o->numbered) run_define(r, site, lifetime_address(r, object, r->a->depth));
        if (!o->mortal || r->a != r->t->activations.at[0]) lifetime_begin_here(r, object);
        return;
    }
    term block = new_block(r, site, object), fails = term_eq(block, word(r, 0));
    bool may_fail = o->kind == OBJECT_HEAP && !objects_is_on_stack(site);
    if (may_fail && r->t->program->rules.malloc_succeeds) run_assumption(r, LEDGER_MALLOC_SUCCEEDS, NULL);
    else if (may_fail)
        fails = term_or(fails, run_input(r, SITE_INTERNAL, "malloc_fails", sort_bool(), false));
    if (ir_is_noted_block(site)) {
        run_assume(r, term_not(fails));
        fails = term_false();
        block = not_null(r, block);
    }
    term address = lifetime_begin(r, object, 0, block, term_not(fails));
    run_define(r, site, term_ite(fails, word(r, 0), address));
}

/* ---- initial contents ---- */

static LLVMValueRef member(LLVMTargetDataRef data, LLVMValueRef c, uint64_t *offset) {
    LLVMTypeRef type = LLVMTypeOf(c);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned n = LLVMCountStructElementTypes(type);
        if (n == 0) return NULL;
        unsigned i = LLVMElementAtOffset(data, type, *offset);
        *offset -= LLVMOffsetOfElement(data, type, i);
        return LLVMGetAggregateElement(c, i);
    }
    uint64_t step = LLVMABISizeOfType(data, LLVMGetElementType(type));
    if (step == 0 || *offset / step >= ir_sequence_length(type)) return NULL;
    LLVMValueRef part = LLVMGetAggregateElement(c, (unsigned)(*offset / step));
    *offset %= step;
    return part;
}

/* The scalar constant that holds the byte at *offset, which becomes the offset inside it; NULL: a
 * zero byte. */
static LLVMValueRef scalar_at(LLVMTargetDataRef data, LLVMValueRef c, uint64_t *offset) {
    while (c) {
        LLVMTypeRef type = LLVMTypeOf(c);
        if (LLVMIsAConstantAggregateZero(c) || LLVMIsUndef(c)) return NULL;
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind && !ir_is_sequence(type) &&
            !ir_is_plain_vector(data, type))
            return *offset < LLVMStoreSizeOfType(data, type) ? c : NULL;
        c = member(data, c, offset);
    }
    return NULL;
}

/* `bytes` bytes of a constant. */
static term constant_bytes(struct run *r, LLVMValueRef c, uint64_t offset, uint64_t bytes, sort s) {
    term all = TERM_NONE;
    for (uint64_t done = 0; done < bytes;) {
        uint64_t inside = offset + done, take = 1;
        LLVMValueRef scalar = scalar_at(r->t->data, c, &inside);
        term v = term_bv(8, 0);
        if (scalar) {
            uint64_t width = LLVMStoreSizeOfType(r->t->data, LLVMTypeOf(scalar));
            take = width - inside < bytes - done ? width - inside : bytes - done;
            v = run_value(r, scalar);
            if (take == bytes && width == bytes && term_sort(v) == s) return v;
            v = term_zext(memory_bits(r, v), (uint32_t)width * 8);
            v = term_extract(v, (uint32_t)(inside + take) * 8 - 1, (uint32_t)inside * 8);
        }
        all = all ? term_concat(v, all) : v;
        done += take;
    }
    return memory_from_bits(s, all);
}

static term zero_of(sort s) {
    return memory_from_bits(
        s, term_bv(sort_kind_of(s) == SORT_FLOAT && sort_width(s) == 79 ? 80 : sort_width(s), 0));
}

/* The initial value of one variable of memory; `c` NULL: all zero. */
static term initial_value(struct run *r, uint32_t object, uint64_t row, uint32_t field, LLVMValueRef c) {
    const struct shape *s = &r->t->layout.shapes.at[object];
    const struct field *f = &s->fields.at[field];
    bool zero = !c || LLVMIsAConstantAggregateZero(c);
    if (s->cells)
        return zero ? zero_of(f->sort) : constant_bytes(r, c, row * s->stride + f->offset, f->width, f->sort);
    sort array = sort_array(sort_bv(r->t->pointer_width), f->sort);
    term all = term_const_array(array, zero_of(f->sort));
    for (uint64_t i = 0; i < s->rows && !zero; i++) {
        term v = constant_bytes(r, c, i * s->stride + f->offset, f->width, f->sort);
        if (v != zero_of(f->sort)) all = term_store(all, word(r, i), v);
    }
    return all;
}

term memory_constant(struct run *r, uint32_t object, uint64_t row, uint32_t field) {
    const struct object *o = &r->t->pt.objects.all.at[object];
    LLVMValueRef c = o->kind == OBJECT_GLOBAL && !o->written ? LLVMGetInitializer(o->site) : NULL;
    if (!c) return TERM_NONE;
    if (!r->t->layout.shapes.at[object].cells) row = 0;
    uint64_t key = (uint64_t)object << 48 | row << 24 | field;
    uint64_t *known = int_map_get(&r->t->constants, key);
    if (known) return (term)*known;
    term v = initial_value(r, object, row, field, c);
    *int_map_put(&r->t->constants, key, NULL) = v;
    return v;
}

/* The instruction that has the position of an object's declaration or allocation; NULL: none. */
static LLVMValueRef placed(const struct object *o) {
    if (!o->site || (o->kind != OBJECT_HEAP && o->kind != OBJECT_STACK)) return NULL;
    if (LLVMInstructionGetDebugLoc(o->site)) return o->site;
    for (LLVMUseRef u = LLVMGetFirstUse(o->site); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), f = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        if (f && ir_has_name(f, MARK_UNINIT_MEM) && LLVMInstructionGetDebugLoc(user)) return user;
    }
    return NULL;
}

void memory_note_site(struct translator *t, uint32_t object, uint64_t row, uint32_t field) {
    const struct object *o = &t->pt.objects.all.at[object];
    const struct shape *s = &t->layout.shapes.at[object];
    const struct field *f = &s->fields.at[field];
    LLVMValueRef at = placed(o);
    bool declared = o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->site);
    /* more than one object: which one is not said */
    if ((!at && !declared) || o->many || s->instances > 1) return;
    struct arena *arena = &t->cfa->arena;
    VEC_LAST(&t->cfa->sites).memory =
        (struct site_memory){.line = at ? LLVMGetDebugLocLine(at) : 0,
                             .column = at ? LLVMGetDebugLocColumn(at) : 0,
                             .offset = (s->cells ? row * s->stride : 0) + f->offset,
                             .stride = s->stride,
                             .bytes = (uint32_t)f->width,
                             .symbol = declared ? arena_strdup(arena, ir_name(o->site)) : NULL};
}

/* Contents that nobody set: an input, so that a trace can name its value. */
static void begin_arbitrary(struct run *r, term var, enum site_kind kind, const char *name) {
    struct cfa *c = r->t->cfa;
    uint32_t site = cfa_add_site(c, kind, arena_strdup(&c->arena, name), term_sort(var), false, r->pos);
    run_command(r, cfa_havoc(c, var, site));
}

static const char *object_name(const struct object *o) {
    return o->kind == OBJECT_HEAP ? "malloc" : o->site ? ir_name(o->site) : "outside";
}

void memory_initial(struct run *r) {
    VEC(struct cfa_assign) all = {0};
    struct translator *t = r->t;
    for (uint32_t i = 0; i < t->zeros.n; i++)
        VEC_PUSH(&all, (struct cfa_assign){t->zeros.at[i], term_bv(t->pointer_width, 0)});
    lifetime_initial(r);
    for (uint32_t i = 0; i < t->unset.n; i++) begin_arbitrary(r, t->unset.at[i], SITE_INTERNAL, "outside");
    for (uint32_t i = 0; i < t->made.n; i++) {
        struct cell cell = t->made.at[i];
        const struct object *o = &t->pt.objects.all.at[cell.object];
        LLVMValueRef c = o->kind == OBJECT_GLOBAL ? LLVMGetInitializer(o->site) : NULL;
        if (c || o->zeroed)
            VEC_PUSH(&all,
                     (struct cfa_assign){cell.var, initial_value(r, cell.object, cell.row, cell.field, c)});
        else {
            begin_arbitrary(r, cell.var, o->kind == OBJECT_OUTSIDE ? SITE_ENVIRONMENT : SITE_UNINIT,
                            object_name(o));
            memory_note_site(t, cell.object, cell.row, cell.field);
        }
    }
    if (all.n) run_command(r, cfa_assign_n(t->cfa, all.at, all.n));
    VEC_RELEASE(&all);
}
