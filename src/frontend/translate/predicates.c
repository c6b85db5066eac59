/* What a pointer leads to, as a value that the program computes with:
 *
 *     r_ok(p, n)          n bytes from p on lie in a living object        p in o:  bounds and life
 *     w_ok, rw_ok         the same, and the object is no constant
 *     OBJECT_SIZE(p)      the size of the object that p leads into        p in o:  n of o
 *     POINTER_OFFSET(p)   how far p is from its beginning                 p in o:  p - a of o
 *     POINTER_OBJECT(p)   a number that no other object has               p in o:  number of o
 *     DYNAMIC_OBJECT(p)   was it allocated?                               p in o:  o is a block
 *     same_object(p, q)   POINTER_OBJECT(p) == POINTER_OBJECT(q)
 *
 * "p in o" means a <= p <= a + n, one past the end included, and o is one of the objects that the
 * points-to analysis names. For each question the answer is a choice over these objects:
 *
 *     int x, *p = c ? &x : malloc(8);     OBJECT_SIZE(p)  =  p in x ? 4 : p in block ? 8 : otherwise
 *
 * Otherwise: null leads into no object (not ok, size 0, offset 0, object 0); of all else nothing is
 * known, so that the answer is arbitrary, anew for each question. That is more than can be, never
 * less, so that a proof holds; a counterexample that rests on it is not confirmed.
 *
 * Limits: two objects whose addresses are unknown may be neighbours, and the end of the one is then
 * the beginning of the other; where that decides the answer, the execution is cut. */
#include "frontend/translate/predicates.h"

#include <assert.h>
#include <string.h>

#include "frontend/dialects/vocabulary.h"
#include "frontend/driver/ir.h"
#include "frontend/translate/lifetime.h"
#include "frontend/translate/validity.h"

static const struct predicate {
    const char *name;
    enum question { READABLE, WRITABLE, SIZE, OFFSET, NUMBER, IS_BLOCK, SAME_OBJECT } question;
    uint32_t arguments;
} all_predicates[] = {
    {"__CPROVER_r_ok", READABLE, 2},           {"__CPROVER_w_ok", WRITABLE, 2},
    {"__CPROVER_rw_ok", WRITABLE, 2},          {"__CPROVER_OBJECT_SIZE", SIZE, 1},
    {"__CPROVER_POINTER_OFFSET", OFFSET, 1},   {"__CPROVER_POINTER_OBJECT", NUMBER, 1},
    {"__CPROVER_DYNAMIC_OBJECT", IS_BLOCK, 1}, {"__CPROVER_same_object", SAME_OBJECT, 2},
};
enum { PREDICATES = sizeof all_predicates / sizeof *all_predicates };

bool predicates_used(LLVMModuleRef module) {
    for (uint32_t i = 0; i < PREDICATES; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(module, all_predicates[i].name);
        if (f && !ir_has_body(f) && LLVMGetFirstUse(f)) return true;
    }
    return false;
}

static term word(const struct run *r, uint64_t n) { return term_bv(r->t->pointer_width, n); }

/* What is asked of one object. */
static term answer(struct run *r, enum question q, const struct validity_place *at) {
    uint32_t width = r->t->pointer_width;
    switch (q) {
    case SIZE: return at->size;
    case OFFSET: return at->offset;
    case IS_BLOCK: return word(r, at->block);
    default:
        /* Blocks of one place are told apart by their numbers, which are below 2^(width / 2). */
        assert(q == NUMBER);
        return term_bv_add(word(r, (uint64_t)at->object << (width / 2)), at->number);
    }
}

