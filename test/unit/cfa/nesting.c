/* Loops within loops: positions, and the order in which an unrolling comes to places. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "cfa/nesting.h"
#include "cfa/reduce.h"
#include "util/options.h"

static struct cfa *graph(uint32_t locs, const loc (*edges)[2], uint32_t n) {
    struct cfa *c = cfa_new();
    while (c->locs.n < locs) cfa_add_loc(c, (struct src_pos){0});
    for (uint32_t i = 0; i < n; i++) cfa_add_edge(c, edges[i][0], cfa_skip(), edges[i][1]);
    cfa_split(c, 32);
    return c;
}

/* What the header promises of positions, for every step. */
static void check_order(const struct cfa *c, const struct nesting *n) {
    for (uint32_t i = 0; i < c->steps.n; i++) {
        loc from = c->steps.at[i].from, to = c->steps.at[i].to;
        if (n->position[from] < n->position[to]) continue;
        assert_int_equal(n->loop[to], to);
        assert_true(nesting_within(n, from, to));
    }
}

static void loops_are_nested(void **unused) {
    (void)unused;
    /* l0 -> 2, 2 -> 3, 3 -> 3, 3 -> 2, 2 -> 4 */
    const loc edges[][2] = {{0, 2}, {2, 3}, {3, 3}, {3, 2}, {2, 4}};
    struct cfa *c = graph(5, edges, 5);
    struct cfa_index index;
    struct nesting n;
    cfa_index_steps(c, &index);
    nesting_init(&n, c, &index);
    check_order(c, &n);
    assert_int_equal(n.loop[2], 2);
    assert_int_equal(n.outer[2], LOC_NONE);
    assert_int_equal(n.loop[3], 3);
    assert_int_equal(n.outer[3], 2);
    assert_int_equal(n.loop[4], LOC_NONE);
    assert_true(nesting_within(&n, 3, 2));
    assert_false(nesting_within(&n, 2, 3));
    nesting_release(&n);
    cfa_index_release(&index);
    cfa_free(c);
}

static void places_follow_rounds(void **unused) {
    (void)unused;
    const loc edges[][2] = {{0, 2}, {2, 3}, {3, 3}, {3, 2}, {2, 4}};
    struct cfa *c = graph(5, edges, 5);
    struct arena arena = {0};
    struct cfa_index index;
    struct nesting n;
    cfa_index_steps(c, &index);
    nesting_init(&n, c, &index);
    struct nesting_place start = nesting_place_after(&n, &arena, NULL, 0);
    struct nesting_place head = nesting_place_after(&n, &arena, &start, 2);
    struct nesting_place inner = nesting_place_after(&n, &arena, &head, 3);
    struct nesting_place again = nesting_place_after(&n, &arena, &inner, 3);
    struct nesting_place second = nesting_place_after(&n, &arena, &again, 2);
    struct nesting_place anew = nesting_place_after(&n, &arena, &second, 3);
    struct nesting_place same = nesting_place_after(&n, &arena, &inner, 2);
    struct nesting_place end = nesting_place_after(&n, &arena, &head, 4);
    assert_int_equal(nesting_place_rounds(&head), 0);
    assert_int_equal(nesting_place_rounds(&again), 1);
    assert_int_equal(nesting_place_rounds(&second), 1);
    assert_int_equal(nesting_place_rounds(&anew), 0);
    assert_int_equal(nesting_place_compare(&second, &same), 0);
    assert_true(nesting_place_compare(&again, &second) < 0);
    assert_true(nesting_place_compare(&anew, &end) < 0);
    arena_release(&arena);
    nesting_release(&n);
    cfa_index_release(&index);
    cfa_free(c);
}

static void any_graph_is_ordered(void **unused) {
    (void)unused;
    uint32_t seed = 1;
    for (uint32_t round = 0; round < 200; round++) {
        loc edges[24][2];
        for (uint32_t i = 0; i < 24; i++)
            for (uint32_t j = 0; j < 2; j++) {
                seed = seed * 1103515245u + 12345u;
                edges[i][j] = (seed >> 16) % 12;
                if (j == 0 && edges[i][0] == 1) edges[i][0] = 0; /* lE has no way out */
                if (j == 1 && edges[i][1] == 0) edges[i][1] = 2; /* nothing leads to l0 */
            }
        struct cfa *c = graph(12, edges, 24);
        struct cfa_index index;
        struct nesting n;
        cfa_index_steps(c, &index);
        nesting_init(&n, c, &index);
        check_order(c, &n);
        nesting_release(&n);
        cfa_index_release(&index);
        cfa_free(c);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loops_are_nested),
        cmocka_unit_test(places_follow_rounds),
        cmocka_unit_test(any_graph_is_ordered),
    };
    options_reset();
    terms_init();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    terms_release();
    return failed;
}
