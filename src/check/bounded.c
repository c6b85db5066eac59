/* An unrolling for checking only; it shares nothing with that of src/bmc. It goes layer by layer:
 * after i steps, each location that may be reached has a literal in(l) and a term per variable. A
 * layer is made from the one before and replaces it; what connects them is asserted:
 *
 *     c(j) => in(l) & guard(j)            for each step j : l -> l', with a fresh literal c(j)
 *     c(j) => x = value along j           with a fresh x, where the steps into l' disagree
 *     in(l') => c(1) or ... or c(n)       with a fresh literal in(l')
 *
 * in(l) is satisfiable iff some path of i steps leads to l: a model names the steps, backwards.
 * Locations that the solver finds unreachable are dropped from the layer at once. */
#include "check/bounded.h"

#include <assert.h>
#include <stdlib.h>

#include "check/check.h"
#include "check/layers.h"
#include "util/clock.h"

/* How much longer joined paths may look before the order of the program is given up. */
enum { MORE_STEPS = 200 };

struct bounded_layers {
    struct cfa *c;
    struct cfa_index index;
    const struct facts *facts; /* hold wherever one is; NULL: none */
    struct solver *s;
    struct bounded_place *now; /* one per location */
    uint64_t depth;
    bool *unsure;
};

static term *copy_values(const struct cfa *c, const term *from) {
    term *values = mem_alloc((c->vars.n + 1) * sizeof *values);
    for (uint32_t i = 0; i < c->vars.n; i++) values[i] = from ? from[i] : c->vars.at[i].var;
    return values;
}

void layers_place_clear(struct bounded_place *p) {
    free(p->values);
    *p = (struct bounded_place){0};
}

static void set_values(const struct cfa *c, const term *values, struct subst *s) {
    for (uint32_t i = 0; i < c->vars.n; i++) subst_set(s, c->vars.at[i].var, values[i]);
}

void layers_values(const struct cfa *c, const struct bounded_place *p, struct subst *s) {
    set_values(c, p->values, s);
}

struct bounded_place layers_start(const struct cfa *c) {
    return (struct bounded_place){term_true(), copy_values(c, NULL)};
}

/* A literal that implies the term: the term itself if it is one. */
static term literal_for(struct solver *solver, const char *prefix, term t) {
    if (term_is_var(t) || term_is_const(t)) return t;
    term literal = term_fresh(prefix, sort_bool());
    solver_assert(solver, term_implies(literal, t));
    return literal;
}

/* in(l) => the facts of l. */
static void assert_facts(struct bounded_layers *y, loc l, const struct bounded_place *p) {
    if (!y->facts || !y->facts->at[l].n) return;
    struct subst s = {0};
    set_values(y->c, p->values, &s);
    for (uint32_t i = 0; i < y->facts->at[l].n; i++)
        solver_assert(y->s, term_implies(p->in, subst_apply(&s, y->facts->at[l].at[i])));
    subst_release(&s);
}

static void layers_init(struct bounded_layers *y, bool anywhere) {
    struct cfa *c = y->c;
    cfa_index_steps(c, &y->index);
    y->now = mem_zero(c->locs.n, sizeof *y->now);
    for (loc l = 0; l < c->locs.n; l++) {
        if (anywhere ? l == c->lE : l != c->l0) continue;
        y->now[l] = (struct bounded_place){anywhere ? term_fresh("in", sort_bool()) : term_true(),
                                           copy_values(c, NULL)};
        assert_facts(y, l, &y->now[l]);
    }
}

static void layers_release(struct bounded_layers *y) {
    for (loc l = 0; l < y->c->locs.n; l++) layers_place_clear(&y->now[l]);
    free(y->now);
    cfa_index_release(&y->index);
    solver_free(y->s);
}

struct bounded_place layers_follow(struct solver *solver, struct cfa *c, const struct cfa_step *step,
                                   const struct bounded_place *from, struct subst *s) {
    struct bounded_place p = {.in = from->in};
    for (uint32_t i = 0; i < step->inputs.n; i++)
        subst_set(s, step->inputs.at[i].var, term_fresh("any", term_sort(step->inputs.at[i].var)));
    for (uint32_t i = 0; i < step->guard.n && p.in != term_false(); i++)
        p.in = term_and(p.in, subst_apply(s, step->guard.at[i]));
    if (p.in == term_false()) return p;
    p.values = copy_values(c, from->values);
    for (uint32_t i = 0; i < step->updates.n; i++)
        p.values[cfa_var_index(c, step->updates.at[i].var)] = subst_apply(s, step->updates.at[i].value);
    p.in = literal_for(solver, "c", p.in);
    return p;
}

/* All steps from l; each place goes where its step leads. */
static void follow_all(struct bounded_layers *y, loc l, place_vec *into) {
    const struct bounded_place *from = &y->now[l];
    struct subst s = {0};
    if (!from->values || l == y->c->lE) return;
    set_values(y->c, from->values, &s);
    for (uint32_t i = 0; i < y->index.out[l].n; i++) {
        const struct cfa_step *step = &y->c->steps.at[y->index.out[l].at[i]];
        struct bounded_place p = layers_follow(y->s, y->c, step, from, &s);
        if (p.values) VEC_PUSH(&into[step->to], p);
    }
    subst_release(&s);
}

static bool all_agree(const place_vec *from, uint32_t v) {
    for (uint32_t j = 1; j < from->n; j++)
        if (from->at[j].values[v] != from->at[0].values[v]) return false;
    return true;
}

/* One place from all steps that lead there. Literals are made distinct first: two steps without a
 * guard have the literal of their source in common, and both values would hold at once. */
