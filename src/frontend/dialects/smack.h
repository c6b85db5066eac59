/* SMACK's vocabulary: what a program gets that includes "smack.h" and has no such file. */
#ifndef EDGEWISE_DIALECTS_SMACK_H
#define EDGEWISE_DIALECTS_SMACK_H
#include <assert.h>
#include <limits.h>
#include <stdbool.h>
#include "frontend/dialects/svcomp.h"
#ifndef assume
#define assume(condition) __VERIFIER_assume(!!(condition))
#endif
static inline void *__VERIFIER_nondet(void) { return __VERIFIER_nondet_pointer(); }
#endif
