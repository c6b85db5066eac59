/* Reading and writing memory.
 *
 * A pointer is a number. If its term is a constant, the object is known; else every object that the
 * points-to analysis allows is a candidate, told apart by comparing addresses. A single candidate
 * is taken without comparison. Accesses outside every candidate are undefined in C; here a read
 * yields the value of a variable that nothing ever sets (one per sort, any value, but always the
 * same), and a write is lost. Where there is no candidate, or foreign memory is one, a read yields
 * an arbitrary value each time: it may be a device's register.
 *
 * Inside an object an access covers a range of fields (layout.h): usually one, else they are put
 * together or taken apart bit by bit. The row is the offset divided by the stride, exactly where
 * the offset is a sum of multiples of it, which address computations make it. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "frontend/driver/uninit.h"
#include "frontend/source/assigns.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/memory.h"
#include "frontend/translate/names.h"
#include "frontend/translate/translate.h"
#include "frontend/translate/validity.h"
#include "frontend/translate/wide.h"
#include "util/options.h"

enum {
    MAX_PLACES = 100, /* candidates for one access; more would cost more than they are worth */
    /* of all accesses together; beyond that, only accesses with few are translated */
    MAX_ALL_PLACES = 500,
    FEW_PLACES = 20,
};

/* ---- variables ---- */

static uint64_t cell_key(uint32_t object, uint32_t instance, uint64_t row, uint32_t field) {
    assert(object < MAX_OBJECTS && instance < (1u << 12) && row < (1u << 18) && field < (1u << 18));
    return (uint64_t)object << 48 | (uint64_t)instance << 36 | row << 18 | field;
}

static sort cell_sort(const struct translator *t, const struct shape *s, uint32_t field) {
    sort element = s->fields.at[field].sort;
    return s->cells ? element : sort_array(sort_bv(t->pointer_width), element);
}

static char *cell_name(const struct translator *t, uint32_t object, uint64_t row, uint32_t field) {
    const struct object *o = &t->pt.objects.all.at[object];
    const struct shape *s = &t->layout.shapes.at[object];
    const char *name = o->site && *ir_name(o->site) ? ir_name(o->site) : "memory";
    if (o->kind == OBJECT_HEAP) name = "heap";
    if (!s->cells)
        return s->fields.n == 1 ? mem_printf("%s", name)
                                : mem_printf("%s+%u", name, (unsigned)s->fields.at[field].offset);
    uint64_t at = row * s->stride + s->fields.at[field].offset;
    if (s->rows == 1 && s->fields.n == 1) return mem_printf("%s", name);
    return s->fields.n == 1 ? mem_printf("%s[%u]", name, (unsigned)row)
                            : mem_printf("%s+%u", name, (unsigned)at);
}

term memory_cell(struct translator *t, uint32_t object, uint32_t instance, uint64_t row, uint32_t field) {
    const struct shape *s = &t->layout.shapes.at[object];
    bool added;
    if (!s->cells) row = 0;
    uint64_t *known = int_map_put(&t->cells, cell_key(object, instance, row, field), &added);
    if (!added) return (term)*known;
    char *name = cell_name(t, object, row, field);
    term var = term_fresh(name, cell_sort(t, s, field));
    *int_map_put(&t->cells, cell_key(object, instance, row, field), NULL) = var;
    VEC_PUSH(&t->made, (struct cell){object, instance, field, row, var});
    const struct field *f = &s->fields.at[field];
    bool own = instance == 0 && (s->cells || s->fields.n == 1);
    struct c_name c = own ? names_of_memory(t, object, row * s->stride + f->offset, s->cells ? f->width : 0)
                          : (struct c_name){NULL, true, 0};
    cfa_add_var(t->cfa, var, c.text, c.is_signed, (struct src_pos){0});
    VEC_LAST(&t->cfa->vars).type = c.type;
    free(name);
    return var;
}

/* What is read where no object is. */
term memory_outside(struct run *r, sort s) {
    bool added;
    uint64_t *known = int_map_put(&r->t->outside, s, &added);
    if (!added) return (term)*known;
    term var = term_fresh("outside", s);
    *int_map_put(&r->t->outside, s, NULL) = var;
    VEC_PUSH(&r->t->unset, var);
    cfa_add_var(r->t->cfa, var, NULL, false, (struct src_pos){0});
    return var;
}

