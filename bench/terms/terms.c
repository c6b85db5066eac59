/* How long a term of a million nodes takes to build, substitute, evaluate and print; one line per shape. */
#include <stdio.h>
#include <stdlib.h>

#include "term/subst.h"
#include "term/term.h"
#include "util/clock.h"

enum { NODES = 1000000 };

static term var(const char *name, uint32_t i, sort s) {
    char text[32];
    snprintf(text, sizeof text, "%s%u", name, i);
    return term_var(text, s);
}

/* Each shape makes about NODES distinct subterms from variables x0, x1, ... and b0, b1, ... */
static term build_chain(void) {
    term x = var("x", 0, sort_bv(32)), y = var("x", 1, sort_bv(32)), t = x;
    for (uint32_t i = 0; i < NODES / 2; i++) t = term_bv_udiv(term_bv_xor(t, y), x);
    return t;
}

static term build_sum(void) {
    term t = term_bv(32, 0);
    for (uint32_t i = 0; i < NODES / 2; i++)
        t = term_bv_add(t, term_bv_mul(term_bv(32, 2 * i + 3), var("x", i % 1000, sort_bv(32))));
    for (uint32_t i = 0; i < NODES / 2; i++)
        t = term_bv_mul(var("x", i % 1000, sort_bv(32)), term_bv_add(t, term_bv(32, i + 1)));
    return t;
}

static term build_formula(void) {
    term t = term_true();
    for (uint32_t i = 0; i < NODES / 4; i++) {
        term x = var("x", i % 100, sort_bv(32)), c = term_ule(x, term_bv(32, i + 2));
        t = i % 2 ? term_or(term_and(t, c), var("b", i % 50, sort_bool()))
                  : term_and(term_or(t, c), var("b", i % 50, sort_bool()));
    }
    return t;
}

static term build_ite(void) {
    term t = term_bv(32, 0);
    for (uint32_t i = 0; i < NODES / 3; i++) {
        term c = term_sle(var("x", i % 100, sort_bv(32)), term_bv(32, i));
        t = term_ite(c, term_bv_add(t, term_bv(32, 1)), term_bv_xor(t, var("x", i % 7, sort_bv(32))));
    }
    return t;
}

static term build_stores(void) {
    sort s = sort_array(sort_bv(32), sort_bv(32));
    term a = term_var("a", s);
    for (uint32_t i = 0; i < NODES / 3; i++)
        a = term_store(a, term_bv(32, i), term_bv_xor(var("x", i % 100, sort_bv(32)), term_bv(32, i + 7)));
    return term_select(a, var("x", 0, sort_bv(32)));
}

static void measure(const char *shape, term (*build)(void)) {
    struct subst s = {0};
    struct model m = {0};
    term_vec vars = {0};
    terms_init();
    double start = clock_cpu();
    term t = build();
    double built = clock_cpu();
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        model_set(&m, vars.at[i], term_sort(vars.at[i]) == sort_bv(32) ? value_of(i + 1) : value_of(0));
    double ready = clock_cpu();
    for (uint32_t i = 0; i < vars.n; i++) subst_set(&s, vars.at[i], term_prime(vars.at[i]));
    term primed = subst_apply(&s, t);
    double substituted = clock_cpu();
    value v = term_eval(&m, t);
    double evaluated = clock_cpu();
    char *text = term_text(t);
    double printed = clock_cpu();
    printf("%-8s %8u nodes  build %.3f  variables %.3f  substitute %.3f  evaluate %.3f  print %.3f s  (value "
           "%llx)\n",
           shape, term_size(t), built - start, ready - built, substituted - ready, evaluated - substituted,
           printed - evaluated, (unsigned long long)v.lo);
    if (primed == t) printf("%s: nothing was substituted\n", shape);
    free(text);
    VEC_RELEASE(&vars);
    subst_release(&s);
    model_release(&m);
    terms_release();
}

int main(void) {
    measure("chain", build_chain);
    measure("sum", build_sum);
    measure("formula", build_formula);
    measure("ite", build_ite);
    measure("stores", build_stores);
    return 0;
}
