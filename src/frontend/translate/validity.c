/* Is every access valid?
 *
 * The points-to analysis goes by what a pointer was made from, so an access is valid if and only if
 * it lies in one of the objects that it names, and that object is alive. With the object o at
 * address a, of n bytes:
 *
 *     inside(o)  :=  p - a <= n - width  (unsigned)           valid  :=  some o: inside(o) & alive(o)
 *
 *     int *p = malloc(8); p[2] = 1;          bounds: 8 <= 8 - 4 is false
 *     free(p); *p = 1;                       dangling: inside, but not alive
 *     if (c) p = &x;                         both the block and x are candidates; the addresses
 *                                            tell which is meant
 *
 * Addresses could deceive in one way: a pointer into o that is moved so far that it lands in
 * another candidate. Objects lie far apart (layout.h), with a zone of addresses around each that is
 * its own. A pointer that leaves the zone it is in, or enters one from nowhere, is cut where that
 * could matter: where there are several candidates, or a candidate is one of many blocks.
 *
 * Which check fails is told apart for the user: null, dangling (inside of a dead object),
 * invalid-pointer (there is no object that it could mean, or it is a constant and written), bounds
 * (all else). What may lie in foreign memory is cut, because nothing is known of the objects
 * there. */
#include "frontend/translate/validity.h"

#include <assert.h>
#include <string.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/ir.h"
#include "frontend/translate/checks.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"

static term word(const struct run *r, uint64_t n) { return term_bv(r->t->pointer_width, n); }

static const struct object *object_at(const struct run *r, uint32_t object) {
    return &r->t->pt.objects.all.at[object];
}

/* Of objects that others have made, not even the size is known. */
static bool is_foreign(const struct object *o) {
    bool sized = o->kind != OBJECT_GLOBAL || o->size;
    return o->kind == OBJECT_OUTSIDE || !sized;
}

/* ---- inside ---- */

/* The offset in its block of an address in the region of a place that allocates many. */
static term offset_in_block(struct run *r, const struct target *t, term p) {
    const struct object *o = object_at(r, t->object);
    bool fixed = t->at.stride == o->slot && t->at.n == 1; /* p->next */
    if (fixed) return word(r, (uint64_t)t->at.r[0] - o->lead);
    term offset = term_bv_sub(p, word(r, r->t->layout.shapes.at[t->object].base));
    return term_bv_sub(term_bv_and(offset, word(r, o->slot - 1)), word(r, o->lead));
}

static term offset_in(struct run *r, const struct target *t, uint32_t instance, term p) {
    if (object_at(r, t->object)->many) return offset_in_block(r, t, p);
    return term_bv_sub(p, lifetime_address(r, t->object, instance));
}

/* p - a <= n - bytes */
static term inside(struct run *r, const struct target *t, uint32_t instance, term p, term bytes) {
    const struct shape *s = &r->t->layout.shapes.at[t->object];
    term size = lifetime_size(r, t->object, p), offset = offset_in(r, t, instance, p);
    assert(size && term_width(bytes) == r->t->pointer_width);
    term in = term_and(term_ule(bytes, size), term_ule(offset, term_bv_sub(size, bytes)));
    bool many = object_at(r, t->object)->many;
    return many ? term_and(in, term_ult(term_bv_sub(p, word(r, s->base)), word(r, s->extent))) : in;
}

/* What an address was computed from. */
static LLVMValueRef root_of(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return pointer;
}

/* May it lead to memory that nothing is known of? A pointer of any value
 * (__VERIFIER_nondet_pointer) leads nowhere. */
static bool comes_from_outside(struct run *r, LLVMValueRef pointer) {
    LLVMValueRef root = root_of(pointer), f = ir_is_call(root) ? ir_callee(root) : NULL;
    bool any_value = f && vocabulary_role(f) == VOCABULARY_NONDET;
    struct points_to *pt = &r->t->pt;
    bool foreign = pt->unknown && points_to_has(points_to_of(pt, pointer), pt->unknown);
    target_set targets = {0};
    points_to_reached(pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) foreign |= is_foreign(object_at(r, targets.at[i].object));
    VEC_RELEASE(&targets);
    return foreign && !any_value;
}

