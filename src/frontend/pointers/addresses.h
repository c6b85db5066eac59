/* Which addresses a program observes as numbers.
 *
 * As long as it does not, it cannot tell where its objects lie, and every object has a constant
 * address (layout.h). An instruction observes addresses if its result may be another one when
 * objects lie elsewhere:
 *
 *     (unsigned)(uintptr_t)&x     (uintptr_t)&x % 4     &x < &y     &x + 1 == &y
 *     (uintptr_t)p == old, with p from malloc
 *
 * Moving a pointer about, adding numbers to it, distances and order inside one object, equality of
 * pointers to living objects and the low bits that alignment fixes observe nothing. The objects
 * that are observed get an address that is an unknown constant, chosen when the object comes to
 * life (translate/lifetime.h): `numbered`. That needs one object of known size; for the others
 * (blocks that are allocated in a loop, locals of functions that call themselves) the result of the
 * instruction is arbitrary, which is a sound excess.
 *
 * By the rules of SV-COMP nothing is numbered, and the ledger says so. */
#ifndef FRONTEND_POINTERS_ADDRESSES_H
#define FRONTEND_POINTERS_ADDRESSES_H

#include "frontend/pointers/points_to.h"

enum { MAX_NUMBERED = 24 }; /* objects; any two are told apart by a condition */

/* Sets `mortal`, `observed` and `numbered` of all objects. */
void addresses_mark(struct points_to *pt, LLVMValueRef entry);
/* Would the result be another one if objects lay elsewhere, and are some of these objects not
 * numbered? Then nothing is known of the result, except that equal addresses of equal objects are
 * equal. */
bool addresses_hide_result(struct points_to *pt, LLVMValueRef instruction);

/* The object, if both values may only lead into blocks that are allocated at one place again and
 * again: distance and order are those of addresses inside a block, and arbitrary between two. 0: it
 * is not so. */
uint32_t addresses_of_blocks(struct points_to *pt, LLVMValueRef a, LLVMValueRef b);

/* Does a comparison of pointers mean what it should only if none of them leads to a block that was
 * freed? */
bool addresses_rely_on_life(struct points_to *pt, LLVMValueRef comparison);

#endif
