/* Block operations of constant size: memcpy, memmove, memset, and the beginning of a large
 * variable's life. */
#include <assert.h>

#include "frontend/driver/ir.h"
#include "frontend/translate/memory.h"
#include "frontend/translate/validity.h"

enum { MAX_PIECES = 4096 };

/* The object if the place is certain and covers all of an object that is kept in arrays. */
static uint32_t whole_object(struct run *r, const place_vec *places, uint64_t bytes) {
    if (places->n != 1 || places->at[0].guard != term_true()) return 0;
    const struct place *p = &places->at[0];
    const struct object *o = &r->t->pt.objects.all.at[p->object];
    bool whole = p->exact && p->offset == 0 && !o->many && o->size > 0 && bytes >= o->size;
    return whole && !r->t->layout.shapes.at[p->object].cells ? p->object : 0;
}

static bool same_shape(const struct shape *a, const struct shape *b) {
    if (a->stride != b->stride || a->fields.n != b->fields.n || a->cells != b->cells) return false;
    for (uint32_t i = 0; i < a->fields.n; i++)
        if (a->fields.at[i].offset != b->fields.at[i].offset || a->fields.at[i].sort != b->fields.at[i].sort)
            return false;
    return true;
}

/* Array by array; false if the shapes do not allow it. */
static bool copy_whole(struct run *r, const place_vec *to, const place_vec *from, uint64_t bytes) {
    struct translator *t = r->t;
    uint32_t target = whole_object(r, to, bytes);
    if (!target || from->n != 1 || from->at[0].guard != term_true() || !from->at[0].exact ||
        from->at[0].offset != 0)
        return false;
    uint32_t source = from->at[0].object;
    if (!same_shape(&t->layout.shapes.at[target], &t->layout.shapes.at[source])) return false;
    for (uint32_t f = 0; f < t->layout.shapes.at[target].fields.n; f++) {
        term v = memory_constant(r, source, 0, f);
        if (!v) v = run_memory(r, memory_cell(t, source, from->at[0].instance, 0, f));
        run_set_memory(r, memory_cell(t, target, to->at[0].instance, 0, f), v);
    }
    return true;
}

/* The longest piece from `done` on that crosses no boundary of a field in any candidate. */
static uint64_t piece(struct run *r, const place_vec *places, uint64_t done, uint64_t most, sort *s) {
    for (uint32_t i = 0; i < places->n; i++) {
        struct place p = memory_moved(places->at[i], done);
        sort found;
        uint64_t room = memory_room(r, &p, &found);
        if (room < most) most = room;
        *s = found;
    }
    return most;
}

static term read_any(struct run *r, const place_vec *places, uint64_t done, uint64_t bytes, sort s) {
    sort bits = sort_bv((uint32_t)bytes * 8);
    term result = memory_otherwise(r, places, bits);
    if (places->n != 1) s = bits;
    for (uint32_t i = 0; i < places->n; i++) {
        struct place p = memory_moved(places->at[i], done);
        term v = memory_read_place(r, &p, bytes, s);
        if (result) v = memory_bits(r, v);
        result = result ? term_ite(p.guard, v, result) : v;
    }
    return result;
}

struct chunk {
    uint64_t at, bytes;
    term value;
};

/* Reads everything before it writes anything: source and target may overlap. */
static void copy_pieces(struct run *r, const place_vec *to, const place_vec *from, uint64_t bytes) {
    VEC(struct chunk) chunks = {0};
    for (uint64_t done = 0; done < bytes && !r->over;) {
        sort target = 0, source = 0;
        uint64_t take = piece(r, to, done, bytes - done < 16 ? bytes - done : 16, &target);
        take = piece(r, from, done, take, &source);
        VEC_PUSH(&chunks, (struct chunk){done, take, read_any(r, from, done, take, target)});
        done += take;
        if (chunks.n > MAX_PIECES)
            run_cut(r, "a copy of %llu bytes in small pieces", (unsigned long long)bytes);
    }
    for (uint32_t c = 0; c < chunks.n && !r->over; c++) {
        for (uint32_t i = 0; i < to->n; i++) {
            struct place p = memory_moved(to->at[i], chunks.at[c].at);
            memory_write_place(r, &p, chunks.at[c].bytes, chunks.at[c].value);
        }
    }
    VEC_RELEASE(&chunks);
}

void memory_copy(struct run *r, LLVMValueRef to, LLVMValueRef from, uint64_t bytes) {
    place_vec targets = {0}, sources = {0};
    validity_access(r, to, bytes, true);
    validity_access(r, from, bytes, false);
    memory_places(r, to, &targets);
    memory_places(r, from, &sources);
    if (targets.n > 0 && !copy_whole(r, &targets, &sources, bytes)) copy_pieces(r, &targets, &sources, bytes);
    VEC_RELEASE(&targets);
    VEC_RELEASE(&sources);
}

