/* Steps out of a location are tried in random order, each with inputs drawn from a mixture: small
 * numbers, the program's constants and their neighbours, the ends of the range, anything. A guard
 * such as `n = 2*m + 1` on two inputs is hit by no luck: then the solver is asked with as many of
 * the drawn values as it accepts. */
#include "lemmas/run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static value mask_to(value v, uint32_t width) {
    if (width < 64) return (value){v.lo & ((UINT64_C(1) << width) - 1), 0};
    if (width < 128) v.hi &= width == 64 ? 0 : (UINT64_C(1) << (width - 64)) - 1;
    return v;
}

static void add_constant(struct runner *r, struct int_map *seen, term t) {
    if (term_op_of(t) != OP_CONST || sort_kind_of(term_sort(t)) != SORT_BV || term_width(t) > 64) return;
    for (int d = -1; d <= 1; d++) {
        value v = value_of(term_value(t).lo + (uint64_t)(int64_t)d);
        bool added;
        int_map_put(seen, v.lo, &added);
        if (added && r->constants.n < 256) VEC_PUSH(&r->constants, v);
    }
}

static void collect_in(struct runner *r, struct int_map *seen, struct int_map *visited, term t) {
    term_vec subterms = {0};
    term_subterms_unseen(t, visited, &subterms);
    for (uint32_t i = 0; i < subterms.n; i++) add_constant(r, seen, subterms.at[i]);
    VEC_RELEASE(&subterms);
}

/* The constants of the steps and their neighbours; those of guards first, they matter most. */
static void collect_constants(struct runner *r) {
    struct int_map seen = {0}, visited = {0};
    for (uint32_t i = 0; i < r->c->steps.n; i++)
        for (uint32_t j = 0; j < r->c->steps.at[i].guard.n; j++)
            collect_in(r, &seen, &visited, r->c->steps.at[i].guard.at[j]);
    for (uint32_t i = 0; i < r->c->steps.n; i++)
        for (uint32_t j = 0; j < r->c->steps.at[i].updates.n; j++)
            collect_in(r, &seen, &visited, r->c->steps.at[i].updates.at[j].value);
    int_map_release(&seen);
    int_map_release(&visited);
}

static void mark_read(struct runner *r, term t) {
    term_vec vars = {0};
    term_free_vars(t, &vars);
    for (uint32_t i = 0; i < vars.n; i++) {
        uint32_t index = cfa_var_index(r->c, vars.at[i]);
        if (index != UINT32_MAX) r->parameter[index] = true;
    }
    VEC_RELEASE(&vars);
}

/* Read and never assigned. What is neither is left over from edges (the copy of a variable inside a
 * choice) and means nothing. */
static void find_parameters(struct runner *r) {
    r->parameter = mem_zero(r->c->vars.n + 1, sizeof *r->parameter);
    for (uint32_t i = 0; i < r->c->steps.n; i++) {
        for (uint32_t j = 0; j < r->c->steps.at[i].guard.n; j++) mark_read(r, r->c->steps.at[i].guard.at[j]);
        for (uint32_t j = 0; j < r->c->steps.at[i].updates.n; j++)
            mark_read(r, r->c->steps.at[i].updates.at[j].value);
    }
    for (uint32_t i = 0; i < r->c->steps.n; i++)
        for (uint32_t j = 0; j < r->c->steps.at[i].updates.n; j++)
            r->parameter[cfa_var_index(r->c, r->c->steps.at[i].updates.at[j].var)] = false;
}

void runner_init(struct runner *r, struct cfa *c, uint64_t seed) {
    *r = (struct runner){.c = c, .rng = {seed}, .solver_budget = 300};
    cfa_index_steps(c, &r->index);
    collect_constants(r);
    find_parameters(r);
}

void runner_release(struct runner *r) {
    cfa_index_release(&r->index);
    sheet_release(&r->sheet);
    solver_free(r->s);
    VEC_RELEASE(&r->constants);
    VEC_RELEASE(&r->order);
    free(r->parameter);
    free(r->opaque);
}

void runner_load(struct runner *r, const value *state) {
    sheet_begin(&r->sheet);
    for (uint32_t i = 0; i < r->c->vars.n; i++) sheet_set(&r->sheet, r->c->vars.at[i].var, state[i]);
}

void runner_apply(struct runner *r, uint32_t step, const value *state, value *next) {
    assert(step < r->c->steps.n);
    const struct cfa_step *s = &r->c->steps.at[step];
    if (next != state) memcpy(next, state, r->c->vars.n * sizeof *next);
    VEC(value) results = {0};
    for (uint32_t i = 0; i < s->updates.n; i++)
        VEC_PUSH(&results, sheet_value(&r->sheet, s->updates.at[i].value));
    for (uint32_t i = 0; i < s->updates.n; i++)
        next[cfa_var_index(r->c, s->updates.at[i].var)] = results.at[i];
    VEC_RELEASE(&results);
}

