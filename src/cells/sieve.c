/* Houdini (Flanagan and Leino, FME 2001) for facts about all nodes, on the automaton with arrays.
 *
 * For a step s : l -> l' and some of the candidates c' of l' the query is
 *
 *     instances of F(l) & guard(s) & OR of !wp(s, c')
 *
 * F(l) holds for all values of the ghosts, so it may be used for the ghosts themselves and for
 * every index at which the step reads an array: p->next->value with p = node 3 needs what is known
 * of node 3 and of the node that its `next` leads to. Instances are many and few are needed, so
 * those are asserted that a model violates. A model that violates none ends all candidates of l'
 * that are false after the step.
 *
 * Nothing here is trusted: check/forall.c decides whether the facts are a proof. */
#include "cells/sieve.h"

#include <assert.h>

#include "smt/solver.h"

enum {
    AT_ONCE = 12,     /* instances that one model brings in */
    MAX_INDICES = 10, /* values of a ghost, besides itself */
};
#define QUERY_SECONDS 2.0

struct sieve {
    struct cfa *c;
    const term_vec *ghosts;
    struct facts *f;
    const struct budget *b;
    bool *dirty; /* per step */
};

/* The question about one step. */
struct question {
    struct sieve *v;
    struct cfa_step *s;
    term_vec believed; /* instances of F(l) */
    bool *asserted;    /* which of them the solver has */
    struct solver *solver;
};

/* ---- instances ---- */

static void indices_of(struct question *q, const term_vec *targets, term_vec *indices) {
    for (uint32_t i = 0; i < q->s->guard.n; i++) term_indices_read(q->s->guard.at[i], indices);
    for (uint32_t i = 0; i < targets->n; i++) term_indices_read(cfa_wp(q->s, targets->at[i]), indices);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < indices->n && kept < MAX_INDICES; i++)
        if (!terms_include(q->v->ghosts, indices->at[i])) indices->at[kept++] = indices->at[i];
    indices->n = kept;
    for (uint32_t k = 0; k < q->v->ghosts->n; k++) VEC_PUSH(indices, q->v->ghosts->at[k]);
}

static void add_believed(struct question *q, struct int_map *seen, term instance) {
    bool added;
    if (instance == term_true()) return;
    int_map_put(seen, instance, &added);
    if (added) VEC_PUSH(&q->believed, instance);
}

/* The fact with every choice of indices for the ghosts that it mentions. */
static void instantiate(struct question *q, struct int_map *seen, struct subst *by, const term_vec *facts,
                        const term_vec *indices, uint32_t ghost) {
    if (ghost == q->v->ghosts->n) {
        for (uint32_t i = 0; i < facts->n; i++) add_believed(q, seen, subst_apply(by, facts->at[i]));
        return;
    }
    for (uint32_t i = 0; i < indices->n; i++) {
        if (term_sort(indices->at[i]) != term_sort(q->v->ghosts->at[ghost])) continue;
        subst_set(by, q->v->ghosts->at[ghost], indices->at[i]);
        instantiate(q, seen, by, facts, indices, ghost + 1);
    }
}

static void ask_about(struct question *q, struct sieve *v, struct cfa_step *s, const term_vec *targets) {
    *q = (struct question){.v = v, .s = s, .solver = solver_new()};
    term_vec indices = {0};
    struct int_map seen = {0};
    struct subst by = {0};
    indices_of(q, targets, &indices);
    instantiate(q, &seen, &by, &v->f->at[s->from], &indices, 0);
    q->asserted = mem_zero(q->believed.n + 1, sizeof *q->asserted);
    for (uint32_t i = 0; i < s->guard.n; i++) solver_assert(q->solver, s->guard.at[i]);
    subst_release(&by);
    int_map_release(&seen);
    VEC_RELEASE(&indices);
}

static void question_release(struct question *q) {
    solver_free(q->solver);
    VEC_RELEASE(&q->believed);
    free(q->asserted);
}

/* ---- queries ---- */

static void read_model(struct question *q, struct model *m) {
    const struct cfa *c = q->v->c;
    for (uint32_t i = 0; i < c->vars.n; i++)
        model_set(m, c->vars.at[i].var, solver_value(q->solver, c->vars.at[i].var));
    for (uint32_t i = 0; i < q->s->inputs.n; i++)
        model_set(m, q->s->inputs.at[i].var, solver_value(q->solver, q->s->inputs.at[i].var));
    for (uint32_t i = 0; i < q->v->ghosts->n; i++)
        model_set(m, q->v->ghosts->at[i], solver_value(q->solver, q->v->ghosts->at[i]));
}

