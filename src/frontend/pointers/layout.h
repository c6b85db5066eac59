/* How each object of memory is represented, and where it lies.
 *
 * The offsets of an object are cut into rows of `stride` bytes and each row into fields, the finest
 * partition of the row by the boundaries of all accesses. With `cells`, each field of each row is a
 * variable of its own; without, each field is one array over the rows. An object that is only
 * accessed at constant offsets is a single row of cells.
 *
 * Addresses are numbers: object o of activation i begins at base + i * pitch. They are never 0,
 * aligned to 16 bytes or more where the program says so, and objects lie as far apart as there is
 * room: 4 GiB where pointers have 64 bits. By C's rules all of them lie in an arena, where no
 * object lies whose address is unknown (addresses.h). */
#ifndef FRONTEND_POINTERS_LAYOUT_H
#define FRONTEND_POINTERS_LAYOUT_H

#include "frontend/pointers/points_to.h"
#include "term/term.h"

#define ARENA_32 ((uint64_t)0x60000000)
#define ARENA_32_END ((uint64_t)0xe0000000)
#define ARENA_64 ((uint64_t)1 << 62)
#define ARENA_64_END ((uint64_t)1 << 63)

struct field {
    uint64_t offset, width; /* bytes, in the row; the width is at most 16 */
    sort sort;              /* BV(8 * width), or a float when all accesses are of that type */
};

struct shape {
    uint64_t stride, rows; /* rows: 0 if the object has no size of its own (a heap region) */
    bool cells;
    VEC(struct field) fields;     /* by offset, covering 0 .. stride-1; empty: never accessed */
    uint64_t base, pitch, extent; /* extent: bytes of address space of one instance */
    uint32_t instances;
};

struct layout {
    struct points_to *pt;
    uint32_t pointer_width;
    VEC(struct shape) shapes; /* one per object */
    VEC(uint32_t) by_address; /* objects by base */
    bool too_large;           /* the objects do not fit into the address space */
};

/* The sort of a first-class scalar type (i1 is Bool); 0 if it has none. */
sort layout_sort(LLVMTypeRef type, uint32_t pointer_width);

/* `instances` tells how many activations of a function there can be. */
void layout_run(struct layout *l, struct points_to *pt, uint32_t pointer_width,
                uint32_t (*instances)(void *, LLVMValueRef f), void *context);
void layout_release(struct layout *l);
/* The object whose instance contains the address; 0 if none does. */
uint32_t layout_find(const struct layout *l, uint64_t address, uint32_t *instance, uint64_t *offset);
uint64_t layout_address(const struct layout *l, uint32_t object, uint32_t instance);
/* The field that contains the byte at this offset of a row. */
uint32_t shape_field_at(const struct shape *s, uint64_t offset);

#endif
