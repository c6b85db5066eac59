/* A program that copies an array and compares the copy, as an automaton; for tests of cells and of
 * their proofs. */
#ifndef UNIT_COPYING_H
#define UNIT_COPYING_H

#include "cfa/cfa.h"
#include "cfa/reduce.h"

enum { WIDTH = 8, N = 100 };

static term bv(uint64_t n) { return term_bv(WIDTH, n); }

struct loops {
    struct cfa *c;
    term a, b, i, g;
    loc copying, comparing;
};

/* for (i = 0; i < copied; i++) b[f(i)] = a[i];  for (i = 0; i < N; i++) assert(a[i] == b[f(i)]); */
static struct loops make_at(uint64_t copied, term (*f)(term i)) {
    struct loops l = {.c = cfa_new()};
    struct src_pos nowhere = {0};
    sort array = sort_array(sort_bv(WIDTH), sort_bv(WIDTH));
    l.a = term_var("a", array), l.b = term_var("b", array), l.i = term_var("i", sort_bv(WIDTH));
    l.g = term_var("g", sort_bv(WIDTH));
    cfa_add_var(l.c, l.a, "a", false, nowhere);
    cfa_add_var(l.c, l.b, "b", false, nowhere);
    cfa_add_var(l.c, l.i, "i", false, nowhere);
    l.copying = cfa_add_loc(l.c, nowhere), l.comparing = cfa_add_loc(l.c, nowhere);
    struct cfa *c = l.c;
    cmd next = cfa_assign(c, l.i, term_bv_add(l.i, bv(1)));
    cmd copy = cfa_assign(c, l.b, term_store(l.b, f(l.i), term_select(l.a, l.i)));
    term same = term_eq(term_select(l.a, l.i), term_select(l.b, f(l.i))), inside = term_ult(l.i, bv(N));
    cfa_add_edge(c, c->l0, cfa_assign(c, l.i, bv(0)), l.copying);
    cfa_add_edge(c, l.copying, cfa_seq(c, cfa_assume(c, term_ult(l.i, bv(copied))), cfa_seq(c, copy, next)),
                 l.copying);
    cfa_add_edge(c, l.copying,
                 cfa_seq(c, cfa_assume(c, term_ule(bv(copied), l.i)), cfa_assign(c, l.i, bv(0))),
                 l.comparing);
    cfa_add_edge(c, l.comparing, cfa_seq(c, cfa_assume(c, term_and(inside, same)), next), l.comparing);
    cfa_add_edge(c, l.comparing, cfa_assume(c, term_and(inside, term_not(same))), c->lE);
    cfa_split(c, 64);
    return l;
}

#endif