/* What is known of an access: is it in a living object, in a dead one, may it be in memory of
 * unknown size? */
struct validity {
    term valid, dead;
    bool foreign, any;
};

static void add_object(struct run *r, struct validity *v, const struct target *t, term p, term bytes) {
    for (uint32_t k = 0; k < r->t->layout.shapes.at[t->object].instances; k++) {
        term in = inside(r, t, k, p, bytes), alive = lifetime_alive(r, t->object, k, p);
        v->valid = term_or(v->valid, alive ? term_and(in, alive) : in);
        if (alive) v->dead = term_or(v->dead, term_and(in, term_not(alive)));
    }
}

static bool is_constant(const struct object *o) {
    return o->kind == OBJECT_GLOBAL && LLVMIsGlobalConstant(o->site);
}

static struct validity validity_of(struct run *r, LLVMValueRef pointer, term p, term bytes, bool write) {
    struct validity v = {term_false(), term_false(), false, false};
    target_set targets = {0};
    struct points_to *pt = &r->t->pt;
    v.foreign = comes_from_outside(r, pointer);
    points_to_reached(pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        const struct object *o = object_at(r, targets.at[i].object);
        if (is_foreign(o) || o->kind == OBJECT_FUNCTION || (write && is_constant(o))) continue;
        v.any = true;
        add_object(r, &v, &targets.at[i], p, bytes);
    }
    VEC_RELEASE(&targets);
    return v;
}

/* ---- questions of the program ---- */

term validity_holds(struct run *r, LLVMValueRef pointer, term bytes, bool write, term *certain) {
    term p = run_value(r, pointer);
    struct validity v = validity_of(r, pointer, p, bytes, write);
    *certain = v.foreign ? term_or(v.valid, term_eq(p, word(r, 0))) : term_true();
    return v.valid;
}

void validity_objects(struct run *r, LLVMValueRef pointer, validity_places *places) {
    target_set targets = {0};
    term p = run_value(r, pointer);
    points_to_reached(&r->t->pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        const struct target *t = &targets.at[i];
        const struct object *o = object_at(r, t->object);
        if (is_foreign(o) || o->kind == OBJECT_FUNCTION) continue;
        for (uint32_t k = 0; k < r->t->layout.shapes.at[t->object].instances; k++)
            VEC_PUSH(places, (struct validity_place){t->object, inside(r, t, k, p, word(r, 0)),
                                                     offset_in(r, t, k, p), lifetime_size(r, t->object, p),
                                                     o->many ? lifetime_number(r, t->object, p) : word(r, k),
                                                     o->kind == OBJECT_HEAP && !objects_is_on_stack(o->site),
                                                     o->numbered});
    }
    VEC_RELEASE(&targets);
}

/* ---- accesses ---- */

/* p->x with p null is an access at a small address. Where clang has placed a check for that, it
 * comes first. */
static term is_null(struct run *r, LLVMValueRef pointer, term p) {
    LLVMValueRef root = root_of(pointer);
    if (checks_of_null(root)) return term_false();
    return term_eq(memory_knows(r, root) ? run_value(r, root) : p, word(r, 0));
}

void validity_access(struct run *r, LLVMValueRef pointer, uint64_t bytes, bool write) {
    if (!r->t->accesses || r->over || bytes == 0) return;
    term p = run_value(r, pointer);
    struct validity v = validity_of(r, pointer, p, word(r, bytes), write);
    if (v.valid == term_true()) return;
    r->accessed = pointer;
    checks_fail_if(r, CHECK_NULL, is_null(r, pointer, p));
    checks_fail_if(r, CHECK_DANGLING, term_and(v.dead, term_not(v.valid)));
    if (v.foreign)
        run_cut_if(r, term_not(v.valid), "an access through a pointer to memory whose size is not known");
    else checks_fail_if(r, v.any ? CHECK_BOUNDS : CHECK_INVALID, term_not(v.valid));
    r->accessed = NULL;
}

