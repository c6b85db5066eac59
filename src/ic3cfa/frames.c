#include "ic3cfa/frames.h"

#include <assert.h>
#include <stdlib.h>

#include "util/stats.h"

void loc_frames_init(struct frames *f, const struct cfa *c, const struct facts *known) {
    *f = (struct frames){.cfa = c, .n = c->locs.n, .known = known, .time = 1};
    f->at = mem_zero(f->n, sizeof *f->at);
    for (uint32_t l = 0; l < f->n; l++) f->at[l].id = l;
}

static void lemma_free(struct lemma *m) {
    if (m->witness) VEC_RELEASE(&m->witness->state);
    free(m->witness);
    ascent_release(&m->own);
    ascent_release(&m->any);
    free(m);
}

void loc_frames_release(struct frames *f) {
    for (uint32_t l = 0; l < f->n; l++) {
        struct frame_list *a = &f->at[l];
        for (uint32_t i = 0; i < a->lemmas.n; i++) lemma_free(a->lemmas.at[i]);
        for (uint32_t i = 0; i < a->buckets.n; i++) VEC_RELEASE(&a->buckets.at[i].lemmas);
        VEC_RELEASE(&a->lemmas);
        VEC_RELEASE(&a->buckets);
        int_map_release(&a->by_literal);
        VEC_RELEASE(&a->activation);
        VEC_RELEASE(&a->changed);
        VEC_RELEASE(&a->count);
        if (a->solver) solver_free(a->solver);
    }
    free(f->at);
    *f = (struct frames){0};
}

bool frame_is_false(const struct frames *f, uint32_t i, loc l) {
    assert(l < f->n);
    if (l == f->cfa->l0) return false;
    const struct lemma *all = f->at[l].everything;
    return i == 0 || (all && all->level >= i);
}

uint32_t frame_delta(const struct frames *f, uint32_t i, loc l) {
    assert(l < f->n);
    return i < f->at[l].count.n ? f->at[l].count.at[i] : 0;
}

uint64_t frame_changed(const struct frames *f, uint32_t i, loc l) {
    assert(l < f->n);
    return i < f->at[l].changed.n ? f->at[l].changed.at[i] : 0;
}

/* A lemma that was subsumed since then lives on in `any` of the one that subsumed it. Whatever was
 * in F(j,l) is at level j or above now, so that only levels below i matter. */
bool frame_has_strengthened(const struct frames *f, loc l, uint32_t i, uint32_t j, uint64_t time) {
    assert(l < f->n && time <= f->time);
    const struct frame_list *a = &f->at[l];
    if (i <= j) return true;
    uint32_t between = 0;
    for (uint32_t k = j; k < i && k < a->count.n; k++) between += a->count.at[k];
    for (uint32_t k = 0; k < a->lemmas.n && between; k++) {
        const struct lemma *m = a->lemmas.at[k];
        if (m->dead || m->level < j || m->level >= i) continue;
        if (ascent_was_at(&m->any, j, time)) return false;
        between--;
    }
    return true;
}

bool frame_has_weakened(const struct frames *f, loc l, uint32_t i, uint32_t j, uint64_t time) {
    assert(l < f->n && time <= f->time);
    const struct frame_list *a = &f->at[l];
    if (i >= j && frame_changed(f, i, l) <= time) return true;
    for (uint32_t k = 0; k < a->lemmas.n; k++) {
        const struct lemma *m = a->lemmas.at[k];
        if (!m->dead && m->level >= i && !ascent_was_at(&m->own, j, time)) return false;
    }
    return true;
}

static struct bucket *bucket_of(struct frame_list *a, term key, bool make) {
    if (!make) {
        uint64_t *found = int_map_get(&a->by_literal, key);
        return found ? &a->buckets.at[*found - 1] : NULL;
    }
    uint64_t *slot = int_map_put(&a->by_literal, key, NULL);
    if (!*slot) {
        VEC_PUSH(&a->buckets, (struct bucket){0});
        *slot = a->buckets.n;
    }
    return &a->buckets.at[*slot - 1];
}

