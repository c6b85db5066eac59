/* Strongly connected components, and components of their components without their heads:
 *
 *     a: while (x) {         l0 -> a,  a -> b,  b -> b,  b -> a,  a -> c
 *     b:     while (y) ...
 *        }                   order: l0 (a (b)) c; the loop of a is {a, b}, that of b is {b}
 *     c:
 *
 * The component {a, b} has the head a, where a depth-first search comes in. Without the steps into
 * a, {b} is a component again. Tarjan's algorithm finds components last ones first; here it keeps
 * its path as a list, because automata may be deeper than the stack allows. The recursion that is
 * left is as deep as loops are nested. */
#include "cfa/nesting.h"

#include <assert.h>
#include <stdlib.h>

#include "cfa/pass.h"

/* A location on the path of the search, and how many of its steps were followed. */
struct visit {
    loc at;
    uint32_t steps;
};

struct decomposer {
    const struct cfa *c;
    const struct cfa_index *index;
    struct nesting *n;
    uint32_t next_position;
    /* Per location: which part it is in, its number in the search of that part (0: not visited),
     * the least number that it reaches, and whether its component is still open. */
    uint32_t *part, *number, *low;
    bool *open;
    uint32_t parts, numbers;
    VEC(struct visit) path;
    loc_vec stack;
};

/* Where components end in a list of their locations. */
struct component_list {
    loc_vec members;
    VEC(uint32_t) begins;
};

static void enter(struct decomposer *d, loc l) {
    d->number[l] = d->low[l] = ++d->numbers;
    d->open[l] = true;
    VEC_PUSH(&d->stack, l);
    VEC_PUSH(&d->path, ((struct visit){l, 0}));
}

static void close_component(struct decomposer *d, loc root, struct component_list *out) {
    uint32_t from = d->stack.n;
    do {
        d->open[d->stack.at[--from]] = false;
    } while (d->stack.at[from] != root);
    VEC_PUSH(&out->begins, out->members.n);
    for (uint32_t i = from; i < d->stack.n; i++) VEC_PUSH(&out->members, d->stack.at[i]);
    d->stack.n = from;
}

/* Tarjan's search from one location, within its part. */
static void search(struct decomposer *d, loc from, struct component_list *out) {
    enter(d, from);
    while (d->path.n) {
        struct visit *top = &d->path.at[d->path.n - 1];
        loc at = top->at;
        if (top->steps < d->index->out[at].n) {
            loc to = d->c->steps.at[d->index->out[at].at[top->steps++]].to;
            if (d->part[to] != d->part[at]) continue;
            if (!d->number[to]) enter(d, to);
            else if (d->open[to] && d->number[to] < d->low[at]) d->low[at] = d->number[to];
            continue;
        }
        d->path.n--;
        if (d->low[at] == d->number[at]) close_component(d, at, out);
        if (!d->path.n) continue;
        loc below = d->path.at[d->path.n - 1].at;
        if (d->low[at] < d->low[below]) d->low[below] = d->low[at];
    }
}

static bool repeats(const struct decomposer *d, loc l) {
    for (uint32_t i = 0; i < d->index->out[l].n; i++)
        if (d->c->steps.at[d->index->out[l].at[i]].to == l) return true;
    return false;
}

static void place(struct decomposer *d, loc l, loc loop) {
    d->n->position[l] = d->next_position++;
    d->n->loop[l] = loop;
}

/* Puts a part in order; `loop` is the head of the loop that the part is the body of. */
static void decompose(struct decomposer *d, const loc *members, uint32_t n, loc loop) {
    struct component_list list = {0};
    uint32_t part = ++d->parts;
    for (uint32_t i = 0; i < n; i++) d->part[members[i]] = part, d->number[members[i]] = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!d->number[members[i]]) search(d, members[i], &list);
    assert(list.members.n == n);
    for (uint32_t i = list.begins.n, end = n; i-- > 0; end = list.begins.at[i]) {
        const loc *first = list.members.at + list.begins.at[i];
        uint32_t size = end - list.begins.at[i];
        if (size == 1 && !repeats(d, *first)) {
            place(d, *first, loop);
            continue;
        }
        place(d, *first, *first);
        d->n->outer[*first] = loop;
        d->part[*first] = 0;
        decompose(d, first + 1, size - 1, *first);
    }
    VEC_RELEASE(&list.members);
    VEC_RELEASE(&list.begins);
}