term memory_otherwise(struct run *r, const place_vec *places, sort s) {
    bool foreign = places->n == 0;
    if (places->n > 0 && places->at[0].guard == term_true()) return TERM_NONE;
    for (uint32_t i = 0; i < places->n; i++) foreign |= places->at[i].object == r->t->pt.outside;
    return foreign ? run_input(r, SITE_ENVIRONMENT, "outside", s, false) : memory_outside(r, s);
}

/* ---- places: a candidate object with an offset ---- */

/* t / n if t is a sum of multiples of n, else TERM_NONE. */
static term divided_exactly(term t, uint64_t n) {
    uint32_t width = term_width(t);
    switch (term_op_of(t)) {
    case OP_CONST: {
        value v = term_value(t); /* as a signed number, so that index -1 stays -1 */
        int64_t c = width == 64 ? (int64_t)v.lo : (int64_t)(v.lo << (64 - width)) >> (64 - width);
        return c % (int64_t)n == 0 ? term_bv(width, (uint64_t)(c / (int64_t)n)) : TERM_NONE;
    }
    case OP_BV_MUL: {
        if (term_arity(t) != 2 || !term_is_const(term_arg(t, 0))) return TERM_NONE;
        term factor = divided_exactly(term_arg(t, 0), n);
        return factor ? term_bv_mul(factor, term_arg(t, 1)) : TERM_NONE;
    }
    case OP_BV_ADD: {
        term sum = term_bv(width, 0);
        for (uint32_t i = 0; i < term_arity(t); i++) {
            term part = divided_exactly(term_arg(t, i), n);
            if (!part) return TERM_NONE;
            sum = term_bv_add(sum, part);
        }
        return sum;
    }
    default: return TERM_NONE;
    }
}

static term divided(term t, uint64_t n) {
    if (n == 1) return t;
    term exact = divided_exactly(t, n);
    return exact ? exact : term_bv_udiv(t, term_bv(term_width(t), n));
}

/* An address that is a number may be that of another object after the object's end. */
static term if_alive(struct run *r, uint32_t object, uint32_t instance, term pointer, term guard) {
    if (!r->t->pt.objects.all.at[object].numbered) return guard;
    term alive = lifetime_alive(r, object, instance, pointer);
    return alive ? term_and(alive, guard) : guard;
}

static void add_exact(struct run *r, place_vec *places, uint32_t object, uint32_t instance, int64_t offset,
                      term pointer) {
    const struct shape *s = &r->t->layout.shapes.at[object];
    if (offset < 0 || (uint64_t)offset >= s->extent) return;
    term address =
        term_bv_add(lifetime_address(r, object, instance), term_bv(r->t->pointer_width, (uint64_t)offset));
    term guard = if_alive(r, object, instance, pointer, term_eq(pointer, address));
    if (guard != term_false())
        VEC_PUSH(places, (struct place){object, instance, true, (uint64_t)offset, TERM_NONE, 0, guard});
}

bool memory_knows(struct run *r, LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) || int_map_get(&r->env, value_key(v, 0))) return true;
    if (int_map_get(&r->p->escapes, (uintptr_t)v)) return true;
    return LLVMIsAPHINode(v) && int_map_get(&r->p->head, (uintptr_t)LLVMGetInstructionParent(v));
}

/* The offset of a pointer that can only lead into one object, by its form: what malloc returned is
 * the block's beginning, or null, through which nothing is accessed. TERM_NONE: the form does not
 * tell. */
static term offset_by_form(struct run *r, LLVMValueRef pointer) {
    const target_set *set = points_to_of(&r->t->pt, pointer);
    uint32_t width = r->t->pointer_width;
    struct gep g;
    if (set->n != 1 || r->t->pt.objects.all.at[set->at[0].object].many) return TERM_NONE;
    if (set->at[0].at.stride == 0 && set->at[0].at.n == 1)
        return term_bv(width, (uint64_t)set->at[0].at.r[0]);
    if (!LLVMIsAGetElementPtrInst(pointer) || !gep_parse(r->t->data, pointer, &g)) return TERM_NONE;
    term sum = offset_by_form(r, g.base);
    for (uint32_t k = 0; sum && k < g.n; k++) {
        if (!memory_knows(r, g.part[k].index)) return TERM_NONE;
        term index = run_bits(r, g.part[k].index);
        index = term_width(index) > width ? term_extract(index, width - 1, 0) : term_sext(index, width);
        sum = term_bv_add(sum, term_bv_mul(term_bv(width, g.part[k].scale), index));
    }
    return sum ? term_bv_add(sum, term_bv(width, (uint64_t)g.constant)) : TERM_NONE;
}

