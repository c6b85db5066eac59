/* The shapes of objects, from the accesses that the points-to analysis recorded.
 *
 * The stride is the greatest common divisor of the strides of all accesses, made finer until each
 * access has one residue; an array of structs thus becomes one array per member. A few rows are
 * unrolled into cells (--max-cells). Block operations only add boundaries at their ends, so what is
 * only moved as a block stays in pieces of up to eight bytes. */
#include "frontend/pointers/layout.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/driver/ir.h"
#include "util/options.h"

enum {
    FIRST_ADDRESS = 0x10000,
    ALIGNMENT = 64,
    MAX_FIELDS = 2048, /* of one row; objects with more are arrays of smaller rows */
};

sort layout_sort(LLVMTypeRef type, uint32_t pointer_width) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: {
        unsigned width = LLVMGetIntTypeWidth(type);
        return width == 1 ? sort_bool() : width <= BV_MAX_WIDTH ? sort_bv(width) : 0;
    }
    case LLVMPointerTypeKind: return sort_bv(pointer_width);
    case LLVMHalfTypeKind: return sort_float(5, 11);
    case LLVMFloatTypeKind: return sort_float(8, 24);
    case LLVMDoubleTypeKind: return sort_float(11, 53);
    case LLVMX86_FP80TypeKind: return sort_float(15, 64);
    case LLVMFP128TypeKind: return sort_float(15, 113);
    default: return 0;
    }
}

static uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

/* ---- rows ---- */

static uint64_t distance(int64_t a, int64_t b) {
    return a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b;
}

/* 0 if all accesses are at exact offsets. */
static uint64_t common_stride(const struct object *o) {
    uint64_t g = 0;
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        const struct offsets *at = &o->accesses.at[i].at;
        g = gcd64(g, at->stride);
        for (uint32_t r = 1; at->stride && r < at->n; r++) g = gcd64(g, distance(at->r[0], at->r[r]));
    }
    return g;
}

/* The stride that makes every exact access start a row: the fallback for objects with too many
 * fields. */
static uint64_t finest_stride(const struct object *o, uint64_t g) {
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        const struct access *a = &o->accesses.at[i];
        for (uint32_t r = 0; r < a->at.n; r++) g = gcd64(g, distance(0, a->at.r[r]));
        if (a->type || a->width < 64) g = gcd64(g, a->width);
    }
    return g ? g : 1;
}

/* ---- fields ---- */

typedef VEC(uint64_t) offset_vec;

static int by_value(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void cut_at(offset_vec *cuts, int64_t at, uint64_t stride) {
    int64_t m = at % (int64_t)stride;
    VEC_PUSH(cuts, (uint64_t)(m < 0 ? m + (int64_t)stride : m));
}

static void boundaries(const struct object *o, uint64_t stride, uint64_t size, offset_vec *cuts) {
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        const struct access *a = &o->accesses.at[i];
        for (uint32_t r = 0; r < a->at.n; r++) {
            bool outside = a->at.stride == 0 && size && (a->at.r[r] < 0 || (uint64_t)a->at.r[r] >= size);
            if (outside) continue;
            cut_at(cuts, a->at.r[r], stride);
            if (a->width) cut_at(cuts, a->at.r[r] + (int64_t)(a->width % stride), stride);
        }
    }
    VEC_PUSH(cuts, 0);
    VEC_PUSH(cuts, stride);
    qsort(cuts->at, cuts->n, sizeof *cuts->at, by_value);
}

/* Pieces of at most eight bytes, except that a long double (10 bytes) may be one. */
static void add_fields(struct shape *s, uint64_t from, uint64_t to) {
    while (from < to) {
        uint64_t width = to - from;
        if (width > 8 && width != 10) width = 8;
        VEC_PUSH(&s->fields, (struct field){from, width, sort_bv((uint32_t)width * 8)});
        from += width;
    }
}

static void make_fields(struct shape *s, const struct object *o) {
    offset_vec cuts = {0};
    boundaries(o, s->stride, o->size, &cuts);
    for (uint32_t i = 0; i + 1 < cuts.n && s->fields.n <= MAX_FIELDS; i++)
        add_fields(s, cuts.at[i], cuts.at[i + 1]);
    VEC_RELEASE(&cuts);
}

