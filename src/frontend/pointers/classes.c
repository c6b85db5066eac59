#include "frontend/pointers/classes.h"

#include <assert.h>
#include <stdlib.h>

#include "frontend/driver/ir.h"
#include "util/mem.h"

/* Each object's parent in a forest of classes; a root is its own. */
struct forest {
    struct points_to *pt;
    uint32_t *parent;
};

static uint32_t root(struct forest *f, uint32_t i) {
    while (f->parent[i] != i) i = f->parent[i] = f->parent[f->parent[i]];
    return i;
}

/* A block of known size, that is only accessed at constant offsets from its beginning. */
static bool is_node(const struct object *o, uint64_t size) {
    bool exact = o->kind == OBJECT_HEAP && !objects_is_on_stack(o->site) && size > 0;
    for (uint32_t i = 0; i < o->accesses.n && exact; i++) {
        const struct access *a = &o->accesses.at[i];
        uint64_t between = a->at.stride; /* of blocks that are many, a multiple of their slots */
        exact = a->width > 0 && (between == 0 || (o->slot && between % o->slot == 0));
    }
    return exact;
}

static bool are_alike(const struct object *a, const struct object *b) {
    return is_node(a, a->bytes) && is_node(b, b->bytes) && a->bytes == b->bytes && a->align == b->align &&
           a->zeroed == b->zeroed;
}

static void join(struct forest *f, LLVMValueRef pointer) {
    const struct object *all = f->pt->objects.all.at;
    target_set targets = {0};
    points_to_reached(f->pt, pointer, &targets);
    for (uint32_t i = 1; i < targets.n; i++)
        for (uint32_t k = 0; k < i; k++)
            if (are_alike(&all[targets.at[i].object], &all[targets.at[k].object]))
                f->parent[root(f, targets.at[i].object)] = root(f, targets.at[k].object);
    VEC_RELEASE(&targets);
}

static void join_accesses(struct forest *f) {
    for (uint32_t k = 0; k < f->pt->functions.n; k++)
        FOR_BLOCKS (b, f->pt->functions.at[k])
            FOR_INSTRUCTIONS (i, b) {
                LLVMOpcode op = LLVMGetInstructionOpcode(i);
                if (op == LLVMLoad || op == LLVMStore) join(f, LLVMGetOperand(i, op == LLVMStore));
            }
}

/* Does somebody in the class of this root allocate again and again? */
static bool has_many(struct forest *f, uint32_t class) {
    for (uint32_t i = 1; i < f->pt->objects.all.n; i++)
        if (f->pt->objects.all.at[i].many && root(f, i) == class) return true;
    return false;
}

bool classes_find(struct points_to *pt, struct int_map *classes) {
    uint32_t n = pt->objects.all.n;
    struct forest f = {.pt = pt, .parent = mem_alloc((size_t)n * sizeof *f.parent)};
    bool found = false;
    assert(!pt->lives || !pt->c_rules);
    for (uint32_t i = 0; i < n; i++) f.parent[i] = i;
    join_accesses(&f);
    for (uint32_t i = 1; i < n; i++) {
        uint32_t class = root(&f, i);
        if (class == i || !has_many(&f, class)) continue;
        const struct object *all = pt->objects.all.at;
        *int_map_put(classes, (uintptr_t)all[i].site, NULL) = (uintptr_t)all[class].site;
        *int_map_put(classes, (uintptr_t)all[class].site, NULL) = (uintptr_t)all[class].site;
        found = true;
    }
    free(f.parent);
    return found;
}