void validity_together(struct run *r, LLVMValueRef p, LLVMValueRef q) {
    bool asked = r->t->program->checks & CHECK_BIT(CHECK_POINTER_COMPARE);
    validity_places a = {0}, b = {0};
    term together = term_false();
    if (!asked || r->over || comes_from_outside(r, p) || comes_from_outside(r, q)) return;
    validity_objects(r, p, &a);
    validity_objects(r, q, &b);
    for (uint32_t i = 0; i < a.n; i++)
        for (uint32_t k = 0; k < b.n; k++) {
            if (a.at[i].object != b.at[k].object) continue;
            term both = term_and(a.at[i].within, b.at[k].within);
            together = term_or(together, term_and(both, term_eq(a.at[i].number, b.at[k].number)));
        }
    VEC_RELEASE(&a);
    VEC_RELEASE(&b);
    checks_fail_if(r, CHECK_POINTER_COMPARE, term_not(together));
}

/* Can both lead into one object? */
static bool may_meet(struct run *r, LLVMValueRef p, LLVMValueRef q) {
    target_set a = {0}, b = {0};
    bool any = comes_from_outside(r, p) && comes_from_outside(r, q);
    points_to_reached(&r->t->pt, p, &a);
    points_to_reached(&r->t->pt, q, &b);
    for (uint32_t i = 0; i < a.n && !any; i++) any = points_to_has(&b, a.at[i].object);
    VEC_RELEASE(&a);
    VEC_RELEASE(&b);
    return any;
}

/* With d = to - from: d < n or -d < n, and d is not 0 where several bytes are copied at once,
 * because then nothing happens. */
void validity_apart(struct run *r, LLVMValueRef to, LLVMValueRef from, uint64_t bytes) {
    bool asked = r->t->program->checks & CHECK_BIT(CHECK_OVERLAP);
    if (!asked || r->over || !bytes || to == from || !may_meet(r, to, from)) return;
    term p = run_value(r, to), q = run_value(r, from), n = word(r, bytes);
    term meet = term_or(term_ult(term_bv_sub(p, q), n), term_ult(term_bv_sub(q, p), n));
    checks_fail_if(r, CHECK_OVERLAP, bytes == 1 ? term_eq(p, q) : term_and(meet, term_not(term_eq(p, q))));
}

void validity_free(struct run *r, LLVMValueRef pointer) {
    if (!r->t->lifetimes || r->over) return;
    term p = run_value(r, pointer), good = term_eq(p, word(r, 0));
    target_set targets = {0};
    struct points_to *pt = &r->t->pt;
    points_to_reached(pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        const struct object *o = object_at(r, targets.at[i].object);
        if (o->kind == OBJECT_HEAP && !objects_is_on_stack(o->site))
            good = term_or(good, lifetime_is_block(r, targets.at[i].object, p));
    }
    VEC_RELEASE(&targets);
    if (comes_from_outside(r, pointer))
        run_cut_if(r, term_not(good), "free of a pointer that comes from outside");
    else {
        r->accessed = pointer;
        checks_fail_if(r, CHECK_FREE, term_not(good));
        r->accessed = NULL;
    }
}

term validity_size(struct run *r, LLVMValueRef pointer) {
    target_set targets = {0};
    term p = run_value(r, pointer), size = word(r, 0);
    validity_free(r, pointer);
    points_to_reached(&r->t->pt, pointer, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
        uint32_t object = targets.at[i].object;
        if (object_at(r, object)->kind != OBJECT_HEAP) continue;
        size = term_ite(lifetime_is_block(r, object, p), lifetime_size(r, object, p), size);
    }
    VEC_RELEASE(&targets);
    return size;
}

/* ---- pointers that move ---- */

/* The zone of addresses of an object, as its beginning and its size; of a region, three quarters
 * lie behind the beginning. */
