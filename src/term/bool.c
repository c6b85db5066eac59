/* Bool: negation normal form, flat conjunctions and disjunctions.
 *
 * Every term remembers its complement once it was asked for. So pushing a negation through AND and
 * OR costs each subterm once in the life of the table, however often it is negated, and
 * complementary literals are found by a lookup. */
#include "term/internal.h"

#include <assert.h>

static bool is_relation(enum term_op op) {
    return (op >= OP_BV_ULT && op <= OP_BV_SLE) || op == OP_INT_LT || op == OP_INT_LE;
}

static term not_simple(term a) {
    switch (op_of(a)) {
    case OP_NOT: return arg(a, 0);
    case OP_BV_ULT: return term_ule(arg(a, 1), arg(a, 0));
    case OP_BV_ULE: return term_ult(arg(a, 1), arg(a, 0));
    case OP_BV_SLT: return term_sle(arg(a, 1), arg(a, 0));
    case OP_BV_SLE: return term_slt(arg(a, 1), arg(a, 0));
    case OP_INT_LT: return term_int_le(arg(a, 1), arg(a, 0));
    case OP_INT_LE: return term_int_lt(arg(a, 1), arg(a, 0));
    default: return make1(OP_NOT, sort_bool(), a);
    }
}

static term not_done(term a, term r) {
    node_of(a)->negation = r;
    if (!node_of(r)->negation) node_of(r)->negation = a;
    return r;
}

/* De Morgan for AND and OR whose arguments' complements are known. */
static term not_nary(term a) {
    term_vec args = {0};
    for (uint32_t i = 0; i < node_of(a)->arity; i++) VEC_PUSH(&args, node_of(arg(a, i))->negation);
    term r = is_op(a, OP_AND) ? term_or_n(args.at, args.n) : term_and_n(args.at, args.n);
    VEC_RELEASE(&args);
    return r;
}

static term not_deep(term a) {
    term_vec stack = {0};
    VEC_PUSH(&stack, a);
    while (stack.n) {
        term t = VEC_LAST(&stack);
        uint32_t before = stack.n;
        bool nary = is_op(t, OP_AND) || is_op(t, OP_OR);
        if (!node_of(t)->negation && nary)
            for (uint32_t i = 0; i < node_of(t)->arity; i++)
                if (!node_of(arg(t, i))->negation) VEC_PUSH(&stack, arg(t, i));
        if (stack.n > before) continue;
        if (!node_of(t)->negation) not_done(t, nary ? not_nary(t) : not_simple(t));
        stack.n--;
    }
    VEC_RELEASE(&stack);
    return node_of(a)->negation;
}

term term_not(term a) {
    assert(sort_kind_of(term_sort(a)) == SORT_BOOL);
    assert(term_sort(a) == sort_bool());
    if (node_of(a)->negation) return node_of(a)->negation;
    if (is_op(a, OP_AND) || is_op(a, OP_OR)) return not_deep(a);
    return not_done(a, not_simple(a));
}

/* The complement of a literal if it exists as a term. Relations are complements of one another
 * without anybody having said so; for all other terms the link was made when the NOT was. */
term literal_complement(term a) { return is_relation(op_of(a)) ? term_not(a) : node_of(a)->negation; }

static bool contains(const term *at, uint32_t n, term t) {
    uint32_t low = 0, high = n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (at[middle] < t) low = middle + 1;
        else high = middle;
    }
    return low < n && at[low] == t;
}

static void collect(enum term_op op, const term *args, uint32_t n, term_vec *out) {
    assert(op == OP_AND || op == OP_OR);
    for (uint32_t i = 0; i < n; i++) {
        assert(term_sort(args[i]) == sort_bool());
        if (is_op(args[i], op) && node_of(args[i])->arity <= FLAT_MAX)
            for (uint32_t k = 0; k < node_of(args[i])->arity; k++) VEC_PUSH(out, arg(args[i], k));
        else VEC_PUSH(out, args[i]);
    }
}

/* Sorts, drops duplicates and neutral elements; false if the whole is absorbed. */
static bool reduce_literals(term_vec *v, term neutral, term absorbing) {
    terms_sort(v->at, v->n);
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->at[i] == absorbing) return false;
        if (v->at[i] != neutral && !(n && v->at[n - 1] == v->at[i])) v->at[n++] = v->at[i];
    }
    v->n = n;
    for (uint32_t i = 0; i < n; i++) {
        term other = literal_complement(v->at[i]);
        if (other && contains(v->at, n, other)) return false;
    }
    return true;
}

/* One nested disjunction d in a conjunction (or dually): a & (a | b) = a, a & (!a | b) = a & b.
 * Returns what is to stand for d. */
static term absorb_one(enum term_op op, const term_vec *v, term d) {
    term_vec kept = {0};
    enum term_op inner = op_of(d);
    term neutral = op == OP_AND ? term_true() : term_false(), result = d;
    for (uint32_t k = 0; k < node_of(d)->arity; k++) {
        term x = arg(d, k), other = literal_complement(x);
        if (contains(v->at, v->n, x)) {
            result = neutral;
            break;
        }
        if (!other || !contains(v->at, v->n, other)) VEC_PUSH(&kept, x);
    }
    if (result == d && kept.n < node_of(d)->arity)
        result = inner == OP_OR ? term_or_n(kept.at, kept.n) : term_and_n(kept.at, kept.n);
    VEC_RELEASE(&kept);
    return result;
}

/* True if something changed and the literals must be collected anew. Small conjunctions only: the
 * search costs the product of the sizes. */
static bool absorb(enum term_op op, term_vec *v) {
    enum term_op inner = op == OP_AND ? OP_OR : OP_AND;
    if (v->n > 64) return false;
    for (uint32_t i = 0; i < v->n; i++) {
        term d = v->at[i];
        if (!is_op(d, inner) || node_of(d)->arity > 8) continue;
        term r = absorb_one(op, v, d);
        if (r == d) continue;
        v->at[i] = r;
        return true;
    }
    return false;
}

static term nary(enum term_op op, const term *args, uint32_t n) {
    assert(op == OP_AND || op == OP_OR);
    term neutral = op == OP_AND ? term_true() : term_false(), absorbing = term_not(neutral), r;
    term_vec v = {0};
    collect(op, args, n, &v);
    for (;;) {
        if (!reduce_literals(&v, neutral, absorbing)) {
            r = absorbing;
            break;
        }
        if (absorb(op, &v)) {
            term_vec again = {0};
            collect(op, v.at, v.n, &again);
            VEC_RELEASE(&v);
            v = again;
            continue;
        }
        r = v.n == 0 ? neutral : v.n == 1 ? v.at[0] : term_make(op, sort_bool(), v.at, v.n, 0, 0);
        break;
    }
    VEC_RELEASE(&v);
    return r;
}

term term_and_n(const term *args, uint32_t n) { return nary(OP_AND, args, n); }
term term_or_n(const term *args, uint32_t n) { return nary(OP_OR, args, n); }

static term nary2(enum term_op op, term a, term b) {
    term neutral = op == OP_AND ? term_true() : term_false(), absorbing = term_not(neutral);
    if (a == b || b == neutral) return a;
    if (a == neutral) return b;
    if (a == absorbing || b == absorbing || node_of(a)->negation == b) return absorbing;
    return nary(op, (term[]){a, b}, 2);
}

term term_and(term a, term b) { return nary2(OP_AND, a, b); }
term term_or(term a, term b) { return nary2(OP_OR, a, b); }
term term_implies(term a, term b) { return term_or(term_not(a), b); }
