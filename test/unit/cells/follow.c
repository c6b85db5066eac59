/* No execution that reaches the error is lost when single cells are followed; places and claims are
 * those of the essay in cells/cells.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bmc/bmc.h"
#include "cells/places.h"
#include "unit/copying.h"
#include "util/options.h"

static term same_index(term i) { return i; }
static term odd_index(term i) { return term_bv_add(bv(1), term_bv_mul(bv(2), i)); }
static term index_from_the_end(term i) { return term_bv_sub(bv(N - 1), i); }

/* The error of the program that copies one element too few is an error where cells are followed, at
 * the same depth. */
static void check_errors_are_kept(term (*f)(term i), uint32_t followed) {
    for (uint64_t copied = N - 2; copied <= N; copied++) {
        struct loops l = make_at(copied, f);
        struct cells_ghosts ghosts;
        struct cfa *cells = cells_follow(l.c, CELLS_OF_THE_ERROR, &ghosts);
        assert_non_null(cells);
        assert_int_equal(ghosts.n, followed);
        for (uint32_t k = 0; k < ghosts.n; k++) assert_int_equal(ghosts.free[k], k == 0);
        struct verdict v = {0};
        bmc_prove(cells, NULL, &v);
        assert_int_equal(v.kind, copied < N ? VERDICT_FALSE : VERDICT_TRUE);
        if (copied < N) assert_int_equal(v.trace.n, 1 + copied + 1 + copied + 1);
        verdict_clear(&v);
        cells_ghosts_release(&ghosts);
        cfa_free(cells);
        cfa_free(l.c);
    }
}

static void test_errors_are_kept(void **state) {
    (void)state;
    check_errors_are_kept(same_index, 1);
    check_errors_are_kept(odd_index, 2); /* g, and 2 * g + 1 */
    check_errors_are_kept(index_from_the_end, 2);
}

/* The places are before the index and within the array; the claim is that the cells are equal. */
static void test_places(void **state) {
    (void)state;
    struct loops l = make_at(N, same_index);
    struct cells_ghosts ghosts;
    struct places places;
    struct cfa *cells = cells_follow(l.c, CELLS_OF_THE_ERROR, &ghosts);
    assert_non_null(cells);
    cells_places(cells, &ghosts, &places);
    assert_true(places_check(&places));
    assert_int_equal(places.ghosts.n, 1);
    assert_int_equal(places.cells.n, 2);
    term g = places.ghosts.at[0], same = term_eq(places.cells.at[0], places.cells.at[1]);
    assert_true(places_include(&places, term_ult(g, l.i), PLACE_MOVING));
    assert_true(places_include(&places, term_ule(g, bv(N - 1)), PLACE_FIXED));
    assert_true(places_include(&places, same, PLACE_CLAIM));
    assert_false(places_include(&places, same, PLACE_POSITION | PLACE_FLAG));
    assert_false(places_include(&places, term_ult(l.i, g), PLACE_POSITION));
    places_release(&places);
    cells_ghosts_release(&ghosts);
    cfa_free(cells);
    cfa_free(l.c);
}

/* What is checked is checked: lists that break an invariant are told from those that keep it. */
static void test_check_of_places(void **state) {
    (void)state;
    struct loops l = make_at(N, same_index);
    struct places p = {.c = l.c};
    VEC_PUSH(&p.ghosts, l.i);
    places_add(&p, term_ult(l.i, bv(3)), PLACE_MOVING);
    places_add(&p, term_ult(l.i, bv(3)), PLACE_MOVING);
    assert_int_equal(p.all.n, 1);
    assert_int_equal(p.all.at[0].kind, PLACE_FIXED);
    places_add(&p, term_ult(l.i, bv(3)), PLACE_CLAIM);
    assert_int_equal(p.all.n, 2);
    assert_true(places_check(&p));
    places_add(&p, term_ult(l.i, bv(4)), PLACE_FLAG); /* behind a claim */
    assert_false(places_check(&p));
    p.all.at[2] = p.all.at[1];
    assert_false(places_check(&p)); /* twice */
    p.all.n = 2;
    VEC_PUSH(&p.ghosts, l.g); /* no variable of the automaton */
    assert_false(places_check(&p));
    places_release(&p);
    cfa_free(l.c);
}

int main(void) {
    terms_init();
    options_reset();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_errors_are_kept),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_check_of_places),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
