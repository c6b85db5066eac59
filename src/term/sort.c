#include "term/internal.h"

/* Handles of Bool, Int and the bit-vectors are fixed, so that sort_bv is an addition; the others
 * are found by content in a short list. */
enum { SORT_OF_BOOL = 1, SORT_OF_INT = 2, SORT_OF_BV = 2, SORT_FIRST_OTHER = SORT_OF_BV + BV_MAX_WIDTH + 1 };

struct sort_info {
    enum sort_kind kind;
    uint32_t a, b; /* array: index, element; float: exponent, significand bits; BV: width */
};

static VEC(struct sort_info) sorts;

void sorts_init(void) {
    VEC_PUSH(&sorts, (struct sort_info){0});
    VEC_PUSH(&sorts, (struct sort_info){SORT_BOOL, 1, 0});
    VEC_PUSH(&sorts, (struct sort_info){SORT_INT, 0, 0});
    for (uint32_t w = 1; w <= BV_MAX_WIDTH; w++) VEC_PUSH(&sorts, (struct sort_info){SORT_BV, w, 0});
    assert(sorts.n == SORT_FIRST_OTHER);
}

void sorts_release(void) { VEC_RELEASE(&sorts); }

static struct sort_info *info(sort s) {
    assert(s && s < sorts.n);
    return &sorts.at[s];
}

static sort other(enum sort_kind kind, uint32_t a, uint32_t b) {
    for (uint32_t i = SORT_FIRST_OTHER; i < sorts.n; i++)
        if (sorts.at[i].kind == kind && sorts.at[i].a == a && sorts.at[i].b == b) return i;
    if (sorts.n > UINT16_MAX) fail_internal("more than %u sorts", UINT16_MAX);
    VEC_PUSH(&sorts, (struct sort_info){kind, a, b});
    return sorts.n - 1;
}

sort sort_bool(void) { return SORT_OF_BOOL; }
sort sort_int(void) { return SORT_OF_INT; }

sort sort_bv(uint32_t width) {
    if (width < 1 || width > BV_MAX_WIDTH) fail_internal("no bit-vectors of width %u", width);
    return SORT_OF_BV + width;
}

sort sort_array(sort index, sort element) {
    assert(sort_kind_of(index) != SORT_ARRAY);
    (void)info(element);
    return other(SORT_ARRAY, index, element);
}

sort sort_float(uint32_t exponent_bits, uint32_t significand_bits) {
    if (exponent_bits < 2 || exponent_bits > 15 || significand_bits < 3 || significand_bits > 113)
        fail_internal("no floats of %u and %u bits", exponent_bits, significand_bits);
    return other(SORT_FLOAT, exponent_bits, significand_bits);
}

enum sort_kind sort_kind_of(sort s) { return info(s)->kind; }

uint32_t sort_width(sort s) {
    const struct sort_info *i = info(s);
    switch (i->kind) {
    case SORT_BOOL: return 1;
    case SORT_BV: return i->a;
    case SORT_FLOAT: return i->a + i->b;
    default: return 0;
    }
}

sort sort_index(sort array) {
    assert(sort_kind_of(array) == SORT_ARRAY);
    return info(array)->a;
}

sort sort_element(sort array) {
    assert(sort_kind_of(array) == SORT_ARRAY);
    return info(array)->b;
}

uint32_t sort_exponent(sort f) {
    assert(sort_kind_of(f) == SORT_FLOAT);
    return info(f)->a;
}

uint32_t sort_significand(sort f) {
    assert(sort_kind_of(f) == SORT_FLOAT);
    return info(f)->b;
}
