/* Formats of printf and its kin. */
#ifndef FRONTEND_LIBRARY_FORMATS_H
#define FRONTEND_LIBRARY_FORMATS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

enum { FORMATS_MAX = 4096 /* longer texts are not read */ };

/* Copies a constant string up to its end; false if it is not constant or too long. */
bool formats_text(LLVMValueRef v, char text[FORMATS_MAX]);
/* May the format store the number of characters (%n)? True if its text is not known. */
bool formats_may_store(LLVMValueRef format);
/* Is this a constant string with this text? */
bool formats_is_text(LLVMValueRef v, const char *text);

#endif