void nesting_init(struct nesting *n, const struct cfa *c, const struct cfa_index *by_step) {
    uint32_t locs = c->locs.n;
    *n = (struct nesting){.n = locs};
    n->position = mem_zero(locs + 1, sizeof *n->position);
    n->loop = mem_zero(locs + 1, sizeof *n->loop);
    n->outer = mem_zero(locs + 1, sizeof *n->outer);
    struct decomposer d = {.c = c, .index = by_step, .n = n};
    d.part = mem_zero(locs + 1, sizeof *d.part);
    d.number = mem_zero(locs + 1, sizeof *d.number);
    d.low = mem_zero(locs + 1, sizeof *d.low);
    d.open = mem_zero(locs + 1, sizeof *d.open);
    loc_vec all = {0};
    VEC_PUSH(&all, c->l0);
    for (loc l = 0; l < locs; l++) {
        n->outer[l] = LOC_NONE;
        if (l != c->l0) VEC_PUSH(&all, l);
    }
    decompose(&d, all.at, all.n, LOC_NONE);
    assert(d.next_position == locs);
    free(d.part);
    free(d.number);
    free(d.low);
    free(d.open);
    VEC_RELEASE(&d.path);
    VEC_RELEASE(&d.stack);
    VEC_RELEASE(&all);
}

void nesting_release(struct nesting *n) {
    free(n->position);
    free(n->loop);
    free(n->outer);
    *n = (struct nesting){0};
}

bool nesting_within(const struct nesting *n, loc l, loc head) {
    loc loop = n->loop[l];
    while (loop != LOC_NONE && loop != head) loop = n->outer[loop];
    return loop == head;
}

/* ---- places ---- */

static uint32_t loops_around(const struct nesting *n, loc l) {
    uint32_t loops = 0;
    for (loc head = n->loop[l]; head != LOC_NONE; head = n->outer[head]) loops++;
    return loops;
}

struct nesting_place nesting_place_after(const struct nesting *n, struct arena *arena,
                                         const struct nesting_place *from, loc l) {
    struct nesting_place p = {.loops = loops_around(n, l)};
    uint32_t i = p.loops;
    p.words = arena_alloc(arena, (2 * p.loops + 1) * sizeof *p.words);
    p.words[2 * p.loops] = n->position[l];
    for (loc head = n->loop[l]; head != LOC_NONE; head = n->outer[head]) p.words[2 * --i] = n->position[head];
    assert(i == 0);
    bool shared = from != NULL;
    for (; i < p.loops; i++) {
        shared = shared && i < from->loops && from->words[2 * i] == p.words[2 * i];
        bool again = shared && p.words[2 * i] == n->position[l];
        p.words[2 * i + 1] = shared ? from->words[2 * i + 1] + again : 0;
    }
    assert(!from || nesting_place_compare(from, &p) < 0);
    return p;
}

int nesting_place_compare(const struct nesting_place *a, const struct nesting_place *b) {
    uint32_t na = 2 * a->loops + 1, nb = 2 * b->loops + 1;
    for (uint32_t i = 0; i < na && i < nb; i++)
        if (a->words[i] != b->words[i]) return a->words[i] < b->words[i] ? -1 : 1;
    return na < nb ? -1 : na > nb;
}

uint32_t nesting_place_rounds(const struct nesting_place *p) {
    assert(p->loops > 0);
    return p->words[2 * p->loops - 1];
}

bool nesting_asks_before(uint32_t round) {
    uint32_t done = round - 1;
    return round > 2 && (done & (done - 1)) == 0;
}