/* Which of the field's bytes does the access at residue r touch: none (0), exactly all (2), other
 * (1)? */
static int touches(const struct shape *s, const struct field *f, int64_t r, uint64_t width) {
    struct offsets a = {.stride = s->stride, .n = 1}, b = a;
    int64_t m = r % (int64_t)s->stride;
    a.r[0] = m < 0 ? m + (int64_t)s->stride : m;
    b.r[0] = (int64_t)f->offset;
    if (!offsets_overlap(&a, width, &b, f->width)) return 0;
    return (uint64_t)a.r[0] == f->offset && width == f->width ? 2 : 1;
}

/* A field that is only accessed as one float type keeps that sort; block operations do not mind. */
static void choose_sort(struct shape *s, struct field *f, const struct object *o, uint32_t pointer_width) {
    sort found = 0;
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        const struct access *a = &o->accesses.at[i];
        for (uint32_t r = 0; r < a->at.n && a->type; r++) {
            int how = touches(s, f, a->at.r[r], a->width);
            if (how == 0) continue;
            sort wanted = how == 2 ? layout_sort(a->type, pointer_width) : 0;
            if (!wanted || sort_kind_of(wanted) != SORT_FLOAT || (found && found != wanted)) return;
            found = wanted;
        }
    }
    if (found) f->sort = found;
}

static bool any_float(const struct object *o, uint32_t pointer_width) {
    for (uint32_t i = 0; i < o->accesses.n; i++) {
        sort s = o->accesses.at[i].type ? layout_sort(o->accesses.at[i].type, pointer_width) : 0;
        if (s && sort_kind_of(s) == SORT_FLOAT) return true;
    }
    return false;
}

static void make_shape(struct shape *s, const struct object *o, uint32_t pointer_width) {
    if (o->accesses.n == 0 || o->kind == OBJECT_FUNCTION) return;
    uint64_t g = common_stride(o);
    if (o->many) g = gcd64(g, o->slot ? o->slot : 16);
    bool exact = g == 0 && o->size > 0;
    s->stride = exact ? o->size : g ? g : finest_stride(o, 0);
    if (!exact && o->size && s->stride > o->size) s->stride = o->size;
    make_fields(s, o);
    if (s->fields.n > MAX_FIELDS) {
        VEC_CLEAR(&s->fields);
        s->stride = finest_stride(o, g);
        make_fields(s, o);
    }
    s->rows = o->size ? (o->size + s->stride - 1) / s->stride : 0;
    s->cells = s->rows == 1 || (s->rows > 0 && (double)s->rows * s->fields.n <= options.max_cells);
    if (!any_float(o, pointer_width)) return;
    for (uint32_t i = 0; i < s->fields.n; i++) choose_sort(s, &s->fields.at[i], o, pointer_width);
}

/* ---- addresses ---- */

/* Where objects lie: from `first` on, first those of known size, then those of unknown size, each
 * within its room. */
struct arena_of_addresses {
    uint64_t first, sized, regions;
};

static struct arena_of_addresses arena_of(const struct layout *l) {
    const uint64_t one = 1;
    if (l->pt->c_rules) {
        if (l->pointer_width == 32) return (struct arena_of_addresses){ARENA_32, one << 29, one << 30};
        return (struct arena_of_addresses){ARENA_64, one << 60, one << 61};
    }
    if (l->pointer_width == 32) return (struct arena_of_addresses){FIRST_ADDRESS, one << 30, one << 31};
    return (struct arena_of_addresses){FIRST_ADDRESS, one << 45, one << 46};
}

/* What an object of unknown size may occupy: its share of the room for those. */
static uint64_t region_size(const struct layout *l, uint64_t space) {
    uint64_t regions = 1, size = space;
    for (uint32_t i = 1; i < l->pt->objects.all.n; i++) regions += l->pt->objects.all.at[i].size == 0;
    while (size / 2 * regions > space / 2) size /= 2;
    return size;
}

/* The distance from one object of known size to the next: as much as there is room for, so that an
 * offset that is out of bounds does not lead into a neighbour. */
