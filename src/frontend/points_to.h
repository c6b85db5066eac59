/* Which objects, at which offsets, a value may point to. */
#ifndef FRONTEND_POINTS_TO_H
#define FRONTEND_POINTS_TO_H

#include <llvm-c/Core.h>

#include "frontend/objects.h"

struct target {
    uint32_t object;
    struct offsets at;
};

typedef VEC(struct target) target_set; /* each object at most once */

struct content { /* what is stored in an object, at some offsets */
    struct offsets at;
    uint64_t width;
    target_set targets;
};

typedef VEC(LLVMValueRef) value_list;

struct points_to {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    struct objects objects;
    value_list functions;              /* those that the entry function reaches by calls, itself first */
    struct int_map index;              /* value -> index into sets */
    VEC(target_set) sets;              /* 0 is the empty set */
    VEC(VEC(struct content)) contents; /* one per object */
    bool changed;                      /* in this round */
    uint32_t outside;                  /* the object of foreign memory (outside.c); 0: nothing leads there */
};

/* Analyses the entry function and what it calls. `stays_call` tells which defined functions are known by name and
 * not entered. Fills objects with all objects and the accesses to them. */
void points_to_run(struct points_to *pt, LLVMModuleRef module, LLVMValueRef entry,
                   bool (*stays_call)(void *, LLVMValueRef), void *context);
void points_to_release(struct points_to *pt);
/* Where a value (constants too) may point; valid until the next call for a constant. */
const target_set *points_to_of(struct points_to *pt, LLVMValueRef v);

/* For outside.c: `what` may be stored in an object, and a value may point to `targets`. Both set `changed`. */
void points_to_store(struct points_to *pt, uint32_t object, const struct offsets *at, uint64_t width,
                     const target_set *what);
void points_to_give(struct points_to *pt, LLVMValueRef to, const target_set *targets);

/* The constant part of an address computation, and its variable summands. */
struct gep {
    LLVMValueRef base;
    int64_t constant;
    uint32_t n;
    struct {
        LLVMValueRef index;
        uint64_t scale;
    } part[16];
};
/* Takes a getelementptr instruction or constant apart; false if it has too many parts. */
bool gep_parse(LLVMTargetDataRef layout, LLVMValueRef v, struct gep *g);

#endif