static void add_candidate(struct run *r, place_vec *places, const struct target *target, uint32_t instance,
                          term pointer) {
    const struct shape *s = &r->t->layout.shapes.at[target->object];
    if (s->fields.n == 0) return;
    if (target->at.stride == 0) {
        for (uint32_t i = 0; i < target->at.n; i++)
            add_exact(r, places, target->object, instance, target->at.r[i], pointer);
        return;
    }
    uint32_t width = r->t->pointer_width;
    uint64_t residue = (uint64_t)(target->at.r[0] % (int64_t)s->stride);
    term offset = term_bv_sub(pointer, lifetime_address(r, target->object, instance));
    term guard = if_alive(r, target->object, instance, pointer, term_ult(offset, term_bv(width, s->extent)));
    if (guard == term_false()) return;
    term from_first = term_bv_sub(offset, term_bv(width, residue));
    term row = target->at.wraps ? term_bv_udiv(from_first, term_bv(width, s->stride))
                                : divided(from_first, s->stride);
    VEC_PUSH(places, (struct place){target->object, instance, false, 0, row, residue, guard});
}

/* May this be null because an allocation has failed? Then an access is undefined, and the execution
 * ends there. */
static bool may_be_failed(const struct run *r, const target_set *targets) {
    if (r->t->program->rules.malloc_succeeds) return false;
    for (uint32_t i = 0; i < targets->n; i++)
        if (r->t->pt.objects.all.at[targets->at[i].object].kind == OBJECT_HEAP) return true;
    return false;
}

/* p[3] is no access to an object if p is null. */
static void assume_allocated(struct run *r, LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    if (!memory_knows(r, pointer)) return;
    run_assume(r, term_not(term_eq(run_value(r, pointer), term_bv(r->t->pointer_width, 0))));
}

/* What is in no object of the program is foreign. A write there through a pointer that leads to an
 * object after all does no harm: who reads foreign memory at that address finds the object
 * instead. */
static void outside_first(struct run *r, place_vec *places) {
    for (uint32_t i = 0; r->t->pt.unknown && i < places->n; i++) {
        if (places->at[i].object != r->t->pt.outside) continue;
        struct place outside = places->at[i];
        places->at[i] = places->at[0];
        places->at[0] = outside;
        places->at[0].guard = term_true();
    }
}

/* A pointer from nowhere that is not aligned may not be used, and leads into no object. */
static void require_alignment(struct run *r, place_vec *places, uint32_t from, term pointer) {
    uint32_t width = r->t->pointer_width;
    for (uint32_t i = from; i < places->n && r->t->pt.grain > 1; i++) {
        struct place *p = &places->at[i];
        term offset = term_bv_sub(pointer, lifetime_address(r, p->object, p->instance));
        term low = term_bv_and(offset, term_bv(width, r->t->pt.grain - 1));
        p->guard = term_and(p->guard, term_eq(low, term_bv(width, 0)));
    }
}

static bool is_compared(LLVMValueRef v) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
        if (LLVMIsAICmpInst(LLVMGetUser(u))) return true;
    return false;
}

/* Does the pointer come from a variable that nothing has set, on no way? One that the program
 * compares has a value that it asks for. */
