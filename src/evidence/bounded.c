/* An unrolling for checking only. It is made to be short and unlike that of src/bmc: nothing is asserted, all
 * definitions are in the terms. After i steps, location l has a condition in(i,l) and a term per variable:
 *
 *     in(i+1,l') = OR of in(i,l) & guard & sel = j       over the steps j : l -> l'
 *     x(i+1,l')  = ite(sel = 1, x along step 1, ite(sel = 2, ...))
 *
 * with a free variable sel for each (i+1,l') that has more than one step coming in: that makes the
 * alternatives exclude each other without assuming anything about the automaton. in(i,l) is satisfiable iff
 * there is a path. */
#include "evidence/bounded.h"

#include <assert.h>
#include <stdlib.h>

#include "evidence/evidence.h"
#include "smt/solver.h"
#include "util/clock.h"

struct place {
    term in;      /* false: nobody is here */
    term *values; /* one per variable; NULL while `in` is false */
};

struct layers {
    struct cfa *c;
    const struct facts *facts; /* conjoined to `in`; NULL: none */
    struct solver *s;
    struct place *now, *next; /* one per location */
    uint64_t depth;
    bool *unsure;
};

static struct place *places_new(const struct cfa *c) {
    struct place *p = mem_zero(c->locs.n, sizeof *p);
    for (uint32_t l = 0; l < c->locs.n; l++) p[l].in = term_false();
    return p;
}

static void places_clear(const struct cfa *c, struct place *p) {
    for (uint32_t l = 0; l < c->locs.n; l++) {
        free(p[l].values);
        p[l] = (struct place){.in = term_false()};
    }
}

static term *own_values(const struct cfa *c) {
    term *values = mem_alloc((c->vars.n + 1) * sizeof *values);
    for (uint32_t i = 0; i < c->vars.n; i++) values[i] = c->vars.at[i].var;
    return values;
}

static void set_values(const struct cfa *c, const term *values, struct subst *s) {
    for (uint32_t i = 0; i < c->vars.n; i++) subst_set(s, c->vars.at[i].var, values[i]);
}

/* The place's condition with the facts of its location. */
static void strengthen(const struct layers *y, loc l, struct place *p) {
    if (!y->facts || !y->facts->at[l].n || p->in == term_false()) return;
    struct subst s = {0};
    set_values(y->c, p->values, &s);
    for (uint32_t i = 0; i < y->facts->at[l].n; i++)
        p->in = term_and(p->in, subst_apply(&s, y->facts->at[l].at[i]));
    subst_release(&s);
}

static void layers_init(struct layers *y, bool anywhere) {
    struct cfa *c = y->c;
    y->now = places_new(c);
    y->next = places_new(c);
    term selector = term_fresh("sel", sort_bv(32));
    for (loc l = 0; l < c->locs.n; l++) {
        if (anywhere ? l == c->lE : l != c->l0) continue;
        y->now[l].in = anywhere ? term_eq(selector, term_bv(32, l)) : term_true();
        y->now[l].values = own_values(c);
        strengthen(y, l, &y->now[l]);
    }
}

static void layers_release(struct layers *y) {
    places_clear(y->c, y->now);
    places_clear(y->c, y->next);
    free(y->now);
    free(y->next);
    solver_free(y->s);
}

/* The step from a place, with inputs of its own, as a place. */
static struct place follow(const struct cfa *c, const struct cfa_step *step, const struct place *from) {
    struct place p = {.in = from->in};
    struct subst s = {0};
    set_values(c, from->values, &s);
    for (uint32_t i = 0; i < step->inputs.n; i++)
        subst_set(&s, step->inputs.at[i].var, term_fresh("any", term_sort(step->inputs.at[i].var)));
    for (uint32_t i = 0; i < step->guard.n && p.in != term_false(); i++)
        p.in = term_and(p.in, subst_apply(&s, step->guard.at[i]));
    if (p.in != term_false()) {
        p.values = own_values(c);
        memcpy(p.values, from->values, c->vars.n * sizeof *p.values);
        for (uint32_t i = 0; i < step->updates.n; i++)
            p.values[cfa_var_index(c, step->updates.at[i].var)] = subst_apply(&s, step->updates.at[i].value);
    }
    subst_release(&s);
    return p;
}

/* Joins p into the target: chosen(p) selects p's values. */
static void join(const struct cfa *c, struct place *to, struct place *p, term chosen) {
    to->in = term_or(to->in, term_and(chosen, p->in));
    for (uint32_t v = 0; v < c->vars.n; v++)
        if (to->values[v] != p->values[v]) to->values[v] = term_ite(chosen, p->values[v], to->values[v]);
    free(p->values);
}

