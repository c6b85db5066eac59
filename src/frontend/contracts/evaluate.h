/* What a function of integers computes, found by running LLVM's code.
 *
 * For guessing only: nothing that is proven rests on it. Functions may use their own scalar
 * variables and the given global ones; results are remembered by arguments, so a function that
 * calls itself twice takes as many steps as it has different arguments. Draws are random, and what
 * depends on them is not remembered. */
#ifndef FRONTEND_CONTRACTS_EVALUATE_H
#define FRONTEND_CONTRACTS_EVALUATE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "util/hash.h"
#include "util/rng.h"
#include "util/vec.h"

/* Tells what a call does without running it: its result, and the globals in place; false: it must
 * be run. */
typedef bool evaluate_shortcut(void *context, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
                               uint64_t *result);

struct evaluator {
    const LLVMValueRef *globals; /* the variables whose values go in and out */
    uint32_t n_globals;
    evaluate_shortcut *shortcut; /* may be NULL; not asked for the outermost call */
    void *context;
    uint64_t steps; /* instructions left in all */
    struct rng random;
    /* private */
    uint64_t end; /* steps at which the run at hand gives up */
    uint32_t depth;
    uint64_t draws;
    struct int_map memory;  /* hash of a call -> where its outcome stands in `outcomes` */
    VEC(uint64_t) outcomes; /* result, globals */
};

/* Calls f; `globals` are the variables' values before and, in place, after. False: it does not
 * return within the limits, or does what is not understood. Values are cut to their widths. */
bool evaluate(struct evaluator *e, LLVMValueRef f, const uint64_t *arguments, uint64_t *globals,
              uint64_t *result);
void evaluator_release(struct evaluator *e);

#endif