static bool is_never_set(LLVMValueRef pointer) {
    while (LLVMIsAGetElementPtrInst(pointer)) {
        if (is_compared(pointer)) return false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    LLVMValueRef f = LLVMIsACallInst(pointer) ? ir_callee(pointer) : NULL;
    return f && !strncmp(ir_name(f), MARK_UNINIT, strlen(MARK_UNINIT)) && !is_compared(pointer);
}

/* An access that is undefined whenever it is executed may fail a later check, and does in compiled
 * programs. A proof that rests on foreign memory being there would say nothing, so that the place
 * may be a cut; what fails behind it is still found. */
static void doubt_access(struct run *r, LLVMValueRef pointer) {
    if (r->t->accesses || !r->t->pt.c_rules || !is_never_set(pointer)) return;
    term undefined = run_input(r, SITE_INTERNAL, "undefined", sort_bool(), false);
    run_cut_if(r, undefined, "an access through a pointer that was never set");
}

/* Where accesses are checked, nothing is taken for granted. */
static void rely_on_valid_access(struct run *r) {
    if (!r->t->accesses) run_assumption(r, LEDGER_VALID_ACCESS, NULL);
}

void memory_places(struct run *r, LLVMValueRef pointer, place_vec *places) {
    doubt_access(r, pointer);
    term p = run_value(r, pointer);
    if (term_is_const(p)) {
        uint32_t instance;
        uint64_t offset;
        uint32_t object = layout_find(&r->t->layout, term_value(p).lo, &instance, &offset);
        if (object && r->t->layout.shapes.at[object].fields.n)
            VEC_PUSH(places, (struct place){object, instance, true, offset, TERM_NONE, 0, term_true()});
        else rely_on_valid_access(r);
        return;
    }
    uint64_t from;
    uint32_t known = lifetime_find(r, p, &from);
    if (known && r->t->layout.shapes.at[known].fields.n) {
        VEC_PUSH(places, (struct place){known, 0, true, from, TERM_NONE, 0, term_true()});
        return;
    }
    rely_on_valid_access(r);
    target_set targets = {0};
    points_to_reached(&r->t->pt, pointer, &targets);
    if (may_be_failed(r, points_to_of(&r->t->pt, pointer))) assume_allocated(r, pointer);
    term offset = targets.n == 1 ? offset_by_form(r, pointer) : TERM_NONE;
    if (offset && r->t->layout.shapes.at[targets.at[0].object].instances == 1)
        p = term_bv_add(offset, lifetime_address(r, targets.at[0].object, 0));
    const target_set *named = points_to_of(&r->t->pt, pointer);
    for (uint32_t i = 0; i < targets.n; i++) {
        uint32_t before = places->n;
        for (uint32_t k = 0; k < r->t->layout.shapes.at[targets.at[i].object].instances; k++)
            add_candidate(r, places, &targets.at[i], k, p);
        if (!points_to_has(named, targets.at[i].object)) require_alignment(r, places, before, p);
    }
    VEC_RELEASE(&targets);
    outside_first(r, places);
    if (places->n == 1) places->at[0].guard = term_true();
    if (places->n > 1) r->t->places += places->n;
    if (places->n > (r->t->places < MAX_ALL_PLACES ? MAX_PLACES : FEW_PLACES)) {
        run_cut(r, "an access through a pointer with %u possible targets", places->n);
        VEC_CLEAR(places);
    }
}

struct place memory_moved(struct place p, uint64_t by) {
    if (p.exact) p.offset += by;
    else p.in_row += by;
    return p;
}

/* ---- fields ---- */

/* A field of a place: in an exact row, or in a symbolic one plus a number of rows. */
struct spot {
    uint32_t object, instance, field;
    bool exact;
    uint64_t row_number;
    term row;
};

static struct spot spot_at(struct run *r, const struct place *p, uint64_t further) {
    const struct shape *s = &r->t->layout.shapes.at[p->object];
    uint64_t offset = (p->exact ? p->offset : p->in_row) + further, row = offset / s->stride;
    struct spot spot = {p->object, p->instance, shape_field_at(s, offset % s->stride),
                        p->exact,  row,         TERM_NONE};
    if (!p->exact) spot.row = term_bv_add(p->row, term_bv(r->t->pointer_width, row));
    if (!p->exact && term_is_const(spot.row)) {
        spot.exact = true;
        spot.row_number = term_value(spot.row).lo;
    }
    return spot;
}

static bool row_exists(const struct shape *s, uint64_t row) { return s->rows == 0 || row < s->rows; }

static term read_cell(struct run *r, const struct spot *at, uint64_t row) {
    term known = memory_constant(r, at->object, row, at->field);
    return known ? known : run_memory(r, memory_cell(r->t, at->object, at->instance, row, at->field));
}

static term read_spot(struct run *r, const struct spot *at) {
    struct translator *t = r->t;
    const struct shape *s = &t->layout.shapes.at[at->object];
    sort element = s->fields.at[at->field].sort;
    if (!s->cells) {
        term array = memory_constant(r, at->object, 0, at->field);
        if (!array) array = run_memory(r, memory_cell(t, at->object, at->instance, 0, at->field));
        return term_select(array, at->exact ? term_bv(t->pointer_width, at->row_number) : at->row);
    }
    if (at->exact && !row_exists(s, at->row_number)) return memory_outside(r, element);
    if (at->exact) return read_cell(r, at, at->row_number);
    term result = memory_outside(r, element);
    for (uint64_t row = s->rows; row-- > 0;)
        result = term_ite(term_eq(at->row, term_bv(t->pointer_width, row)), read_cell(r, at, row), result);
    return result;
}

/* Writes v if `guard` holds. */
static void write_spot(struct run *r, const struct spot *at, term guard, term v) {
    struct translator *t = r->t;
    const struct shape *s = &t->layout.shapes.at[at->object];
    if (!s->cells) {
        term var = memory_cell(t, at->object, at->instance, 0, at->field), old = run_memory(r, var);
        term index = at->exact ? term_bv(t->pointer_width, at->row_number) : at->row;
        run_set_memory(r, var, term_store(old, index, term_ite(guard, v, term_select(old, index))));
        return;
    }
    if (at->exact && !row_exists(s, at->row_number)) return;
    for (uint64_t row = at->exact ? at->row_number : 0; row < (at->exact ? at->row_number + 1 : s->rows);
         row++) {
        term var = memory_cell(t, at->object, at->instance, row, at->field);
        term here = at->exact ? guard : term_and(guard, term_eq(at->row, term_bv(t->pointer_width, row)));
        run_set_memory(r, var, term_ite(here, v, run_memory(r, var)));
    }
}

/* ---- ranges ---- */

term memory_bits(struct run *r, term v) {
    return sort_kind_of(term_sort(v)) == SORT_FLOAT ? float_to_bits(r, v)
           : term_sort(v) == sort_bool()            ? term_bool_to_bv(v, 8)
                                                    : v;
}

term memory_from_bits(sort s, term bits) {
    if (sort_kind_of(s) == SORT_FLOAT) return float_from_bits(bits, s);
    if (s == sort_bool()) return term_eq(term_extract(bits, 0, 0), term_bv(1, 1));
    return sort_width(s) < term_width(bits) ? term_extract(bits, sort_width(s) - 1, 0) : bits;
}

uint64_t memory_room(struct run *r, const struct place *p, sort *s) {
    const struct shape *shape = &r->t->layout.shapes.at[p->object];
    uint64_t in_row = (p->exact ? p->offset : p->in_row) % shape->stride;
    const struct field *f = &shape->fields.at[shape_field_at(shape, in_row)];
    *s = in_row == f->offset ? f->sort : 0;
    return f->offset + f->width - in_row;
}

/* A wide access may begin inside an object and end outside of it. */
static void rely_on_room(struct run *r, const struct place *p, uint64_t bytes) {
    if (p->exact && p->offset + bytes > r->t->layout.shapes.at[p->object].extent)
        run_assumption(r, LEDGER_VALID_ACCESS, NULL);
}

/* `bytes` bytes at a place as one bit-vector (at most 16 bytes), or, if `s` is the sort of a field
 * that is exactly there, as that. */
term memory_read_place(struct run *r, const struct place *p, uint64_t bytes, sort s) {
    const struct shape *shape = &r->t->layout.shapes.at[p->object];
    term all = TERM_NONE;
    rely_on_room(r, p, bytes);
    for (uint64_t done = 0; done < bytes;) {
        struct spot spot = spot_at(r, p, done);
        const struct field *f = &shape->fields.at[spot.field];
        uint64_t from = ((p->exact ? p->offset : p->in_row) + done) % shape->stride - f->offset,
                 take = f->width - from;
        if (take > bytes - done) take = bytes - done;
        term v = read_spot(r, &spot);
        if (take == bytes && from == 0 && take == f->width && f->sort == s) return v;
        v = memory_bits(r, v);
        if (take < f->width) v = term_extract(v, (uint32_t)(from + take) * 8 - 1, (uint32_t)from * 8);
        all = all ? term_concat(v, all) : v;
        done += take;
    }
    return all;
}

/* Replaces `take` bytes from byte `from` of the old bits. */
static term spliced(term old, term part, uint32_t from, uint32_t take, uint32_t width) {
    term result = part;
    if (from > 0) result = term_concat(result, term_extract(old, from * 8 - 1, 0));
    if (from + take < width)
        result = term_concat(term_extract(old, width * 8 - 1, (from + take) * 8), result);
    return result;
}

/* Who is held to a contract writes to no global variable that the contract does not name: no proof
 * goes through such a write, but what fails behind it is found. */
static void stay_in_contract(struct run *r, const struct place *p) {
    const struct object *o = &r->t->pt.objects.all.at[p->object];
    const char *allowed = r->t->program->assigned;
    if (!allowed || o->kind != OBJECT_GLOBAL || !o->site || ir_starts_with(o->site, "edgewise_")) return;
    const char *name = ir_name(o->site);
    if (assigns_mention(allowed, name)) return;
    term broken = run_input(r, SITE_INTERNAL, "unassigned", sort_bool(), false);
    run_cut_if(r, term_and(p->guard, broken), "a write to %s, which the assigns clause does not name", name);
}

void memory_write_place(struct run *r, const struct place *p, uint64_t bytes, term v) {
    const struct shape *shape = &r->t->layout.shapes.at[p->object];
    term bits = TERM_NONE;
    stay_in_contract(r, p);
    if (r->over) return;
    rely_on_room(r, p, bytes);
    for (uint64_t done = 0; done < bytes;) {
        struct spot spot = spot_at(r, p, done);
        const struct field *f = &shape->fields.at[spot.field];
        uint64_t from = ((p->exact ? p->offset : p->in_row) + done) % shape->stride - f->offset,
                 take = f->width - from;
        if (take > bytes - done) take = bytes - done;
        term part = v;
        if (take != bytes || take != f->width || f->sort != term_sort(v)) {
            if (!bits) bits = term_zext(memory_bits(r, v), (uint32_t)bytes * 8);
            part = term_extract(bits, (uint32_t)(done + take) * 8 - 1, (uint32_t)done * 8);
            if (take < f->width)
                part = spliced(memory_bits(r, read_spot(r, &spot)), part, (uint32_t)from, (uint32_t)take,
                               (uint32_t)f->width);
            part = memory_from_bits(f->sort, part);
        }
        write_spot(r, &spot, p->guard, part);
        done += take;
    }
}

/* ---- loads and stores ---- */

term memory_read(struct run *r, LLVMValueRef pointer, LLVMTypeRef type) {
    place_vec places = {0};
    sort s = run_sort(r, type);
    uint64_t bytes = LLVMStoreSizeOfType(r->t->data, type);
    validity_access(r, pointer, bytes, false);
    memory_places(r, pointer, &places);
    term result = memory_otherwise(r, &places, s);
    for (uint32_t i = 0; i < places.n; i++) {
        term v = memory_read_place(r, &places.at[i], bytes, s);
        if (term_sort(v) != s) v = memory_from_bits(s, v);
        result = result ? term_ite(places.at[i].guard, v, result) : v;
    }
    VEC_RELEASE(&places);
    return result;
}

void memory_write(struct run *r, LLVMValueRef pointer, LLVMTypeRef type, term v) {
    place_vec places = {0};
    uint64_t bytes = LLVMStoreSizeOfType(r->t->data, type);
    validity_access(r, pointer, bytes, true);
    memory_places(r, pointer, &places);
    for (uint32_t i = 0; i < places.n; i++) memory_write_place(r, &places.at[i], bytes, v);
    VEC_RELEASE(&places);
}

/* A struct (or array, or vector) is loaded and stored leaf by leaf, at its members' offsets. */
static void each_leaf(struct run *r, LLVMTypeRef type, uint64_t offset,
                      void (*visit)(struct run *, void *, LLVMTypeRef, uint64_t), void *context) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            each_leaf(r, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(r->t->data, type, i),
                      visit, context);
    } else if (ir_is_sequence(type)) {
        LLVMTypeRef element = LLVMGetElementType(type);
        for (uint64_t i = 0; i < ir_sequence_length(type); i++)
            each_leaf(r, element, offset + i * LLVMABISizeOfType(r->t->data, element), visit, context);
    } else if (wide_is(type)) {
        for (uint32_t i = 0; i < wide_limbs(type); i++)
            visit(r, context, wide_limb_type(type, i), offset + 8 * i);
    } else {
        visit(r, context, type, offset);
    }
}

