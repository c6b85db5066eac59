/* What the parts of the memory model share: memory.c (accesses), blocks.c (memcpy and the like),
 * heap.c (allocation, initial values). */
#ifndef FRONTEND_TRANSLATE_MEMORY_H
#define FRONTEND_TRANSLATE_MEMORY_H

#include "frontend/translate/translate.h"

/* The variable of a field: of one row with cells, of all rows (an array) without. */
term memory_cell(struct translator *t, uint32_t object, uint32_t instance, uint64_t row, uint32_t field);
/* The initial value of a field (an array without cells) of a global that is never written;
 * TERM_NONE for others. */
term memory_constant(struct run *r, uint32_t object, uint64_t row, uint32_t field);
/* Notes for the newest site of the automaton that it is the contents of this field (see site_memory
 * in cfa.h). */
void memory_note_site(struct translator *t, uint32_t object, uint64_t row, uint32_t field);
/* A value as it lies in memory, and back. */
term memory_bits(struct run *r, term v);
term memory_from_bits(sort s, term bits);

/* How many blocks the place has allocated. */
term heap_allocated(struct run *r, uint32_t object);

/* A candidate for an access: an object with an offset. */
struct place {
    uint32_t object, instance;
    bool exact;
    uint64_t offset; /* exact: from the object's beginning */
    term row;        /* not exact: the row, and the offset in it */
    uint64_t in_row;
    term guard; /* does the pointer point here? */
};
typedef VEC(struct place) place_vec;

/* Does this segment know the value, though it is no operand of the instruction? */
bool memory_knows(struct run *r, LLVMValueRef v);
/* All candidates; a single one has the guard true. Whether the access is valid, validity.h asks
 * before. */
void memory_places(struct run *r, LLVMValueRef pointer, place_vec *places);
struct place memory_moved(struct place p, uint64_t by);
/* How many bytes from here on lie in the same field; its sort if the place is its beginning, else
 * 0. */
uint64_t memory_room(struct run *r, const struct place *p, sort *s);
/* At most 16 bytes; as `s` if a field of that sort is exactly there, else as a bit-vector. */
term memory_read_place(struct run *r, const struct place *p, uint64_t bytes, sort s);
void memory_write_place(struct run *r, const struct place *p, uint64_t bytes, term v);
term memory_outside(struct run *r, sort s); /* what is read where no object is */
/* What is read if no candidate is meant; TERM_NONE if one of them is for sure. */
term memory_otherwise(struct run *r, const place_vec *places, sort s);
/* As many bytes from the pointer on become arbitrary. */
void memory_arbitrary(struct run *r, LLVMValueRef to, uint64_t bytes, enum site_kind kind, const char *name);
/* Everything in the objects that the pointer may point into becomes arbitrary. */
void memory_havoc(struct run *r, LLVMValueRef pointer, enum site_kind kind, const char *name);
/* The same for all instances of an object. */
void memory_havoc_object(struct run *r, uint32_t object, enum site_kind kind, const char *name);

#endif
