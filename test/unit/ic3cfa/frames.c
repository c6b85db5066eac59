/* Frames of now against frames of then, with snapshots as the oracle: random lemmas are blocked and
 * raised at one location, every frame of every moment is written down, and whatever
 * frame_has_strengthened and frame_has_weakened say yes to must hold for the lists of clauses. Most
 * of what holds must be found, too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cfa/cfa.h"
#include "ic3cfa/frames.h"
#include "util/rng.h"

enum { LITERALS = 5, LEVELS = 5, MOVES = 25, ROUNDS = 60 };

struct moment {
    uint64_t time;
    VEC(const struct cube *) at[LEVELS + 1]; /* the cubes blocked in F(i,l) */
};

struct seen {
    uint32_t strong, weak, found_strong, found_weak;
};

static term literal[LITERALS];

static const struct cube *random_cube(struct cube_table *t, struct rng *r) {
    term lits[LITERALS];
    uint32_t n = 0;
    for (uint32_t i = 0; i < LITERALS; i++)
        if (rng_below(r, 2)) lits[n++] = literal[i];
    return cube_make(t, lits, n);
}

static struct moment take_snapshot(const struct frames *f, loc l) {
    struct moment m = {.time = f->time};
    for (uint32_t i = 1; i <= LEVELS; i++)
        for (uint32_t j = 0; j < f->at[l].lemmas.n; j++) {
            const struct lemma *d = f->at[l].lemmas.at[j];
            if (!d->dead && d->level >= i) VEC_PUSH(&m.at[i], d->cube);
        }
    return m;
}

static void make_a_move(struct frames *f, loc l, struct cube_table *t, struct rng *r) {
    uint32_t n = f->at[l].lemmas.n;
    struct lemma *m = n ? f->at[l].lemmas.at[rng_below(r, n)] : NULL;
    if (m && !m->dead && m->level < LEVELS && rng_below(r, 2))
        frame_raise(f, l, m, m->level + 1 + (uint32_t)rng_below(r, LEVELS - m->level));
    else frame_block(f, 1 + (uint32_t)rng_below(r, LEVELS), l, random_cube(t, r));
    assert_true(frames_check(f));
}

static bool strengthened(const struct moment *now, uint32_t i, const struct moment *then, uint32_t j) {
    for (uint32_t a = 0; a < then->at[j].n; a++) {
        bool implied = false;
        for (uint32_t b = 0; b < now->at[i].n; b++)
            implied |= cube_is_subset(now->at[i].at[b], then->at[j].at[a]);
        if (!implied) return false;
    }
    return true;
}

static bool weakened(const struct moment *now, uint32_t i, const struct moment *then, uint32_t j) {
    return strengthened(then, j, now, i);
}

static void compare(const struct frames *f, loc l, const struct moment *now, const struct moment *then,
                    struct seen *seen) {
    for (uint32_t i = 1; i <= LEVELS; i++)
        for (uint32_t j = 1; j <= LEVELS; j++) {
            bool strong = strengthened(now, i, then, j), weak = weakened(now, i, then, j);
            bool found_strong = frame_has_strengthened(f, l, i, j, then->time);
            bool found_weak = frame_has_weakened(f, l, i, j, then->time);
            assert_true(strong || !found_strong);
            assert_true(weak || !found_weak);
            seen->strong += strong;
            seen->weak += weak;
            seen->found_strong += found_strong;
            seen->found_weak += found_weak;
        }
}

static void test_frames_of_then(void **state) {
    (void)state;
    struct rng r = {11};
    struct seen seen = {0};
    for (uint32_t i = 0; i < LITERALS; i++) literal[i] = term_fresh("p", sort_bool());
    for (uint32_t round = 0; round < ROUNDS; round++) {
        struct cfa *c = cfa_new();
        loc l = cfa_add_loc(c, (struct src_pos){0});
        struct cube_table cubes = {0};
        struct frames f;
        struct moment moments[MOVES];
        loc_frames_init(&f, c, NULL);
        for (uint32_t k = 0; k < MOVES; k++) {
            make_a_move(&f, l, &cubes, &r);
            moments[k] = take_snapshot(&f, l);
            for (uint32_t before = 0; before <= k; before++)
                compare(&f, l, &moments[k], &moments[before], &seen);
        }
        for (uint32_t k = 0; k < MOVES; k++)
            for (uint32_t i = 0; i <= LEVELS; i++) VEC_RELEASE(&moments[k].at[i]);
        loc_frames_release(&f);
        cube_table_release(&cubes);
        cfa_free(c);
    }
    assert_true(seen.strong > 1000 && seen.found_strong > seen.strong / 10 * 9);
    assert_true(seen.weak > 1000 && seen.found_weak > seen.weak / 10 * 8);
}

static int setup(void **state) {
    (void)state;
    terms_init();
    return 0;
}

static int teardown(void **state) {
    (void)state;
    terms_release();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_frames_of_then, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
