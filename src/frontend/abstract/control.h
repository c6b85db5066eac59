/* What decides whether a block of a function is executed: post-dominators and control dependence.
 *
 * Blocks have numbers, in the order of the function. `n` stands for the exit: what is behind every
 * return and every place where the execution ends. A block that only leads round and round is taken
 * to lead to the exit as well, or it would depend on nothing. */
#ifndef FRONTEND_ABSTRACT_CONTROL_H
#define FRONTEND_ABSTRACT_CONTROL_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/hash.h"
#include "util/vec.h"

typedef VEC(uint32_t) block_list;

struct control {
    uint32_t n;
    LLVMBasicBlockRef *blocks;
    struct int_map index; /* block -> number */
    bool *reached;        /* from the function's entry */
    block_list *next;     /* successors, n among them */
    uint32_t *join;       /* the immediate post-dominator; of blocks that are reached */
    block_list *on;       /* whose branches decide whether the block is executed */
};

/* `ends` tells whether control never leaves a block by its last instruction. False, and there is
 * nothing to release, if some block ends in another way than by a branch, a switch, a return or
 * nowhere. */
bool control_init(struct control *c, LLVMValueRef function, bool (*ends)(void *, LLVMBasicBlockRef),
                  void *context);
void control_release(struct control *c);
uint32_t control_number(const struct control *c, LLVMBasicBlockRef block);

#endif
