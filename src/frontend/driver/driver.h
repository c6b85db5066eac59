/* Getting LLVM modules: running clang, reading bitcode and LLVM assembly, linking. */
#ifndef FRONTEND_DRIVER_DRIVER_H
#define FRONTEND_DRIVER_DRIVER_H

#include <llvm-c/Core.h>

#include "frontend/frontend.h"

/* All files of the program, compiled and linked into one module; NULL with *e set for bad input. */
LLVMModuleRef driver_load(LLVMContextRef context, const struct program *p, struct error *e);
/* The name that positions in our own C texts have: no file of the user's has it by accident. */
#define DRIVER_LIBRARY "<library>"
/* Compiles a C text of our own (src/frontend/library/models.c) for the same data model. */
LLVMModuleRef driver_compile_text(LLVMContextRef context, const struct program *p, const char *text,
                                  struct error *e);
/* Is this the name of such a text in debug information? */
bool driver_is_model(const char *file);
/* Links `other` into `module` and uses it up; false with *e set. */
bool driver_link(LLVMModuleRef module, LLVMModuleRef other, const char *file, struct error *e);
/* A context whose diagnostics are kept in *e instead of being printed. */
LLVMContextRef driver_context(struct error *e);

/* The functions that the program's C files define themselves (source/listing.h). */
void driver_list(const struct program *p, struct strbuf *out, struct error *e);

#endif
