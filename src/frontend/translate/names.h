/* C names of the automaton's variables, from debug information. A name is only given where it is a
 * C expression for the variable's value. */
#ifndef FRONTEND_TRANSLATE_NAMES_H
#define FRONTEND_TRANSLATE_NAMES_H

#include "frontend/translate/translate.h"

struct c_name {
    const char *text; /* NULL: none; in the automaton's arena */
    bool is_signed;
    uint32_t type; /* index into the debug types; of an array, that of its elements; 0: not known */
};

/* Reads the debug intrinsics of a procedure. */
void names_collect(struct translator *t, LLVMValueRef function);
void names_release(struct translator *t);
/* Of a value that has a variable of its own. */
struct c_name names_of_value(struct translator *t, LLVMValueRef v);
/* Of `width` bytes at an offset of an object; width 0: of an array over the object's rows. */
struct c_name names_of_memory(struct translator *t, uint32_t object, uint64_t offset, uint64_t width);

/* The debug node of the variable that an object is; NULL if it is none. */
LLVMValueRef names_variable(struct translator *t, const struct object *o);

#endif