/* The answer for one pointer; *known: p is null or in one of the objects. */
static term choose(struct run *r, enum question q, LLVMValueRef pointer, term *known) {
    validity_places places = {0};
    term p = run_value(r, pointer), found = word(r, 0);
    *known = term_eq(p, word(r, 0));
    validity_objects(r, pointer, &places);
    for (uint32_t i = 0; i < places.n; i++) {
        const struct validity_place *at = &places.at[i];
        /* the end of a neighbour is not the place itself */
        term ambiguous = term_false(), end = term_eq(at->offset, at->size);
        for (uint32_t k = 0; at->neighbours && k < places.n; k++)
            if (k != i && places.at[k].neighbours) ambiguous = term_or(ambiguous, places.at[k].within);
        run_cut_if(r, term_and(at->within, term_and(end, ambiguous)),
                   "a pointer to the end of one object that may be the beginning of another");
        found = term_ite(at->within, answer(r, q, at), found);
        *known = term_or(*known, at->within);
    }
    VEC_RELEASE(&places);
    return found;
}

/* The answer, with an arbitrary one where nothing is known. */
static term ask(struct run *r, enum question q, LLVMValueRef pointer) {
    term known, found = choose(r, q, pointer, &known);
    if (known == term_true()) return found;
    r->t->cfa->over_approximate = true;
    term any = run_input(r, SITE_LIBRARY, "unknown object", sort_bv(r->t->pointer_width), false);
    return term_ite(known, found, any);
}

static term access_is_good(struct run *r, LLVMValueRef call, bool write) {
    LLVMValueRef pointer = LLVMGetOperand(call, 0);
    uint32_t width = r->t->pointer_width;
    term n = run_bits(r, LLVMGetOperand(call, 1)), certain = term_true();
    uint32_t have = term_width(n);
    if (have < width) n = term_zext(n, width);
    if (have > width) n = term_extract(n, width - 1, 0);
    term good = validity_holds(r, pointer, n, write, &certain);
    if (certain == term_true()) return good;
    r->t->cfa->over_approximate = true;
    term any = run_input(r, SITE_LIBRARY, "unknown object", sort_bool(), false);
    return term_or(good, term_and(term_not(certain), any));
}

/* The answers are numbers; a result may be narrower than a pointer, as _Bool is. */
static void define(struct run *r, LLVMValueRef call, term found) {
    sort s = run_sort(r, LLVMTypeOf(call));
    if (term_sort(found) == sort_bool() && sort_kind_of(s) == SORT_BV)
        found = term_ite(found, term_bv(sort_width(s), 1), term_bv(sort_width(s), 0));
    if (sort_kind_of(s) == SORT_BOOL && term_sort(found) != s)
        found = term_not(term_eq(found, term_bv(term_width(found), 0)));
    uint32_t want = sort_kind_of(s) == SORT_BV ? sort_width(s) : 0;
    if (want && want < term_width(found)) found = term_extract(found, want - 1, 0);
    if (want && want > term_width(found)) found = term_zext(found, want);
    run_define(r, call, found);
}

/* Are the arguments pointers, but for a size? */
static bool fits(LLVMValueRef call, const struct predicate *p) {
    if (ir_arguments(call) != p->arguments) return false;
    LLVMTypeKind first = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0)));
    LLVMTypeKind last = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, p->arguments - 1)));
    bool size = p->question == READABLE || p->question == WRITABLE;
    return first == LLVMPointerTypeKind && last == (size ? LLVMIntegerTypeKind : LLVMPointerTypeKind);
}

void predicates_call(struct run *r, LLVMValueRef call, const char *name) {
    const struct predicate *p = all_predicates;
    while (p < all_predicates + PREDICATES && strcmp(p->name, name)) p++;
    assert(p < all_predicates + PREDICATES && r->t->lifetimes);
    /* the compiled program does not know */
    r->t->cfa->over_approximate = true;
    if (!fits(call, p) || !run_sort(r, LLVMTypeOf(call))) {
        run_cut(r, "a call of %s with other arguments than it takes", name);
        return;
    }
    term found;
    if (p->question == READABLE || p->question == WRITABLE)
        found = access_is_good(r, call, p->question == WRITABLE);
    else if (p->question == SAME_OBJECT)
        found = term_eq(ask(r, NUMBER, LLVMGetOperand(call, 0)), ask(r, NUMBER, LLVMGetOperand(call, 1)));
    else found = ask(r, p->question, LLVMGetOperand(call, 0));
    if (!r->over && LLVMGetFirstUse(call)) define(r, call, found);
}
