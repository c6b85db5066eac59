/* Growable arrays of any type.
 *
 *     VEC(term) lits = {0};          an embedded value; all zero is the empty vector
 *     VEC_PUSH(&lits, t);            amortized constant
 *     for (uint32_t i = 0; i < lits.n; i++) use(lits.at[i]);
 *     VEC_RELEASE(&lits);
 *
 * A vector that crosses a function boundary needs a named type: `typedef VEC(term) term_vec;`. */
#ifndef UTIL_VEC_H
#define UTIL_VEC_H

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

#include "util/mem.h"

#define VEC(type)                                                                                            \
    struct {                                                                                                 \
        type *at;                                                                                            \
        uint32_t n, capacity;                                                                                \
    }

#define VEC_RESERVE(v, want)                                                                                 \
    do {                                                                                                     \
        uint32_t want_ = (want);                                                                             \
        if (want_ > (v)->capacity) {                                                                         \
            uint32_t grown_ = (v)->capacity ? (v)->capacity * 2 : 4;                                         \
            (v)->capacity = grown_ < want_ ? want_ : grown_;                                                 \
            (v)->at = mem_resize((v)->at, (size_t)(v)->capacity * sizeof *(v)->at);                          \
        }                                                                                                    \
    } while (0)

#define VEC_PUSH(v, ...)                                                                                     \
    do {                                                                                                     \
        VEC_RESERVE(v, (v)->n + 1);                                                                          \
        (v)->at[(v)->n++] = (__VA_ARGS__);                                                                   \
    } while (0)

/* The new elements of a grown vector are all zero bytes. */
#define VEC_RESIZE(v, size)                                                                                  \
    do {                                                                                                     \
        uint32_t size_ = (size);                                                                             \
        VEC_RESERVE(v, size_);                                                                               \
        if (size_ > (v)->n) memset((v)->at + (v)->n, 0, (size_t)(size_ - (v)->n) * sizeof *(v)->at);         \
        (v)->n = size_;                                                                                      \
    } while (0)

#define VEC_POP(v) (assert((v)->n > 0), (v)->at[--(v)->n])
#define VEC_LAST(v) ((v)->at[(v)->n - 1])
#define VEC_CLEAR(v) ((void)((v)->n = 0))
#define VEC_RELEASE(v) (free((v)->at), (v)->at = NULL, (v)->n = (v)->capacity = 0)
/* Removes element i by moving the last one into its place. */
#define VEC_SWAP_REMOVE(v, i) (assert((i) < (v)->n), (v)->at[i] = (v)->at[(v)->n - 1], (v)->n--)

#include <string.h>

#endif