static void layers_step(struct layers *y) {
    struct cfa *c = y->c;
    term *selectors = mem_zero(c->locs.n, sizeof *selectors);
    places_clear(c, y->next);
    for (uint32_t i = 0; i < c->steps.n; i++) {
        const struct cfa_step *step = &c->steps.at[i];
        if (y->now[step->from].in == term_false() || step->from == c->lE) continue;
        struct place p = follow(c, step, &y->now[step->from]), *to = &y->next[step->to];
        if (p.in == term_false()) continue;
        if (!to->values) { /* the first is what the others are chosen against */
            selectors[step->to] = term_fresh("sel", sort_bv(32));
            *to = p;
            continue;
        }
        term chosen = term_eq(selectors[step->to], term_bv(32, i + 1u));
        to->in = term_and(term_not(chosen), to->in);
        join(c, to, &p, chosen);
    }
    free(selectors);
    struct place *swap = y->now;
    y->now = y->next;
    y->next = swap;
    y->depth++;
    for (loc l = 0; l < c->locs.n; l++) strengthen(y, l, &y->now[l]);
}

/* NULL if nobody can be at l after y->depth steps; in(depth, l) */
static char *check_empty(struct layers *y, loc l) {
    term in = y->now[l].in;
    if (in == term_false()) return NULL;
    switch (solver_check(y->s, &in, 1)) {
    case ANSWER_UNSAT:
        y->now[l].in = term_false();
        return NULL;
    case ANSWER_SAT:
        return mem_printf("location %u is reachable after %llu steps", l, (unsigned long long)y->depth);
    case ANSWER_UNKNOWN:
        break;
    }
    *y->unsure = true;
    return mem_printf("the solver gave up on location %u after %llu steps", l, (unsigned long long)y->depth);
}

/* lE is not reachable after any number of steps up to `depth`; the layers are then at `depth`. */
static char *check_no_error_within(struct layers *y, uint64_t depth) {
    for (;;) {
        char *wrong = check_empty(y, y->c->lE);
        if (wrong || y->depth == depth) return wrong;
        if (stop_requested()) {
            *y->unsure = true;
            return mem_printf("%s", stop_text(stop_requested()));
        }
        layers_step(y);
    }
}

char *evidence_check_bounded(struct cfa *c, uint64_t depth, int kind, bool *unsure) {
    *unsure = false;
    struct layers y = {.c = c, .s = solver_new_kind(kind), .unsure = unsure};
    layers_init(&y, false);
    char *wrong = check_no_error_within(&y, depth);
    if (!wrong) {
        layers_step(&y);
        for (loc l = 0; l < c->locs.n && !wrong; l++) wrong = check_empty(&y, l);
    }
    layers_release(&y);
    return wrong;
}

/* No path of exactly `depth` steps from anywhere to lE along which the facts hold. */
static char *check_step_case(struct cfa *c, const struct facts *facts, uint64_t depth, int kind,
                             bool *unsure) {
    struct layers y = {.c = c, .facts = facts, .s = solver_new_kind(kind), .unsure = unsure};
    layers_init(&y, true);
    while (y.depth < depth) layers_step(&y);
    char *wrong = check_empty(&y, c->lE);
    layers_release(&y);
    return wrong;
}

char *evidence_check_k_induction(struct cfa *c, const struct facts *invariant, uint64_t depth, int kind,
                                 bool *unsure) {
    *unsure = false;
    assert(depth > 0);
    char *wrong = evidence_check_inductive(c, invariant, kind, unsure);
    if (wrong) return wrong;
    struct layers y = {.c = c, .facts = invariant, .s = solver_new_kind(kind), .unsure = unsure};
    layers_init(&y, false);
    wrong = check_no_error_within(&y, depth);
    layers_release(&y);
    return wrong ? wrong : check_step_case(c, invariant, depth, kind, unsure);
}

char *evidence_check_proof(struct cfa *c, const struct verdict *v, int kind, bool *unsure) {
    assert(v->kind == VERDICT_TRUE);
    switch (v->proof) {
    case PROOF_INVARIANT:
        return evidence_check_invariant(c, &v->invariant, kind, unsure);
    case PROOF_BOUNDED:
        return evidence_check_bounded(c, v->proof_depth, kind, unsure);
    case PROOF_K_INDUCTION:
        return evidence_check_k_induction(c, &v->invariant, v->proof_depth, kind, unsure);
    }
    return mem_printf("an unknown kind of proof");
}
