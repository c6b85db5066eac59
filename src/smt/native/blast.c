#include "smt/native/blast.h"

#include <assert.h>

#include "smt/native/blast_float.h"
#include "util/fail.h"
#include "util/hash.h"

enum support { UNSEEN, SUPPORTED, UNSUPPORTED };
typedef VEC(struct cell) cell_vec;

static struct {
    uint32_t users;
    VEC(uint32_t) start;  /* by term: where its edges are in `pool`, 0: not blasted yet */
    VEC(uint8_t) support; /* by term */
    VEC(edge) pool;
    term_vec stack;
    struct int_map arrays; /* array variable -> index into `cells`, plus 1 */
    VEC(cell_vec) cells;
    struct int_map expansions; /* read of a store etc. -> the term that it is */
    /* (dividend, divisor) -> where quotient and remainder are in `pool` */
    struct int_map quotients;
} blast;

void blast_acquire(void) {
    aig_acquire();
    if (blast.users++) return;
    VEC_PUSH(&blast.pool, EDGE_FALSE); /* so that no term starts at 0 */
}

void blast_release(void) {
    assert(blast.users > 0);
    aig_release();
    if (--blast.users) return;
    VEC_RELEASE(&blast.start);
    VEC_RELEASE(&blast.support);
    VEC_RELEASE(&blast.pool);
    VEC_RELEASE(&blast.stack);
    for (uint32_t i = 0; i < blast.cells.n; i++) VEC_RELEASE(&blast.cells.at[i]);
    VEC_RELEASE(&blast.cells);
    int_map_release(&blast.arrays);
    int_map_release(&blast.expansions);
    int_map_release(&blast.quotients);
}

/* ---- what is supported ---- */

static bool supported_sort(sort s) {
    enum sort_kind k = sort_kind_of(s);
    if (k == SORT_ARRAY)
        return sort_kind_of(sort_index(s)) == SORT_BV && sort_kind_of(sort_element(s)) == SORT_BV;
    return k == SORT_BOOL || k == SORT_BV || (k == SORT_FLOAT && float_sort_supported(s));
}

/* Not looking at the arguments. */
static bool supported_here(term t) {
    if (!supported_sort(term_sort(t))) return false;
    enum term_op op = term_op_of(t);
    if (op == OP_EQ) return sort_kind_of(term_sort(term_arg(t, 0))) != SORT_ARRAY;
    if (op >= OP_FP_ADD) return float_operator_supported(t);
    return op <= OP_BV_SLE || op == OP_SELECT || op == OP_STORE || op == OP_CONST_ARRAY;
}

static enum support support_of(term t) { return t < blast.support.n ? blast.support.at[t] : UNSEEN; }

static void set_support(term t, enum support s) {
    if (t >= blast.support.n) VEC_RESIZE(&blast.support, terms_count());
    blast.support.at[t] = (uint8_t)s;
}

/* Decides t once its arguments are decided; pushes those that are not. */
static void visit_support(term t) {
    bool ok = supported_here(t);
    uint32_t before = blast.stack.n;
    for (uint32_t i = 0; ok && i < term_arity(t); i++) {
        if (support_of(term_arg(t, i)) == UNSEEN) VEC_PUSH(&blast.stack, term_arg(t, i));
        if (support_of(term_arg(t, i)) == UNSUPPORTED) ok = false;
    }
    if (!ok || blast.stack.n == before) set_support(t, ok ? SUPPORTED : UNSUPPORTED);
}

bool blast_supports(term root) {
    if (support_of(root) != UNSEEN) return support_of(root) == SUPPORTED;
    uint32_t base = blast.stack.n;
    VEC_PUSH(&blast.stack, root);
    while (blast.stack.n > base) {
        term t = VEC_LAST(&blast.stack);
        if (support_of(t) != UNSEEN) (void)VEC_POP(&blast.stack);
        else visit_support(t);
    }
    return support_of(root) == SUPPORTED;
}

/* ---- edges of terms ---- */

bool blast_known(term t) { return t < blast.start.n && blast.start.at[t] != 0; }

static uint32_t store_bits(const struct bits *b) {
    assert(b->n > 0);
    uint32_t at = blast.pool.n;
    for (uint32_t i = 0; i < b->n; i++) VEC_PUSH(&blast.pool, b->at[i]);
    return at;
}