static void zone_of(struct run *r, uint32_t object, uint32_t instance, term *first, uint64_t *bytes) {
    const struct shape *s = &r->t->layout.shapes.at[object];
    uint64_t before = object_at(r, object)->size ? (s->pitch - s->extent) / 2 : s->extent / 4;
    if (before > s->base / 2) before = s->base / 2; /* null is in no zone */
    *first = term_bv_sub(lifetime_address(r, object, instance), word(r, before));
    *bytes = object_at(r, object)->size ? s->pitch : s->extent;
}

static term in_zone(struct run *r, term p, term first, uint64_t bytes) {
    return term_ult(term_bv_sub(p, first), word(r, bytes));
}

/* Does a pointer leave the zone of an object, or come into it? */
static term crosses(struct run *r, uint32_t object, uint32_t instance, term before, term after) {
    const struct object *o = object_at(r, object);
    const struct shape *s = &r->t->layout.shapes.at[object];
    term first;
    uint64_t bytes;
    if (o->numbered) return term_true(); /* neighbours may follow at once */
    if (!o->many) {
        zone_of(r, object, instance, &first, &bytes);
        return term_not(term_eq(in_zone(r, before, first, bytes), in_zone(r, after, first, bytes)));
    }
    first = word(r, s->base);
    term was = in_zone(r, before, first, s->extent), is = in_zone(r, after, first, s->extent);
    term slots = term_bv_not(word(r, o->slot - 1));
    term same = term_eq(term_bv_and(term_bv_sub(before, first), slots),
                        term_bv_and(term_bv_sub(after, first), slots));
    return term_or(term_not(term_eq(was, is)), term_and(was, term_not(same)));
}

/* May the pointer be somewhere else than at a constant offset inside of its object? */
static bool is_loose(struct run *r, const struct target *t) {
    const struct object *o = object_at(r, t->object);
    if (o->many) return t->at.stride != o->slot;
    if (t->at.stride || !o->size) return true;
    for (uint32_t i = 0; i < t->at.n; i++)
        if (t->at.r[i] < 0 || (uint64_t)t->at.r[i] > o->size) return true;
    return false;
}

/* By a multiple of the slot, a pointer gets into another block without a trace in its offset. */
static bool may_skip_blocks(const struct object *o, const struct gep *g) {
    uint64_t by = (uint64_t)(g->constant < 0 ? -g->constant : g->constant);
    return o->many && (g->n > 0 || by > o->slot / 4);
}

/* Can a wrong object be met there at all? `g` NULL: it may have moved in any way. */
static bool may_deceive(struct run *r, const target_set *targets, const struct gep *g) {
    bool loose = false, many = false;
    for (uint32_t i = 0; i < targets->n; i++) {
        const struct object *o = object_at(r, targets->at[i].object);
        loose |= !g || is_loose(r, &targets->at[i]) || may_skip_blocks(o, g);
        many |= o->many;
    }
    return loose && (many || targets->n > 1);
}

void validity_moved(struct run *r, const struct gep *g, LLVMValueRef result, term after) {
    if (!r->t->lifetimes || r->over) return;
    target_set targets = {0};
    term before = run_value(r, g->base), wrong = term_false();
    points_to_reached(&r->t->pt, result, &targets);
    bool asked = before != after && may_deceive(r, &targets, g);
    for (uint32_t i = 0; asked && i < targets.n; i++) {
        const struct object *o = object_at(r, targets.at[i].object);
        if (o->kind == OBJECT_FUNCTION || is_foreign(o)) continue;
        for (uint32_t k = 0; k < r->t->layout.shapes.at[targets.at[i].object].instances; k++)
            wrong = term_or(wrong, crosses(r, targets.at[i].object, k, before, after));
    }
    VEC_RELEASE(&targets);
    run_cut_if(r, wrong, "a pointer that moves far away from its object");
}

void validity_from_number(struct run *r, LLVMValueRef cast) {
    if (!r->t->lifetimes || r->over) return;
    const target_set *targets = points_to_of(&r->t->pt, cast);
    if (may_deceive(r, targets, NULL) && !LLVMIsAPtrToIntInst(LLVMGetOperand(cast, 0)))
        run_cut(r, "a number that becomes a pointer to one of several objects");
}