/* A lemma is filed under its rarest literal, so that the search touches few lemmas in vain. */
static void file_lemma(struct frame_list *a, struct lemma *m) {
    if (!m->cube->n) {
        a->everything = m;
        return;
    }
    term rarest = m->cube->lits[0];
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < m->cube->n && least; i++) {
        struct bucket *b = bucket_of(a, m->cube->lits[i], false);
        uint32_t size = b ? b->lemmas.n : 0;
        if (size < least) {
            least = size;
            rarest = m->cube->lits[i];
        }
    }
    VEC_PUSH(&bucket_of(a, rarest, true)->lemmas, m);
}

static void kill_lemma(struct frames *f, struct frame_list *a, struct lemma *m, struct lemma *by) {
    assert(!m->dead && a->count.at[m->level] > 0);
    assert(!m->dead && by != m && by->level >= m->level);
    m->dead = true;
    ascent_absorb(&by->any, &m->any);
    a->count.at[m->level]--;
    a->dead++;
    f->lemmas--;
    if (a->everything == m) a->everything = NULL;
    stats.lemmas_subsumed++;
}

/* Frees dead lemmas when they are the larger half. */
static void compact(struct frame_list *a) {
    if (a->dead < 64 || a->dead < a->lemmas.n / 2) return;
    uint32_t n = 0;
    for (uint32_t i = 0; i < a->buckets.n; i++) VEC_CLEAR(&a->buckets.at[i].lemmas);
    for (uint32_t i = 0; i < a->lemmas.n; i++) {
        if (a->lemmas.at[i]->dead) lemma_free(a->lemmas.at[i]);
        else a->lemmas.at[n++] = a->lemmas.at[i];
    }
    a->lemmas.n = n;
    a->dead = 0;
    for (uint32_t i = 0; i < n; i++) file_lemma(a, a->lemmas.at[i]);
}

const struct lemma *frame_find_subset(const struct frames *f, uint32_t i, loc l, const struct cube *set) {
    assert(l < f->n);
    struct frame_list *a = &f->at[l];
    const struct lemma *best = NULL;
    if (a->everything && a->everything->level >= i) return a->everything;
    for (uint32_t j = 0; j < set->n; j++) {
        struct bucket *b = bucket_of(a, set->lits[j], false);
        for (uint32_t k = 0; b && k < b->lemmas.n; k++) {
            const struct lemma *m = b->lemmas.at[k];
            if (m->dead || m->level < i || (best && best->cube->n <= m->cube->n)) continue;
            if (cube_is_subset(m->cube, set)) best = m;
        }
    }
    return best;
}

static term activation_of(struct frame_list *a, uint32_t level) {
    while (a->activation.n <= level) VEC_PUSH(&a->activation, TERM_NONE);
    if (!a->activation.at[level]) a->activation.at[level] = term_fresh("act", sort_bool());
    return a->activation.at[level];
}

static void tell_solver(struct frame_list *a, const struct lemma *m) {
    if (a->solver) solver_assert_if(a->solver, activation_of(a, m->level), cube_clause(m->cube));
}

/* Notes that a cube entered level i: F(j,l) changed for all j <= i. */
static void touch(struct frames *f, struct frame_list *a, struct lemma *m) {
    m->time = ++f->time;
    ascent_add(&m->own, m->level, m->time);
    ascent_add(&m->any, m->level, m->time);
    while (a->changed.n <= m->level) VEC_PUSH(&a->changed, 0);
    while (a->count.n <= m->level) VEC_PUSH(&a->count, 0);
    for (uint32_t j = 0; j <= m->level; j++) a->changed.at[j] = f->time;
    a->count.at[m->level]++;
}

void (*frame_observer)(uint32_t i, loc l, const struct cube *c);