static term repeated(term byte, uint64_t bytes) {
    term all = byte;
    for (uint64_t i = 1; i < bytes; i++) all = term_concat(all, byte);
    return all;
}

static void fill_pieces(struct run *r, const place_vec *to, term byte, uint64_t bytes) {
    uint32_t pieces = 0;
    for (uint64_t done = 0; done < bytes && !r->over;) {
        sort s = 0;
        uint64_t take = piece(r, to, done, bytes - done < 16 ? bytes - done : 16, &s);
        for (uint32_t i = 0; i < to->n; i++) {
            struct place p = memory_moved(to->at[i], done);
            memory_write_place(r, &p, take, repeated(byte, take));
        }
        done += take;
        if (++pieces > MAX_PIECES)
            run_cut(r, "filling %llu bytes in small pieces", (unsigned long long)bytes);
    }
}

void memory_fill(struct run *r, LLVMValueRef to, term byte, uint64_t bytes) {
    place_vec targets = {0};
    validity_access(r, to, bytes, true);
    memory_places(r, to, &targets);
    uint32_t object = whole_object(r, &targets, bytes);
    if (object) {
        const struct shape *s = &r->t->layout.shapes.at[object];
        for (uint32_t f = 0; f < s->fields.n; f++) {
            term var = memory_cell(r->t, object, targets.at[0].instance, 0, f);
            term element = memory_from_bits(s->fields.at[f].sort, repeated(byte, s->fields.at[f].width));
            run_set_memory(r, var, term_const_array(term_sort(var), element));
        }
    } else if (targets.n > 0) {
        fill_pieces(r, &targets, byte, bytes);
    }
    VEC_RELEASE(&targets);
}

void memory_arbitrary(struct run *r, LLVMValueRef to, uint64_t bytes, enum site_kind kind, const char *name) {
    place_vec targets = {0};
    uint32_t pieces = 0;
    validity_access(r, to, bytes, true);
    memory_places(r, to, &targets);
    for (uint64_t done = 0; done < bytes && !r->over;) {
        sort s = 0;
        uint64_t take = piece(r, &targets, done, bytes - done < 16 ? bytes - done : 16, &s);
        term any = run_input(r, kind, name, sort_bv((uint32_t)take * 8), false);
        if (kind == SITE_INPUT)
            VEC_LAST(&r->t->cfa->sites).memory =
                (struct site_memory){.offset = done, .bytes = (uint32_t)take};
        for (uint32_t i = 0; i < targets.n; i++) {
            struct place p = memory_moved(targets.at[i], done);
            memory_write_place(r, &p, take, any);
        }
        done += take;
        if (++pieces > MAX_PIECES)
            run_cut(r, "a result of %llu bytes in small pieces", (unsigned long long)bytes);
    }
    VEC_RELEASE(&targets);
}

static void havoc_instance(struct run *r, uint32_t object, uint32_t instance, enum site_kind kind,
                           const char *name) {
    const struct shape *s = &r->t->layout.shapes.at[object];
    for (uint64_t row = 0; row < (s->cells ? s->rows : 1); row++)
        for (uint32_t f = 0; f < s->fields.n; f++) {
            term var = memory_cell(r->t, object, instance, row, f);
            term any = run_input(r, kind, name, term_sort(var), false);
            if (kind == SITE_UNINIT) memory_note_site(r->t, object, row, f);
            if (kind == SITE_INPUT)
                VEC_LAST(&r->t->cfa->sites).memory =
                    (struct site_memory){.offset = (s->cells ? row * s->stride : 0) + s->fields.at[f].offset,
                                         .stride = s->stride,
                                         .bytes = (uint32_t)s->fields.at[f].width};
            run_set_memory(r, var, any);
        }
}

void memory_havoc(struct run *r, LLVMValueRef pointer, enum site_kind kind, const char *name) {
    place_vec places = {0};
    memory_places(r, pointer, &places);
    for (uint32_t i = 0; i < places.n; i++) {
        LLVMValueRef site = r->t->pt.objects.all.at[places.at[i].object].site;
        havoc_instance(r, places.at[i].object, places.at[i].instance, kind,
                       name   ? name
                       : site ? ir_name(site)
                              : "memory");
    }
    VEC_RELEASE(&places);
}

void memory_havoc_object(struct run *r, uint32_t object, enum site_kind kind, const char *name) {
    const struct shape *s = &r->t->layout.shapes.at[object];
    for (uint32_t i = 0; i < s->instances && s->fields.n > 0; i++) havoc_instance(r, object, i, kind, name);
}

void memory_begin(struct run *r, LLVMValueRef marker) {
    /* memory is arbitrary at the start: what begins to live once need not be made so again */
    bool once = r->a == r->t->activations.at[0] && !ir_in_cycle(LLVMGetInstructionParent(marker));
    if (!once) memory_havoc(r, LLVMGetOperand(marker, 0), SITE_UNINIT, NULL);
}