struct leaf_access {
    place_vec places;
    LLVMValueRef value; /* loaded into, or stored */
    uint32_t leaf;
    const char *writer; /* not NULL: others write there at any time (SITE_VOLATILE, ...) */
};

static void load_leaf(struct run *r, void *context, LLVMTypeRef type, uint64_t offset) {
    struct leaf_access *a = context;
    sort s = run_sort(r, type);
    uint64_t bytes = LLVMStoreSizeOfType(r->t->data, type);
    term result =
        a->writer ? run_input(r, SITE_ENVIRONMENT, a->writer, s, false) : memory_otherwise(r, &a->places, s);
    for (uint32_t i = 0; i < a->places.n && !a->writer; i++) {
        struct place p = memory_moved(a->places.at[i], offset);
        term v = memory_read_place(r, &p, bytes, s);
        if (term_sort(v) != s) v = memory_from_bits(s, v);
        result = result ? term_ite(p.guard, v, result) : v;
    }
    run_define_leaf(r, a->value, a->leaf++, result);
}

static void store_leaf(struct run *r, void *context, LLVMTypeRef type, uint64_t offset) {
    struct leaf_access *a = context;
    term v = run_leaf(r, a->value, a->leaf++);
    for (uint32_t i = 0; i < a->places.n; i++) {
        struct place p = memory_moved(a->places.at[i], offset);
        memory_write_place(r, &p, LLVMStoreSizeOfType(r->t->data, type), v);
    }
}