struct bounded_place layers_join(struct solver *solver, const struct cfa *c, place_vec *from) {
    assert(from->n > 0);
    struct bounded_place p = {from->at[0].in, copy_values(c, from->at[0].values)};
    if (from->n == 1) return p;
    term any = term_false();
    for (uint32_t j = 0; j < from->n; j++) {
        term own = term_fresh("c", sort_bool());
        solver_assert(solver, term_implies(own, from->at[j].in));
        from->at[j].in = own;
        any = term_or(any, own);
    }
    p.in = literal_for(solver, "in", any);
    for (uint32_t v = 0; v < c->vars.n; v++) {
        if (all_agree(from, v)) continue;
        p.values[v] = term_fresh("x", term_sort(c->vars.at[v].var));
        for (uint32_t j = 0; j < from->n; j++)
            solver_assert(solver, term_implies(from->at[j].in, term_eq(p.values[v], from->at[j].values[v])));
    }
    return p;
}

/* NULL if nobody can be at l after y->depth steps: in(l) */
static char *check_empty(struct bounded_layers *y, loc l) {
    if (!y->now[l].values) return NULL;
    term in = y->now[l].in;
    switch (solver_check(y->s, &in, 1)) {
    case ANSWER_UNSAT:
        solver_assert(y->s, term_not(in));
        layers_place_clear(&y->now[l]);
        return NULL;
    case ANSWER_SAT:
        return mem_printf("location %u is reachable after %llu steps", l, (unsigned long long)y->depth);
    case ANSWER_UNKNOWN: break;
    }
    *y->unsure = true;
    return mem_printf("the solver gave up on location %u after %llu steps", l, (unsigned long long)y->depth);
}

/* Drops locations that cannot be reached; what the solver cannot say stays. */
static void prune(struct bounded_layers *y) {
    bool ignored = false, *unsure = y->unsure;
    y->unsure = &ignored;
    for (loc l = 0; l < y->c->locs.n; l++)
        if (l != y->c->lE && y->now[l].in != term_true()) free(check_empty(y, l));
    y->unsure = unsure;
}

static void layers_step(struct bounded_layers *y) {
    struct cfa *c = y->c;
    place_vec *into = mem_zero(c->locs.n, sizeof *into);
    for (loc l = 0; l < c->locs.n; l++) follow_all(y, l, into);
    y->depth++;
    for (loc l = 0; l < c->locs.n; l++) {
        layers_place_clear(&y->now[l]);
        if (into[l].n) {
            y->now[l] = layers_join(y->s, c, &into[l]);
            assert_facts(y, l, &y->now[l]);
        }
        for (uint32_t j = 0; j < into[l].n; j++) layers_place_clear(&into[l].at[j]);
        VEC_RELEASE(&into[l]);
    }
    free(into);
}

/* lE is not reachable after any number of steps up to `depth`; the layers are then at `depth`. */
static char *check_no_error_within(struct bounded_layers *y, uint64_t depth) {
    for (;;) {
        char *wrong = check_empty(y, y->c->lE);
        if (wrong || y->depth == depth) return wrong;
        if (stop_requested()) {
            *y->unsure = true;
            return mem_printf("%s", stop_text(stop_requested()));
        }
        layers_step(y);
        prune(y);
    }
}

/* Layer by layer: exact about the length of paths. */
static char *check_by_layers(struct cfa *c, uint64_t depth, int kind, bool *unsure) {
    struct bounded_layers y = {.c = c, .s = solver_new_kind(kind, SOLVER_CHECKS), .unsure = unsure};
    layers_init(&y, false);
    char *wrong = check_no_error_within(&y, depth);
    if (!wrong) {
        layers_step(&y);
        for (loc l = 0; l < c->locs.n && !wrong; l++) wrong = check_empty(&y, l);
    }
    layers_release(&y);
    return wrong;
}

/* In the order of the program first, because locations then stand there less often; its longest
 * path may be longer than any real one, where different ways meet. */
char *evidence_check_bounded(struct cfa *c, uint64_t depth, int kind, bool *unsure) {
    uint64_t steps, most = 2 * depth + MORE_STEPS;
    char *wrong = check_unwound(c, kind, most, &steps, unsure);
    if (steps <= depth || (wrong && steps <= most)) return wrong;
    free(wrong);
    return check_by_layers(c, depth, kind, unsure);
}

/* No path of exactly `depth` steps from anywhere to lE along which the facts hold. */
static char *check_step_case(struct cfa *c, const struct facts *facts, uint64_t depth, int kind,
                             bool *unsure) {
    struct bounded_layers y = {
        .c = c, .facts = facts, .s = solver_new_kind(kind, SOLVER_CHECKS), .unsure = unsure};
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
    char *wrong = check_inductive(c, invariant, kind, unsure);
    if (wrong) return wrong;
    struct bounded_layers y = {
        .c = c, .facts = invariant, .s = solver_new_kind(kind, SOLVER_CHECKS), .unsure = unsure};
    layers_init(&y, false);
    wrong = check_no_error_within(&y, depth);
    layers_release(&y);
    return wrong ? wrong : check_step_case(c, invariant, depth, kind, unsure);
}

char *evidence_check_proof(struct cfa *c, const struct verdict *v, int kind, bool *unsure) {
    assert(v->kind == VERDICT_TRUE);
    switch (v->proof) {
    case PROOF_INVARIANT: return check_invariant(c, &v->invariant, kind, unsure);
    case PROOF_BOUNDED: return evidence_check_bounded(c, v->proof_depth, kind, unsure);
    case PROOF_K_INDUCTION: return evidence_check_k_induction(c, &v->invariant, v->proof_depth, kind, unsure);
    case PROOF_FORALL: return evidence_check_forall(c, &v->invariant, kind, unsure);
    }
    return mem_printf("an unknown kind of proof");
}
