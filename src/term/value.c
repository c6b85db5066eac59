/* Array values as versions of mutable tables (Baker, "Shallow binding makes functional arrays
 * fast", 1991). One version of each family owns the table; every other one holds a difference, "as
 * my neighbour, except that index is element", along a path that leads to the owner. Reading or
 * writing an old version first turns that path around (reroot), so the version in use always has
 * the table. */
#include "term/internal.h"

#include <string.h>

struct exception {
    value index, element;
    bool used;
};

struct table {
    value otherwise;
    struct exception *slots;
    uint32_t capacity, n; /* n counts used slots; entries equal to `otherwise` may remain */
};

struct version {
    uint32_t neighbour; /* towards the owner; 0: this is the owner */
    uint32_t table;
    value index, element; /* the difference to the neighbour */
};

static struct {
    VEC(struct version) versions;
    VEC(struct table) tables;
    VEC(uint32_t) path; /* scratch of reroot */
} arrays;

static uint64_t value_hash(value v) { return hash_mix(hash_int(v.lo), v.hi); }

static struct exception *slot_of(const struct table *t, value index) {
    uint32_t mask = t->capacity - 1, i = (uint32_t)value_hash(index) & mask;
    while (t->slots[i].used && !value_same(t->slots[i].index, index)) i = (i + 1) & mask;
    return &t->slots[i];
}

static value table_get(const struct table *t, value index) {
    if (!t->capacity) return t->otherwise;
    const struct exception *e = slot_of(t, index);
    return e->used ? e->element : t->otherwise;
}

static void table_grow(struct table *t) {
    struct table old = *t;
    t->capacity = old.capacity ? 2 * old.capacity : 8;
    t->slots = mem_zero(t->capacity, sizeof *t->slots);
    for (uint32_t i = 0; i < old.capacity; i++)
        if (old.slots[i].used) *slot_of(t, old.slots[i].index) = old.slots[i];
    free(old.slots);
}

static void table_set(struct table *t, value index, value element) {
    if (2 * (t->n + 1) > t->capacity) table_grow(t);
    struct exception *e = slot_of(t, index);
    t->n += !e->used;
    *e = (struct exception){index, element, true};
}

static struct version *version_of(value array) {
    assert(array.lo && array.lo < arrays.versions.n && !array.hi);
    return &arrays.versions.at[array.lo];
}

/* The handle of an array of which nothing is known is 0: the one that is 0 everywhere. */
static value known(value array) {
    if (!arrays.versions.n) VEC_PUSH(&arrays.versions, (struct version){0});
    if (!arrays.tables.n) VEC_PUSH(&arrays.tables, (struct table){0});
    return array.lo ? array : array_value_const(value_of(0));
}

static struct table *reroot(value array) {
    struct version *v = version_of(array);
    if (!v->neighbour) return &arrays.tables.at[v->table];
    VEC_CLEAR(&arrays.path);
    uint32_t at = (uint32_t)array.lo;
    while (arrays.versions.at[at].neighbour) {
        VEC_PUSH(&arrays.path, at);
        at = arrays.versions.at[at].neighbour;
    }
    struct table *t = &arrays.tables.at[v->table];
    while (arrays.path.n) { /* `at` owns the table; hand it over to the one before */
        uint32_t next = VEC_POP(&arrays.path);
        struct version *from = &arrays.versions.at[at], *to = &arrays.versions.at[next];
        assert(to->neighbour == at && !from->neighbour);
        from->index = to->index;
        from->element = table_get(t, to->index);
        from->neighbour = next;
        table_set(t, to->index, to->element);
        to->neighbour = 0;
        at = next;
    }
    return t;
}

static value add_version(struct version v) {
    if (arrays.versions.n == UINT32_MAX / 2) fail_environment("too many array values");
    VEC_PUSH(&arrays.versions, v);
    return value_of(arrays.versions.n - 1);
}

value array_value_const(value element) {
    known(value_of(1));
    VEC_PUSH(&arrays.tables, (struct table){.otherwise = element});
    return add_version((struct version){.table = arrays.tables.n - 1});
}

value array_value_store(value array, value index, value element) {
    array = known(array);
    struct table *t = reroot(array);
    value before = table_get(t, index);
    if (value_same(before, element)) return array;
    table_set(t, index, element);
    value r = add_version((struct version){.table = version_of(array)->table});
    struct version *old = version_of(array);
    old->neighbour = (uint32_t)r.lo;
    old->index = index;
    old->element = before;
    return r;
}

value array_value_select(value array, value index) {
    if (!array.lo) return value_of(0);
    return table_get(reroot(array), index);
}

value array_value_default(value array) {
    return array.lo ? arrays.tables.at[version_of(array)->table].otherwise : value_of(0);
}

void array_value_visit(value array, void (*visit)(void *context, value index, value element), void *context) {
    if (!array.lo) return;
    /* The visitor may store into arrays: look at a copy. */
    struct table *t = reroot(array);
    VEC(struct exception) copy = {0};
    for (uint32_t i = 0; i < t->capacity; i++)
        if (t->slots[i].used && !value_same(t->slots[i].element, t->otherwise)) VEC_PUSH(&copy, t->slots[i]);
    for (uint32_t i = 0; i < copy.n; i++) visit(context, copy.at[i].index, copy.at[i].element);
    VEC_RELEASE(&copy);
}

void array_values_clear(void) {
    for (uint32_t i = 0; i < arrays.tables.n; i++) free(arrays.tables.at[i].slots);
    VEC_RELEASE(&arrays.tables);
    VEC_RELEASE(&arrays.versions);
    VEC_RELEASE(&arrays.path);
}

/* ---- equality ---- */

struct comparison {
    sort element;
    bool nested; /* elements are values of `element`, else plain bits */
    value other;
    uint64_t shared; /* exceptions of both */
    uint64_t seen;
    bool same;
};

static bool element_same(const struct comparison *c, value a, value b) {
    return c->nested ? value_equal(c->element, a, b) : value_same(a, b);
}

static void compare_exception(void *context, value index, value element) {
    struct comparison *c = context;
    c->seen++;
    value there = array_value_select(c->other, index);
    c->shared += !value_same(there, array_value_default(c->other));
    c->same = c->same && element_same(c, element, there);
}

/* `indices` is the number of indices if it is small enough to be exhausted by exceptions, else
 * 0. */
static bool arrays_equal(struct comparison c, value a, value b, uint64_t indices) {
    c.same = true;
    c.other = b;
    array_value_visit(a, compare_exception, &c);
    uint64_t of_a = c.seen, shared = c.shared;
    c.seen = 0;
    c.other = a;
    if (c.same) array_value_visit(b, compare_exception, &c);
    if (!c.same) return false;
    /* An index where neither has an exception shows the defaults. */
    return element_same(&c, array_value_default(a), array_value_default(b)) ||
           (indices && of_a + c.seen - shared == indices);
}

bool array_value_equal(value a, value b) {
    return value_same(a, b) || arrays_equal((struct comparison){0}, a, b, 0);
}

bool value_equal(sort s, value a, value b) {
    if (value_same(a, b)) return true;
    if (sort_kind_of(s) != SORT_ARRAY) return false;
    uint32_t w = sort_width(sort_index(s));
    struct comparison c = {.element = sort_element(s), .nested = true};
    return arrays_equal(c, a, b, w && w < 32 ? (uint64_t)1 << w : 0);
}