/* Asserts what is believed and the model violates; false if there is nothing of that kind. */
static bool believe_more(struct question *q, struct model *m) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < q->believed.n && n < AT_ONCE; i++) {
        if (q->asserted[i] || term_holds(m, q->believed.at[i])) continue;
        solver_assert(q->solver, q->believed.at[i]);
        q->asserted[i] = true;
        n++;
    }
    return n > 0;
}

/* instances of F(l) & guard(s) & violation; after SAT, *m is the model. */
static enum answer ask(struct question *q, term violation, struct model *m) {
    for (;;) {
        double left = budget_left(q->v->b);
        if (budget_over(q->v->b)) return ANSWER_UNKNOWN;
        solver_set_limit(q->solver, left < QUERY_SECONDS ? left : QUERY_SECONDS);
        enum answer a = solver_check(q->solver, &violation, 1);
        if (a != ANSWER_SAT) return a;
        model_clear(m);
        read_model(q, m);
        if (!believe_more(q, m)) return ANSWER_SAT;
    }
}

/* ---- the filter ---- */

static void drop(struct sieve *v, loc l, term fact) {
    term_vec *at = &v->f->at[l];
    for (uint32_t i = 0; i < at->n; i++)
        if (at->at[i] == fact) {
            at->at[i] = VEC_LAST(at);
            at->n--;
            break;
        }
    for (uint32_t i = 0; i < v->c->steps.n; i++)
        if (v->c->steps.at[i].from == l) v->dirty[i] = true;
}

/* Drops the targets that are false in the model; false if none is. */
static bool drop_false(struct question *q, term_vec *targets, struct model *m) {
    uint32_t kept = 0, before = targets->n;
    for (uint32_t i = 0; i < before; i++) {
        term target = targets->at[i];
        if (term_holds(m, cfa_wp(q->s, target))) targets->at[kept++] = target;
        else drop(q->v, q->s->to, target);
    }
    targets->n = kept;
    return kept < before;
}

/* One by one: a disjunction of some takes the solver longer than all of them alone. */
static void filter_targets(struct question *q, term_vec *targets) {
    struct model m = {0};
    while (targets->n && !budget_over(q->v->b)) {
        term target = VEC_LAST(targets);
        enum answer a = ask(q, term_not(cfa_wp(q->s, target)), &m);
        if (a == ANSWER_SAT && drop_false(q, targets, &m)) continue;
        if (a != ANSWER_UNSAT) drop(q->v, q->s->to, target);
        targets->n--;
    }
    model_release(&m);
}

static void collect_targets(struct sieve *v, struct cfa_step *s, term_vec *targets) {
    for (uint32_t i = 0; i < v->f->at[s->to].n; i++) {
        term fact = v->f->at[s->to].at[i], before = cfa_wp(s, fact);
        if (before != term_true() && !terms_include(&v->f->at[s->from], before)) VEC_PUSH(targets, fact);
    }
}

static void filter_step(struct sieve *v, struct cfa_step *s) {
    term_vec targets = {0};
    collect_targets(v, s, &targets);
    if (targets.n) {
        struct question q;
        ask_about(&q, v, s, &targets);
        filter_targets(&q, &targets);
        question_release(&q);
    }
    VEC_RELEASE(&targets);
}

bool sieve(struct cfa *c, const term_vec *ghosts, struct facts *candidates, const struct budget *b) {
    assert(candidates->n == c->locs.n && candidates->at[c->l0].n == 0);
    struct sieve v = {.c = c, .ghosts = ghosts, .f = candidates, .b = b};
    v.dirty = mem_zero(c->steps.n + 1, sizeof *v.dirty);
    memset(v.dirty, true, c->steps.n);
    for (bool again = true; again && !budget_over(b);) {
        again = false;
        for (uint32_t i = 0; i < c->steps.n && !budget_over(b); i++) {
            if (!v.dirty[i] || c->steps.at[i].to == c->lE) continue;
            v.dirty[i] = false;
            filter_step(&v, &c->steps.at[i]);
            again = true;
        }
    }
    free(v.dirty);
    return !budget_over(b);
}

bool sieve_excludes_error(struct cfa *c, const term_vec *ghosts, struct facts *known,
                          const struct budget *b) {
    struct sieve v = {.c = c, .ghosts = ghosts, .f = known, .b = b};
    struct model m = {0};
    term_vec none = {0};
    bool excluded = true;
    for (uint32_t i = 0; i < c->steps.n && excluded; i++) {
        if (c->steps.at[i].to != c->lE) continue;
        struct question q;
        ask_about(&q, &v, &c->steps.at[i], &none);
        excluded = ask(&q, term_true(), &m) == ANSWER_UNSAT;
        question_release(&q);
    }
    model_release(&m);
    return excluded;
}
