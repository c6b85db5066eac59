/* The order of levels: FORCE (Aloul, Markov, Sakallah 2003). Each step that mentions several
 * columns pulls them together: a column moves to the mean of the centres of its steps, again and
 * again; of all orders met, the one with the least sum of spans is taken. */
#include <assert.h>
#include <stdlib.h>

#include "regions/columns.h"

enum { ROUNDS = 60 };

typedef VEC(uint32_t) member_vec;
struct groups {
    VEC(member_vec) at;
};

struct order_place {
    double at;
    uint32_t column;
};

static int by_place(const void *x, const void *y) {
    const struct order_place *a = x, *b = y;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->column < b->column ? -1 : 1;
}

static void add_group(struct groups *g, const struct columns *k, const term_vec *vars) {
    member_vec members = {0};
    for (uint32_t i = 0; i < k->at.n; i++) {
        bool meets = false;
        for (uint32_t j = 0; j < vars->n && !meets; j++)
            meets =
                k->at.at[i].sum ? term_mentions(k->at.at[i].t, vars->at[j]) : k->at.at[i].t == vars->at[j];
        if (meets) VEC_PUSH(&members, i);
    }
    if (members.n > 1) VEC_PUSH(&g->at, members);
    else VEC_RELEASE(&members);
}

/* The variables of each step. */
static void collect(struct groups *g, const struct columns *k, const struct cfa *c) {
    for (uint32_t i = 0; i < c->steps.n; i++) {
        const struct cfa_step *s = &c->steps.at[i];
        term_vec vars = {0};
        for (uint32_t j = 0; j < s->guard.n; j++) term_free_vars(s->guard.at[j], &vars);
        for (uint32_t j = 0; j < s->updates.n; j++) {
            term_free_vars(s->updates.at[j].var, &vars);
            term_free_vars(s->updates.at[j].value, &vars);
        }
        if (vars.n > 1) add_group(g, k, &vars);
        VEC_RELEASE(&vars);
    }
}

/* Many columns together say little about any two of them. */
static double weight(const member_vec *m) {
    assert(m->n > 1);
    return 1.0 / m->n / m->n;
}

static double span_of(const struct groups *g, const double *at) {
    double sum = 0;
    for (uint32_t i = 0; i < g->at.n; i++) {
        const member_vec *m = &g->at.at[i];
        double lo = at[m->at[0]], hi = lo;
        for (uint32_t j = 1; j < m->n; j++) {
            lo = at[m->at[j]] < lo ? at[m->at[j]] : lo;
            hi = at[m->at[j]] > hi ? at[m->at[j]] : hi;
        }
        sum += (hi - lo) * weight(m);
    }
    return sum;
}

/* One round: new places in `at`. */
static void pull(const struct groups *g, double *at, struct order_place *places, uint32_t n) {
    double *sum = mem_zero(n, sizeof *sum);
    double *weights = mem_zero(n, sizeof *weights);
    for (uint32_t i = 0; i < g->at.n; i++) {
        const member_vec *m = &g->at.at[i];
        double centre = 0;
        for (uint32_t j = 0; j < m->n; j++) centre += at[m->at[j]] / m->n;
        for (uint32_t j = 0; j < m->n; j++)
            sum[m->at[j]] += centre * weight(m), weights[m->at[j]] += weight(m);
    }
    for (uint32_t i = 0; i < n; i++)
        places[i] = (struct order_place){weights[i] > 0 ? sum[i] / weights[i] : at[i], i};
    qsort(places, n, sizeof *places, by_place);
    for (uint32_t i = 0; i < n; i++) at[places[i].column] = i;
    free(sum);
    free(weights);
}

#ifndef NDEBUG
/* Each column has an even level of its own below 2 n. */
static bool levels_check(const struct columns *k) {
    bool *taken = mem_zero(k->at.n + 1, sizeof *taken), good = true;
    for (uint32_t i = 0; i < k->at.n && good; i++) {
        uint32_t level = k->at.at[i].level;
        good = level % 2 == 0 && level < 2 * k->at.n && !taken[level / 2];
        if (good) taken[level / 2] = true;
    }
    free(taken);
    return good;
}
#endif

void columns_order(struct columns *k, const struct cfa *c) {
    struct groups g = {0};
    uint32_t n = k->at.n;
    if (!n) return;
    double *at = mem_zero(n, sizeof *at);
    struct order_place *places = mem_zero(n, sizeof *places);
    for (uint32_t i = 0; i < n; i++) at[i] = i, k->at.at[i].level = 2 * i;
    collect(&g, k, c);
    double best = span_of(&g, at);
    for (int round = 0; round < ROUNDS; round++) {
        pull(&g, at, places, n);
        double span = span_of(&g, at);
        if (span >= best) continue;
        best = span;
        for (uint32_t i = 0; i < n; i++) k->at.at[i].level = 2 * (uint32_t)at[i];
    }
    for (uint32_t i = 0; i < g.at.n; i++) VEC_RELEASE(&g.at.at[i]);
    VEC_RELEASE(&g.at);
    assert(levels_check(k));
    free(at);
    free(places);
}