/* A device, a variable that another file defines, or, unless the rules say otherwise, any object
 * that others may know: all but local variables. Who writes there, NULL: the program alone. */
static const char *other_writer(struct run *r, LLVMValueRef load, const place_vec *places) {
    bool kept = false;
    const char *own = NULL;
    if (!LLVMGetVolatile(load)) return NULL;
    for (uint32_t i = 0; i < places->n; i++) {
        const struct object *o = &r->t->pt.objects.all.at[places->at[i].object];
        bool foreign =
            o->kind == OBJECT_OUTSIDE || (o->kind == OBJECT_GLOBAL && !LLVMGetInitializer(o->site));
        if (foreign) return SITE_VOLATILE;
        if (o->kind == OBJECT_FUNCTION || LLVMIsAAllocaInst(o->site)) continue;
        if (!r->t->program->rules.volatile_memory) {
            if (!options.isr) run_assumption(r, LEDGER_INTERRUPTS, NULL);
            own = r->t->program->rules.volatile_changes ? SITE_VOLATILE : SITE_OWN_VOLATILE;
            continue;
        }
        kept = true;
    }
    if (kept) run_assumption(r, LEDGER_VOLATILE, NULL);
    return own;
}

void memory_load(struct run *r, LLVMValueRef i) {
    struct leaf_access a = {.value = i};
    if (!ir_is_given(i))
        validity_access(r, LLVMGetOperand(i, 0), LLVMStoreSizeOfType(r->t->data, LLVMTypeOf(i)), false);
    memory_places(r, LLVMGetOperand(i, 0), &a.places);
    a.writer = other_writer(r, i, &a.places);
    if (a.writer && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind && points_to_of(&r->t->pt, i)->n)
        run_cut(r, "a volatile pointer (--volatile=memory)");
    each_leaf(r, LLVMTypeOf(i), 0, load_leaf, &a);
    VEC_RELEASE(&a.places);
}

/* The arbitrary value that a variable begins with (uninit.h) is stored before its scope begins. */
static bool is_first_value(LLVMValueRef v) {
    return LLVMIsACallInst(v) && ir_callee(v) && ir_starts_with(ir_callee(v), MARK_UNINIT);
}

void memory_store(struct run *r, LLVMValueRef v, LLVMValueRef pointer) {
    struct leaf_access a = {.value = v};
    if (!is_first_value(v)) validity_access(r, pointer, LLVMStoreSizeOfType(r->t->data, LLVMTypeOf(v)), true);
    memory_places(r, pointer, &a.places);
    each_leaf(r, LLVMTypeOf(v), 0, store_leaf, &a);
    VEC_RELEASE(&a.places);
}
