/* edgewise's own words. A program that includes this file says what must hold where it stands:
 *
 *     #include <edgewise.h>
 *
 *     void push(struct stack *s, int x)
 *     edgewise_requires(edgewise_block(s, sizeof(*s)) && s->n < 10)
 *     edgewise_assigns(*s)
 *     edgewise_ensures(s->n == edgewise_old(s->n) + 1)
 *     {
 *         edgewise_check(s->n < 10);
 *         s->at[s->n++] = x;
 *     }
 *
 * A compiler sees nothing of it, conditions are not even evaluated: all words vanish where
 * __EDGEWISE__ is not defined, and only edgewise defines it. */
#ifndef EDGEWISE_H
#define EDGEWISE_H

#ifdef __EDGEWISE__
void __CPROVER_assert(_Bool condition, const char *description);
void __VERIFIER_assume(int condition);
/* It holds whenever control comes here, or that is the error. */
#define edgewise_check(condition) __CPROVER_assert((condition) ? 1 : 0, #condition)
/* Executions in which it does not hold are not looked at. */
#define edgewise_assume(condition) __VERIFIER_assume((condition) ? 1 : 0)
/* The variable gets any value of its type. */
#define edgewise_any(variable)                                                                               \
    do {                                                                                                     \
        __typeof__(variable) edgewise_value;                                                                 \
        (variable) = edgewise_value;                                                                         \
    } while (0)
/* Behind the ")" of a function: what callers promise, what it may change, what it promises. */
#define edgewise_requires(...) __CPROVER_requires((__VA_ARGS__))
#define edgewise_assigns(...) __CPROVER_assigns(__VA_ARGS__)
#define edgewise_ensures(...) __CPROVER_ensures((__VA_ARGS__))
/* Behind the ")" of a loop: it holds whenever the loop's condition is about to be evaluated. */
#define edgewise_invariant(...) __CPROVER_loop_invariant((__VA_ARGS__))
/* In clauses: p leads to a block of n bytes of its own; a value before the call; the result. */
#define edgewise_block(p, n) __CPROVER_is_fresh((p), (n))
#define edgewise_old(value) __CPROVER_old(value)
#define edgewise_result __CPROVER_return_value
#else
#define edgewise_check(condition) ((void)0)
#define edgewise_assume(condition) ((void)0)
#define edgewise_any(variable) ((void)0)
#define edgewise_requires(...)
#define edgewise_assigns(...)
#define edgewise_ensures(...)
#define edgewise_invariant(...)
#endif

#endif
