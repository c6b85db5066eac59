/* The objects of memory: globals, local variables that stayed in memory, allocation sites,
 * functions. */
#ifndef FRONTEND_POINTERS_OBJECTS_H
#define FRONTEND_POINTERS_OBJECTS_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include "frontend/pointers/offsets.h"
#include "util/hash.h"
#include "util/vec.h"

enum object_kind {
    OBJECT_GLOBAL,
    OBJECT_STACK,    /* an alloca */
    OBJECT_HEAP,     /* a call of malloc, calloc, ... */
    OBJECT_FUNCTION, /* only its address matters */
    OBJECT_OUTSIDE,  /* what the environment hands in: argv */
    /* no memory: stands in sets of targets for objects that are not known yet (points_to.h) */
    OBJECT_NAMELESS,
};

struct access { /* a width of 0: of unknown size */
    struct offsets at;
    uint64_t width;
    LLVMTypeRef type; /* of a load or store; NULL for block operations */
    bool load;
};

struct object {
    enum object_kind kind;
    /* global, function, alloca, call (of several the one that stands for all); NULL for OUTSIDE */
    LLVMValueRef site;
    LLVMValueRef owner; /* STACK, HEAP: the function that it is in */
    uint64_t size;      /* bytes; 0: not known */
    /* a power of two that divides its address: what the program asks for, at least 16 */
    uint64_t align;
    /* `many`: bytes from one allocation to the next, a power of two; 0: sizes vary */
    uint64_t slot;
    /* `many`: bytes of a slot in front of its block, 0 unless lives are followed */
    uint64_t lead;
    uint64_t bytes;    /* the size of a block, also where there are many; 0: not known */
    uint64_t promised; /* a power of two that divides its address on every machine */
    bool many;         /* the site may be executed more than once in one activation */
    bool zeroed;       /* calloc */
    bool written;      /* by an instruction */
    /* others can reach it: functions without a body, whoever calls the entry function */
    bool escapes;
    bool guessed; /* a pointer from nowhere may be made equal to its address */
    /* its address is in memory, or in a value that is merged with others (lifetime.c) */
    bool kept;
    bool mortal;   /* may end while the program runs (addresses.h) */
    bool observed; /* its address is used as a number */
    bool numbered; /* and is an unknown constant (lifetime.h) */
    VEC(struct access) accesses;
};

/* Objects of the program; object 0 is none. */
struct objects {
    VEC(struct object) all;
    struct int_map by_site;
    LLVMTargetDataRef layout;
    /* Accesses are checked. Every block then has a slot of its own, with room around it, so that a
     * pointer that leaves its block a little is in no other. */
    bool lives;
};

void objects_init(struct objects *o, LLVMTargetDataRef layout);
void objects_release(struct objects *o);
uint32_t objects_of_site(const struct objects *o, LLVMValueRef site); /* 0: none */
/* Adds the object of a global or function, unless it is there. */
uint32_t objects_add_global(struct objects *o, LLVMValueRef global);
/* Adds the object of an alloca or allocation call. `many` as in the struct. */
uint32_t objects_add_site(struct objects *o, LLVMValueRef site, bool many);
/* The site makes blocks of this object, too. */
void objects_share(struct objects *o, LLVMValueRef site, uint32_t object);
uint32_t objects_add_outside(struct objects *o);
uint32_t objects_add_nameless(struct objects *o);
/* Is this a call of malloc, calloc, aligned_alloc, ...? */
bool objects_is_allocation(LLVMValueRef call);
bool objects_is_on_stack(LLVMValueRef call); /* alloca: it never returns null */
/* Which of an allocation call's arguments multiply to the size; *count is -1 if there is only
 * one. */
void objects_size_arguments(LLVMValueRef call, int *count, int *size);
/* The argument of an allocation call that is its alignment; NULL: it has none. */
LLVMValueRef objects_alignment_argument(LLVMValueRef call);

#endif
