/* The vocabulary of interpolants has two layers, and bits behind them (smt/interpolate.c):
 *
 *   relations   what a condition compares is worth comparing elsewhere, and in other ways: `i < n`
 *               of a loop's head brings i <= n, n <= i and i = n. No weakest precondition writes
 *               i <= n for a loop that ends with i == n;
 *   target      the literals of the target itself that mention no input: with them alone, an
 *               interpolant is a weakest precondition without the literals that are not needed.
 *
 * Only atoms over variables of the target are offered, since other variables cannot help to
 * contradict it. */
#include "ic3cfa/vocabulary.h"

#include <assert.h>

#include "ic3cfa/path.h"

enum { CONFLICTS = 5000, MAX_RELATIONS = 400 };

static void add_relation(struct vocabulary *v, term atom) {
    if (term_is_const(atom) || v->relations.n >= MAX_RELATIONS) return;
    if (terms_include(&v->relations, term_not(atom))) return; /* the same word */
    terms_add_once(&v->relations, atom);
}

/* The three relations of two terms, in the order that the comparison means. */
static void add_relations(struct vocabulary *v, term a, term b, bool is_signed) {
    add_relation(v, term_eq(a, b));
    add_relation(v, is_signed ? term_sle(a, b) : term_ule(a, b));
    add_relation(v, is_signed ? term_sle(b, a) : term_ule(b, a));
}

static void add_atom(struct vocabulary *v, term atom) {
    if (term_op_of(atom) == OP_NOT) atom = term_arg(atom, 0);
    enum term_op op = term_op_of(atom);
    bool compares = op == OP_EQ || (op >= OP_BV_ULT && op <= OP_BV_SLE);
    if (!compares || sort_kind_of(term_sort(term_arg(atom, 0))) != SORT_BV) {
        if (term_is_var(atom)) add_relation(v, atom);
        return;
    }
    term a = term_arg(atom, 0), b = term_arg(atom, 1);
    if (op == OP_EQ || op == OP_BV_ULT || op == OP_BV_ULE) add_relations(v, a, b, false);
    if (op == OP_EQ || op == OP_BV_SLT || op == OP_BV_SLE) add_relations(v, a, b, true);
}

static bool mentions_state_only(const struct cfa *c, term t) {
    term_vec vars = {0};
    bool only = true;
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n && only; i++)
        only = cfa_has_var(c, vars.at[i]) && sort_kind_of(term_sort(vars.at[i])) <= SORT_BV;
    VEC_RELEASE(&vars);
    return only;
}

void vocabulary_init(struct vocabulary *v, const struct cfa *c) {
    *v = (struct vocabulary){0};
    for (uint32_t i = 0; i < c->steps.n; i++)
        for (uint32_t j = 0; j < c->steps.at[i].guard.n; j++)
            if (mentions_state_only(c, c->steps.at[i].guard.at[j])) add_atom(v, c->steps.at[i].guard.at[j]);
}

void vocabulary_release(struct vocabulary *v) { VEC_RELEASE(&v->relations); }

static bool all_among(term t, const term_vec *vars) {
    term_vec mine = {0};
    bool all = true;
    term_free_vars(t, &mine);
    for (uint32_t i = 0; i < mine.n && all; i++) all = terms_include(vars, mine.at[i]);
    VEC_RELEASE(&mine);
    return all;
}

static void choose_words(const struct vocabulary *v, const term_vec *target, const term_vec *common,
                         term_vec layers[2]) {
    for (uint32_t i = 0; i < v->relations.n; i++)
        if (all_among(v->relations.at[i], common)) VEC_PUSH(&layers[0], v->relations.at[i]);
    for (uint32_t i = 0; i < target->n; i++)
        if (all_among(target->at[i], common)) terms_add_once(&layers[1], target->at[i]);
}

/* The variables of the state that the target mentions. */
static void common_variables(const struct cfa *c, const term_vec *target, term_vec *common) {
    term_vec vars = {0};
    for (uint32_t i = 0; i < target->n; i++) term_free_vars(target->at[i], &vars);
    for (uint32_t i = 0; i < vars.n; i++)
        if (cfa_has_var(c, vars.at[i])) VEC_PUSH(common, vars.at[i]);
    VEC_RELEASE(&vars);
}

/* A: the guards along the path, and x = its value at the end, over primed values at the start. */
static void path_side(const struct cfa *c, const uint32_t *path, uint32_t n, const term_vec *common,
                      term_vec *a) {
    struct path_formula p = {0};
    for (uint32_t i = 0; i < c->vars.n; i++)
        subst_set(&p.state, c->vars.at[i].var, term_prime(c->vars.at[i].var));
    for (uint32_t i = 0; i < n; i++) path_step(&p, &c->steps.at[path[i]]);
    for (uint32_t i = 0; i < p.guards.n; i++) VEC_PUSH(a, p.guards.at[i]);
    for (uint32_t i = 0; i < common->n; i++)
        VEC_PUSH(a, term_eq(common->at[i], subst_get(&p.state, common->at[i])));
    path_release(&p);
}

/* A => P, and P & target is unsatisfiable */
static enum answer ask(const struct vocabulary *v, const term_vec *a, const term_vec *target,
                       const term_vec *common, term *p) {
    term_vec layers[2] = {{0}, {0}};
    uint32_t layer;
    choose_words(v, target, common, layers);
    struct interpolate_problem q = {a->at, target->at, a->n, target->n, layers, 2, CONFLICTS};
    enum answer answer = interpolate(&q, p, &layer);
    VEC_RELEASE(&layers[0]);
    VEC_RELEASE(&layers[1]);
    return answer;
}

enum answer vocabulary_interpolant(const struct vocabulary *v, const struct cfa *c, const uint32_t *path,
                                   uint32_t n, const term_vec *target, term *p) {
    assert(n > 0);
    term_vec common = {0}, a = {0};
    common_variables(c, target, &common);
    path_side(c, path, n, &common, &a);
    enum answer answer = ask(v, &a, target, &common, p);
    VEC_RELEASE(&common);
    VEC_RELEASE(&a);
    return answer;
}

/* A: the frame and the guard over primed variables, and x = update for the common variables. */
static void step_side(const struct cfa *c, const struct cfa_step *s, const term_vec *frame,
                      const term_vec *common, term_vec *a) {
    struct subst before = {0};
    for (uint32_t i = 0; i < c->vars.n; i++)
        subst_set(&before, c->vars.at[i].var, term_prime(c->vars.at[i].var));
    for (uint32_t i = 0; i < frame->n; i++) VEC_PUSH(a, subst_apply(&before, frame->at[i]));
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(a, subst_apply(&before, s->guard.at[i]));
    for (uint32_t i = 0; i < common->n; i++) {
        term update = subst_get(&s->wp, common->at[i]);
        VEC_PUSH(a, term_eq(common->at[i], subst_apply(&before, update ? update : common->at[i])));
    }
    subst_release(&before);
}

enum answer vocabulary_step_interpolant(const struct vocabulary *v, const struct cfa *c, uint32_t step,
                                        const term_vec *frame, const term_vec *target, term *p) {
    assert(step < c->steps.n);
    term_vec common = {0}, a = {0};
    common_variables(c, target, &common);
    step_side(c, &c->steps.at[step], frame, &common, &a);
    enum answer answer = ask(v, &a, target, &common, p);
    VEC_RELEASE(&common);
    VEC_RELEASE(&a);
    return answer;
}
