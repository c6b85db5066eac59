/* Storage of the logging solver: variables, clauses, chains, watches, the queue of decisions. */
#include "sat/logged_internal.h"

#include <stdlib.h>

struct logged *logged_new(void) {
    struct logged *s = MEM_NEW(struct logged);
    s->empty = NO_CLAUSE;
    s->reduce_at = 3000;
    VEC_RESIZE(&s->vars, 1);
    VEC_RESIZE(&s->value, 2);
    VEC_RESIZE(&s->watches, 2);
    return s;
}

void logged_free(struct logged *s) {
    if (!s) return;
    for (uint32_t i = 0; i < s->watches.n; i++) VEC_RELEASE(&s->watches.at[i]);
    VEC_RELEASE(&s->watches);
    VEC_RELEASE(&s->clauses);
    VEC_RELEASE(&s->lits);
    VEC_RELEASE(&s->links);
    VEC_RELEASE(&s->vars);
    VEC_RELEASE(&s->value);
    logged_words *vectors[] = {&s->trail, &s->level_start, &s->learnt, &s->marked, &s->units, &s->scratch};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) VEC_RELEASE(vectors[i]);
    free(s);
}

void logged_part(struct logged *s, enum logged_part part) { s->part = part; }

uint64_t logged_conflicts(const struct logged *s) { return s->conflicts; }

static void enqueue(struct logged *s, uint32_t v) {
    s->vars.at[v].before = s->last;
    s->vars.at[v].after = 0;
    if (s->last) s->vars.at[s->last].after = v;
    s->last = v;
    s->vars.at[v].stamp = ++s->stamps;
    if (!s->value.at[2 * v]) s->search = v;
}

static void dequeue(struct logged *s, uint32_t v) {
    uint32_t before = s->vars.at[v].before, after = s->vars.at[v].after;
    if (before) s->vars.at[before].after = after;
    if (after) s->vars.at[after].before = before;
    if (s->last == v) s->last = before;
    if (s->search == v) s->search = before ? before : after;
}

void logged_bump(struct logged *s, uint32_t v) {
    if (s->last == v) return;
    dequeue(s, v);
    enqueue(s, v);
}

int logged_fresh(struct logged *s) {
    uint32_t v = s->vars.n;
    VEC_RESIZE(&s->vars, v + 1);
    VEC_RESIZE(&s->value, 2 * v + 2);
    VEC_RESIZE(&s->watches, 2 * v + 2);
    s->vars.at[v] = (struct logged_var){.part = (uint8_t)s->part, .phase = -1};
    enqueue(s, v);
    return (int)v;
}

uint32_t logged_store(struct logged *s, const uint32_t *lits, uint32_t n) {
    struct logged_clause c = {.at = s->lits.n, .n = n, .part = (uint8_t)s->part, .chain = s->links.n};
    for (uint32_t i = 0; i < n; i++) VEC_PUSH(&s->lits, lits[i]);
    VEC_PUSH(&s->clauses, c);
    return s->clauses.n - 1;
}

void logged_link(struct logged *s, uint32_t pivot, uint32_t clause) {
    VEC_PUSH(&s->links, (struct logged_antecedent){pivot, clause});
}

void logged_attach(struct logged *s, uint32_t clause) {
    const uint32_t *lits = logged_lits(s, clause);
    for (int i = 0; i < 2; i++)
        VEC_PUSH(&s->watches.at[lits[i]], (struct logged_watcher){clause, lits[1 - i]});
}

static uint32_t median_glue(const struct logged *s) {
    uint32_t count[64] = {0}, total = 0, sum = 0, glue = 0;
    for (uint32_t i = 0; i < s->clauses.n; i++) {
        const struct logged_clause *c = &s->clauses.at[i];
        if (!c->derived || c->retired || c->n < 2) continue;
        count[c->glue < 63 ? c->glue : 63]++;
        total++;
    }
    while (glue < 63 && 2 * (sum + count[glue]) < total) sum += count[glue++];
    return glue > 2 ? glue : 2;
}

void logged_reduce(struct logged *s) {
    assert(!logged_level(s));
    uint32_t limit = median_glue(s);
    for (uint32_t i = 0; i < s->clauses.n; i++) {
        struct logged_clause *c = &s->clauses.at[i];
        if (c->derived && c->n > 2 && c->glue > limit) c->retired = 1;
    }
    for (uint32_t lit = 0; lit < s->watches.n; lit++) {
        logged_watchers *w = &s->watches.at[lit];
        uint32_t kept = 0;
        for (uint32_t i = 0; i < w->n; i++)
            if (!s->clauses.at[w->at[i].clause].retired) w->at[kept++] = w->at[i];
        w->n = kept;
    }
    s->reduce_at = s->conflicts + 3000;
}
