/* All paths of a program that ends, in the order of cfa/nesting.h; it shares nothing with that of
 * src/bmc but the order, on which nothing rests: steps that arrive at one location may be joined in
 * any groups, and the work is over when no step waits. So a wrong order costs time, no truth.
 *
 *     for (i = 0; i < n && i < 5; i++) t += read();
 *     for (j = 0; j < t && j < 9; j++) ...               the second loop is unrolled once, from
 *                                                        what the first leaves after any round
 *
 * Places are made as in bounded.c. Of a loop that constants do not end the solver is asked from
 * time to time whether there is another round; at the end it is asked for lE:
 *
 *     in(lE), joined from all steps that lead there, is unsatisfiable. */
#include "check/layers.h"

#include <assert.h>
#include <stdlib.h>

#include "cfa/nesting.h"
#include "util/clock.h"
#include "util/heap.h"

/* Steps that wait to be joined at a location. */
struct group {
    loc at;
    struct nesting_place place;
    place_vec from;
    uint64_t steps; /* of the longest path that ends with one of them */
};

struct unwinding {
    struct cfa *c;
    struct cfa_index index;
    struct nesting nesting;
    struct solver *s;
    struct arena arena;
    struct heap waiting;
    place_vec errors;
    uint64_t longest;
};

static bool group_before(const void *a, const void *b) {
    const struct group *x = a, *y = b;
    return nesting_place_compare(&x->place, &y->place) < 0;
}

static void places_release(place_vec *v) {
    for (uint32_t i = 0; i < v->n; i++) layers_place_clear(&v->at[i]);
    VEC_RELEASE(v);
}

static struct group *group_of(struct unwinding *w, const struct nesting_place *before, loc l) {
    struct nesting_place place = nesting_place_after(&w->nesting, &w->arena, before, l);
    for (uint32_t i = 0; i < w->waiting.items.n; i++) {
        struct group *g = w->waiting.items.at[i];
        if (!nesting_place_compare(&g->place, &place)) return g;
    }
    struct group *g = arena_alloc(&w->arena, sizeof *g);
    *g = (struct group){.at = l, .place = place};
    heap_push(&w->waiting, g);
    return g;
}

static void follow_all(struct unwinding *w, const struct group *g, const struct bounded_place *p) {
    struct subst s = {0};
    uint64_t steps = g->steps + 1;
    layers_values(w->c, p, &s);
    for (uint32_t i = 0; i < w->index.out[g->at].n; i++) {
        const struct cfa_step *step = &w->c->steps.at[w->index.out[g->at].at[i]];
        struct bounded_place next = layers_follow(w->s, w->c, step, p, &s);
        if (!next.values) continue;
        if (steps > w->longest) w->longest = steps;
        if (step->to == w->c->lE) {
            VEC_PUSH(&w->errors, next);
            continue;
        }
        struct group *to = group_of(w, &g->place, step->to);
        if (steps > to->steps) to->steps = steps;
        VEC_PUSH(&to->from, next);
    }
    subst_release(&s);
}

/* Before some rounds of a loop: in(head), is there one? What the solver cannot say stays. */
static bool is_empty(struct unwinding *w, const struct group *g, const struct bounded_place *p) {
    if (w->nesting.loop[g->at] != g->at || p->in == term_true()) return false;
    if (!nesting_asks_before(nesting_place_rounds(&g->place))) return false;
    return solver_check(w->s, &p->in, 1) == ANSWER_UNSAT;
}

static void visit(struct unwinding *w, struct group *g) {
    struct bounded_place p = layers_join(w->s, w->c, &g->from);
    places_release(&g->from);
    if (!is_empty(w, g, &p)) follow_all(w, g, &p);
    layers_place_clear(&p);
}

/* in(lE) */
static char *no_error(struct unwinding *w, bool *unsure) {
    if (!w->errors.n) return NULL;
    struct bounded_place p = layers_join(w->s, w->c, &w->errors);
    enum answer a = solver_check(w->s, &p.in, 1);
    layers_place_clear(&p);
    *unsure = a == ANSWER_UNKNOWN;
    return a == ANSWER_UNSAT ? NULL
           : *unsure         ? mem_strdup("the solver gave up on the error's location")
                             : mem_strdup("the error's location is reachable");
}

static char *unwind(struct unwinding *w, uint64_t most, bool *unsure) {
    struct bounded_place start = layers_start(w->c);
    struct group *first = group_of(w, NULL, w->c->l0);
    VEC_PUSH(&first->from, start);
    while (w->waiting.items.n) {
        if (stop_requested()) {
            *unsure = true;
            return mem_printf("%s", stop_text(stop_requested()));
        }
        if (w->longest > most) {
            *unsure = true;
            return mem_strdup("paths are longer than the proof says");
        }
        visit(w, heap_pop(&w->waiting));
    }
    return no_error(w, unsure);
}

char *check_unwound(struct cfa *c, int kind, uint64_t most, uint64_t *steps, bool *unsure) {
    struct unwinding w = {.c = c, .s = solver_new_kind(kind, SOLVER_CHECKS), .waiting.before = group_before};
    cfa_index_steps(c, &w.index);
    nesting_init(&w.nesting, c, &w.index);
    *unsure = false;
    char *wrong = unwind(&w, most, unsure);
    *steps = w.longest;
    for (uint32_t i = 0; i < w.waiting.items.n; i++)
        places_release(&((struct group *)w.waiting.items.at[i])->from);
    places_release(&w.errors);
    heap_release(&w.waiting);
    arena_release(&w.arena);
    nesting_release(&w.nesting);
    cfa_index_release(&w.index);
    solver_free(w.s);
    return wrong;
}