static void load_bits(uint32_t at, uint32_t width, struct bits *r) {
    r->n = width;
    memcpy(r->at, blast.pool.at + at, width * sizeof(edge));
}

static void set_bits(term t, const struct bits *b) {
    assert(b->n == term_width(t));
    if (t >= blast.start.n) VEC_RESIZE(&blast.start, terms_count());
    blast.start.at[t] = store_bits(b);
}

static void get_bits(term t, struct bits *r) {
    assert(blast_known(t));
    load_bits(blast.start.at[t], term_width(t), r);
}

static void arg_bits(term t, uint32_t i, struct bits *r) { get_bits(term_arg(t, i), r); }

static edge arg_edge(term t, uint32_t i) { return blast.pool.at[blast.start.at[term_arg(t, i)]]; }

static void one_bit(struct bits *r, edge e) {
    r->n = 1;
    r->at[0] = e;
}

static void make_inputs(term t, struct bits *r) {
    r->n = term_width(t);
    for (uint32_t i = 0; i < r->n; i++) r->at[i] = aig_input(t, i);
}

static bool is_float(term t) { return sort_kind_of(term_sort(t)) == SORT_FLOAT; }
/* The inputs of a float variable may be any NaN and stand in front of its canonical bits. */
static void make_variable(term t, struct bits *r) {
    make_inputs(t, r);
    if (!is_float(t)) return;
    (void)store_bits(r);
    float_canonical(term_sort(t), r);
}

void blast_inputs(term var, struct bits *r) {
    assert(term_is_var(var) && blast_known(var));
    load_bits(blast.start.at[var] - (is_float(var) ? term_width(var) : 0), term_width(var), r);
}

/* ---- operators ---- */

static edge make_and(term t, bool is_or) {
    edge r = EDGE_TRUE; /* or: the negated conjunction of the negated arguments */
    for (uint32_t i = 0; i < term_arity(t); i++) r = aig_and(r, arg_edge(t, i) ^ (edge)is_or);
    return r ^ (edge)is_or;
}

/* c * x with c = 2^n - 1, that is -x. */
static bool is_negated(term t, term *x) {
    if (term_op_of(t) != OP_BV_MUL || term_arity(t) != 2 || !term_is_const(term_arg(t, 0))) return false;
    value c = term_value(term_arg(t, 0));
    uint32_t w = term_width(t);
    value ones = {w >= 64 ? UINT64_MAX : (UINT64_C(1) << w) - 1, w > 64 ? UINT64_MAX >> (128 - w) : 0};
    *x = term_arg(t, 1);
    return value_same(c, ones);
}

/* Summands with coefficient -1 are subtracted after all others are added. */
static void make_sum(term t, struct bits *r) {
    struct bits b;
    term x;
    bits_constant(r, term_width(t), value_of(0));
    for (uint32_t i = 0; i < term_arity(t); i++) {
        if (is_negated(term_arg(t, i), &x)) continue;
        arg_bits(t, i, &b);
        bits_add(r, r, &b, EDGE_FALSE);
    }
    for (uint32_t i = 0; i < term_arity(t); i++) {
        if (!is_negated(term_arg(t, i), &x)) continue;
        get_bits(x, &b);
        bits_not(&b, &b);
        bits_add(r, r, &b, EDGE_TRUE);
    }
}

static void make_product(term t, struct bits *r) {
    struct bits a, b;
    arg_bits(t, 0, r);
    for (uint32_t i = 1; i < term_arity(t); i++) {
        a = *r;
        arg_bits(t, i, &b);
        bits_mul(r, &a, &b);
    }
}

/* Quotient and remainder of the same two terms are one circuit, unless the remainder comes first
 * and has a better one. */
static void make_division(term t, struct bits *r, bool remainder) {
    assert(term_arity(t) == 2);
    struct bits a, b, q, m;
    uint32_t width = term_width(t);
    uint64_t key = (uint64_t)term_arg(t, 0) << 32 | term_arg(t, 1);
    bool added;
    arg_bits(t, 0, &a);
    arg_bits(t, 1, &b);
    if (remainder && !int_map_get(&blast.quotients, key) && bits_urem_small(r, &a, &b)) return;
    uint64_t *at = int_map_put(&blast.quotients, key, &added);
    if (added) {
        bits_udivrem(&q, &m, &a, &b);
        *at = store_bits(&q);
        (void)store_bits(&m);
    }
    load_bits((uint32_t)*at + (remainder ? width : 0), width, r);
}

