/* Proofs carried over to the unreduced automaton. Soundness: on automata whose error is reachable
 * (the engine and an enumeration say so), no verdict of TRUE is ever confirmed: neither the proofs
 * of safe twins, as they are and damaged, nor invented bounded or k-inductive ones. This is what a
 * wrong reduction would look like: a reduced automaton with a valid proof, made from another
 * unreduced one. Use: the proofs of safe automata are confirmed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cfa/reduce.h"
#include "check/check.h"
#include "check/unreduced.h"
#include "ic3cfa/ic3cfa.h"

enum { WIDTH = 4 };
static unsigned refused, confirmed;

static term bv(uint64_t n) { return term_bv(WIDTH, n); }
static term var(const char *name) { return term_var(name, sort_bv(WIDTH)); }

/* What distinguishes an automaton from its twin. */
struct shape {
    uint64_t start, dx, dy, limit, k;
    bool branch; /* y takes the place of x on one way through the body */
    bool idle;   /* a loop in front that has nothing to do with the error */
};

static term bad(struct shape s) {
    return term_or(term_not(term_eq(var("x"), var("y"))), term_ult(bv(s.limit), var("z")));
}

static void add_vars(struct cfa *c) {
    static const char *const names[] = {"x", "y", "z", "k", "copy", "dead", "i"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        cfa_add_var(c, var(names[i]), names[i], false, (struct src_pos){0});
}

/* One edge of the body: x += dx; y += dy, through constants, copies and dead assignments. */
static cmd body(struct cfa *c, struct shape s) {
    cmd k = cfa_assign(c, var("x"), term_bv_add(var("x"), bv(s.dx)));
    cmd same = cfa_seq(c, cfa_assign(c, var("y"), term_bv_add(var("copy"), bv(s.dy))),
                       cfa_assign(c, var("copy"), var("y")));
    cmd steps = cfa_seq(c, k, cfa_seq(c, same, cfa_assign(c, var("dead"), var("z"))));
    return s.branch ? cfa_choice(c, cfa_seq(c, steps, cfa_assign(c, var("y"), var("x"))), steps) : steps;
}

static struct cfa *make(struct shape s) {
    struct cfa *c = cfa_new();
    struct src_pos nowhere = {0};
    add_vars(c);
    uint32_t site = cfa_add_site(c, SITE_NONDET, "in", sort_bv(WIDTH), false, nowhere);
    loc idle = cfa_add_loc(c, nowhere), head = cfa_add_loc(c, nowhere), inside = cfa_add_loc(c, nowhere),
        test = cfa_add_loc(c, nowhere);
    cmd init = cfa_seq(c, cfa_assign(c, var("x"), bv(s.start)), cfa_assign(c, var("k"), bv(s.k)));
    init =
        cfa_seq(c, init, cfa_seq(c, cfa_assign(c, var("y"), var("x")), cfa_assign(c, var("copy"), var("y"))));
    cfa_add_edge(c, c->l0,
                 cfa_seq(c, init, cfa_seq(c, cfa_assign(c, var("z"), bv(0)), cfa_assign(c, var("i"), bv(0)))),
                 idle);
    if (s.idle) cfa_add_edge(c, idle, cfa_assign(c, var("i"), term_bv_add(var("i"), bv(1))), idle);
    cfa_add_edge(c, idle, cfa_assume(c, term_true()), head);
    cfa_add_edge(c, head, cfa_seq(c, cfa_assume(c, term_ult(var("x"), bv(12))), body(c, s)), inside);
    cfa_add_edge(c, inside,
                 cfa_seq(c, cfa_havoc(c, var("z"), site), cfa_assume(c, term_ule(var("z"), var("k")))), test);
    cfa_add_edge(c, test, cfa_assume(c, term_not(bad(s))), head);
    cfa_add_edge(c, test, cfa_assume(c, bad(s)), c->lE);
    return c;
}

static bool check(const struct cfa *unreduced, const struct cfa *reduced, const struct verdict *v, int kind,
                  struct strbuf *text) {
    char *why = NULL;
    struct budget minutes = budget_cpu(600);
    bool good = evidence_check_unreduced(unreduced, reduced, v, kind, &minutes, text, &why);
    assert_true(good == !why);
    free(why);
    return good;
}

static void refuse(const struct cfa *unsafe, const struct cfa *reduced, const struct verdict *v) {
    struct strbuf text = {0};
    assert_false(check(unsafe, reduced, v, refused % 8 ? SOLVER_NATIVE : SOLVER_Z3, &text));
    assert_int_equal(text.n, 0);
    refused++;
    strbuf_release(&text);
}

/* The proof of a safe automaton, as it is and damaged, says nothing about the unsafe twin. */
static void refuse_all(const struct cfa *unsafe, const struct cfa *reduced, struct verdict *v) {
    refuse(unsafe, reduced, v);
    for (loc l = 0; l < v->invariant.n; l++)
        for (uint32_t i = 0; i < v->invariant.at[l].n; i++) {
            term *fact = &v->invariant.at[l].at[i], old = *fact;
            term instead[] = {term_true(), term_not(old), term_false()};
            for (size_t k = 0; k < sizeof instead / sizeof *instead; k++) {
                *fact = instead[k];
                refuse(unsafe, reduced, v);
            }
            *fact = old;
        }
    struct verdict invented = {.kind = VERDICT_TRUE};
    facts_copy(&invented.invariant, &v->invariant);
    for (uint64_t depth = 1; depth <= 4; depth++) {
        invented.proof_depth = depth;
        invented.proof = PROOF_BOUNDED;
        refuse(unsafe, reduced, &invented);
        invented.proof = PROOF_K_INDUCTION;
        refuse(unsafe, reduced, &invented);
    }
    verdict_clear(&invented);
}

static void prove(struct cfa *reduced, enum verdict_kind expected, struct verdict *v) {
    *v = (struct verdict){0};
    ic3cfa_prove(reduced, NULL, v);
    assert_int_equal(v->kind, expected);
}

static void twins(struct shape safe, struct shape unsafe, int lbe) {
    options.lbe = lbe;
    struct cfa *good = make(safe), *bad_one = make(unsafe), *reduced = cfa_reduce(cfa_copy(good)),
               *other = cfa_reduce(cfa_copy(bad_one));
    struct verdict v, w;
    struct strbuf text = {0};
    prove(reduced, VERDICT_TRUE, &v);
    prove(other, VERDICT_FALSE, &w);
    struct budget minute = budget_cpu(60);
    if (v.proof == PROOF_INVARIANT)
        check_minimize_invariant(reduced, &v.invariant, check_other_solver(), &minute);
    assert_true(check(good, reduced, &v, SOLVER_NATIVE, NULL));
    assert_true(check(good, reduced, &v, SOLVER_Z3, &text));
    assert_non_null(strstr(text.text, "(check-sat)"));
    confirmed++;
    refuse_all(bad_one, reduced, &v);
    strbuf_release(&text);
    verdict_clear(&v);
    verdict_clear(&w);
    cfa_free(good);
    cfa_free(bad_one);
    cfa_free(reduced);
    cfa_free(other);
}

static void test_unreduced(void **state) {
    (void)state;
    options_reset();
    options.solver = SOLVER_Z3;
    terms_init();
    struct shape safe = {.start = 1, .dx = 2, .dy = 2, .limit = 5, .k = 5};
    for (int round = 0; round < 8; round++) {
        safe.branch = round & 1;
        safe.idle = round & 2;
        struct shape late = safe, drawn = safe, early = safe;
        int lbe = round & 4 ? LBE_NONE : LBE_LOOP;
        drawn.k = 6;  /* only the constant that z may take is another one */
        late.dy = 10; /* after the first round */
        early.limit = 2;
        twins(safe, drawn, lbe);
        twins(safe, late, lbe);
        twins(safe, early, lbe);
    }
    terms_release();
    print_message("%u proofs confirmed, %u refused on automata with a reachable error\n", confirmed, refused);
    assert_true(confirmed >= 20 && refused >= 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_unreduced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