/* ---- inputs ---- */

static value random_bits(struct runner *r, uint32_t width) {
    uint64_t any = rng_next(&r->rng);
    switch (rng_below(&r->rng, 8)) {
    case 0:
    case 1: return mask_to(value_of(rng_below(&r->rng, 4)), width);
    case 2: return mask_to(value_of(rng_below(&r->rng, 40)), width);
    case 3: return mask_to((value){UINT64_MAX - rng_below(&r->rng, 4), UINT64_MAX}, width);
    case 4:
        if (width > 64) return value_of(1);
        return mask_to(value_of((UINT64_C(1) << (width - 1)) - (any & 1)),
                       width); /* the greatest, the least */
    case 5:
    case 6:
        if (r->constants.n) return mask_to(r->constants.at[rng_below(&r->rng, r->constants.n)], width);
        return value_of(any & 1);
    default: return mask_to((value){any >> rng_below(&r->rng, width < 64 ? width : 64), 0}, width);
    }
}

static value random_value(struct runner *r, sort s) {
    switch (sort_kind_of(s)) {
    case SORT_BOOL: return value_of(rng_next(&r->rng) >> 63);
    case SORT_BV: return random_bits(r, sort_width(s));
    case SORT_INT: return value_of(rng_below(&r->rng, 100));
    case SORT_ARRAY: return array_value_const(random_value(r, sort_element(s)));
    case SORT_FLOAT: break;
    }
    return value_of(0);
}

static void draw_inputs(struct runner *r, const struct cfa_step *s) {
    for (uint32_t i = 0; i < s->inputs.n; i++)
        sheet_set(&r->sheet, s->inputs.at[i].var, random_value(r, term_sort(s->inputs.at[i].var)));
}

static bool guard_holds(struct runner *r, const struct cfa_step *s) {
    for (uint32_t i = 0; i < s->guard.n; i++)
        if (!sheet_holds(&r->sheet, s->guard.at[i])) return false;
    return true;
}

static bool has_constants(sort s) { return sort_kind_of(s) == SORT_BV || sort_kind_of(s) == SORT_BOOL; }

/* The guard in this state, with drawn values for the inputs as further assumptions. */
static void solver_query(struct runner *r, const struct cfa_step *s, const value *state, term_vec *query) {
    struct subst by_state = {0};
    for (uint32_t i = 0; i < r->c->vars.n; i++) {
        term var = r->c->vars.at[i].var;
        if (has_constants(term_sort(var))) subst_set(&by_state, var, term_const(term_sort(var), state[i]));
    }
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(query, subst_apply(&by_state, s->guard.at[i]));
    for (uint32_t i = 0; i < s->inputs.n; i++) {
        term var = s->inputs.at[i].var;
        if (has_constants(term_sort(var)))
            VEC_PUSH(query, term_eq(var, term_const(term_sort(var), random_value(r, term_sort(var)))));
    }
    subst_release(&by_state);
}

static void draw(struct runner *r, term var, term_vec *query) {
    if (has_constants(term_sort(var)))
        VEC_PUSH(query, term_eq(var, term_const(term_sort(var), random_value(r, term_sort(var)))));
}

/* known & guard, then drawn values as further assumptions: of parameters, and from *firm on of
 * everything else. Returns how many assumptions are not drawn. */
static uint32_t jump_query(struct runner *r, const struct cfa_step *s, const term_vec *known, term_vec *query,
                           uint32_t *firm) {
    for (uint32_t i = 0; i < known->n; i++) VEC_PUSH(query, known->at[i]);
    for (uint32_t i = 0; i < s->guard.n; i++) VEC_PUSH(query, s->guard.at[i]);
    uint32_t fixed = query->n;
    for (uint32_t i = 0; i < r->c->vars.n; i++)
        if (r->parameter[i]) draw(r, r->c->vars.at[i].var, query);
    *firm = query->n;
    for (uint32_t i = 0; i < r->c->vars.n; i++)
        if (!r->parameter[i]) draw(r, r->c->vars.at[i].var, query);
    for (uint32_t i = 0; i < s->inputs.n; i++) draw(r, s->inputs.at[i].var, query);
    return fixed;
}

/* Takes the drawn values that are in the core out of the query; false if there is none. */
static bool relax(struct runner *r, uint32_t guards, term_vec *query) {
    assert(guards <= query->n);
    uint32_t kept = guards;
    for (uint32_t i = guards; i < query->n; i++)
        if (!solver_in_core(r->s, i)) query->at[kept++] = query->at[i];
    bool progress = kept < query->n;
    query->n = kept;
    return progress;
}

