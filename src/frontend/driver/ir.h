/* Small helpers over LLVM's C interface, and the names of the marker functions with which the
 * preparation of a module speaks to its translation. */
#ifndef FRONTEND_DRIVER_IR_H
#define FRONTEND_DRIVER_IR_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

/* Markers. A function whose name begins so has no body:
 *   T __edgewise_uninit.T()                     an arbitrary value: a variable begins its life
 *   T __edgewise_any.T()                        an arbitrary value: a library function's freedom
 *   void __edgewise_uninit_mem(ptr, i64 bytes)  the same for a large object
 *   word __edgewise_outside_number(ptr name)      a number from outside, by this library function
 *   void __edgewise_outside_bytes(ptr, word n, ptr name)
 *                                               n bytes from outside; what lies beside them in the
 *                                               object may become arbitrary as well
 *   void __edgewise_assume(i1)                  executions in which it is false do not exist
 *   void __edgewise_error()                     the error, where a label is one
 *   void __edgewise_order()                     operands before this depend on the order of their
 *                                               evaluation
 *   void __edgewise_cut(ptr text)               the translation gives up here, for this reason
 *   void __edgewise_ledger(ptr name)            a model takes for granted what the ledger says
 *                                               under this name
 *   void __edgewise_unset(i1)                   it holds if what follows depends on a value that
 *                                               nobody has set
 *   void __edgewise_fell(i1)                    it holds if the call before has ended without the
 *                                               value that is used
 *   void __edgewise_apart(ptr p, ptr q)         a copy overlaps itself if both are one place
 *   T __edgewise_stranger.N(ptr f, arguments)   calls f, which is no function of this type that is
 *                                               known
 *   T __edgewise_asm.N(inputs)                  inline assembly: arbitrary outputs
 *   T __edgewise_asm_memory.N(inputs)           the same, and it clobbers memory */
#define MARK_PREFIX "__edgewise_"
#define MARK_UNINIT "__edgewise_uninit."
#define MARK_ANY "__edgewise_any."
#define MARK_UNINIT_MEM "__edgewise_uninit_mem"
#define MARK_OUTSIDE_NUMBER "__edgewise_outside_number"
#define MARK_OUTSIDE_BYTES "__edgewise_outside_bytes"
#define MARK_ASSUME "__edgewise_assume"
#define MARK_ERROR "__edgewise_error"
#define MARK_ORDER "__edgewise_order"
#define MARK_CUT "__edgewise_cut"
#define MARK_LEDGER "__edgewise_ledger"
#define MARK_UNSET "__edgewise_unset"
#define MARK_FELL "__edgewise_fell"
#define MARK_APART "__edgewise_apart"
#define MARK_STRANGER "__edgewise_stranger."
#define MARK_ASSEMBLY "__edgewise_asm."
#define MARK_ASSEMBLY_MEMORY "__edgewise_asm_memory."
#define MARK_KEEP "__edgewise_keep"
#define MARK_USE "__edgewise_use"
#define MARK_SIZE "__edgewise_size"

#define FOR_FUNCTIONS(f, module)                                                                             \
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
#define FOR_GLOBALS(g, module) for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
#define FOR_BLOCKS(b, function)                                                                              \
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
#define FOR_INSTRUCTIONS(i, block)                                                                           \
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))

const char *ir_name(LLVMValueRef v); /* "" if it has none */
bool ir_has_name(LLVMValueRef v, const char *name);
bool ir_starts_with(LLVMValueRef v, const char *prefix);
bool ir_has_body(LLVMValueRef function);
/* The function that a call calls by its name, NULL for a pointer or inline assembly. */
LLVMValueRef ir_callee(LLVMValueRef call);
uint32_t ir_width(LLVMTypeRef t); /* of an integer of at most 64 bits; 0 for all else */
bool ir_is_call(LLVMValueRef v);  /* call, invoke or callbr */
bool ir_is_debug(LLVMValueRef v); /* llvm.dbg.* */
uint32_t ir_arguments(LLVMValueRef call);
/* Does the enum attribute of this name stand at this index of a function or call? */
bool ir_has_attribute(LLVMValueRef v, uint32_t index, const char *name);
/* The type of the result that a call hands back in memory, at its first argument; NULL: it does
 * not. */
LLVMTypeRef ir_result_in_memory(LLVMValueRef call);
void ir_drop_attribute(LLVMValueRef v, uint32_t index, const char *name);
void ir_add_attribute(LLVMValueRef function, const char *name);
/* Attributes of a function that only we understand. */
void ir_add_note(LLVMValueRef function, const char *note);
bool ir_has_note(LLVMValueRef function, const char *note);
/* A value wrapped in a debug intrinsic's first operand, NULL if it is gone. */
LLVMValueRef ir_debug_value(LLVMValueRef debug_call);
/* The function's declaration, made if the module has none. */
LLVMValueRef ir_declare(LLVMModuleRef m, const char *name, LLVMTypeRef result, LLVMTypeRef *params,
                        uint32_t n);
/* The first operand of a block's entry that is no alloca, to insert before. */
LLVMValueRef ir_after_allocas(LLVMValueRef function);
bool ir_is_static_alloca(LLVMValueRef v);  /* in the entry block, of constant size */
bool ir_in_cycle(LLVMBasicBlockRef block); /* can control come back to it? */
/* A branch that was a call of the function that it stands in, in the source. */
void ir_mark_tail(LLVMValueRef branch);
bool ir_is_tail(LLVMValueRef branch);
/* A load of ours, which says what the program is given: it is no access of the program. */
void ir_mark_given(LLVMValueRef load);
bool ir_is_given(LLVMValueRef load);
/* A static alloca or a global, or a constant number of bytes from it. */
bool ir_is_fixed_address(LLVMValueRef v);
/* An array, or a vector of floats, which is how clang passes a small struct of floats; and how many
 * elements it has. Vectors of integers are none: pointers could pass through them unseen. */
bool ir_is_sequence(LLVMTypeRef type);
/* Any vector whose elements lie in memory as those of an array do. */
bool ir_is_plain_vector(LLVMTargetDataRef layout, LLVMTypeRef type);
uint64_t ir_sequence_length(LLVMTypeRef type);
/* of a static one, in bytes */
uint64_t ir_alloca_size(LLVMTargetDataRef layout, LLVMValueRef alloca);

/* Whether the program moves blocks, which cannot be told any more once realloc's model is inlined:
 * noted, and asked. */
void ir_note_realloc(LLVMModuleRef module);
/* Marks the calls of malloc in the function, if it is there: executions in which one returns null
 * are not looked at, because an assumption behind it ends them (source/fresh.h). Then the address
 * is no choice between null and a block, and tests for null are decided. */
void ir_note_blocks(LLVMModuleRef module, const char *function);
bool ir_is_noted_block(LLVMValueRef site);
bool ir_has_realloc(LLVMModuleRef module);

#endif
