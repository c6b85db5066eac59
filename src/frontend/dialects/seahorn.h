/* SeaHorn's vocabulary: what a program gets that includes "seahorn/seahorn.h" and has no such file; also declarations for programs that
 * use the names without it. See svcomp.h for the form. */
#ifndef EDGEWISE_DIALECTS_SEAHORN_H
#define EDGEWISE_DIALECTS_SEAHORN_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
void __VERIFIER_error(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(_Bool condition);
void __VERIFIER_assert_not(_Bool condition);
void __VERIFIER_assert_if(_Bool antecedent, _Bool consequent);
void sassert(_Bool condition);
void assume(_Bool condition);
void sea_dsa_alias(const void *p, ...);
#endif