static uint64_t distance_between(const struct layout *l, uint64_t room) {
    uint64_t gap = (uint64_t)1 << (l->pointer_width == 32 ? 24 : 32), bytes = 0, count = 1;
    for (uint32_t i = 1; i < l->shapes.n; i++) {
        const struct object *o = &l->pt->objects.all.at[i];
        uint64_t n = l->shapes.at[i].instances;
        if (o->size == 0) continue;
        bytes += n * round_up(o->size + ALIGNMENT, o->align > ALIGNMENT ? o->align : ALIGNMENT);
        count += n;
    }
    while (gap > ALIGNMENT && bytes + gap * count > room) gap /= 2;
    return gap;
}

static void place(struct layout *l, uint32_t (*instances)(void *, LLVMValueRef), void *context) {
    struct arena_of_addresses arena = arena_of(l);
    for (uint32_t i = 1; i < l->shapes.n; i++) {
        const struct object *o = &l->pt->objects.all.at[i];
        l->shapes.at[i].instances = o->kind == OBJECT_STACK && !o->many ? instances(context, o->owner) : 1;
    }
    uint64_t at = arena.first, region = region_size(l, arena.regions), gap = distance_between(l, arena.sized);
    for (int pass = 0; pass < 2;
         pass++) { /* regions last, so that they do not push the others out of 32 bits */
        for (uint32_t i = 1; i < l->shapes.n; i++) {
            struct shape *s = &l->shapes.at[i];
            const struct object *o = &l->pt->objects.all.at[i];
            if ((o->size == 0) != (pass == 1)) continue;
            s->extent = o->size ? o->size : region;
            uint64_t align = o->align > ALIGNMENT ? o->align : ALIGNMENT;
            s->pitch = round_up(s->extent + ALIGNMENT, align) + (o->size ? gap : 0);
            s->base = round_up(at, o->align);
            at = s->base + s->pitch * s->instances;
            VEC_PUSH(&l->by_address, i);
        }
        at = round_up(at, ALIGNMENT);
    }
    l->too_large =
        at < arena.first || (l->pointer_width == 32 && at >= (l->pt->c_rules ? ARENA_32_END : UINT32_MAX));
}

void layout_run(struct layout *l, struct points_to *pt, uint32_t pointer_width,
                uint32_t (*instances)(void *, LLVMValueRef), void *context) {
    *l = (struct layout){.pt = pt, .pointer_width = pointer_width};
    VEC_RESIZE(&l->shapes, pt->objects.all.n);
    for (uint32_t i = 1; i < l->shapes.n; i++)
        make_shape(&l->shapes.at[i], &pt->objects.all.at[i], pointer_width);
    place(l, instances, context);
}

void layout_release(struct layout *l) {
    for (uint32_t i = 0; i < l->shapes.n; i++) VEC_RELEASE(&l->shapes.at[i].fields);
    VEC_RELEASE(&l->shapes);
    VEC_RELEASE(&l->by_address);
}

uint64_t layout_address(const struct layout *l, uint32_t object, uint32_t instance) {
    const struct shape *s = &l->shapes.at[object];
    assert(s->base && instance < s->instances);
    return s->base + s->pitch * instance;
}

uint32_t layout_find(const struct layout *l, uint64_t address, uint32_t *instance, uint64_t *offset) {
    /* the last object whose base is not above the address */
    uint32_t low = 0, high = l->by_address.n;
    while (low < high) {
        uint32_t mid = (low + high) / 2;
        if (l->shapes.at[l->by_address.at[mid]].base <= address) low = mid + 1;
        else high = mid;
    }
    if (low == 0) return 0;
    uint32_t object = l->by_address.at[low - 1];
    const struct shape *s = &l->shapes.at[object];
    uint64_t from_base = address - s->base;
    *instance = (uint32_t)(from_base / s->pitch < s->instances ? from_base / s->pitch : s->instances);
    if (*instance == s->instances) return 0;
    *offset = from_base % s->pitch;
    return *offset < s->extent ? object : 0;
}

uint32_t shape_field_at(const struct shape *s, uint64_t offset) {
    uint32_t low = 0, high = s->fields.n;
    assert(offset < s->stride && s->fields.n > 0);
    while (high - low > 1) {
        uint32_t mid = (low + high) / 2;
        if (s->fields.at[mid].offset <= offset) low = mid;
        else high = mid;
    }
    return low;
}