/* The query with as many of its drawn values, those after the first `fixed`, as it can have; those
 * before `firm` go last. */
static enum answer ask_relaxing(struct runner *r, term_vec *query, uint32_t fixed, uint32_t firm) {
    if (!r->s) {
        r->s = solver_new();
        solver_set_limit(r->s, 0.1);
    }
    enum answer a = ANSWER_UNSAT;
    for (bool more = true; more && a == ANSWER_UNSAT && r->solver_budget;) {
        r->solver_budget--;
        a = solver_check(r->s, query->at, query->n);
        if (a != ANSWER_UNSAT || relax(r, firm, query)) continue;
        more = relax(r, fixed, query);
        firm = fixed;
    }
    return a;
}

/* Loads the state with inputs that the solver found for the step. */
static bool solve_inputs(struct runner *r, const struct cfa_step *s, const value *state) {
    term_vec query = {0};
    solver_query(r, s, state, &query);
    /* guard(step) in this state & inputs = drawn values */
    enum answer a = ask_relaxing(r, &query, s->guard.n, s->guard.n);
    if (a == ANSWER_SAT) {
        runner_load(r, state);
        for (uint32_t i = 0; i < s->inputs.n; i++)
            sheet_set(&r->sheet, s->inputs.at[i].var, solver_value(r->s, s->inputs.at[i].var));
    }
    VEC_RELEASE(&query);
    return a == ANSWER_SAT && guard_holds(r, s);
}

/* ---- stepping ---- */

void runner_start(struct runner *r, value *state) {
    for (uint32_t i = 0; i < r->c->vars.n; i++) {
        term var = r->c->vars.at[i].var;
        state[i] = value_of(0);
        sheet_begin(&r->sheet); /* an unset variable evaluates to its default */
        if (sort_kind_of(term_sort(var)) == SORT_ARRAY) state[i] = sheet_value(&r->sheet, var);
        else if (r->parameter[i]) state[i] = random_value(r, term_sort(var));
    }
}

static void shuffle_steps(struct runner *r, loc l) {
    VEC_CLEAR(&r->order);
    for (uint32_t i = 0; i < r->index.out[l].n; i++) VEC_PUSH(&r->order, r->index.out[l].at[i]);
    for (uint32_t i = r->order.n; i > 1; i--) {
        uint32_t j = rng_below(&r->rng, i), t = r->order.at[j];
        r->order.at[j] = r->order.at[i - 1];
        r->order.at[i - 1] = t;
    }
}

static loc take(struct runner *r, uint32_t step, value *state) {
    assert(step < r->c->steps.n);
    runner_apply(r, step, state, state);
    return r->c->steps.at[step].to;
}

loc runner_step(struct runner *r, loc l, value *state, bool insist) {
    assert(l < r->c->locs.n);
    enum { ROUNDS = 6 };
    shuffle_steps(r, l);
    for (int round = 0; round < ROUNDS; round++) {
        /* inputs belong to one step each: one load does for all steps of a round */
        runner_load(r, state);
        for (uint32_t i = 0; i < r->order.n; i++) {
            const struct cfa_step *s = &r->c->steps.at[r->order.at[i]];
            if ((round > 0 && !s->inputs.n) || (r->opaque && r->opaque[r->order.at[i]])) continue;
            draw_inputs(r, s);
            if (guard_holds(r, s)) return take(r, r->order.at[i], state);
        }
    }
    for (uint32_t i = 0; insist && i < r->order.n && r->solver_budget; i++) {
        const struct cfa_step *s = &r->c->steps.at[r->order.at[i]];
        if (r->opaque && r->opaque[r->order.at[i]]) continue;
        if (s->inputs.n && solve_inputs(r, s, state)) return take(r, r->order.at[i], state);
    }
    return LOC_NONE;
}

bool runner_jump(struct runner *r, uint32_t step, const term_vec *known, value *state) {
    assert(step < r->c->steps.n);
    const struct cfa_step *s = &r->c->steps.at[step];
    term_vec query = {0};
    uint32_t firm, fixed = jump_query(r, s, known, &query, &firm);
    /* known(from) & guard(step) & drawn values */
    bool found = ask_relaxing(r, &query, fixed, firm) == ANSWER_SAT;
    VEC_RELEASE(&query);
    if (!found) return false;
    for (uint32_t i = 0; i < r->c->vars.n; i++) state[i] = solver_value(r->s, r->c->vars.at[i].var);
    runner_load(r, state);
    for (uint32_t i = 0; i < s->inputs.n; i++)
        sheet_set(&r->sheet, s->inputs.at[i].var, solver_value(r->s, s->inputs.at[i].var));
    if (!guard_holds(r, s)) return false;
    runner_apply(r, step, state, state);
    return true;
}