static void make_bitwise(term t, struct bits *r) {
    struct bits b;
    arg_bits(t, 0, r);
    for (uint32_t k = 1; k < term_arity(t); k++) {
        arg_bits(t, k, &b);
        for (uint32_t i = 0; i < r->n; i++) {
            edge x = r->at[i], y = b.at[i];
            enum term_op op = term_op_of(t);
            r->at[i] = op == OP_BV_AND ? aig_and(x, y) : op == OP_BV_OR ? aig_or(x, y) : aig_xor(x, y);
        }
    }
}

/* The first argument has the high bits. */
static void make_concat(term t, struct bits *r) {
    assert(term_arity(t) == 2);
    r->n = 0;
    for (uint32_t k = term_arity(t); k-- > 0;) {
        struct bits b;
        arg_bits(t, k, &b);
        for (uint32_t i = 0; i < b.n; i++) r->at[r->n++] = b.at[i];
    }
}

static void make_extract(term t, struct bits *r) {
    assert(term_param(t, 0) >= term_param(t, 1));
    struct bits a;
    uint32_t high = term_param(t, 0), low = term_param(t, 1);
    arg_bits(t, 0, &a);
    r->n = high - low + 1;
    for (uint32_t i = 0; i < r->n; i++) r->at[i] = a.at[low + i];
}

static void make_extension(term t, struct bits *r, bool is_signed) {
    arg_bits(t, 0, r);
    edge fill = is_signed ? r->at[r->n - 1] : EDGE_FALSE;
    while (r->n < term_width(t)) r->at[r->n++] = fill;
}

static edge make_comparison(term t) {
    assert(sort_kind_of(term_sort(t)) == SORT_BOOL && term_arity(t) == 2);
    struct bits a, b;
    arg_bits(t, 0, &a);
    arg_bits(t, 1, &b);
    enum term_op op = term_op_of(t);
    return bits_less(&a, &b, op == OP_BV_SLT || op == OP_BV_SLE, op == OP_BV_ULE || op == OP_BV_SLE);
}

static void make_binary(term t, struct bits *r) {
    struct bits a, b;
    arg_bits(t, 0, &a);
    arg_bits(t, 1, &b);
    switch (term_op_of(t)) {
    case OP_BV_SDIV: bits_sdiv(r, &a, &b); return;
    case OP_BV_SREM: bits_srem(r, &a, &b); return;
    case OP_BV_SHL: bits_shift(r, &a, &b, SHIFT_LEFT); return;
    case OP_BV_LSHR: bits_shift(r, &a, &b, SHIFT_RIGHT); return;
    case OP_BV_ASHR: bits_shift(r, &a, &b, SHIFT_RIGHT_SIGNED); return;
    case OP_EQ: one_bit(r, bits_eq(&a, &b)); return;
    default: fail_internal("operator %d cannot be blasted", (int)term_op_of(t));
    }
}

static void make_ite(term t, struct bits *r) {
    assert(term_arity(t) == 3 && sort_kind_of(term_sort(term_arg(t, 0))) == SORT_BOOL);
    struct bits a, b;
    arg_bits(t, 1, &a);
    arg_bits(t, 2, &b);
    bits_ite(r, arg_edge(t, 0), &a, &b);
}

static void make_float(term t, struct bits *r) {
    struct bits a, b = {0};
    arg_bits(t, 0, &a);
    if (term_arity(t) > 1) arg_bits(t, 1, &b);
    float_blast(t, &a, &b, r);
}

