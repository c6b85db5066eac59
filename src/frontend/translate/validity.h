/* Checks of the memory model: is what is accessed, freed and left behind as C wants it?
 *
 * They are made if translator.accesses is set, which implies translator.lifetimes. Each is a
 * condition under which an edge leads to lE; where it does not hold, the execution goes on, so that
 * what follows may rely on it. A condition of a class that nobody asked for ends the execution
 * instead, and the ledger says so. */
#ifndef FRONTEND_TRANSLATE_VALIDITY_H
#define FRONTEND_TRANSLATE_VALIDITY_H

#include "frontend/translate/translate.h"

/* Before a load, a store or a block operation: may as many bytes be accessed there? */
void validity_access(struct run *r, LLVMValueRef pointer, uint64_t bytes, bool write);
/* May as many bytes be read there, or written? *certain: where this is known. */
term validity_holds(struct run *r, LLVMValueRef pointer, term bytes, bool write, term *certain);

/* An object that a pointer may lead into. */
struct validity_place {
    uint32_t object;
    /* The pointer is in it or one past its end; a region of many blocks: in one of them. */
    term within;
    term offset, size; /* where `within` holds */
    term number;       /* of the block or the activation; tells those of one object apart */
    bool block;        /* it was allocated */
    bool neighbours;   /* another object may follow at once */
};
typedef VEC(struct validity_place) validity_places;

void validity_objects(struct run *r, LLVMValueRef pointer, validity_places *places);
/* Before a copy of so many bytes: are the two pieces apart, or one and the same if there are
 * several bytes? Of one byte: are they apart? */
void validity_apart(struct run *r, LLVMValueRef to, LLVMValueRef from, uint64_t bytes);
/* Before p < q and p - q: do they lead into one object, or one past its end? */
void validity_together(struct run *r, LLVMValueRef p, LLVMValueRef q);
/* Before free: is it null or the beginning of a living block? */
void validity_free(struct run *r, LLVMValueRef pointer);
/* realloc: the same, and how large is the block? */
term validity_size(struct run *r, LLVMValueRef pointer);
/* After an address computation: a pointer that has moved from one object to another is cut. */
void validity_moved(struct run *r, const struct gep *g, LLVMValueRef result, term after);
/* A number becomes a pointer. */
void validity_from_number(struct run *r, LLVMValueRef cast);
/* The entry function returns: what is still alive? */
void validity_end(struct run *r);
/* exit() is called: the same, but local variables still live, too. */
void validity_exit(struct run *r);

#endif
