/* Addresses and lives of objects.
 *
 * An object whose address the program observes as a number (pointers/addresses.h) has its address
 * in a variable of the automaton. The variable gets a value when the object comes to life: any one
 * that is aligned as promised, not null, inside the address space, and such that the object shares
 * no byte with one that is alive. So the address of what is dead may come back, and one past the
 * end of an object may be the beginning of another.
 *
 * Whether an object is alive is a variable, too, for objects that may die and whose address is a
 * number; for all objects that may die if translator.lifetimes is set before the translation
 * begins. Blocks that are allocated in a loop share an array of bits, by their number. Arrays of
 * variable length die in the reverse order of their births; those that are allocated in a loop are
 * alive from a first number to the last that was given. Sizes that are not constant are variables,
 * or an array of them. The number of living blocks of a place is a variable of its own, because
 * "all are freed" is then a fact about one number. */
#ifndef FRONTEND_TRANSLATE_LIFETIME_H
#define FRONTEND_TRANSLATE_LIFETIME_H

#include "frontend/translate/translate.h"

/* Makes the variables; before anything is translated. */
void lifetime_prepare(struct translator *t);
/* Their values on the first edge. */
void lifetime_initial(struct run *r);
/* The address of an object: a constant, or its variable's value now. */
term lifetime_address(struct run *r, uint32_t object, uint32_t instance);
/* The object that a pointer is a constant distance from by its form; 0: not known. */
uint32_t lifetime_find(struct run *r, term pointer, uint64_t *offset);
/* Is the object, or its block at this address, alive now? TERM_NONE: not followed. */
term lifetime_alive(struct run *r, uint32_t object, uint32_t instance, term address);
/* The object comes to life if `when` holds (a local variable, a block that was allocated at this
 * address); returns its address. */
term lifetime_begin(struct run *r, uint32_t object, uint32_t instance, term address, term when);
void lifetime_end(struct run *r, uint32_t object, uint32_t instance);
/* llvm.lifetime.start and .end of a local variable. */
void lifetime_marker(struct run *r, LLVMValueRef call, bool start);
/* Does a living block of this place begin where the pointer points? */
term lifetime_is_block(struct run *r, uint32_t object, term pointer);
/* free: the block that begins where the pointer points ends its life. */
void lifetime_free(struct run *r, LLVMValueRef pointer);
/* llvm.stackrestore: arrays of variable length that began since the stack was saved end. */
void lifetime_restore(struct run *r, LLVMValueRef call);
/* A function that was not inlined returns: its variables end. */
void lifetime_return(struct run *r);
/* The size of the object, or of its block at this address; TERM_NONE: not known. */
term lifetime_size(struct run *r, uint32_t object, term address);
void lifetime_set_size(struct run *r, uint32_t object, term address, term size);
/* Which of the blocks of a place that allocates many: its number. */
term lifetime_number(struct run *r, uint32_t object, term address);
/* The number of living blocks of a place that allocates, as a word; TERM_NONE: not followed. */
term lifetime_living(struct run *r, uint32_t object);

#endif