static void make(term t, struct bits *r) {
    switch (term_op_of(t)) {
    case OP_TRUE:
    case OP_FALSE: one_bit(r, term_op_of(t) == OP_TRUE ? EDGE_TRUE : EDGE_FALSE); return;
    case OP_CONST: bits_constant(r, term_width(t), term_value(t)); return;
    case OP_VAR: make_variable(t, r); return;
    case OP_AND:
    case OP_OR: one_bit(r, make_and(t, term_op_of(t) == OP_OR)); return;
    case OP_ITE: make_ite(t, r); return;
    case OP_BV_ADD: make_sum(t, r); return;
    case OP_BV_MUL: make_product(t, r); return;
    case OP_BV_UDIV:
    case OP_BV_UREM: make_division(t, r, term_op_of(t) == OP_BV_UREM); return;
    case OP_BV_AND:
    case OP_BV_OR:
    case OP_BV_XOR: make_bitwise(t, r); return;
    case OP_NOT:
    case OP_BV_NOT: arg_bits(t, 0, r), bits_not(r, r); return;
    case OP_BV_CONCAT: make_concat(t, r); return;
    case OP_BV_EXTRACT: make_extract(t, r); return;
    case OP_BV_ZEXT:
    case OP_BV_SEXT: make_extension(t, r, term_op_of(t) == OP_BV_SEXT); return;
    case OP_BV_ULT:
    case OP_BV_ULE:
    case OP_BV_SLT:
    case OP_BV_SLE: one_bit(r, make_comparison(t)); return;
    default: term_op_of(t) >= OP_FP_ADD ? make_float(t, r) : make_binary(t, r);
    }
}

/* ---- reads of arrays ---- */

static void add_cell(term read) {
    uint64_t *at = int_map_put(&blast.arrays, term_arg(read, 0), NULL);
    if (!*at) {
        VEC_PUSH(&blast.cells, (cell_vec){0});
        *at = blast.cells.n;
    }
    VEC_PUSH(&blast.cells.at[*at - 1], (struct cell){term_arg(read, 0), term_arg(read, 1), read});
}

/* What a read of an array that is no variable amounts to. */
static term expand_read(term read) {
    term a = term_arg(read, 0), j = term_arg(read, 1);
    switch (term_op_of(a)) {
    case OP_STORE:
        return term_ite(term_eq(term_arg(a, 1), j), term_arg(a, 2), term_select(term_arg(a, 0), j));
    case OP_ITE:
        return term_ite(term_arg(a, 0), term_select(term_arg(a, 1), j), term_select(term_arg(a, 2), j));
    case OP_CONST_ARRAY: return term_arg(a, 0);
    default: fail_internal("a read of operator %d", (int)term_op_of(a));
    }
}

static term expansion(term read) {
    uint64_t *e = int_map_get(&blast.expansions, read);
    if (e) return (term)*e;
    term t = expand_read(read);
    assert(blast_supports(t));
    *int_map_put(&blast.expansions, read, NULL) = t;
    return t;
}

/* ---- the walk ---- */

static bool ready(term t) {
    if (blast_known(t)) return true;
    VEC_PUSH(&blast.stack, t);
    return false;
}

/* A read depends on its index (if it is a cell) or on what it expands to; never on the array
 * term. */
static void visit_read(term t, struct bits *r) {
    bool is_cell = term_is_var(term_arg(t, 0));
    term on = is_cell ? term_arg(t, 1) : expansion(t);
    if (!ready(on)) return;
    if (is_cell) {
        make_inputs(t, r);
        add_cell(t);
    } else {
        get_bits(on, r);
    }
    set_bits(t, r);
}

/* Blasts t if its arguments are, else pushes them. */
static void visit(term t, struct bits *r) {
    if (term_op_of(t) == OP_SELECT) {
        visit_read(t, r);
        return;
    }
    bool all = true;
    for (uint32_t i = 0; i < term_arity(t); i++) {
        term x = term_arg(t, i), negated;
        if (term_op_of(t) == OP_BV_ADD && is_negated(x, &negated)) x = negated;
        all = ready(x) && all;
    }
    if (!all) return;
    make(t, r);
    set_bits(t, r);
}

static void blast_term(term root) {
    struct bits r;
    uint32_t base = blast.stack.n;
    VEC_PUSH(&blast.stack, root);
    while (blast.stack.n > base) {
        term t = VEC_LAST(&blast.stack);
        if (blast_known(t)) (void)VEC_POP(&blast.stack);
        else visit(t, &r);
    }
}

void blast_bits(term t, struct bits *r) {
    if (!blast_known(t)) blast_term(t);
    get_bits(t, r);
}

edge blast_bool(term t) {
    if (!blast_known(t)) blast_term(t);
    return blast.pool.at[blast.start.at[t]];
}
