/* KLEE's vocabulary: what a program gets that includes "klee/klee.h" and has no such file; also declarations for programs that use
 * the names without it. See svcomp.h for the form. */
#ifndef EDGEWISE_DIALECTS_KLEE_H
#define EDGEWISE_DIALECTS_KLEE_H
#include <stddef.h>
#include <stdint.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
int __VERIFIER_nondet_int(void);
void klee_assume(__UINTPTR_TYPE__ condition);
static inline int klee_int(const char *name) { return __VERIFIER_nondet_int(); }
static inline int klee_range(int begin, int end, const char *name) {
    int n = __VERIFIER_nondet_int();
    klee_assume(n >= begin && n < end);
    return n;
}
static inline void klee_make_symbolic(void *at, __SIZE_TYPE__ n, const char *name) {
    if (n == sizeof(int)) *(unsigned *)at = __VERIFIER_nondet_uint();
    else if (n == 8) *(unsigned long long *)at = __VERIFIER_nondet_ulonglong();
    else
        for (__SIZE_TYPE__ i = 0; i < n; i++) ((unsigned char *)at)[i] = __VERIFIER_nondet_uchar();
}
#define klee_assert(condition) ((condition) ? (void)0 : reach_error())
void reach_error(void);
#endif