bool frame_block(struct frames *f, uint32_t i, loc l, const struct cube *c) {
    assert(l < f->n && i >= 1);
    assert(l != f->cfa->l0);
    assert(i > 0 && l != f->cfa->l0);
    struct frame_list *a = &f->at[l];
    if (frame_find_subset(f, i, l, c)) return false;
    struct lemma *m = MEM_NEW(struct lemma);
    *m = (struct lemma){.cube = c, .level = i};
    for (uint32_t j = 0; j < a->lemmas.n; j++) {
        struct lemma *d = a->lemmas.at[j];
        if (!d->dead && d->level <= i && cube_is_subset(c, d->cube)) kill_lemma(f, a, d, m);
    }
    compact(a);
    VEC_PUSH(&a->lemmas, m);
    touch(f, a, m);
    file_lemma(a, m);
    tell_solver(a, m);
    f->lemmas++;
    stats.lemmas++;
    if (frame_observer) frame_observer(i, l, c);
    return true;
}

void frame_raise(struct frames *f, loc l, struct lemma *m, uint32_t i) {
    assert(l < f->n && !m->dead && i >= m->level);
    struct frame_list *a = &f->at[l];
    assert(!m->dead && i > m->level);
    a->count.at[m->level]--;
    m->level = i;
    touch(f, a, m);
    for (uint32_t j = 0; j < a->lemmas.n; j++) {
        struct lemma *d = a->lemmas.at[j];
        if (d != m && !d->dead && d->level <= i && cube_is_subset(m->cube, d->cube)) kill_lemma(f, a, d, m);
    }
    tell_solver(a, m);
    if (frame_observer) frame_observer(i, l, m->cube);
}

struct solver *frame_solver(struct frames *f, loc l) {
    assert(l < f->n);
    struct frame_list *a = &f->at[l];
    if (a->solver) return a->solver;
    a->solver = solver_new();
    for (uint32_t j = 0; f->known && j < f->known->at[l].n; j++)
        solver_assert(a->solver, f->known->at[l].at[j]);
    for (uint32_t j = 0; j < a->lemmas.n; j++)
        if (!a->lemmas.at[j]->dead) tell_solver(a, a->lemmas.at[j]);
    return a->solver;
}

void frame_assume(struct frames *f, uint32_t i, loc l, term_vec *assumptions) {
    assert(l < f->n);
    struct frame_list *a = &f->at[l];
    for (uint32_t j = i; j < a->count.n; j++)
        if (a->count.at[j]) VEC_PUSH(assumptions, activation_of(a, j));
}

/* ---- for asserts ---- */

/* Is a live lemma subsumed by another one of at least its level? */
static bool some_subsumed(const struct frame_list *a) {
    for (uint32_t i = 0; i < a->lemmas.n && i < FRAMES_CHECK_MOST; i++)
        for (uint32_t j = 0; j < a->lemmas.n && j < FRAMES_CHECK_MOST; j++) {
            const struct lemma *m = a->lemmas.at[i], *d = a->lemmas.at[j];
            if (i != j && !m->dead && !d->dead && d->level >= m->level && cube_is_subset(d->cube, m->cube))
                return true;
        }
    return false;
}

static bool list_agrees(const struct frames *f, const struct frame_list *a, uint64_t *live) {
    uint32_t dead = 0;
    VEC(uint32_t) count = {0};
    VEC_RESIZE(&count, a->count.n);
    bool good = true;
    for (uint32_t i = 0; i < a->lemmas.n && good; i++) {
        const struct lemma *m = a->lemmas.at[i];
        dead += m->dead;
        good =
            m->level > 0 && m->level < a->count.n && m->time <= f->time && m->time <= a->changed.at[m->level];
        good = good && ascent_check(&m->own) && ascent_check(&m->any) &&
               ascent_was_at(&m->own, m->level, m->time) && ascent_was_at(&m->any, m->level, m->time);
        if (good && !m->dead) count.at[m->level]++;
        if (!m->dead && !m->cube->n) good = good && a->everything == m;
    }
    for (uint32_t i = 0; i < a->count.n && good; i++) good = count.at[i] == a->count.at[i];
    *live += a->lemmas.n - dead;
    VEC_RELEASE(&count);
    return good && dead == a->dead;
}

bool frames_check(const struct frames *f) {
    uint64_t live = 0;
    for (loc l = 0; l < f->n; l++)
        if (!list_agrees(f, &f->at[l], &live) || some_subsumed(&f->at[l])) return false;
    return live == f->lemmas;
}
