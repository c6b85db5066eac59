/* Candidate classes of equal signals: 64 patterns at a time, split whenever two members differ. */
#include "ic3bit/classes.h"

#include <assert.h>
#include <stdlib.h>

#include "util/hash.h"

static uint64_t word_of(const struct classes *c, uint32_t lit) {
    assert(lit / 2 < aiger_variables(c->m));
    return c->word[lit / 2] ^ (lit & 1 ? ~(uint64_t)0 : 0);
}

void classes_simulate(struct classes *c) {
    const struct aiger *m = c->m;
    uint32_t first = 1 + m->inputs + m->latches.n;
    for (uint32_t i = 0; i < m->ands.n; i++)
        c->word[first + i] = word_of(c, m->ands.at[i].a) & word_of(c, m->ands.at[i].b);
}

void classes_step(struct classes *c, struct rng *r) {
    const struct aiger *m = c->m;
    for (uint32_t i = 0; i < m->latches.n; i++) c->state[i] = word_of(c, m->latches.at[i].next);
    for (uint32_t i = 0; i < m->latches.n; i++) c->word[1 + m->inputs + i] = c->state[i];
    for (uint32_t i = 0; i < m->inputs; i++) c->word[1 + i] = rng_next(r);
    classes_simulate(c);
}

static void initial_patterns(struct classes *c, struct rng *r) {
    const struct aiger *m = c->m;
    c->word[0] = 0;
    for (uint32_t i = 0; i < m->inputs; i++) c->word[1 + i] = rng_next(r);
    for (uint32_t i = 0; i < m->latches.n; i++) {
        uint32_t reset = m->latches.at[i].reset;
        c->word[1 + m->inputs + i] = reset == RESET_ANY ? rng_next(r) : reset == RESET_1 ? ~(uint64_t)0 : 0;
    }
    classes_simulate(c);
}

uint64_t classes_allowed(const struct classes *c) {
    uint64_t mask = ~(uint64_t)0;
    for (uint32_t i = 0; i < c->m->constraints.n; i++) mask &= word_of(c, c->m->constraints.at[i]);
    return mask;
}

static bool always_alone(const struct classes *c, uint32_t v) {
    bool gate = v > c->m->inputs + c->m->latches.n;
    return v && (v <= c->m->inputs || (gate && c->latches_only));
}

/* One class; the list is taken apart and each member joins the group of its word. */
static void split_class(struct classes *c, uint32_t first, uint64_t mask, struct int_map *groups) {
    /* while a list is rebuilt, first[representative] is its last member */
    uint32_t *last = c->first;
    int_map_clear(groups);
    VEC(uint32_t) heads = {0};
    for (uint32_t v = first, next; v || first == 0; v = next) {
        next = c->next[v];
        c->next[v] = 0;
        bool added;
        uint64_t key = (c->word[v] ^ (c->phase[v] ? ~(uint64_t)0 : 0)) & mask;
        uint64_t *head = int_map_put(groups, key, &added);
        if (added || always_alone(c, v)) {
            if (added) *head = v;
            VEC_PUSH(&heads, v);
            last[v] = v;
        } else {
            c->next[last[*head]] = v;
            last[*head] = v;
        }
        if (!next) break;
    }
    for (uint32_t i = 0; i < heads.n; i++)
        for (uint32_t h = heads.at[i], v = h;; v = c->next[v]) {
            c->first[v] = h;
            if (!c->next[v]) break;
        }
    VEC_RELEASE(&heads);
}

static bool differs(const struct classes *c, uint32_t first, uint64_t mask) {
    for (uint32_t v = c->next[first]; v; v = c->next[v]) {
        uint64_t flip = c->phase[v] != c->phase[first] ? ~(uint64_t)0 : 0;
        if ((c->word[v] ^ c->word[first] ^ flip) & mask) return true;
    }
    return false;
}

void classes_split(struct classes *c, uint64_t mask) {
    struct int_map groups = {0};
    mask &= classes_allowed(c);
    for (uint32_t v = 0; mask && v < c->variables; v++)
        if (classes_single(c, v) && differs(c, v, mask)) split_class(c, v, mask, &groups);
    int_map_release(&groups);
}

void classes_isolate(struct classes *c, uint32_t v) {
    assert(v < aiger_variables(c->m));
    assert(!classes_single(c, v));
    uint32_t before = c->first[v];
    while (c->next[before] != v) before = c->next[before];
    c->next[before] = c->next[v];
    c->next[v] = 0;
    c->first[v] = v;
}

/* All variables in one class, phases by the first pattern that the constraints allow (any, if there
 * is none). */
static void first_class(struct classes *c) {
    uint64_t mask = classes_allowed(c);
    uint32_t bit = 0;
    while (bit < 63 && mask && !(mask >> bit & 1)) bit++;
    for (uint32_t v = 0; v < c->variables; v++) {
        c->phase[v] = (uint8_t)(c->word[v] >> bit & 1);
        c->next[v] = v + 1 < c->variables ? v + 1 : 0;
    }
}

void classes_init(struct classes *c, const struct aiger *m, uint32_t steps, struct rng *r) {
    *c = (struct classes){.m = m, .variables = aiger_variables(m), .latches_only = m->constraints.n > 0};
    c->first = mem_zero(c->variables, sizeof *c->first);
    c->next = mem_zero(c->variables, sizeof *c->next);
    c->phase = mem_zero(c->variables, 1);
    c->word = mem_zero(c->variables, sizeof *c->word);
    c->state = mem_zero(m->latches.n, sizeof *c->state);
    struct int_map groups = {0};
    initial_patterns(c, r);
    first_class(c);
    split_class(c, 0, classes_allowed(c), &groups); /* also takes the inputs out */
    int_map_release(&groups);
    uint64_t alive = classes_allowed(c); /* a pattern ends with its first violated constraint */
    for (uint32_t i = 1; alive && i < steps; i++) {
        classes_step(c, r);
        alive &= classes_allowed(c);
        classes_split(c, alive);
    }
}

void classes_release(struct classes *c) {
    free(c->first);
    free(c->next);
    free(c->phase);
    free(c->word);
    free(c->state);
}

uint32_t classes_count(const struct classes *c) {
    uint32_t n = 0;
    for (uint32_t v = 0; v < c->variables; v++) n += !classes_single(c, v);
    return n;
}
