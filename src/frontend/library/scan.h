/* Calls of scanf and fscanf, taken apart by their formats. */
#ifndef FRONTEND_LIBRARY_SCAN_H
#define FRONTEND_LIBRARY_SCAN_H

#include <llvm-c/Core.h>

/* Puts calls of edgewise_scan_begin, _4, _text, ... (models/input.c) in the place of each call
 * whose format is a constant that we follow; all others stay. */
void scan_expand(LLVMModuleRef module);

#endif
