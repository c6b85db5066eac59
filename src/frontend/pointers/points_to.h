/* Which objects, at which offsets, a value may point to.
 *
 * A pointer from nowhere (the result of a function without a body, a parameter of the entry
 * function, a number that became a pointer, a variable that was never set) may lead to foreign
 * memory or to any object of the program that others can reach. In sets of targets such objects are
 * not listed, since they are known only at the end: `unknown` stands for them, and
 * points_to_reached lists them. Beside it stands `guess` if nothing but luck decides the pointer's
 * value, as with __VERIFIER_nondet_pointer(): what such a pointer is compared with, it may also be
 * equal to. By the rules of SV-COMP neither exists: foreign pointers lead to foreign memory. */
#ifndef FRONTEND_POINTERS_POINTS_TO_H
#define FRONTEND_POINTERS_POINTS_TO_H

#include <llvm-c/Core.h>

#include "frontend/pointers/objects.h"
#include "frontend/pointers/stamps.h"

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
    /* those that the entry function reaches by calls, itself first */
    value_list functions;
    struct int_map index;              /* value -> index into sets */
    VEC(target_set) sets;              /* 0 is the empty set */
    VEC(VEC(struct content)) contents; /* one per object */
    bool changed;                      /* in this round */
    struct stamps stamps;              /* when it changed */
    /* Set by the caller: functions without a body may change what they can reach; nothing is taken
     * for granted that C does not say. */
    bool outside_writes, c_rules;
    bool lives; /* set by the caller: accesses are checked (objects.h) */
    /* Places that allocate, each with the one that stands for its class (classes.h); NULL: none. */
    const struct int_map *classes;
    uint32_t unknown, guess; /* see above; 0 by the rules of SV-COMP */
    uint64_t grain;          /* pointers from nowhere are used at multiples of this many bytes */
    bool strangers;          /* somebody outside may know what escapes */
    uint32_t outside;        /* the object of foreign memory (outside.c); 0: nothing leads there */
};

/* Analyses the entry function and what it calls. `stays_call` tells which defined functions are
 * known by name and not entered. Fills objects with all objects and the accesses to them. Of *pt
 * only outside_writes, c_rules and lives are read. */
void points_to_run(struct points_to *pt, LLVMModuleRef module, LLVMValueRef entry,
                   bool (*stays_call)(void *, LLVMValueRef), void *context);
void points_to_release(struct points_to *pt);
/* Where a value (constants too) may point; valid until the next call for a constant. */
const target_set *points_to_of(struct points_to *pt, LLVMValueRef v);

/* The objects that an access through the pointer may touch, without stand-ins. */
void points_to_reached(struct points_to *pt, LLVMValueRef pointer, target_set *out);
/* Does a set have the object? */
bool points_to_has(const target_set *s, uint32_t object);

/* For outside.c: `what` may be stored in an object, and a value may point to `targets`. Both set
 * `changed`. */
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
