/* Formats of printf and its kin. */
#ifndef FRONTEND_LIBRARY_FORMATS_H
#define FRONTEND_LIBRARY_FORMATS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* A longer format is not read; with its end. */
enum { FORMATS_LONGEST = 4096 };

/* Copies a constant string up to its end; false if it is not constant or too long. Characters
 * beyond ASCII become '?'. */
bool formats_read(LLVMValueRef v, char text[FORMATS_LONGEST]);
/* May the format store the number of characters (%n)? True if its text is not known. */
bool formats_may_store(LLVMValueRef format);
/* Is this a constant string with this text? */
bool formats_is_text(LLVMValueRef v, const char *text);

#endif
