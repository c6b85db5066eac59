/* Addresses and lives of objects.
 *
 * An object whose address the program observes as a number (pointers/addresses.h) has its address in a variable of the automaton. The
 * variable gets a value when the object comes to life: any one that is aligned as promised, not null, inside the
 * address space, and such that the object shares no byte with one that is alive. So the address of what is dead may come back,
 * and one past the end of an object may be the beginning of another.
 *
 * Whether an object is alive is a variable, too, for objects that may die and whose address is a number; for all objects that
 * may die if translator.lifetimes is set before the translation begins. Blocks that are allocated in a loop share an array of
 * bits, by their number; blocks of different sizes from one place are not followed. */
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
/* The object comes to life (a local variable, a block that was allocated at this address); returns its address. */
term lifetime_begin(struct run *r, uint32_t object, uint32_t instance, term address);
void lifetime_end(struct run *r, uint32_t object, uint32_t instance);
/* llvm.lifetime.start and .end of a local variable. */
void lifetime_marker(struct run *r, LLVMValueRef call, bool start);
/* free: the block that begins where the pointer points ends its life. */
void lifetime_free(struct run *r, LLVMValueRef pointer);

#endif
