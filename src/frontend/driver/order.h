/* Operands that C may evaluate in any order. */
#ifndef FRONTEND_DRIVER_ORDER_H
#define FRONTEND_DRIVER_ORDER_H

#include <llvm-c/Core.h>

/* Puts MARK_ORDER before every instruction whose operands may have other values when they are
 * evaluated in another order. No pass may have run that takes variables out of memory: values stay
 * in memory between statements, so that a tree of operands is one expression. */
void order_mark(LLVMModuleRef module);

#endif
